"""What the learned board picture offers for finding the board again: features, and points whose surroundings stand out.

Made once for each copy; photographs are only seen by the feature functions and `even_out`, which treat them as the
board picture was treated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decode import FIRST_LOOK_PX
from vision.homography import Pixels, Points
from vision.lattice import Lattice

FIXED_POINTS = 120
"""Landmarks outside the spaces, where no piece belongs: the evidence that the board lies where it was fitted."""

OTHER_POINTS = 60
"""Landmarks on the spaces' own print; pieces may hide them, so they help the fit and are no evidence."""

GUIDE_AREA_PX = 260_000
"""Size of the picture that surroundings are compared in. Twice the side gave the same corner error (within 0.002 pitch)
on all four photo sets at four times the cost."""

WINDOW_PX = 21
"""Side of what is compared around a landmark, guide pixels."""

_MIN_DISTANCE_PX = 14  # between landmarks, guide pixels
_BORDER_PX = 11  # landmarks keep this far from the board's edge: what lies beyond is the table
_CORNER_QUALITY = 0.01
_SAMPLING_SIGMA_PX = 0.4  # guide pixels: averages what a guide pixel covers
_EVEN_WINDOW_PX = 25
_EVEN_FLOOR = 6.0  # grey levels: contrast below this is noise and is not blown up
_EVEN_CONTRAST = 45.0

QUICK_LONG_SIDE_PX = FIRST_LOOK_PX
_QUICK_FEATURES = 700
_QUICK_BOARD_FEATURES = 900
_QUICK_ZOOM = 0.6
_QUICK_LEVELS = 5
_QUICK_STEP = 1.3
_QUICK_THRESHOLD = 12
"""With these ORB finds the board in 62 of the 64 labelled photographs; with eight finer levels, a threshold of 8 and
two zooms of the board picture it took half as long again and found 55: weak features only crowd out the strong."""

CAREFUL_LONG_SIDE_PX = 448
_CAREFUL_FEATURES = 800
_CAREFUL_BOARD_FEATURES = 1200
_CAREFUL_ZOOM = 0.35
"""SIFT finds the board in all 64 at this size, in half the time of 640 pixels."""

FINEST_LONG_SIDE_PX = 1280
"""Where SIFT looks last, for boards that are small in the picture."""


@dataclass(frozen=True, eq=False)
class Features:
    """Keypoints (N, 2) and their descriptors (N, D)."""

    points_xy: Points
    descriptors: NDArray[Any]


