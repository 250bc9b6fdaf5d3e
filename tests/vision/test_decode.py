"""One decoder for every format: upright, sRGB, within limits, and a plain sentence for what cannot be read."""

import io
import struct
import zlib
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageCms

from vision.decode import MAX_BYTES, read_photo
from vision.errors import PhotoError

WIDTH, HEIGHT = 160, 96
COLOURS = {"red": (200, 40, 40), "green": (40, 160, 60), "blue": (50, 60, 190), "grey": (128, 128, 128)}
FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "AVIF", "HEIF", "BMP", "GIF")


def board() -> Image.Image:
    """A picture whose four quarters have four colours, so that every turn shows."""
    image = Image.new("RGB", (WIDTH, HEIGHT))
    for colour, (left, top) in zip(COLOURS.values(), ((0, 0), (80, 0), (0, 48), (80, 48)), strict=True):
        image.paste(colour, (left, top, left + 80, top + 48))
    return image


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def quarters(data: bytes) -> list[tuple[int, ...]]:
    pixels = read_photo(data).pixels
    height, width = pixels.shape[:2]
    return [
        tuple(int(v) for v in pixels[round(y * height), round(x * width)]) for y in (0.25, 0.75) for x in (0.25, 0.75)
    ]


def assert_upright(data: bytes, tolerance: int = 14) -> None:
    photo = read_photo(data)
    assert (photo.width_px, photo.height_px) == (WIDTH, HEIGHT)
    assert photo.pixels.shape == (HEIGHT, WIDTH, 3)
    difference = np.array(quarters(data)) - np.array(list(COLOURS.values()))
    assert np.abs(difference).max() <= tolerance


TURNED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def turned(orientation: int, kind: str) -> bytes:
    how = TURNED[orientation]
    image = board() if how is None else board().transpose(how)
    exif = Image.Exif()
    exif[0x0112] = orientation
    return encoded(image, kind, exif=exif.tobytes() if kind != "TIFF" else exif)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF", "HEIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_is_upright_in_every_format(orientation: int, kind: str) -> None:
    assert_upright(turned(orientation, kind))


