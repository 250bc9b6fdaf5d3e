"""Photographs made worse as people make them worse: other light, shade, glare, lenses, turns, margins, compression.

Each is a function of the pixels, what it needs to know of the board, and a random generator; it gives the new pixels
and where points of the old picture lie in the new one.
"""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from vision.homography import Pixels, Points

Moved = Callable[[Points], Points]
Change = Callable[[Pixels, Points, np.random.Generator], tuple[Pixels, Moved]]
"""(pixels, the board's corners (4, 2), random generator) -> (pixels, where points went)."""

_LAMPS = {2700: (1.0, 0.655, 0.341), 4000: (1.0, 0.820, 0.639), 5000: (1.0, 0.894, 0.808), 6500: (1.0, 0.996, 0.984)}
"""sRGB colour of a black body of so many kelvin, over the light a photograph was balanced for."""

_COOL = (0.80, 0.92, 1.0)
_STEPS = 12  # fixed-point steps that undo a lens


@dataclass(frozen=True)
class Kept:
    """Points stay where they are."""

    def __call__(self, points: Points) -> Points:
        return points


def _light(gains: tuple[float, float, float]) -> Change:
    def change(pixels: Pixels, _corners: Points, _random: np.random.Generator) -> tuple[Pixels, Moved]:
        return _to_pixels(pixels * np.array(gains, np.float32)), Kept()

    return change


def _gamma(power: float) -> Change:
    def change(pixels: Pixels, _corners: Points, _random: np.random.Generator) -> tuple[Pixels, Moved]:
        return _to_pixels(255 * (pixels / np.float32(255)) ** power), Kept()

    return change


def _noise(sigma: float) -> Change:
    def change(pixels: Pixels, _corners: Points, random: np.random.Generator) -> tuple[Pixels, Moved]:
        return _to_pixels(pixels + random.normal(0, sigma, pixels.shape).astype(np.float32)), Kept()

    return change


def _blur(part: float) -> Change:
    """Blur with a sigma of so many thousandths of the board's size."""

    def change(pixels: Pixels, corners: Points, _random: np.random.Generator) -> tuple[Pixels, Moved]:
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), part * _size(corners) / 1000), np.uint8), Kept()

    return change


def _jpeg(quality: int) -> Change:
    def change(pixels: Pixels, _corners: Points, _random: np.random.Generator) -> tuple[Pixels, Moved]:
        buffer = io.BytesIO()
        Image.fromarray(pixels).save(buffer, "JPEG", quality=quality)
        with Image.open(buffer) as image:
            return np.asarray(image, np.uint8), Kept()

    return change


def _resized(factor: float) -> Change:
    def change(pixels: Pixels, _corners: Points, _random: np.random.Generator) -> tuple[Pixels, Moved]:
        how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
        small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=how)
        return np.asarray(small, np.uint8), lambda points: (points + 0.5) * factor - 0.5

    return change


def _shadow(depth: float) -> Change:
    """Half of the board in the shade of something with a soft edge, through the board's middle at any angle."""

    def change(pixels: Pixels, corners: Points, random: np.random.Generator) -> tuple[Pixels, Moved]:
        height, width = pixels.shape[:2]
        angle = random.uniform(0, 2 * np.pi)
        y, x = np.mgrid[:height, :width].astype(np.float32)
        middle = corners.mean(axis=0)
        away = (x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle)
        lit = 1 / (1 + np.exp(-away / (0.01 * _size(corners))))
        return _to_pixels(pixels * (depth + (1 - depth) * lit)[..., None]), Kept()

    return change


