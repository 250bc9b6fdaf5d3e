"""Drawn planets are learned and read: bodies, overlaps, doubt."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.pieces import drawn
from vision import pieces
from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.pieces.references import from_arrays
from vision.reading import SpaceReading

pytestmark = pytest.mark.xdist_group("drawn-planet")

LESSONS = (
    ("steep", {"a1": "big-tree", "c2": "bush", "d4": "small-tree", "b3": "lake", "d1": "small-tree", "a4": "bush"}),
    ("leaning", {"b2": "big-tree", "d3": "bush", "a3": "small-tree", "c4": "lake", "d1": "big-tree", "a1": "lake"}),
)
STANDING = {"a1": "bush", "b2": "big-tree", "b1": "small-tree", "c3": "big-tree", "c2": "lake", "d4": "small-tree"}


@pytest.fixture(scope="module")
def learned() -> LearnedCopy:
    samples = [drawn.empty_board(), *(drawn.photograph(camera, standing) for camera, standing in LESSONS)]
    return replace(drawn.copy(), references=pieces.learn(samples, drawn.copy()))


def _read(copy: LearnedCopy, camera: str, standing: dict[str, str], **options: object) -> dict[str, SpaceReading]:
    light = options.pop("light", (1, 1, 1))
    sample = drawn.photograph(camera, standing, light)  # type: ignore[arg-type]
    return dict(pieces.read(sample.photo, sample.location, copy, **options).areas["planet"])  # type: ignore[arg-type]


def test_bodies_have_the_height_of_the_pieces(learned: LearnedCopy) -> None:
    kinds = from_arrays(learned.references).kinds
    assert kinds["big-tree"].body.height == pytest.approx(1.05, abs=0.2)
    assert kinds["small-tree"].body.height == pytest.approx(0.6, abs=0.2)
    assert kinds["bush"].body.height == pytest.approx(0.3, abs=0.15)


@pytest.mark.parametrize("camera", ["other", "leaning", "steep", "behind"])
def test_pieces_that_hide_each_other_are_read(learned: LearnedCopy, camera: str) -> None:
    reading = _read(learned, camera, STANDING)
    wrong = {space for space, read in reading.items() if read.piece != STANDING.get(space)}
    assert wrong <= {"b1"}  # behind a big tree of the same paint: its height is anybody's guess from two of the cameras
    assert all(reading[space].review for space in wrong)


def test_trees_of_one_colour_are_told_apart_by_their_size(learned: LearnedCopy) -> None:
    standing = {"a2": "small-tree", "b3": "big-tree", "d2": "small-tree", "c4": "big-tree"}
    assert {s: r.piece for s, r in _read(learned, "other", standing).items() if r.piece} == standing


@pytest.mark.parametrize("light", [(1.0, 0.85, 0.65), (0.75, 0.85, 1.0), (0.6, 0.6, 0.6)])
def test_lamp_light_changes_nothing(learned: LearnedCopy, light: tuple[float, float, float]) -> None:
    reading = _read(learned, "other", STANDING, light=light)
    wrong = {s for s, r in reading.items() if r.piece != STANDING.get(s) and not r.review}
    assert not wrong


def test_something_never_taught_is_asked_about(learned: LearnedCopy) -> None:
    reading = _read(learned, "other", {"b2": "a purple thing", "d3": "bush"})
    assert reading["b2"].review
    assert reading["d3"].piece == "bush"


def test_only_pieces_in_play_are_considered(learned: LearnedCopy) -> None:
    reading = _read(learned, "other", STANDING, pieces=("bush", "big-tree"))
    assert {r.piece for r in reading.values()} <= {None, "bush", "big-tree"}
    assert reading["c2"].review


def test_a_space_behind_a_tall_piece_is_not_called_empty_for_sure(learned: LearnedCopy) -> None:
    standing = {"b3": "big-tree", "b2": "bush", "c3": "big-tree", "c2": "bush"}
    reading = _read(learned, "leaning", standing)
    assert all(r.piece == standing.get(s) or r.review for s, r in reading.items())


def test_a_copy_without_samples_asks_about_everything() -> None:
    sample = drawn.photograph("steep", {})
    reading = pieces.read(sample.photo, sample.location, drawn.copy())
    assert all(r.review and r.piece is None for r in reading.areas["planet"].values())


def test_no_sun_is_seen_where_there_is_none(learned: LearnedCopy) -> None:
    sample = drawn.photograph("other", STANDING)
    assert pieces.read(sample.photo, sample.location, learned).sun is None


def test_where_no_piece_is_known_every_space_is_asked_about(learned: LearnedCopy) -> None:
    board_only = replace(learned, references=pieces.learn([drawn.empty_board()], drawn.copy()))
    readings = (
        _read(drawn.copy(), "other", STANDING),
        _read(board_only, "other", STANDING),
        _read(learned, "other", STANDING, pieces=()),
    )
    for reading in readings:
        assert set(reading) == set(learned.layout.areas["planet"].cells)
        assert all(r.piece is None and r.review for r in reading.values())


@pytest.mark.parametrize("colour", [(205, 150, 120), (110, 75, 55), (240, 240, 240)])
def test_with_a_hand_over_a_third_of_the_planet_nothing_wrong_goes_unmarked(
    learned: LearnedCopy, colour: tuple[int, int, int]
) -> None:
    sample = drawn.photograph("other", STANDING)
    pixels = sample.photo.pixels.copy()
    hand = sample.location.to_photo(np.array([[100.0, 150.0], [330.0, 180.0], [350.0, 380.0], [100.0, 400.0]]))
    cv2.fillConvexPoly(pixels, np.rint(hand).astype(np.int32), colour)
    photo = Photo(pixels, sample.photo.width_px, sample.photo.height_px)
    reading = pieces.read(photo, sample.location, learned).areas["planet"]
    assert all(reading[space].review for space in ("a1", "a2", "b1", "b2"))
    assert all(read.review for space, read in reading.items() if read.piece != STANDING.get(space))
