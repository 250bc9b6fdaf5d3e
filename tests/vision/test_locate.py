"""The board is found where it is, or said not to be found; a wrong place is never read."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SAMPLES, board_only
from vision.copies import LearnedCopy
from vision.decode import Photo, read_photo
from vision.errors import BoardNotFound
from vision.homography import Pixels, Points, apply_homography
from vision.lesson import load_lesson
from vision.locate import locate
from vision.location import Location, distort
from vision.truth import Truth, load_truth

pytestmark = pytest.mark.xdist_group("photos")

TRUTHS = sorted(SAMPLES.glob("*/boards/*.json"))


def truth_of(path: Path) -> tuple[LearnedCopy, Truth]:
    copy = board_only(path.parent.parent)
    return copy, load_truth(path, copy.layout)


def photo_of(pixels: Pixels) -> Photo:
    return Photo(np.ascontiguousarray(pixels), pixels.shape[1], pixels.shape[0])


def error_in_pitch(location: Location, corners: Points, copy: LearnedCopy) -> float:
    middle = np.array(copy.lattice.size) / 2
    pitch_px = copy.lattice.pitch * location.pixels_per_unit(middle) / location.scale
    return float(np.hypot(*(location.corners_xy - corners).T).max()) / pitch_px


@pytest.mark.parametrize("path", TRUTHS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_every_sample_board_is_found_within_a_tenth_of_a_pitch(path: Path) -> None:
    copy, truth = truth_of(path)
    location = locate(read_photo(truth.photo), copy)
    assert location.method == "features"
    assert location.confidence > 0.9
    assert error_in_pitch(location, truth.corners_xy, copy) < 0.1


@pytest.mark.parametrize("quarter_turns", [1, 2, 3])
def test_a_turned_picture_is_found_as_well(evenglow: LearnedCopy, quarter_turns: int) -> None:
    truth = load_truth(SAMPLES / "evenglow/boards/001.json", evenglow.layout)
    pixels = read_photo(truth.photo).pixels
    height, width = pixels.shape[:2]
    corners = truth.corners_xy
    for _ in range(quarter_turns):  # anticlockwise, as np.rot90 turns
        corners = np.column_stack([corners[:, 1], width - 1 - corners[:, 0]])
        height, width = width, height
    location = locate(photo_of(np.rot90(pixels, quarter_turns)), evenglow)
    assert error_in_pitch(location, corners, evenglow) < 0.1


@pytest.mark.parametrize("k1", [-0.1, 0.1])
def test_a_drawn_view_is_found_again_through_a_bent_lens(evenglow: LearnedCopy, k1: float) -> None:
    assert evenglow.board_picture is not None
    homography = np.array([[0.72, 0.12, 190.0], [-0.06, 0.62, 260.0], [-4e-5, -2.4e-4, 1.0]])
    true = Location(homography, evenglow.lattice.size, (1400, 1000), k1=k1)
    grid = np.stack(np.meshgrid(np.arange(1400), np.arange(1000)), axis=-1).reshape(-1, 2).astype(np.float64)
    maps = true.to_board(grid).astype(np.float32).reshape(1000, 1400, 2)
    seen = cv2.remap(evenglow.board_picture, maps, None, cv2.INTER_LINEAR, borderValue=(90, 120, 100))
    found = locate(photo_of(seen), evenglow)
    nodes = evenglow.lattice.centres_xy("sunlight")
    assert np.hypot(*(found.to_photo(nodes) - true.to_photo(nodes)).T).max() < 1.0
    assert np.allclose(distort(apply_homography(homography, nodes), (1400, 1000), k1), true.to_photo(nodes))


def test_the_picture_of_another_copy_is_not_read(evenglow: LearnedCopy, evergreen_board: LearnedCopy) -> None:
    for copy, other in ((evenglow, "evergreen"), (evergreen_board, "evenglow")):
        with pytest.raises(BoardNotFound, match="could not find the board"):
            locate(read_photo(SAMPLES / other / "boards/001.jpg"), copy)


@pytest.mark.parametrize("kind", ["flat", "noise"])
def test_a_picture_without_a_board_is_not_read(evenglow: LearnedCopy, kind: str) -> None:
    pixels = np.full((900, 1200, 3), 140, np.uint8)
    if kind == "noise":
        pixels = np.random.default_rng(2).integers(0, 255, (900, 1200, 3), dtype=np.uint8)
    with pytest.raises(BoardNotFound):
        locate(photo_of(pixels), evenglow)


@pytest.mark.parametrize("game", ["evenglow", "evergreen"])
def test_a_board_cut_in_half_is_said_not_to_be_whole(game: str) -> None:
    copy, truth = truth_of(SAMPLES / game / "boards/001.json")
    pixels = read_photo(truth.photo).pixels
    middle = int(truth.corners_xy[:, 0].mean())
    with pytest.raises(BoardNotFound, match="outside the picture") as caught:
        locate(photo_of(pixels[:, :middle]), copy)
    assert caught.value.code == "board-not-whole"


def test_a_board_half_covered_is_not_read(evergreen_board: LearnedCopy) -> None:
    truth = load_truth(SAMPLES / "evergreen/boards/001.json", evergreen_board.layout)
    pixels = read_photo(truth.photo).pixels.copy()
    pixels[:, : int(truth.corners_xy[:, 0].mean())] = (120, 110, 100)
    with pytest.raises(BoardNotFound):
        locate(photo_of(pixels), evergreen_board)


def test_a_board_seen_in_a_mirror_is_not_read(evenglow: LearnedCopy) -> None:
    pixels = read_photo(SAMPLES / "evenglow/boards/002.jpg").pixels
    with pytest.raises(BoardNotFound):
        locate(photo_of(pixels[:, ::-1]), evenglow)


def test_of_two_boards_the_whole_one_is_read(evenglow: LearnedCopy) -> None:
    """A neighbour's board of the same print reaches into the picture: larger, sharper, but not whole."""
    assert evenglow.board_picture is not None
    truth = load_truth(SAMPLES / "evenglow/boards/002.json", evenglow.layout)
    pixels = read_photo(truth.photo).pixels
    neighbour = cv2.resize(evenglow.board_picture, None, fx=0.9, fy=0.9)[:, :700]
    wide = np.full((pixels.shape[0], pixels.shape[1] + 720, 3), 110, np.uint8)
    wide[:, : pixels.shape[1]] = pixels
    wide[200 : 200 + neighbour.shape[0], pixels.shape[1] + 20 :] = neighbour
    location = locate(photo_of(wide), evenglow)
    assert error_in_pitch(location, truth.corners_xy, evenglow) < 0.1


def test_a_copy_without_a_board_picture_asks_for_corners(evenglow: LearnedCopy) -> None:
    bare = replace(evenglow, board_picture=None)
    with pytest.raises(BoardNotFound, match="give the corners"):
        locate(read_photo(SAMPLES / "evenglow/boards/001.jpg"), bare)


@pytest.mark.photos
@pytest.mark.parametrize("name", ["evenglow-slate", "evergreen-cobalt"])
def test_boards_in_blur_tilt_and_clutter_are_found(shared: Path, name: str) -> None:
    """The hardest conditions of the labelled sets; `glade bench` reads all of them."""
    folder = shared / "photos" / name
    copy = board_only(folder)
    assert load_lesson(folder / "teach.json").copy == copy.name
    hard = [
        truth for path in sorted((folder / "boards").glob("*.json")) if is_hard(truth := load_truth(path, copy.layout))
    ]
    assert hard
    for truth in hard:
        location = locate(read_photo(truth.photo), copy)
        assert error_in_pitch(location, truth.corners_xy, copy) < 0.1, truth.photo.name


def is_hard(truth: Truth) -> bool:
    return len({"blur", "tilt", "tight", "clutter"} & set(truth.conditions)) >= 2
