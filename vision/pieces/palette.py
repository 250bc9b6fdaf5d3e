"""How likely a pixel's colour is for the bare board, for each kind of piece, and for something never seen.

Colours are CIE L*a*b* under the light of the taught board (`light`). All functions give log densities in that space, so
that they can be compared with each other and added up.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pieces.light import BareBoard, Image, log_brightness, smoothed, to_lab

LogDensity = NDArray[np.float32]

UNKNOWN = float(-np.log(100.0 * 160.0 * 160.0))
"""Log density of a colour about which nothing is known: anywhere within the colours that prints and paints reach."""
_STRAY = 0.03
"""Share of the pixels of any surface that look like something else: highlights, grain, printed lines, clutter."""

_BOARD_L, _BOARD_AB = 3.0, 1.6
"""Spread of lightness and of a*, b* on bare board, measured on the teaching photographs against the board picture."""
_EDGE = 0.35
"""Added spread per unit of local contrast of the print: the location is off by up to 0.05 pitch."""
_SHADE_RANGE = (-1.2, 0.25)
"""Log brightness of bare board against its surroundings: pieces throw shadows, nothing lights a spot up much."""
_SHADE_SPREAD = 0.45
"""Spread of that log brightness (a shadow is e**-0.45 times as bright, about two thirds)."""

_SLOPE, _SLOPE_EDGE, _SLOPE_PIECE = 0.02, 0.003, 0.12
"""Change of log brightness (photograph to board) per pixel: on bare board, more per unit of the print's contrast (its
edges do not fall together exactly), and on pieces. Medians over the labelled sets: 0.013, 0.004 and 0.05 to 0.15."""
_SLOPE_LIMIT = 3.0
"""One pixel's slope says no more than this (log ratio): a cast shadow has an edge, too."""
_SHADE_PX = 3
"""Shade is taken over this many pixels: less is noise, more blurs the edge of a cast shadow."""
COMPONENTS = 4
_PAINT_L, _PAINT_AB = 5.5, 2.2
"""Spread of one paint from photograph to photograph, measured over the labelled sets: mostly in lightness."""
_PAINT_CHROMA = 0.05
"""Added spread of a*, b* per unit of chroma: saturated paints move more."""


@dataclass(frozen=True, eq=False)
class Palette:
    """The colours of one kind of piece: a mixture of Gaussians in L*a*b*, lit and shaded sides together."""

    weights: NDArray[np.float64]
    means: NDArray[np.float64]
    covariances: NDArray[np.float64]


def board_log_density(board: BareBoard, relit: Image, saturation: float = 1.0) -> LogDensity:
    """How likely each pixel is bare board, (H, W).

    Shade is free within limits, so that a cast shadow is board; but shade changes little from pixel to pixel, and
    that is what gives a piece away that has the colour of its ground.
    """
    smooth = smoothed(relit)
    ratio = log_brightness(smooth) - board.brightness
    shade = cv2.blur(np.clip(ratio, *_SHADE_RANGE), (_SHADE_PX, _SHADE_PX))
    off = to_lab(smooth) - to_lab(board.smooth * cv2.exp(shade)[..., None])
    off *= off
    off_l, off_a, off_b = cv2.split(off)
    spread_l = _BOARD_L + _EDGE * board.contrast
    spread_ab = _BOARD_AB / max(saturation, 1.0) + 0.5 * _EDGE * board.contrast
    squares = off_l / (spread_l * spread_l) + (off_a + off_b) / (spread_ab * spread_ab)
    squares += np.square(shade / _SHADE_SPREAD)
    slope = np.square(cv2.Sobel(ratio, cv2.CV_32F, 1, 0, scale=1 / 8))
    slope += np.square(cv2.Sobel(ratio, cv2.CV_32F, 0, 1, scale=1 / 8))
    even = _SLOPE + _SLOPE_EDGE * board.contrast
    uneven = np.maximum(even, _SLOPE_PIECE)
    relief = 2 * cv2.log(uneven / even) - 0.5 * slope * (1 / (even * even) - 1 / (uneven * uneven))
    density = -0.5 * squares - cv2.log(spread_l * spread_ab * spread_ab) - 1.5 * np.log(2 * np.pi)
    return np.asarray(_with_strays(density.astype(np.float32)) + np.clip(relief, -_SLOPE_LIMIT, _SLOPE_LIMIT))


