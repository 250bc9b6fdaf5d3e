"""QR codes drawn by ourselves from the module matrix: as inline SVG for pages, as half blocks for the terminal."""

import qrcode
from markupsafe import Markup
from qrcode.constants import ERROR_CORRECT_M
from qrcode.exceptions import DataOverflowError

from web.errors import Unprocessable
from web.i18n import _

QUIET_ZONE = 4
"""Modules of free border that readers need (ISO/IEC 18004)."""

MAX_BYTES = 2331
"""What a code of level M can hold at most."""


def matrix(text: str) -> list[list[bool]]:
    """The dark modules, quiet zone included. Raises `Unprocessable` when the text is too long."""
    if len(text.encode()) > MAX_BYTES:
        raise Unprocessable("link-too-long", _("This link is too long for a QR code. Send it as text instead."))
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=QUIET_ZONE)
    code.add_data(text)
    try:
        code.make(fit=True)
    except (DataOverflowError, ValueError) as err:
        raise Unprocessable("link-too-long", _("This link is too long for a QR code.")) from err
    rows: list[list[bool]] = code.get_matrix()
    return rows


def svg(text: str, label: str) -> Markup:
    """The code as an SVG element that scales; always dark on light, as cameras expect."""
    rows = matrix(text)
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            if not row[x]:
                x += 1
                continue
            end = x
            while end < len(row) and row[end]:
                end += 1
            runs.append(f"M{x} {y}h{end - x}v1h-{end - x}z")
            x = end
    size = len(rows)
    return Markup(
        '<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{label}" shape-rendering="crispEdges">'
        '<rect width="{size}" height="{size}" fill="#fff"/><path fill="#000" d="{path}"/></svg>'
    ).format(size=size, label=label, path="".join(runs))


def terminal(text: str, *, colour: bool = False) -> str:
    """The code in half blocks. With `colour` (ANSI) it is black on white in any terminal; without, as on a dark one."""
    rows = matrix(text)
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    blocks = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    before, after = ("\x1b[38;5;231;48;5;16m", "\x1b[0m") if colour else ("", "")
    return "\n".join(
        before + "".join(blocks[top, bottom] for top, bottom in zip(upper, lower, strict=True)) + after
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )


def fits(encoding: str | None) -> bool:
    """Whether a stream of this encoding can show the half blocks (None: text kept in memory)."""
    try:
        "█▀▄".encode(encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
