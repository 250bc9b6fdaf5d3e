"""The game assistant: how the game stands, the tracker's moves, the end of a season, what-if, advice."""

from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request
from sqlalchemy.orm import Session

from assistant.errors import InputError, StateError
from assistant.strict_json import Node, parse_json
from web import documents, games, limits, members
from web.assist import advice, evenglow, evergreen, what_if
from web.assist.view import GameView, view_of
from web.changes import document_json
from web.documents import Change
from web.errors import NotFound
from web.i18n import _
from web.models import Game
from web.phrasebook import refusal
from web.reasons import in_our_language
from web.services import services
from web.views.access import changing, looking, phone_id
from web.views.play import common

blueprint = Blueprint("assist", __name__, url_prefix="/g/<token>/assistant")

GAMES = {"evenglow": evenglow, "evergreen": evergreen}


@blueprint.get("")
def page(token: str) -> str:
    """The assistant's page: set-up, turn or round, supply, potions or fertility, what is due."""
    with looking(token) as (session, game):
        values = common(session, game)
        values["page"]["standing"] = _standing(_view(session, game))
        return render_template("assist.html", **values)


@blueprint.get("/now.json")
def now(token: str) -> Response:
    """How the game stands."""
    with looking(token) as (session, game):
        return jsonify(_standing(_view(session, game)))


@blueprint.post("/act.json")
@limits.edits
def act(token: str) -> Response:
    """One move of the tracker: {"action": name, ...}. All documents that it touches are written together."""
    action = _sent()
    entries = dict(action.items())
    name = entries["action"].text(40) if "action" in entries else ""
    with changing(token) as (session, game):
        by = members.require_writer(session, game, phone_id())
        view = _view(session, game)
        changes, label = _switch(view, action) if name == "advice" else GAMES[game.game].act(view, name, action)
        written = [
            Change(document, documents.load(session, game.id, document).version, body)
            for document, body in changes.items()
        ]
        stored = documents.write(session, game, written, by, label)
        games.follow_documents(session, game, stored)
        answer = {
            "revision": game.revision,
            "documents": {document.name: document_json(document) for document in stored},
            "standing": _standing(_view(session, game)),
        }
    services().announce(game.id, game.revision)
    return jsonify(answer)


@blueprint.get("/season/<player_id>")
def season(token: str, player_id: str) -> str:
    """The end of the season on one player's planet, step by step."""
    with looking(token) as (session, game):
        _require_seasons(game)
        player = games.find_player(session, game, player_id)
        values = common(session, game)
        values["page"] |= {"player": player.id, "season": _season(_view(session, game), player.id)}
        return render_template("season_end.html", player=player, **values)


@blueprint.get("/season/<player_id>.json")
def season_now(token: str, player_id: str) -> Response:
    """The same as data."""
    with looking(token) as (session, game):
        _require_seasons(game)
        return jsonify(_season(_view(session, game), games.find_player(session, game, player_id).id))


@blueprint.get("/what-if/<player_id>")
def what_if_page(token: str, player_id: str) -> str:
    """A player's board to try changes on; with advice switched on, the questions that can be asked about it."""
    with looking(token) as (session, game):
        player = games.find_player(session, game, player_id)
        values = common(session, game)
        values["page"]["player"] = player.id
        if game.game == "evergreen":
            values["page"]["powers"] = [power.value for power in advice.powers(_view(session, game))]
        return render_template("what_if.html", player=player, **values)


@blueprint.post("/what-if.json")
@limits.edits
def what_if_answer(token: str) -> Response:
    """The difference in points if {"player": id, "board": {...}} lay on the table."""
    fields = _sent().fields(("player", "board"), required=("player", "board"))
    board = {key: node.value for key, node in fields["board"].items()}
    with looking(token) as (session, game):
        return jsonify(in_our_language(what_if.difference(_view(session, game), fields["player"].text(60), board)))


@blueprint.post("/advice.json")
@limits.advice
def advice_answer(token: str) -> Response:
    """The best moves; refused where the table has not switched advice on."""
    question = _sent()
    with looking(token) as (session, game):
        return jsonify(in_our_language(advice.answer(_view(session, game), question)))


def _require_seasons(game: Game) -> None:
    if game.game != "evergreen":
        raise NotFound("no-seasons", _("This game has no seasons."))


def _sent() -> Node:
    return parse_json(request.get_data(), StateError)


def _view(session: Session, game: Game) -> GameView:
    return view_of(session, game, services().config.store)


def _standing(view: GameView) -> dict[str, Any]:
    try:
        standing = in_our_language(GAMES[view.game].standing(view))
        return standing | {"advice": view.table["advice"], "problem": ""}
    except InputError as err:  # a board that cannot be understood is mended on its own page
        return {"game": view.game, "advice": view.table["advice"], "problem": refusal(err.message)}


def _season(view: GameView, player_id: str) -> dict[str, Any]:
    try:
        return in_our_language(evergreen.season_of(view, player_id)) | {"problem": ""}
    except InputError as err:
        return {"problem": refusal(err.message), "steps": []}


def _switch(view: GameView, action: Node) -> tuple[dict[str, Any], str]:
    fields = action.fields(("action", "on"), required=("on",))
    on = fields["on"].flag()
    label = _("advice switched on") if on else _("advice switched off")
    return {documents.TABLE: {**view.table, "advice": on}}, label
