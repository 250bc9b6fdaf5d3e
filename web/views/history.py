"""The games of this server and the people who play: search, rematch, delete, statistics, export and import."""

import json

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.strict_json import parse_json
from web import exchange, games, history, limits, members, sheets
from web.chart import totals_chart
from web.errors import Unprocessable
from web.game_names import module_names, played_with, variant_names
from web.i18n import _, counted
from web.layouts import known_layouts
from web.services import services
from web.views.access import changing, looking, phone_id
from web.views.received import received

blueprint = Blueprint("history", __name__)

IMPORTED_AT_ONCE = 20
"""Games in one transaction, for which all tables wait; of a file that fails later, what came before stays (sent again
it is not doubled)."""


@blueprint.get("/history")
def overview() -> str:
    """The games, the latest first; search by player, game, module."""
    search = history.Search(
        name=request.args.get("name", "")[:80],
        game=request.args.get("game", "") if request.args.get("game") in games.VARIANTS else "",
        module=request.args.get("module", "")[:20],
        page=min(max(0, request.args.get("page", default=0, type=int)), history.LAST_PAGE),
    )
    _count_what_changed()
    with services().database.reading() as session:
        found = history.list_games(session, search, _only_mine())
        return render_template(
            "history.html",
            search=search,
            found=found[: history.PAGE],
            has_more=len(found) > history.PAGE,
            people=history.people(session, _only_mine()),
            modules={id: name for id, name in (variant_names() | module_names()).items() if id != "standard"},
            played_with=played_with,
        )


@blueprint.get("/people")
def person() -> str:
    """What the finished games say about one player (`name`)."""
    name = request.args.get("name", "")[:80]
    _count_what_changed()
    with services().database.reading() as session:
        plays = history.plays_of(session, name, _only_mine())
    tables = []
    for game in games.VARIANTS:
        for is_solo in (False, True):
            own = [play for play in plays if play.game == game and play.is_solo is is_solo]
            if own:
                tables.append(
                    {
                        "game": game,
                        "is_solo": is_solo,
                        "all": history.summary(own),
                        "rows": _rows(own),
                        "chart": totals_chart(
                            [play.total for play in own],
                            _("Totals of %(count)d games, the latest on the right", count=len(own)),
                        ),
                    }
                )
    return render_template("person.html", name=name, tables=tables)


@blueprint.post("/g/<token>/rematch")
@limits.new_games
def rematch(token: str) -> AnyResponse:
    """The same people again."""
    with looking(token) as (session, game):
        members.require_writer(session, game, phone_id())
        old = game.id
    with services().database.writing() as session:
        game = games.find_by_token(session, token)
        assert game.id == old
        new = history.rematch(session, game, phone_id(), known_layouts(services().config.store).values())
    return redirect(url_for("table.invite" if new.several_phones else "table.lobby", token=new.token), 303)


@blueprint.route("/g/<token>/delete", methods=["GET", "POST"])
@limits.table_changes
def delete(token: str) -> str | AnyResponse:
    """Ask, then delete the game with its boards and photographs."""
    if request.method == "GET":
        with looking(token) as (session, game):
            return render_template("delete.html", game=game, me=members.member(session, game, phone_id()))
    with changing(token) as (session, game):
        members.require_host(session, game, phone_id())
        keys = history.delete_game(session, game)
        game_id, revision = game.id, game.revision + 1
    for key in keys:
        services().storage.delete(key)
    services().announce(game_id, revision)
    return redirect(url_for("history.overview"), 303)


@blueprint.get("/g/<token>/export.json")
@limits.exports
def export(token: str) -> Response:
    """The game as a file."""
    with looking(token) as (session, game):
        document = exchange.export_game(session, game, known_layouts(services().config.store))
    return _download(json.dumps(document, ensure_ascii=False, indent=1), "application/json", f"{document['game']}.json")


@blueprint.get("/g/<token>/sheet.csv")
@limits.exports
def sheet_csv(token: str) -> Response:
    """The score sheet for a spreadsheet."""
    with looking(token) as (session, game):
        sheet = sheets.sheet_of(session, game, services().config.store)
    return _download("\ufeff" + exchange.sheet_csv(sheet), "text/csv", f"{sheet['game']}.csv")


@blueprint.get("/history/export.json")
@limits.whole_exports
def export_all() -> Response:
    """Every game that this phone may list, as one file."""
    shared = services()
    documents = []
    layouts = known_layouts(shared.config.store)
    with shared.database.reading() as session:
        page = 0
        while found := history.list_games(session, history.Search(page=page), _only_mine())[: history.PAGE]:
            documents += [exchange.export_game(session, game, layouts) for game in found]
            page += 1
    text = json.dumps({"format": "glade-games", "games": documents}, ensure_ascii=False, indent=1)
    return _download(text, "application/json", "glade-games.json")


@blueprint.post("/import")
@limits.imports
def import_games() -> AnyResponse:
    """Take exported games in (form: `file`). A game that is here already is left alone."""
    data = received("file")
    if not data:
        raise Unprocessable("no-file", _("No file has arrived. Choose one that Glade has exported."))
    shared = services()
    nodes = exchange.games_in(parse_json(data))
    results = []
    for start in range(0, len(nodes), IMPORTED_AT_ONCE):
        with shared.database.writing() as session:
            results += [
                exchange.import_game(session, node, phone_id(), shared.config.store)
                for node in nodes[start : start + IMPORTED_AT_ONCE]
            ]
    tokens = [game.token for game, is_new in results if is_new]
    if len(tokens) == 1:
        return redirect(url_for("table.lobby", token=tokens[0]), 303)
    return redirect(url_for("history.overview", imported=len(tokens), known=len(results) - len(tokens)), 303)


def _count_what_changed() -> None:
    """Totals and places of finished games that were corrected, or came in a file, since they were last counted."""
    shared = services()
    with shared.database.reading() as session:
        is_stale = history.has_stale_totals(session)
    if is_stale:
        with shared.database.writing() as session:
            history.refresh_totals(session, shared.config.store)


def _only_mine() -> str | None:
    return None if services().config.list_games else phone_id()


def _rows(plays: list[history.Play]) -> list[tuple[str, history.Summary]]:
    """The plays by number of players, then by variant or modules where there are several."""
    groups: dict[str, list[history.Play]] = {}
    names = variant_names() | module_names()
    for play in plays:
        if not play.is_solo:
            groups.setdefault(counted("1 player", "%(num)d players", play.players), []).append(play)
        kinds = play.expansions or (play.variant,)
        groups.setdefault(", ".join(names.get(kind, kind) for kind in kinds), []).append(play)
    rows = [(label, history.summary(own)) for label, own in sorted(groups.items())]
    return [(label, found) for label, found in rows if found]


def _download(text: str, kind: str, name: str) -> Response:
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
