"""Every wooden piece of Evergreen and its modules, as one table.

Heights, shadows and points: core game, "Pines", "Cacti", "Giant Trees", "Mushrooms", each under "Collecting Light",
"Biggest Forest" and "Fertility", and the height summaries. Counts: "Components".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Expansion(StrEnum):
    """The four modules."""

    PINES = "pines"
    CACTI = "cacti"
    GIANT_TREES = "giant-trees"
    MUSHROOMS = "mushrooms"

    @property
    def label(self) -> str:
        """The name as printed.

        >>> Expansion.GIANT_TREES.label
        'Giant Trees'
        """
        return self.value.replace("-", " ").title()


class Piece(StrEnum):
    """What can stand on a space."""

    SPROUT = "sprout"
    SMALL_TREE = "small-tree"
    BIG_TREE = "big-tree"
    BUSH = "bush"
    LAKE = "lake"
    SMALL_PINE = "small-pine"
    BIG_PINE = "big-pine"
    CACTUS = "cactus"
    GIANT_TREE = "giant-tree"
    SINGLE_MUSHROOM = "single-mushroom"
    DOUBLE_MUSHROOM = "double-mushroom"


@dataclass(frozen=True)
class PieceFacts:
    """What the rulebooks say of a piece.

    `height` decides who darkens whom; `shadow` is the length of its shadow in spaces; `light` the points when lit
    and `dark` those when in shadow; `forest` whether it counts and connects in the biggest forest; `fertility` how
    many times its biome's value it scores; `count` how many the box holds; `module` which module brings it.
    """

    label: str
    plural: str
    count: int
    height: int = 0
    shadow: int = 0
    light: int = 0
    dark: int = 0
    forest: bool = False
    fertility: int = 0
    module: Expansion | None = None


PIECES: Mapping[Piece, PieceFacts] = MappingProxyType(
    {
        Piece.SPROUT: PieceFacts("Sprout", "Sprouts", 45),
        Piece.SMALL_TREE: PieceFacts("Small Tree", "Small Trees", 54, height=1, shadow=1, light=1, forest=True),
        Piece.BIG_TREE: PieceFacts("Big Tree", "Big Trees", 61, height=2, shadow=2, light=2, forest=True, fertility=1),
        Piece.BUSH: PieceFacts("Bush", "Bushes", 20, forest=True),
        Piece.LAKE: PieceFacts("Lake", "Lakes", 20),
        Piece.SMALL_PINE: PieceFacts(
            "Small Pine", "Small Pines", 15, height=1, shadow=1, light=1, forest=True, module=Expansion.PINES
        ),
        Piece.BIG_PINE: PieceFacts(
            "Big Pine", "Big Pines", 23, height=2, shadow=2, light=1, forest=True, fertility=1, module=Expansion.PINES
        ),
        Piece.CACTUS: PieceFacts("Cactus", "Cacti", 34, light=1, forest=True, module=Expansion.CACTI),
        Piece.GIANT_TREE: PieceFacts(
            "Giant Tree",
            "Giant Trees",
            16,
            height=3,
            shadow=3,
            light=5,
            forest=True,
            fertility=2,
            module=Expansion.GIANT_TREES,
        ),
        Piece.SINGLE_MUSHROOM: PieceFacts(
            "Single Mushroom", "Single Mushrooms", 19, dark=2, module=Expansion.MUSHROOMS
        ),
        Piece.DOUBLE_MUSHROOM: PieceFacts(
            "Double Mushroom", "Double Mushrooms", 23, dark=4, module=Expansion.MUSHROOMS
        ),
    }
)
