"""The straight-down patch of one space as tile recognition uses it: its size, the tile's mask, small shifts and turns.

A patch is `SIZE_PX` x `SIZE_PX` pixels and `SPAN` pitches wide. A tile fills one pitch of it; the rest leaves room for
a tile that lies off its space and for the height of the tile, which moves its face in a slanted photograph.
"""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.layout import Grid, Space
from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.homography import Pixels
from vision.lattice import unit_outline
from vision.location import Location
from vision.patches import sample_around

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

PX_PER_PITCH = 24
"""Fine enough for a stem, which is about a tenth of a tile wide; twice as many pixels did not read one tile more."""

SIZE_PX = 40
SPAN = SIZE_PX / PX_PER_PITCH

REACH_PX = 6
"""How far a tile's face may be seen from the middle of its space: a quarter of the pitch (askew, height, location)."""

TILE_PART = 0.86
"""The part of the pitch that is compared: the rim of a tile shows its neighbours' shadows and the gap between them."""


@cache
def tile_mask(grid: Grid, size_px: int = SIZE_PX, part: float = TILE_PART) -> Mask:
    """Which pixels (size_px, size_px) of a patch show a tile that lies straight in the middle of its space."""
    outline = unit_outline(grid) * part
    steps = ((np.arange(size_px) + 0.5) / size_px - 0.5) * SPAN
    x, y = np.meshgrid(steps, steps)
    inside = np.ones((size_px, size_px), np.bool_)
    for (ax, ay), (bx, by) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        inside &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
    return inside


def all_spaces(copy: LearnedCopy) -> list[tuple[str, Space]]:
    """(area, space) of every space of a copy, in the order in which arrays over spaces are kept."""
    return [(name, space) for name, area in copy.layout.areas.items() for space in area.cells]


def photo_patches(photo: Photo, location: Location, copy: LearnedCopy, spaces: Sequence[tuple[str, Space]]) -> Pixels:
    """Patches (N, SIZE_PX, SIZE_PX, 3) of spaces as a photograph shows them."""
    centres = np.array([copy.lattice.centres[area][space] for area, space in spaces]).reshape(-1, 2)
    return sample_around(photo, location, centres, copy.lattice.pitch * SPAN, SIZE_PX)


def turned(patch: Floats, angle_deg: float, shift_xy: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """A patch turned clockwise around its middle and then moved (pixels, x to the right, y down)."""
    middle = (patch.shape[0] - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), -angle_deg, 1.0)
    matrix[:, 2] += np.array(shift_xy)
    size = (patch.shape[1], patch.shape[0])
    moved = cv2.warpAffine(patch, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def halved(patches: Floats) -> Floats:
    """Patches (N, S, S, 3) at half the resolution, each pixel the mean of four."""
    rows = patches[:, ::2] + patches[:, 1::2]
    return np.asarray((rows[:, :, ::2] + rows[:, :, 1::2]) * 0.25, np.float32)


def steepness(patches: Floats) -> Floats:
    """Squared change (N, S, S) from pixel to pixel of patches (N, S, S, 3), mean of channels and directions."""
    down, across = np.gradient(patches, axis=(1, 2))
    return np.asarray((down**2 + across**2).mean(axis=3) / 2, np.float32)
