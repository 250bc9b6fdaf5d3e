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
from web.copies import learned_copies
from web.errors import Conflict, Unprocessable
from web.i18n import _

_log = logging.getLogger("glade.layouts")

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


def known_layouts(store: Path) -> Mapping[str, Layout]:
    """Every layout by id; one made here goes before a learned copy's, and that before a shipped one of the same id."""
    of_copies = {copy.layout.id: copy.layout for copy in learned_copies(store) if copy.game != "custom"}
    return {**shipped_layouts(), **of_copies, **{layout.id: layout for layout in stored_layouts(store, _log_left_out)}}


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
