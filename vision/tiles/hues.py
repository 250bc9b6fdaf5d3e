"""Plants by hue, for what was never taught: the rulebook names a colour for each ("Plant Tiles").

A guess to start from, never a reading: leaves and stems are green on every tile, and prints differ.
"""

from collections.abc import Mapping
from types import MappingProxyType

import cv2
import numpy as np

from vision.tiles.patch import Floats

HUE_DEG: Mapping[str, float] = MappingProxyType(
    {
        "vine": 145.0,  # green
        "leaves": 262.0,  # blue
        "henbane": 306.0,  # purple
        "lions-mane": 55.0,  # orange
        "mandrake": 97.0,  # yellow
        "elderberries": 22.0,  # red
    }
)
"""Hue angle in CIELAB of the colour that the rulebook names for each plant: of the plain sRGB colours of that name,
drawn a little together where print is less vivid than a screen."""

_WIDTH_DEG = 22.0
"""How far a print's hue may be from the named one: neighbouring hues are 33 to 117 degrees apart."""

_GREY = 12.0
"""CIELAB chroma below which a pixel has no hue to speak of."""


def hue_shares(colours: Floats, weights: Floats) -> Floats:
    """How much of each tile's colour is of each plant's hue.

    Parameters
    ----------
    colours : (N, P, 3) float32
        sRGB colours of the pixels of N tiles, 0..255, in neutral light.
    weights : (N, P) float32
        How much each pixel counts.

    Returns
    -------
    (N, 6) float32
        In the order of `HUE_DEG`; each row sums to 1, all alike for a tile without colour.
    """
    count, pixels, _ = colours.shape
    scaled = np.ascontiguousarray(np.clip(colours, 0, 255) / 255, np.float32)
    lab = cv2.cvtColor(scaled.reshape(1, -1, 3), cv2.COLOR_RGB2Lab).reshape(count, pixels, 3)
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    hue = np.degrees(np.arctan2(lab[..., 2], lab[..., 1]))
    vivid = np.maximum(chroma - _GREY, 0) * weights
    shares = np.full((count, len(HUE_DEG)), 1e-3, np.float32)
    for column, middle in enumerate(HUE_DEG.values()):
        away = (hue - middle + 180) % 360 - 180
        shares[:, column] += (vivid * np.exp(-((away / _WIDTH_DEG) ** 2))).sum(axis=1) / pixels
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)
