"""One pipeline for command line, bench and web: the same picture gives the same reading, and doubt is said."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.vision.conftest import SAMPLES
from vision.copies import LearnedCopy
from vision.pipeline import read_board
from vision.truth import load_truth

pytestmark = pytest.mark.xdist_group("photos")

PHOTO = SAMPLES / "evenglow/boards/002.jpg"


def test_a_file_and_its_bytes_give_the_same_reading(evenglow: LearnedCopy) -> None:
    first, second = read_board(PHOTO, evenglow), read_board(PHOTO.read_bytes(), evenglow, name="002.jpg")
    one, other = first.to_json(), second.to_json()
    one.pop("timing_ms")
    other.pop("timing_ms")
    assert one == other


def test_a_sideways_file_with_its_tag_gives_the_same_places(evenglow: LearnedCopy, tmp_path: Path) -> None:
    with Image.open(PHOTO) as image:
        exif = Image.Exif()
        exif[0x0112] = 6
        image.transpose(Image.Transpose.ROTATE_90).save(tmp_path / "turned.jpg", quality=95, exif=exif)
    upright, turned = read_board(PHOTO, evenglow), read_board(tmp_path / "turned.jpg", evenglow)
    assert upright.location is not None
    assert turned.location is not None
    assert np.abs(upright.location.corners_xy - turned.location.corners_xy).max() < 2
    for area, spaces in upright.board.areas.items():
        assert [s.piece for s in spaces.values()] == [s.piece for s in turned.board.areas[area].values()]


def test_coordinates_are_those_of_the_full_size_picture(evenglow: LearnedCopy) -> None:
    with Image.open(PHOTO) as image:
        buffer = io.BytesIO()
        image.resize((2 * image.width, 2 * image.height), Image.Resampling.BICUBIC).save(buffer, "JPEG", quality=90)
    small, large = read_board(PHOTO, evenglow), read_board(buffer.getvalue(), evenglow)
    assert small.location is not None
    assert large.location is not None
    assert np.abs(2 * small.location.corners_xy - large.location.corners_xy).max() < 4


def test_a_photo_without_colour_is_all_for_review(evenglow: LearnedCopy, tmp_path: Path) -> None:
    with Image.open(PHOTO) as image:
        image.convert("L").save(tmp_path / "grey.jpg")
    reading = read_board(tmp_path / "grey.jpg", evenglow)
    assert any("no colour" in note for note in reading.notes)
    assert all(space.review for spaces in reading.board.areas.values() for space in spaces.values())


def test_a_board_that_is_not_found_fills_nothing_in(evenglow: LearnedCopy) -> None:
    reading = read_board(SAMPLES / "evergreen/boards/001.jpg", evenglow)
    assert reading.location is None
    assert reading.failure is not None
    assert reading.board.areas == {}
    document = reading.to_json()
    assert document["areas"] == {}
    assert document["harvests"] == []


def test_an_animation_is_noted_in_the_reading(evenglow: LearnedCopy) -> None:
    with Image.open(PHOTO) as image:
        buffer = io.BytesIO()
        image.save(buffer, "WEBP", save_all=True, append_images=[Image.new("RGB", image.size)], quality=80)
    reading = read_board(buffer.getvalue(), evenglow)
    assert reading.location is not None
    assert reading.notes == ("The picture has several frames; only the first one was read.",)


def test_a_board_that_is_small_in_the_picture_is_looked_at_again_in_all_its_pixels(evenglow: LearnedCopy) -> None:
    with Image.open(PHOTO) as image:
        far = Image.new("RGB", (2048, 1536), (120, 110, 100))
        far.paste(image.resize((800, 600), Image.Resampling.BOX), (700, 500))
        buffer = io.BytesIO()
        far.save(buffer, "JPEG", quality=95)
    stages: list[str] = []
    reading = read_board(buffer.getvalue(), evenglow, on_stage=stages.append)
    assert stages == ["decode", "locate", "decode", "locate", "classify"]
    truth = load_truth(PHOTO.with_suffix(".json"), evenglow.layout)
    assert reading.location is not None
    assert reading.location.photo_size == (2048, 1536)
    assert np.abs(reading.location.corners_xy - (truth.corners_xy / 2 + [700, 500])).max() < 4
    wrong = [
        (area, space)
        for area, spaces in truth.areas.items()
        for space, content in spaces.items()
        if not (read := reading.board.areas[area][space]).review and read.piece != (content and content.piece)
    ]
    assert wrong == []
