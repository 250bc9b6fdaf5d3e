"""What is new in a game since a revision: the one answer behind the live stream, polling and the first load.

It carries states, not events: whoever was away for an hour asks once and is up to date, and nothing can be missed or
applied twice.
"""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from web import documents, games, members
from web.models import Document, Game, Photo, Player
from web.phrasebook import refusal, sentence


def changes_since(session: Session, game: Game, revision: int) -> dict[str, object]:
    """Documents, players and photos that changed after `revision` (-1: everything)."""
    revision = max(-1, min(revision, game.revision))  # a number from outside may be too large for the database
    changed = session.scalars(select(Document).where(Document.game_id == game.id, Document.revision > revision))
    answer: dict[str, object] = {
        "revision": game.revision,
        "documents": {document.name: document_json(document) for document in changed},
    }
    if game.about_revision > revision:
        answer["game"] = about(game)
        held = members.holders(session, game)
        answer["players"] = [player_json(player, player.id in held) for player in games.players(session, game)]
    photos = session.scalars(
        select(Photo).where(Photo.game_id == game.id, Photo.revision > revision).order_by(Photo.created_at)
    ).all()
    if photos:
        answer["photos"] = [photo_json(photo) for photo in photos]
    return answer


def document_json(document: Document) -> dict[str, object]:
    """A document as programs see it."""
    return {
        "version": document.version,
        "body": documents.parse(document.body),
        "changed_by": document.changed_by,
        "changed_at": document.changed_at.isoformat(timespec="milliseconds"),
    }


def about(game: Game) -> dict[str, object]:
    """What a game is, without its secrets."""
    return {
        "id": game.id,
        "game": game.game,
        "variant": game.variant,
        "expansions": game.expansions,
        "several_phones": game.several_phones,
        "locked": game.is_locked,
        "closed": game.closed_at is not None,
    }


def player_json(player: Player, has_phone: bool) -> dict[str, object]:
    """A player as programs see one."""
    return {"id": player.id, "name": player.name, "seat": player.seat, "has_phone": has_phone}


def photo_json(photo: Photo) -> dict[str, object]:
    """A photograph, how far its reading is, and the reading; what a person reads of it in the phone's language."""
    reading: Any = photo.reading
    error: Any = photo.error
    if reading and reading.get("notes"):
        reading = {**reading, "notes": [sentence(note) for note in reading["notes"]]}
    if reading and "failure" in reading:
        reading = {**reading, "failure": sentence(reading["failure"])}
    if error:
        error = {**error, "message": refusal(error["message"])}
    return {
        "id": photo.id,
        "player": photo.player_id,
        "copy": photo.copy,
        "season": photo.season,
        "width_px": photo.width_px,
        "height_px": photo.height_px,
        "stage": photo.stage,
        "corners": photo.corners,
        "reading": reading,
        "error": error,
    }
