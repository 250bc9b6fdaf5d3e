"""What a player's gardens are worth after a few changed tiles, fast enough to try thousands of changes.

A total is a sum over gardens, and each line of a garden depends on the tiles of one or two plants only. So the tiles
of a garden are kept as one number (a set of bits) for each such group of plants, and the engine's own line functions
are asked once for each number that comes up. No rule is written here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from assistant.advice import require_small
from assistant.evenglow import score
from assistant.evenglow.garden import Garden, Tile
from assistant.evenglow.harvests import SHAPES, Harvest, unharvested_formations
from assistant.evenglow.plants import PLANTS, Plant, Potion
from assistant.evenglow.state import Cards, Player, Variant
from assistant.hexgrid import OPPOSITE
from assistant.layout import Space
from assistant.sheet import Line

Laid = tuple[Space, Tile | None]
"""A change of one space of a garden."""

Earned = tuple[int, ...]
"""Potion cards by kind, in the order of `Potion`."""

Worth = tuple[int, Earned]
"""The points of a garden's lines, and the Potion cards that its unharvested formations earn."""

_NOTHING: Earned = (0,) * len(Potion)


def _lines(*functions: Callable[[Sequence[Garden]], Line]) -> Callable[[Garden], int]:
    return lambda garden: sum(function((garden,)).points for function in functions)


_Groups = Mapping[frozenset[Plant], Callable[[Garden], int]]

_STANDARD: _Groups = {
    frozenset({Plant.VINE, Plant.LEAVES}): score.vine_and_leaf_points,
    frozenset({Plant.HENBANE}): _lines(score.score_henbane, score.score_henbane_bonus),
    frozenset({Plant.LIONS_MANE}): _lines(score.score_lions_mane),
    frozenset({Plant.MANDRAKE}): _lines(score.score_mandrake),
    frozenset({Plant.ELDERBERRIES}): _lines(score.score_elderberries),
}
"""The plants that lines are about, with the points of those lines in one garden."""

_FAMILY: _Groups = {
    frozenset({Plant.VINE, Plant.LEAVES}): _lines(score.score_family_vines, score.score_family_leaves),
    frozenset({Plant.HENBANE}): _lines(score.score_henbane),
    frozenset({Plant.LIONS_MANE}): _lines(score.score_lions_mane),
    frozenset({Plant.MANDRAKE}): _lines(score.score_mandrake),
    frozenset({Plant.ELDERBERRIES}): _lines(score.score_family_elderberries),
}


@dataclass
class _Group:
    """The tiles of one group of plants in a garden, and the worth of every set of them that came up so far."""

    plants: frozenset[Plant]
    points: Callable[[Garden], int]
    garden: Garden
    bits: int
    known: dict[int, Worth]


class GardenWorth:
    """The worth of one garden with any few tiles changed."""

    def __init__(self, garden: Garden, harvests: Iterable[Harvest], variant: Variant) -> None:
        self.garden = garden
        self.evaluations = 0
        self._harvests = tuple(harvests)
        self._with_potions = variant is not Variant.FAMILY
        self._bits: dict[Laid, int] = {}
        self._groups: list[_Group] = []
        self._group_of: dict[Plant, int] = {}
        for plants, points in (_STANDARD if self._with_potions else _FAMILY).items():
            tiles = {space: tile for space, tile in garden.tiles.items() if tile.plant in plants}
            bits = sum(self._bit(laid) for laid in tiles.items())
            self._group_of.update(dict.fromkeys(plants, len(self._groups)))
            self._groups.append(_Group(plants, points, Garden(garden.area, tiles), bits, {}))
        self._base = [self._worth(group, group.bits, ()) for group in self._groups]

    def after(self, *changes: Laid) -> Worth:
        """The worth with these spaces changed."""
        self.evaluations += 1
        touched: dict[int, int] = {}
        for space, tile in changes:
            old = self.garden.tiles.get(space)
            if old is not None:
                index = self._group_of[old.plant]
                touched[index] = touched.get(index, self._groups[index].bits) ^ self._bits[space, old]
            if tile is not None:
                index = self._group_of[tile.plant]
                bit = self._bit((space, self._as_it_joins(space, tile, changes) if tile.stems else tile))
                touched[index] = touched.get(index, self._groups[index].bits) ^ bit
        points, earned = 0, _NOTHING
        for index, worth in enumerate(self._base):
            if index in touched:
                group, bits = self._groups[index], touched[index]
                worth = group.known.get(bits) or self._worth(group, bits, changes)
            points += worth[0]
            if worth[1] is not _NOTHING:
                earned = add(earned, worth[1])
        return points, earned

    def _as_it_joins(self, space: Space, tile: Tile, changes: Sequence[Laid]) -> Tile:
        """A changed tile with those of its stems only that meet another: the others change no line."""
        if not self._with_potions:  # "My First Gardens": stems do not count
            return Tile(tile.plant)
        meeting = []
        for edge in tile.stems:
            other = self.garden.area.across[space][edge]
            if other is None:
                continue
            near = self.garden.tiles.get(other)
            for changed, laid in changes:
                if changed == other:
                    near = laid
            if near is not None and OPPOSITE[edge] in near.stems:
                meeting.append(edge)
        return Tile(tile.plant, frozenset(meeting))

    def _worth(self, group: _Group, bits: int, changes: Sequence[Laid]) -> Worth:
        here = [(space, tile if tile is not None and tile.plant in group.plants else None) for space, tile in changes]
        garden = group.garden.with_tiles(here)
        earned = _NOTHING
        if self._with_potions and not group.plants.isdisjoint(SHAPES):
            for plant, _ in unharvested_formations(garden, self._harvests):
                earned = add(earned, tuple(int(PLANTS[plant].potion is potion) for potion in Potion))
        worth = group.points(garden), earned
        group.known[bits] = worth
        return worth

    def _bit(self, laid: Laid) -> int:
        bit = self._bits.get(laid)
        if bit is None:
            bit = self._bits[laid] = 1 << len(self._bits)
        return bit


class BoardWorth:
    """The total of one player with any few tiles changed, every harvest taken that the changes make due."""

    def __init__(self, player: Player, variant: Variant) -> None:
        for garden in player.gardens.values():
            require_small(garden.area)
        self.player = player
        self.gardens = {name: GardenWorth(garden, player.harvests, variant) for name, garden in player.gardens.items()}
        self._with_potions = variant is not Variant.FAMILY
        self._cards = tuple(player.potions[potion].count for potion in Potion)
        self._potion_points: dict[Earned, int] = {}
        self.now = self.total(*(worth.after() for worth in self.gardens.values()))

    @property
    def evaluations(self) -> int:
        """How many changed gardens were looked at so far."""
        return sum(worth.evaluations for worth in self.gardens.values())

    def total(self, sunlight: Worth, moonlight: Worth) -> int:
        """The total of two gardens of these worths and the player's potions."""
        earned = sunlight[1]
        if moonlight[1] is not _NOTHING:
            earned = add(earned, moonlight[1])
        points = self._potion_points.get(earned)
        if points is None:
            points = self._potion_points[earned] = self._points_of_potions(earned)
        return sunlight[0] + moonlight[0] + points

    def _points_of_potions(self, earned: Earned) -> int:
        if not self._with_potions:
            return 0
        cards = {potion: Cards(n) for potion, n in zip(Potion, add(self._cards, earned), strict=True)}
        return score.score_potions(cards).points + score.score_potion_sets(cards).points


def add(one: Earned, other: Earned) -> Earned:
    """Two sets of cards together."""
    return tuple(a + b for a, b in zip(one, other, strict=True))
