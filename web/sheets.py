"""The score sheet of a game: `assistant` counts, this module only hands over the state and what was typed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from assistant.evenglow.plants import Plant
from assistant.evenglow.state import Variant
from assistant.pad import TypedColumn, parse_column, with_typed
from assistant.scoring import score
from assistant.strict_json import Node
from web import documents, games
from web.layouts import known_layouts
from web.models import Game
from web.state import assemble


def sheet_of(session: Session, game: Game, store: Path) -> dict[str, Any]:
    """The sheet of what lies on the boards and was typed, now. Raises `StateError` where a board cannot be counted.

    Besides what `glade score --json` prints: `provisional` while anything is missing, not confirmed or to be checked,
    and for each player `source` ("board" or "pad"), `missing` (lines), `confirmed` and `to_check` (spaces);
    `unseen_rows_missing` is how many rows of the Solo board are not noted (0 is not nothing).
    """
    stored = {name: documents.parse(document.body) for name, document in games.all_documents(session, game).items()}
    table = stored[documents.TABLE]
    boards = {player.name: stored[documents.player_document(player.id)] for player in games.players(session, game)}
    return table_sheet(game.game, table, boards, store)


def table_sheet(
    game: str, table: Mapping[str, Any], boards: Mapping[str, Mapping[str, Any]], store: Path
) -> dict[str, Any]:
    """The sheet of these documents; `boards` are the players' by name, in the order of their seats."""
    typed = {name: _column(game, table, body) for name, body in boards.items() if body["mode"] == "pad"}
    counted = [(name, {**body, "board": {}} if name in typed else body) for name, body in boards.items()]
    sheet = score(Node(assemble(game, table, counted)), layouts=known_layouts(store).values())
    cards = {name: _cards(body["board"]) for name, body in boards.items() if name not in typed}
    document: dict[str, Any] = with_typed(sheet, typed, cards, table["state"].get("season", 4)).to_json()
    for player in document["players"]:
        body = boards[player["name"]]
        player["confirmed"] = body["confirmed"]
        player["to_check"] = {} if player["name"] in typed else body["review"]
        document["provisional"] |= not body["confirmed"] or any(player["to_check"].values())
    document["unseen_rows_missing"] = _rows_missing(table["state"])
    document["provisional"] |= document["unseen_rows_missing"] > 0
    if document["unseen_rows_missing"] == len(Plant):
        document.pop("unseen", None)  # the Unseen has no points yet, which is not the same as 0
    return document


def _rows_missing(state: Mapping[str, Any]) -> int:
    if state.get("variant") != Variant.SOLO:
        return 0
    return len(Plant) - len((state.get("unseen") or {}).get("rows", {}))


def check_table(game: str, table: Mapping[str, Any], store: Path) -> None:
    """Raises `StateError` or `LayoutError` unless the shared document is one that a game can be counted with."""
    score(Node(assemble(game, table, [("-", {"board": {}})])), layouts=known_layouts(store).values())


def _column(game: str, table: Mapping[str, Any], body: Mapping[str, Any]) -> TypedColumn:
    return parse_column(Node(body["pad"]), game, table["state"].get("variant", "standard"))


def _cards(board: Mapping[str, Any]) -> tuple[int, int]:
    """The numbers of all and of unused Potion cards on a board that was counted, and so is well formed."""
    counts = board.get("potions", {}).values()
    unused = sum(count.get("unused", 0) for count in counts)
    return unused + sum(count.get("used", 0) for count in counts), unused
