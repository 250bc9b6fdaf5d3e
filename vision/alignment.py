"""Refine a location by comparing the photograph with the learned board picture around its landmarks.

The photograph is rectified with the location so far, both pictures are evened out, each landmark is followed from
one to the other (Lucas and Kanade 1981, in a pyramid), and a homography with radial distortion is fitted through them;
those that do not follow (pieces, cards, glare) have no say. How many follow is the evidence that the board is there.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decode import unit_px
from vision.homography import Matrix, Pixels, Points, apply_homography
from vision.landmarks import WINDOW_PX, Landmarks, even_out, windows_around
from vision.location import Location, lens
from vision.rectify import rectify

GOOD_CORRELATION = 0.6
"""Around a landmark that is really seen the two pictures correlate above 0.8 (above 0.5 in a blurred photograph)."""

AGREES = 2.5
"""A landmark agrees with the fit when it lies within this of its place; right ones scatter by 0.1 to 1. Like all
distances in the photograph here in 2048ths of its long side, for landmarks are followed at one size whatever it has."""

_PYRAMID = 2  # levels above: shifts up to about 40 guide pixels are followed
_ROBUST = 1.5
"""Residual at which a match has a quarter of its weight."""

_LENS_PRIOR = 50.0
"""Weight of "no distortion" against the matches: a k1 of 0.02 costs as much as one match that is off by 1."""

_FIT_STEPS = 12
_SETTLED_PX = 0.01


@dataclass(frozen=True, eq=False)
class Matches:
    """Landmarks of the board and where each was found in the photograph.

    Attributes
    ----------
    board_xy : (N, 2) float64
        Board units.
    photo_xy : (N, 2) float64
        Pixels of `Photo.pixels`.
    correlation : (N,) float64
        Of the landmark's surroundings in the two pictures, -1 to 1; -1 where it was lost.
    """

    board_xy: Points
    photo_xy: Points
    correlation: NDArray[np.float64]

    @property
    def good(self) -> NDArray[np.bool_]:
        """Which landmarks were found."""
        return np.asarray(self.correlation > GOOD_CORRELATION)


def follow_landmarks(
    grey: Pixels, reduced: float, location: Location, landmarks: Landmarks, blur_px: float = 0.0
) -> Matches:
    """Where the landmarks lie in the photograph, given roughly where the board lies.

    Parameters
    ----------
    grey : (H, W) uint8
        The photograph, shrunk to `reduced` of `Photo.pixels`.
    blur_px : float
        How much the board picture is blurred to look like the photograph, guide pixels.
    """
    guide = landmarks.blurred_guide(blur_px)
    seen = even_out(rectify(grey, location, landmarks.zoom, reduced))
    zoom = landmarks.zoom
    start = ((landmarks.points_xy + 0.5) * zoom - 0.5).astype(np.float32)
    if len(start) == 0:
        return Matches(landmarks.points_xy, landmarks.points_xy, np.zeros(0))
    found, status, _ = cv2.calcOpticalFlowPyrLK(  # type: ignore[call-overload]
        guide, seen, start.reshape(-1, 1, 2), None, winSize=(WINDOW_PX, WINDOW_PX), maxLevel=_PYRAMID
    )
    found = found.reshape(-1, 2)
    correlation = _correlation(landmarks.windows(blur_px), windows_around(seen, found))
    correlation[status.ravel() == 0] = -1.0
    board: Points = (found.astype(np.float64) + 0.5) / zoom - 0.5
    return Matches(landmarks.points_xy, location.to_photo(board), correlation)


def fit_location(matches: Matches, start: Location, fit_lens: bool) -> Location:
    """The location through the good matches: robust least squares over a homography and, if asked, the lens."""
    good = matches.good
    board, seen, trust = matches.board_xy[good], matches.photo_xy[good], matches.correlation[good]
    to_unit = _to_unit(start.size)
    flat = apply_homography(to_unit, board)
    first = start.homography @ np.linalg.inv(to_unit)
    parameters = np.append((first / first[2, 2]).ravel()[:8], start.k1)
    count = 9 if fit_lens else 8
    unit = unit_px(start.photo_size)
    for _ in range(_FIT_STEPS):
        predicted, jacobian = _project(parameters, flat, start.photo_size)
        off = seen - predicted
        weight = trust / (1 + (off**2).sum(axis=1) / (_ROBUST * unit) ** 2) ** 2
        root = np.sqrt(weight)
        a = (jacobian[:, :, :count] * root[:, None, None]).reshape(-1, count)
        b = (off * root[:, None]).reshape(-1)
        if fit_lens:
            a = np.vstack([a, np.append(np.zeros(8), _LENS_PRIOR * unit)])
            b = np.append(b, -_LENS_PRIOR * unit * parameters[8])
        change, _, _, _ = np.linalg.lstsq(a, b, rcond=None)
        parameters[:count] += change
        if np.abs(jacobian[:, :, :count] @ change).max(initial=0.0) < _SETTLED_PX:
            break
    matrix = np.append(parameters[:8], 1.0).reshape(3, 3) @ to_unit
    return replace(start, homography=matrix / matrix[2, 2], k1=float(parameters[8]))


def agreeing(matches: Matches, location: Location) -> NDArray[np.bool_]:
    """Which landmarks were found where the location puts them."""
    off = matches.photo_xy - location.to_photo(matches.board_xy)
    near = (off**2).sum(axis=1) < (AGREES * unit_px(location.photo_size)) ** 2
    return np.asarray(near & matches.good)


def _to_unit(size: tuple[float, float]) -> Matrix:
    half_width, half_height = size[0] / 2, size[1] / 2
    half = max(half_width, half_height)
    return np.array([[1 / half, 0, -half_width / half], [0, 1 / half, -half_height / half], [0, 0, 1]])


def _project(parameters: Points, flat: Points, photo_size: tuple[int, int]) -> tuple[Points, NDArray[np.float64]]:
    """Where points (N, 2) are seen, and how that changes (N, 2, 9) with the eight entries of the homography and k1."""
    x, y = flat[:, 0], flat[:, 1]
    k1 = float(parameters[8])
    depth = parameters[6] * x + parameters[7] * y + 1
    straight = np.column_stack(
        [
            (parameters[0] * x + parameters[1] * y + parameters[2]) / depth,
            (parameters[3] * x + parameters[4] * y + parameters[5]) / depth,
        ]
    )
    homogeneous = np.column_stack([x, y, np.ones_like(x)]) / depth[:, None]
    by_matrix = np.zeros((len(flat), 2, 8))
    by_matrix[:, 0, 0:3] = homogeneous
    by_matrix[:, 1, 3:6] = homogeneous
    by_matrix[:, :, 6:8] = -straight[:, :, None] * homogeneous[:, None, :2]
    centre, half_diagonal = lens(photo_size)
    offset = straight - centre
    r2 = (offset**2).sum(axis=1) / half_diagonal**2
    by_straight = (1 + k1 * r2)[:, None, None] * np.eye(2)
    by_straight = by_straight + (2 * k1 / half_diagonal**2) * offset[:, :, None] * offset[:, None, :]
    jacobian = np.concatenate([by_straight @ by_matrix, (offset * r2[:, None])[:, :, None]], axis=2)
    return centre + offset * (1 + k1 * r2)[:, None], jacobian


def _correlation(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float64]:
    a = a - a.mean(axis=1, keepdims=True)
    b = b - b.mean(axis=1, keepdims=True)
    norm = np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1)) + 1e-6
    return np.asarray((a * b).sum(axis=1) / norm, np.float64)
