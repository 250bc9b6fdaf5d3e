"""Teach a copy of a game step by step, try it on a photograph, and learn from boards that people confirmed."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.layout import GAMES
from assistant.strict_json import parse_json
from web import documents, games, layouts, limits, members, teaching
from web.confirmed import confirmed_board
from web.copies import learned_copies
from web.errors import Conflict, NotAllowed, Unprocessable, WebError
from web.i18n import _
from web.photos.sandbox import Refused
from web.phrasebook import refusal
from web.services import services
from web.views.access import looking, phone_id
from web.views.received import received

blueprint = Blueprint("teach", __name__)


@blueprint.route("/teach", methods=["GET", "POST"])
@limits.lessons
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
@limits.uploads
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
@limits.drawings
def save(lesson_id: str) -> Response:
    """Keep what was entered so far."""
    lesson = teaching.find(services().config.store, lesson_id)
    teaching.save(lesson, teaching.parse_changes(parse_json(request.get_data())))
    return jsonify({"saved": True})


@blueprint.post("/teach/<lesson_id>/learn.json")
@limits.lessons
def learn(lesson_id: str) -> Response:
    """Learn the copy from the lesson."""
    lesson = teaching.find(services().config.store, lesson_id)
    return jsonify(_learn(lesson))


@blueprint.post("/teach/<lesson_id>/test")
@limits.uploads
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
@limits.lessons
def learn_from_board(token: str, player_id: str) -> Response:
    """Add a confirmed board with its photograph to what Glade knows of the copy: {"agrees": true} where somebody has
    said that the board lies there as it is confirmed, although the photograph was clearly read otherwise."""
    agrees = parse_json(request.get_data() or b"{}").fields(("agrees",))
    store = services().config.store
    with _learning():
        with looking(token) as (session, game):
            members.require_writer(session, game, phone_id())
            board = confirmed_board(session, game, games.find_player(session, game, player_id))
        differing = board.differs_from_reading()
        if differing and not ("agrees" in agrees and agrees["agrees"].flag()):
            raise Conflict(
                "differs-from-photo",
                _("The photo was clearly read otherwise than the board is now. Has the board changed since?"),
                {"spaces": differing},
            )
        jpeg = services().storage.get(board.photo.key)

        def with_board(lesson: teaching.Lesson) -> teaching.Lesson:
            board.require_same_board(lesson.body)
            return teaching.with_board(lesson, board.photo.id, jpeg, board.lesson_areas(), board.corners)

        return jsonify(_learn_and_keep(teaching.lesson_to_extend(store, board.copy), with_board))


@blueprint.post("/g/<token>/forget/<player_id>")
@limits.lessons
def forget_board(token: str, player_id: str) -> Response:
    """Take the photograph of this player's board out of what Glade knows of the copy, and learn the rest anew."""
    with looking(token) as (session, game):
        members.require_writer(session, game, phone_id())
        player = games.find_player(session, game, player_id)
        body: Any = documents.parse(documents.load(session, game.id, documents.player_document(player.id)).body)
        copy: Any = documents.parse(documents.load(session, game.id, documents.TABLE).body)["copy"]
    if body["photo"] not in teaching.learned_boards(services().config.store, str(copy)):
        raise Unprocessable("not-learned", _("Glade has not learned from this board."))
    with _learning():
        lesson = teaching.lesson_to_extend(services().config.store, str(copy))
        return jsonify(_learn_and_keep(lesson, lambda known: teaching.without_board(known, body["photo"])))


_one_lesson_at_a_time = threading.Lock()


@contextmanager
def _learning() -> Iterator[None]:
    """One board after another: each lesson starts from the one before. Raises `Conflict` while another is learned."""
    if not services().config.list_games:  # a copy belongs to the server, and here anybody can come
        raise NotAllowed("public-server", _("On a public server copies do not learn from the boards of games."))
    if not _one_lesson_at_a_time.acquire(blocking=False):
        raise Conflict("learning-already", _("Glade is learning already. Try again in a minute."))
    try:
        yield
    finally:
        _one_lesson_at_a_time.release()


def _learn_and_keep(lesson: teaching.Lesson, changed: Callable[[teaching.Lesson], teaching.Lesson]) -> dict[str, Any]:
    """Learn a changed lesson; it is kept when that works, and otherwise everything stays as it was."""
    try:
        lesson = changed(lesson)
        learned = _learn(lesson)
    except BaseException:
        teaching.discard(lesson)
        raise
    teaching.keep(lesson)
    return learned


def _learn(lesson: teaching.Lesson) -> dict[str, Any]:
    path = teaching.write_teach_file(lesson)
    try:
        learned: dict[str, Any] = services().teachers.run("teach", str(path), str(services().config.store))
    except Refused as err:
        raise Unprocessable(err.code, _as_in_the_lesson(lesson, refusal(err.message))) from err
    return learned | {"warnings": [_as_in_the_lesson(lesson, refusal(warning)) for warning in learned["warnings"]]}


def _as_in_the_lesson(lesson: teaching.Lesson, message: str) -> str:
    """A sentence about a photograph, which the lesson keeps under a number, with the name that its page gives it."""
    board = (lesson.body["board"] or {}).get("photo")
    names = {sample["photo"]: _("Sample %(number)s", number=n) for n, sample in enumerate(lesson.body["samples"], 1)}
    for photo, name in {**names, **({board: _("The empty board")} if board else {})}.items():
        label = _("Photo %(number)s", number=photo.removesuffix(".jpg"))
        for start in (f"{label}:", f"{photo} "):
            if message.startswith(start):
                return name + start[len(start.rstrip(": ")) :] + message[len(start) :]
    return message


def _taken_in() -> dict[str, Any]:
    data = received("photo")
    if not data:
        raise Unprocessable("no-photo", _("No picture has arrived. Choose one, then send it again."))
    limits.require_room(services().config.store)
    taken: dict[str, Any] = services().intake.run("intake", data)
    return taken
