"""Formations that earn a potion, and the Harvest tokens on them (rulebook: "Gaining Potions", "Harvested Tiles")."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from assistant import hexgrid
from assistant.evenglow.garden import Garden
from assistant.evenglow.plants import PLANTS, Plant, Potion
from assistant.layout import Cell, Space


@dataclass(frozen=True)
class Harvest:
    """A Harvest token: the garden's name and the spaces of the formation it lies on."""

    garden: str
    spaces: frozenset[Space]


@dataclass(frozen=True)
class Shape:
    """How a formation must lie to be harvested, in words, and the test of it on its cells."""

    words: str
    fits: Callable[[Iterable[Cell]], bool]


SHAPES: Mapping[Plant, Shape] = MappingProxyType(
    {
        Plant.LIONS_MANE: Shape("in a triangle", hexgrid.is_triangle),
        Plant.MANDRAKE: Shape("in a straight line", hexgrid.is_line),
        Plant.ELDERBERRIES: Shape("together", lambda cells: True),
    }
)
"""The plants that can be harvested; how many tiles it takes is their `set_size`."""


def is_formation(garden: Garden, plant: Plant, group: frozenset[Space]) -> bool:
    """Whether a group of adjacent tiles of a plant is one that earns a potion."""
    return (
        plant in SHAPES
        and len(group) == PLANTS[plant].set_size
        and SHAPES[plant].fits([garden.area.cells[space] for space in group])
    )


def find_formations(garden: Garden) -> list[tuple[Plant, frozenset[Space]]]:
    """Every formation in a garden that earns a potion, harvested or not."""
    return [
        (plant, group)
        for plant in SHAPES
        for group in garden.touching_groups(plant)
        if is_formation(garden, plant, group)
    ]


def unharvested_formations(garden: Garden, harvests: Iterable[Harvest]) -> list[tuple[Plant, frozenset[Space]]]:
    """The formations in a garden on which no Harvest token lies: a potion is due for each of them."""
    harvested = {harvest.spaces for harvest in harvests if harvest.garden == garden.name}
    return [(plant, group) for plant, group in find_formations(garden) if group not in harvested]


def potion_of(garden: Garden, harvest: Harvest) -> Potion | None:
    """The potion that a token stands for: that of the one plant under it, None where there is no such plant."""
    plants = {garden.tiles[space].plant for space in harvest.spaces if space in garden.tiles}
    return PLANTS[plants.pop()].potion if len(plants) == 1 else None


def why_not_a_formation(garden: Garden, harvest: Harvest) -> str | None:
    """What is wrong with a token's tiles, in words; None where they are a formation (whatever touches it)."""
    empty = [space for space in harvest.spaces if space not in garden.tiles]
    if empty:
        return "an empty space is among them"
    plants = {garden.tiles[space].plant for space in harvest.spaces}
    if len(plants) != 1:
        return "they are not of one plant"
    (plant,) = plants
    facts = PLANTS[plant]
    if plant not in SHAPES:
        return f"{facts.plural} are never harvested"
    if len(harvest.spaces) != facts.set_size:
        return f"it takes exactly {facts.set_size} {facts.plural}"
    if not SHAPES[plant].fits([garden.area.cells[space] for space in harvest.spaces]) or not any(
        harvest.spaces <= group for group in garden.touching_groups(plant)
    ):
        return f"they do not lie {SHAPES[plant].words}"
    if len(garden.area.groups(harvest.spaces)) != 1:
        return "they do not all touch"
    return None


def extra_tiles(garden: Garden, harvest: Harvest) -> frozenset[Space]:
    """Tiles of the same plant that touch a harvested formation and so forfeit its score ("Forfeited Scoring")."""
    plant = garden.tiles[min(harvest.spaces)].plant
    for group in garden.touching_groups(plant):
        if harvest.spaces <= group:
            return group - harvest.spaces
    return frozenset()


def locked_spaces(harvests: Iterable[Harvest], garden: str) -> frozenset[Space]:
    """The spaces of a garden whose tiles are locked: those under a token."""
    return frozenset(space for harvest in harvests if harvest.garden == garden for space in harvest.spaces)
