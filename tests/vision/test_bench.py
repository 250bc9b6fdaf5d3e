"""The bench counts what it claims to count: readings made from the truth, with known faults put in."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.conftest import SAMPLES, board_only
from vision.bench import PhotoResult, compare, summary
from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.errors import VisionError
from vision.locate import locate_from_corners
from vision.reading import BoardReading, Harvest, Reading, SpaceReading
from vision.truth import Truth, load_truth

pytestmark = pytest.mark.xdist_group("photos")

TIMES = {"decode": 20.0, "locate": 30.0, "classify": 50.0, "total": 100.0}


@pytest.fixture(scope="module")
def copy() -> LearnedCopy:
    return board_only(SAMPLES / "evenglow")


@pytest.fixture(scope="module")
def truth(copy: LearnedCopy) -> Truth:
    return load_truth(SAMPLES / "evenglow/boards/003.json", copy.layout)


def perfect(truth: Truth, copy: LearnedCopy) -> Reading:
    """The truth as a reading."""
    areas = {
        area: {
            space: SpaceReading(content.piece if content else None, content.rotation if content else None, 0.99, False)
            for space, content in contents.items()
        }
        for area, contents in truth.areas.items()
    }
    harvests = [Harvest(h.garden, tuple(h.spaces), (float(h.at[0]), float(h.at[1]))) for h in truth.harvests]
    photo = Photo(np.zeros((1200, 1600, 3), np.uint8), 1600, 1200)
    location = locate_from_corners(photo, copy.lattice, truth.corners_xy)
    return Reading("003.jpg", copy.game, copy.name, "plant", location, BoardReading(areas, harvests), TIMES)


def result(
    truth: Truth, copy: LearnedCopy, change: Callable[[SpaceReading], SpaceReading] | None = None, plant: str = ""
) -> PhotoResult:
    """The comparison of a perfect reading in which the first tile of `plant` was changed."""
    reading = perfect(truth, copy)
    areas = {area: dict(spaces) for area, spaces in reading.board.areas.items()}
    for area, spaces in areas.items():
        for space, read in spaces.items():
            if change is not None and read.piece == plant:
                areas[area][space] = change(read)
                change = None
    return compare(truth, replace(reading, board=replace(reading.board, areas=areas)), copy, 10.0)


def test_a_perfect_reading_has_no_faults(truth: Truth, copy: LearnedCopy) -> None:
    figures = summary([result(truth, copy)])
    assert figures["boards_exact"] == figures["spaces_right"] == figures["stems_right"] == 1.0
    assert figures["silent_errors"] == figures["tokens_invented"] == 0
    assert figures["review"] == 0.0
    assert figures["tokens"] == figures["tokens_found"] == figures["tokens_with_right_formation"] == 3
    assert figures["times_opencv_decode"] == {"median": 10.0, "p95": 10.0}
    assert result(truth, copy).location_error == pytest.approx(0, abs=1e-6)


def test_a_wrong_plant_is_silent_unless_it_is_marked(truth: Truth, copy: LearnedCopy) -> None:
    silent = result(truth, copy, lambda read: replace(read, piece="mandrake"), "henbane")
    marked = result(truth, copy, lambda read: replace(read, piece="mandrake", review=True), "henbane")
    assert (sum(s.silent for s in silent.spaces), sum(s.silent for s in marked.spaces)) == (1, 0)
    assert not silent.exact
    assert not marked.exact
    assert summary([marked])["review"] == 0.02


def test_a_vine_half_a_turn_round_is_right_and_another_turn_is_not(truth: Truth, copy: LearnedCopy) -> None:
    def turned(steps: int) -> Callable[[SpaceReading], SpaceReading]:
        return lambda read: replace(read, rotation=((read.rotation or 0) + steps) % 6)

    assert result(truth, copy, turned(3), "vine").exact
    wrong = result(truth, copy, turned(1), "vine")
    assert sum(space.silent for space in wrong.spaces) == 1
    assert all(space.kind_right for space in wrong.spaces)
    assert result(truth, copy, turned(1), "henbane").exact


def test_tokens_are_found_by_their_place_and_judged_by_their_formation(truth: Truth, copy: LearnedCopy) -> None:
    reading = perfect(truth, copy)
    first, *others = reading.board.harvests
    shifted = replace(first, spaces=("1", "2"))
    invented = replace(first, at=(5.0, 5.0))
    board = replace(reading.board, harvests=[shifted, *others, invented])
    compared = compare(truth, replace(reading, board=board), copy, 10.0)
    assert (compared.tokens_found, compared.tokens_right, compared.tokens_invented) == (3, 2, 1)


def test_a_board_that_was_not_found_is_wrong_and_not_silent(truth: Truth, copy: LearnedCopy) -> None:
    lost = replace(perfect(truth, copy), location=None, board=BoardReading({}))
    figures = summary([compare(truth, lost, copy, 10.0)])
    assert figures["boards_found"] == 0
    assert figures["spaces_right"] == 0.0
    assert figures["silent_errors"] == 0
    assert figures["tokens_found"] == 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"sun": "north"}, 'sun: unknown side of the Sun "north"'),
        ({"harvests": [{"garden": "sun", "spaces": ["3"], "at": [1, 2]}]}, 'did you mean "sunlight"'),
        ({"harvests": [{"garden": "sunlight", "spaces": ["33"], "at": [1, 2]}]}, 'unknown space "33"'),
        ({"corners": [[0, 0], [9, 9], [900, 0], [0, 900]]}, "corners: "),
        ({"colour": "warm"}, 'unknown key "colour"'),
    ],
)
def test_a_wrong_label_is_refused_with_its_file(
    copy: LearnedCopy, tmp_path: Path, change: dict[str, object], reason: str
) -> None:
    document = json.loads((SAMPLES / "evenglow/boards/003.json").read_text())
    path = tmp_path / "003.json"
    path.write_text(json.dumps(document | change))
    with pytest.raises(VisionError, match=f"^003.json: .*{reason}"):
        load_truth(path, copy.layout)
