"""Where the board lies in one photograph: the mapping between board units and photo pixels."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from vision.homography import Matrix, Points, apply_homography

_UNDISTORT_STEPS = 8  # fixed-point steps; for |k1| <= 0.15 the last one moves a point by less than 0.01 px


@dataclass(frozen=True, eq=False)
class Location:
    """Board units to photo pixels: a homography followed by radial distortion around the picture's centre.

    Attributes
    ----------
    homography : (3, 3) float64
        Board units to undistorted pixels of `Photo.pixels`.
    size : (width, height)
        Of the board, board units.
    photo_size : (width, height)
        Of `Photo.pixels`.
    scale : float
        `Photo.scale`: pixels of `Photo.pixels` per full-size pixel.
    k1 : float
        Radial distortion: a point at distance r from the picture's centre (1 = half the diagonal) is seen at
        ``r * (1 + k1 * r**2)``.
    method : str
        "features", "corners" or "markers".
    confidence : float
        0 to 1 that the board lies here.
    """

    homography: Matrix
    size: tuple[float, float]
    photo_size: tuple[int, int]
    scale: float = 1.0
    k1: float = 0.0
    method: str = "corners"
    confidence: float = 1.0
    notes: tuple[str, ...] = field(default=())

    def to_photo(self, board_xy: Points) -> Points:
        """Board points (N, 2) in pixels of `Photo.pixels`."""
        flat = apply_homography(self.homography, board_xy)
        return distort(flat, self.photo_size, self.k1) if self.k1 else flat

    def to_board(self, photo_xy: Points) -> Points:
        """Points (N, 2) in pixels of `Photo.pixels`, on the board."""
        flat = undistort(np.asarray(photo_xy, np.float64), self.photo_size, self.k1) if self.k1 else photo_xy
        return apply_homography(self._inverse, flat)

    def to_full_size(self, board_xy: Points) -> Points:
        """Board points (N, 2) in pixels of the full-size upright picture."""
        full: Points = self.to_photo(board_xy) / self.scale
        return full

    @property
    def corners_xy(self) -> Points:
        """The board's corners (4, 2) in full-size pixels, clockwise from its top left."""
        width, height = self.size
        return self.to_full_size(np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64))

    def pixels_per_unit(self, board_xy: Points) -> float:
        """How many photo pixels one board unit covers around one point (2,): the root of the area ratio."""
        x, y = np.asarray(board_xy, np.float64).reshape(2)
        a, b, c = self.to_photo(np.array([[x, y], [x + 1, y], [x, y + 1]]))
        across, down = b - a, c - a
        return float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))

    def at_size(self, photo_size: tuple[int, int]) -> "Location":
        """The same place in another form of the same photograph, whose size (width, height) is given."""
        x, y = (new / old for new, old in zip(photo_size, self.photo_size, strict=True))
        scaling = np.array([[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1]])  # pixel centres are whole numbers
        return replace(self, homography=scaling @ self.homography, photo_size=photo_size, scale=self.scale * x)

    @cached_property
    def _inverse(self) -> Matrix:
        return np.asarray(np.linalg.inv(self.homography), np.float64)


def distort(flat_xy: Points, photo_size: tuple[int, int], k1: float) -> Points:
    """Where the lens shows undistorted points (N, 2)."""
    centre, half_diagonal = lens(photo_size)
    offset = np.asarray(flat_xy, np.float64) - centre
    r2 = (offset**2).sum(axis=1, keepdims=True) / half_diagonal**2
    seen: Points = centre + offset * (1 + k1 * r2)
    return seen


def undistort(seen_xy: Points, photo_size: tuple[int, int], k1: float) -> Points:
    """The undistorted points (N, 2) of points in the photo: the inverse of `distort`."""
    centre, half_diagonal = lens(photo_size)
    seen = np.asarray(seen_xy, np.float64) - centre
    flat: Points = seen
    for _ in range(_UNDISTORT_STEPS):
        r2 = (flat**2).sum(axis=1, keepdims=True) / half_diagonal**2
        flat = seen / (1 + k1 * r2)
    return flat + centre


def lens(photo_size: tuple[int, int]) -> tuple[Points, float]:
    """The centre (2,) of radial distortion and the distance from it, half the diagonal, that counts as 1."""
    width, height = photo_size
    return np.array([(width - 1) / 2, (height - 1) / 2]), float(np.hypot(width, height)) / 2
