"""Corners and homographies make their own truth: points warped by a known matrix come back."""

import numpy as np
import pytest

from vision.errors import CornersNotUsable
from vision.homography import apply_homography, check_corners, homography_from_points

MATRIX = np.array([[1.1, 0.1, 40.0], [-0.05, 0.9, 60.0], [1e-4, -2e-4, 1.0]])


def test_a_homography_is_found_again_from_four_points() -> None:
    corners = np.array([[0, 0], [800, 0], [800, 500], [0, 500]], np.float64)
    found = homography_from_points(corners, apply_homography(MATRIX, corners))
    assert np.allclose(found, MATRIX, atol=1e-4)


@pytest.mark.parametrize(
    ("corners", "reason"),
    [
        ([[0, 0], [100, 100], [100, 0], [0, 100]], "cross"),
        ([[0, 0], [50, 0], [100, 0], [0, 100]], "one line"),
        ([[0, 0], [0, 100], [100, 100], [100, 0]], "anticlockwise"),
        ([[0, 0], [0, 0], [100, 100], [0, 100]], "on top of each other"),
        ([[0, 0], [100, 0], [100, 100]], "Four corners"),
        ([[0, 0], [100, 0], [100, float("nan")], [0, 100]], "Four corners"),
    ],
)
def test_corners_that_no_board_has_are_refused(corners: list[list[float]], reason: str) -> None:
    with pytest.raises(CornersNotUsable, match=reason):
        check_corners(corners)


def test_a_turned_board_keeps_its_corners() -> None:
    corners = [[900, 700], [100, 720], [120, 90], [880, 100]]
    assert check_corners(corners).tolist() == corners
