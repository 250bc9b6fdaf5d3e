"""From the bytes of a picture file to upright 8-bit sRGB pixels: the one place where Glade decodes pictures."""

from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageOps

from vision.errors import PhotoError
from vision.homography import Pixels

LONG_SIDE_PX = 2048
"""Recognition works on pictures of at most this many pixels on the long side; larger ones gain nothing."""


@dataclass(frozen=True, eq=False)
class Photo:
    """A decoded photograph.

    Attributes
    ----------
    pixels : (H, W, 3) uint8
        sRGB, upright (EXIF orientation applied), shrunk to what recognition needs.
    width_px, height_px : int
        Size of the full-size upright picture; every coordinate that leaves Glade is in its pixels.
    focal_px : float or None
        Focal length in pixels of `pixels`, from EXIF.
    notes : tuple of str
        What a person should know about the picture, for example that only its first frame was used.
    """

    pixels: Pixels
    width_px: int
    height_px: int
    focal_px: float | None = None
    notes: tuple[str, ...] = ()

    @property
    def scale(self) -> float:
        """Pixels of `pixels` per pixel of the full-size picture, at most 1."""
        return float(self.pixels.shape[1] / self.width_px)

    @cached_property
    def half_pixels(self) -> Pixels:
        """`pixels` at half the size, averaged: what to sample from where small patches would skip pixels."""
        height, width = self.pixels.shape[:2]
        half = cv2.resize(self.pixels, ((width + 1) // 2, (height + 1) // 2), interpolation=cv2.INTER_AREA)
        return np.asarray(half, np.uint8)


def read_photo(source: bytes | Path, long_side_px: int = LONG_SIDE_PX) -> Photo:
    """The photograph in a file or in its bytes. Raises `PhotoError`."""
    data = source if isinstance(source, bytes) else source.read_bytes()
    try:
        with Image.open(BytesIO(data)) as image:
            upright = ImageOps.exif_transpose(image).convert("RGB")
    except (OSError, ValueError, SyntaxError) as err:
        raise PhotoError("not-a-picture", "This is not a picture that Glade can read: send a JPEG.") from err
    width, height = upright.size
    upright.thumbnail((long_side_px, long_side_px), Image.Resampling.BOX)
    return Photo(np.asarray(upright, np.uint8), width, height)
