"""The plain pad: the lines that a player may type as on paper, and typed columns beside counted ones.

A line is a number or None, which is "not yet" and never 0.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.ranking import EVENGLOW_TIE_BREAKERS, Standing, find_tie, places
from web.i18n import _

MOST_POINTS = 9999
"""Far above what any line can make; a slip of the finger is still refused."""

_EVENGLOW = ("vines", "leaves", "henbane", "henbane-bonus", "lions-mane", "mandrake", "elderberries", "potions",
             "potion-sets")  # fmt: skip
_NOT_IN_FAMILY = ("henbane-bonus", "potions", "potion-sets")
_NEGATIVE = ("fertility",)
"""Lines whose points can be below 0: a biome's fertility can (rulebook: "Negative Fertility Icons")."""


@dataclass(frozen=True)
class PadLine:
    """One line of the pad."""

    id: str
    can_be_negative: bool = False

    @property
    def label(self) -> str:
        """The line's printed name, in the language of the phone."""
        return line_label(self.id)


def pad_lines(game: str, shared: Mapping[str, Any]) -> list[PadLine]:
    """The lines of the pad for a game, in their order; `shared` is the state without its players."""
    if game == "evenglow":
        family = shared.get("variant") == "family"
        ids = [line for line in _EVENGLOW if not (family and line in _NOT_IN_FAMILY)]
    else:
        season = int(shared.get("season", 1))
        ids = ["start", "buds"]
        ids += [f"season-{number}-{what}" for number in range(1, season + 1) for what in ("light", "forest")]
        ids += ["fertility"] if season == 4 else []
    return [PadLine(line, line in _NEGATIVE) for line in ids]


def line_label(line_id: str) -> str:
    """The name of a line of either pad."""
    names = {
        "vines": _("Vines"), "leaves": _("Leaves"), "henbane": _("Henbane Flowers"),
        "henbane-bonus": _("Henbane bonus"), "lions-mane": _("Lion's Mane"),
        "mandrake": _("Mandrake"), "elderberries": _("Elderberries"),
        "potions": _("Potions"), "potion-sets": _("Potion sets"), "start": _("Start"), "buds": _("Buds"),
        "fertility": _("Fertility"),
    }  # fmt: skip
    season = re.fullmatch(r"season-([1-4])-(light|forest)", line_id)
    if season:
        if season[2] == "light":
            return _("Season %(number)s: light", number=season[1])
        return _("Season %(number)s: forest", number=season[1])
    return names.get(line_id, line_id)


def with_typed_columns(
    sheet: dict[str, Any], game: str, shared: Mapping[str, Any], bodies: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """The sheet with the columns of those who typed their points, ranked again; `bodies` in the order of the players.

    A typed line without a number says `missing`. A sheet that was counted from boards alone stays as it is.
    """
    if all(body["mode"] != "pad" for body in bodies):
        return sheet
    columns = [
        _typed_column(column["name"], game, shared, body["pad"]) if body["mode"] == "pad" else column
        for column, body in zip(sheet["players"], bodies, strict=True)
    ]
    standings = [_standing(column, game, shared, body) for column, body in zip(columns, bodies, strict=True)]
    has_cards = game == "evenglow" and shared.get("variant") != "family"
    tie = find_tie(standings, EVENGLOW_TIE_BREAKERS if has_cards else ())
    unseen = sheet.get("unseen")
    if unseen:  # solo: the one column is a typed one
        sheet = {**sheet, "unseen": {**unseen, "win": columns[0]["total"] > unseen["total"]}}
    typed = {column["name"] for column, body in zip(columns, bodies, strict=True) if body["mode"] == "pad"}
    return {
        **sheet,
        "players": [{**column, "place": place} for column, place in zip(columns, places(standings), strict=True)],
        "tie": tie.to_json() if tie else None,
        "warnings": [warning for warning in sheet["warnings"] if warning["player"] not in typed],
        "rulings": [ruling for ruling in sheet["rulings"] if ruling["player"] not in typed],
    }


@dataclass(frozen=True)
class ColumnState:
    """What is still missing in a player's column: lines without a number, spaces to check, the player's word."""

    name: str
    is_typed: bool
    missing_lines: int
    spaces_to_check: int
    is_final: bool


def column_states(sheet: Mapping[str, Any], bodies: Sequence[Mapping[str, Any]]) -> list[ColumnState]:
    """The state of every column, in the order of the players."""
    return [
        ColumnState(
            column["name"],
            body["mode"] == "pad",
            sum(bool(line.get("missing")) for line in column["lines"]),
            0 if body["mode"] == "pad" else sum(len(spaces) for spaces in body["review"].values()),
            bool(body["confirmed"]),
        )
        for column, body in zip(sheet["players"], bodies, strict=True)
    ]


def _typed_column(name: str, game: str, shared: Mapping[str, Any], pad: Mapping[str, Any]) -> dict[str, Any]:
    lines = []
    numbers = []
    for line in pad_lines(game, shared):
        points = _typed_number(pad.get(line.id))
        numbers.append(points)
        typed: dict[str, Any] = {"area": None, "points": points, "spaces": [], "why": _("Typed by hand")}
        lines.append(
            {
                "id": line.id,
                "label": line.label,
                "points": points or 0,
                "parts": [] if points is None else [typed],
                "misses": [],
                "missing": points is None,
            }
        )
    return {"name": name, "place": 1, "total": sum(points or 0 for points in numbers), "lines": lines}


def _typed_number(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_POINTS:
        return value
    return None


def _standing(column: Mapping[str, Any], game: str, shared: Mapping[str, Any], body: Mapping[str, Any]) -> Standing:
    if game != "evenglow" or shared.get("variant") == "family":
        return Standing(column["name"], column["total"])
    cards = [card for card in body["board"].get("potions", {}).values() if isinstance(card, dict)]
    unused = sum(_typed_number(card.get("unused")) or 0 for card in cards)
    used = sum(_typed_number(card.get("used")) or 0 for card in cards)
    return Standing(column["name"], column["total"], (unused + used, unused))