@dataclass(frozen=True, eq=False)
class Landmarks:
    """The learned board, prepared for `locate`."""

    picture: Pixels
    lattice: Lattice

    @cached_property
    def grey(self) -> Pixels:
        """The board picture in grey."""
        return np.asarray(cv2.cvtColor(self.picture, cv2.COLOR_RGB2GRAY), np.uint8)

    @cached_property
    def zoom(self) -> float:
        """Guide pixels per board unit."""
        return float(min(1.0, np.sqrt(GUIDE_AREA_PX / self.grey.size)))

    @cached_property
    def guide(self) -> Pixels:
        """The grey board picture in guide pixels, evened out."""
        return self.blurred_guide(0.0)

    def blurred_guide(self, sigma_px: float) -> Pixels:
        """The guide as a blurred photograph would show it."""
        if sigma_px not in self._guides:
            width, height = (round(side * self.zoom) for side in self.lattice.size)
            sigma = np.hypot(sigma_px, _SAMPLING_SIGMA_PX) / self.zoom
            smooth = cv2.GaussianBlur(self.grey, (0, 0), sigma)
            offset = 0.5 / self.zoom - 0.5  # pixel centres: the same mapping as in `rectify`, exactly
            matrix = np.array([[1 / self.zoom, 0, offset], [0, 1 / self.zoom, offset]])
            small = cv2.warpAffine(smooth, matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
            self._guides[sigma_px] = even_out(np.asarray(small, np.uint8))
        return self._guides[sigma_px]

    @cached_property
    def _guides(self) -> dict[float, Pixels]:
        return {}

    @cached_property
    def fixed_xy(self) -> Points:
        """Landmarks (N, 2) outside the spaces, board units."""
        return self._corners(np.asarray(255 - self._spaces_mask, np.uint8), FIXED_POINTS)

    @cached_property
    def points_xy(self) -> Points:
        """All landmarks (N, 2), board units: first `fixed_xy`, then those on the spaces."""
        return np.vstack([self.fixed_xy, self._corners(self._spaces_mask, OTHER_POINTS)])

    @cached_property
    def _spaces_mask(self) -> Pixels:
        mask = np.zeros(self.guide.shape, np.uint8)
        for name, area in self.lattice.layout.areas.items():
            for space in area.cells:
                outline = np.round(self.lattice.outline(name, space, 1.1) * self.zoom).astype(np.int32)
                cv2.fillPoly(mask, [outline], 255)
        return mask

    def _corners(self, mask: Pixels, count: int) -> Points:
        inner = np.zeros_like(mask)
        inner[_BORDER_PX:-_BORDER_PX, _BORDER_PX:-_BORDER_PX] = mask[_BORDER_PX:-_BORDER_PX, _BORDER_PX:-_BORDER_PX]
        smooth = cv2.GaussianBlur(self.guide, (0, 0), 1.0)
        found = cv2.goodFeaturesToTrack(smooth, count, _CORNER_QUALITY, _MIN_DISTANCE_PX, mask=inner)
        corners = np.zeros((0, 2)) if found is None else np.asarray(found, np.float64).reshape(-1, 2)
        placed: Points = (corners + 0.5) / self.zoom - 0.5
        return placed

    def windows(self, blur_px: float) -> NDArray[np.float32]:
        """What surrounds each landmark in the guide, (N, WINDOW_PX * WINDOW_PX)."""
        if blur_px not in self._windows:
            places = ((self.points_xy + 0.5) * self.zoom - 0.5).astype(np.float32)
            self._windows[blur_px] = windows_around(self.blurred_guide(blur_px), places)
        return self._windows[blur_px]

    @cached_property
    def _windows(self) -> dict[float, NDArray[np.float32]]:
        return {}

    @cached_property
    def outlines_xy(self) -> Points:
        """The corners (N, 2) of all spaces' outlines, a little inside, board units."""
        lattice = self.lattice
        return np.vstack(
            [lattice.outline(name, space, 0.9) for name, area in lattice.layout.areas.items() for space in area.cells]
        )

    @cached_property
    def quick_features(self) -> Features:
        """ORB features of the board in board units."""
        return _scaled(quick_features(self._zoomed(_QUICK_ZOOM), _QUICK_BOARD_FEATURES), _QUICK_ZOOM)

    @cached_property
    def careful_features(self) -> Features:
        """SIFT features of the board in board units."""
        zoomed = self._zoomed(_CAREFUL_ZOOM)
        return _scaled(careful_features(zoomed, _CAREFUL_BOARD_FEATURES), _CAREFUL_ZOOM)

    def warm_up(self) -> None:
        """Compute everything now rather than in the first reading."""
        for _ in (self.points_xy, self.quick_features, self.careful_features):
            pass

    def _zoomed(self, zoom: float) -> Pixels:
        return np.asarray(cv2.resize(self.grey, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)


def quick_features(grey: Pixels, count: int = _QUICK_FEATURES) -> Features:
    """ORB features: several times as fast as SIFT, and enough for most photographs."""
    finder = cv2.ORB.create(
        nfeatures=count, scaleFactor=_QUICK_STEP, nlevels=_QUICK_LEVELS, fastThreshold=_QUICK_THRESHOLD
    )
    keypoints, descriptors = finder.detectAndCompute(grey, None)
    return Features(_points(keypoints), np.asarray(descriptors if keypoints else np.zeros((0, 32)), np.uint8))


def careful_features(grey: Pixels, count: int = _CAREFUL_FEATURES) -> Features:
    """SIFT features: hold in blur and steep views."""
    keypoints, descriptors = cv2.SIFT.create(nfeatures=count).detectAndCompute(grey, None)
    return Features(_points(keypoints), np.asarray(descriptors if keypoints else np.zeros((0, 128)), np.float32))


def even_out(grey: Pixels) -> Pixels:
    """A grey picture with shade, glare and contrast evened out: every neighbourhood has the same mean and deviation."""
    values = grey.astype(np.float32)
    window = (_EVEN_WINDOW_PX, _EVEN_WINDOW_PX)
    off = values - cv2.blur(values, window)
    deviation = np.sqrt(np.maximum(cv2.blur(off * off, window), 0))  # the running sums of a blur may end below zero
    evened = 128 + _EVEN_CONTRAST * off / (deviation + _EVEN_FLOOR)
    return np.asarray(np.clip(evened, 0, 255, out=evened), np.uint8)


def windows_around(picture: Pixels, centres: NDArray[np.float32]) -> NDArray[np.float32]:
    """The pixels (N, WINDOW_PX * WINDOW_PX) around points (N, 2) of a grey picture."""
    steps = np.arange(WINDOW_PX, dtype=np.float32) - WINDOW_PX // 2
    maps = centres.reshape(-1, 1, 2) + np.stack(np.meshgrid(steps, steps), axis=-1).reshape(1, -1, 2)
    values = cv2.remap(picture, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(values, np.float32).reshape(len(centres), -1)


def _points(keypoints: Sequence[cv2.KeyPoint]) -> Points:
    return np.array([keypoint.pt for keypoint in keypoints], np.float64).reshape(-1, 2)


def _scaled(features: Features, zoom: float) -> Features:
    return Features((features.points_xy + 0.5) / zoom - 0.5, features.descriptors)
