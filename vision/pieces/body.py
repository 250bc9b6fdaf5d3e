"""The body of a piece, and what it hides from a camera anywhere above the board.

A body is a pile of flat layers, each a mask over the ground around the space's centre. Layers project to the ground
as scaled and shifted copies of themselves, so a silhouette costs a few small warps.
"""

from dataclasses import dataclass
from functools import cached_property

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

    @cached_property
    def used(self) -> NDArray[np.intp]:
        """Which layers hold anything, the lowest first."""
        return np.flatnonzero(self.layers.any(axis=(1, 2)))

    @cached_property
    def boxes(self) -> NDArray[np.int64]:
        """(N, 2, 2): the first and the last pixel, (x, y), that each used layer fills in its columns and rows."""
        found = [cv2.boundingRect(self.layers[index].view(np.uint8)) for index in self.used]
        return np.array([((x, y), (x + w - 1, y + h - 1)) for x, y, w, h in found], np.int64).reshape(-1, 2, 2)

    @cached_property
    def crops(self) -> list[NDArray[np.uint8] | None]:
        """Each used layer within its box; None where it fills the box, as every layer of a sawn piece does."""
        cut = [
            np.ascontiguousarray(self.layers[index, top : bottom + 1, left : right + 1]).view(np.uint8)
            for index, ((left, top), (right, bottom)) in zip(self.used, self.boxes.tolist(), strict=True)
        ]
        return [None if crop.all() else crop for crop in cut]

    @property
    def height(self) -> float:
        """Top of the highest layer, pitches."""
        return float((self.used[-1] + 1) * LAYER) if len(self.used) else 0.0


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

    def within(self, window: tuple[slice, slice]) -> tuple[slice, slice]:
        """Where it lies in a window that holds all of it."""
        y, x = self.y - window[0].start, self.x - window[1].start
        return slice(y, y + self.mask.shape[0]), slice(x, x + self.mask.shape[1])


def _hiding_nothing(base_px: Points, shape: tuple[int, int]) -> Silhouette:
    x, y = np.clip(np.rint(base_px).astype(int), 0, np.array(shape[::-1]) - 1).tolist()
    return Silhouette(np.zeros((1, 1), bool), x, y)


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
    return silhouettes(body, camera, base_pitch[None], base_px[None], shape, turn)[0]


def silhouettes(
    body: Body, camera: Camera, bases_pitch: Points, bases_px: Points, shape: tuple[int, int], turn: float = 0.0
) -> list[Silhouette]:
    """`silhouette` of one body at each of several points (S, 2)."""
    if len(body.used) == 0:
        return [_hiding_nothing(base, shape) for base in bases_px]
    scales = layer_scales(camera, body.used)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    middles = bases_px[:, None] + (scales - 1)[:, None] * (bases_pitch - camera.foot)[:, None] * PX
    low, high = body.boxes[:, 0] - SIDE // 2 - 0.5, body.boxes[:, 1] - SIDE // 2 + 0.5
    corners = np.stack([low, np.column_stack([high[:, 0], low[:, 1]]), high, np.column_stack([low[:, 0], high[:, 1]])])
    corners = (corners @ turned.T) * scales[:, None]
    first = np.ceil(middles + corners.min(axis=0)).astype(int)
    after = np.floor(middles + corners.max(axis=0)).astype(int) + 1
    first, after = np.clip(first, 0, shape[::-1]), np.clip(after, 0, shape[::-1])
    starts, ends = first.min(axis=1), after.max(axis=1)
    matrices = scales[:, None, None] * turned
    origins = middles + np.einsum("lij,lj->li", matrices, body.boxes[:, 0] - SIDE // 2)
    upright = turn == 0.0
    drawn = []
    for base, (x, y), (right, bottom), firsts, afters, places in zip(
        bases_px, starts.tolist(), ends.tolist(), first.tolist(), after.tolist(), origins, strict=True
    ):
        if right <= x or bottom <= y:
            drawn.append(_hiding_nothing(base, shape))
            continue
        mask = np.zeros((bottom - y, right - x), np.uint8)
        for index, ((x0, y0), (x1, y1)) in enumerate(zip(firsts, afters, strict=True)):
            part = mask[max(y0 - y, 0) : y1 - y, max(x0 - x, 0) : x1 - x]
            crop = body.crops[index]
            if part.size == 0:
                continue
            if upright and crop is None:
                part[:] = 1
                continue
            source = (
                np.ones((body.boxes[index, 1] - body.boxes[index, 0] + 1)[::-1], np.uint8) if crop is None else crop
            )
            matrix = np.column_stack([matrices[index], places[index] - (x0, y0)])
            np.maximum(part, cv2.warpAffine(source, matrix, part.shape[::-1], flags=cv2.INTER_NEAREST), out=part)
        drawn.append(Silhouette(mask.view(np.bool_), x, y))
    return drawn


def layer_scales(camera: Camera, layers: NDArray[np.intp]) -> NDArray[np.float64]:
    """How much larger than itself each layer's shadow is: the last layer's at its top, the others' in their middle."""
    heights = (layers + 0.5) * LAYER
    heights[-1] += 0.5 * LAYER
    return np.asarray(camera.centre[2] / (camera.centre[2] - heights))
