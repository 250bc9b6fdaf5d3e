"""What happens to a picture inside the sandbox: taking it in and reading it. The only module of `web` that sees OpenCV.

Runs in processes of its own (see `web.photos.sandbox`); results are plain values.
"""

import io
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image

from vision.bundle import make_bundle
from vision.copies import LearnedCopy, load_copy, save_copy
from vision.decode import LONG_SIDE_PX, read_photo
from vision.lesson import load_lesson
from vision.pipeline import read_board
from vision.reading import Reading
from vision.teach import learn_copy
from web.copies import learned_at

JPEG_QUALITY = 93
"""With full colour resolution: the stored picture is what gets read, and 4:2:0 costs colour at the tiles' edges."""

Stage = Callable[[str], None]


def prepare() -> None:
    """Be ready for the first job."""
    cv2.setNumThreads(1)  # several photographs at once share the cores


def intake(data: bytes, _on_stage: Stage) -> dict[str, Any]:
    """The picture as Glade keeps it: upright, of the size that reading needs, re-encoded, without any metadata."""
    photo = read_photo(data, LONG_SIDE_PX)
    buffer = io.BytesIO()
    Image.fromarray(photo.pixels).save(buffer, "JPEG", quality=JPEG_QUALITY, subsampling=0)
    height, width = photo.pixels.shape[:2]
    return {"jpeg": buffer.getvalue(), "width_px": width, "height_px": height, "notes": list(photo.notes)}


def read(
    data: bytes, store: str, copy_name: str, corners: list[list[float]] | None, expansions: list[str], on_stage: Stage
) -> dict[str, Any]:
    """The reading of a picture as the contract has it, plus what the pages want to know.

    `outlines`: where each space lies on the photo; `copy_learned`: when the copy was learned that it was read with;
    `failure`: the sentence that says why the board was not found.
    """
    learned = learned_at(Path(store), copy_name)
    copy = _copy(store, copy_name, learned)
    reading = read_board(data, copy, corners_xy=corners, expansions=expansions, on_stage=on_stage)
    failure = {"failure": reading.failure.message} if reading.failure else {}
    return reading.to_json() | {"outlines": _outlines(reading, copy), "copy_learned": learned} | failure


def _outlines(reading: Reading, copy: LearnedCopy) -> dict[str, dict[str, list[list[float]]]]:
    if reading.location is None:
        return {}
    outlines: dict[str, dict[str, list[list[float]]]] = {}
    for name, area in copy.lattice.layout.areas.items():
        spaces = list(area.cells)
        corners = np.stack([copy.lattice.outline(name, space) for space in spaces])
        seen = reading.location.to_full_size(corners.reshape(-1, 2)).reshape(corners.shape)
        outlines[name] = {space: np.round(seen[i], 1).tolist() for i, space in enumerate(spaces)}
    return outlines


@lru_cache(maxsize=4)
def _copy(store: str, name: str, _learned: str) -> LearnedCopy:
    return load_copy(Path(store), name)


def teach(path: str, store: str, _on_stage: Stage) -> dict[str, Any]:
    """Learn a copy from a teach.json and keep it in the store."""
    copy = learn_copy(load_lesson(Path(path)))
    save_copy(Path(store), copy)
    return {"copy": copy.name, "pieces": list(copy.pieces), "warnings": list(copy.warnings)}


def bundle(
    data: bytes,
    store: str,
    reading: dict[str, Any],
    correction: dict[str, Any] | None,
    asked: dict[str, Any],
    _on_stage: Stage,
) -> bytes:
    """A wrong reading as one file with which it can be repeated."""
    return make_bundle(Path(store) / "copies" / str(reading["copy"]), data, reading, correction, asked)


JOBS: dict[str, Callable[..., Any]] = {"intake": intake, "read": read, "teach": teach, "bundle": bundle}
