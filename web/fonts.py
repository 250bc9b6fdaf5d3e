"""A font of this machine for the PDF and the picture: names come in many scripts, and Glade ships no font."""

import os
import sys
from functools import cache
from pathlib import Path

_FAMILIES = (
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("FreeSans.ttf", "FreeSansBold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
    ("Arial.ttf", "Arial Bold.ttf"),
)
"""Families with Latin, Greek and Cyrillic at least, the one with the most scripts first."""


def _folders() -> list[Path]:
    home = Path.home()
    if sys.platform == "win32":
        return [Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts"]
    if sys.platform == "darwin":
        return [Path("/Library/Fonts"), Path("/System/Library/Fonts/Supplemental"), home / "Library/Fonts"]
    return [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local/share/fonts", home / ".fonts"]


@cache
def font_files() -> tuple[Path, Path] | None:
    """The regular and the bold font file; None where this machine has none of the families."""
    found: dict[str, Path] = {}
    wanted = {name for family in _FAMILIES for name in family}
    for folder in _folders():
        if folder.is_dir():
            for path in folder.rglob("*.[to]tf"):
                if path.name in wanted:
                    found.setdefault(path.name, path)
    for regular, bold in _FAMILIES:
        if regular in found:
            return found[regular], found.get(bold, found[regular])
    return None
