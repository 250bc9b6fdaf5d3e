"""How likely a pixel's colour is for the bare board, for each kind of piece, and for something never seen.

Colours are CIE L*a*b* under the light of the taught board (`light`). All functions give log densities in that space, so
that they can be compared with each other and added up.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pieces.light import BareBoard, Image, Mask, log_brightness, smoothed, to_lab

LogDensity = NDArray[np.float32]

UNKNOWN = float(-np.log(100.0 * 160.0 * 160.0))
"""Log density of a colour about which nothing is known: anywhere within the colours that prints and paints reach."""
_STRAY = 0.03
"""Share of the pixels of any surface that look like something else: highlights, grain, printed lines, clutter."""

_BOARD_L = 3.0
"""Spread of lightness on bare board once its shade is taken off, measured against the board picture."""
_LEAST_AB, _EVEN_CONTRAST = 0.45, 10.0
"""Least spread of a*, b* on bare board in a photograph, and the print's contrast up to which it is measured."""
_EDGE = 0.35
"""Added spread per unit of local contrast of the print: the location is off by up to 0.05 pitch."""
_TAIL_SHARE, _TAIL_SPREAD = 0.15, 3.0
"""Bare pixels whose colour is off by more than the photograph's grain, and how much more: light that other pieces throw
back, blurred edges. Beyond four spreads lie 4 % of all bare pixels, and 7 % of those near pieces."""
_SHADE_RANGE = (-1.6, 0.25)
"""Log brightness of bare board against its surroundings: pieces throw shadows, nothing lights a spot up much."""
_LIT_SPREAD = 0.1
_SHADOW_SHARE, _SHADOW, _SHADOW_SPREAD = 0.15, -0.2, 0.3
"""Spread of that log brightness where light falls, and where something is in its way. Even beside pieces in hard light
2 % of the bare pixels of the labelled sets are below -0.3 and 0.1 % below -0.6; of dark trees half are."""

_RUGGED, _RUGGED_SHARE, _RUGGED_LIT_UP = 40.0, 0.6, 0.6
"""Edges of the print (L*a*b* units) that may well be the edge of a recess, how much more often shade lies beside them,
and how much more light: pieces stand in recesses, whose walls throw shadows into them from wherever the lamp is."""

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


def board_log_density(board: BareBoard, relit: Image, bare: Mask) -> LogDensity:
    """How likely each pixel is bare board, (H, W); `bare` marks where it most likely is.

    Shade is free within limits, so that a cast shadow is board; but shade changes little from pixel to pixel, and
    that is what gives a piece away that has the colour of its ground. How far colours spread is this photograph's own:
    it is measured where the board is bare.
    """
    smooth = smoothed(relit)
    ratio = log_brightness(smooth) - board.brightness
    rugged = np.minimum(board.ruggedness / _RUGGED, 1)
    lit_up = np.minimum(ratio, _SHADE_RANGE[1] + _RUGGED_LIT_UP * rugged)
    shade = cv2.blur(np.maximum(lit_up, _SHADE_RANGE[0]), (_SHADE_PX, _SHADE_PX))
    shaded = to_lab(board.smooth * cv2.exp(shade)[..., None])
    lightness = shaded[..., 0]
    off = to_lab(smooth) - shaded
    off *= off
    off_l, off_a, off_b = cv2.split(off)
    off_ab = off_a + off_b
    even_ground = bare & (board.contrast < _EVEN_CONTRAST)
    grain = np.sqrt(np.median(off_ab[even_ground]) / (2 * np.log(2))) if even_ground.any() else 0.0
    spread_l = 1 + _EDGE / _BOARD_L * board.contrast
    spread_ab = max(float(grain), _LEAST_AB) + 0.5 * _EDGE * board.contrast
    density = _shade_log_density(shade, rugged) - cv2.log((lightness + 16) * (spread_l / 3))
    density -= off_l / (2 * _BOARD_L**2 * spread_l * spread_l)
    squares = off_ab / (spread_ab * spread_ab)
    density += cv2.log(
        (1 - _TAIL_SHARE) * cv2.exp(-0.5 * squares)
        + _TAIL_SHARE / _TAIL_SPREAD**2 * cv2.exp(-0.5 / _TAIL_SPREAD**2 * squares)
    )
    density -= 2 * cv2.log(spread_ab) + np.float32(np.log(2 * np.pi))
    slope = np.square(cv2.Sobel(ratio, cv2.CV_32F, 1, 0, scale=1 / 8))
    slope += np.square(cv2.Sobel(ratio, cv2.CV_32F, 0, 1, scale=1 / 8))
    even = _SLOPE + _SLOPE_EDGE * board.contrast
    uneven = np.maximum(even, _SLOPE_PIECE)
    relief = 2 * cv2.log(uneven / even) - 0.5 * slope * (1 / (even * even) - 1 / (uneven * uneven))
    return np.asarray(_with_strays(density.astype(np.float32)) + np.clip(relief, -_SLOPE_LIMIT, _SLOPE_LIMIT))


def _shade_log_density(shade: NDArray[np.float32], rugged: NDArray[np.float32]) -> NDArray[np.float32]:
    share = _SHADOW_SHARE + _RUGGED_SHARE * rugged
    lit = (1 - share) / _LIT_SPREAD * cv2.exp(-0.5 * np.square(shade / _LIT_SPREAD))
    shadow = share / _SHADOW_SPREAD * cv2.exp(-0.5 * np.square((shade - _SHADOW * (1 - rugged)) / _SHADOW_SPREAD))
    return np.asarray(cv2.log((lit + shadow) / np.float32(np.sqrt(2 * np.pi))))


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
