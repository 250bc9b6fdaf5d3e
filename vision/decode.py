"""From the bytes of a picture file to upright 8-bit sRGB pixels: the one place where Glade decodes pictures.

The bytes decide what a file is, not its name. Sizes are checked from the header before any pixel is decoded; JPEGs are
shrunk while they are decoded; the EXIF orientation is applied exactly once, whatever the format; an embedded colour
profile is followed.
"""

import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
from PIL import ExifTags, Image, ImageCms

from vision.errors import PhotoError
from vision.homography import Pixels, Points

LONG_SIDE_PX = 2048
"""Recognition works on pictures of at most this many pixels on the long side; larger ones gain nothing."""

MAX_BYTES = 60_000_000
MAX_JPEG_MEGAPIXELS = 250  # phones have 200-megapixel modes; JPEGs are shrunk while decoding
MAX_MEGAPIXELS = 64  # every other format is decoded at full size
MIN_SIDE_PX = 64

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF", "GIF", "TIFF", "BMP")  # an MPO opens as JPEG

FIRST_LOOK_PX = 1024
"""What finding the board needs, and reading it when it fills the picture: a JPEG of 2048 pixels is then decoded at half
its size, which takes half the time."""

_NEAR_ENOUGH = 0.9
"""A JPEG is shrunk (by 2, 4 or 8) down to this part of what is asked for: a 12-megapixel photo, 4000 to 4032 pixels
wide, then decodes at half its size, in a third of the time."""

_HALF_ABOVE = 1.6
"""A sample that covers more pixels than this (along a line) is taken from a picture of half the size: bilinear sampling
would skip pixels, and fine stems would flicker."""

_DIAGONAL_35MM = 43.27  # mm, of a 36 x 24 mm frame: what a "35 mm equivalent" focal length refers to
_GREY_LEVELS = 6
"""Channels that differ by less than this everywhere make a grey picture (JPEG shifts them by up to 3)."""

_HEIC_BRANDS = (b"mif1", b"msf1", b"mif2", b"mif3", b"heic", b"heix", b"hevc", b"heim", b"heis", b"avif", b"avis")
"""What a file in this container says of itself when it holds a picture and not a video (ISO/IEC 23008-12)."""

Image.MAX_IMAGE_PIXELS = None  # our own limits, above, are checked before decoding and say what they are
pillow_heif.register_heif_opener()

