"""Markers laid around a board, seen at an angle, give its corners; the printed page has them as they are detected."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.errors import BoardNotFound
from vision.homography import Pixels, Points, apply_homography, homography_from_points
from vision.locate import locate
from vision.marker_sheet import marker_pdf
from vision.markers import COUNT, MARGIN, board_corners_from_markers, find_markers, marker_modules
from web.cli import main

pytestmark = pytest.mark.xdist_group("photos")

BOARD, SIDE = (900, 500), 132


def table() -> Pixels:
    """A plain board seen from straight above, with a marker at each corner."""
    margin = round(SIDE * MARGIN)
    paper = SIDE + 2 * margin
    scene = np.full((BOARD[1] + 2 * paper + 40, BOARD[0] + 2 * paper + 40), 120, np.uint8)
    left, top = paper + 20, paper + 20
    scene[top : top + BOARD[1], left : left + BOARD[0]] = 180
    places = (
        (left - paper, top - paper),
        (left + BOARD[0], top - paper),
        (left + BOARD[0], top + BOARD[1]),
        (left - paper, top + BOARD[1]),
    )
    for number, (x, y) in enumerate(places):
        scene[y : y + paper, x : x + paper] = 255
        square = cv2.resize(marker_modules(number), (SIDE, SIDE), interpolation=cv2.INTER_NEAREST)
        scene[y + margin : y + margin + SIDE, x + margin : x + margin + SIDE] = square
    return scene


def seen(scene: Pixels) -> tuple[Pixels, Points]:
    """The scene from an angle, and where the board's corners are then."""
    height, width = scene.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    view = homography_from_points(corners, np.array([[180, 120], [1050, 60], [1230, 880], [40, 800]], np.float64))
    paper = SIDE + 2 * round(SIDE * MARGIN)
    first = paper + 20 - 0.5
    board = np.array([[0, 0], [BOARD[0], 0], [BOARD[0], BOARD[1]], [0, BOARD[1]]], np.float64) + first
    return np.asarray(cv2.warpPerspective(scene, view, (1280, 960), borderValue=90), np.uint8), apply_homography(
        view, board
    )


def test_four_markers_give_the_boards_corners() -> None:
    picture, corners = seen(table())
    found = board_corners_from_markers(find_markers(picture))
    assert found is not None
    assert np.hypot(*(found - corners).T).max() < 2.5


def test_three_markers_are_not_enough() -> None:
    picture, _ = seen(table())
    markers = find_markers(picture)
    assert set(markers) == set(range(COUNT))
    del markers[2]
    assert board_corners_from_markers(markers) is None


def test_a_marker_seen_twice_belongs_to_nobody() -> None:
    scene = table()
    picture = np.hstack([scene, scene])
    assert find_markers(np.asarray(picture, np.uint8)) == {}


def test_a_copy_without_a_board_picture_is_located_by_markers(evenglow: LearnedCopy) -> None:
    picture, corners = seen(table())
    photo = Photo(np.dstack([picture] * 3), picture.shape[1], picture.shape[0])
    bare = replace(evenglow, board_picture=None)
    location = locate(photo, bare)
    assert location.method == "markers"
    assert np.hypot(*(location.corners_xy - corners).T).max() < 2.5


def test_markers_around_another_board_do_not_make_it_this_copys(evenglow: LearnedCopy) -> None:
    picture, _ = seen(table())
    with pytest.raises(BoardNotFound):
        locate(Photo(np.dstack([picture] * 3), picture.shape[1], picture.shape[0]), evenglow)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_page_is_a_pdf_of_one_page(paper: str) -> None:
    pdf = marker_pdf(paper=paper)
    assert pdf.startswith(b"%PDF-")
    assert pdf.count(b"/Type /Page\n") == 1


def test_print_markers_writes_a_file_and_knows_its_limits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "markers.pdf"
    assert main(["print", "markers", "--out", str(out), "--side", "30"]) == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert main(["print", "markers", "--out", str(out), "--side", "300"]) == 1
    assert "15 to 60 mm" in capsys.readouterr().err
    assert main(["print", "markers", "--out", str(tmp_path / "no" / "such.pdf")]) == 1


def test_a_board_without_print_is_located_by_markers(evenglow: LearnedCopy) -> None:
    picture, corners = seen(table())
    assert evenglow.board_picture is not None
    plain = replace(evenglow, board_picture=np.full_like(evenglow.board_picture, 180))
    location = locate(Photo(np.dstack([picture] * 3), picture.shape[1], picture.shape[0]), plain)
    assert location.method == "markers"
    assert np.hypot(*(location.corners_xy - corners).T).max() < 2.5
