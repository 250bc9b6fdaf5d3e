"""The layouts of this server: the shipped stand-ins, and in the store what somebody corrected or drew here."""

import hashlib
import logging
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from assistant.errors import LayoutError
from assistant.layout import Layout, parse_layout, shipped_layouts
from assistant.store import stored_layouts
from assistant.strict_json import parse_json
from web.errors import Conflict, NotFound, Unprocessable
from web.i18n import _

_log = logging.getLogger("glade.layouts")

MOST_LAYOUTS = 300
"""Made on one server; each page that offers layouts reads all."""

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


def known_layouts(store: Path) -> Mapping[str, Layout]:
    """Every layout by id; one made here goes before a learned copy's, and that before a shipped one of the same id."""
    return {**shipped_layouts(), **{layout.id: layout for layout in stored_layouts(store, _log_left_out)}}


def layout_here(store: Path, layout_id: str) -> Layout:
    """A layout known to this server. Raises `NotFound`."""
    known = known_layouts(store)
    if layout_id not in known:
        raise NotFound("no-such-layout", _("The layout of this game is no longer on this server."))
    return known[layout_id]


def _log_left_out(err: LayoutError) -> None:
    _log.warning("left out: %s", err.message)


def layout_version(store: Path, layout_id: str) -> str:
    """What to name when saving a change of this layout; "" if it was never saved here."""
    path = _path(store, layout_id)
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


def save_layout(store: Path, body: bytes, base: str) -> Layout:
    """Store a layout document, made from version `base`. Raises `LayoutError` or `Conflict`."""
    layout = parse_layout(parse_json(body, LayoutError))
    path = _path(store, layout.id)
    if layout_version(store, layout.id) != base:
        raise Conflict("newer-version", _("Somebody else saved this layout a moment ago. Load it again."))
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() and sum(1 for _file in path.parent.glob("*.json")) >= MOST_LAYOUTS:
        raise Unprocessable("too-many-layouts", _("Very many layouts are kept here already."))
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=".draft-")
    with os.fdopen(descriptor, "wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    Path(draft).chmod(0o644)
    os.replace(draft, path)
    return layout


def _path(store: Path, layout_id: str) -> Path:
    if not layout_id or not set(layout_id) <= _LETTERS:
        raise Unprocessable("bad-layout-id", _("A layout's id has small letters, digits and hyphens only."))
    return store / "layouts" / f"{layout_id}.json"
