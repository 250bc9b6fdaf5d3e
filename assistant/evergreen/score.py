"""The score sheet of Evergreen, one function for each line (core game; modules: "Collecting Light", "Biggest Forest",
"Fertility")."""

from collections.abc import Mapping
from itertools import groupby

from assistant.evergreen.fertility import FertilityCard, card_values, fertility_value
from assistant.evergreen.notices import find_notices
from assistant.evergreen.pieces import PIECES, PieceFacts
from assistant.evergreen.planet import Planet
from assistant.evergreen.rulings import rulings_used
from assistant.evergreen.season import EndOfSeason, end_season
from assistant.evergreen.state import SEASONS, Player, State
from assistant.layout import Biome
from assistant.ranking import Standing, find_tie, places
from assistant.sheet import Line, Part, PlayerSheet, ScoreSheet, counted, in_order

PLANET = "planet"


def score_state(state: State) -> ScoreSheet:
    """The score sheet of a whole table, with places, tie, warnings and the rulings that mattered."""
    ends = [end_season(player.planet, state.sun) for player in state.players]
    lines = [score_player(player, end, state) for player, end in zip(state.players, ends, strict=True)]
    standings = [
        Standing(player.name, sum(line.points for line in own))
        for player, own in zip(state.players, lines, strict=True)
    ]
    tie = find_tie(standings)
    return ScoreSheet(
        "evergreen",
        {
            "expansions": sorted(expansion.value for expansion in state.expansions),
            "sun": state.sun.value,
            "season": state.season,
        },
        tuple(
            PlayerSheet(player.name, own, place, {s: end.after.pieces[s].value for s in in_order(end.after.pieces)})
            for player, own, place, end in zip(state.players, lines, places(standings), ends, strict=True)
        ),
        tie,
        tuple(find_notices(state)),
        tuple(rulings_used(state, ends, [standing.total for standing in standings])),
    )


def score_player(player: Player, end: EndOfSeason, state: State) -> tuple[Line, ...]:
    """The lines of one player: start, buds, each season up to the one being scored, and fertility after the last."""
    lines = [
        Line("start", "Start", (Part(player.start, "Starting points"),) if player.start else ()),
        Line("buds", "Buds", (Part(player.buds, "Points from buds"),) if player.buds else ()),
    ]
    for number in range(1, state.season):
        taken = player.seasons[number - 1] if number <= len(player.seasons) else None
        why = f"Scored at the end of season {number}"
        lines += [
            _noted_line(f"season-{number}-light", f"Season {number} light", taken.light if taken else None, why),
            _noted_line(f"season-{number}-forest", f"Season {number} forest", taken.forest if taken else None, why),
        ]
    lines += [score_light(end, state.season), score_forest(end, state.season)]
    if state.season == SEASONS:
        lines.append(score_fertility(end.after, state.fertility))
    return tuple(lines)


def score_light(end: EndOfSeason, season: int) -> Line:
    """The points of plants in the light and of mushrooms in shadow. ("Collecting Light" of each rulebook)"""
    parts, misses = [], []
    planet = end.lit_planet
    for piece, facts in PIECES.items():
        spaces = planet.spaces_by_piece.get(piece, ())
        for dark, own in (
            (False, [s for s in spaces if s not in end.dark]),
            (True, [s for s in spaces if s in end.dark]),
        ):
            each = facts.dark if dark else facts.light
            if not own:
                continue
            if each:
                name = counted(len(own), facts.label, facts.plural)
                why = f"{name} in {'shadow' if dark else 'the light'}: {each} each"
                parts.append(Part(each * len(own), why, PLANET, tuple(own)))
            elif dark and facts.light:
                misses += [Part(0, _why_dark(facts, end, space), PLANET, (space,)) for space in own]
            elif not dark and facts.dark:
                misses.append(Part(0, f"{facts.plural} score only in shadow", PLANET, tuple(own)))
    # A person sees Small Pines where Big Pines are counted: the sheet says why.
    misses += [
        Part(0, f"Small Pine grew into a Big Pine, in the shadow of {_named(end.before, end.grown[s])}", PLANET, (s,))
        for s in in_order(end.grown)
    ]
    misses += [
        Part(0, f"Cactus died in the shadow of {_named(end.lit_planet, end.died[s])}", PLANET, (s,)) for s in end.died
    ]
    return Line(f"season-{season}-light", f"Season {season} light", tuple(parts), tuple(misses))


def score_forest(end: EndOfSeason, season: int) -> Line:
    """1 point for each tree, pine, bush and cactus of the biggest forest. ("Biggest Forest" of each rulebook)"""
    parts = []
    if end.forest:
        names = [PIECES[p] for p in PIECES for space in end.forest if end.after.pieces[space] is p]
        members = ", ".join(counted(len(list(group)), facts.label, facts.plural) for facts, group in groupby(names))
        parts.append(Part(len(end.forest), f"The biggest forest: {members}", PLANET, in_order(end.forest)))
    misses = [
        Part(0, f"Another forest, of {len(group)}", PLANET, in_order(group))
        for group in end.after.forests()
        if group != end.forest
    ]
    return Line(f"season-{season}-forest", f"Season {season} forest", tuple(parts), tuple(misses))


def score_fertility(planet: Planet, fertility: Mapping[Biome, tuple[FertilityCard, ...]]) -> Line:
    """Each biome's value for each Big Tree and Big Pine in it, twice for a Giant Tree. ("Fertility")"""
    parts: list[Part] = []
    misses: list[Part] = []
    fertile = [(PIECES[piece], spaces) for piece, spaces in planet.spaces_by_piece.items() if PIECES[piece].fertility]
    for biome in Biome:
        value = fertility_value(fertility[biome])
        for facts, on_spaces in fertile:
            spaces = tuple(s for s in on_spaces if planet.area.biomes[s] is biome)
            if not spaces:
                continue
            times = f"{value} x {facts.fertility}" if facts.fertility > 1 else f"{value}"
            who = f"{counted(len(spaces), facts.label, facts.plural)} in {biome.value.capitalize()}"
            cards = _as_a_sum(fertility[biome])
            why = f"{who}: {times} each ({cards})" if cards else f"{who}: {times} each"
            part = Part(value * facts.fertility * len(spaces), why, PLANET, spaces)
            (parts if part.points else misses).append(part)
    return Line("fertility", "Fertility", tuple(parts), tuple(misses))


def _as_a_sum(stack: tuple[FertilityCard, ...]) -> str:
    """How a value comes from the cards of its stack, `2 + 0 - 1` for example; empty where one card says it plainly."""
    values = card_values(stack)
    if len(values) < 2:
        return "" if values else "no cards"
    first, *others = values
    return f"{first}{''.join(f' + {value}' if value >= 0 else f' - {-value}' for value in others)}"


def _noted_line(line_id: str, label: str, points: int | None, why: str) -> Line:
    return Line(line_id, label, (Part(points, why),) if points else (), is_noted=points is not None)


def _why_dark(facts: PieceFacts, end: EndOfSeason, space: str) -> str:
    return f"{facts.label} in the shadow of {_named(end.lit_planet, end.dark[space])}"


def _named(planet: Planet, spaces: tuple[str, ...]) -> str:
    if not spaces:
        return "something, as the table corrected it"
    return " and ".join(f"the {PIECES[planet.pieces[space]].label} on {space}" for space in spaces)


def running_totals(sheet: PlayerSheet) -> dict[str, int]:
    """A player's total after each line, in the order of the pad."""
    totals, so_far = {}, 0
    for line in sheet.lines:
        so_far += line.points
        totals[line.id] = so_far
    return totals
