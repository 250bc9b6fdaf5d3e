"""The plain pad: points typed line by line as on paper, mixed with boards that are counted.

A typed column has for each line a number or nothing yet; 0 and "not yet" differ. Places and ties are decided anew over
typed and counted columns together. Where potions would decide a tie and nobody has told their number, no winner is
made up: the tie stays open and a warning says what to enter.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from assistant.errors import InputError
from assistant.evenglow.plants import PLANTS
from assistant.evenglow.score import SOLO_WIN
from assistant.evergreen.rulings import EQUAL_TOTALS
from assistant.ranking import EVENGLOW_TIE_BREAKERS, Standing, Tie, find_tie, places
from assistant.sheet import Line, Notice, Part, PlayerSheet, RulingUsed, ScoreSheet
from assistant.strict_json import Node

MOST_POINTS = 999
"""Of one line: no line of either game can reach a third of it."""

MOST_CARDS = 30
"""All Potion cards of the box."""

CARDS, UNUSED_CARDS = "potion-cards", "unused-potions"

SEASONS = 4

TYPED = "Typed in"

_BY_TOTALS = (6, 7)  # the rulings that depend on the totals and are found anew


@dataclass(frozen=True)
class PadLine:
    """A line of the printed pad; `can_be_negative` where the rules allow a loss (Evergreen's fertility)."""

    id: str
    label: str
    can_be_negative: bool = False


@dataclass(frozen=True)
class TypedColumn:
    """What somebody typed for one player: points by line (None: not yet), and for ties the number of Potion cards."""

    points: Mapping[str, int | None] = field(default_factory=dict)
    potions: int | None = None
    unused_potions: int | None = None

    def to_json(self) -> dict[str, int | None]:
        """The column as its document holds it."""
        return {**self.points, CARDS: self.potions, UNUSED_CARDS: self.unused_potions}


@dataclass(frozen=True)
class Table:
    """A sheet of typed and counted columns; `missing` are the lines of each player that have no points yet."""

    sheet: ScoreSheet
    missing: Mapping[str, tuple[str, ...]]
    typed: frozenset[str]

    def to_json(self) -> dict[str, object]:
        """The document of `glade score --json`; each player has a `source` and the lines that are `missing`."""
        document = self.sheet.to_json()
        players = document["players"]
        assert isinstance(players, list)
        for player in players:
            player["source"] = "pad" if player["name"] in self.typed else "board"
            player["missing"] = list(self.missing[player["name"]])
        document["provisional"] = any(self.missing.values())
        return document


def pad_lines(game: str, variant: str = "standard") -> tuple[PadLine, ...]:
    """The lines of a game's pad, from top to bottom (contract, "Score sheet").

    >>> [line.id for line in pad_lines("evenglow", "family")]
    ['vines', 'leaves', 'henbane', 'lions-mane', 'mandrake', 'elderberries']
    """
    if game == "evergreen":
        seasons = [
            PadLine(f"season-{number}-{what}", f"Season {number} {what}")
            for number in range(1, SEASONS + 1)
            for what in ("light", "forest")
        ]
        return (
            PadLine("start", "Start"),
            PadLine("buds", "Buds"),
            *seasons,
            PadLine("fertility", "Fertility", can_be_negative=True),
        )
    family = variant == "family"
    lines = []
    for plant, facts in PLANTS.items():
        line_id = "vines" if plant == "vine" else str(plant.value)
        lines.append(PadLine(line_id, "Vines" if plant == "vine" else facts.label))
        if plant == "henbane" and not family:
            lines.append(PadLine("henbane-bonus", "Henbane Bonus"))
    if not family:
        lines += [PadLine("potions", "Potions"), PadLine("potion-sets", "Potion Sets")]
    return tuple(lines)


def parse_points(text: str, can_be_negative: bool = False) -> int | None:
    """The points somebody typed; None for an empty field. Raises `InputError` with a sentence.

    Any script's digits and any minus sign count; a fraction or a thousands separator does not.

    >>> parse_points(" 12 "), parse_points("\\u0661\\u0662"), parse_points("\\u22125", True), parse_points("")
    (12, 12, -5, None)
    """
    typed = unicodedata.normalize("NFKC", text).strip().replace("\u2212", "-").replace("\u2013", "-")
    if not typed:
        return None
    digits = typed[1:] if typed[0] in "+-" else typed
    if not digits.isdecimal():
        raise InputError("not-points", f'"{typed[:20]}" is not a whole number of points')
    value = int(digits[:12]) * (-1 if typed[0] == "-" else 1)
    if value < 0 and not can_be_negative:
        raise InputError("negative-points", "this line cannot be negative")
    if abs(value) > MOST_POINTS:
        raise InputError("too-many-points", f"{typed[:20]} points are more than one line can have")
    return value


def parse_column(node: Node, game: str, variant: str = "standard") -> TypedColumn:
    """The typed column in a document: {line id: points, text or null, "potion-cards": ..., "unused-potions": ...}.

    Raises the node's error, with a sentence.
    """
    lines = {line.id: line for line in pad_lines(game, variant)}
    points: dict[str, int | None] = {}
    cards: dict[str, int | None] = {CARDS: None, UNUSED_CARDS: None}
    for key, value in node.items():
        if key not in lines and key not in cards:
            node.unknown("line", key, (*lines, *cards))
        typed = value.value
        if isinstance(typed, str):
            try:
                typed = parse_points(typed, key in lines and lines[key].can_be_negative)
            except InputError as err:
                value.fail(err.code, err.message)
        if typed is not None:
            low = -MOST_POINTS if key in lines and lines[key].can_be_negative else 0
            typed = Node(typed, value.path, node.error).whole_number(low, MOST_POINTS if key in lines else MOST_CARDS)
        (points if key in lines else cards)[key] = typed
    return TypedColumn(points, cards[CARDS], cards[UNUSED_CARDS])


def check_tie(standings: Sequence[tuple[str, int, int | None, int | None]]) -> tuple[tuple[int, ...], Tie | None, bool]:
    """The tie-breaker check by itself (Evenglow): name, total, Potion cards and unused ones of each player.

    Returns the places, the tie if there is one, and whether it is still open because a number is missing.

    >>> check_tie([("Ada", 44, 3, 1), ("Bo", 44, 3, 2), ("Cy", 40, None, None)])
    ((2, 1, 3), Tie(players=('Ada', 'Bo'), decided_by='unused-potions'), False)
    >>> check_tie([("Ada", 44, 3, 1), ("Bo", 44, None, None)])
    ((1, 1), None, True)
    """
    totals: dict[int, list[tuple[int | None, int | None]]] = {}
    for _name, total, potions, unused in standings:
        totals.setdefault(total, []).append((potions, unused))
    ranked = []
    for name, total, potions, unused in standings:
        known = _decidable(totals[total])
        ranked.append(Standing(name, total, (potions or 0, unused or 0) if known else (0, 0)))
    best = max((total for _name, total, _potions, _unused in standings), default=0)
    is_open = len(totals.get(best, ())) > 1 and not _decidable(totals[best])
    return places(ranked), None if is_open else find_tie(ranked, EVENGLOW_TIE_BREAKERS), is_open


def with_typed(
    sheet: ScoreSheet, typed: Mapping[str, TypedColumn], cards: Mapping[str, tuple[int, int]], season: int = SEASONS
) -> Table:
    """A sheet in which the columns of some players are typed ones.

    `cards` are the numbers of all and of unused Potion cards of the players whose boards are counted; `season` is
    the one being scored (Evergreen): later lines are not missing yet.
    """
    variant = str(sheet.options.get("variant", "standard"))
    lines = pad_lines(sheet.game, variant)
    columns = [
        replace(player, lines=_typed_lines(lines, typed[player.name], season), after=None)
        if player.name in typed
        else player
        for player in sheet.players
    ]
    missing = {player.name: tuple(line.id for line in player.lines if not line.is_noted) for player in columns}
    tie_breakers = sheet.game == "evenglow" and variant != "family"
    standings = [_standing(player, typed, cards) for player in columns]
    if tie_breakers:
        ranked, tie, is_open = check_tie(standings)
    else:
        simple = [Standing(name, total) for name, total, _potions, _unused in standings]
        ranked, tie, is_open = places(simple), find_tie(simple), False
    warnings = [warning for warning in sheet.warnings if warning.player not in typed]
    if is_open:
        warnings.append(
            Notice("tie-open", "Equal totals: enter how many Potion cards each has, and how many of them are unused.")
        )
    rulings = [ruling for ruling in sheet.rulings if ruling.player not in typed and ruling.number not in _BY_TOTALS]
    totals = [player.total for player in columns]
    if sheet.game == "evergreen" and len(set(totals)) < len(totals):
        rulings.append(EQUAL_TOTALS)
    unseen = sheet.unseen
    if unseen is not None:
        unseen = replace(unseen, win=totals[0] > unseen.total)
        if totals[0] == unseen.total:
            rulings.append(RulingUsed(7, SOLO_WIN, columns[0].name))
    return Table(
        replace(
            sheet,
            players=tuple(replace(player, place=place) for player, place in zip(columns, ranked, strict=True)),
            tie=tie,
            warnings=tuple(warnings),
            rulings=tuple(rulings),
            unseen=unseen,
        ),
        missing,
        frozenset(typed),
    )


def _typed_lines(lines: Sequence[PadLine], column: TypedColumn, season: int) -> tuple[Line, ...]:
    made = []
    for line in lines:
        points = column.points.get(line.id)
        if points is None and _is_later(line.id, season):
            continue
        parts = () if points is None else (Part(points, TYPED),)
        made.append(Line(line.id, line.label, parts, is_noted=points is not None))
    return tuple(made)


def _is_later(line_id: str, season: int) -> bool:
    if line_id == "fertility":
        return season < SEASONS
    return line_id.startswith("season-") and int(line_id.split("-")[1]) > season


def _standing(
    player: PlayerSheet, typed: Mapping[str, TypedColumn], cards: Mapping[str, tuple[int, int]]
) -> tuple[str, int, int | None, int | None]:
    if player.name in typed:
        column = typed[player.name]
        return player.name, player.total, column.potions, column.unused_potions
    potions, unused = cards.get(player.name, (0, 0))
    return player.name, player.total, potions, unused


def _decidable(cards: Sequence[tuple[int | None, int | None]]) -> bool:
    """Whether the known numbers of cards decide between players of one total.

    The unused cards only matter among those who have the most cards.
    """
    if len(cards) < 2:
        return True
    if any(potions is None for potions, _unused in cards):
        return False
    most = max(potions for potions, _unused in cards if potions is not None)
    leaders = [unused for potions, unused in cards if potions == most]
    return len(leaders) < 2 or all(unused is not None for unused in leaders)
