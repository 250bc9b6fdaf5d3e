"""The labelled Evergreen photographs: nothing wrong goes unmarked. (All figures: `glade bench`, docs/vision.md.)"""

import json
from pathlib import Path

import pytest

from vision.lesson import load_lesson
from vision.pipeline import read_board
from vision.teach import learn_copy

pytestmark = [pytest.mark.photos, pytest.mark.xdist_group("photos")]

BOARDS = ("001", "005", "008", "010", "012", "016")
"""Easy, hard shadow, upside down and leaning, warm and dim, far, mixed light."""


def test_pieces_of_the_labelled_photographs_are_right_or_marked(shared: Path) -> None:
    folder = shared / "photos" / "evergreen-linen"
    copy = learn_copy(load_lesson(folder / "teach.json"))
    right = spaces = marked = 0
    silent: list[str] = []
    for name in BOARDS:
        truth = json.loads((folder / "boards" / f"{name}.json").read_text())
        reading = read_board(folder / "boards" / f"{name}.jpg", copy)
        assert reading.board.sun in (None, truth["sun"])
        for space, read in reading.board.areas["planet"].items():
            piece = truth["areas"]["planet"][space]
            spaces += 1
            right += read.piece == piece
            marked += read.review
            if read.piece != piece and not read.review:
                silent.append(f"{name} {space}: {read.piece}, not {piece}")
    assert not silent
    assert right / spaces > 0.98
    assert marked / spaces < 0.08
