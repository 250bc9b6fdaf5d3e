"""The colours of a tile whatever its turn and place: a histogram that needs no alignment.

It is a second witness beside the comparison with the learned looks, and the only one for tiles of one kind that do not
look alike (a forest of other trees).
"""

import cv2
import numpy as np

from vision.tiles.patch import Floats

_BINS = (5, 14, 14)
"""Lightness, a, b. Colours are told finely and lightness roughly: shade and glare change lightness first."""

_LOW = np.array([0.0, -56.0, -63.0])
_HIGH = np.array([100.0, 56.0, 63.0])
PALETTE_SIZE = _BINS[0] * _BINS[1] * _BINS[2]


def palettes(colours: Floats, weights: Floats | None = None) -> Floats:
    """Square roots of smoothed colour histograms.

    Parameters
    ----------
    colours : (N, P, 3)
        sRGB colours of the pixels of N tiles, 0..255, in the light of the references.
    weights : (N, P) or None
        How much each pixel counts (0 for glare and for what is covered).

    Returns
    -------
    (N, PALETTE_SIZE) float32
        Each of length 1, so that the product of two is their Bhattacharyya coefficient (1 = the same colours).
    """
    n, pixels, _ = colours.shape
    scaled = np.ascontiguousarray(np.clip(colours, 0, 255).reshape(n, pixels, 3) / 255, np.float32)
    lab = cv2.cvtColor(scaled, cv2.COLOR_RGB2Lab).reshape(n * pixels, 3)
    place = (lab - _LOW) / (_HIGH - _LOW) * np.array(_BINS)
    index = np.clip(place, 0, np.array(_BINS) - 1).astype(np.int64)
    flat = (index[:, 0] * _BINS[1] + index[:, 1]) * _BINS[2] + index[:, 2]
    flat += np.repeat(np.arange(n), pixels) * PALETTE_SIZE
    counts = np.bincount(flat, None if weights is None else weights.ravel(), n * PALETTE_SIZE)
    cube = counts.reshape(n, *_BINS).astype(np.float32)
    for axis in (1, 2, 3):
        cube = _smoothed(cube, axis)
    total = np.maximum(cube.reshape(n, -1).sum(axis=1, keepdims=True), 1e-9)
    return np.asarray(np.sqrt(cube.reshape(n, -1) / total), np.float32)


def _smoothed(cube: Floats, axis: int) -> Floats:
    cube = np.moveaxis(cube, axis, 0)
    out = 0.5 * cube
    out[1:] += 0.25 * cube[:-1]
    out[:-1] += 0.25 * cube[1:]
    out[0] += 0.25 * cube[0]
    out[-1] += 0.25 * cube[-1]
    return np.asarray(np.moveaxis(out, 0, axis), np.float32)
