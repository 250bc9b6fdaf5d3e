"""Printed corner markers: a third way to find a board, for boards without features or copies without a board picture.

Four ArUco markers (dictionary 4x4_50) are cut out along their line and laid around the board, numbers 0 to 3 at its
top left, top right, bottom right and bottom left, each touching the board's corner with its own marked corner, sides
along the board's. That corner of the paper is the corner of the board.
"""

import cv2
import numpy as np

from vision.homography import Pixels, Points, apply_homography, homography_from_points

DICTIONARY = cv2.aruco.DICT_4X4_50
COUNT = 4
MARGIN = 0.15
"""White margin between the black square and the cut, in sides of the square: detection needs a light rim."""

_TOUCHING = np.array([[1, 1], [0, 1], [0, 0], [1, 0]], np.float64)
"""The corner of each marker that touches the board, on the square from (0, 0) to (1, 1)."""


def marker_modules(number: int) -> Pixels:
    """The black (0) and white (255) modules (6, 6) of a marker."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, 6), np.uint8)


def find_markers(grey: Pixels) -> dict[int, Points]:
    """Corners (4, 2) of the black square of each marker in a picture, clockwise from the marker's own top left.

    A number that is seen twice belongs to two sets and is left out.
    """
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), settings)
    corners, numbers, _ = detector.detectMarkers(grey)
    found = [] if numbers is None else [int(number) for number in np.asarray(numbers).ravel()]
    return {
        number: np.asarray(square, np.float64).reshape(4, 2)
        for number, square in zip(found, corners, strict=True)
        if number < COUNT and found.count(number) == 1
    }


def board_corners_from_markers(markers: dict[int, Points]) -> Points | None:
    """The corners (4, 2) of the board, clockwise from the top left; None unless all four markers are seen.

    Each corner comes from its own marker, a little beyond its black square.
    """
    if any(number not in markers for number in range(COUNT)):
        return None
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
    corners = []
    for number in range(COUNT):
        beyond = 0.5 + (_TOUCHING[number] - 0.5) * (1 + 2 * MARGIN)
        corners.append(apply_homography(homography_from_points(square, markers[number]), beyond)[0])
    return np.array(corners)
