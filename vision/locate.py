"""Find the board of a learned copy in a photograph."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.errors import BoardNotFound
from vision.homography import Points, check_corners, homography_from_points
from vision.lattice import Lattice
from vision.location import Location

_FEATURE_LONG_SIDE = 1024


def locate_from_corners(photo: Photo, lattice: Lattice, corners_xy: Sequence[Sequence[float]] | Points) -> Location:
    """The location that a person's four corners (full-size pixels, clockwise from the top left) give.

    Raises `CornersNotUsable`.
    """
    corners = check_corners(corners_xy) * photo.scale
    height, width = photo.pixels.shape[:2]
    matrix = homography_from_points(lattice.corners_xy, corners)
    return Location(matrix, lattice.size, (width, height), photo.scale, method="corners")


def locate(photo: Photo, copy: LearnedCopy) -> Location:
    """The location of the learned board. Raises `BoardNotFound`."""
    if copy.board_picture is None:
        raise BoardNotFound("no-board-picture", "This copy has no board of its own: give the corners of the board.")
    sift = cv2.SIFT.create(nfeatures=2000)
    shrink = min(1.0, _FEATURE_LONG_SIDE / max(photo.pixels.shape[:2]))
    small = cv2.resize(photo.pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    seen, seen_marks = sift.detectAndCompute(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), None)
    known, known_marks = sift.detectAndCompute(cv2.cvtColor(copy.board_picture, cv2.COLOR_RGB2GRAY), None)
    pairs = cv2.BFMatcher().knnMatch(known_marks, seen_marks, k=2)
    good = [p[0] for p in pairs if len(p) == 2 and p[0].distance < 0.8 * p[1].distance]
    if len(good) < 12:
        raise BoardNotFound("board-not-found", "We could not find the board in this photo: give its corners.")
    source = np.array([known[m.queryIdx].pt for m in good])
    target = np.array([seen[m.trainIdx].pt for m in good]) / shrink
    matrix, mask = cv2.findHomography(source, target, cv2.USAC_MAGSAC, 4.0, maxIters=5000, confidence=0.999)
    if matrix is None or mask.sum() < 12:
        raise BoardNotFound("board-not-found", "We could not find the board in this photo: give its corners.")
    height, width = photo.pixels.shape[:2]
    return Location(np.asarray(matrix), copy.lattice.size, (width, height), photo.scale, method="features")
