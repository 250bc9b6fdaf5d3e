"""The table of one game: who plays, the way in for other phones, and what the host decides."""

from typing import Any

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from web import documents, games, limits, members, network, qr
from web.changes import changes_since
from web.game_names import played_with
from web.i18n import _
from web.layouts import known_layouts
from web.models import Game
from web.problems import wants_json
from web.services import services
from web.views.access import changing, looking, phone_id

blueprint = Blueprint("table", __name__, url_prefix="/g/<token>")


@blueprint.get("")
def lobby(token: str) -> str:
    """Who is in, what is missing, and the way to each board."""
    _let_in(token)
    with looking(token) as (session, game):
        data: Any = changes_since(session, game, -1)
        players = games.players(session, game)
        stored = games.all_documents(session, game)
        me = members.member(session, game, phone_id())
        layout = known_layouts(services().config.store).get(
            data["documents"][documents.TABLE]["body"]["state"]["layout"]
        )
        bodies = {p.id: documents.parse(stored[documents.player_document(p.id)].body) for p in players}
        return render_template(
            "table.html",
            game=game,
            me=me,
            players=players,
            bodies=bodies,
            holders=members.holders(session, game),
            data=data,
            page={"layout": layout.to_json() if layout else None},
            facts=played_with(game),
        )


@blueprint.get("/invite")
def invite(token: str) -> str:
    """The QR code, the link and the short code for the other phones."""
    config = services().config
    with looking(token) as (_session, game):
        urls = [f"{base}{url_for('table.lobby', token=token)}" for base in _bases(config.port)]
        chosen = request.args.get("address", type=int, default=0)
        chosen = chosen if 0 <= chosen < len(urls) else 0
        return render_template(
            "invite.html",
            game=game,
            urls=urls,
            chosen=chosen,
            code=qr.svg(urls[chosen], _("QR code with the link to this game")),
            is_alone="127.0.0.1" in urls[chosen] or "localhost" in urls[chosen],
        )


@blueprint.get("/settings")
def settings(token: str) -> str:
    """Rename, add and remove players; lock, finish, delete; the host's own link."""
    with looking(token) as (session, game):
        return render_template(
            "settings.html",
            game=game,
            players=games.players(session, game),
            removed=games.removed_players(session, game),
            me=members.member(session, game, phone_id()),
            host_url=_bases(services().config.port)[0] + url_for("table.host", token=token, secret=game.host_secret),
            max_players=games.MAX_PLAYERS,
        )


@blueprint.post("/claim")
@limits.table_changes
def claim(token: str) -> Response:
    """Play for somebody (`player`), help (`helps` = yes) or look on (neither)."""
    form = request.form
    with changing(token) as (session, game):
        me = members.claim(
            session,
            game,
            phone_id(),
            form.get("player") or None,
            helps=form.get("helps") == "yes",
            take_over=form.get("take_over") == "yes",
        )
        games.note_change(game)
        looks_on = me.looks_on
    if not wants_json():
        return _changed(game)
    services().announce(game.id, game.revision)
    return jsonify({"looks_on": looks_on})


@blueprint.post("/players")
@limits.table_changes
def add_player(token: str) -> Response:
    """One more player."""
    with changing(token) as (session, game):
        members.require_writer(session, game, phone_id())
        games.add_player(session, game, request.form.get("name", ""))
        games.note_change(game)
    return _changed(game, "table.settings")


@blueprint.post("/players/<player_id>")
@limits.table_changes
def change_player(token: str, player_id: str) -> Response:
    """Rename a player, move one up a seat, remove one or take that back (`action`)."""
    with changing(token) as (session, game):
        members.require_writer(session, game, phone_id())
        player = games.find_player(session, game, player_id)
        action = request.form.get("action", "rename")
        if action == "rename":
            games.rename_player(session, game, player, request.form.get("name", ""))
        elif action == "up":
            games.move_up(session, game, player)
        else:
            games.set_removed(session, game, player, removed=action == "remove")
        games.note_change(game)
    return _changed(game, "table.settings")


@blueprint.post("/lock")
@limits.table_changes
def lock(token: str) -> Response:
    """Let nobody else in (`locked` = yes), or open the game again."""
    with changing(token) as (session, game):
        members.require_host(session, game, phone_id())
        game.is_locked = request.form.get("locked") == "yes"
        games.note_change(game)
    return _changed(game, "table.settings")


@blueprint.post("/finish")
@limits.table_changes
def finish(token: str) -> Response:
    """The game is over and counts (`closed` = yes), or goes on."""
    with changing(token) as (session, game):
        members.require_writer(session, game, phone_id())
        games.set_closed(game, closed=request.form.get("closed") == "yes")
        games.note_change(game)
    return _changed(game)


@blueprint.route("/host/<secret>", methods=["GET", "POST"])
@limits.table_changes
def host(token: str, secret: str) -> Response | str:
    """The host's own link: opens the host's rights on another phone."""
    if request.method == "GET":
        return render_template("host.html", token=token, secret=secret)
    with services().database.writing() as session:
        game = documents.lock_game(session, games.find_by_token(session, token).id)
        members.become_host(session, game, phone_id(), secret)
    return redirect(url_for("table.settings", token=token), 303)


def _let_in(token: str) -> None:
    """Join at the first visit; later visits write nothing."""
    with services().database.reading() as session:
        if members.member(session, games.find_by_token(session, token), phone_id()):
            return
    with services().database.writing() as session:  # locked: a phone may open several pages at the same moment
        game = documents.lock_game(session, games.find_by_token(session, token).id)
        members.join(session, game, phone_id())


def _bases(port: int) -> list[str]:
    config = services().config
    return network.join_urls(config.public_url, config.host, port)


def _changed(game: Game, endpoint: str = "table.lobby") -> Response:
    services().announce(game.id, game.revision)
    return redirect(url_for(endpoint, token=game.token), 303)
