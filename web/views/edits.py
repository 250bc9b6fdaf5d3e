"""The table's state for programs: read it, change it, undo, and the sheet that it makes. All answers are JSON."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, request

from assistant.strict_json import Node, parse_json
from web import documents, games, limits, members, sheets
from web.changes import changes_since, document_json
from web.documents import Change
from web.i18n import language
from web.layouts import layout_here
from web.models import Document, Game
from web.services import services
from web.shapes import checked_body
from web.state import state_of
from web.views.access import changing, looking, phone_id

blueprint = Blueprint("edits", __name__, url_prefix="/g/<token>")


@blueprint.get("/changes.json")
def changes(token: str) -> Response:
    """Everything that changed after revision `since` (all, without it). 304 when nothing did: cheap to poll."""
    since = request.args.get("since", default=-1, type=int)
    with looking(token) as (session, game):
        tag = f"{game.id}-{game.revision}-{language()}"
        if request.if_none_match.contains(tag):
            response = make_response("", 304)
        else:
            response = jsonify(changes_since(session, game, since))
        response.set_etag(tag)
        response.headers["Cache-Control"] = "no-cache"
        return response


@blueprint.post("/edits.json")
@limits.edits
def edit(token: str) -> tuple[Response, int] | Response:
    """Change documents: {"changes": [{"document", "base", "body"}], "label"}; 409 with what is there if overtaken."""
    fields = parse_json(request.get_data()).fields(("changes", "label"), required=("changes",))
    wanted = [_change(node) for node in fields["changes"].elements()]
    label = fields["label"].text(100) if "label" in fields else ""
    with changing(token) as (session, game):
        by = members.require_writer(session, game, phone_id())
        wanted = [replace(change, body=checked_body(game, change.document, change.body)) for change in wanted]
        for change in wanted:
            if change.document == documents.TABLE:
                sheets.check_table(game.game, change.body, services().config.store)
        written = documents.write(session, game, wanted, by, label)
        games.follow_documents(session, game, written)
        answer = _written(game, written)
    services().announce(game.id, game.revision)
    return jsonify(answer)


@blueprint.post("/undo.json")
@limits.edits
def undo(token: str) -> Response:
    """Take back the latest change of {"document"}, or of the whole game."""
    return _move(token, documents.undo)


@blueprint.post("/redo.json")
@limits.edits
def redo(token: str) -> Response:
    """Do again what was undone last."""
    return _move(token, documents.redo)


@blueprint.get("/trail.json")
def trail(token: str) -> Response:
    """Who changed what and when, the latest first."""
    with looking(token) as (session, game):
        entries = documents.trail(session, game.id, request.args.get("document"))
        return jsonify(
            [
                {
                    "revision": entry.revision,
                    "document": entry.document,
                    "label": entry.label,
                    "by": entry.changed_by,
                    "at": entry.changed_at.isoformat(),
                    "state": entry.state,
                }
                for entry in entries
            ]
        )


@blueprint.get("/state.json")
def state(token: str) -> Response:
    """The contract's State of what lies on the boards now."""
    with looking(token) as (session, game):
        return jsonify(state_of(session, game))


@blueprint.get("/layout.json")
def layout(token: str) -> Response:
    """The layout of the game's boards, for `glade score STATE.json --layout layout.json` where it is not known."""
    with looking(token) as (session, game):
        found = layout_here(services().config.store, str(state_of(session, game)["layout"]))
    response = jsonify(found.to_json())
    response.headers["Content-Disposition"] = 'attachment; filename="layout.json"'
    return response


@blueprint.get("/sheet.json")
def sheet(token: str) -> Response:
    """The score sheet: what `glade score --json` prints for the state, with typed columns merged in."""
    with looking(token) as (session, game):
        return jsonify(sheets.sheet_of(session, game, services().config.store))


def _change(node: Node) -> Change:
    fields = node.fields(("document", "base", "body"), required=("document", "base", "body"))
    body: Any = {key: child.value for key, child in fields["body"].items()}
    return Change(fields["document"].text(48), fields["base"].whole_number(1, 2**31), body)


def _move(token: str, move: Any) -> Response:
    data = request.get_data()
    fields = parse_json(data).fields(("document",)) if data.strip() else {}
    document = fields["document"].text(48) if "document" in fields else None
    with changing(token) as (session, game):
        by = members.require_writer(session, game, phone_id())
        moved = move(session, game, document, by)
        games.follow_documents(session, game, moved)
        answer = _written(game, moved)
    services().announce(game.id, game.revision)
    return jsonify(answer)


def _written(game: Game, written: list[Document]) -> Mapping[str, object]:
    return {
        "revision": game.revision,
        "documents": {document.name: document_json(document) for document in written},
    }
