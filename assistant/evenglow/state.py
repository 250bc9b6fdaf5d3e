"""What lies on the table in a game of Evenglow, and reading it from a state document (contract, "State")."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from assistant.evenglow.garden import Garden, Tile
from assistant.evenglow.harvests import Harvest
from assistant.evenglow.plants import PLANTS, STEMMED, Plant, Potion, turned
from assistant.hexgrid import EDGES
from assistant.layout import Layout, Space
from assistant.player_names import MOST_PLAYERS, parse_players
from assistant.strict_json import Node

MOST_CARDS = 99  # far above the 10 of each in the box, so that a slip becomes a warning and not a refusal


class Variant(StrEnum):
    """How the game is played: as printed, "My First Gardens", or against the Unseen."""

    STANDARD = "standard"
    FAMILY = "family"
    SOLO = "solo"


@dataclass(frozen=True)
class Cards:
    """Potion cards of one kind: unused ones and used ones."""

    unused: int = 0
    used: int = 0

    @property
    def count(self) -> int:
        """All cards of this kind; they score whether or not they were used."""
        return self.unused + self.used


@dataclass(frozen=True)
class Player:
    """One player's Garden board and potion cards."""

    name: str
    gardens: Mapping[str, Garden]
    harvests: tuple[Harvest, ...]
    potions: Mapping[Potion, Cards]

    @property
    def potion_count(self) -> int:
        """All potion cards: the first tie-breaker ("Winning")."""
        return sum(cards.count for cards in self.potions.values())

    @property
    def unused_potion_count(self) -> int:
        """The unused potion cards: the second tie-breaker ("Winning")."""
        return sum(cards.unused for cards in self.potions.values())


@dataclass(frozen=True)
class State:
    """A whole table. `unseen` is the highest covered value of each row of the Solo board that is noted."""

    variant: Variant
    layout: Layout
    stems: Mapping[Plant, frozenset[int]]
    players: tuple[Player, ...]
    unseen: Mapping[Plant, int] | None = None


def parse_state(node: Node, layout: Layout) -> State:
    """The state in a document whose layout is known. Raises `StateError`."""
    known = ("game", "variant", "layout", "tiles", "players", "unseen")
    fields = node.fields(known, required=("game", "players"))
    variant = Variant(fields["variant"].one_of(tuple(Variant), "variant")) if "variant" in fields else Variant.STANDARD
    stems = _parse_stems(fields.get("tiles"))
    solo = variant is Variant.SOLO
    players = tuple(
        _parse_player(name, player, layout, stems)
        for name, player in parse_players(fields["players"], 1 if solo else MOST_PLAYERS)
    )
    unseen = None
    if "unseen" in fields:
        if not solo:
            fields["unseen"].fail("not-solo", 'is only for the variant "solo"')
        unseen = _parse_unseen(fields["unseen"])
    return State(variant, layout, stems, players, unseen)


def tile_to_json(tile: Tile, stems: Mapping[Plant, frozenset[int]]) -> dict[str, object]:
    """A tile as a state document holds it: with its rotation, or with its stems where no rotation gives them.

    `stems` are those of an upright tile of each plant, as `State.stems` has them.
    """
    if tile.plant not in STEMMED:
        return {"plant": tile.plant.value}
    for rotation in range(EDGES):
        if turned(stems[tile.plant], rotation) == tile.stems:
            return {"plant": tile.plant.value, "rotation": rotation}
    return {"plant": tile.plant.value, "stems": sorted(tile.stems)}


def _parse_stems(tiles: Node | None) -> Mapping[Plant, frozenset[int]]:
    stems = {plant: frozenset(PLANTS[plant].stems) for plant in STEMMED}
    if tiles is not None:
        for name, tile in tiles.items():
            if name not in STEMMED:
                tiles.unknown("plant with stems", name, STEMMED)
            stems[Plant(name)] = _parse_edges(tile.fields(("stems",), required=("stems",))["stems"])
    return MappingProxyType(stems)


def _parse_edges(node: Node) -> frozenset[int]:
    edges = [edge.whole_number(0, EDGES - 1) for edge in node.elements()]
    if len(set(edges)) != len(edges):
        node.fail("given-twice", "a stem is given twice")
    return frozenset(edges)


def _parse_player(name: str, node: Node, layout: Layout, stems: Mapping[Plant, frozenset[int]]) -> Player:
    fields = node.fields(("name", "gardens", "harvests", "potions"), required=("name",))
    tiles: dict[str, dict[Space, Tile]] = {garden: {} for garden in layout.areas}
    if "gardens" in fields:
        for garden, garden_node in fields["gardens"].fields(layout.areas).items():
            for space, tile in garden_node.items():
                if space not in layout.areas[garden].cells:
                    garden_node.unknown("space", space, layout.areas[garden].cells)
                if tile.value is not None:
                    tiles[garden][space] = _parse_tile(tile, stems)
    gardens = {garden: Garden(area, MappingProxyType(tiles[garden])) for garden, area in layout.areas.items()}
    harvests = tuple(_parse_harvest(h, layout) for h in fields["harvests"].elements()) if "harvests" in fields else ()
    potions = {potion: Cards() for potion in Potion}
    if "potions" in fields:
        for potion, cards in fields["potions"].items():
            if potion not in tuple(Potion):
                fields["potions"].unknown("potion", potion, tuple(Potion))
            counts = cards.fields(("unused", "used"))
            potions[Potion(potion)] = Cards(**{key: n.whole_number(0, MOST_CARDS) for key, n in counts.items()})
    return Player(name, MappingProxyType(gardens), harvests, MappingProxyType(potions))


def _parse_tile(node: Node, stems: Mapping[Plant, frozenset[int]]) -> Tile:
    fields = node.fields(("plant", "rotation", "stems"), required=("plant",))
    plant = Plant(fields["plant"].one_of(PLANTS, "plant"))
    rotation = fields["rotation"].whole_number(0, EDGES - 1) if "rotation" in fields else None
    if plant not in STEMMED:
        if "stems" in fields:
            fields["stems"].fail("no-stems", f"only vine and leaves tiles have stems, not {plant}")
        return Tile(plant)
    by_rotation = turned(stems[plant], rotation) if rotation is not None else None
    if "stems" not in fields:
        if by_rotation is None:
            node.fail("missing-rotation", f'a {plant} tile needs a "rotation" (0..5) or its "stems"')
        return Tile(plant, by_rotation)
    given = _parse_edges(fields["stems"])
    if by_rotation is not None and by_rotation != given:
        fields["stems"].fail("contradiction", f"does not fit rotation {rotation}; give one of the two")
    return Tile(plant, given)


def _parse_harvest(node: Node, layout: Layout) -> Harvest:
    fields = node.fields(("garden", "spaces"), required=("garden", "spaces"))
    garden = fields["garden"].one_of(tuple(layout.areas), "garden")
    spaces = [space.one_of(layout.areas[garden].cells, "space") for space in fields["spaces"].elements()]
    if not spaces:
        fields["spaces"].fail("no-spaces", "names no space")
    if len(set(spaces)) != len(spaces):
        fields["spaces"].fail("given-twice", "a space is given twice")
    return Harvest(garden, frozenset(spaces))


def _parse_unseen(node: Node) -> Mapping[Plant, int]:
    rows = node.fields(("rows",), required=("rows",))["rows"]
    values: dict[Plant, int] = {}
    for plant, value in rows.items():
        if plant not in tuple(Plant):
            rows.unknown("plant", plant, tuple(Plant))
        values[Plant(plant)] = value.whole_number(0, 999)
    return MappingProxyType(values)
