"""The learned copies of games on this server, as the pages name them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assistant.errors import InputError
from assistant.layout import Layout, parse_layout
from assistant.strict_json import Node, load_json

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


@dataclass(frozen=True)
class CopyName:
    """A copy that can be chosen for a game."""

    name: str
    game: str
    layout: Layout
    stems: Mapping[str, tuple[int, ...]]

    def fits(self, layout: Layout) -> bool:
        """Whether it was taught with the spaces of this layout: only then its readings mean the same board."""
        taught = {area.name: set(area.cells) for area in self.layout.areas.values()}
        return taught == {area.name: set(area.cells) for area in layout.areas.values()}


def taught_from(store: Path, name: str) -> Path | None:
    """The teach.json that was kept of a copy taught from files (`vision.material`); None for any other copy."""
    path = store / "copies" / name / "taught" / "teach.json"
    return path if _NAME.fullmatch(name) and path.is_file() else None


def learned_at(store: Path, name: str) -> str:
    """When a copy was learned last, in UTC (ISO 8601); "" for one that is not there. Learning it again changes it."""
    try:
        seconds = (store / "copies" / name / "copy.json").stat().st_mtime
    except (OSError, ValueError):
        return ""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def learned_copies(store: Path) -> list[CopyName]:
    """The copies in the store, without loading what they learned (nor OpenCV)."""
    found = []
    for file in sorted((store / "copies").glob("[a-z0-9]*/copy.json")):
        try:
            facts: Any = load_json(file).value
            stems = {str(plant): tuple(edges) for plant, edges in facts["stems"].items()}
            found.append(CopyName(facts["name"], facts["game"], parse_layout(Node(facts["layout"])), stems))
        except (InputError, KeyError, TypeError, AttributeError):  # damaged: reading a photo with it says so
            continue
    return found
