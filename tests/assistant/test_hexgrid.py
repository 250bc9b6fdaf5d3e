"""Hexagons: the six steps, and lines and triangles against plain geometry."""

from itertools import combinations
from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.hexgrid import EDGES, STEPS, Cell, centre, is_adjacent, is_line, is_triangle, neighbour, opposite

cells = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
edges = st.integers(0, 5)


@pytest.mark.parametrize(
    ("edge", "right", "down"),
    [(0, 0.5, -1), (1, 1, 0), (2, 0.5, 1), (3, -0.5, 1), (4, -1, 0), (5, -0.5, -1)],
    ids=["NE", "E", "SE", "SW", "W", "NW"],
)
def test_edges_are_numbered_clockwise_from_the_upper_right(edge: int, right: float, down: int) -> None:
    x, y = centre(neighbour((0, 0), edge))
    assert isclose(x, right, abs_tol=1e-9)
    assert isclose(y, down * sqrt(3) / 2, abs_tol=1e-9)


@given(cells, edges)
def test_a_neighbour_is_one_pitch_away(cell: Cell, edge: int) -> None:
    assert isclose(dist(centre(cell), centre(neighbour(cell, edge))), 1)


@given(cells, edges)
def test_the_opposite_edge_leads_back(cell: Cell, edge: int) -> None:
    assert neighbour(neighbour(cell, edge), opposite(edge)) == cell


@given(cells)
def test_six_steps_around_a_hexagon_close_a_ring(cell: Cell) -> None:
    at = neighbour(cell, 4)
    for edge in range(EDGES):
        assert is_adjacent(at, cell)
        at = neighbour(at, edge)
    assert at == neighbour(cell, 4)


@given(cells, cells)
def test_adjacent_means_one_pitch_apart(a: Cell, b: Cell) -> None:
    assert is_adjacent(a, b) == isclose(dist(centre(a), centre(b)), 1)
    assert is_adjacent(a, b) == is_adjacent(b, a)


def test_triangles_are_the_three_that_touch_each_other() -> None:
    near = [(q, r) for q in range(-2, 3) for r in range(-2, 3)]
    for three in combinations(near, 3):
        touching = all(isclose(dist(centre(a), centre(b)), 1) for a, b in combinations(three, 2))
        assert is_triangle(three) == touching, three


def test_lines_of_four_are_those_whose_ends_lie_three_pitches_apart() -> None:
    near = [(q, r) for q in range(-1, 3) for r in range(-1, 3)]
    for four in combinations(near, 4):
        longest = max(dist(centre(a), centre(b)) for a, b in combinations(four, 2))
        joined = all(any(is_adjacent(a, b) for b in four) for a in four)
        straight = isclose(longest, 3) and joined and _on_one_line(four)
        assert is_line(four) == straight, four


@given(cells, edges, st.integers(2, 6), st.randoms(use_true_random=False))
def test_a_walk_straight_ahead_is_a_line_in_any_order(cell: Cell, edge: int, length: int, random: object) -> None:
    walk = [cell]
    while len(walk) < length:
        walk.append(neighbour(walk[-1], edge))
    random.shuffle(walk)  # type: ignore[attr-defined]
    assert is_line(walk)
    gap = sorted(walk)
    if length > 2:
        del gap[1]
        assert not is_line(gap)


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_only_three_can_be_a_triangle(count: int) -> None:
    assert not is_triangle([(0, 0), (1, 0), (0, 1), (1, 1)][:count])


def test_the_steps_add_up_to_nothing() -> None:
    assert len(set(STEPS)) == EDGES
    assert (sum(q for q, _ in STEPS), sum(r for _, r in STEPS)) == (0, 0)


def _on_one_line(four: tuple[Cell, ...]) -> bool:
    (x0, y0), *rest = [centre(cell) for cell in four]
    (x1, y1) = rest[0]
    return all(abs((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) < 1e-9 for x, y in rest)