def learn_palette(colours: NDArray[np.float32], seed: int = 1) -> Palette:
    """The palette of pixels (N, 3) L*a*b* taken from samples of one kind."""
    count = min(COMPONENTS, max(1, len(colours) // 20))
    cv2.setRNGSeed(seed)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.1)
    _, labels, means = cv2.kmeans(colours.astype(np.float32), count, None, criteria, 2, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    weights, covariances = [], []
    for index in range(count):
        own = colours[labels.ravel() == index].astype(np.float64)
        chroma = _PAINT_CHROMA * float(np.hypot(means[index, 1], means[index, 2]))
        widen = np.diag([_PAINT_L**2, (_PAINT_AB + chroma) ** 2, (_PAINT_AB + chroma) ** 2])
        covariances.append((np.cov(own.T) if len(own) > 3 else 0.0) + widen)
        weights.append(len(own) / len(colours))
    return Palette(np.array(weights), means.astype(np.float64), np.array(covariances))


def paint_log_density(palette: Palette, lab: Image) -> LogDensity:
    """How likely each pixel (..., 3) is the paint of a kind of piece."""
    flat = lab.reshape(-1, 3)
    total = np.full(len(flat), -np.inf, np.float32)
    for weight, mean, covariance in zip(palette.weights, palette.means, palette.covariances, strict=True):
        root = np.linalg.inv(np.linalg.cholesky(covariance)).astype(np.float32)
        white = (flat - mean.astype(np.float32)) @ root.T
        constant = np.log(weight + 1e-9) + np.log(np.diag(root)).sum() - 1.5 * np.log(2 * np.pi)
        total = np.logaddexp(total, (constant - 0.5 * np.einsum("ij,ij->i", white, white)).astype(np.float32))
    return _with_strays(total.reshape(lab.shape[:-1]))


_L_STEP, _AB_STEP = 3.0, 4.0
_L_CELLS, _AB_CELLS = 40, 56
"""Cells of a colour table: lightness 0..120, a* and b* -112..112; finer steps changed no reading."""


def paint_table(palette: Palette) -> NDArray[np.float32]:
    """`paint_log_density` for every cell of a colour table, (cells,)."""
    lightness = (np.arange(_L_CELLS) + 0.5) * _L_STEP
    chroma = (np.arange(_AB_CELLS) - _AB_CELLS / 2 + 0.5) * _AB_STEP
    cells = np.stack(np.meshgrid(lightness, chroma, chroma, indexing="ij"), axis=-1).astype(np.float32)
    return paint_log_density(palette, cells).ravel()


def table_cells(lab: Image) -> NDArray[np.int32]:
    """The cell of each pixel (H, W) in the tables of `paint_table`."""
    lightness = np.clip(lab[..., 0] * (1 / _L_STEP), 0, _L_CELLS - 1).astype(np.int32)
    chroma = np.clip(lab[..., 1:] * (1 / _AB_STEP) + _AB_CELLS / 2, 0, _AB_CELLS - 1).astype(np.int32)
    return np.asarray((lightness * _AB_CELLS + chroma[..., 0]) * _AB_CELLS + chroma[..., 1])


def _with_strays(density: NDArray[np.float32]) -> LogDensity:
    stray = np.float32(_STRAY * np.exp(UNKNOWN))
    return np.asarray(np.log(np.float32(1 - _STRAY) * np.exp(density) + stray), dtype=np.float32)