def _glare(pixels: Pixels, corners: Points, random: np.random.Generator) -> tuple[Pixels, Moved]:
    """A blown-out ellipse as large as about three tiles, with a soft edge, somewhere on the board."""
    height, width = pixels.shape[:2]
    a, b = random.uniform(0.25, 0.75, 2)
    top, bottom = (corners[i] * (1 - a) + corners[j] * a for i, j in ((0, 1), (3, 2)))
    middle = top * (1 - b) + bottom * b
    veil = np.zeros((height, width), np.float32)
    axes = (round(0.12 * _size(corners)), round(0.07 * _size(corners)))
    centre = (round(float(middle[0])), round(float(middle[1])))
    cv2.ellipse(veil, centre, axes, float(random.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(veil, (0, 0), 0.015 * _size(corners))
    return _to_pixels(pixels + 255 * soft[..., None]), Kept()


def _lens(k1: float) -> Change:
    """Radial distortion: what was at r (1 = half the diagonal) is seen at r (1 + k1 r^2)."""

    def change(pixels: Pixels, _corners: Points, _random: np.random.Generator) -> tuple[Pixels, Moved]:
        height, width = pixels.shape[:2]
        centre, half = np.array([(width - 1) / 2, (height - 1) / 2]), float(np.hypot(width, height)) / 2

        def moved(points: Points) -> Points:
            off = (np.asarray(points, np.float64) - centre) / half
            seen: Points = centre + half * off * (1 + k1 * (off**2).sum(axis=-1, keepdims=True))
            return seen

        seen = (np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1) - centre) / half
        flat = seen
        for _ in range(_STEPS):
            flat = seen / (1 + k1 * (flat**2).sum(axis=-1, keepdims=True))
        maps = (flat * half + centre).astype(np.float32)
        bent = cv2.remap(pixels, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
        return np.asarray(bent, np.uint8), moved

    return change


def _turned(low_deg: float, high_deg: float) -> Change:
    """The camera held askew, either way; what comes into view is table."""

    def change(pixels: Pixels, _corners: Points, random: np.random.Generator) -> tuple[Pixels, Moved]:
        height, width = pixels.shape[:2]
        angle = random.uniform(low_deg, high_deg) * random.choice([-1, 1])
        matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), angle, 1.0)
        c, s = abs(matrix[0, 0]), abs(matrix[0, 1])
        wide, high = int(np.ceil(width * c + height * s)), int(np.ceil(width * s + height * c))
        matrix[:, 2] += (wide - width) / 2, (high - height) / 2
        turned = cv2.warpAffine(pixels, matrix, (wide, high), flags=cv2.INTER_LINEAR, borderValue=_table(pixels))
        return np.asarray(turned, np.uint8), lambda points: np.asarray(points @ matrix[:, :2].T + matrix[:, 2])

    return change


def _quarters(count: int) -> Change:
    """The picture turned anticlockwise by quarters, as `np.rot90` turns."""

    def change(pixels: Pixels, _corners: Points, _random: np.random.Generator) -> tuple[Pixels, Moved]:
        sizes = [pixels.shape[1] if turn % 2 == 0 else pixels.shape[0] for turn in range(count)]

        def moved(points: Points) -> Points:
            for width in sizes:
                points = np.column_stack([points[:, 1], width - 1 - points[:, 0]])
            return points

        return np.ascontiguousarray(np.rot90(pixels, count)), moved

    return change


def _margins(pixels: Pixels, _corners: Points, random: np.random.Generator) -> tuple[Pixels, Moved]:
    """Up to two fifths of table more on each side, unevenly."""
    height, width = pixels.shape[:2]
    left, right = (int(v * width) for v in random.uniform(0, 0.4, 2))
    top, bottom = (int(v * height) for v in random.uniform(0, 0.4, 2))
    wide = cv2.copyMakeBorder(pixels, top, bottom, left, right, cv2.BORDER_CONSTANT, value=_table(pixels))
    return np.asarray(wide, np.uint8), lambda points: points + np.array([left, top])


SPOILED: Mapping[str, Change] = {
    "as-it-is": lambda pixels, _corners, _random: (pixels, Kept()),
    **{f"lamp-{kelvin}": _light(gains) for kelvin, gains in _LAMPS.items()},
    "cool": _light(_COOL),
    "dim": _light((0.45, 0.45, 0.45)),
    "gamma-0.7": _gamma(0.7),
    "gamma-1.4": _gamma(1.4),
    "noise": _noise(12.0),
    "blur": _blur(2.0),
    "jpeg-50": _jpeg(50),
    "half-size": _resized(0.5),
    "larger": _resized(1.6),
    "shadow": _shadow(0.5),
    "glare": _glare,
    "lens-out": _lens(0.1),
    "lens-in": _lens(-0.1),
    "askew": _turned(5.0, 15.0),
    **{f"turned-{90 * count}": _quarters(count) for count in (1, 2, 3)},
    "margins": _margins,
}
"""Every change by its name."""


def _size(corners: Points) -> float:
    """Root of the area between the corners."""
    x, y = corners[:, 0], corners[:, 1]
    return float(np.sqrt(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2))


def _table(pixels: Pixels) -> tuple[int, int, int]:
    """The colour of what lies around the board: the median along the picture's edge."""
    edge = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    red, green, blue = np.median(edge, axis=0).astype(int).tolist()
    return red, green, blue


def _to_pixels(values: NDArray[Any]) -> Pixels:
    return np.asarray(np.clip(np.rint(values), 0, 255), np.uint8)
