"""The learned copies of games on this server, as the pages name them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.errors import InputError
from assistant.layout import parse_layout
from assistant.strict_json import Node, load_json


@dataclass(frozen=True)
class CopyName:
    """A copy that can be chosen for a game."""

    name: str
    game: str
    layout: str


def learned_copies(store: Path) -> list[CopyName]:
    """The copies in the store, without loading what they learned (nor OpenCV)."""
    found = []
    for file in sorted((store / "copies").glob("[a-z0-9]*/copy.json")):
        try:
            facts = load_json(file).value
            found.append(CopyName(facts["name"], facts["game"], facts["layout"]["id"]))  # type: ignore[index]
        except (InputError, KeyError, TypeError):  # damaged: reading a photo with it says so
            continue
    return found


def board_lattice(store: Path, name: str) -> dict[str, object] | None:
    """Where a copy's spaces lie on its board, on the unit square that the board's corners span; None if unknown.

    `basis` takes a step of one pitch; `centres` are those of each space of each area; `stems` those of upright tiles.
    """
    path = store / "copies" / name / "copy.json"
    try:
        facts: Any = load_json(path).value
        layout = parse_layout(Node(facts["layout"]))
        width, height = facts["lattice"]["size"]
        (a, b), (c, d) = facts["lattice"]["basis"]
        basis = [[a / width, b / width], [c / height, d / height]]
        centres = {}
        for area, (left, top) in facts["lattice"]["origins"].items():
            centres[area] = {
                space: [
                    round(left / width + basis[0][0] * x + basis[0][1] * y, 5),
                    round(top / height + basis[1][0] * x + basis[1][1] * y, 5),
                ]
                for space, (x, y) in layout.areas[area].centres.items()
            }
    except (InputError, KeyError, TypeError, ValueError, ZeroDivisionError):
        return None
    return {"basis": basis, "centres": centres, "stems": facts.get("stems", {}), "size": [width, height]}
