"""Find the board of a learned copy in a photograph, or say that it is not there.

Features give rough candidates (fast ones first, careful ones when those fail); each candidate is refined and judged by
how many of the board's landmarks are seen where it puts them. Only a whole board that was seen is returned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.copies import LearnedCopy
from vision.decode import Photo, unit_px
from vision.errors import BoardNotFound
from vision.evidence import (
    DOUBTFUL,
    ENOUGH,
    MIN_LANDMARKS,
    SURE,
    Found,
    Scene,
    is_right_way_up,
    judge,
    shrunk,
    size_px,
    with_better,
)
from vision.homography import Matrix, Points, check_corners, homography_from_points
from vision.landmarks import CAREFUL_LONG_SIDE_PX, FINEST_LONG_SIDE_PX, Features, careful_features, quick_features
from vision.lattice import Lattice
from vision.location import Location
from vision.markers import board_corners_from_markers, find_markers

_RATIO = 0.8  # Lowe's ratio of the nearest to the second nearest descriptor
_INLIER = 5.0  # in `decode.unit_px`: lens distortion bends a board by up to this much
_MIN_INLIERS = 8
_CANDIDATES = 3  # boards of one kind that a picture can show: the own one, neighbours'

_ANOTHER_BOARD = 0.25
"""Once the board was surely found, another candidate is only looked at when this part of the best one's features agree
on it: a second board in the picture has hundreds, chance a dozen."""

_FINGER = 0.15
"""How far a corner that a person gave may be off, in sizes of the board (root of its area)."""


def locate_from_corners(photo: Photo, lattice: Lattice, corners_xy: Sequence[Sequence[float]] | Points) -> Location:
    """The location that a person's four corners (full-size pixels, clockwise from the top left) give.

    Raises `CornersNotUsable`.
    """
    corners = check_corners(corners_xy) * photo.scale
    height, width = photo.pixels.shape[:2]
    matrix = homography_from_points(lattice.corners_xy, corners)
    return Location(matrix, lattice.size, (width, height), photo.scale, method="corners")


def locate_near_corners(photo: Photo, copy: LearnedCopy, corners_xy: Sequence[Sequence[float]] | Points) -> Location:
    """The location near the corners that a person gave: a finger is several pixels off, the board's print is not.

    Where the copy has a board picture and the board is seen near the corners (in any of the four orders, for a person
    may begin at the wrong one), that place is returned; elsewhere the corners as they are, with the little confidence
    that the picture gives them. A copy without a board picture has only the corners, which are then those of the
    rectangle around the outlines of its spaces.

    Raises `CornersNotUsable`.
    """
    return _near_corners(photo, copy, corners_xy, "corners")


def _near_corners(
    photo: Photo, copy: LearnedCopy, corners_xy: Sequence[Sequence[float]] | Points, method: str
) -> Location:
    given = replace(locate_from_corners(photo, copy.lattice, corners_xy), method=method)
    landmarks = copy.landmarks
    if landmarks is None or len(landmarks.fixed_xy) < MIN_LANDMARKS:  # a board without print tells nothing
        return given
    scene = Scene(photo, landmarks)
    best_share = 0.0
    for first in range(4):
        turned = np.roll(np.asarray(corners_xy, np.float64), -first, axis=0)
        start = locate_from_corners(photo, copy.lattice, turned)
        found = judge(start.homography, scene)
        if found is None or not _is_near(found.location, start):
            continue
        if found.share >= ENOUGH:
            return replace(found.location, method=method)
        best_share = max(best_share, found.share)
    note = "Between these corners the photo does not show the board of this copy: check the corners and every space."
    return replace(given, confidence=best_share, notes=(note,))


def _is_near(found: Location, given: Location) -> bool:
    off = np.hypot(*(found.corners_xy - given.corners_xy).T) * given.scale
    return bool(off.max() <= _FINGER * size_px(given))


def locate(photo: Photo, copy: LearnedCopy) -> Location:
    """The location of the learned board, by its print, or else by markers laid around it. Raises `BoardNotFound`."""
    try:
        return _locate_by_features(photo, copy)
    except BoardNotFound:
        corners = board_corners_from_markers(
            find_markers(np.asarray(cv2.cvtColor(photo.pixels, cv2.COLOR_RGB2GRAY), np.uint8))
        )
        if corners is None:
            raise
        location = _near_corners(photo, copy, corners / photo.scale, "markers")
        if location.confidence < DOUBTFUL:
            raise
        return location


def _locate_by_features(photo: Photo, copy: LearnedCopy) -> Location:
    landmarks = copy.landmarks
    if landmarks is None:
        raise BoardNotFound(
            "no-board-picture",
            "This copy has no board picture to look for: give the corners of the board, or lay markers around it.",
        )
    scene = Scene(photo, landmarks)
    found: list[Found] = []
    finders = [_quick_candidates(scene), _careful_candidates(scene, CAREFUL_LONG_SIDE_PX)]
    if photo.is_finest:
        finders.append(_careful_candidates(scene, FINEST_LONG_SIDE_PX))
    for candidates in finders:
        most = 0
        for matrix, agreeing in candidates:
            most = max(most, agreeing)
            if _is_sure(found) and agreeing < _ANOTHER_BOARD * most:
                break
            candidate = judge(matrix, scene)
            if candidate is not None:
                found = with_better(found, candidate)
        if _is_sure(found):
            break
    seen = [
        candidate
        for candidate in found
        if candidate.share >= ENOUGH and (candidate.share >= SURE or is_right_way_up(candidate, scene))
    ]
    whole = [candidate for candidate in seen if candidate.whole]
    if not whole:
        if seen:
            raise BoardNotFound(
                "board-not-whole",
                "Part of the board is outside the picture. Take the photo again with the whole board in view.",
            )
        raise BoardNotFound(
            "board-not-found",
            "We could not find the board of this copy in the photo. Take it again from above with the whole board "
            "in view, or mark the board's corners.",
        )
    best = max(whole, key=lambda candidate: size_px(candidate.location))
    notes = () if len(whole) == 1 else ("Two boards of this kind are in the photo; the larger one was read.",)
    return replace(best.location, notes=notes)


def _is_sure(found: Sequence[Found]) -> bool:
    return any(candidate.whole and candidate.share >= SURE for candidate in found)


def _quick_candidates(scene: Scene) -> Iterator[tuple[Matrix, int]]:
    seen = quick_features(scene.quick_grey)
    yield from _candidates(scene.landmarks.quick_features, seen, scene, scene.reduced)


def _careful_candidates(scene: Scene, long_side: int) -> Iterator[tuple[Matrix, int]]:
    small, reduced = shrunk(scene.grey, long_side)
    yield from _candidates(scene.landmarks.careful_features, careful_features(small), scene, reduced)


def _candidates(known: Features, seen: Features, scene: Scene, reduced: float) -> Iterator[tuple[Matrix, int]]:
    """Homographies from board units to `Photo.pixels` and how many features agree on each, the best first."""
    if len(seen.points_xy) < _MIN_INLIERS or len(known.points_xy) < 2:
        return
    index, nearest = _matched(seen, known)
    board = known.points_xy[nearest]
    photo = (seen.points_xy[index] + 0.5) / reduced - 0.5
    height, width = scene.grey.shape
    inlier_px = _INLIER * unit_px((width, height))
    for _ in range(_CANDIDATES):
        if len(board) < _MIN_INLIERS:
            return
        matrix, inliers = cv2.findHomography(board, photo, cv2.USAC_MAGSAC, inlier_px, maxIters=3000, confidence=0.999)
        if matrix is None or inliers.sum() < _MIN_INLIERS:
            return
        yield np.asarray(matrix, np.float64), int(inliers.sum())
        left = inliers.ravel() == 0
        board, photo = board[left], photo[left]


def _matched(seen: Features, known: Features) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Features of a photograph and those of the board nearest to them, where the second nearest is much less alike."""
    if seen.descriptors.dtype == np.uint8:
        pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(seen.descriptors, known.descriptors, k=2)
        close = [first for first, second in pairs if first.distance < _RATIO * second.distance]
        return np.array([m.queryIdx for m in close], np.intp), np.array([m.trainIdx for m in close], np.intp)
    # Euclidean distances by one matrix product: half the time of comparing all pairs.
    a, b = seen.descriptors, known.descriptors
    squared = (a * a).sum(axis=1)[:, None] + (b * b).sum(axis=1) - 2 * a @ b.T
    two = np.argpartition(squared, 1, axis=1)[:, :2]
    first, second = np.take_along_axis(squared, two, axis=1).T
    index = np.flatnonzero(first < _RATIO**2 * second)
    return index, two[index, 0]
