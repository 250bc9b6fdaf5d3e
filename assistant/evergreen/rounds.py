"""The round tracker: season, round, set-up, and booking a season's end (core game: 4 seasons of 5, 4, 3 and 2 rounds).

The season and the Sun belong to the contract's State; the tracker holds what stands beside it, as a small document.
Every function gives something new and leaves what it was given alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from assistant.errors import StateError
from assistant.evergreen.fertility import FertilityCard
from assistant.evergreen.guided import GuidedEnd, corrections_to_json, guide_end_of_season, parse_corrections
from assistant.evergreen.pieces import Expansion
from assistant.evergreen.season import NO_CORRECTIONS, Corrections
from assistant.evergreen.setup import CORE_POWERS, ROUNDS_IN_SEASON, Power, set_up_modules
from assistant.evergreen.state import SEASONS, State
from assistant.evergreen.zone import Revealed, parse_revealed
from assistant.layout import Area
from assistant.sheet import in_order
from assistant.strict_json import Node

VERSION = 1
LONGEST_KEY = 60
MOST_REVEALED = 60


class Phase(StrEnum):
    """How far a game is. `SEASON_END` is the guided list after the last round of a season."""

    SETUP = "setup"
    PLAY = "play"
    SEASON_END = "season-end"
    OVER = "over"


@dataclass(frozen=True)
class Tracker:
    """Where the game is. `replaced` is the power that gives way to each module, `revealed` the cards of the set-up,
    `checked` the steps of the season's end that each player ticked off, `corrections` what they decided otherwise."""

    phase: Phase = Phase.SETUP
    done: tuple[str, ...] = ()
    round: int = 1
    replaced: Mapping[Expansion, Power] = field(default_factory=lambda: MappingProxyType({}))
    revealed: tuple[Revealed, ...] = ()
    checked: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    corrections: Mapping[str, Corrections] = field(default_factory=lambda: MappingProxyType({}))

    def to_json(self) -> dict[str, object]:
        """The document to keep; `parse_tracker` reads it back to an equal tracker."""
        return {
            "version": VERSION,
            "phase": self.phase.value,
            "done": list(self.done),
            "round": self.round,
            "replaced": {module.value: power.value for module, power in self.replaced.items()},
            "revealed": [
                {"biome": entry.biome.value, "card": None if entry.card is None else card_to_json(entry.card)}
                for entry in self.revealed
            ],
            "checked": {player: list(steps) for player, steps in self.checked.items()},
            "corrections": {player: corrections_to_json(chosen) for player, chosen in self.corrections.items()},
        }


def parse_tracker(node: Node, area: Area) -> Tracker:
    """The tracker in a document; an empty one is a game not yet set up. Raises `StateError`."""
    node = Node(node.value, node.path, StateError)
    if node.value == {}:
        return Tracker()
    known = ("version", "phase", "done", "round", "replaced", "revealed", "checked", "corrections")
    fields = node.fields(known, required=known)
    fields["version"].whole_number(VERSION, VERSION)
    replaced = {}
    for module, power in fields["replaced"].items():
        if module not in tuple(Expansion):
            fields["replaced"].unknown("module", module, tuple(Expansion))
        replaced[Expansion(module)] = Power(power.one_of(CORE_POWERS, "power"))
    revealed = fields["revealed"].elements()
    if len(revealed) > MOST_REVEALED:
        fields["revealed"].fail("too-many-cards", "names more cards than a deck has")
    return Tracker(
        Phase(fields["phase"].one_of(tuple(Phase), "phase")),
        tuple(step.text(LONGEST_KEY) for step in fields["done"].elements()),
        fields["round"].whole_number(1, max(ROUNDS_IN_SEASON)),
        MappingProxyType(replaced),
        tuple(parse_revealed(entry) for entry in revealed),
        MappingProxyType(
            {
                player: tuple(step.text(LONGEST_KEY) for step in steps.elements())
                for player, steps in fields["checked"].items()
            }
        ),
        MappingProxyType({player: parse_corrections(chosen, area) for player, chosen in fields["corrections"].items()}),
    )


def card_to_json(card: FertilityCard) -> dict[str, Any]:
    """A fertility card as the contract's State holds it."""
    document: dict[str, Any] = {
        card.kind.value: card.icons if card.icons or card.kind in ("icons", "negative") else True
    }
    return document | ({"flipped": True} if card.flipped else {})


def choose_powers(tracker: Tracker, replaced: Mapping[Expansion, Power]) -> Tracker:
    """The power that gives way to each module. Raises `StateError` where two give way to one."""
    try:
        set_up_modules(replaced)
    except ValueError as err:
        raise StateError("power-replaced-twice", "Each module replaces a power of its own.") from err
    ordered = {module: replaced[module] for module in Expansion if module in replaced}
    return replace(tracker, replaced=MappingProxyType(ordered))


