"""What the searches for advice on Evenglow share: candidates, the best of them, and what is said about each."""

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.advice import Suggestion
from assistant.difference import compare_lines
from assistant.evenglow.due import Changes, take_harvests, warn_of, with_tiles
from assistant.evenglow.score import score_family, score_player
from assistant.evenglow.state import Player, State, Variant, tile_to_json
from assistant.evenglow.worth import BoardWorth


@dataclass(frozen=True)
class Candidate:
    """One move in its best rotation: the total it leads to, of `ways` rotations, `alike` of which are as good."""

    total: int
    changes: Changes
    words: str
    ways: int
    alike: int


def best_of(candidates: Iterable[Candidate], most: int) -> list[Candidate]:
    """The candidates with the highest totals, the best first; among equals the order they were found in."""
    return sorted(candidates, key=lambda candidate: -candidate.total)[:most]


def suggest(
    state: State,
    player: Player,
    board: BoardWorth,
    candidate: Candidate,
    also: tuple[tuple[str, int], ...] = (),
) -> Suggestion:
    """A candidate as the table reads it: counted line by line by the engine, with what it spoils."""
    lines = score_family if state.variant is Variant.FAMILY else score_player
    changed = with_tiles(player, candidate.changes)
    return Suggestion(
        candidate.words,
        tuple(
            {"garden": garden, "space": space, "tile": None if tile is None else tile_to_json(tile, state.stems)}
            for (garden, space), tile in candidate.changes.items()
        ),
        candidate.total - board.now,
        compare_lines(lines(player), lines(take_harvests(changed, state.variant))),
        warn_of(player, changed),
        also,
        candidate.alike,
    )
