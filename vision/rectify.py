"""The board straight down: a photograph resampled onto board units through a `Location`."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.homography import Pixels, Points
from vision.location import Location

_NODE_STEP = 16
"""The mapping is computed at every 16th pixel and interpolated between: it is smooth enough that the error stays below
0.02 pixel for a board seen 50 degrees from above, and it takes a tenth of the time."""


def rectify(pixels: Pixels, location: Location, zoom: float = 1.0, reduced: float = 1.0) -> Pixels:
    """The board straight down.

    Parameters
    ----------
    pixels : (H, W) or (H, W, 3) uint8
        The photograph, or a shrunk form of it.
    zoom : float
        Pixels of the result per board unit.
    reduced : float
        Size of `pixels` relative to `Photo.pixels`.

    Returns
    -------
    (h, w) or (h, w, 3) uint8
        Black where the board lies outside the picture.
    """
    width, height = (max(1, round(side * zoom)) for side in location.size)
    maps = _photo_map(location, width, height, zoom, reduced)
    return np.asarray(cv2.remap(pixels, maps, None, cv2.INTER_LINEAR), np.uint8)  # type: ignore[call-overload]


def _photo_map(location: Location, width: int, height: int, zoom: float, reduced: float) -> NDArray[np.float32]:
    columns, rows = -(-width // _NODE_STEP) + 1, -(-height // _NODE_STEP) + 1
    nodes = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2) * float(_NODE_STEP)
    board: Points = np.asarray((nodes + 0.5) / zoom - 0.5, np.float64)
    seen = ((location.to_photo(board) + 0.5) * reduced - 0.5).astype(np.float32).reshape(rows, columns, 2)
    # cv2.warpAffine with a pure scaling interpolates between the nodes with node (i, j) exactly at pixel (16 i, 16 j).
    scaling = np.array([[1 / _NODE_STEP, 0, 0], [0, 1 / _NODE_STEP, 0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(seen, scaling, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32
    )