@pytest.mark.parametrize("value", [0, 9, 255])
def test_an_orientation_that_does_not_exist_changes_nothing(value: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = value
    assert_upright(encoded(board(), "JPEG", exif=exif.tobytes()))


def test_a_cut_off_exif_block_changes_nothing() -> None:
    whole = Image.Exif()
    whole[0x0112] = 1
    whole[0x010F] = "A phone maker with a long name"
    assert_upright(encoded(board(), "JPEG", exif=whole.tobytes()[:20]))


@pytest.mark.parametrize("kind", FORMATS)
def test_the_bytes_decide_and_not_the_name(kind: str, tmp_path: Path) -> None:
    for ending in (".jpg", ".heic", ".txt", ""):
        path = tmp_path / f"jeu d'été Übung{ending}"
        path.write_bytes(encoded(board(), kind))
        assert read_photo(path).pixels.shape == (HEIGHT, WIDTH, 3)


@pytest.mark.parametrize("mode", ["CMYK", "RGBA", "P", "RGB"])
def test_every_way_to_store_colours_gives_the_same_colours(mode: str) -> None:
    kind = "JPEG" if mode in ("CMYK", "RGB") else "PNG"
    image = board().quantize(16) if mode == "P" else board().convert(mode)
    assert_upright(encoded(image, kind))


@pytest.mark.parametrize("mode", ["L", "LA", "1"])
def test_a_picture_without_colour_says_so(mode: str) -> None:
    photo = read_photo(encoded(board().convert(mode), "PNG"))
    assert photo.is_grey
    assert photo.pixels.shape == (HEIGHT, WIDTH, 3)
    assert not read_photo(encoded(board(), "JPEG")).is_grey


def test_sixteen_bit_grey_keeps_its_light() -> None:
    ramp = np.tile(np.linspace(0, 65535, WIDTH).astype(np.uint16), (HEIGHT, 1))
    pixels = read_photo(encoded(Image.fromarray(ramp), "PNG")).pixels
    assert np.abs(pixels[0, :, 0].astype(float) - np.linspace(0, 255, WIDTH)).max() < 2


def test_transparent_parts_become_white() -> None:
    clear = Image.new("RGBA", (WIDTH, HEIGHT), (10, 20, 30, 0))
    assert read_photo(encoded(clear, "PNG")).pixels.min() == 255


def display_p3() -> bytes:
    """A Display P3 profile, made here from its published primaries: an sRGB profile with other colorants."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    colorants = {
        b"rXYZ": (0.5151, 0.2412, -0.0011),
        b"gXYZ": (0.2919, 0.6922, 0.0419),
        b"bXYZ": (0.1572, 0.0666, 0.7841),
    }
    count = struct.unpack(">I", profile[128:132])[0]
    for index in range(count):
        tag, offset, _ = struct.unpack(">4sII", profile[132 + 12 * index : 144 + 12 * index])
        if tag in colorants:
            values = (round(v * 65536) for v in colorants[tag])
            profile[offset + 8 : offset + 20] = struct.pack(">3i", *values)
        if tag == b"desc":
            size = struct.unpack(">I", profile[offset + 16 + 4 : offset + 24])[0]
            start = offset + struct.unpack(">I", profile[offset + 24 : offset + 28])[0]
            profile[start : start + size] = "Display P3".encode("utf-16-be").ljust(size, b"\0")[:size]
    return bytes(profile)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF", "HEIF"])
def test_a_wide_gamut_picture_becomes_srgb(kind: str) -> None:
    # P3 (0.55, 0.35, 0.2) and its sRGB values, computed by hand from the two sets of primaries.
    stored = Image.new("RGB", (WIDTH, HEIGHT), (150, 100, 60))
    red, green, blue = (int(v) for v in read_photo(encoded(stored, kind, icc_profile=display_p3())).pixels[40, 40])
    assert red > 153
    assert abs(green - 99) <= 4
    assert blue < 57


def test_a_damaged_colour_profile_is_passed_over() -> None:
    assert_upright(encoded(board(), "PNG", icc_profile=b"not a profile"))


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
def test_of_an_animation_the_first_frame_is_read_and_that_is_said(kind: str) -> None:
    frames = [board(), Image.new("RGB", (WIDTH, HEIGHT), "black"), Image.new("RGB", (WIDTH, HEIGHT), "white")]
    data = encoded(frames[0], kind, save_all=True, append_images=frames[1:])
    assert_upright(data, tolerance=30)
    assert read_photo(data).notes == ("The picture has several frames; only the first one was read.",)
    assert read_photo(encoded(board(), kind)).notes == ()


def refusal(data: bytes) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        read_photo(data)
    assert len(caught.value.message.splitlines()) == 1
    return caught.value


def test_a_text_file_is_not_a_picture() -> None:
    assert refusal(b"these are not the pixels you are looking for\n" * 20).code == "not-a-picture"


def test_an_empty_file_is_said_to_be_empty() -> None:
    assert refusal(b"").code == "empty-file"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF", "TIFF"])
def test_a_truncated_picture_is_said_to_be_damaged(kind: str) -> None:
    noise = np.random.default_rng(5).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    data = encoded(Image.fromarray(noise), kind)
    assert refusal(data[: len(data) * 6 // 10]).code in ("damaged-picture", "not-a-picture")


def png_claiming(width: int, height: int) -> bytes:
    def chunk(tag: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + tag + content + struct.pack(">I", zlib.crc32(tag + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("size", [(50_000, 50_000), (10_000, 7_000), (2**31 - 1, 1)])
def test_a_png_bomb_is_refused_by_its_header(size: tuple[int, int]) -> None:
    refused = refusal(png_claiming(*size))
    assert refused.code == "too-many-pixels"
    assert "250" in refused.message
    assert "64" in refused.message


def test_a_large_file_is_refused_with_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(PhotoError, match="at most 60 MB"):
        read_photo(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="The file cannot be read: No such file"):
        read_photo(tmp_path / "nowhere.jpg")


def test_a_phone_photo_of_200_megapixels_is_shrunk_and_read() -> None:
    data = encoded(board().resize((16320, 12240), Image.Resampling.NEAREST), "JPEG", quality=60)
    photo = read_photo(data)
    assert (photo.width_px, photo.height_px) == (16320, 12240)
    assert max(photo.pixels.shape) <= 2048
    assert np.abs(np.array(quarters(data)) - np.array(list(COLOURS.values()))).max() <= 14


def test_a_twelve_megapixel_photo_is_decoded_at_half_its_size() -> None:
    photo = read_photo(encoded(Image.new("RGB", (4032, 3024), "white"), "JPEG"))
    assert photo.pixels.shape == (1512, 2016, 3)
    assert photo.scale == 0.5


def test_a_first_look_decodes_no_more_than_is_enough() -> None:
    image = Image.new("RGB", (2048, 1536), (90, 120, 60))
    first, all_of_it = read_photo(encoded(image, "JPEG"), enough_px=1024), read_photo(encoded(image, "JPEG"))
    assert first.pixels.shape == (768, 1024, 3)
    assert (first.width_px, first.height_px, first.scale) == (2048, 1536, 0.5)
    assert (first.is_finest, all_of_it.is_finest) == (False, True)
    assert read_photo(encoded(image, "PNG"), enough_px=1024).is_finest  # nothing would be saved
    assert read_photo(encoded(image.resize((1600, 1200)), "JPEG"), enough_px=1024).is_finest


def test_the_focal_length_comes_from_the_picture() -> None:
    exif = Image.Exif()
    exif.get_ifd(0x8769)[0xA405] = 26
    focal = read_photo(encoded(Image.new("RGB", (400, 300)), "JPEG", exif=exif.tobytes())).focal_px
    assert focal == pytest.approx(500 / 43.27 * 26)
    assert read_photo(encoded(board(), "JPEG")).focal_px is None


def test_mutated_files_are_refused_one_by_one_and_nothing_else_happens() -> None:
    random = np.random.default_rng(11)
    for kind in ("JPEG", "PNG", "WEBP", "GIF", "TIFF", "HEIF", "AVIF"):
        whole = np.frombuffer(encoded(board(), kind), np.uint8)
        for _ in range(30):
            mutated = whole.copy()
            places = random.integers(0, len(whole), 6)
            mutated[places] = random.integers(0, 256, 6)
            with suppress(PhotoError):  # anything else fails the test
                assert read_photo(mutated.tobytes()).pixels.dtype == np.uint8


def boxes(data: bytes, at: int, end: int) -> list[tuple[int, int]]:
    """Every box of a HEIC with those inside it, as (offset, length)."""
    found = []
    while at + 8 <= end:
        size, kind = struct.unpack_from(">I4s", data, at)
        found.append((at, size))
        inner = {b"meta": 12, b"iprp": 8, b"ipco": 8}.get(kind)
        if inner:
            found += boxes(data, at + inner, at + size)
        at += size
    return found


@pytest.mark.parametrize("kind", ["HEIF", "AVIF"])
@pytest.mark.parametrize("damage", ["another kind", "another length", "zeros"])
def test_a_heic_photo_that_cannot_be_opened_is_called_one_and_jpeg_is_advised(kind: str, damage: str) -> None:
    whole = encoded(board(), kind)
    refusals = []
    for at, size in boxes(whole, 0, len(whole))[1:]:  # the first says what the file is
        data = bytearray(whole)
        if damage == "another kind":
            data[at + 4 : at + 8] = b"zzzz"
        elif damage == "another length":
            data[at : at + 4] = b"\x7f\xff\xff\xff"
        else:
            data[at + 8 : at + size] = bytes(size - 8)
        try:
            read_photo(bytes(data))  # not every box is needed
        except PhotoError as err:
            refusals.append(err.message)
    assert len(refusals) > 3
    assert all("save it as JPEG" in refusal for refusal in refusals)


def test_a_video_is_no_picture() -> None:
    with pytest.raises(PhotoError, match="This is not a picture"):
        read_photo(b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom" + bytes(500))
