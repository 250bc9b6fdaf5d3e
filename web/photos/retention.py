"""Photographs are not kept for ever: after some days they go, while boards and points stay."""

import logging
import threading
from datetime import datetime, timedelta

from sqlalchemy import select

from web import documents
from web.database import Database
from web.models import Photo, now
from web.photos import album
from web.photos.storage import PhotoStorage

LOOK_EVERY_S = 6 * 3600

_log = logging.getLogger("glade.photos")


def delete_older(database: Database, storage: PhotoStorage, before: datetime) -> int:
    """Delete the photographs taken in before this moment; returns how many."""
    with database.reading() as session:
        old = session.execute(select(Photo.id, Photo.game_id).where(Photo.created_at < before)).all()
    for photo_id, game_id in old:
        with database.writing() as session:  # one game at a time: nobody waits long for the table
            photo = session.get(Photo, photo_id)
            if photo is None:
                continue
            documents.next_revision(documents.lock_game(session, game_id))
            keys = album.delete(session, [photo])
        for key in keys:
            storage.delete(key)
    return len(old)


def delete_regularly(database: Database, storage: PhotoStorage, days: int, stop: threading.Event) -> threading.Thread:
    """Delete photographs older than this now and every few hours, on a thread of its own, until `stop` is set."""

    def _run() -> None:
        while True:
            try:
                count = delete_older(database, storage, now() - timedelta(days=days))
                if count:
                    _log.info("deleted %d photographs older than %d days", count, days)
            except Exception:
                _log.exception("could not delete old photographs; trying again later")
            if stop.wait(LOOK_EVERY_S):
                return

    thread = threading.Thread(target=_run, name="photo-retention", daemon=True)
    thread.start()
    return thread
