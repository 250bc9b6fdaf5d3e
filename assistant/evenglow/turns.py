"""The turn tracker: who is active, which cards are left, who used a potion this turn (rulebook: "On Your Turn").

The tracker is a small document beside the boards; every function gives a new tracker and leaves the old one alone.
Players are named by keys of the caller's choice, in the order of their seats, so that a rename changes nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from assistant.errors import StateError
from assistant.evenglow.plants import POTIONS, Potion
from assistant.evenglow.setup import deck_size
from assistant.strict_json import Node

VERSION = 1
LONGEST_KEY = 60


class Phase(StrEnum):
    """How far a game is."""

    SETUP = "setup"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True)
class Tracker:
    """Where the game is. `done` are the set-up steps ticked off; `used` is who used which potion this turn."""

    phase: Phase = Phase.SETUP
    done: tuple[str, ...] = ()
    first: str | None = None
    turn: int = 1
    used: Mapping[str, Potion] = field(default_factory=lambda: MappingProxyType({}))

    def to_json(self) -> dict[str, object]:
        """The document to keep; `parse_tracker` reads it back to an equal tracker."""
        return {
            "version": VERSION,
            "phase": self.phase.value,
            "done": list(self.done),
            "first": self.first,
            "turn": self.turn,
            "used": {player: potion.value for player, potion in self.used.items()},
        }


def parse_tracker(node: Node) -> Tracker:
    """The tracker in a document; an empty one is a game not yet set up. Raises `StateError`."""
    node = Node(node.value, node.path, StateError)
    if node.value == {}:
        return Tracker()
    known = ("version", "phase", "done", "first", "turn", "used")
    fields = node.fields(known, required=known)
    fields["version"].whole_number(VERSION, VERSION)
    first = fields["first"]
    return Tracker(
        Phase(fields["phase"].one_of(tuple(Phase), "phase")),
        tuple(step.text(LONGEST_KEY) for step in fields["done"].elements()),
        None if first.value is None else first.text(LONGEST_KEY),
        fields["turn"].whole_number(1, max(map(deck_size, (1, 2, 3, 4))) + 1),
        MappingProxyType(
            {key: Potion(potion.one_of(tuple(Potion), "potion")) for key, potion in fields["used"].items()}
        ),
    )


@dataclass(frozen=True)
class Turn:
    """What everybody at the table wants to know. `active` and `next_active` are None once the game is over."""

    number: int
    of: int
    active: str | None
    next_active: str | None
    cards_in_deck: int
    cards_in_hands: int

    @property
    def cards_left(self) -> int:
        """Plant cards not yet played."""
        return self.cards_in_deck + self.cards_in_hands

    def to_json(self) -> dict[str, object]:
        """The turn as the web app shows it."""
        return {
            "number": self.number,
            "of": self.of,
            "active": self.active,
            "next_active": self.next_active,
            "cards_in_deck": self.cards_in_deck,
            "cards_in_hands": self.cards_in_hands,
        }


def current_turn(tracker: Tracker, players: Sequence[str]) -> Turn:
    """The turn a tracker is at. `players` are in clockwise order; each holds one card, and draws after playing it."""
    deck = deck_size(len(players))
    played = deck if tracker.phase is Phase.OVER else min(tracker.turn - 1, deck)
    in_deck = max(0, deck - len(players) - played)
    start = players.index(tracker.first) if tracker.first in players else 0
    going_on = tracker.phase is not Phase.OVER

    def seat(turn: int) -> str | None:
        return players[(start + turn - 1) % len(players)] if going_on and turn <= deck else None

    return Turn(
        min(tracker.turn, deck), deck, seat(tracker.turn), seat(tracker.turn + 1), in_deck, deck - played - in_deck
    )


def tick(tracker: Tracker, step: str, *, done: bool, steps: Iterable[str]) -> Tracker:
    """A set-up step ticked off, or no longer; kept in the order of the guide."""
    wanted = {*tracker.done, step} if done else {*tracker.done} - {step}
    return replace(tracker, done=tuple(known for known in steps if known in wanted))


def begin(tracker: Tracker, first: str) -> Tracker:
    """The set-up is done: the first turn is that of `first`."""
    return replace(tracker, phase=Phase.PLAY, first=first, turn=1, used=MappingProxyType({}))


def pass_draft_board(tracker: Tracker, players: Sequence[str], *, is_a_pile_out: bool = False) -> Tracker:
    """All have planted: the Draft board goes on to the next player, or the game is over.

    It is over after the last card, or with the turn in which a pile of plants ran out ("Game End").
    """
    if tracker.phase is not Phase.PLAY:
        raise StateError("not-in-play", "The Draft board is passed on during the game only.")
    over = is_a_pile_out or tracker.turn >= deck_size(len(players))
    return replace(
        tracker,
        phase=Phase.OVER if over else Phase.PLAY,
        turn=tracker.turn if over else tracker.turn + 1,
        used=MappingProxyType({}),
    )


def note_potion(tracker: Tracker, player: str, potion: Potion) -> Tracker:
    """A player uses a potion: possible on any player's turn, but only once a turn. Raises `StateError`."""
    if tracker.phase is Phase.OVER:
        raise StateError("game-over", "The game is over: potions are counted now, not used.")
    if player in tracker.used:
        before = POTIONS[tracker.used[player]].label
        raise StateError(
            "potion-used-this-turn", f"Only one potion a turn, and this player has used {before} this turn already."
        )
    return replace(tracker, used=MappingProxyType({**tracker.used, player: potion}))
