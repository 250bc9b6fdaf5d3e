"""Our scripts, styles and icons under an address that holds a hash of all of them.

One hash for the whole folder, as a path segment: ES modules import each other by relative paths, so all of them move
together when one changes, and a browser may keep every file for ever.
"""

import hashlib
from functools import cache
from pathlib import Path

from flask import Blueprint, Flask, Response, url_for
from werkzeug.security import safe_join

from web.errors import NotFound
from web.i18n import _

FOLDER = Path(__file__).parent / "static"

blueprint = Blueprint("static_files", __name__)

_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}


@cache
def version() -> str:
    """A hash of all files' names and contents."""
    digest = hashlib.sha256()
    translations = FOLDER.parent / "translations"  # scripts fetch these under the same hash
    for path in sorted([*FOLDER.rglob("*"), *translations.rglob("*.po")]):
        if path.is_file():
            digest.update(path.relative_to(FOLDER.parent).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


@cache
def content(name: str) -> bytes:
    """A file's bytes; they are small and few. Raises `NotFound` for anything outside the folder."""
    path = safe_join(str(FOLDER), name)
    if path is None or not Path(path).is_file():
        raise NotFound("no-such-file", _("There is nothing at this address. Perhaps a letter is missing."))
    return Path(path).read_bytes()


@blueprint.get("/static/<release>/<path:name>")
def file(release: str, name: str) -> Response:
    """A static file; only under the current hash may it be kept."""
    response = Response(content(name), mimetype=_TYPES.get(Path(name).suffix, "application/octet-stream"))
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if release == version() else "no-cache"
    return response


def static_url(name: str) -> str:
    """The address of a static file."""
    return url_for("static_files.file", release=version(), name=name)


def init_app(app: Flask) -> None:
    """Serve the files and let templates name them."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals["static_url"] = static_url
