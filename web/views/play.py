"""The pages where points come from: a board by hand or from a photograph, the plain pad, what the table shares."""

from typing import Any

from flask import Blueprint, render_template
from sqlalchemy.orm import Session

from web import documents, games, members, teaching
from web.changes import changes_since
from web.copies import learned_at, learned_copies
from web.errors import NotFound
from web.i18n import _
from web.layouts import layout_here
from web.line_names import line_label, lines_so_far
from web.models import Game
from web.services import services
from web.views.access import looking, phone_id

blueprint = Blueprint("play", __name__, url_prefix="/g/<token>")


@blueprint.get("/board/<player_id>")
def board(token: str, player_id: str) -> str:
    """A player's board: drawn, edited, checked against its photograph."""
    return _player_page("board.html", token, player_id)


@blueprint.get("/pad/<player_id>")
def pad(token: str, player_id: str) -> str:
    """A player's points typed line by line, as on paper."""
    return _player_page("pad.html", token, player_id)


@blueprint.get("/photo/<player_id>")
def photo(token: str, player_id: str) -> str:
    """Photograph a player's board, see what was read, help where the board was not found."""
    return _player_page("photo.html", token, player_id)


@blueprint.get("/zone")
def zone(token: str) -> str:
    """What the whole table shares: season, Sun and fertility zone; in a solo game the Unseen."""
    with looking(token) as (session, game):
        if game.game == "evenglow" and game.variant != "solo":
            raise NotFound("nothing-shared", _("In this game the table shares nothing that has points."))
        return render_template("zone.html", **common(session, game))


def common(session: Session, game: Game) -> dict[str, Any]:
    """What every page of a game is given: the table for live.js (`data`) and what does not change (`page`)."""
    data: dict[str, Any] = changes_since(session, game, -1)
    table: dict[str, Any] = data["documents"][documents.TABLE]["body"]
    layout = layout_here(services().config.store, table["state"]["layout"])
    copies = [copy for copy in learned_copies(services().config.store) if copy.game == game.game]
    chosen = next((copy for copy in copies if copy.name == table["copy"]), None)
    page: dict[str, Any] = {
        "layout": layout.to_json(),
        "variant": game.variant,
        "lines": [
            {"id": line.id, "label": line_label(line.id), "negative": line.can_be_negative}
            for line in lines_so_far(game.game, game.variant, int(table["state"].get("season", 1)))
        ],
        "copies": [copy.name for copy in copies],
        "copies_learned": {copy.name: learned_at(services().config.store, copy.name) for copy in copies},
        "copy_fits": chosen is None or chosen.fits(layout),
        "stems": {plant: list(edges) for plant, edges in chosen.stems.items()} if chosen else {},
        "can_learn": bool(table["copy"])
        and services().config.list_games
        and teaching.can_learn_more(services().config.store, table["copy"]),
        "learned_boards": teaching.learned_boards(services().config.store, table["copy"]) if table["copy"] else [],
    }
    return {
        "game": game,
        "me": members.member(session, game, phone_id()),
        "players": games.players(session, game),
        "data": data,
        "page": page,
        "table": table,
        "layout": layout,
    }


def _player_page(template: str, token: str, player_id: str) -> str:
    with looking(token) as (session, game):
        player = games.find_player(session, game, player_id)
        values = common(session, game)
        values["page"]["player"] = player.id
        return render_template(template, player=player, **values)
