"""The body of a piece, and what it hides from a camera anywhere above the board.

A body is a pile of flat layers, each a mask over the ground around the space's centre. Layers project to the ground
as scaled and shifted copies of themselves, so a silhouette costs a few small warps.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.homography import Points
from vision.pieces.camera import Camera
from vision.pieces.ground import PX

REACH = 0.75
"""Half the side of a layer, pitches: no piece is wider than a space and a half."""
SIDE = 2 * round(REACH * PX) + 1
"""Side of a layer, pixels; its middle pixel is the space's centre."""
LAYER = 0.075
"""Height of a layer, pitches: at 45 degrees a step shows as 0.075 pitch, about what the location is off by."""
LAYERS = 20
"""Of the tallest body: 1.5 pitches."""


@dataclass(frozen=True, eq=False)
class Body:
    """Layers (LAYERS, SIDE, SIDE) of one kind of piece, the lowest first."""

    layers: NDArray[np.bool_]

    @property
    def height(self) -> float:
        """Top of the highest layer, pitches."""
        used = np.flatnonzero(self.layers.any(axis=(1, 2)))
        return float((used[-1] + 1) * LAYER) if len(used) else 0.0


@dataclass(frozen=True, eq=False)
class Silhouette:
    """The ground that a piece hides: `mask` (h, w) with its top left pixel at column `x`, row `y` of the ground."""

    mask: NDArray[np.bool_]
    x: int
    y: int

    def window(self, dx: int = 0, dy: int = 0, shape: tuple[int, int] | None = None) -> tuple[slice, slice]:
        """Where it lies on the ground, (rows, columns), when shifted by whole pixels and cut off at the edges."""
        rows, columns = self.mask.shape
        top, left = self.y + dy, self.x + dx
        bottom, right = (
            (top + rows, left + columns)
            if shape is None
            else (min(top + rows, shape[0]), min(left + columns, shape[1]))
        )
        return slice(max(top, 0), max(bottom, 0)), slice(max(left, 0), max(right, 0))


def silhouette(
    body: Body, camera: Camera, base_pitch: Points, base_px: Points, shape: tuple[int, int], turn: float = 0.0
) -> Silhouette:
    """What a body standing at a point hides from the camera.

    Parameters
    ----------
    base_pitch, base_px : (2,)
        The point, in pitches and in ground pixels.
    shape : (rows, columns)
        Of the ground; the silhouette is cut off at its edges.
    turn : float
        Radians, clockwise as the board's owner sees it: pieces stand a little askew.
    """
    used = np.flatnonzero(body.layers.any(axis=(1, 2)))
    if len(used) == 0:
        return Silhouette(np.zeros((1, 1), bool), 0, 0)
    scales = layer_scales(camera, used)
    middles = base_px + (scales - 1)[:, None] * (base_pitch - camera.foot) * PX
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    half = (SIDE - 1) / 2
    extent = half * (abs(cos) + abs(sin)) * scales[:, None]
    low = np.maximum(np.floor((middles - extent).min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil((middles + extent).max(axis=0)).astype(int) + 1, shape[::-1])
    width, rows = (int(v) for v in np.maximum(high - low, 1))
    total = np.zeros((rows, width), np.uint8)
    for layer, scale, middle in zip(body.layers[used].view(np.uint8), scales, middles, strict=True):
        matrix = scale * np.array([[cos, -sin, -half * (cos - sin)], [sin, cos, -half * (sin + cos)]])
        matrix[:, 2] += middle - low
        np.maximum(total, cv2.warpAffine(layer, matrix, (width, rows), flags=cv2.INTER_NEAREST), out=total)
    x, y = (int(v) for v in low)
    box = cv2.boundingRect(total)
    left, top, width, rows = box if box[2] else (0, 0, 1, 1)
    mask = np.ascontiguousarray(total[top : top + rows, left : left + width]).view(np.bool_)
    return Silhouette(mask, x + left, y + top)


def layer_scales(camera: Camera, layers: NDArray[np.intp]) -> NDArray[np.float64]:
    """How much larger than itself each layer's shadow is: the last layer's at its top, the others' in their middle."""
    heights = (layers + 0.5) * LAYER
    heights[-1] += 0.5 * LAYER
    return np.asarray(camera.centre[2] / (camera.centre[2] - heights))
