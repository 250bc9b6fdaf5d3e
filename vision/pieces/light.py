"""Colours as they would look under the light of the taught board picture.

Every photograph of a copy shows its printed board, so the board itself is the colour chart: comparing it with the
taught picture gives the light of this photograph, space by space, without knowing where the pieces stand.

Two things happen between the light and the picture, and they need two answers. The light (its colour, its shade)
multiplies; that holds for board and pieces alike. The sheen of the board, haze and the telephone's tone curve add and
bend; that was measured to differ from photo to photo on the board (a diagonal gain leaves twice the residual of an
affine map), and says little about a piece, whose surface is another one. So the *board* is compared after an affine
map, the *pieces* after the gains and the slope of the tone curve alone.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]
Mask = NDArray[np.bool_]

_CODES = np.arange(256) / 255.0
_LINEAR = np.where(_CODES <= 0.04045, _CODES / 12.92, ((_CODES + 0.055) / 1.055) ** 2.4).astype(np.float32)

FLOOR = 0.01
"""Added before a logarithm of linear light is taken: the noise of dark pixels must not outweigh the rest."""
_SMOOTH_PX = 1.0
"""Photograph and board are smoothed alike before they are compared: single pixels are noise."""
_REDUCTION = 4
"""The light is estimated on a picture this many times smaller: it is smooth, and means carry less noise."""
_RIDGE = 1e-3
"""Pull of the affine map towards a plain gain, in units of the picture's variance."""
_SCALES = ((1.5, 0.12, 0.5), (0.8, 0.10, 0.4), (0.6, 0.08, 0.3))
"""Passes over the local light, coarse to fine: reach in pitches; spread of colour and of brightness taken for board."""
_HOLD = 0.02
"""How much board must show (share of the window) before the finer estimate replaces the coarser one."""


_SLOPES = (0.6, 1.6)
"""Slopes of the tone curve that are believed: 0.7 to 1.1 on the labelled sets, by the telephone's curve and haze."""
_NEAR_CURVE = 0.5
"""Log brightness within which a pixel follows the curve; what is farther off is no board."""
_LEAST_SWING = 0.02
"""Mean square of log brightness below which a board is too even to show a slope."""


@dataclass(frozen=True, eq=False)
class BareBoard:
    """The taught picture of the ground without pieces, and all about it that is the same for every photograph.

    Attributes
    ----------
    linear : (H, W, 3) float32
        Linear light.
    """

    linear: Image

    @cached_property
    def small(self) -> Image:
        """`linear`, as small as the light is estimated on."""
        return _shrink(self.linear)

    @cached_property
    def lab(self) -> Image:
        """L*a*b* (H, W, 3)."""
        return to_lab(self.linear)

    @cached_property
    def contrast(self) -> NDArray[np.float32]:
        """How much the print changes within about 0.06 pitch of each pixel, L*a*b* units (H, W)."""
        kernel = np.ones((5, 5), np.uint8)
        swing = cv2.dilate(self.lab, kernel) - cv2.erode(self.lab, kernel)
        return np.asarray(np.linalg.norm(swing, axis=2), dtype=np.float32)

    @cached_property
    def ruggedness(self) -> NDArray[np.float32]:
        """The strongest `contrast` within about 0.15 pitch (H, W): how near the edge of a recess may be."""
        return np.asarray(cv2.dilate(self.contrast, np.ones((9, 9), np.uint8)))

    @cached_property
    def smooth(self) -> Image:
        """`linear` without the noise of single pixels."""
        return smoothed(self.linear)

    @cached_property
    def brightness(self) -> NDArray[np.float32]:
        """Log brightness of `smooth` (H, W)."""
        return log_brightness(self.smooth)


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
    """CIE L*a*b* (H, W, 3) float32 of linear light; channels brighter than white are taken for white."""
    clipped = np.minimum(np.maximum(linear, 0), 1)
    coded = cv2.pow(clipped, 1 / 2.4) * np.float32(1.055) - np.float32(0.055)
    dark = clipped <= 0.0031308
    coded[dark] = 12.92 * clipped[dark]
    return np.asarray(cv2.cvtColor(coded, cv2.COLOR_RGB2Lab))


def smoothed(linear: Image) -> Image:
    """A picture as board and photograph are compared, darker than black nowhere."""
    return np.asarray(cv2.GaussianBlur(np.maximum(linear, 0), (0, 0), _SMOOTH_PX))


def log_brightness(linear: Image) -> NDArray[np.float32]:
    """Mean over the channels of the logarithm of light (H, W)."""
    return np.asarray(cv2.transform(cv2.log(linear + np.float32(FLOOR)), np.full((1, 3), 1 / 3)))


