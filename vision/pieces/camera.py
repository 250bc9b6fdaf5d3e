"""Where the camera stood, in pitches, and what it sees of a point above the board.

A homography of the board says all there is to know about the camera except its focal length; that comes from EXIF
or from the two facts that the board's axes are square and equally long (Zhang 2000, "A flexible new technique for
camera calibration"), held together by what telephones have. Only the camera's *place* is needed afterwards: a point
at height `z` hides the point of the board that lies behind it, the point's shadow as thrown by a lamp at the camera.
So all work on standing pieces is done in the plane of the board, whatever the lens does.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TYPICAL_FOCAL = 0.80
"""Focal length of a telephone's main camera over the long side of its pictures (24 to 29 mm equivalent)."""
TYPICAL_FOCAL_SPREAD = 0.12
"""Standard deviation of its logarithm: digital zoom and cropping reach further than the bare lenses."""
HOMOGRAPHY_NOISE = 0.006
"""Standard deviation of the angle between (and of the log ratio of) the board's axes as located."""
_FOCAL_STEPS = np.exp(np.linspace(np.log(0.45), np.log(2.2), 81))


@dataclass(frozen=True)
class Camera:
    """The camera over a board: `centre` (3,) is (x, y, height) in pitches, `focal_px` its focal length."""

    centre: Floats
    focal_px: float

    @property
    def foot(self) -> Floats:
        """(2,): the point of the board straight under the camera."""
        return self.centre[:2]

    def shadow(self, points_xyz: Floats) -> Floats:
        """(N, 2): the points of the board that `points_xyz` (N, 3), in pitches, heights up, hide from the camera."""
        heights = points_xyz[..., 2:3]
        top = self.centre[2]
        return np.asarray((points_xyz[..., :2] * top - self.foot * heights) / (top - heights))


def estimate_camera(homography: Floats, size_px: tuple[int, int], focal_px: float | None = None) -> Camera:
    """The camera that took a photograph of the board.

    Parameters
    ----------
    homography : (3, 3) float64
        Maps ``(x, y, 1)`` of the board, in pitches, to photo pixels.
    size_px : (width, height)
        Of the photograph; its middle is taken for the principal point.
    focal_px : float, optional
        From EXIF; without it the focal length is estimated.

    Returns
    -------
    Camera
        With `centre[2]` positive: above the board.
    """
    width, height = size_px
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]]) @ homography
    if focal_px is None:
        candidates = _FOCAL_STEPS * max(width, height)
        cost = ((np.log(_FOCAL_STEPS) - np.log(TYPICAL_FOCAL)) / TYPICAL_FOCAL_SPREAD) ** 2
        axes = centred[None, :, :2] / np.stack([candidates, candidates, np.ones_like(candidates)], axis=1)[:, :, None]
        lengths = np.linalg.norm(axes, axis=1)
        skew = np.sum(axes[:, :, 0] * axes[:, :, 1], axis=1) / (lengths[:, 0] * lengths[:, 1])
        cost = cost + (skew / HOMOGRAPHY_NOISE) ** 2 + (np.log(lengths[:, 0] / lengths[:, 1]) / HOMOGRAPHY_NOISE) ** 2
        focal_px = float(candidates[np.argmin(cost)])
    pose = centred / np.array([[focal_px], [focal_px], [1.0]])
    pose = pose / np.sqrt(np.linalg.norm(pose[:, 0]) * np.linalg.norm(pose[:, 1]))
    if pose[2, 2] < 0:
        pose = -pose
    rotation = np.column_stack([pose[:, 0], pose[:, 1], np.cross(pose[:, 0], pose[:, 1])])
    left, _, right = np.linalg.svd(rotation)
    centre = -(left @ right).T @ pose[:, 2]
    return Camera(np.array([centre[0], centre[1], abs(centre[2])]), focal_px)
