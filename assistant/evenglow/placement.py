"""Advice: where to plant the two tiles of a card (rulebook: "On Your Turn", 2; "Chaos Elixir").

The two tiles go onto one number, one tile into each garden, whichever way round and turned however one likes. All of
that is tried, and the points now are compared, with the Potion cards that new formations earn and the harvested sets
that an extra tile forfeits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.advice import Advice
from assistant.evenglow.due import take_harvests
from assistant.evenglow.garden import Tile
from assistant.evenglow.plants import PLANTS, STEMMED, Plant, turned
from assistant.evenglow.search import Candidate, best_of, suggest
from assistant.evenglow.state import Player, State
from assistant.evenglow.worth import BoardWorth, Worth
from assistant.hexgrid import EDGES
from assistant.layout import Space


@dataclass(frozen=True)
class _Option:
    tile: Tile
    worth: Worth


def open_spaces(player: Player) -> list[Space]:
    """The spaces open in both gardens, in the order of the layout: the only ones where a pair can go."""
    first, *others = player.gardens.values()
    return [
        space
        for space in first.area.cells
        if space not in first.tiles and all(space in g.area.cells and space not in g.tiles for g in others)
    ]


def ways_to_lay(tile: Tile) -> tuple[Tile, ...]:
    """A tile in each rotation that looks different.

    >>> len(ways_to_lay(Tile(Plant.VINE, frozenset({0, 2, 3, 5})))), len(ways_to_lay(Tile(Plant.HENBANE)))
    (3, 1)
    """
    stems = dict.fromkeys(turned(tile.stems, rotation) for rotation in range(EDGES))
    return tuple(Tile(tile.plant, stem) for stem in stems)


def new_tile(plant: Plant, state: State) -> Tile:
    """An upright tile from the supply."""
    return Tile(plant, state.stems[plant]) if plant in STEMMED else Tile(plant)


def advise_placement(state: State, who: int, plants: tuple[Plant, Plant], most: int = 5) -> Advice:
    """The best ways to plant the two tiles of a card on the board of player number `who`."""
    player = take_harvests(state.players[who], state.variant)
    board = BoardWorth(player, state.variant)
    found = list(_placements(board, state, plants))
    return Advice(
        f"Where to plant {_pair(plants)}?",
        tuple(suggest(state, player, board, candidate) for candidate in best_of(found, most)),
        sum(candidate.ways for candidate in found),
        True,
        "Every open number, both ways round and every rotation, by the points now.",
    )


def advise_chaos(state: State, who: int, own: tuple[Plant, Plant], other: tuple[Plant, Plant], most: int = 5) -> Advice:
    """The best use of a Chaos Elixir: one tile from each side of the card.

    The gain of a suggestion is counted from the board as it is, like that of `advise_placement`; `also` holds what it
    is above the best planting of the two tiles of one's own side.
    """
    player = take_harvests(state.players[who], state.variant)
    board = BoardWorth(player, state.variant)
    plain = max((candidate.total for candidate in _placements(board, state, own)), default=board.now)
    pairs = list(dict.fromkeys((mine, theirs) for mine in own for theirs in other))
    found = [candidate for pair in pairs for candidate in _placements(board, state, pair)]
    return Advice(
        f"Chaos Elixir: one of {_pair(own)} and one of {_pair(other)}?",
        tuple(
            suggest(state, player, board, candidate, (("more than without the potion", candidate.total - plain),))
            for candidate in best_of(found, most)
        ),
        sum(candidate.ways for candidate in found),
        True,
        "Every pair with one tile of each side, every open number, both ways round and every rotation.",
    )


def _placements(board: BoardWorth, state: State, plants: Sequence[Plant]) -> Iterator[Candidate]:
    one, two = (new_tile(plant, state) for plant in plants)
    ways = [(one, two)] if one == two else [(one, two), (two, one)]
    sunlight, moonlight = board.gardens
    for space in open_spaces(board.player):
        for in_sunlight, in_moonlight in ways:
            first, second = (
                [_Option(tile, board.gardens[garden].after((space, tile))) for tile in ways_to_lay(laid)]
                for garden, laid in ((sunlight, in_sunlight), (moonlight, in_moonlight))
            )
            totals = [(board.total(a.worth, b.worth), a.tile, b.tile) for a in first for b in second]
            best = max(total for total, _, _ in totals)
            alike = [(a, b) for total, a, b in totals if total == best]
            yield Candidate(
                best,
                {(sunlight, space): alike[0][0], (moonlight, space): alike[0][1]},
                f"Plant on {space}: {PLANTS[in_sunlight.plant].label} in {sunlight}, "
                f"{PLANTS[in_moonlight.plant].label} in {moonlight}",
                len(totals),
                len(alike) - 1,
            )


def _pair(plants: Sequence[Plant]) -> str:
    return " and ".join(PLANTS[plant].label for plant in plants)
