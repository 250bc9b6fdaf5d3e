"""Teaching a copy of a game from the browser: a lesson is a folder that ends up as teach.json with its photographs.

Boards that people confirmed are added to a lesson, and taken out again, one by one. A copy that was taught from files
gets a lesson of its own then, made from what was kept of it.

STORE/lessons/ID/lesson.json   what has been entered so far
STORE/lessons/ID/N.jpg         the photographs, without metadata
STORE/lessons/ID/layout.json   written when the copy is learned, as is teach.json (contract, "Photo set")

The id is as unguessable as a game's link.
"""

import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from assistant.evenglow.plants import PLANTS, STEMMED
from assistant.layout import Layout
from assistant.strict_json import Node, load_json
from web.copies import taught_from
from web.errors import Conflict, NotFound, Unprocessable
from web.i18n import _
from web.identifiers import new_token

MOST_PHOTOS = 40
"""Of one lesson: the board, a few samples, and boards that were confirmed later."""

MOST_LESSONS = 100
"""On one server. When they are that many, a lesson that never became a copy makes room, if nobody touched it lately."""

ABANDONED_AFTER_S = 7 * 24 * 3600

TRIED_FOR_S = 3600
"""How long a photograph stays that was sent to try a copy, or that another one has replaced."""

MOST_CHARACTERS = 200_000

_ID = re.compile(r"[A-Za-z0-9_-]{16,64}")
_PHOTO = re.compile(r"[0-9]{1,6}\.jpg")
_COPY = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")

DEFAULT_STEMS = {plant.value: list(PLANTS[plant].stems) for plant in STEMMED}
"""Of the tiles where nothing else is said (contract, "State")."""


@dataclass(frozen=True)
class Lesson:
    """A lesson on its way: its folder and what it holds."""

    id: str
    folder: Path
    body: Mapping[str, Any]

    @property
    def copy(self) -> str:
        """The name of the copy that it teaches."""
        return str(self.body["copy"])


def begin(store: Path, game: str, copy: str, layout: Layout) -> Lesson:
    """A new lesson. The name must be free, so that nobody's copy is replaced unasked."""
    if not _COPY.fullmatch(copy):
        raise Unprocessable("bad-copy-name", _("Use small letters, digits and hyphens, at most 40."))
    if lesson_of(store, copy) is not None or (store / "copies" / copy).exists():
        raise Conflict("copy-exists", _("There is a copy of this name already. Choose another one."))
    _make_room(store)
    lesson_id = new_token()
    folder = store / "lessons" / lesson_id
    folder.mkdir(parents=True)
    body: dict[str, Any] = {
        "game": game,
        "copy": copy,
        "layout": layout.to_json(),
        "tiles": {plant: {"stems": stems} for plant, stems in DEFAULT_STEMS.items()} if game == "evenglow" else {},
        "board": None,
        "samples": [],
    }
    _write(folder / "lesson.json", body)
    return Lesson(lesson_id, folder, body)


def _make_room(store: Path) -> None:
    files = sorted((store / "lessons").glob("*/lesson.json"), key=lambda file: file.stat().st_mtime)
    if len(files) < MOST_LESSONS:
        return
    for file in files:
        is_learned = (store / "copies" / find(store, file.parent.name).copy).exists()
        if not is_learned and time.time() - file.stat().st_mtime > ABANDONED_AFTER_S:
            shutil.rmtree(file.parent)
            return
    raise Unprocessable("too-many-lessons", _("Very many copies are being taught here already."))


def find(store: Path, lesson_id: str) -> Lesson:
    """The lesson with this id. Raises `NotFound`."""
    folder = store / "lessons" / lesson_id
    if not _ID.fullmatch(lesson_id) or not (folder / "lesson.json").is_file():
        raise NotFound("no-such-lesson", _("This lesson is not on this server."))
    body: Any = load_json(folder / "lesson.json").value
    return Lesson(lesson_id, folder, body)


