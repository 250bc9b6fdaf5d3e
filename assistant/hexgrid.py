"""Pointy-top hexagons in axial coordinates (q, r): q grows to the right, r grows downward.

Edges are numbered clockwise from the upper right: 0 = NE, 1 = E, 2 = SE, 3 = SW, 4 = W, 5 = NW.
All of it stays in integers but `centre`, which is for drawing and for photographs.
"""

from collections.abc import Iterable
from itertools import combinations, pairwise
from math import sqrt

Cell = tuple[int, int]

EDGES = 6
STEPS: tuple[Cell, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The step in (q, r) across each edge, in the order of the edge numbers."""


OPPOSITE = tuple((edge + EDGES // 2) % EDGES for edge in range(EDGES))
"""For each edge the number that the neighbour across it gives to it."""


def neighbour(cell: Cell, edge: int) -> Cell:
    """The cell across `edge` (0..5) of `cell`.

    >>> neighbour((0, 0), 1)
    (1, 0)
    """
    dq, dr = STEPS[edge]
    return cell[0] + dq, cell[1] + dr


def opposite(edge: int) -> int:
    """The number that the neighbour across `edge` gives to the shared edge.

    >>> opposite(0), opposite(4)
    (3, 1)
    """
    return OPPOSITE[edge]


def centre(cell: Cell) -> tuple[float, float]:
    """Centre (x, y) of a cell, x to the right, y down, in units of the pitch (distance of two neighbours)."""
    q, r = cell
    return q + r / 2, r * sqrt(3) / 2


def is_adjacent(a: Cell, b: Cell) -> bool:
    """Whether two different cells share an edge."""
    return (b[0] - a[0], b[1] - a[1]) in STEPS


def is_triangle(cells: Iterable[Cell]) -> bool:
    """Whether the cells are exactly three, each touching the other two.

    >>> is_triangle([(0, 0), (1, 0), (0, 1)]), is_triangle([(0, 0), (1, 0), (2, 0)])
    (True, False)
    """
    three = set(cells)
    return len(three) == 3 and all(is_adjacent(a, b) for a, b in combinations(three, 2))


def is_line(cells: Iterable[Cell]) -> bool:
    """Whether the cells lie in one straight line without a gap, horizontal or diagonal.

    >>> is_line([(0, 0), (2, 0), (1, 0)]), is_line([(0, 0), (1, 0), (0, 1)]), is_line([(0, 0), (2, 0)])
    (True, False, False)
    """
    ordered = sorted(set(cells))
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(ordered)}
    return len(steps) == 0 or (len(steps) == 1 and steps <= set(STEPS))
