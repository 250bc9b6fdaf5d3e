"""Photographs over HTTP: send one, follow its reading, read again with corners, look at it, delete it."""

from flask import Blueprint, Response, jsonify, redirect, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as AnyResponse

from assistant.strict_json import parse_json
from web import documents, games, limits, members, wrong_readings
from web.changes import photo_json
from web.copies import learned_at
from web.errors import TooLarge, Unprocessable
from web.i18n import _
from web.models import Game
from web.photos import album
from web.phrasebook import sentence
from web.problems import wants_json
from web.services import services
from web.shapes import LONGEST_NAME
from web.views.access import changing, looking, phone_id
from web.views.received import received

blueprint = Blueprint("photos", __name__, url_prefix="/g/<token>/photos")


@blueprint.post("")
@limits.uploads
def upload(token: str) -> tuple[Response, int] | AnyResponse:
    """Take a picture in (form: `photo`, `player`) and have it read. 202 with where to follow it."""
    shared = services()
    with looking(token) as (session, game):  # before the picture is opened, and no transaction is held meanwhile
        members.require_writer(session, game, phone_id())
    data = received("photo")
    if not data:
        raise Unprocessable("no-photo", _("No picture has arrived. Choose one, then send it again."))
    if len(data) > shared.config.max_upload_bytes:
        limit = shared.config.max_upload_bytes
        raise TooLarge(
            "too-large",
            _("This file is too large: at most %(limit)d MB are taken.", limit=limit // 1_000_000),
            {"limit_bytes": limit},
        )
    limits.require_room(shared.config.store)
    taken = shared.intake.run("intake", data)
    with changing(token) as (session, game):
        members.require_writer(session, game, phone_id())
        player_id = request.form.get("player")
        player = games.find_player(session, game, player_id) if player_id else None
        picture = album.TakenIn(taken["jpeg"], taken["width_px"], taken["height_px"])
        photo = album.add(
            session,
            game,
            shared.storage,
            picture,
            player,
            _named_copy(request.form.get("copy", "")) or _copy(session, game),
        )
        session.flush()
        answer = photo_json(photo) | {"notes": [sentence(note) for note in taken["notes"]]}
    shared.jobs.ask(photo.id, photo.job)
    shared.announce(game.id, game.revision)
    if not wants_json():
        return redirect(url_for("table.lobby", token=token), 303)
    response = jsonify(answer)
    response.headers["Location"] = url_for("photos.about", token=token, photo_id=photo.id)
    return response, 202


@blueprint.get("/<photo_id>.json")
def about(token: str, photo_id: str) -> Response:
    """How far the reading is, and the reading."""
    with looking(token) as (session, game):
        return jsonify(photo_json(album.find(session, game, photo_id)))


@blueprint.get("/<photo_id>.jpg")
def picture(token: str, photo_id: str) -> Response:
    """The picture itself, only inside its game."""
    with looking(token) as (session, game):
        key = album.find(session, game, photo_id).key
    response = Response(services().storage.get(key), mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@blueprint.get("/<photo_id>/wrong-reading.zip")
@limits.uploads
def wrong_reading(token: str, photo_id: str) -> Response:
    """The photo, its reading, the correction and the copy as one file to keep or pass on (see `vision.bundle`)."""
    shared = services()
    with looking(token) as (session, game):
        photo = album.find(session, game, photo_id)
        name = str((photo.reading or {}).get("copy", ""))
        parts = wrong_readings.bundle_parts(session, game, photo, learned_at(shared.config.store, name))
        key = photo.key
    data: bytes = shared.readers.run("bundle", shared.storage.get(key), str(shared.config.store), *parts)
    response = Response(data, mimetype="application/zip")
    response.headers["Content-Disposition"] = 'attachment; filename="glade-wrong-reading.zip"'
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/<photo_id>/read.json")
@limits.uploads
def read_again(token: str, photo_id: str) -> tuple[Response, int]:
    """Read the photo anew: {"corners": four points or null, "copy": name}, both optional."""
    fields = parse_json(request.get_data() or b"{}").fields(("corners", "copy"))
    corners = album.corners_from(fields["corners"].value) if "corners" in fields else None
    with changing(token) as (session, game):
        members.require_writer(session, game, phone_id())
        photo = album.find(session, game, photo_id)
        copy = fields["copy"].text(80) if "copy" in fields else photo.copy or _copy(session, game)
        job = album.ask_again(game, photo, copy, corners)
        answer = photo_json(photo)
    services().jobs.ask(photo.id, job)
    services().announce(game.id, game.revision)
    return jsonify(answer), 202


@blueprint.post("/<photo_id>/delete")
def delete(token: str, photo_id: str) -> AnyResponse:
    """Delete the photo, the stored picture with it."""
    with changing(token) as (session, game):
        members.require_writer(session, game, phone_id())
        keys = album.delete(session, [album.find(session, game, photo_id)])
        games.note_change(game)
    for key in keys:
        services().storage.delete(key)
    services().announce(game.id, game.revision)
    return redirect(url_for("table.lobby", token=token), 303)


def _named_copy(name: str) -> str:
    """A copy's name that can be kept; whether there is one is found out when the photo is read."""
    return name if len(name) <= LONGEST_NAME and name.isprintable() else ""


def _copy(session: Session, game: Game) -> str:
    """The copy that was chosen for the game."""
    copy = documents.parse(documents.load(session, game.id, documents.TABLE).body).get("copy")
    return copy if isinstance(copy, str) else ""