_UPRIGHT: dict[int, Callable[[Pixels], Pixels]] = {
    2: lambda a: a[:, ::-1],
    3: lambda a: a[::-1, ::-1],
    4: lambda a: a[::-1],
    5: lambda a: a.transpose(1, 0, 2),
    6: lambda a: a.transpose(1, 0, 2)[:, ::-1],
    7: lambda a: a.transpose(1, 0, 2)[::-1, ::-1],
    8: lambda a: a.transpose(1, 0, 2)[::-1],
}
"""What brings the pixels of each EXIF orientation upright; 1 and unknown values change nothing."""


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
    is_finest : bool
        Whether `read_photo` gives no more pixels than these, however many are asked for.
    """

    pixels: Pixels
    width_px: int
    height_px: int
    focal_px: float | None = None
    notes: tuple[str, ...] = ()
    is_finest: bool = True

    @property
    def scale(self) -> float:
        """Pixels of `pixels` per pixel of the full-size picture, at most 1."""
        return float(self.pixels.shape[1] / self.width_px)

    def pixels_to_sample(self, step_px: float, places_xy: Points) -> tuple[Pixels, Points]:
        """The picture to sample at places (..., 2) of `pixels` that lie `step_px` apart, and the places in it."""
        level = 0
        while step_px > _HALF_ABOVE:
            level, step_px, places_xy = level + 1, step_px / 2, (places_xy - 0.5) / 2
        return self._halved(level), places_xy

    def _halved(self, times: int) -> Pixels:
        """`pixels`, so many times at half the size, averaged."""
        if times == 0:
            return self.pixels
        if times not in self._halves:
            larger = self._halved(times - 1)
            size = ((larger.shape[1] + 1) // 2, (larger.shape[0] + 1) // 2)
            self._halves[times] = np.asarray(cv2.resize(larger, size, interpolation=cv2.INTER_AREA), np.uint8)
        return self._halves[times]

    @cached_property
    def _halves(self) -> dict[int, Pixels]:
        return {}

    @cached_property
    def is_grey(self) -> bool:
        """Whether the picture has no colour: what tells most pieces apart is then missing."""
        sample = self.pixels[::7, ::7].astype(np.int16)
        return bool((sample.max(axis=2) - sample.min(axis=2)).max() < _GREY_LEVELS)


def unit_px(size: tuple[int, int]) -> float:
    """What distances in a photograph (width, height) are measured in, so that they mean the same at every size it is
    decoded at: a 2048th of its long side. Small pictures are not measured more finely than they show."""
    return max(*size, FIRST_LOOK_PX) / LONG_SIDE_PX


def read_photo(source: bytes | Path, long_side_px: int = LONG_SIDE_PX, enough_px: int | None = None) -> Photo:
    """The photograph in a file or in its bytes.

    Parameters
    ----------
    long_side_px : int
        Larger pictures are shrunk to this.
    enough_px : int or None
        What suffices for now: a JPEG that can be shrunk to about this while it is decoded is, which saves time.

    Raises
    ------
    PhotoError
        The file is empty, no picture, damaged or too large; the message says which, and the limit.
    """
    data = source if isinstance(source, bytes) else _read_file(source)
    if not data:
        raise PhotoError("empty-file", "The file is empty: send the photo again.")
    if len(data) > MAX_BYTES:
        raise PhotoError("file-too-large", _too_many_bytes(len(data)))
    # Pillow warns about odd metadata that does not matter here, and a warning must not end up on a player's screen.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _decode(data, long_side_px, long_side_px if enough_px is None else enough_px)


def _read_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
            if len(data) > MAX_BYTES:
                raise PhotoError("file-too-large", _too_many_bytes(path.stat().st_size))
            return data
    except (OSError, ValueError) as err:
        reason = err.strerror if isinstance(err, OSError) and err.strerror else "not a usable file name"
        raise PhotoError("cannot-read", f"The file cannot be read: {reason}.") from err


def _too_many_bytes(size: int) -> str:
    return f"The file has {size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB are read. Send a smaller picture."


def _decode(data: bytes, long_side_px: int, enough_px: int) -> Photo:
    try:
        image = Image.open(io.BytesIO(data), formats=FORMATS)
    except Exception as err:  # decoders raise nearly anything on mutated files; all of it means the same to a player
        raise _not_opened(data) from err
    with image:
        kind = image.format or ""
        _check_size(image.size, kind)
        try:
            notes = _notes(image, kind)
            stored_size = image.size
            if kind in ("JPEG", "MPO"):
                image.draft(None, _draft_size(image.size, enough_px))
            image.load()
            turned_by_decoder = kind not in ("JPEG", "MPO") and image.size != stored_size
            exif = image.getexif()
            orientation = exif.get(ExifTags.Base.Orientation, 1)
            focal_mm = exif.get_ifd(ExifTags.IFD.Exif).get(ExifTags.Base.FocalLengthIn35mmFilm)
            pixels = _to_srgb(_shrunk(image, long_side_px), image.info.get("icc_profile"), long_side_px)
        except PhotoError:
            raise
        except Exception as err:  # as above
            advice = "save it as JPEG and send that" if kind in ("HEIF", "AVIF") else "send it again"
            raise PhotoError("damaged-picture", f"The picture is damaged or incomplete: {advice}.") from err
    width, height = stored_size[::-1] if turned_by_decoder else stored_size
    finest = _NEAR_ENOUGH * min(long_side_px, max(stored_size))
    upright = _UPRIGHT.get(orientation) if isinstance(orientation, int) else None
    if upright is not None:
        pixels = np.ascontiguousarray(upright(pixels))
        if orientation >= 5:
            width, height = height, width
    return Photo(pixels, width, height, _focal_px(focal_mm, pixels), notes, max(pixels.shape) >= finest)


def _not_opened(data: bytes) -> PhotoError:
    """Why no decoder takes a file. Phones begin to write newer kinds of HEIC before decoders know them."""
    length = int.from_bytes(data[:4])
    if data[4:8] == b"ftyp" and any(brand in data[8:length] for brand in _HEIC_BRANDS):
        message = "This HEIC or AVIF photo is damaged, or newer than Glade: save it as JPEG and send that."
        return PhotoError("damaged-picture", message)
    return PhotoError(
        "not-a-picture", "This is not a picture that Glade can read: send a JPEG, PNG, WebP or HEIC photo."
    )


def _check_size(size: tuple[int, int], kind: str) -> None:
    limit = MAX_JPEG_MEGAPIXELS if kind in ("JPEG", "MPO") else MAX_MEGAPIXELS
    megapixels = size[0] * size[1] / 1e6
    if megapixels > limit:
        raise PhotoError(
            "too-many-pixels",
            f"The picture has {megapixels:.0f} megapixels; at most {MAX_JPEG_MEGAPIXELS} are read as JPEG and "
            f"{MAX_MEGAPIXELS} in other formats. Send a smaller picture.",
        )
    if min(size) < MIN_SIDE_PX:
        raise PhotoError("too-small", f"The picture has only {size[0]} x {size[1]} pixels: send the photo itself.")


def _notes(image: Image.Image, kind: str) -> tuple[str, ...]:
    # An MPO holds other versions of one photo (depth, previews) behind the photo itself; nobody calls that animated.
    if kind not in ("JPEG", "MPO") and getattr(image, "is_animated", False):
        return ("The picture has several frames; only the first one was read.",)
    return ()


def _draft_size(size: tuple[int, int], long_side_px: int) -> tuple[int, int]:
    """What to ask the JPEG decoder for: it answers with the next larger of 1, 1/2, 1/4 and 1/8 of the size."""
    factor = _NEAR_ENOUGH * long_side_px / max(size)
    return (max(1, int(size[0] * factor)), max(1, int(size[1] * factor)))


def _shrunk(image: Image.Image, long_side_px: int) -> Image.Image:
    """The image at less than twice the wanted size, so that what follows needs little memory."""
    factor = max(image.size) // long_side_px
    if factor > 1 and image.mode in ("L", "LA", "RGB", "RGBA", "CMYK", "YCbCr"):
        return image.reduce(factor)
    return image


def _to_srgb(image: Image.Image, profile: bytes | None, long_side_px: int) -> Pixels:
    """Any mode as (H, W, 3) uint8 sRGB, at most `long_side_px` long."""
    if image.mode.startswith("I;16") or image.mode in ("I", "F"):
        image, profile = _eight_bits(image), None
    if image.mode in ("P", "PA", "LA", "RGBA", "La", "RGBa"):
        image = _on_white(image.convert("RGBA"))
    if image.mode == "1":
        image = image.convert("L")
    if max(image.size) > long_side_px:
        factor = long_side_px / max(image.size)
        size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
        image = image.resize(size, Image.Resampling.BOX)
    if profile:
        image = _follow_profile(image, profile)
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"), np.uint8)


def _eight_bits(image: Image.Image) -> Image.Image:
    values = np.asarray(image).astype(np.float64)
    top = 65535.0 if values.max(initial=0.0) > 255 else (255.0 if values.max(initial=0.0) > 1 else 1.0)
    return Image.fromarray(np.clip(values / top * 255, 0, 255).astype(np.uint8))


def _on_white(image: Image.Image) -> Image.Image:
    white = Image.new("RGB", image.size, "white")
    white.paste(image, mask=image.getchannel("A"))
    return white


def _follow_profile(image: Image.Image, profile: bytes) -> Image.Image:
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if "sRGB" in ImageCms.getProfileDescription(source):
            return image
        turned = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return image  # a damaged profile, or one for another kind of picture: the plain values are the best guess
    return image if turned is None else turned


def _focal_px(focal_35mm: object, pixels: Pixels) -> float | None:
    if not isinstance(focal_35mm, int | float) or not 5 <= focal_35mm <= 1000:
        return None
    height, width = pixels.shape[:2]
    return float(np.hypot(width, height) / _DIAGONAL_35MM * focal_35mm)