def lesson_of(store: Path, copy: str) -> Lesson | None:
    """The lesson that a copy was taught with in the browser; None for one taught from files."""
    for path in (store / "lessons").glob("*/lesson.json"):
        lesson = find(store, path.parent.name)
        if lesson.copy == copy:
            return lesson
    return None


def can_learn_more(store: Path, copy: str) -> bool:
    """Whether confirmed boards can be added to what a copy was taught with."""
    return taught_from(store, copy) is not None or lesson_of(store, copy) is not None


def lesson_to_extend(store: Path, copy: str) -> Lesson:
    """The lesson of a copy, to which boards are added. Raises `Unprocessable` where nothing was kept.

    While the folder of a copy holds what it was taught from, files were the last to teach it: then the lesson is made
    anew from them, with the boards of the one before, where they still fit.
    """
    lesson, files = lesson_of(store, copy), taught_from(store, copy)
    if files is not None:
        return _adopted(store, copy, files, lesson)
    if lesson is None:
        raise Unprocessable(
            "nothing-kept",
            _("Nothing is left of what this copy was taught with. Teach it once more, then it can learn from boards."),
        )
    return lesson


def learned_boards(store: Path, copy: str) -> list[str]:
    """The photographs of the boards that a copy has learned from."""
    lesson = lesson_of(store, copy)
    return [] if lesson is None else [str(board["from"]) for board in lesson.body.get("boards", [])]


def with_board(lesson: Lesson, photo_id: str, jpeg: bytes, areas: Mapping[str, Any], corners: object) -> Lesson:
    """The lesson with one more photograph whose contents a person has confirmed, not kept yet (see `keep`)."""
    name = add_photo(lesson, jpeg)
    board = {"photo": name, "areas": areas, "corners": corners, "from": photo_id}
    return replace(lesson, body={**lesson.body, "boards": [*_other_boards(lesson, photo_id), board]})


def without_board(lesson: Lesson, photo_id: str) -> Lesson:
    """The lesson without a board, not kept yet (see `keep`)."""
    return replace(lesson, body={**lesson.body, "boards": _other_boards(lesson, photo_id)})


def keep(lesson: Lesson) -> None:
    """Keep a lesson as it is now, and delete the photographs that only the one before needed."""
    before = _photos_of(_kept_body(lesson))
    _write(lesson.folder / "lesson.json", lesson.body)
    _delete_photos(lesson, before - _photos_of(lesson.body))


def discard(lesson: Lesson) -> None:
    """Forget what was not kept of a lesson, because it could not be learned."""
    kept = _kept_body(lesson)
    if kept:
        _delete_photos(lesson, _photos_of(lesson.body) - _photos_of(kept))
    else:
        shutil.rmtree(lesson.folder)


def _kept_body(lesson: Lesson) -> Mapping[str, Any]:
    path = lesson.folder / "lesson.json"
    return load_json(path).value if path.is_file() else {}  # type: ignore[return-value]


def _photos_of(body: Mapping[str, Any]) -> set[str]:
    entries = [body.get("board") or {}, *body.get("samples", []), *body.get("boards", [])]
    return {str(entry["photo"]) for entry in entries if "photo" in entry}


def _delete_photos(lesson: Lesson, names: set[str]) -> None:
    for name in names:
        (lesson.folder / name).unlink(missing_ok=True)


def _other_boards(lesson: Lesson, photo_id: str) -> list[Any]:
    return [board for board in lesson.body.get("boards", []) if board["from"] != photo_id]


def _adopted(store: Path, copy: str, files: Path, before: Lesson | None) -> Lesson:
    document: Any = load_json(files).value
    layout: Any = load_json(files.parent / document["layout"]).value
    lesson_id = new_token() if before is None else before.id
    folder = store / "lessons" / lesson_id
    folder.mkdir(parents=True, exist_ok=True)
    lesson = Lesson(lesson_id, folder, {"copy": copy})
    names = {path.name: add_photo(lesson, path.read_bytes()) for path in sorted(files.parent.glob("*.jpg"))}
    board = document.get("board")
    if board is not None and "photo" in board:
        board = {**board, "photo": names[board["photo"]]}
    fits = before is not None and before.body["layout"] == layout
    body = {
        "game": document["game"],
        "copy": copy,
        "layout": layout,
        "tiles": document.get("tiles", {}),
        "board": board,
        "samples": [{**sample, "photo": names[sample["photo"]]} for sample in document["samples"]],
        "boards": before.body.get("boards", []) if before is not None and fits else [],
    }
    return replace(lesson, body=body)


