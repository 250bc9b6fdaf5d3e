"""Squares: the four steps."""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.squaregrid import EDGES, Cell, centre, neighbour

cells = st.tuples(st.integers(-20, 20), st.integers(-20, 20))


@pytest.mark.parametrize(
    ("edge", "step"),
    [(0, (0, -1)), (1, (1, 0)), (2, (0, 1)), (3, (-1, 0))],
    ids=["top", "right", "bottom", "left"],
)
def test_edges_are_numbered_clockwise_from_the_top(edge: int, step: Cell) -> None:
    assert neighbour((0, 0), edge) == step


@given(cells, st.integers(0, 3))
def test_a_neighbour_is_one_pitch_away_and_leads_back(cell: Cell, edge: int) -> None:
    there = neighbour(cell, edge)
    assert dist(centre(cell), centre(there)) == 1
    assert neighbour(there, (edge + 2) % EDGES) == cell
