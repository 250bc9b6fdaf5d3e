"""Any other tile game: a copy without a board picture, taught from laid tiles and read between corners."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.conftest import SHARED
from tests.vision.kingdom_set import write_set
from tests.vision.real_tiles import TAUGHT_KINGDOMS
from vision.homography import Pixels
from vision.lesson import load_lesson
from vision.pipeline import read_board
from vision.teach import learn_copy
from web.cli import main

pytestmark = pytest.mark.xdist_group("photos")

TILE = 100
COLOURS = {"sea": (40, 90, 190), "wood": (40, 120, 50), "corn": (220, 190, 60)}


def tile(kind: str | None, turn: int, random: np.random.Generator) -> Pixels:
    """A tile with a light spot in its top left corner when upright; a bare table without a kind."""
    colour = (130, 100, 80) if kind is None else COLOURS[kind]
    picture = np.clip(np.array(colour) + random.normal(0, 9, (TILE, TILE, 3)), 0, 255).astype(np.uint8)
    if kind is not None:
        cv2.rectangle(picture, (2, 2), (TILE - 3, TILE - 3), (60, 40, 30), 3)
        cv2.circle(picture, (26, 26), 14, (250, 245, 230), -1)
        cv2.line(picture, (26, 26), (26, 80), (30, 30, 30), 5)
    return np.asarray(np.rot90(picture, -turn), np.uint8)


def laid(contents: dict[str, Any], seed: int) -> Pixels:
    random = np.random.default_rng(seed)
    rows = [
        np.hstack([tile(*(contents[f"{row}{column}"] or (None, 0)), random) for column in range(3)]) for row in range(3)
    ]
    return np.asarray(np.vstack(rows), np.uint8)


TAUGHT = {
    "00": ("sea", 0), "01": ("wood", 1), "02": ("corn", 2),
    "10": ("corn", 0), "11": None, "12": ("sea", 3),
    "20": ("wood", 0), "21": ("sea", 1), "22": None,
}  # fmt: skip
SHOWN = {
    "00": ("wood", 3), "01": ("sea", 2), "02": None,
    "10": ("sea", 1), "11": ("corn", 3), "12": ("wood", 2),
    "20": None, "21": ("corn", 1), "22": ("sea", 0),
}  # fmt: skip


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    spaces = {f"{row}{column}": {"x": column, "y": row} for row in range(3) for column in range(3)}
    layout = {"id": "three", "game": "custom", "grid": "square", "areas": {"mat": {"spaces": spaces}}}
    (tmp_path / "layout.json").write_text(json.dumps(layout))
    Image.fromarray(laid(TAUGHT, 1)).save(tmp_path / "tiles.png")
    contents = {space: content and {"plant": content[0], "rotation": content[1]} for space, content in TAUGHT.items()}
    document = {
        "game": "custom",
        "copy": "mat",
        "layout": "layout.json",
        "samples": [{"photo": "tiles.png", "areas": {"mat": contents}}],
    }
    (tmp_path / "teach.json").write_text(json.dumps(document))
    return tmp_path / "teach.json"


def plain(kind: str, random: np.random.Generator) -> Pixels:
    """A tile that looks alike however it lies: a ring in its middle."""
    picture = tile(None, 0, random)
    picture[:] = np.clip(np.array(COLOURS[kind]) + random.normal(0, 9, (TILE, TILE, 3)), 0, 255).astype(np.uint8)
    cv2.circle(picture, (50, 50), 25, (250, 245, 230), 9)
    return picture


def seen(picture: Pixels) -> tuple[Pixels, list[list[float]]]:
    """The laid tiles on a table from an angle, and the outer corners of the grid."""
    corners = np.array([[250, 140], [880, 190], [930, 760], [190, 700]], np.float32)
    size = float(3 * TILE)
    flat = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(flat, corners)
    return np.asarray(
        cv2.warpPerspective(picture, matrix, (1100, 850), borderValue=(130, 100, 80)), np.uint8
    ), corners.tolist()


def test_a_game_of_its_own_is_read_between_the_corners_of_its_grid(lesson: Path, tmp_path: Path) -> None:
    copy = learn_copy(load_lesson(lesson))
    assert set(copy.pieces) == set(COLOURS)
    picture, corners = seen(laid(SHOWN, 2))
    Image.fromarray(picture).save(tmp_path / "seen.png")
    reading = read_board(tmp_path / "seen.png", copy, corners_xy=corners)
    assert reading.location is not None
    assert reading.location.method == "corners"
    read = reading.board.areas["mat"]
    wrong = {
        space: (found.piece, found.rotation)
        for space, found in read.items()
        if (found.piece, found.rotation) != (SHOWN[space] or (None, None)) and not found.review
    }
    assert wrong == {}
    assert sum(found.piece == (SHOWN[space] or (None,))[0] for space, found in read.items()) >= 8


def test_without_corners_it_asks_for_them(lesson: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = str(tmp_path / "store")
    assert main(["--store", store, "teach", str(lesson)]) == 0
    assert main(["--store", store, "read", str(tmp_path / "tiles.png"), "--copy", "mat"]) == 1
    assert "give the corners of the board" in capsys.readouterr().err


def test_a_lesson_without_board_and_empty_spaces_is_warned_of(lesson: Path) -> None:
    assert not any("No empty space" in warning for warning in learn_copy(load_lesson(lesson)).warnings)
    document = json.loads(lesson.read_text())
    spaces = document["samples"][0]["areas"]["mat"]
    document["samples"][0]["areas"]["mat"] = {space: content for space, content in spaces.items() if content}
    lesson.write_text(json.dumps(document))
    assert any("No empty space was taught" in warning for warning in learn_copy(load_lesson(lesson)).warnings)


def test_a_piece_with_brackets_in_its_name_is_refused(lesson: Path) -> None:
    lesson.write_text(lesson.read_text().replace('"sea"', '"(nothing)"'))
    with pytest.raises(Exception, match="no brackets"):
        load_lesson(lesson)


def test_a_tile_that_looks_alike_in_every_turn_has_no_turn(lesson: Path, tmp_path: Path) -> None:
    """Its samples were given a turn all the same; the kind is read, and no turn is made up."""
    random = np.random.default_rng(5)
    board = laid(TAUGHT, 1)
    board[:TILE, :TILE] = board[2 * TILE :, :TILE] = plain("corn", random)
    Image.fromarray(board).save(tmp_path / "tiles.png")
    document = json.loads(lesson.read_text())
    spaces = document["samples"][0]["areas"]["mat"]
    spaces["00"], spaces["20"] = {"plant": "round", "rotation": 0}, {"plant": "round", "rotation": 3}
    lesson.write_text(json.dumps(document))
    shown = laid(SHOWN, 2)
    shown[TILE : 2 * TILE, TILE : 2 * TILE] = plain("corn", random)
    picture, corners = seen(shown)
    Image.fromarray(picture).save(tmp_path / "seen.png")
    read = read_board(tmp_path / "seen.png", learn_copy(load_lesson(lesson)), corners_xy=corners).board.areas["mat"]
    assert (read["11"].piece, read["11"].rotation) == ("round", None)
    assert (read["10"].piece, read["10"].rotation) == SHOWN["10"]


@pytest.mark.photos
@pytest.mark.usefixtures("shared")
def test_a_real_tile_game_becomes_a_photo_set_that_splits_no_kingdom(tmp_path: Path) -> None:
    write_set(SHARED / "real-tiles", tmp_path / "set")
    lesson = load_lesson(tmp_path / "set" / "teach.json")
    kingdoms = json.loads((SHARED / "real-tiles/layouts.json").read_text())
    taught = {sample.photo.stem for sample in lesson.samples}
    assert taught == {board for index in TAUGHT_KINGDOMS for board in kingdoms[index]}
    read = {str(int(path.stem)) for path in (tmp_path / "set/boards").glob("*.json")}
    assert read.isdisjoint(taught)
    assert len(read) + len(taught) == sum(len(boards) for boards in kingdoms)
