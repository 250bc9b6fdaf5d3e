"""A garden: tiles on the spaces of an area, the groups they form, and which stems meet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from assistant.evenglow.plants import Plant
from assistant.hexgrid import OPPOSITE
from assistant.layout import Area, Space

NO_STEMS: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Tile:
    """A plant tile as it lies: its plant and the edges (0..5) to which a stem runs."""

    plant: Plant
    stems: frozenset[int] = NO_STEMS


@dataclass(frozen=True)
class Garden:
    """The tiles that lie on the spaces of one area ("sunlight" or "moonlight")."""

    area: Area
    tiles: Mapping[Space, Tile]

    @property
    def name(self) -> str:
        """The area's name."""
        return self.area.name

    def spaces_of(self, plant: Plant) -> tuple[Space, ...]:
        """The spaces where this plant lies, in the order of the layout."""
        return self._spaces.get(plant, ())

    def joined_neighbours(self, space: Space) -> Sequence[Space]:
        """The spaces whose tiles have a stem that meets one of the tile on `space`."""
        return self._joins[space]

    def touching_groups(self, plant: Plant) -> tuple[frozenset[Space], ...]:
        """The groups of adjacent tiles of a plant, in the order of the layout."""
        if plant not in self._touching:
            self._touching[plant] = self.area.groups(self.spaces_of(plant))
        return self._touching[plant]

    def joined_groups(self, plant: Plant) -> tuple[frozenset[Space], ...]:
        """The groups of tiles of a plant whose stems meet; a lone tile is a group of one (ruling 1)."""
        if plant not in self._joined:
            self._joined[plant] = self.area.groups(self.spaces_of(plant), self._joins.__getitem__)
        return self._joined[plant]

    def with_tiles(self, changes: Iterable[tuple[Space, Tile | None]]) -> "Garden":
        """This garden with some spaces changed; None takes a tile away.

        Which stems meet is kept where nothing changed, so that thousands of changes can be tried.
        """
        tiles, joins = dict(self.tiles), dict(self._joins)
        changed = Garden(self.area, tiles)
        for space, tile in changes:
            for other in joins.pop(space, ()):
                joins[other] = [near for near in joins[other] if near != space]
            if tile is None:
                tiles.pop(space, None)
                continue
            tiles[space] = tile
            joins[space] = changed._meeting(space)
            for other in joins[space]:
                joins[other] = [*joins[other], space]
        changed.__dict__["_joins"] = joins  # where the cached property looks first
        return changed

    def _meeting(self, space: Space) -> list[Space]:
        across, tiles = self.area.across[space], self.tiles
        meeting = []
        for edge in tiles[space].stems:
            other = across[edge]
            if other is not None and other in tiles and OPPOSITE[edge] in tiles[other].stems:
                meeting.append(other)
        return meeting

    # Every line of the pad asks for groups, and a garden never changes: each is found once.

    @cached_property
    def _spaces(self) -> Mapping[Plant, tuple[Space, ...]]:
        found: dict[Plant, list[Space]] = {}
        get = self.tiles.get
        for space in self.area.cells:
            tile = get(space)
            if tile is not None:
                found.setdefault(tile.plant, []).append(space)
        return {plant: tuple(spaces) for plant, spaces in found.items()}

    @cached_property
    def _joins(self) -> dict[Space, list[Space]]:
        return {space: self._meeting(space) for space in self.tiles}

    @cached_property
    def _touching(self) -> dict[Plant, tuple[frozenset[Space], ...]]:
        return {}

    @cached_property
    def _joined(self) -> dict[Plant, tuple[frozenset[Space], ...]]:
        return {}