def add_photo(lesson: Lesson, jpeg: bytes) -> str:
    """Keep a photograph of the lesson; returns its name. In a full lesson one that it does not name makes room."""
    taken = {int(path.stem) for path in lesson.folder.glob("*.jpg") if _PHOTO.fullmatch(path.name)}
    if len(taken) >= MOST_PHOTOS and not _dropped_unnamed(lesson):
        raise Unprocessable("too-many-photos", _("This lesson has very many photos already."))
    name = f"{max(taken, default=0) + 1}.jpg"
    _write_bytes(lesson.folder / name, jpeg)
    return name


def _dropped_unnamed(lesson: Lesson) -> bool:
    """Delete the oldest photograph that was tried or replaced and that nobody is at work on; whether there was one."""
    named = _photos_of(lesson.body) | _photos_of(_kept_body(lesson))
    unnamed = [path for path in lesson.folder.glob("*.jpg") if path.name not in named]
    oldest = min(unnamed, key=lambda path: path.stat().st_mtime, default=None)
    if oldest is None or time.time() - oldest.stat().st_mtime < TRIED_FOR_S:
        return False
    oldest.unlink()
    return True


def photo(lesson: Lesson, name: str) -> bytes:
    """A photograph of the lesson. Raises `NotFound`."""
    path = lesson.folder / name
    if not _PHOTO.fullmatch(name) or not path.is_file():
        raise _no_such_photo()
    return path.read_bytes()


def _no_such_photo() -> NotFound:
    return NotFound("no-such-photo", _("This photo is not part of the lesson."))


def save(lesson: Lesson, changes: Mapping[str, Any]) -> Lesson:
    """Keep what was entered: "tiles", "board" and "samples" as teach.json has them. Checked when it is learned."""
    body = {**lesson.body, **{key: changes[key] for key in ("tiles", "board", "samples") if key in changes}}
    if len(json.dumps(body)) > MOST_CHARACTERS:
        raise Unprocessable("too-long", _("This lesson is too long."))
    _write(lesson.folder / "lesson.json", body)
    return Lesson(lesson.id, lesson.folder, body)


def write_teach_file(lesson: Lesson) -> Path:
    """The lesson as teach.json with its layout; `vision.teach` checks it."""
    body = dict(lesson.body)
    boards = [{key: value for key, value in board.items() if key != "from"} for board in body.pop("boards", [])]
    body["samples"] = [*body["samples"], *boards]
    _write(lesson.folder / "layout.json", body.pop("layout"))
    body["layout"] = "layout.json"
    if body["board"] is None:
        del body["board"]
    _write(lesson.folder / "teach.json", body)
    return lesson.folder / "teach.json"


def parse_changes(node: Node) -> dict[str, Any]:
    """What a page may change of a lesson. Only photographs of the lesson itself can be named: files elsewhere on this
    machine are nobody's business. Raises `InputError`, `NotFound`."""
    fields = node.fields(("tiles", "board", "samples"))
    named = fields["samples"].elements() if "samples" in fields else []
    if "board" in fields and fields["board"].value is not None:
        named.append(fields["board"])
    for entry in named:
        name = dict(entry.items()).get("photo")
        if name is None or not _PHOTO.fullmatch(name.text()):
            raise _no_such_photo()
    return {key: child.value for key, child in fields.items()}


def _write(path: Path, document: object) -> None:
    _write_bytes(path, json.dumps(document, ensure_ascii=False, indent=1).encode())


def _write_bytes(path: Path, data: bytes) -> None:
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=".draft-")
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    os.replace(draft, path)
