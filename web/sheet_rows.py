"""The score sheet as rows of a table: what the page, the printed page, the PDF and the picture all show."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from web.i18n import _
from web.line_names import line_label


@dataclass(frozen=True)
class Cell:
    """One number of the table; `points` is None where it is not known yet."""

    points: int | None
    player: int
    has_reasons: bool = False


@dataclass(frozen=True)
class Row:
    """A line of the pad, a subtotal, or the total. `kind` is "line", "subtotal" or "total"; `mark` a letter or sign."""

    id: str
    label: str
    kind: str
    cells: tuple[Cell, ...]
    mark: str = ""


_MARKS = {
    "vines": "V", "leaves": "L", "henbane": "H", "henbane-bonus": "H+", "lions-mane": "LM", "mandrake": "M",
    "elderberries": "E", "potions": "P", "potion-sets": "P+", "start": "0", "buds": "b", "fertility": "f",
}  # fmt: skip

LINE_COLOURS = {
    "vines": (197, 227, 165), "leaves": (185, 217, 242), "henbane": (220, 203, 240), "henbane-bonus": (220, 203, 240),
    "lions-mane": (251, 208, 163), "mandrake": (247, 229, 154), "elderberries": (243, 189, 182),
    "fertility": (188, 216, 205),
}  # fmt: skip
"""The colours of the app's light theme by line, for paper and pictures (red, green, blue)."""


def sheet_rows(sheet: Mapping[str, Any]) -> list[Row]:
    """The rows of a sheet, in the order of the pad, with subtotals and the total."""
    players = sheet["players"]
    ids = list(dict.fromkeys(line["id"] for player in players for line in player["lines"]))
    rows: list[Row] = []
    sums = [0] * len(players)
    by_player = [{line["id"]: line for line in player["lines"]} for player in players]
    for line_id in ids:
        cells = []
        for index, lines in enumerate(by_player):
            line = lines.get(line_id)
            points = None if line is None or line_id in players[index]["missing"] else line["points"]
            sums[index] += points or 0
            cells.append(Cell(points, index, bool(line and (line["parts"] or line["misses"]))))
        rows.append(Row(line_id, line_label(line_id), "line", tuple(cells), _mark(line_id)))
        subtotal = _subtotal_after(line_id, ids)
        if subtotal:
            rows.append(Row(f"sum-{line_id}", subtotal, "subtotal", tuple(Cell(n, i) for i, n in enumerate(sums))))
    totals = tuple(Cell(player["total"], index) for index, player in enumerate(players))
    return [*rows, Row("total", _("Total"), "total", totals)]


def _mark(line_id: str) -> str:
    if line_id.endswith("-light"):
        return "☀"
    return "♣" if line_id.endswith("-forest") else _MARKS.get(line_id, "")


def _subtotal_after(line_id: str, ids: list[str]) -> str:
    if line_id == "elderberries" and "potions" in ids:
        return _("Gardens")
    if line_id.startswith("season-") and line_id.endswith("-forest") and line_id != ids[-1]:
        return _("After season %(number)s", number=line_id[7])
    return ""
