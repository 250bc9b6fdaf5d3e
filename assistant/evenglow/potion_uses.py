"""Advice: the best use of an Essence of Undew or a Tincture of Transmutation (rulebook: "Using Potions").

Undew swaps any two tiles that are not harvested, in one garden or across, each turned however one likes; Transmutation
replaces one such tile by any tile of the supply. Both are tried in full. Using a potion costs no points: the card
counts used as well as unused, and only breaks a tie when unused.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from assistant.advice import Advice
from assistant.evenglow.due import locked, take_harvests
from assistant.evenglow.garden import Tile
from assistant.evenglow.placement import new_tile, ways_to_lay
from assistant.evenglow.plants import PLANTS, Plant, Potion
from assistant.evenglow.search import Candidate, best_of, suggest
from assistant.evenglow.state import State
from assistant.evenglow.worth import BoardWorth, Laid, Worth
from assistant.layout import Space
from assistant.sheet import in_order

Place = tuple[str, Space]


def advise_undew(state: State, who: int, most: int = 5) -> Advice:
    """The best swaps of two tiles of player number `who`."""
    player = take_harvests(state.players[who], state.variant)
    board = BoardWorth(player, state.variant)
    found = list(_swaps(board, _unlocked(board)))
    return Advice(
        "Essence of Undew: which two tiles to swap?",
        tuple(suggest(state, player, board, candidate) for candidate in best_of(found, most)),
        sum(candidate.ways for candidate in found),
        True,
        "Every two tiles that are not locked, in every rotation, by the points now.",
    )


def advise_transmutation(state: State, who: int, supply: Iterable[Plant] = tuple(Plant), most: int = 5) -> Advice:
    """The best replacement of one tile of player number `who` by a tile of the plants left in the `supply`."""
    player = take_harvests(state.players[who], state.variant)
    board = BoardWorth(player, state.variant)
    tiles = [new_tile(plant, state) for plant in supply]
    found = list(_replacements(board, _unlocked(board), tiles))
    return Advice(
        "Tincture of Transmutation: which tile to replace?",
        tuple(suggest(state, player, board, candidate) for candidate in best_of(found, most)),
        sum(candidate.ways for candidate in found),
        True,
        "Every tile that is not locked, replaced by every plant in every rotation, by the points now.",
    )


def _unlocked(board: BoardWorth) -> list[Place]:
    under_tokens = locked(board.player)
    return [
        (name, space)
        for name, garden in board.player.gardens.items()
        for space in in_order(garden.tiles)
        if space not in under_tokens[name]
    ]


def _swaps(board: BoardWorth, places: list[Place]) -> Iterator[Candidate]:
    sunlight, moonlight = board.gardens
    tiles = {(name, space): board.player.gardens[name].tiles[space] for name, space in places}
    ways = {place: ways_to_lay(tile) for place, tile in tiles.items()}
    still = {name: worth.after() for name, worth in board.gardens.items()}
    alone: dict[tuple[Place, Tile], Worth] = {}

    def laid_alone(place: Place, tile: Tile) -> Worth:
        worth = alone.get((place, tile))
        if worth is None:
            worth = alone[place, tile] = board.gardens[place[0]].after((place[1], tile))
        return worth

    for one, two in combinations(places, 2):
        if one[0] == two[0]:
            garden, other = board.gardens[one[0]], still[moonlight if one[0] == sunlight else sunlight]
            totals = [
                (board.total(garden.after((one[1], b), (two[1], a)), other), b, a) for b in ways[two] for a in ways[one]
            ]
        else:
            totals = [(board.total(laid_alone(one, b), laid_alone(two, a)), b, a) for b in ways[two] for a in ways[one]]
        best = max(totals, key=lambda entry: entry[0])
        yield Candidate(
            best[0],
            {one: best[1], two: best[2]},
            f"Swap {_named(one, tiles[one])} with {_named(two, tiles[two])}",
            len(totals),
            sum(total == best[0] for total, _, _ in totals) - 1,
        )


def _replacements(board: BoardWorth, places: list[Place], supply: list[Tile]) -> Iterator[Candidate]:
    sunlight, moonlight = board.gardens
    still = {name: worth.after() for name, worth in board.gardens.items()}
    for name, space in places:
        other = still[moonlight if name == sunlight else sunlight]
        for tile in supply:
            changes: list[Laid] = [(space, laid) for laid in ways_to_lay(tile)]
            totals = [board.total(board.gardens[name].after(change), other) for change in changes]
            best = max(totals)
            yield Candidate(
                best,
                {(name, space): changes[totals.index(best)][1]},
                f"Replace {_named((name, space), board.player.gardens[name].tiles[space])} "
                f"by {PLANTS[tile.plant].label}",
                len(totals),
                totals.count(best) - 1,
            )


def _named(place: Place, tile: Tile) -> str:
    return f"{PLANTS[tile.plant].label} on {place[1]} in {place[0]}"


ADVISED = {Potion.UNDEW: advise_undew, Potion.TRANSMUTATION: advise_transmutation}
"""The potions whose best use depends on the board alone; a Chaos Elixir needs the card in play."""
