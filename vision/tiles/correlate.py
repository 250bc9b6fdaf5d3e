"""Normalised correlation of patches with references over small shifts: the fast first look.

It asks only for the pattern, not for brightness or tint, and so needs no idea of the light.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assistant.layout import Grid
from vision.tiles.patch import PX_PER_PITCH, REACH_PX, SIZE_PX, Floats, halved, tile_mask

_REACH = REACH_PX // 2
_FAINT = 4.0
"""Grey levels of contrast below which a patch counts as plain: noise must not be blown up to a pattern."""


_RIM = 0.34
"""Distance from the middle of a tile, in pitches, beyond which a token on it hides little."""


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


@dataclass(frozen=True, eq=False)
class ShiftedPatches:
    """Patches looked at with every shift of `shifts_xy`.

    Attributes
    ----------
    colours : (N, M, D) float32
        Pixels under the mask, laid out flat.
    length : (N, M) float32
        Of the patterns: of the colours less each channel's mean.
    shifts_xy : (M, 2) int64
        Half-resolution pixels.
    """

    colours: Floats
    length: Floats
    shifts_xy: NDArray[np.int64]

    def within(self, reach: int) -> "ShiftedPatches":
        """Only the shifts of at most `reach` half-resolution pixels across and down."""
        near = (np.abs(self.shifts_xy) <= reach).all(axis=1)
        return ShiftedPatches(self.colours[:, near], self.length[:, near], self.shifts_xy[near])


@cache
def rim_pixels(grid: Grid) -> NDArray[np.int64]:
    """Indices of the half-resolution pixels under the mask that a token in the middle of a tile leaves uncovered."""
    middle = (SIZE_PX // 2 - 1) / 2
    away = np.hypot(*(mask_pixels(grid, SIZE_PX // 2) - middle).T) / (PX_PER_PITCH / 2)
    return np.flatnonzero(away > _RIM)


def rim_vectors(patterns: Floats, grid: Grid) -> Floats:
    """Pattern vectors (B, D) of the uncovered rim alone."""
    rim = rim_pixels(grid)
    return _unit(patterns.reshape(len(patterns), patterns.shape[1] // 3, 3)[:, rim], faint=0.0)


def shifted_patches(patches: Floats, grid: Grid, only: NDArray[np.int64] | None = None) -> ShiftedPatches:
    """Patches (N, SIZE_PX, SIZE_PX, 3), looked at with every shift of `shifts()`; `only` some pixels of the mask."""
    small = halved(patches)
    pixels = mask_pixels(grid, SIZE_PX // 2)
    pixels = pixels if only is None else pixels[only]
    rows = pixels[:, 0] + shifts()[:, 1, None]
    columns = pixels[:, 1] + shifts()[:, 0, None]
    # `take` lays the result out in order; indexing with two arrays would leave it to be copied again.
    seen = np.take(small.reshape(len(patches), -1, 3), rows * small.shape[2] + columns, axis=1)
    flat = seen.reshape(len(patches), len(shifts()), 3 * len(pixels))
    means = seen.mean(axis=2)
    squares = np.einsum("nmd,nmd->nm", flat, flat) - len(pixels) * (means**2).sum(axis=2)
    length = np.sqrt(np.maximum(squares, 0) + flat.shape[2] * _FAINT**2)
    return ShiftedPatches(flat, np.asarray(length, np.float32), shifts())


def correlate(seen: ShiftedPatches, references: Floats) -> Correlations:
    """Correlation of shifted patches with pattern vectors (B, D), or (N, B, D) for references of each patch.

    Pattern vectors have no mean, so that the patches' means need not be taken off.
    """
    n, m, d = seen.colours.shape
    if references.ndim == 2:
        scores = (seen.colours.reshape(n * m, d) @ references.T).reshape(n, m, len(references))
    else:
        scores = np.matmul(seen.colours, references.transpose(0, 2, 1))
    scores = scores / seen.length[:, :, None]
    where = scores.argmax(axis=1)
    best = np.take_along_axis(scores, where[:, None, :], axis=1)[:, 0]
    return Correlations(np.asarray(best, np.float32), 2 * seen.shifts_xy[where])


def _unit(colours: Floats, faint: float = _FAINT) -> Floats:
    """Mean of each channel removed, then length 1 over all channels: (N, P, 3) to (N, 3 P)."""
    centred = colours - colours.mean(axis=1, keepdims=True)
    flat = centred.reshape(len(centred), centred.shape[1] * centred.shape[2])
    length = np.sqrt((flat**2).sum(axis=1, keepdims=True) + flat.shape[1] * faint**2 + 1e-12)
    return np.asarray(flat / length, np.float32)
