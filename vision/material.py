"""What a copy was taught from, kept beside what was learned, so that it can learn more later.

STORE/copies/NAME/taught/teach.json, layout.json, N.jpg: the lesson as it was taught, its photographs upright, of the
size that reading needs, and without any metadata. The originals may be moved or deleted afterwards;
STORE/copies/NAME/taught/originals.sha256 tells whether they are still what was taught.
"""

import hashlib
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from assistant.strict_json import load_json
from vision.copies import LearnedCopy, save_copy
from vision.decode import read_photo
from vision.errors import TeachError
from vision.lesson import Lesson, load_lesson
from vision.teach import learn_copy

FOLDER = "taught"
_FINGERPRINT = "originals.sha256"
_JPEG_QUALITY = 95  # learning from these photographs must see what learning from the originals saw


def learn_and_keep(store: Path, lesson_file: Path) -> LearnedCopy:
    """Learn a copy from a teach.json, and keep both in the store. Nothing is kept when anything is wrong."""
    copy = learn_copy(load_lesson(lesson_file))
    save_copy(store, copy, lambda folder: keep_material(lesson_file, folder / FOLDER))
    return copy


def was_taught_from(store: Path, name: str, lesson_file: Path) -> bool | None:
    """Whether a copy was learned from a teach.json and its photographs as they are now; None where that is not known:
    it was taught in the browser, has learned from boards since, or comes from an older version."""
    known = store / "copies" / name / FOLDER / _FINGERPRINT
    if not known.is_file():
        return None
    return known.read_text(encoding="utf-8") == _fingerprint(lesson_file, load_lesson(lesson_file))


def _fingerprint(lesson_file: Path, lesson: Lesson) -> str:
    document: Any = load_json(lesson_file, TeachError).value
    photos = [sample.photo for sample in lesson.samples]
    if lesson.board is not None and lesson.board.photo is not None:
        photos.append(lesson.board.photo)
    digest = hashlib.sha256()
    for path in (lesson_file, lesson_file.parent / document["layout"], *photos):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def keep_material(lesson_file: Path, folder: Path) -> None:
    """Copy a lesson into an empty folder. Raises what `load_lesson` and `read_photo` raise, and `OSError`."""
    lesson = load_lesson(lesson_file)
    document: Any = load_json(lesson_file, TeachError).value
    folder.mkdir()
    kept: dict[str, tuple[str, float]] = {}

    def keep(name: str) -> tuple[str, float]:
        if name not in kept:
            photo = read_photo(lesson_file.parent / name)
            buffer = io.BytesIO()
            Image.fromarray(photo.pixels).save(buffer, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
            kept[name] = (f"{len(kept) + 1}.jpg", photo.scale)
            (folder / kept[name][0]).write_bytes(buffer.getvalue())
        return kept[name]

    board = document.get("board")
    samples = [_kept_sample(sample, board, keep(sample["photo"])) for sample in document.get("samples", [])]
    if board is not None and "photo" in board:
        name, scale = keep(board["photo"])
        board = {**_scaled(board, scale), "photo": name}
    known = {**document, "layout": "layout.json", "samples": samples}
    if board is not None:
        known["board"] = board
    (folder / "layout.json").write_text(json.dumps(lesson.layout.to_json()), encoding="utf-8")
    (folder / "teach.json").write_text(json.dumps(known, indent=1), encoding="utf-8")
    (folder / _FINGERPRINT).write_text(_fingerprint(lesson_file, lesson), encoding="utf-8")


def _kept_sample(
    sample: Mapping[str, Any], board: Mapping[str, Any] | None, photo: tuple[str, float]
) -> dict[str, Any]:
    name, scale = photo
    known = {**sample, "photo": name}
    corners = sample.get("corners")
    if corners is None and board is not None and "photo" not in board:
        corners = board["corners"]  # without a board's photograph its corners are those of every sample
    if corners is not None:
        known["corners"] = _points(corners, scale)
    return known


def _scaled(board: Mapping[str, Any], scale: float) -> dict[str, Any]:
    known = {**board, "corners": _points(board["corners"], scale)}
    if "anchors" in board:
        known["anchors"] = {
            area: {space: _points([point], scale)[0] for space, point in spaces.items()}
            for area, spaces in board["anchors"].items()
        }
    return known


def _points(points: list[list[float]], scale: float) -> list[list[float]]:
    return [[round(x * scale, 2), round(y * scale, 2)] for x, y in points]
