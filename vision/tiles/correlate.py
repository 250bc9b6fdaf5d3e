"""Normalised correlation of patches with references over small shifts: the fast first look.

It asks only for the pattern, not for brightness or tint, and so needs no idea of the light.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assistant.layout import Grid
from vision.tiles.patch import REACH_PX, SIZE_PX, Floats, halved, tile_mask

_REACH = REACH_PX // 2
_FAINT = 4.0
"""Grey levels of contrast below which a patch counts as plain: noise must not be blown up to a pattern."""


@dataclass(frozen=True, eq=False)
class Correlations:
    """Best correlation of each patch with each reference, and the shift (x, y; pixels of the patch) at which it occurs.

    Attributes
    ----------
    best : (N, B) float32
    shift_xy : (N, B, 2) int64
    """

    best: Floats
    shift_xy: NDArray[np.int64]


@cache
def shifts(reach: int = _REACH) -> NDArray[np.int64]:
    """Shifts (M, 2) of whole pixels (x, y) within a circle."""
    steps = np.arange(-reach, reach + 1)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return np.asarray(grid[(grid**2).sum(axis=1) <= (reach + 0.3) ** 2], np.int64)


@cache
def mask_pixels(grid: Grid, size_px: int) -> NDArray[np.int64]:
    """(row, column) of the pixels (P, 2) of the tile's mask."""
    return np.argwhere(tile_mask(grid, size_px))


def pattern_vectors(patches: Floats, grid: Grid) -> Floats:
    """Unit vectors (N, D) of the pattern of references (N, SIZE_PX, SIZE_PX, 3), unshifted."""
    small = halved(patches)
    pixels = mask_pixels(grid, SIZE_PX // 2)
    return _unit(small[:, pixels[:, 0], pixels[:, 1]])


def shifted_vectors(patches: Floats, grid: Grid) -> Floats:
    """Unit vectors (N, M, D) of the pattern of patches, looked at with every shift of `shifts()`."""
    small = halved(patches)
    pixels = mask_pixels(grid, SIZE_PX // 2)
    rows = pixels[:, 0] + shifts()[:, 1, None]
    columns = pixels[:, 1] + shifts()[:, 0, None]
    seen = small[:, rows, columns]
    return _unit(seen.reshape(-1, len(pixels), 3)).reshape(len(patches), len(shifts()), 3 * len(pixels))


def correlate(seen: Floats, references: Floats, shifts_xy: NDArray[np.int64] | None = None) -> Correlations:
    """Correlation of shifted vectors (N, M, D) with reference vectors (B, D), or (N, B, D) for references per patch.

    `shifts_xy` (M, 2) are the shifts of `seen`, half-resolution pixels; all of `shifts()` when not given.
    """
    n, m, d = seen.shape
    if references.ndim == 2:
        scores = (seen.reshape(n * m, d) @ references.T).reshape(n, m, len(references))
    else:
        scores = np.einsum("nmd,nbd->nmb", seen, references, optimize=True)
    where = scores.argmax(axis=1)
    best = np.take_along_axis(scores, where[:, None, :], axis=1)[:, 0]
    return Correlations(np.asarray(best, np.float32), 2 * (shifts() if shifts_xy is None else shifts_xy)[where])


def _unit(colours: Floats) -> Floats:
    """Mean of each channel removed, then length 1 over all channels: (N, P, 3) to (N, 3 P)."""
    centred = colours - colours.mean(axis=1, keepdims=True)
    flat = centred.reshape(len(centred), centred.shape[1] * centred.shape[2])
    length = np.sqrt((flat**2).sum(axis=1, keepdims=True) + flat.shape[1] * _FAINT**2)
    return np.asarray(flat / length, np.float32)
