"""Learned copies of games: one folder each in the store, written atomically, listed and removed.

STORE/copies/NAME/copy.json       game, layout, stems, lattice
STORE/copies/NAME/board.png       the rectified empty board (absent for a copy without a board of its own)
STORE/copies/NAME/references.npz  what the game's module learned: named arrays
STORE/copies/NAME/taught/         what it was taught from, when that were files (see `material`)
"""

import io
import json
import os
import re
import shutil
import tempfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.errors import InputError
from assistant.layout import Layout, parse_layout
from assistant.strict_json import did_you_mean, load_json
from vision.errors import CopyError
from vision.homography import Pixels
from vision.landmarks import Landmarks
from vision.lattice import Lattice

_FORMAT = 3  # raise it whenever the folder or what a game module remembers changes: older copies are then taught again
_DAMAGE = (OSError, EOFError, ValueError, LookupError, TypeError, BadZipFile, zlib.error, cv2.error)
"""What reading the files of a cut or mutated folder raises, each library in its own way."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


@dataclass(frozen=True, eq=False)
class LearnedCopy:
    """One copy of a game, as Glade learned it.

    Attributes
    ----------
    piece_key : str
        "plant" or "piece": what the contract calls what lies on a space in this game.
    pieces : tuple of str
        Every plant or piece that was taught, in the order of the samples.
    stems : plant -> edges
        The edges that carry a stem when the tile lies upright.
    board_picture : (H, W, 3) uint8 or None
        The rectified empty board; its pixels are the board units of `lattice`.
    references : name -> array
        What the game's module learned; only that module knows what they mean.
    warnings : tuple of str
        What is doubtful about the teaching photographs; told when the copy is taught and not kept.
    """

    name: str
    game: str
    layout: Layout
    lattice: Lattice
    piece_key: str = "plant"
    pieces: tuple[str, ...] = ()
    stems: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    board_picture: Pixels | None = None
    references: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    @cached_property
    def landmarks(self) -> Landmarks | None:
        """What finds the board again; None for a copy without a board picture."""
        return None if self.board_picture is None else Landmarks(self.board_picture, self.lattice)


class _OldFormatError(Exception):
    """The folder was written by another version."""


def check_name(name: str) -> str:
    """`name`, when a copy can be called that. Raises `CopyError`."""
    if not _NAME.fullmatch(name):
        raise CopyError(
            "bad-copy-name", f'a copy cannot be called "{name[:40]}": use small letters, digits, hyphens (at most 40)'
        )
    return name


def list_copies(store: Path) -> list[str]:
    """Names of the learned copies, sorted."""
    folder = store / "copies"
    if not folder.is_dir():
        return []
    return sorted(p.name for p in folder.iterdir() if _NAME.fullmatch(p.name) and (p / "copy.json").is_file())


def remove_copy(store: Path, name: str) -> None:
    """Forget a copy. Raises `CopyError` when there is none of that name, or when it cannot be removed."""
    try:
        shutil.rmtree(_existing(store, name))
    except OSError as err:
        raise CopyError("cannot-write", f'the copy "{name}" cannot be removed: {err.strerror}') from err


def save_copy(store: Path, copy: LearnedCopy, keep: Callable[[Path], None] | None = None) -> Path:
    """Write a copy into the store, in place of one of the same name, and return its folder.

    `keep` may put more into the folder before it takes its place (see `material.keep_material`).
    It is complete or not there at all: everything is written beside its place and then renamed. Raises `CopyError`
    where the store cannot be written.
    """
    folder = store / "copies" / check_name(copy.name)
    try:
        _put_in_place(folder, copy, keep)
    except OSError as err:
        raise CopyError("cannot-write", f"the store {store} cannot be written: {err.strerror}") from err
    return folder


def _put_in_place(folder: Path, copy: LearnedCopy, keep: Callable[[Path], None] | None) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=folder.parent))
    try:
        _write(draft, copy)
        if keep is not None:
            keep(draft)
        draft.chmod(0o755)
        if folder.exists():
            old = Path(tempfile.mkdtemp(prefix=".old-", dir=folder.parent))
            os.replace(folder, old / "copy")
            os.replace(draft, folder)
            shutil.rmtree(old)
        else:
            os.replace(draft, folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def load_copy(store: Path, name: str) -> LearnedCopy:
    """A learned copy. Raises `CopyError`."""
    folder = _existing(store, name)
    try:
        return _read(folder)
    except _OldFormatError as err:
        raise CopyError("old-copy", f'the copy "{name}" was learned by another version: teach it again') from err
    except (InputError, *_DAMAGE) as err:
        raise CopyError("damaged-copy", f'the learned copy "{name}" cannot be read: teach it again') from err


def _existing(store: Path, name: str) -> Path:
    folder = store / "copies" / name
    if not _NAME.fullmatch(name) or not (folder / "copy.json").is_file():
        known = list_copies(store)
        hint = did_you_mean(name, known) if known else ": teach one first (glade teach COPY/teach.json)"
        raise CopyError("unknown-copy", f'there is no learned copy "{name[:40]}"{hint}')
    return folder


def _write(folder: Path, copy: LearnedCopy) -> None:
    lattice = copy.lattice
    document = {
        "format": _FORMAT,
        "name": copy.name,
        "game": copy.game,
        "piece_key": copy.piece_key,
        "pieces": list(copy.pieces),
        "stems": {plant: list(edges) for plant, edges in copy.stems.items()},
        "layout": copy.layout.to_json(),
        "lattice": {
            "size": list(lattice.size),
            "basis": lattice.basis.tolist(),
            "origins": {area: origin.tolist() for area, origin in lattice.origins.items()},
        },
    }
    (folder / "copy.json").write_text(json.dumps(document, indent=1), encoding="utf-8")
    if copy.board_picture is not None:
        encoded = cv2.imencode(".png", cv2.cvtColor(copy.board_picture, cv2.COLOR_RGB2BGR))[1]
        (folder / "board.png").write_bytes(encoded.tobytes())
    buffer = io.BytesIO()
    np.savez(buffer, **dict(copy.references))  # type: ignore[arg-type]
    (folder / "references.npz").write_bytes(buffer.getvalue())


def _read(folder: Path) -> LearnedCopy:
    node = load_json(folder / "copy.json", CopyError)
    document: Any = node.value
    if document["format"] != _FORMAT:
        raise _OldFormatError
    layout = parse_layout(dict(node.items())["layout"])
    placed = document["lattice"]
    origins = {area: np.array(origin, np.float64) for area, origin in placed["origins"].items()}
    width, height = placed["size"]
    lattice = Lattice(layout, (width, height), np.array(placed["basis"], np.float64), MappingProxyType(origins))
    picture: Pixels | None = None
    if (folder / "board.png").is_file():
        encoded = np.frombuffer((folder / "board.png").read_bytes(), np.uint8)
        decoded = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
        if decoded is None:
            raise ValueError("board.png is damaged")
        picture = np.asarray(cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB), np.uint8)
    with np.load(io.BytesIO((folder / "references.npz").read_bytes()), allow_pickle=False) as arrays:
        references = {name: arrays[name] for name in arrays.files}
    copy = LearnedCopy(
        name=document["name"],
        game=document["game"],
        layout=layout,
        lattice=lattice,
        piece_key=document["piece_key"],
        pieces=tuple(document["pieces"]),
        stems={plant: tuple(edges) for plant, edges in document["stems"].items()},
        board_picture=picture,
        references=references,
    )
    if copy.landmarks is not None:
        copy.landmarks.warm_up()
    return copy
