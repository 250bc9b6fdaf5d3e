"""The score sheet: a page whose numbers can be tapped, one to print, a PDF, a picture; and the tie-breaker."""

from itertools import zip_longest
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.datastructures import MultiDict

from assistant.errors import InputError
from assistant.pad import check_tie, parse_points
from web import games, limits, sheets
from web.errors import NotFound
from web.i18n import _
from web.layouts import layout_here
from web.phrasebook import refusal
from web.reasons import in_our_language
from web.results import missing_words, place_words, result_words
from web.scenes import fertility_values, planet_scenes
from web.services import services
from web.sheet_rows import sheet_rows
from web.state import state_of
from web.views.access import looking
from web.views.play import common

blueprint = Blueprint("sheet", __name__)


@blueprint.get("/g/<token>/sheet")
def sheet(token: str) -> str:
    """The score sheet of the game."""
    return _page("sheet.html", token)


@blueprint.get("/g/<token>/sheet-table")
def sheet_table(token: str) -> str:
    """The table alone, for a page that is open while others change their boards."""
    return _page("_sheet_table.html", token)


@blueprint.get("/g/<token>/print")
def printable(token: str) -> str:
    """The sheet with all its reasons, on paper."""
    return _page("print.html", token)


@blueprint.get("/g/<token>/sheet.pdf")
@limits.exports
def pdf(token: str) -> Response:
    """The sheet as a PDF."""
    from web.sheet_pdf import sheet_pdf

    values = _sheet_values(token)
    body = sheet_pdf(values["title"], values["sheet"], values["rows"], values["words"], values["missing"])
    return _file(body, "application/pdf", "glade-score-sheet.pdf")


@blueprint.get("/g/<token>/sheet.png")
@limits.exports
def picture(token: str) -> Response:
    """The sheet as a picture to share."""
    from web.sheet_picture import sheet_png

    values = _sheet_values(token)
    body = sheet_png(values["title"], values["sheet"], values["rows"], values["words"], values["missing"])
    return _file(body, "image/png", "glade-score-sheet.png")


@blueprint.get("/g/<token>/fertility.json")
def fertility(token: str) -> Response:
    """The fertility value of each biome (Evergreen)."""
    with looking(token) as (session, game):
        if game.game != "evergreen":
            raise NotFound("no-fertility-zone", _("This game has no fertility zone."))
        state = state_of(session, game)
        layout = layout_here(services().config.store, str(state["layout"]))
        return jsonify(fertility_values({**state, "players": [{"name": "-"}]}, layout))


@blueprint.get("/tie")
def tie_breaker() -> str:
    """Who wins a tie, by itself: totals, potions and unused potions typed in."""
    problem, outcome = "", {}
    try:
        standings = _typed_standings(request.args)
    except InputError:
        standings, problem = [], _("Type whole numbers; nobody has more unused Potion cards than Potion cards.")
    if len(standings) > 1:
        ranked, tie, _is_open = check_tie(standings)
        players = [
            {"name": name, "total": total, "place": place}
            for place, (name, total, _cards, _unused) in zip(ranked, standings, strict=True)
        ]
        players.sort(key=lambda player: int(str(player["place"])))
        outcome = {"tie": tie.to_json() if tie else None, "players": players}
    words = result_words(outcome) if outcome else ""
    return render_template("tie.html", problem=problem, outcome=outcome, words=words, place_words=place_words)


def _typed_standings(typed: MultiDict[str, str]) -> list[tuple[str, int, int | None, int | None]]:
    """Name, total, Potion cards and unused ones of each row that has a total. Raises `InputError`."""
    columns = [typed.getlist(key)[: games.MAX_PLAYERS] for key in ("name", "total", "potions", "unused")]
    standings = []
    for index, (name, *numbers) in enumerate(zip_longest(*columns, fillvalue="")):
        total, potions, unused = (parse_points(number) for number in numbers)
        if potions is not None and unused is not None and unused > potions:
            raise InputError("more-unused", "more unused cards than cards")
        if total is not None:
            standings.append((name.strip()[:40] or str(index + 1), total, potions, unused))
    return standings


def _page(template: str, token: str) -> str:
    return render_template(template, **_sheet_values(token))


def _sheet_values(token: str) -> dict[str, Any]:
    with looking(token) as (session, game):
        values = common(session, game)
        title = game.game.capitalize()
        values |= {
            "title": title,
            "sheet": None,
            "rows": [],
            "words": "",
            "missing": [],
            "problem": "",
            "place_words": place_words,
        }
        try:
            document = in_our_language(sheets.sheet_of(session, game, services().config.store))
            if game.game == "evergreen":
                values["page"]["scenes"] = planet_scenes(state_of(session, game), values["layout"])
        except InputError as err:
            # A board that cannot be counted is corrected on its own page; everything else here stays usable.
            values["problem"] = refusal(err.message)
            return values
        rows = sheet_rows(document)
        values["page"]["sheet"] = document
        missing = missing_words(document)
        words = result_words(document, is_final=not missing)
        labels = {row.id: row.label for row in rows}
        values |= {"sheet": document, "rows": rows, "labels": labels, "words": words, "missing": missing}
        return values


def _file(body: bytes, kind: str, name: str) -> Response:
    response = Response(body, mimetype=kind)
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response
