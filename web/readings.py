"""From the reading of a photograph to a player's document. Nothing counts as seen that the reading did not see.

What the reading is unsure of is marked for review; a space that it calls unknown (nothing, with no confidence) stays
empty and is marked too. What no photograph shows (potions, points taken earlier) is kept from the document before.
"""

from collections.abc import Mapping
from typing import Any


def document_from(reading: Mapping[str, Any], photo_id: str, before: Mapping[str, Any]) -> dict[str, Any]:
    """The player's document with the boards as they were read; not final, whatever it was before."""
    review = {
        area: [space for space, seen in spaces.items() if seen["review"]] for area, spaces in reading["areas"].items()
    }
    board = dict(before["board"])
    if reading["game"] == "evenglow":
        board["gardens"] = {area: _tiles(spaces) for area, spaces in reading["areas"].items()}
        board["harvests"] = [
            {"garden": harvest["garden"], "spaces": harvest["spaces"]} for harvest in reading.get("harvests", [])
        ]
    else:
        board["planet"] = {
            space: seen["piece"] for space, seen in reading["areas"]["planet"].items() if seen["piece"] is not None
        }
    review = {area: spaces for area, spaces in review.items() if spaces}
    areas = board["gardens"] if reading["game"] == "evenglow" else {"planet": board["planet"]}
    return {
        **before,
        "mode": "board",
        "board": board,
        "review": review,
        "photo": photo_id,
        "read": {"areas": areas, "review": review, "harvests": board.get("harvests", [])},
        "confirmed": False,
    }


def _tiles(spaces: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    tiles = {}
    for space, seen in spaces.items():
        if seen["plant"] is None:
            continue
        tiles[space] = {"plant": seen["plant"]}
        if seen.get("rotation") is not None:
            tiles[space]["rotation"] = seen["rotation"]
    return tiles
