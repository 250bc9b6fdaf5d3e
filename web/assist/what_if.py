"""What if: the score sheets with and without a change that nobody has confirmed."""

from collections.abc import Mapping
from typing import Any

from assistant.difference import compare_sheets
from assistant.evenglow.due import due_harvests, warn_of
from assistant.evenglow.state import parse_state
from assistant.scoring import score
from assistant.strict_json import Node
from web import documents
from web.assist.view import Body, GameView


def difference(view: GameView, player_id: str, board: Mapping[str, Any]) -> dict[str, Any]:
    """How the sheet would change if this board lay before a player. Raises `StateError` where it cannot be counted.

    Both sheets count the boards, also of players who type their points: the question is about the board.
    """
    seat = view.seat(player_id)
    changed: Body = {**view.body(player_id), "board": dict(board)}
    states = view.state(), view.state({documents.player_document(player_id): changed})
    before, after = (score(Node(state), view.layout) for state in states)
    answer: dict[str, Any] = compare_sheets(before, after).to_json()
    if view.game == "evenglow":
        old, new = (parse_state(Node(state), view.layout) for state in states)
        answer["spoils"] = [notice.to_json() for notice in warn_of(old.players[seat], new.players[seat])]
        answer["due"] = [due.to_json() for due in due_harvests(new.players[seat], new.variant)]
    return answer