def relight(photo: Image, board: BareBoard, valid: Mask, disc: Mask, px_per_pitch: float) -> Relit:
    """`photo` as it would look under the light of `board`, linear (H, W, 3) of the same ground.

    `valid` marks where the photo shows the ground at all, `disc` where the printed ground is the same on every copy
    of the photo (the planet; not the table beyond it).
    """
    small_photo = _shrink(photo)
    small_valid = _shrink((valid & disc).astype(np.float32))
    seen = small_valid > 0.99
    if np.count_nonzero(seen) < 100:
        return Relit(photo, photo, valid & disc)
    mapped = _mapped(photo, _tone_map(small_photo[seen], board.small[seen]))
    shade, is_board = _local_light(_shrink(mapped), board.small, small_valid, px_per_pitch / _REDUCTION)
    local = np.exp(cv2.resize(-shade, photo.shape[1::-1], interpolation=cv2.INTER_LINEAR))
    trusted = is_board > 0.3
    if np.count_nonzero(trusted) < 50:
        trusted = seen
    ratio = np.log(board.small[trusted] + FLOOR) - np.log(small_photo[trusted] + FLOOR)
    gain = np.exp(np.median(ratio + shade[trusted], axis=0)).astype(np.float32)
    mapped += np.float32(FLOOR)
    mapped *= local
    mapped -= np.float32(FLOOR)
    bare = cv2.resize(trusted.astype(np.uint8), photo.shape[1::-1], interpolation=cv2.INTER_NEAREST).view(np.bool_)
    local *= gain
    local *= photo
    local = _bent(local, _slope(small_photo[trusted], board.small[trusted], shade[trusted]), board.small[trusted])
    return Relit(mapped, np.asarray(local), bare & disc & valid)


def _slope(photo: Image, board: Image, shade: Image) -> float:
    """How fast log brightness of the board picture rises with that of the photograph (N, 3), its shade taken off."""
    seen = log_brightness(photo[:, None])[:, 0] - shade.mean(axis=1)
    known = log_brightness(board[:, None])[:, 0]
    seen, known = seen - np.median(seen), known - np.median(known)
    inner = np.abs(known - seen) < _NEAR_CURVE
    power = float(np.square(seen[inner]).sum())
    if power < _LEAST_SWING * len(seen):
        return 1.0
    return float(np.clip(np.vdot(seen[inner], known[inner]) / power, *_SLOPES))


def _bent(picture: Image, slope: float, board: Image) -> Image:
    """A picture with brightness bent around the middle brightness of the board."""
    middle = np.float32(np.exp(np.median(np.log(board + FLOOR))))
    return np.asarray(middle * cv2.pow(np.maximum(picture, np.float32(1e-5)) / middle, slope))


def _shrink(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(picture, None, fx=1 / _REDUCTION, fy=1 / _REDUCTION, interpolation=cv2.INTER_AREA))


def _coded(linear: Image) -> Image:
    return np.asarray(cv2.pow(np.maximum(linear, np.float32(1e-4)), 1 / 2.2))


def _mapped(photo: Image, tone_map: NDArray[np.float64]) -> Image:
    """A photograph (H, W, 3) after a tone map."""
    coded = _coded(photo)
    mapped = np.asarray(cv2.transform(coded, tone_map[[0, 1, 2, 6]].T), np.float32)
    mapped += cv2.transform(coded * coded, tone_map[3:6].T)
    return np.asarray(cv2.pow(np.maximum(mapped, 0, out=mapped), 2.2))


def _tone_map(photo: Image, board: Image) -> NDArray[np.float64]:
    """(7, 3): takes a photograph's coded light (N, 3), its squares and a one to the board's coded light.

    Robust against the pixels that show pieces (Geman-McClure weights). The squares are held back by a ridge: they bend
    the map where the board shows a bend, and elsewhere it stays a plain gain.
    """
    coded, target = _coded(photo), _coded(board)
    features = np.column_stack([coded, coded * coded, np.ones(len(coded), np.float32), target])
    plain = np.zeros((7, 3))
    plain[:3] = np.eye(3) * target.mean() / max(float(coded.mean()), 1e-6)
    ridge = np.diag([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 4.0]) * _RIDGE * len(features) * coded.var()
    weights = np.ones((len(features), 1), np.float32)
    matrix = plain
    for _ in range(12):
        pull = ridge * float(weights.mean())
        products = cv2.gemm(features, weights * features, 1, None, 0, flags=cv2.GEMM_1_T)  # type: ignore[call-overload]
        matrix = np.linalg.solve(products[:7, :7] + pull, products[:7, 7:] + pull @ plain)
        off = cv2.gemm(features, np.vstack([matrix, -np.eye(3)]).astype(np.float32), 1, None, 0)  # type: ignore[call-overload]
        squares = np.einsum("ij,ij->i", off, off)[:, None]
        weights = 1 / (1 + squares / np.square(np.sqrt(np.median(squares)) + np.float32(1e-6))) ** 2
    return np.asarray(matrix)


def _local_light(
    photo: Image, board: Image, valid: NDArray[np.float32], px_per_pitch: float
) -> tuple[Image, NDArray[np.float32]]:
    """Log of the light that is left over, smooth (h, w, 3), and how far each pixel is taken for bare board (h, w)."""
    ratio = cv2.log(photo + np.float32(FLOOR)) - cv2.log(board + np.float32(FLOOR))
    shade = np.zeros_like(ratio)
    weight = valid
    for reach, colour_spread, brightness_spread in _SCALES:
        rest = ratio - shade
        brightness = cv2.transform(rest, np.full((1, 3), 1 / 3))
        colour = np.einsum("yxc,yxc->yx", rest, rest) - 3 * np.square(brightness)
        excess = np.maximum(np.abs(brightness) - np.float32(0.1), 0)
        likeness = np.exp(-colour / (2 * colour_spread**2) - excess**2 / (2 * brightness_spread**2))
        weight = (likeness + np.float32(1e-3)) * valid
        sigma = reach * px_per_pitch
        around = cv2.GaussianBlur(np.dstack([weight[..., None] * ratio, weight]), (0, 0), sigma)
        shade = (around[..., :3] + _HOLD * shade) / (around[..., 3:] + _HOLD)
    return shade, weight
