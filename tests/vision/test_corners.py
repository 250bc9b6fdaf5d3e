"""Corners that a person gives: sloppy ones are put right where the board's print shows how, wrong ones are doubted."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.conftest import SAMPLES
from tests.vision.test_locate import error_in_pitch
from vision.copies import LearnedCopy
from vision.decode import read_photo
from vision.errors import CornersNotUsable
from vision.evidence import DOUBTFUL
from vision.locate import locate_near_corners
from vision.pipeline import read_board
from vision.truth import load_truth

pytestmark = pytest.mark.xdist_group("photos")


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_sloppy_corners_in_any_order_are_put_right(evenglow: LearnedCopy, first: int) -> None:
    truth = load_truth(SAMPLES / "evenglow/boards/003.json", evenglow.layout)
    sloppy = truth.corners_xy + np.array([[14, -9], [-12, 10], [8, 15], [-13, -7]])
    location = locate_near_corners(read_photo(truth.photo), evenglow, np.roll(sloppy, first, axis=0))
    assert location.method == "corners"
    assert location.confidence > 0.9
    assert error_in_pitch(location, truth.corners_xy, evenglow) < 0.1


def test_between_wrong_corners_everything_is_for_review(evenglow: LearnedCopy) -> None:
    corners = [[100, 900], [700, 900], [700, 1150], [100, 1150]]
    reading = read_board(SAMPLES / "evenglow/boards/002.jpg", evenglow, corners_xy=corners)
    assert reading.location is not None
    assert reading.location.confidence < DOUBTFUL
    assert all(space.review for area in reading.board.areas.values() for space in area.values())
    assert any("check the corners" in note for note in reading.notes)


@pytest.mark.parametrize(("shift", "trusted"), [(0, True), (60, False)])
def test_without_a_board_picture_corners_that_fit_no_tiles_are_doubted(
    evenglow: LearnedCopy, shift: float, trusted: bool
) -> None:
    bare = replace(evenglow, board_picture=None)
    truth = load_truth(SAMPLES / "evenglow/boards/001.json", evenglow.layout)
    reading = read_board(truth.photo, bare, corners_xy=truth.corners_xy + np.array([shift, 0]))
    spaces = [read for area in reading.board.areas.values() for read in area.values()]
    assert sum(read.review for read in spaces) == (0 if trusted else len(spaces))
    assert any("check the corners" in note for note in reading.notes) is not trusted


def test_crossing_corners_are_refused(evenglow: LearnedCopy) -> None:
    with pytest.raises(CornersNotUsable):
        read_board(SAMPLES / "evenglow/boards/002.jpg", evenglow, corners_xy=[[0, 0], [900, 900], [900, 0], [0, 900]])


def test_a_copy_without_a_board_picture_takes_corners_as_they_are(evenglow: LearnedCopy) -> None:
    bare = replace(evenglow, board_picture=None)
    corners = [[300, 250], [1400, 280], [1450, 900], [260, 880]]
    location = locate_near_corners(read_photo(SAMPLES / "evenglow/boards/002.jpg"), bare, corners)
    assert np.allclose(location.corners_xy, corners, atol=1e-3)
