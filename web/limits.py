"""How often an address may do what costs others something, how large a request may be, and how much room is left.

Everything is counted by address and generous: a table of twenty phones behind one address must never notice. What is
meant is a program that fills the disk or keeps the machine busy.
"""

import math
import shutil
import time
from ipaddress import IPv6Address, ip_address
from pathlib import Path

from flask import Flask, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from web.errors import Unavailable
from web.i18n import _

MAX_DOCUMENT_BYTES = 1_000_000
"""Of a request without a file; the boards of a whole table with everything have about 40,000."""

MAX_IMPORT_BYTES = 20_000_000
"""About 3,000 games."""

KEPT_FREE_BYTES = 500_000_000
"""Of the disk: below it no pictures are taken in, so that there is room for boards and points to the last."""


def _by_address() -> str:
    """The address that asks; of IPv6 its network, because one household has all the addresses in that."""
    address = get_remote_address()
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return str(IPv6Address(int(parsed) >> 64 << 64)) if parsed.version == 6 else address


limiter = Limiter(key_func=_by_address, headers_enabled=False)


def _only_asking() -> bool:
    return request.method in ("GET", "HEAD", "OPTIONS")


code_guesses = limiter.shared_limit(  # both ways to say a code count together
    "10 per minute; 60 per hour",
    scope="codes",
    exempt_when=lambda: _only_asking() and "code" not in (request.view_args or {}),
)
"""More than anybody mistypes, too few to find a game (see `identifiers.CODE_LENGTH`)."""

uploads = limiter.shared_limit("60 per minute; 600 per hour; 2000 per day", scope="uploads")
"""Photographs taken in or read again: twenty phones photograph their boards in the same minute, some of them twice."""

edits = limiter.shared_limit("1200 per minute", scope="edits")
"""Changes, undo and redo, moves of the tracker, what-if: twenty phones with one tap a second each."""

advice = limiter.shared_limit("120 per minute", scope="advice")
"""A question may take a second of computing."""

new_games = limiter.shared_limit("30 per minute; 200 per hour; 1000 per day", scope="games", exempt_when=_only_asking)
"""New games and rematches; a game without photographs takes about 10 kB."""

table_changes = limiter.shared_limit("300 per minute", scope="tables", exempt_when=_only_asking)
"""Players in and out, claims, locks."""

exports = limiter.shared_limit("120 per minute", scope="exports")
"""Files of one game: JSON, table, PDF, picture."""

whole_exports = limiter.shared_limit("10 per minute; 60 per hour", scope="whole exports")
"""All games in one file."""

imports = limiter.shared_limit("10 per minute; 60 per hour", scope="imports")

lessons = limiter.shared_limit("10 per minute; 60 per hour", scope="lessons", exempt_when=_only_asking)
"""Begin to teach a copy, or learn it, which takes up to half a minute of computing."""

drawings = limiter.shared_limit("120 per minute", scope="drawings")
"""Steps of a lesson and layouts, saved."""


def init_app(app: Flask, storage_url: str, *, max_upload_bytes: int, enabled: bool = True) -> None:
    """Count in this process, or in Redis where several servers share it."""
    app.config.update(
        RATELIMIT_STORAGE_URI=storage_url or "memory://",
        RATELIMIT_STRATEGY="fixed-window",
        RATELIMIT_SWALLOW_ERRORS=True,  # without Redis the game goes on, uncounted
        RATELIMIT_ENABLED=enabled,
    )
    limiter.init_app(app)
    form = 100_000  # what a form has around its file
    sizes = dict.fromkeys(("photos.upload", "teach.add_photo", "teach.test"), max_upload_bytes + form)
    sizes["history.import_games"] = MAX_IMPORT_BYTES + form

    @app.before_request
    def _limit_size() -> None:
        request.max_content_length = sizes.get(request.endpoint or "", MAX_DOCUMENT_BYTES)


def seconds_to_wait() -> int:
    """Until the limit that this request has broken is open again."""
    broken = limiter.current_limit
    return max(1, math.ceil(broken.reset_at - time.time())) if broken else 60


def require_room(folder: Path) -> None:
    """Raises `Unavailable` when the disk of this folder is nearly full."""
    if shutil.disk_usage(folder).free < KEPT_FREE_BYTES:
        raise Unavailable(
            "disk-full",
            _("There is no room for pictures left on the computer that runs Glade. Enter the board by hand."),
        )
