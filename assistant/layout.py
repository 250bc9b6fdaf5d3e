"""Where the spaces of a board lie: a layout is data, read from a file and checked (contract, "Layout").

Everything else follows from the coordinates: neighbours, perimeter, lines, triangles, ravines. The layouts shipped
with Glade are stand-ins (`verified` is false) until somebody compares them with a printed board.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from assistant import hexgrid, squaregrid
from assistant.errors import LayoutError
from assistant.strict_json import Node, did_you_mean, is_one_line, load_json, on_one_line, parse_json

Space = str
"""The name of one place where a piece can be, as printed on the board or as its layout names it."""

Cell = tuple[int, int]
"""(q, r) on a hexagonal grid, (x, y) on a square one."""

MAX_COORDINATE = 1000
MAX_SPACES = 1000


class Grid(StrEnum):
    """How the spaces of a board touch."""

    HEX = "hex"
    SQUARE = "square"

    @property
    def edges(self) -> int:
        """The number of edges of a space, which is also the number of turns a tile has."""
        return hexgrid.EDGES if self is Grid.HEX else squaregrid.EDGES

    @property
    def steps(self) -> tuple[Cell, ...]:
        """The step to the neighbour across each edge, in the order of the edge numbers."""
        return hexgrid.STEPS if self is Grid.HEX else squaregrid.STEPS


class Biome(StrEnum):
    """The six biomes of an Evergreen planet (core game, components)."""

    MEADOW = "meadow"
    FLOWER = "flower"
    WHEAT = "wheat"
    ROCK = "rock"
    SWAMP = "swamp"
    SNOW = "snow"


AREAS: Mapping[str, tuple[str, ...]] = {"evenglow": ("sunlight", "moonlight"), "evergreen": ("planet",)}
"""The areas that a board of each game has; a "custom" game may have any."""

GAMES = (*AREAS, "custom")


@dataclass(frozen=True)
class Area:
    """One garden or planet: its spaces with their cells, and on a planet with their biomes."""

    name: str
    grid: Grid
    cells: Mapping[Space, Cell]
    biomes: Mapping[Space, Biome]

    @cached_property
    def space_at(self) -> Mapping[Cell, Space]:
        """The space of each cell that has one."""
        return MappingProxyType({cell: space for space, cell in self.cells.items()})

    @cached_property
    def across(self) -> Mapping[Space, tuple[Space | None, ...]]:
        """For each space what lies across each of its edges, in the order of the edge numbers."""
        return MappingProxyType(
            {
                space: tuple(self.space_at.get((a + da, b + db)) for da, db in self.grid.steps)
                for space, (a, b) in self.cells.items()
            }
        )

    @cached_property
    def neighbours(self) -> Mapping[Space, tuple[Space, ...]]:
        """The spaces that share an edge with each space."""
        return MappingProxyType(
            {space: tuple(n for n in across if n is not None) for space, across in self.across.items()}
        )

    def groups(
        self, spaces: Iterable[Space], linked: Callable[[Space], Iterable[Space]] | None = None
    ) -> tuple[frozenset[Space], ...]:
        """The connected groups that some spaces form, by the first of each in the order given.

        `linked` gives the spaces that a space is joined to; without it, those that share an edge with it.
        """
        joined_to = linked or self.neighbours.__getitem__
        left = dict.fromkeys(spaces)
        groups = []
        while left:
            start = next(iter(left))
            del left[start]
            group = [start]
            for space in group:  # grows while it is walked over
                for other in joined_to(space):
                    if other in left:
                        del left[other]
                        group.append(other)
            groups.append(frozenset(group))
        return tuple(groups)

    @cached_property
    def perimeter(self) -> frozenset[Space]:
        """The spaces with fewer neighbours than edges (contract, "Layout")."""
        return frozenset(space for space, near in self.neighbours.items() if len(near) < self.grid.edges)

    @cached_property
    def centres(self) -> Mapping[Space, tuple[float, float]]:
        """Centre (x, y) of each space in units of the pitch, x to the right, y down."""
        centre = hexgrid.centre if self.grid is Grid.HEX else squaregrid.centre
        return MappingProxyType({space: centre(cell) for space, cell in self.cells.items()})

    @cached_property
    def ravines(self) -> frozenset[Cell]:
        """Gaps of a square grid with spaces on both sides in their row or their column: nothing grows there."""
        if self.grid is not Grid.SQUARE:
            return frozenset()
        rows: dict[int, list[int]] = {}
        columns: dict[int, list[int]] = {}
        for x, y in self.cells.values():
            rows.setdefault(y, []).append(x)
            columns.setdefault(x, []).append(y)
        between_in_row = {(x, y) for y, xs in rows.items() for x in range(min(xs), max(xs))}
        between_in_column = {(x, y) for x, ys in columns.items() for y in range(min(ys), max(ys))}
        return frozenset((between_in_row | between_in_column) - set(self.space_at))

    @cached_property
    def ravine_names(self) -> Mapping[Space, Cell]:
        """Names of the ravines where the planet names its spaces like a map (column letter, row number): `c2`."""
        if any(_map_name(cell) != space for space, cell in self.cells.items()):
            return {}
        return MappingProxyType({_map_name(cell): cell for cell in sorted(self.ravines)})


@dataclass(frozen=True)
class Layout:
    """One printed board: its areas by name. `verified` only if somebody compared it with the printed board."""

    id: str
    game: str
    grid: Grid
    verified: bool
    areas: Mapping[str, Area]

    def to_json(self) -> dict[str, object]:
        """The layout as its file holds it."""
        first, second = ("q", "r") if self.grid is Grid.HEX else ("x", "y")
        areas: dict[str, object] = {}
        for area in self.areas.values():
            spaces: dict[str, dict[str, object]] = {}
            for space, cell in area.cells.items():
                spaces[space] = {first: cell[0], second: cell[1]}
                if space in area.biomes:
                    spaces[space]["biome"] = area.biomes[space].value
            areas[area.name] = {"spaces": spaces}
        return {
            "id": self.id,
            "game": self.game,
            "grid": self.grid.value,
            "verified": self.verified,
            "areas": areas,
        }


def load_layout(path: Path) -> Layout:
    """The layout in a file. Raises `LayoutError`."""
    try:
        return parse_layout(load_json(path, LayoutError))
    except LayoutError as err:
        raise LayoutError(err.code, f"layout {on_one_line(path.name)}: {err.message}") from err


@cache
def shipped_layouts() -> Mapping[str, Layout]:
    """The stand-in layouts that come with Glade, by id."""
    folder = files("assistant") / "layouts"
    found = [
        parse_layout(parse_json(file.read_bytes(), LayoutError))
        for file in folder.iterdir()
        if file.name.endswith(".json")
    ]
    return MappingProxyType({layout.id: layout for layout in sorted(found, key=lambda layout: layout.id)})


def find_layout(name: str, others: Iterable[Layout] = ()) -> Layout:
    """The layout with this id among `others` and the shipped ones. Raises `LayoutError`, with the nearest id."""
    known = {**shipped_layouts(), **{layout.id: layout for layout in others}}
    if name not in known:
        raise LayoutError("unknown-layout", f'unknown layout "{name[:60]}"{did_you_mean(name, known)}')
    return known[name]


def parse_layout(node: Node) -> Layout:
    """The layout in a JSON document. Raises `LayoutError`."""
    node = node.refusing_with(LayoutError)
    fields = node.fields(("id", "game", "grid", "verified", "areas"), required=("id", "game", "grid", "areas"))
    game = fields["game"].one_of(GAMES, "game")
    grid = Grid(fields["grid"].one_of(tuple(Grid), "grid"))
    if game != "custom" and grid is not (Grid.HEX if game == "evenglow" else Grid.SQUARE):
        fields["grid"].fail("wrong-grid", f"a board of {game.capitalize()} is not {grid.value}")
    areas = {}
    for name, area_node in fields["areas"].items():
        if game in AREAS and name not in AREAS[game]:
            area_node.unknown("area", name, AREAS[game])
        if not _is_name(name):
            area_node.fail("bad-name", "an area's name has 1 to 20 characters, all on one line")
        areas[name] = _parse_area(name, area_node, game, grid)
    for name in AREAS.get(game, ()):
        if name not in areas:
            fields["areas"].fail("missing-area", f'"{name}" is missing')
    if not areas:
        fields["areas"].fail("missing-area", "has no area")
    if game == "evenglow" and set(areas["sunlight"].cells) != set(areas["moonlight"].cells):
        odd = sorted(set(areas["sunlight"].cells) ^ set(areas["moonlight"].cells))
        fields["areas"].fail("not-mirrored", f"space {odd[0]} is in one garden only")
    verified = fields["verified"].flag() if "verified" in fields else False
    return Layout(fields["id"].text(60), game, grid, verified, MappingProxyType(areas))


def _parse_area(name: str, node: Node, game: str, grid: Grid) -> Area:
    first, second = ("q", "r") if grid is Grid.HEX else ("x", "y")
    cells: dict[Space, Cell] = {}
    biomes: dict[Space, Biome] = {}
    owner: dict[Cell, Space] = {}
    spaces = node.fields(("spaces",), required=("spaces",))["spaces"]
    for space, space_node in spaces.items():
        known = (first, second, "biome") if game == "evergreen" else (first, second)
        fields = space_node.fields(known, required=known)
        a, b = (fields[axis].whole_number(-MAX_COORDINATE, MAX_COORDINATE) for axis in (first, second))
        if (a, b) in owner:
            space_node.fail("same-cell", f"lies on the same cell ({a}, {b}) as space {owner[(a, b)]}")
        if not _is_name(space):
            space_node.fail("bad-name", "a space's name has 1 to 20 characters, all on one line")
        cells[space] = (a, b)
        owner[(a, b)] = space
        if "biome" in fields:
            biomes[space] = Biome(fields["biome"].one_of(tuple(Biome), "biome"))
    if not cells:
        spaces.fail("no-spaces", "has no spaces")
    if len(cells) > MAX_SPACES:
        spaces.fail("too-many-spaces", f"has {len(cells)} spaces, at most {MAX_SPACES} are allowed")
    return Area(name, grid, MappingProxyType(cells), MappingProxyType(biomes))


def _is_name(name: str) -> bool:
    return 0 < len(name) <= 20 and bool(name.strip()) and is_one_line(name)


def _map_name(cell: Cell) -> Space:
    x, y = cell
    return f"{chr(ord('a') + x)}{y + 1}" if 0 <= x < 26 else ""
