"""Plane-to-plane mappings: homographies from corners, and which four corners a board can have in a photograph.

Points are (N, 2) float64 arrays of (x, y); a pixel's centre has whole coordinates, as in OpenCV.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import CornersNotUsable

Points = NDArray[np.float64]
Matrix = NDArray[np.float64]
Pixels = NDArray[np.uint8]

_MIN_SINE = 0.02
"""Two sides of a board that meet at less than about 1 degree lie on a line: a board is never seen that flat."""

_MIN_SIDE_PX = 8.0
"""No board whose side is shorter than this can be read."""


def homography_from_points(source_xy: Points, target_xy: Points) -> Matrix:
    """The homography that takes four or more source points to their targets (least squares beyond four).

    Returns
    -------
    (3, 3) float64
        Entry ``[2, 2]`` is 1.
    """
    matrix, _ = cv2.findHomography(source_xy.reshape(-1, 1, 2), target_xy.reshape(-1, 1, 2), 0)
    if matrix is None:
        raise CornersNotUsable("corners-not-usable", "The corners do not outline a board: mark its four corners again.")
    return np.asarray(matrix, np.float64)


def apply_homography(matrix: Matrix, points_xy: Points) -> Points:
    """Where a homography takes points, (N, 2) to (N, 2)."""
    points = np.asarray(points_xy, np.float64).reshape(-1, 2)
    homogeneous = points @ matrix[:, :2].T + matrix[:, 2]
    mapped: Points = homogeneous[:, :2] / homogeneous[:, 2:]
    return mapped


def check_corners(corners_xy: Sequence[Sequence[float]] | Points) -> Points:
    """The four corners of a board in a photograph as an array, when a board can lie there.

    Parameters
    ----------
    corners_xy : (4, 2)
        Top left, top right, bottom right, bottom left of the board as its owner sees it.

    Returns
    -------
    (4, 2) float64

    Raises
    ------
    CornersNotUsable
        Sides cross, three corners lie nearly on one line, or the order is anticlockwise (a mirrored board).
    """
    corners = np.asarray(corners_xy, np.float64)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise CornersNotUsable("corners-not-usable", "Four corners are needed, each as x,y.")
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    if lengths.min() < _MIN_SIDE_PX:
        raise CornersNotUsable("corners-not-usable", "Two of the corners lie on top of each other: mark four corners.")
    after = np.roll(sides, -1, axis=0)
    turns = (sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]) / (lengths * np.roll(lengths, -1))
    if np.abs(turns).min() < _MIN_SINE:
        raise CornersNotUsable(
            "corners-not-usable", "Three of the corners lie on one line: mark the board's own corners."
        )
    if (turns > 0).all():
        return corners
    if (turns < 0).all():
        raise CornersNotUsable(
            "corners-not-usable", "The corners run anticlockwise: give top left, top right, bottom right, bottom left."
        )
    raise CornersNotUsable(
        "corners-not-usable", "The sides between the corners cross: give the corners clockwise from the top left."
    )
