"""Boards written as text, so that a test can be read beside the rulebook.

A garden is five rows of five on the layout `evenglow-5x5`, whose 2nd and 4th row stand half a space to the right:

    MA MA MA MA LM
      -- L4 EB LM LM

A vine or leaves tile has its rotation behind the letter (`V1`, `L4`). A planet is any number of rows; its columns are
named a, b, c, ... and its rows 1, 2, 3, ... as on a map; `##` is no space at all.
"""

from typing import Any

from assistant.layout import Layout, parse_layout
from assistant.scoring import score_document
from assistant.strict_json import Node

Document = dict[str, Any]

EMPTY, NO_SPACE = "--", "##"
TILES = {"HF": "henbane", "LM": "lions-mane", "MA": "mandrake", "EB": "elderberries"}
PIECES = {
    "sp": "sprout",
    "ST": "small-tree",
    "BT": "big-tree",
    "GT": "giant-tree",
    "BU": "bush",
    "LA": "lake",
    "SP": "small-pine",
    "BP": "big-pine",
    "CA": "cactus",
    "SM": "single-mushroom",
    "DM": "double-mushroom",
}
ALL_MODULES = ["pines", "cacti", "giant-trees", "mushrooms"]


def parse_garden(text: str) -> Document:
    """The tiles of a garden by the numbers of the layout `evenglow-5x5`."""
    rows = [line.split() for line in text.strip().splitlines()]
    assert [len(row) for row in rows] == [5] * 5, "a garden has five rows of five"
    tokens = [token for row in rows for token in row]
    return {str(number): _parse_tile(token) for number, token in enumerate(tokens, start=1) if token != EMPTY}


def _parse_tile(token: str) -> Document:
    if token in TILES:
        return {"plant": TILES[token]}
    return {"plant": {"V": "vine", "L": "leaves"}[token[0]], "rotation": int(token[1:])}


def evenglow(sunlight: str = "", moonlight: str = "", variant: str = "standard", **player: Any) -> Document:
    """A state with one player, Valley, in whose gardens lies what the texts say; `potions` are numbers by kind."""
    gardens = {name: parse_garden(text) for name, text in (("sunlight", sunlight), ("moonlight", moonlight)) if text}
    if "potions" in player:
        player["potions"] = {kind: {"unused": number, "used": 0} for kind, number in player["potions"].items()}
    tiles = player.pop("tiles", None)
    state: Document = {"game": "evenglow", "variant": variant, "layout": "evenglow-5x5"}
    if tiles is not None:
        state["tiles"] = tiles
    return state | {"players": [{"name": "Valley", "gardens": gardens, **player}]}


def parse_planet(text: str, biome: str = "snow") -> tuple[Document, Document]:
    """The layout document of a planet, all of one biome, and the pieces on it."""
    spaces: Document = {}
    pieces: Document = {}
    for y, line in enumerate(text.strip().splitlines()):
        for x, token in enumerate(line.split()):
            if token != NO_SPACE:
                name = f"{chr(ord('a') + x)}{y + 1}"
                spaces[name] = {"x": x, "y": y, "biome": biome}
                if token != EMPTY:
                    pieces[name] = PIECES[token]
    areas = {"planet": {"spaces": spaces}}
    return {"id": "drawn", "game": "evergreen", "grid": "square", "verified": False, "areas": areas}, pieces


def evergreen(
    text: str, sun: str = "left", season: int = 1, biome: str = "snow", **state: Any
) -> tuple[Document, Layout]:
    """A state with one player, Ada, on whose planet lies what the text says, and its layout."""
    layout, planet = parse_planet(text, biome)
    player = {"name": "Ada", "planet": planet, "points": {"start": 0, "buds": 0}}
    player["seasons"] = [{"light": 0, "forest": 0}] * (season - 1)
    document: Document = {"game": "evergreen", "layout": "drawn", "expansions": ALL_MODULES, "sun": sun}
    return document | {"season": season, "players": [player], **state}, parse_layout(Node(layout))


def points(sheet: Document, who: int = 0) -> dict[str, int]:
    """The points of every line of one player's score sheet."""
    return {line["id"]: line["points"] for line in sheet["players"][who]["lines"]}


def parts(sheet: Document, line_id: str, who: int = 0) -> list[tuple[str, int, list[str]]]:
    """What earned the points of one line: area, points and sorted spaces, in the order of the sheet."""
    (line,) = [line for line in sheet["players"][who]["lines"] if line["id"] == line_id]
    assert all(part["why"].strip() for part in line["parts"]), "every part has a reason"
    return [(part["area"], part["points"], sorted(part["spaces"], key=_as_printed)) for part in line["parts"]]


def warnings(sheet: Document, code: str) -> list[Document]:
    """The warnings of a kind."""
    return [warning for warning in sheet["warnings"] if warning["code"] == code]


def _as_printed(space: str) -> tuple[int, str]:
    return (int(space), "") if space.isdigit() else (0, space)


__all__ = ["evenglow", "evergreen", "parse_garden", "parse_planet", "parts", "points", "score_document", "warnings"]
