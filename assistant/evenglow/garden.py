"""A garden: tiles on the spaces of an area, the groups they form, and which stems meet."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.evenglow.plants import Plant
from assistant.hexgrid import opposite
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

    def is_joined(self, space: Space, edge: int) -> bool:
        """Whether a stem of the tile on `space` meets a stem of its neighbour across `edge`."""
        other = self.area.across[space][edge]
        if other is None or other not in self.tiles:
            return False
        return edge in self.tiles[space].stems and opposite(edge) in self.tiles[other].stems

    def joined_neighbours(self, space: Space) -> list[Space]:
        """The spaces whose tiles have a stem that meets one of the tile on `space`."""
        across, tiles = self.area.across[space], self.tiles
        near = [(edge, other) for edge in tiles[space].stems if (other := across[edge]) in tiles]
        return [other for edge, other in near if other is not None and opposite(edge) in tiles[other].stems]

    def touching_groups(self, plant: Plant) -> tuple[frozenset[Space], ...]:
        """The groups of adjacent tiles of a plant, in the order of the layout."""
        if plant not in self._touching:
            self._touching[plant] = self.area.groups(self.spaces_of(plant))
        return self._touching[plant]

    def joined_groups(self, plant: Plant) -> tuple[frozenset[Space], ...]:
        """The groups of tiles of a plant whose stems meet; a lone tile is a group of one (ruling 1)."""
        if plant not in self._joined:
            self._joined[plant] = self.area.groups(self.spaces_of(plant), self.joined_neighbours)
        return self._joined[plant]

    # Every line of the pad asks for groups, and a garden never changes: each is found once.

    @cached_property
    def _spaces(self) -> Mapping[Plant, tuple[Space, ...]]:
        found: dict[Plant, list[Space]] = {}
        for space in self.area.cells:
            if space in self.tiles:
                found.setdefault(self.tiles[space].plant, []).append(space)
        return {plant: tuple(spaces) for plant, spaces in found.items()}

    @cached_property
    def _touching(self) -> dict[Plant, tuple[frozenset[Space], ...]]:
        return {}

    @cached_property
    def _joined(self) -> dict[Plant, tuple[frozenset[Space], ...]]:
        return {}
