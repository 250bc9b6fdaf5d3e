"""Teach a copy of a game step by step, try it on a photograph, and learn from boards that people confirmed."""

from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.layout import GAMES
from assistant.strict_json import parse_json
from web import documents, games, layouts, members, teaching
from web.copies import learned_copies
from web.errors import Unprocessable, WebError
from web.i18n import _
from web.limits import limiter
from web.photos import album
from web.services import services
from web.views.access import changing, phone_id
from web.views.photos import UPLOADS

blueprint = Blueprint("teach", __name__)


@blueprint.route("/teach", methods=["GET", "POST"])
def start() -> AnyResponse | str | tuple[str, int]:
    """Choose the game, its layout and a name for the copy."""
    store = services().config.store
    known = layouts.known_layouts(store)
    game = request.values.get("game", "evenglow")
    problem, status = "", 200
    if request.method == "POST":
        layout = known.get(request.form.get("layout", ""))
        try:
            if game not in GAMES or layout is None or layout.game != game:
                raise Unprocessable("wrong-layout", _("Choose a layout of this game."))
            lesson = teaching.begin(store, game, request.form.get("name", "").strip().lower(), layout)
            return redirect(url_for("teach.steps", lesson_id=lesson.id), 303)
        except WebError as err:
            problem, status = err.message, err.status
    page = render_template(
        "teach_start.html",
        game=game,
        name=request.form.get("name", ""),
        layouts=[layout for layout in known.values() if layout.game == game],
        copies=learned_copies(store),
        problem=problem,
    )
    return page, status


@blueprint.get("/teach/<lesson_id>")
def steps(lesson_id: str) -> str:
    """The lesson, step by step."""
    lesson = teaching.find(services().config.store, lesson_id)
    return render_template("teach.html", lesson=lesson, page={"lesson": lesson.body, "layout": lesson.body["layout"]})


@blueprint.post("/teach/<lesson_id>/photos")
@limiter.limit(UPLOADS)
def add_photo(lesson_id: str) -> Response:
    """Take a photograph in."""
    lesson = teaching.find(services().config.store, lesson_id)
    taken = _taken_in()
    name = teaching.add_photo(lesson, taken["jpeg"])
    return jsonify({"photo": name, "width": taken["width_px"], "height": taken["height_px"]})


@blueprint.get("/teach/<lesson_id>/<name>.jpg")
def photo(lesson_id: str, name: str) -> Response:
    """A photograph of the lesson."""
    data = teaching.photo(teaching.find(services().config.store, lesson_id), f"{name}.jpg")
    response = Response(data, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@blueprint.post("/teach/<lesson_id>/save.json")
def save(lesson_id: str) -> Response:
    """Keep what was entered so far."""
    lesson = teaching.find(services().config.store, lesson_id)
    teaching.save(lesson, teaching.parse_changes(parse_json(request.get_data())))
    return jsonify({"saved": True})


@blueprint.post("/teach/<lesson_id>/learn.json")
@limiter.limit(UPLOADS)
def learn(lesson_id: str) -> Response:
    """Learn the copy from the lesson."""
    lesson = teaching.find(services().config.store, lesson_id)
    return jsonify(_learn(lesson))


@blueprint.post("/teach/<lesson_id>/test")
@limiter.limit(UPLOADS)
def test(lesson_id: str) -> Response:
    """Read a photograph with the learned copy, to see whether it works."""
    lesson = teaching.find(services().config.store, lesson_id)
    taken = _taken_in()
    name = teaching.add_photo(lesson, taken["jpeg"])
    modules = list(games.EXPANSIONS["evergreen"])
    reading = services().readers.run(
        "read", taken["jpeg"], str(services().config.store), lesson.copy, None, modules, on_stage=None
    )
    return jsonify({"photo": name, "width": taken["width_px"], "height": taken["height_px"], "reading": reading})


@blueprint.post("/g/<token>/learn/<player_id>")
@limiter.limit(UPLOADS)
def learn_from_board(token: str, player_id: str) -> Response:
    """Add a confirmed board with its photograph to what Glade knows of the copy."""
    with changing(token) as (session, game):
        members.require_writer(session, game, phone_id())
        player = games.find_player(session, game, player_id)
        body: Any = documents.parse(documents.load(session, game.id, documents.player_document(player.id)).body)
        table: Any = documents.parse(documents.load(session, game.id, documents.TABLE).body)
        lesson = teaching.lesson_of(services().config.store, str(table["copy"]))
        if lesson is None:
            raise Unprocessable(
                "taught-from-files", _("This copy was taught from files. Add the photo to its teach.json.")
            )
        if not body["confirmed"] or not body["photo"] or any(body["review"].values()):
            raise Unprocessable("not-confirmed", _("Only a board that is confirmed and has a photo can teach."))
        shot = album.find(session, game, body["photo"])
        corners: Any = (shot.reading or {}).get("board")
        jpeg = services().storage.get(shot.key)
        areas = body["board"].get("gardens") if game.game == "evenglow" else {"planet": body["board"].get("planet", {})}
    if not corners or not corners["corners"]:
        raise Unprocessable("board-not-found", _("The board was not found in this photo."))
    return jsonify(_learn(teaching.with_sample(lesson, jpeg, areas, corners["corners"])))


def _learn(lesson: teaching.Lesson) -> dict[str, Any]:
    path = teaching.write_teach_file(lesson)
    learned: dict[str, Any] = services().teachers.run("teach", str(path), str(services().config.store))
    return learned


def _taken_in() -> dict[str, Any]:
    file = request.files.get("photo")
    data = file.read() if file else b""
    if not data:
        raise Unprocessable("no-photo", _("No picture has arrived. Choose one, then send it again."))
    taken: dict[str, Any] = services().intake.run("intake", data)
    return taken
