"""At which edge the Sun stands: right, or no answer."""

import cv2
import numpy as np
import pytest

from tests.vision.pieces import drawn
from vision.decode import Photo
from vision.pieces.sun import SIDES, find_sun

YELLOW, BLUE, WOOD = (235, 180, 60), (60, 120, 230), (150, 115, 80)


def _photo(discs: dict[str, tuple[int, int, int]], table: tuple[int, int, int] = (70, 75, 90)) -> tuple[Photo, object]:
    sample = drawn.photograph("steep", {})
    pixels = np.full_like(sample.photo.pixels, table)
    location = sample.location
    corners = np.rint(location.to_photo(drawn.LATTICE.corners_xy)).astype(np.int32)
    cv2.fillConvexPoly(pixels, corners, (230, 225, 215))
    width, height = drawn.LATTICE.size
    middles = {
        "top": (width / 2, 0),
        "right": (width, height / 2),
        "bottom": (width / 2, height),
        "left": (0, height / 2),
    }
    for side, colour in discs.items():
        around = np.linspace(0, 2 * np.pi, 60)
        rim = np.array(middles[side]) + 0.47 * drawn.UNITS * np.column_stack([np.cos(around), np.sin(around)])
        cv2.fillConvexPoly(pixels, np.rint(location.to_photo(rim)).astype(np.int32), colour)
    return Photo(pixels, sample.photo.width_px, sample.photo.height_px), location


def _find(discs: dict[str, tuple[int, int, int]], table: tuple[int, int, int] = (70, 75, 90)) -> str | None:
    photo, location = _photo(discs, table)
    return find_sun(photo, location, drawn.LATTICE)[0]  # type: ignore[arg-type]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("table", [(70, 75, 90), WOOD, (225, 225, 220)])
def test_the_sun_is_seen_at_its_edge(side: str, table: tuple[int, int, int]) -> None:
    assert _find({side: YELLOW}, table) == side


def test_two_suns_are_no_answer() -> None:
    assert _find({"top": YELLOW, "left": YELLOW}) is None


def test_a_blue_disc_is_not_the_sun() -> None:
    assert _find({"top": BLUE}) is None


def test_a_yellow_table_is_not_the_sun() -> None:
    assert _find({}, YELLOW) is None


@pytest.mark.parametrize("colour", [(235, 130, 50), (215, 200, 130), (190, 190, 60)])
def test_an_orange_a_pale_or_a_greenish_sun_is_seen(colour: tuple[int, int, int]) -> None:
    assert _find({"right": colour}) == "right"


def test_a_table_of_a_warm_colour_is_not_the_sun() -> None:
    for table in ((225, 180, 120), (200, 120, 70), (205, 195, 130)):
        assert _find({}, table) is None
        assert _find({"left": YELLOW}, table) in (None, "left")
