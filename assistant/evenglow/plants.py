"""The plant tiles and potion cards of Evenglow, as tables (rulebook: "Components", "Plant Tiles", "Using Potions")."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType


class Plant(StrEnum):
    """The six kinds of plant tile."""

    VINE = "vine"
    LEAVES = "leaves"
    HENBANE = "henbane"
    LIONS_MANE = "lions-mane"
    MANDRAKE = "mandrake"
    ELDERBERRIES = "elderberries"


class Potion(StrEnum):
    """The three kinds of potion card."""

    UNDEW = "undew"
    CHAOS = "chaos"
    TRANSMUTATION = "transmutation"


@dataclass(frozen=True)
class PlantFacts:
    """What the rulebook says of a kind of tile.

    `set_size` tiles that touch, exactly, make a set (0: no sets); `set_points` is what a set scores by itself;
    `potion` is the card for harvesting a formation; `stems` are the edges with a stem on an upright tile.
    """

    label: str
    plural: str
    set_size: int = 0
    set_points: int = 0
    potion: Potion | None = None
    stems: tuple[int, ...] = ()


@dataclass(frozen=True)
class PotionFacts:
    """A potion card: its printed name, its points (used or not), and the plant whose harvest earns it."""

    label: str
    points: int
    plant: Plant


PLANTS: Mapping[Plant, PlantFacts] = MappingProxyType(
    {
        Plant.VINE: PlantFacts("Vine", "Vines", stems=(0, 2, 3, 5)),
        Plant.LEAVES: PlantFacts("Leaves", "Leaves", stems=(1, 4)),
        Plant.HENBANE: PlantFacts("Henbane Flowers", "Henbane Flowers", 2, 2),
        Plant.LIONS_MANE: PlantFacts("Lion's Mane", "Lion's Mane", 3, 3, Potion.UNDEW),
        Plant.MANDRAKE: PlantFacts("Mandrake", "Mandrakes", 4, 4, Potion.CHAOS),
        Plant.ELDERBERRIES: PlantFacts("Elderberries", "Elderberries", 5, 0, Potion.TRANSMUTATION),
    }
)

POTIONS: Mapping[Potion, PotionFacts] = MappingProxyType(
    {
        Potion.UNDEW: PotionFacts("Essence of Undew", 3, Plant.LIONS_MANE),
        Potion.CHAOS: PotionFacts("Chaos Elixir", 4, Plant.MANDRAKE),
        Potion.TRANSMUTATION: PotionFacts("Tincture of Transmutation", 5, Plant.ELDERBERRIES),
    }
)

STEMMED = (Plant.VINE, Plant.LEAVES)
"""The plants whose tiles have stems, so that it matters how they are turned."""

TILES_OF_A_KIND = 44
POTION_CARDS_OF_A_KIND = 10
HARVEST_TOKENS = 24

POINTS_PER_LEAF = 2
HENBANE_BONUS = 2
POTION_SET_BONUS = 3
FAMILY_POINTS_PER_LEAVES_TILE = 2
FAMILY_ELDERBERRIES = 5


@lru_cache(maxsize=1024)  # a table has two kinds of tile with stems, each in six turns
def turned(stems: tuple[int, ...] | frozenset[int], rotation: int) -> frozenset[int]:
    """The edges with a stem after `rotation` clockwise steps of 60 degrees.

    >>> sorted(turned((0, 2, 3, 5), 1))
    [0, 1, 3, 4]
    """
    return frozenset((stem + rotation) % 6 for stem in stems)
