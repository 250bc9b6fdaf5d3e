"""Learn a copy of a game from its lesson: rectify the board, make the lattice exact, let the game's module learn.

Nothing is written here; `copies.save_copy` does that once everything is right.
"""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from assistant.strict_json import file_name
from vision.copies import LearnedCopy
from vision.decode import Photo, read_photo
from vision.errors import BoardNotFound, PhotoError, TeachError
from vision.homography import Pixels, Points, apply_homography, homography_from_points
from vision.lattice import Lattice, board_corners, lattice_from_anchors, lattice_without_board
from vision.lattice_fit import refine_lattice
from vision.lesson import BoardLesson, Lesson, SampleLesson
from vision.locate import locate, locate_from_corners
from vision.location import Location
from vision.pipeline import GAME_MODULES
from vision.rectify import rectify
from vision.samples import NOTHING, Sample

BOARD_LONG_SIDE = 1280.0
"""Long side of the learned board picture, pixels: a board that fills a 2048-pixel photograph has about 1500."""

_BLURRED = 0.255
"""Sharpness below which a photograph looks blurred. Of 76 photographs the sharp ones have 0.27 to 0.40 and eight of the
ten blurred ones less than 0.26; the other two are hardly blurred."""


def learn_copy(lesson: Lesson) -> LearnedCopy:
    """The learned copy, with what is doubtful about its photographs in `warnings`.

    Raises
    ------
    TeachError, PhotoError, CornersNotUsable
        The message names the photograph.
    """
    samples: list[Sample] = []
    warnings: list[str] = []
    picture: Pixels | None = None
    lattice = _lattice(lesson)
    if lesson.board is not None and lesson.board.photo is not None:
        photo = _photo(lesson.board.photo)
        location = locate_from_corners(photo, lattice, lesson.board.corners_xy)
        picture = rectify(photo.pixels, location)
        lattice = refine_lattice(lattice, picture)
        samples.append(Sample(photo, location, {name: {} for name in lesson.layout.areas}, others_empty=True))
        warnings.extend(_doubts(lesson.board.photo.name, photo, location))
    pieces = dict.fromkeys(
        content.piece
        for sample in lesson.samples
        for area in sample.contents.values()
        for content in area.values()
        if content.piece != NOTHING
    )
    copy = LearnedCopy(
        lesson.copy, lesson.game, lesson.layout, lattice, lesson.piece_key, tuple(pieces), lesson.stems, picture
    )
    for sample in lesson.samples:
        photo = _photo(sample.photo)
        location = _sample_location(sample, photo, copy, lesson.board)
        _check_visible(sample, location, lattice)
        warnings.extend(_doubts(sample.photo.name, photo, location))
        samples.append(Sample(photo, location, sample.contents))
    copy = replace(copy, references=GAME_MODULES[lesson.game].learn(samples, copy))
    if pieces and not copy.references:
        warnings.append(
            "Pieces that stand cannot be told without a photo of the empty board: every space will be for checking."
        )
    if picture is None and pieces and not any(_names_empty(sample) for sample in lesson.samples):
        warnings.append(
            "No empty space was taught: without a photo of the empty board, name some empty spaces as null in the "
            "samples; until then every empty space is for checking."
        )
    taught = samples[len(samples) - len(lesson.samples) :]
    for entry, known in zip(lesson.samples, taught, strict=True):
        warnings.extend(_mix_ups(entry.photo.name, known, copy))
    return replace(copy, warnings=tuple(warnings))


def _names_empty(sample: SampleLesson) -> bool:
    return any(content.piece == NOTHING for spaces in sample.contents.values() for content in spaces.values())


def sharpness(pixels: Pixels) -> float:
    """How abruptly the strongest edges of a picture rise: about 0.3 when sharp, below 0.25 when blurred."""
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), (0, 0), 0.7).astype(np.float32)
    across = (grey[1:-1, 2:] - grey[1:-1, :-2]) / 2
    down = (grey[2:, 1:-1] - grey[:-2, 1:-1]) / 2
    around = np.ones((9, 9), np.uint8)
    contrast = (cv2.dilate(grey, around) - cv2.erode(grey, around))[1:-1, 1:-1]
    strong = contrast > max(float(np.percentile(contrast, 90)), 1.0)
    if not strong.any():
        return 0.0
    return float(np.percentile(np.hypot(across, down)[strong] / contrast[strong], 90))


def _photo(path: Path) -> Photo:
    try:
        return read_photo(path)
    except PhotoError as err:
        raise TeachError(err.code, f"{file_name(path)}: {err.message}") from err


def _lattice(lesson: Lesson) -> Lattice:
    board = lesson.board
    if board is None or not board.anchors:
        return lattice_without_board(lesson.layout)
    to_unit = homography_from_points(board.corners_xy, board_corners((1.0, 1.0)))
    anchors = {
        area: {space: apply_homography(to_unit, point)[0] for space, point in spaces.items()}
        for area, spaces in board.anchors.items()
    }
    return lattice_from_anchors(lesson.layout, anchors, BOARD_LONG_SIDE)


def _sample_location(sample: SampleLesson, photo: Photo, copy: LearnedCopy, board: BoardLesson | None) -> Location:
    if sample.corners_xy is not None:
        return locate_from_corners(photo, copy.lattice, sample.corners_xy)
    if copy.landmarks is None:
        corners = board.corners_xy if board is not None else _picture_corners(photo)
        return locate_from_corners(photo, copy.lattice, corners)
    try:
        return locate(photo, copy)
    except BoardNotFound as err:
        raise TeachError(err.code, f"{sample.photo.name}: {err.message}") from err


def _picture_corners(photo: Photo) -> Points:
    """Without a board and without corners the whole picture is the board."""
    return board_corners((photo.width_px, photo.height_px)) - 0.5


def _check_visible(sample: SampleLesson, location: Location, lattice: Lattice) -> None:
    for area, contents in sample.contents.items():
        for space in contents:
            x, y = location.to_photo(lattice.centres[area][space])[0]
            width, height = location.photo_size
            if not (0 <= x < width and 0 <= y < height):
                raise TeachError(
                    "space-not-visible",
                    f"{sample.photo.name}: space {space} of {area} lies outside the picture: "
                    "take it again with the whole board in view, or leave the space out",
                )


def _doubts(name: str, photo: Photo, location: Location) -> list[str]:
    width, height = location.photo_size
    corners = np.clip(location.corners_xy * location.scale, 0, (width - 1, height - 1)).astype(int)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    doubts = []
    if photo.is_grey:
        doubts.append(f"{name} has no colour: take it again in colour.")
    if sharpness(photo.pixels[top : bottom + 1, left : right + 1]) < _BLURRED:
        doubts.append(f"{name} looks blurred: a sharper photo teaches better.")
    return doubts


def _mix_ups(name: str, sample: Sample, copy: LearnedCopy) -> list[str]:
    """Read a teaching photograph back: what is mistaken even there is taught wrongly, or looks like another kind."""
    board = GAME_MODULES[copy.game].read(sample.photo, sample.location, copy, None)
    return [
        f"{name}: space {space} of {area} is taught as {content.piece} but looks like {read.piece}."
        for area, contents in sample.contents.items()
        for space, content in contents.items()
        if (read := board.areas[area][space]).piece not in (None, content.piece)
    ]
