"""Squares (x, y): x grows to the right, y grows downward; neighbours are orthogonal.

Edges are numbered clockwise from the top: 0 = top, 1 = right, 2 = bottom, 3 = left.
"""

Cell = tuple[int, int]

EDGES = 4
STEPS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The step in (x, y) across each edge, in the order of the edge numbers."""


def neighbour(cell: Cell, edge: int) -> Cell:
    """The cell across `edge` (0..3) of `cell`.

    >>> neighbour((3, 3), 0)
    (3, 2)
    """
    dx, dy = STEPS[edge]
    return cell[0] + dx, cell[1] + dy


def centre(cell: Cell) -> tuple[float, float]:
    """Centre (x, y) of a cell, x to the right, y down, in units of the pitch (distance of two neighbours)."""
    return float(cell[0]), float(cell[1])
