"""What the kinds of pieces usually look like from the side: trees on a stem, pines pointed, a sprout low.

A teaching photograph is often taken from above, where outlines and heights hardly show. These shapes, roughly those of
the pieces in photographs of two invented copies taken from the side, are then a starting point and a gentle pull for
`carve`, never more: a copy's own photographs outweigh them wherever they show anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.evergreen.pieces import Piece


@dataclass(frozen=True)
class Shape:
    """Height, and half widths at equal steps from foot to top, in pitches."""

    height: float
    half_widths: tuple[float, float, float, float, float, float]


USUAL: Mapping[str, Shape] = {
    Piece.SPROUT: Shape(0.26, (0.08, 0.11, 0.14, 0.15, 0.14, 0.12)),
    Piece.SMALL_TREE: Shape(0.5, (0.13, 0.13, 0.2, 0.23, 0.21, 0.15)),
    Piece.BIG_TREE: Shape(0.9, (0.13, 0.13, 0.27, 0.31, 0.27, 0.17)),
    Piece.GIANT_TREE: Shape(1.1, (0.17, 0.22, 0.4, 0.43, 0.4, 0.32)),
    Piece.BUSH: Shape(0.26, (0.27, 0.27, 0.27, 0.26, 0.23, 0.17)),
    Piece.SMALL_PINE: Shape(0.5, (0.14, 0.2, 0.19, 0.15, 0.11, 0.06)),
    Piece.BIG_PINE: Shape(0.82, (0.15, 0.26, 0.25, 0.2, 0.15, 0.08)),
    Piece.CACTUS: Shape(0.67, (0.09, 0.13, 0.2, 0.23, 0.18, 0.11)),
    Piece.SINGLE_MUSHROOM: Shape(0.26, (0.13, 0.14, 0.16, 0.17, 0.16, 0.13)),
    Piece.DOUBLE_MUSHROOM: Shape(0.26, (0.29, 0.3, 0.31, 0.31, 0.3, 0.25)),
}
"""Lakes lie, and are carved without any."""
