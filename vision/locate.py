"""Find the board of a learned copy in a photograph, or say that it is not there.

Features give rough candidates (fast ones first, careful ones when those fail); each candidate is refined and judged by
how many of the board's landmarks are seen where it puts them. Only a whole board that was seen is returned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.alignment import Matches, agreeing, fit_location, follow_landmarks
from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.errors import BoardNotFound
from vision.homography import Matrix, Pixels, Points, check_corners, homography_from_points
from vision.landmarks import (
    CAREFUL_LONG_SIDE_PX,
    QUICK_LONG_SIDE_PX,
    Features,
    Landmarks,
    careful_features,
    quick_features,
)
from vision.lattice import Lattice
from vision.location import Location
from vision.markers import board_corners_from_markers, find_markers

_RATIO = 0.8  # Lowe's ratio of the nearest to the second nearest descriptor
_INLIER_PX = 5.0  # lens distortion bends a board by up to this much in 2048 pixels
_MIN_INLIERS = 8
_CANDIDATES = 3  # boards of one kind that a picture can show: the own one, neighbours'

_ENOUGH = 0.35
"""Share of the fixed landmarks that must be seen. See docs/vision.md for the shares of right and wrong boards."""

_SURE = 0.7
"""A share from which no other candidate is looked for with the careful features."""

DOUBTFUL = 0.5
"""A location with less confidence than this (`_ENOUGH` of the landmarks) is not believed: every space is for review."""

_ENOUGH_IN_QUARTER = 0.12
"""Each quarter of the board must show at least this share of its landmarks: a board covered by half is not read."""

_CLEAR = 0.93
"""A share after which following the landmarks a second time moved no corner by more than 0.002 pitch."""

_FINGER = 0.15
"""How far a corner that a person gave may be off, in sizes of the board (root of its area)."""

_BLURS_PX = (1.5, 3.0)  # guide pixels: tried when the landmarks are seen but correlate badly
_SHARP = 0.85  # median correlation above which no blur is tried
_MAX_STRETCH = 6.0  # the nearest part of a board appears at most this many times larger than its farthest part
_MIN_PITCH_PX = 14.0  # a board whose spaces are smaller than this in the photo cannot be read


@dataclass(frozen=True, eq=False)
class _Found:
    location: Location
    share: float
    whole: bool


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
    return _near_corners(photo, _grey(photo), copy, corners_xy, "corners")


def _near_corners(
    photo: Photo, grey: Pixels, copy: LearnedCopy, corners_xy: Sequence[Sequence[float]] | Points, method: str
) -> Location:
    given = replace(locate_from_corners(photo, copy.lattice, corners_xy), method=method)
    landmarks = copy.landmarks
    if landmarks is None or len(landmarks.fixed_xy) < _MIN_INLIERS:  # a board without print tells nothing
        return given
    guide_grey, reduced = _shrunk(grey, QUICK_LONG_SIDE_PX)
    best_share = 0.0
    for first in range(4):
        turned = np.roll(np.asarray(corners_xy, np.float64), -first, axis=0)
        start = locate_from_corners(photo, copy.lattice, turned)
        found = _judge(start.homography, photo, guide_grey, reduced, landmarks)
        if found is None or not _is_near(found.location, start):
            continue
        if found.share >= _ENOUGH:
            return replace(found.location, method=method)
        best_share = max(best_share, found.share)
    note = "Between these corners the photo does not show the board of this copy: check the corners and every space."
    return replace(given, confidence=best_share, notes=(note,))


def _is_near(found: Location, given: Location) -> bool:
    off = np.hypot(*(found.corners_xy - given.corners_xy).T) * given.scale
    return bool(off.max() <= _FINGER * _size_px(given))


def locate(photo: Photo, copy: LearnedCopy) -> Location:
    """The location of the learned board, by its print, or else by markers laid around it. Raises `BoardNotFound`."""
    grey = _grey(photo)
    try:
        return _locate_by_features(photo, grey, copy)
    except BoardNotFound:
        corners = board_corners_from_markers(find_markers(grey))
        if corners is None:
            raise
        location = _near_corners(photo, grey, copy, corners / photo.scale, "markers")
        if location.confidence < DOUBTFUL:
            raise
        return location


def _grey(photo: Photo) -> Pixels:
    return np.asarray(cv2.cvtColor(photo.pixels, cv2.COLOR_RGB2GRAY), np.uint8)


def _locate_by_features(photo: Photo, grey: Pixels, copy: LearnedCopy) -> Location:
    landmarks = copy.landmarks
    if landmarks is None:
        raise BoardNotFound(
            "no-board-picture",
            "This copy has no board picture to look for: give the corners of the board, or lay markers around it.",
        )
    guide_grey, reduced = _shrunk(grey, QUICK_LONG_SIDE_PX)
    found: list[_Found] = []
    finders = (
        _quick_candidates(guide_grey, reduced, landmarks),
        _careful_candidates(grey, CAREFUL_LONG_SIDE_PX, landmarks),
        _careful_candidates(grey, 2 * CAREFUL_LONG_SIDE_PX, landmarks),
    )
    for matrices in finders:
        for matrix in matrices:
            candidate = _judge(matrix, photo, guide_grey, reduced, landmarks)
            if candidate is not None:
                found = _with_better(found, candidate)
        if any(candidate.whole and candidate.share >= _SURE for candidate in found):
            break
    seen = [candidate for candidate in found if candidate.share >= _ENOUGH]
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
    best = max(whole, key=lambda candidate: _size_px(candidate.location))
    notes = () if len(whole) == 1 else ("Two boards of this kind are in the photo; the larger one was read.",)
    return replace(best.location, notes=notes)


def _shrunk(grey: Pixels, long_side: int) -> tuple[Pixels, float]:
    factor = min(1.0, long_side / max(grey.shape))
    if factor == 1.0:
        return grey, 1.0
    small = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), small.shape[1] / grey.shape[1]


def _quick_candidates(guide_grey: Pixels, reduced: float, landmarks: Landmarks) -> Iterator[Matrix]:
    seen = quick_features(guide_grey)
    yield from _candidates(landmarks.quick_features, seen, reduced, cv2.NORM_HAMMING)


def _careful_candidates(grey: Pixels, long_side: int, landmarks: Landmarks) -> Iterator[Matrix]:
    small, reduced = _shrunk(grey, long_side)
    seen = careful_features(small)
    yield from _candidates(landmarks.careful_features, seen, reduced, cv2.NORM_L2)


def _candidates(known: Features, seen: Features, reduced: float, norm: int) -> Iterator[Matrix]:
    """Homographies from board units to `Photo.pixels` that many features agree on, the best first."""
    if len(seen.points_xy) < _MIN_INLIERS or len(known.points_xy) < 2:
        return
    pairs = cv2.BFMatcher(norm).knnMatch(seen.descriptors, known.descriptors, k=2)
    close = [first for first, second in pairs if first.distance < _RATIO * second.distance]
    board = known.points_xy[[match.trainIdx for match in close]]
    photo = (seen.points_xy[[match.queryIdx for match in close]] + 0.5) / reduced - 0.5
    for _ in range(_CANDIDATES):
        if len(board) < _MIN_INLIERS:
            return
        matrix, inliers = cv2.findHomography(board, photo, cv2.USAC_MAGSAC, _INLIER_PX, maxIters=3000, confidence=0.999)
        if matrix is None or inliers.sum() < _MIN_INLIERS:
            return
        yield np.asarray(matrix, np.float64)
        left = inliers.ravel() == 0
        board, photo = board[left], photo[left]


def _judge(matrix: Matrix, photo: Photo, guide_grey: Pixels, reduced: float, landmarks: Landmarks) -> _Found | None:
    height, width = photo.pixels.shape[:2]
    lattice = landmarks.lattice
    location = Location(matrix, lattice.size, (width, height), photo.scale, method="features")
    if not _is_plausible(location, lattice):
        return None
    matches = follow_landmarks(guide_grey, reduced, location, landmarks)
    blur = 0.0
    if np.median(matches.correlation) < _SHARP:
        tries = [(px, follow_landmarks(guide_grey, reduced, location, landmarks, px)) for px in _BLURS_PX]
        blur, matches = max([(0.0, matches), *tries], key=lambda pair: float(np.median(pair[1].correlation)))
    if matches.good.sum() < _MIN_INLIERS:
        return None
    location = fit_location(matches, fit_location(matches, location, fit_lens=False), fit_lens=True)
    if not _is_plausible(location, lattice):
        return None
    share = _seen_share(matches, location, landmarks)
    if share < _CLEAR:  # some landmarks were too far off to be followed: once more, from the better place
        matches = follow_landmarks(guide_grey, reduced, location, landmarks, blur)
        if matches.good.sum() < _MIN_INLIERS:
            return None
        location = fit_location(matches, location, fit_lens=True)
        if not _is_plausible(location, lattice):
            return None
        share = _seen_share(matches, location, landmarks)
    return _Found(replace(location, confidence=min(1.0, share / _SURE)), share, _is_whole(location, lattice))


def _seen_share(matches: Matches, location: Location, landmarks: Landmarks) -> float:
    """Share of the fixed landmarks inside the picture that are seen; 0 when a quarter of the board shows too few."""
    count = len(landmarks.fixed_xy)
    agree = agreeing(matches, location)[:count]
    where = location.to_photo(landmarks.fixed_xy)
    inside = ((where >= 0) & (where < np.array(location.photo_size))).all(axis=1)
    if not inside.any():
        return 0.0
    quarter = (landmarks.fixed_xy > np.array(location.size) / 2) @ np.array([1, 2])
    for index in range(4):
        here = inside & (quarter == index)
        if here.sum() >= _MIN_INLIERS and agree[here].mean() < _ENOUGH_IN_QUARTER:
            return 0.0
    return float(agree[inside].mean())


def _is_plausible(location: Location, lattice: Lattice) -> bool:
    """Whether a camera can see the board like this: not mirrored, not edge-on, not tiny."""
    width, height = location.size
    nodes = np.stack(np.meshgrid(np.linspace(0, width, 5), np.linspace(0, height, 5)), axis=-1)
    depth = nodes.reshape(-1, 2) @ location.homography[2, :2] + location.homography[2, 2]
    if depth.min() <= 0 or not np.isfinite(location.homography).all():
        return False
    seen = location.to_photo(nodes.reshape(-1, 2)).reshape(5, 5, 2)
    across, down = np.diff(seen, axis=1)[:-1], np.diff(seen, axis=0)[:, :-1]
    areas = across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0]
    if areas.min() <= 0 or areas.max() > _MAX_STRETCH**2 * areas.min():
        return False
    unit_area = width * height / 16
    return float(np.sqrt(areas.min() / unit_area)) * lattice.pitch >= _MIN_PITCH_PX


def _is_whole(location: Location, lattice: Lattice) -> bool:
    """Whether every space lies inside the picture."""
    outlines = np.vstack(
        [lattice.outline(name, space, 0.9) for name, area in lattice.layout.areas.items() for space in area.cells]
    )
    seen = location.to_photo(outlines)
    return bool(((seen >= 0) & (seen <= np.array(location.photo_size) - 1)).all())


def _with_better(found: list[_Found], candidate: _Found) -> list[_Found]:
    """`found` with one more place, or with the better of two fits of one place."""
    rivals = [other for other in found if _same_place(candidate, other)]
    if any(other.share >= candidate.share for other in rivals):
        return found
    return [*(other for other in found if other not in rivals), candidate]


def _same_place(one: _Found, other: _Found) -> bool:
    a, b = one.location, other.location
    middle = np.array([[a.size[0] / 2, a.size[1] / 2]])
    apart = float(np.hypot(*(a.to_photo(middle) - b.to_photo(middle))[0]))
    return apart < 0.3 * min(_size_px(a), _size_px(b))


def _size_px(location: Location) -> float:
    corners = location.corners_xy * location.scale
    x, y = corners[:, 0], corners[:, 1]
    return float(np.sqrt(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2))
