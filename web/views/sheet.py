"""The score sheet: a page whose numbers can be tapped, one to print, a PDF, a picture; and the tie-breaker."""

from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request

from assistant.errors import InputError
from assistant.ranking import EVENGLOW_TIE_BREAKERS, Standing, find_tie, places
from web import documents, games, sheets
from web.pads import MOST_POINTS, column_states
from web.results import missing_words, place_words, result_words
from web.scenes import fertility_values, planet_scenes
from web.services import services
from web.sheet_rows import sheet_rows
from web.state import state_of
from web.views.access import looking
from web.views.play import common, layout_of

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
def pdf(token: str) -> Response:
    """The sheet as a PDF."""
    from web.sheet_pdf import sheet_pdf

    values = _sheet_values(token)
    body = sheet_pdf(values["title"], values["sheet"], values["rows"], values["words"], values["missing"])
    return _file(body, "application/pdf", "glade-score-sheet.pdf")


@blueprint.get("/g/<token>/sheet.png")
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
        state = state_of(session, game)
        return jsonify(fertility_values({**state, "players": [{"name": "-"}]}, layout_of(str(state["layout"]))))


@blueprint.get("/tie")
def tie_breaker() -> str:
    """Who wins a tie, by itself: totals, potions and unused potions typed in."""
    rows, problem = _typed_standings(request.args.getlist("name"))
    outcome: dict[str, Any] = {}
    if len(rows) > 1 and not problem:
        standings = [Standing(name, total, (potions, unused)) for name, total, potions, unused in rows]
        tie = find_tie(standings, EVENGLOW_TIE_BREAKERS)
        ranked = sorted(zip(places(standings), rows, strict=True), key=lambda pair: pair[0])
        outcome = {
            "tie": tie.to_json() if tie else None,
            "players": [{"name": row[0], "total": row[1], "place": place} for place, row in ranked],
        }
    return render_template(
        "tie.html",
        problem=problem,
        outcome=outcome,
        words=result_words(outcome) if outcome else "",
        place_words=place_words,
    )


def _typed_standings(names: list[str]) -> tuple[list[tuple[str, int, int, int]], bool]:
    columns = [request.args.getlist(key) for key in ("total", "potions", "unused")]
    rows: list[tuple[str, int, int, int]] = []
    problem = False
    for index, name in enumerate(names[: games.MAX_PLAYERS]):
        typed = [column[index].strip() if index < len(column) else "" for column in columns]
        if not name.strip() and not any(typed):
            continue
        numbers = [_typed(text) for text in typed]
        total, potions, unused = (number or 0 for number in numbers)
        problem = problem or None in numbers or unused > potions
        rows.append((name.strip()[:40] or str(index + 1), total, potions, unused))
    return rows, problem


def _typed(text: str) -> int | None:
    """A number as people type it, in any script; "" counts as 0 here, where only a comparison is asked for."""
    text = text.replace("\u2212", "-").strip() or "0"
    try:
        value = int(text)
    except ValueError:
        return None
    return value if abs(value) <= MOST_POINTS else None


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
            document = sheets.sheet_of(session, game, services().config.store)
            if game.game == "evergreen":
                values["page"]["scenes"] = planet_scenes(state_of(session, game), values["layout"])
        except InputError as err:
            # A board that cannot be counted is corrected on its own page; everything else here stays usable.
            values["problem"] = err.message
            return values
        rows = sheet_rows(document)
        values["page"]["sheet"] = document
        stored = values["data"]["documents"]
        bodies = [stored[documents.player_document(player.id)]["body"] for player in values["players"]]
        columns = column_states(document, bodies)
        missing = missing_words(columns)
        values["page"]["typed"] = [column.is_typed for column in columns]
        words = result_words(document, is_final=not missing)
        values |= {"sheet": document, "rows": rows, "words": words, "missing": missing}
        return values


def _file(body: bytes, kind: str, name: str) -> Response:
    response = Response(body, mimetype=kind)
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response
