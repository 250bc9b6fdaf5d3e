"""Colours as they would look under the light of the taught board picture.

Every photograph of a copy shows its printed board, so the board itself is the colour chart: comparing it with the
taught picture gives the light of this photograph, space by space, without knowing where the pieces stand.

Two things happen between the light and the picture, and they need two answers. The light (its colour, its shade)
multiplies; that holds for board and pieces alike. The sheen of the board, haze and the telephone's tone curve add and
bend; that was measured to differ from photo to photo on the board (a diagonal gain leaves twice the residual of an
affine map), and says little about a piece, whose surface is another one. So the *board* is compared after an affine
map, the *pieces* after the gains alone.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]
Mask = NDArray[np.bool_]

_CODES = np.arange(256) / 255.0
_LINEAR = np.where(_CODES <= 0.04045, _CODES / 12.92, ((_CODES + 0.055) / 1.055) ** 2.4).astype(np.float32)

FLOOR = 0.01
"""Added before a logarithm of linear light is taken: the noise of dark pixels must not outweigh the rest."""
_REDUCTION = 4
"""The light is estimated on a picture this many times smaller: it is smooth, and means carry less noise."""
_RIDGE = 1e-3
"""Pull of the affine map towards a plain gain, in units of the picture's variance."""
_SCALES = ((1.5, 0.12, 0.5), (0.8, 0.10, 0.4), (0.6, 0.08, 0.3))
"""Passes over the local light, coarse to fine: reach in pitches; spread of colour and of brightness taken for board."""
_HOLD = 0.02
"""How much board must show (share of the window) before the finer estimate replaces the coarser one."""


@dataclass(frozen=True)
class Relit:
    """A photograph under the light of the taught board.

    Attributes
    ----------
    board, pieces : (H, W, 3) float32
        Linear light, for comparing the board and what stands on it.
    bare : (H, W) bool
        Where the photograph most likely shows bare board.
    """

    board: Image
    pieces: Image
    bare: Mask


def to_linear(pixels: NDArray[np.uint8]) -> Image:
    """Linear light (0..1) of sRGB pixels."""
    return np.asarray(_LINEAR[pixels])


def to_lab(linear: Image) -> Image:
    """CIE L*a*b* (H, W, 3) float32 of linear light; light brighter than white keeps growing up to 1.5."""
    clipped = np.clip(linear, 0.0, 1.5)
    coded = np.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * np.power(clipped, 1 / 2.4) - 0.055)
    return np.asarray(cv2.cvtColor(coded.astype(np.float32), cv2.COLOR_RGB2Lab))


def relight(photo: Image, board: Image, valid: Mask, disc: Mask, px_per_pitch: float) -> Relit:
    """`photo` as it would look under the light of `board`, both linear (H, W, 3) of the same ground.

    `valid` marks where the photo shows the ground at all, `disc` where the printed ground is the same on every copy
    of the photo (the planet; not the table beyond it).
    """
    small_photo, small_board = _shrink(photo), _shrink(board)
    small_valid = _shrink((valid & disc).astype(np.float32))
    seen = small_valid > 0.99
    if np.count_nonzero(seen) < 100:
        return Relit(photo, photo, valid & disc)
    matrix = _tone_map(small_photo[seen], small_board[seen]).astype(np.float32)
    mapped = np.power(np.clip(_tone_features(photo) @ matrix, 0.0, None), 2.2)
    small_mapped = _shrink(mapped)
    shade, is_board = _local_light(small_mapped, small_board, small_valid, px_per_pitch / _REDUCTION)
    local = np.exp(-cv2.resize(shade, photo.shape[1::-1], interpolation=cv2.INTER_LINEAR))
    trusted = is_board > 0.3
    if np.count_nonzero(trusted) < 50:
        trusted = seen
    ratio = np.log(small_board + FLOOR) - np.log(small_photo + FLOOR)
    gain = np.exp(np.median((ratio + shade)[trusted], axis=0)).astype(np.float32)
    relit_board = (mapped + FLOOR) * local - FLOOR
    bare = cv2.resize(trusted.astype(np.uint8), photo.shape[1::-1], interpolation=cv2.INTER_NEAREST).astype(bool)
    return Relit(relit_board.astype(np.float32), (photo * gain * local).astype(np.float32), bare & disc & valid)


def _shrink(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(picture, None, fx=1 / _REDUCTION, fy=1 / _REDUCTION, interpolation=cv2.INTER_AREA))


def _tone_features(photo: Image) -> NDArray[np.float32]:
    """Coded light, its squares and a one for each pixel (..., 7): what a tone curve is made of."""
    coded = np.power(np.clip(photo, 1e-4, None), 1 / 2.2)
    return np.concatenate([coded, coded**2, np.ones_like(coded[..., :1])], axis=-1)


def _tone_map(photo: Image, board: Image) -> NDArray[np.float64]:
    """(7, 3): takes `_tone_features` of a photograph to the board's coded colours.

    Robust against the pixels that show pieces (Geman-McClure weights). The squares are held back by a ridge: they bend
    the map where the board shows a bend, and elsewhere it stays a plain gain.
    """
    features = _tone_features(photo).astype(np.float64)
    target = np.power(np.clip(board, 1e-4, None), 1 / 2.2).astype(np.float64)
    plain = np.zeros((7, 3))
    plain[:3] = np.eye(3) * target.mean() / max(float(features[:, :3].mean()), 1e-6)
    ridge = np.diag([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 4.0]) * _RIDGE * len(features) * features[:, :3].var()
    weights = np.ones(len(features))
    matrix = plain
    for _ in range(12):
        pull = ridge * weights.mean()
        transposed = (features * weights[:, None]).T
        matrix = np.linalg.solve(transposed @ features + pull, transposed @ target + pull @ plain)
        residual = np.linalg.norm(features @ matrix - target, axis=1)
        weights = 1.0 / (1.0 + (residual / (np.median(residual) + 1e-6)) ** 2) ** 2
    return np.asarray(matrix)


def _local_light(
    photo: Image, board: Image, valid: NDArray[np.float32], px_per_pitch: float
) -> tuple[Image, NDArray[np.float32]]:
    """Log of the light that is left over, smooth (h, w, 3), and how far each pixel is taken for bare board (h, w)."""
    ratio = np.log(photo + FLOOR) - np.log(board + FLOOR)
    shade = np.zeros_like(ratio)
    weight = valid
    for reach, colour_spread, brightness_spread in _SCALES:
        rest = ratio - shade
        brightness = rest.mean(axis=2)
        colour = np.sum((rest - brightness[..., None]) ** 2, axis=2)
        excess = np.clip(np.abs(brightness) - 0.1, 0.0, None)
        likeness = np.exp(-colour / (2 * colour_spread**2) - excess**2 / (2 * brightness_spread**2))
        weight = (likeness * valid + 1e-3 * valid).astype(np.float32)
        sigma = reach * px_per_pitch
        held = _HOLD * shade
        around = cv2.GaussianBlur(weight[..., None] * ratio, (0, 0), sigma)
        shade = (around + held) / (cv2.GaussianBlur(weight, (0, 0), sigma)[..., None] + _HOLD)
    return shade.astype(np.float32), weight
