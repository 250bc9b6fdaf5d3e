"""How surely the board of a copy lies where a candidate puts it: the candidate refined, and the evidence for it."""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.alignment import Matches, agreeing, fit_location, follow_landmarks
from vision.decode import Photo
from vision.homography import Matrix, Pixels, homography_from_points
from vision.landmarks import QUICK_LONG_SIDE_PX, Landmarks
from vision.lattice import Lattice
from vision.location import Location

ENOUGH = 0.55
"""Share of the fixed landmarks that must be seen. See docs/vision.md for the shares of right and wrong boards."""

SURE = 0.8
"""A share from which neither other candidates nor other turns of the board are tried."""

DOUBTFUL = ENOUGH / SURE
"""A location with less confidence than this is not believed. Where a person gave its corners, every space is then for
review; elsewhere the board is not found."""

_CLEARLY_BETTER = 0.2
"""How much larger a share must be than that of the same place with the board turned: frames look alike all round."""

_ENOUGH_IN_QUARTER = 0.12
"""Each quarter of the board must show at least this share of its landmarks: a board covered by half is not read."""

_CLEAR = 0.93
"""A share after which following the landmarks a second time moved no corner by more than 0.002 pitch."""

MIN_LANDMARKS = 8  # fewer determine no board, and their share says nothing
_BLURS_PX = (1.5, 3.0)  # guide pixels: tried when the landmarks are seen but correlate badly
_SHARP = 0.85  # median correlation above which no blur is tried
_MAX_STRETCH = 6.0  # the nearest part of a board appears at most this many times larger than its farthest part
_MIN_PITCH_PX = 14.0  # a board whose spaces are smaller than this in the photo cannot be read


@dataclass(frozen=True, eq=False)
class Scene:
    """A photograph in which a board is looked for."""

    photo: Photo
    landmarks: Landmarks

    @cached_property
    def grey(self) -> Pixels:
        """`Photo.pixels` in grey."""
        return np.asarray(cv2.cvtColor(self.photo.pixels, cv2.COLOR_RGB2GRAY), np.uint8)

    @cached_property
    def _quick(self) -> tuple[Pixels, float]:
        return shrunk(self.grey, QUICK_LONG_SIDE_PX)

    @property
    def quick_grey(self) -> Pixels:
        """`grey` at the size in which quick features are found and landmarks followed."""
        return self._quick[0]

    @property
    def reduced(self) -> float:
        """Size of `quick_grey` relative to `grey`."""
        return self._quick[1]


@dataclass(frozen=True, eq=False)
class Found:
    """A place where the board may lie: the share of its fixed landmarks seen there, and whether all its spaces are."""

    location: Location
    share: float
    whole: bool


def shrunk(grey: Pixels, long_side: int) -> tuple[Pixels, float]:
    """A grey picture at most this long, and its size relative to what was given."""
    factor = min(1.0, long_side / max(grey.shape))
    if factor == 1.0:
        return grey, 1.0
    small = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), small.shape[1] / grey.shape[1]


def judge(matrix: Matrix, scene: Scene) -> Found | None:
    """A candidate, refined and judged; None where no camera can see the board like that or nothing of it is seen.

    Parameters
    ----------
    matrix : (3, 3) float64
        Board units to `Photo.pixels`, roughly.
    """
    photo, landmarks = scene.photo, scene.landmarks
    guide_grey, reduced = scene.quick_grey, scene.reduced
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
    if matches.good.sum() < MIN_LANDMARKS:
        return None
    location = fit_location(matches, fit_location(matches, location, fit_lens=False), fit_lens=True)
    if not _is_plausible(location, lattice):
        return None
    share = _seen_share(matches, location, landmarks)
    if share < _CLEAR:  # some landmarks were too far off to be followed: once more, from the better place
        matches = follow_landmarks(guide_grey, reduced, location, landmarks, blur)
        if matches.good.sum() < MIN_LANDMARKS:
            return None
        location = fit_location(matches, location, fit_lens=True)
        if not _is_plausible(location, lattice):
            return None
        share = _seen_share(matches, location, landmarks)
    return Found(replace(location, confidence=min(1.0, share / SURE)), share, _is_whole(location, landmarks))


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
        if here.sum() >= MIN_LANDMARKS and agree[here].mean() < _ENOUGH_IN_QUARTER:
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


def _is_whole(location: Location, landmarks: Landmarks) -> bool:
    """Whether every space lies inside the picture."""
    seen = location.to_photo(landmarks.outlines_xy)
    return bool(((seen >= 0) & (seen <= np.array(location.photo_size) - 1)).all())


def is_right_way_up(found: Found, scene: Scene) -> bool:
    """Whether the board is seen clearly better as it was found than turned by a quarter, a half or three quarters."""
    corners = scene.landmarks.lattice.corners_xy
    for quarters in (1, 2, 3):
        turn = homography_from_points(corners, np.roll(corners, quarters, axis=0))
        other = judge(found.location.homography @ turn, scene)
        if other is not None and same_place(found, other) and other.share > found.share - _CLEARLY_BETTER:
            return False
    return True


def with_better(found: list[Found], candidate: Found) -> list[Found]:
    """`found` with one more place, or with the better of two fits of one place."""
    rivals = [other for other in found if same_place(candidate, other)]
    if any(other.share >= candidate.share for other in rivals):
        return found
    return [*(other for other in found if other not in rivals), candidate]


def same_place(one: Found, other: Found) -> bool:
    """Whether two places are one, however the board is turned there."""
    a, b = one.location, other.location
    middle = np.array([[a.size[0] / 2, a.size[1] / 2]])
    apart = float(np.hypot(*(a.to_photo(middle) - b.to_photo(middle))[0]))
    return apart < 0.3 * min(size_px(a), size_px(b))


def size_px(location: Location) -> float:
    """Root of the area that the board covers, pixels of `Photo.pixels`."""
    corners = location.corners_xy * location.scale
    x, y = corners[:, 0], corners[:, 1]
    return float(np.sqrt(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2))
