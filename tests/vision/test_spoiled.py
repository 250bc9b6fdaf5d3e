"""The changes that photographs are stressed with say truly where points went; made-up copies stay true to their set."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.vision.conftest import SAMPLES
from tests.vision.spoiled import SPOILED
from tests.vision.unseen_copies import write_unseen
from vision.lesson import load_lesson
from vision.truth import load_truth

CORNERS = np.array([[70, 60], [330, 60], [330, 240], [70, 240]], np.float64)


@pytest.mark.parametrize("name", sorted(set(SPOILED) - {"glare"}))
def test_a_point_is_seen_where_the_change_says(name: str) -> None:
    pixels = np.full((300, 400, 3), 60, np.uint8)
    x, y = 281, 93
    pixels[y - 4 : y + 5, x - 4 : x + 5] = 230
    changed, moved = SPOILED[name](pixels, CORNERS, np.random.default_rng(1))
    bright = changed.astype(float).sum(axis=2)
    rows, columns = np.nonzero(bright > (bright.max() + np.median(bright)) / 2)
    seen = np.array([columns.mean(), rows.mean()])
    assert np.hypot(*(moved(np.array([[x, y]], np.float64))[0] - seen)) < 1.5


def test_glare_blows_out_a_part_of_the_board_and_nothing_outside_it() -> None:
    pixels = np.full((300, 400, 3), 60, np.uint8)
    changed, _ = SPOILED["glare"](pixels, CORNERS, np.random.default_rng(1))
    blown = (changed == 255).all(axis=2)
    assert 0.005 < blown.sum() / (260 * 180) < 0.1
    assert not blown[:50].any()


@pytest.mark.parametrize("game", ["evenglow", "evergreen"])
@pytest.mark.parametrize("changes", ["mirrored", "half-turned,restemmed", "renumbered", "hue-90,first-only"])
def test_a_made_up_copy_is_a_photo_set(game: str, changes: str, tmp_path: Path) -> None:
    write_unseen(SAMPLES / game, changes.split(","), tmp_path / "unseen")
    lesson = load_lesson(tmp_path / "unseen/teach.json")
    original = load_lesson(SAMPLES / game / "teach.json")
    assert lesson.copy == "unseen"
    assert {len(area.cells) for area in lesson.layout.areas.values()} == {
        len(area.cells) for area in original.layout.areas.values()
    }
    for path in (tmp_path / "unseen/boards").glob("*.json"):
        truth, before = (
            load_truth(path, lesson.layout),
            load_truth(SAMPLES / game / "boards" / path.name, original.layout),
        )
        lying, lay = (
            sorted(content.piece for spaces in one.areas.values() for content in spaces.values() if content)
            for one in (truth, before)
        )
        assert lying == lay


def test_the_mirror_image_has_its_anchors_on_the_same_spaces(tmp_path: Path) -> None:
    write_unseen(SAMPLES / "evenglow", ["mirrored"], tmp_path / "unseen")
    board, original = (
        json.loads((folder / "teach.json").read_text())["board"]
        for folder in (tmp_path / "unseen", SAMPLES / "evenglow")
    )
    for area, spaces in original["anchors"].items():
        for space, (x, y) in spaces.items():
            mirrored_x, mirrored_y = board["anchors"][area][space]
            assert mirrored_y == y
            assert mirrored_x + x == pytest.approx(board["corners"][0][0] + original["corners"][1][0], abs=1e-6)
