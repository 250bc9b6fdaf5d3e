"""What a copy was taught from is kept beside it, small, without metadata, and teaches the same again."""

import json
from pathlib import Path

import numpy as np
from PIL import Image

from tests.conftest import ROOT
from vision.copies import load_copy
from vision.lesson import load_lesson
from vision.material import FOLDER, learn_and_keep
from vision.pipeline import read_board
from vision.teach import learn_copy

SET = ROOT / "sample_photos" / "evenglow"
TWICE = 2


def enlarged(folder: Path) -> Path:
    """The sample lesson with its photographs at twice the size, with metadata."""
    lesson = json.loads((SET / "teach.json").read_text())
    exif = Image.Exif()
    exif[0x010F] = "SECRET MAKER"
    for name in {lesson["board"]["photo"], *(sample["photo"] for sample in lesson["samples"])}:
        with Image.open(SET / name) as photo:
            photo.resize((photo.width * TWICE, photo.height * TWICE)).save(folder / name, quality=95, exif=exif)
    board = lesson["board"]
    board["corners"] = (np.array(board["corners"]) * TWICE).tolist()
    for spaces in board["anchors"].values():
        spaces.update({space: (np.array(point) * TWICE).tolist() for space, point in spaces.items()})
    (folder / "layout.json").write_text((SET / "layout.json").read_text())
    (folder / "teach.json").write_text(json.dumps(lesson))
    return folder / "teach.json"


def test_what_is_kept_teaches_the_same_again(tmp_path: Path) -> None:
    lessons = tmp_path / "lessons"
    lessons.mkdir()
    copy = learn_and_keep(tmp_path / "store", enlarged(lessons))
    kept = tmp_path / "store" / "copies" / copy.name / FOLDER
    for path in kept.glob("*.jpg"):
        assert b"SECRET" not in path.read_bytes()
        with Image.open(path) as photo:
            assert max(photo.size) <= 2048
    again = learn_copy(load_lesson(kept / "teach.json"))
    photo = SET / "boards" / "001.jpg"
    first, second = (
        {
            (area, space): (seen.piece, seen.rotation)
            for area, spaces in read_board(photo, one).board.areas.items()
            for space, seen in spaces.items()
        }
        for one in (load_copy(tmp_path / "store", copy.name), again)
    )
    assert first == second