def default_powers(expansions: Iterable[Expansion]) -> dict[Expansion, Power]:
    """A first proposal: the modules replace the powers of the core game in their order."""
    chosen = set(expansions)
    modules = [module for module in Expansion if module in chosen]
    return dict(zip(modules, CORE_POWERS, strict=False))


def tick(tracker: Tracker, step: str, *, done: bool, steps: Iterable[str]) -> Tracker:
    """A set-up step ticked off, or no longer; kept in the order of the guide."""
    wanted = {*tracker.done, step} if done else {*tracker.done} - {step}
    return replace(tracker, done=tuple(known for known in steps if known in wanted))


def reveal(tracker: Tracker, entry: Revealed) -> Tracker:
    """One more Biome card turned up for the Fertility Zone."""
    return replace(tracker, revealed=(*tracker.revealed, entry))


def begin(tracker: Tracker) -> Tracker:
    """The set-up is done: the first round."""
    return replace(tracker, phase=Phase.PLAY, round=1)


def rounds_left(tracker: Tracker, season: int) -> int:
    """Rounds still to play in the season, the current one with them."""
    return ROUNDS_IN_SEASON[season - 1] - tracker.round + 1 if tracker.phase is Phase.PLAY else 0


def end_round(tracker: Tracker, season: int) -> Tracker:
    """The next round, or the end of the season after its last one."""
    if tracker.phase is not Phase.PLAY:
        raise StateError("not-in-play", "A round ends during the game only.")
    if tracker.round >= ROUNDS_IN_SEASON[season - 1]:
        return replace(tracker, phase=Phase.SEASON_END)
    return replace(tracker, round=tracker.round + 1)


def end_rounds(tracker: Tracker) -> Tracker:
    """The season's end at once, for a table that does not count its rounds."""
    return replace(tracker, phase=Phase.SEASON_END)


def check_step(tracker: Tracker, player: str, step: str, *, done: bool) -> Tracker:
    """A step of the season's end checked on a player's planet, or no longer."""
    before = tracker.checked.get(player, ())
    after = (*(s for s in before if s != step), step) if done else tuple(s for s in before if s != step)
    return replace(tracker, checked=MappingProxyType({**tracker.checked, player: after}))


def with_corrections(tracker: Tracker, player: str, corrections: Corrections) -> Tracker:
    """Other corrections of a player's season end; none at all leaves no trace."""
    changed = {key: chosen for key, chosen in tracker.corrections.items() if key != player}
    if corrections != NO_CORRECTIONS:
        changed[player] = corrections
    return replace(tracker, corrections=MappingProxyType(changed))


def guides(tracker: Tracker, state: State, keys: Sequence[str]) -> tuple[GuidedEnd, ...]:
    """The guided end of the season for every player; `keys` are theirs, in the order of the state."""
    return tuple(
        guide_end_of_season(state, player, tracker.corrections.get(key, NO_CORRECTIONS))
        for key, player in zip(keys, state.players, strict=True)
    )


def book_season(
    tracker: Tracker, document: Mapping[str, Any], state: State, keys: Sequence[str]
) -> tuple[Tracker, dict[str, Any]]:
    """The season booked: the tracker at the next season's first round, and the State document after it.

    Points are noted, every planet becomes what the procedure left, and the Sun moves. After the last season only the
    tracker changes: its points are counted from the planets as they stand. Raises `StateError`.
    """
    if tracker.phase is not Phase.SEASON_END:
        raise StateError("not-at-season-end", "A season is booked after its last round.")
    cleared = replace(
        tracker, round=1, checked=MappingProxyType({}), corrections=MappingProxyType({}), phase=Phase.PLAY
    )
    changed = deepcopy(dict(document))
    if state.season == SEASONS:
        return replace(tracker, phase=Phase.OVER), changed
    ends = zip(changed["players"], state.players, guides(tracker, state, keys), strict=True)
    for player, before, guided in ends:
        noted = player.setdefault("seasons", [])
        if len(noted) < state.season - 1:
            missing = len(noted) + 1
            raise StateError(
                "season-missing", f"Type the points of season {missing} of {player['name']} first: they are not noted."
            )
        noted[state.season - 1 :] = [{"light": guided.light, "forest": guided.forest}]
        after = {**before.in_ravines, **guided.end.after.pieces}  # what stands in a ravine is still for people to move
        player["planet"] = {space: after[space].value for space in in_order(after)}
    next_sun = guide_end_of_season(state, state.players[0], NO_CORRECTIONS).next_sun
    assert next_sun is not None, "only the last season has no next Sun"
    changed["season"] = state.season + 1
    changed["sun"] = next_sun.value
    return cleared, changed
