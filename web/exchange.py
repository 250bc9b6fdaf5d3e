"""Games out of this server and into another: JSON that comes back equal, and the sheet as a table for a spreadsheet.

A game keeps its id, so importing a file twice makes one game. Links, codes and photographs do not travel.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from assistant.errors import LayoutError
from assistant.layout import Layout, parse_layout
from assistant.player_names import folded_name
from assistant.strict_json import Node
from web import documents, games
from web.errors import Unprocessable
from web.i18n import _
from web.identifiers import NAME_LENGTH, new_code, new_id, new_token
from web.layouts import known_layouts, save_layout
from web.line_names import line_label
from web.models import Game, Member, Player
from web.shapes import checked_body
from web.sheets import check_table

FORMAT = "glade-game"
VERSION = 1

MOST_GAMES = 1000
"""In one file."""

_GAME_KEYS = (
    "format", "version", "id", "game", "several_phones", "created_at", "closed_at", "players", "table", "layout",
)  # fmt: skip
_PLAYER_KEYS = ("id", "name", "removed", "document")


def export_game(session: Session, game: Game, layouts: Mapping[str, Layout]) -> dict[str, object]:
    """Everything that a game is, without its secrets, and with its layout (one of `layouts`)."""
    stored = {name: documents.parse(document.body) for name, document in games.all_documents(session, game).items()}
    table = stored[documents.TABLE]
    layout = layouts.get(_layout_id(table))
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": game.id,
        "game": game.game,
        "several_phones": game.several_phones,
        "created_at": _text(game.created_at),
        "closed_at": _text(game.closed_at) if game.closed_at else None,
        "players": [
            {
                "id": player.id,
                "name": player.name,
                "removed": player.is_removed,
                "document": _without_photo(stored[documents.player_document(player.id)]),
            }
            for player in sorted(game.players, key=lambda player: player.seat)
        ],
        "table": table,
        "layout": layout.to_json() if layout else None,
    }


def _without_photo(body: Mapping[str, object]) -> dict[str, object]:
    return {**{key: value for key, value in body.items() if key != "read"}, "photo": None}


def games_in(node: Node) -> list[Node]:
    """The games of a file: one, or {"format": "glade-games", "games": [...]}."""
    entries = dict(node.items())
    if "games" not in entries:
        return [node]
    found = entries["games"].elements()
    if len(found) > MOST_GAMES:
        entries["games"].fail("too-many-games", f"has {len(found)} games, at most {MOST_GAMES} are taken at once")
    return found


def import_game(session: Session, node: Node, phone_id: str, store: Path) -> tuple[Game, bool]:
    """The game of an exported document and whether it is new here; this phone becomes a host of a new one.

    A game that is here already stays as it is, whatever the file says.
    """
    fields = node.fields(_GAME_KEYS, required=_GAME_KEYS)
    if fields["format"].value != FORMAT or fields["version"].value != VERSION:
        raise Unprocessable("other-format", _("This file is not a game that Glade has exported."))
    known = session.get(Game, _id(fields["id"]))
    if known is not None:
        return known, False
    game = Game(
        id=_id(fields["id"]),
        token=new_token(),
        code=new_code(),
        host_secret=new_token(),
        game=fields["game"].one_of(games.VARIANTS, "game"),
        several_phones=fields["several_phones"].flag(),
        is_locked=False,
        revision=1,
        about_revision=1,
        variant="standard",
        expansions=[],
        created_at=_moment(fields["created_at"]),
        closed_at=None if fields["closed_at"].value is None else _moment(fields["closed_at"]),
    )
    game.changed_at = game.closed_at or game.created_at  # the history lists it where it belongs
    table = checked_body(game, documents.TABLE, _object(fields["table"]))
    _keep_layout(fields["layout"], table, store)
    check_table(game.game, table, store)
    session.add(game)
    session.flush()
    games.follow_documents(session, game, [documents.create(session, game, documents.TABLE, table)])
    players = fields["players"].elements()
    if not 1 <= len(players) <= games.MOST_SEATS:
        fields["players"].fail("wrong-number-of-players", "a game has 1 to 4 players")
    for seat, player_node in enumerate(players, start=1):
        _import_player(session, game, seat, player_node)
    session.flush()
    playing = games.players(session, game)
    games.checked_names([player.name for player in playing], game.variant)
    session.add(Member(game_id=game.id, phone_id=phone_id, is_host=True, looks_on=False))
    return game, True


def sheet_csv(sheet: Mapping[str, Any]) -> str:
    """The sheet as comma-separated values: lines down, players across, named in the language of the phone.

    A name can never become a formula.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    players = sheet["players"]
    writer.writerow(["", *(_inert(player["name"]) for player in players)])
    for line_id, label in line_labels(players):
        writer.writerow([label, *(_points(player, line_id) for player in players)])
    writer.writerow([_("Total"), *(player["total"] for player in players)])
    writer.writerow([_("Place"), *(player["place"] for player in players)])
    return out.getvalue()


def line_labels(players: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The lines that any column has, in the order of the pad."""
    longest = max(players, key=lambda player: len(player["lines"]))
    ids = dict.fromkeys(line["id"] for player in (longest, *players) for line in player["lines"])
    return [(line_id, line_label(line_id)) for line_id in ids]


def _points(player: Mapping[str, Any], line_id: str) -> object:
    if line_id in player["missing"]:
        return ""
    return next((line["points"] for line in player["lines"] if line["id"] == line_id), "")


def _inert(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t\r＝＋－＠" else name


def _import_player(session: Session, game: Game, seat: int, node: Node) -> None:
    fields = node.fields(_PLAYER_KEYS, required=_PLAYER_KEYS)
    name = fields["name"].text(NAME_LENGTH)
    player_id = _id(fields["id"])
    if session.get(Player, player_id) is not None:
        player_id = new_id()
    session.add(
        Player(
            id=player_id,
            game_id=game.id,
            seat=seat,
            name=name,
            folded_name=folded_name(name),
            is_removed=fields["removed"].flag(),
        )
    )
    session.flush()
    document = documents.player_document(player_id)
    documents.create(session, game, document, checked_body(game, document, _object(fields["document"])))


def _keep_layout(node: Node, table: Mapping[str, Any], store: Path) -> None:
    """Save the layout that came with the game where this server does not know its id."""
    if node.value is None or _layout_id(table) in known_layouts(store):
        return
    layout = parse_layout(Node(node.value, "layout", LayoutError))
    if layout.id == _layout_id(table):
        save_layout(store, json.dumps(layout.to_json(), ensure_ascii=False, indent=1).encode(), "")


def _layout_id(table: Mapping[str, Any]) -> str:
    return str(table["state"].get("layout", ""))


def _object(node: Node) -> dict[str, object]:
    return {key: child.value for key, child in node.items()}


def _id(node: Node) -> str:
    text = node.text(32)
    if len(text) != 32 or set(text) - set("0123456789abcdef"):
        node.fail("bad-id", "is not an id of Glade")
    return text


def _moment(node: Node) -> datetime:
    try:
        moment = datetime.fromisoformat(node.text(40))
    except ValueError:
        node.fail("bad-date", "is not a date and time")
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
