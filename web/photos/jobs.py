"""Reading photographs in the background: a Huey queue (SQLite, or Redis for many machines) and what a job does.

A job is only a photo's id and the number of the request for it; everything else is in the database. So a job that comes
twice, or after a newer one, does no harm: it sees that it was overtaken.

Whoever reads a photo says every few seconds that it still does. When nobody has said so for a while, its reader is dead
(a killed worker, a machine without power), and any other one puts the job into the queue again.
"""

import logging
import threading
from datetime import timedelta
from typing import Any

from huey import Huey, RedisHuey
from huey.consumer import Consumer
from huey.storage import SqliteStorage
from redis.exceptions import RedisError
from sqlalchemy import select, update
from sqlalchemy.exc import SQLAlchemyError

from assistant.errors import GladeError
from web import documents
from web.config import Config
from web.database import Database
from web.errors import NotFound
from web.i18n import _
from web.live.notifier import Notifier
from web.models import Game, Photo, now
from web.photos.sandbox import Sandbox
from web.photos.storage import PhotoStorage

LOOK_EVERY_S = 0.5
"""How often an idle reader looks into a SQLite queue unasked: for what another process has put there."""

HELD_EVERY_S = 5.0
"""How often a reader says which photos it is at work on, and looks for those that nobody is."""

HELD_FOR = timedelta(seconds=20)
"""Silence after which a reader counts as dead: a few missed words of it, and clocks of several machines that differ."""

_log = logging.getLogger("glade.job")


class _WakingStorage(SqliteStorage):  # type: ignore[misc]
    """A queue in a SQLite file that wakes the readers of its own process instead of being asked all the time."""

    blocking = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._waiting = threading.Semaphore(0)
        super().__init__(*args, **kwargs)

    def enqueue(self, data: bytes, priority: float | None = None) -> None:
        super().enqueue(data, priority)
        self._waiting.release()

    def dequeue(self) -> bytes | None:
        self._waiting.acquire(timeout=LOOK_EVERY_S)
        data: bytes | None = super().dequeue()
        return data


class _QuietConsumer(Consumer):  # type: ignore[misc]
    """A consumer within the web server's process, which handles the signals itself."""

    def _set_signal_handlers(self) -> None:
        pass


class Jobs:
    """The queue, and the readers that work it off."""

    def __init__(
        self, config: Config, database: Database, notifier: Notifier, storage: PhotoStorage, readers: Sandbox
    ) -> None:
        self._config = config
        self._database = database
        self._notifier = notifier
        self._storage = storage
        self._readers = readers
        self._consumer: Any = None
        self._in_hand: list[str] = []  # a photo that is asked for again while it is read is in it twice
        self._stopping = threading.Event()
        self.is_local = not config.queue_url
        if self.is_local:
            config.store.mkdir(parents=True, exist_ok=True)
            self.huey: Any = Huey(
                "glade", storage_class=_WakingStorage, filename=str(config.store / "queue.db"), results=False
            )
        else:
            self.huey = RedisHuey("glade", url=config.queue_url, results=False)
        self._task = self.huey.task(name="read-photo")(self.read)

    def ask(self, photo_id: str, job: int) -> None:
        """Put the reading of a photo into the queue."""
        self._task(photo_id, job)

    def start_here(self) -> None:
        """Work the queue off on threads of this process."""
        self._readers.warm()
        self._watch()
        self._consumer = self._make_consumer(_QuietConsumer)
        self._consumer.start()

    def run_here(self) -> None:
        """Work the queue off until told to stop: the whole of `glade worker`."""
        self._readers.warm()
        self._watch()
        self._make_consumer(Consumer).run()

    def stop(self) -> None:
        """Stop working the queue off; a job under way is finished first."""
        self._stopping.set()
        if self._consumer is not None:
            self._consumer.stop(graceful=True)
            self._consumer = None

    def ask_again(self) -> None:
        """Queue what was under way when a server or worker died."""
        with self._database.reading() as session:
            unfinished = session.scalars(select(Photo).where(Photo.stage.not_in(("done", "failed")))).all()
        for photo in unfinished:
            self.ask(photo.id, photo.job)

    def say_held(self) -> None:
        """Say of the photos that are being read here that they are."""
        held = set(self._in_hand)
        if held:
            with self._database.writing() as session:
                session.execute(update(Photo).where(Photo.id.in_(held)).values(held_at=now()))

    def ask_for_lost(self) -> None:
        """Queue again what a reader took and died over. A photo that waits is lost only when the queue is empty."""
        limit = now() - HELD_FOR
        with self._database.reading() as session:
            silent = session.scalars(
                select(Photo).where(Photo.stage.not_in(("done", "failed")), Photo.held_at < limit)
            ).all()
        if not silent:
            return
        is_queue_empty = self.huey.pending_count() == 0
        for photo in silent:
            if photo.stage == "waiting" and not is_queue_empty:
                continue
            with self._database.writing() as session:  # of several who look, one asks
                mine = session.execute(
                    update(Photo).where(Photo.id == photo.id, Photo.held_at < limit).values(held_at=now())
                )
            if mine.rowcount:  # type: ignore[attr-defined]
                _log.warning("job=%s-%d asked for again: its reader has gone silent", photo.id, photo.job)
                self.ask(photo.id, photo.job)

    def read(self, photo_id: str, job: int) -> None:
        """Read one photo and store what came out; an error becomes part of the photo, as a sentence."""
        self._in_hand.append(photo_id)
        try:
            self._read(photo_id, job)
        finally:
            self._in_hand.remove(photo_id)

    def _read(self, photo_id: str, job: int) -> None:
        with self._database.reading() as session:
            photo = session.get(Photo, photo_id)
            if photo is None or photo.job != job or photo.stage in ("done", "failed"):
                return
            game = session.get_one(Game, photo.game_id)
        _log.info("job=%s-%d begun", photo_id, job)
        reading: dict[str, object] | None = None
        error: dict[str, object] | None = None
        try:
            reading = self._readers.run(
                "read",
                self._storage.get(photo.key),
                str(self._config.store),
                photo.copy,
                photo.corners,
                game.expansions,
                on_stage=lambda stage: self._note(photo_id, job, stage),
            )
        except GladeError as err:
            error = {"code": err.code, "message": err.message}
        except Exception:
            _log.exception("job=%s-%d failed", photo_id, job)
            message = _("Reading this photo failed inside Glade. Take it again, or enter the board by hand.")
            error = {"code": "internal-error", "message": message}
        _log.info("job=%s-%d %s", photo_id, job, "done" if error is None else error["code"])
        self._note(photo_id, job, "done" if error is None else "failed", reading, error)

    def _note(
        self,
        photo_id: str,
        job: int,
        stage: str,
        reading: dict[str, object] | None = None,
        error: dict[str, object] | None = None,
    ) -> None:
        try:
            with self._database.writing() as session:
                known = session.get(Photo, photo_id)
                if known is None:
                    return
                game = documents.lock_game(session, known.game_id)
                session.refresh(known)
                if known.job != job:
                    return
                known.stage, known.error = stage, error
                known.reading = reading or known.reading  # one that was there stays while, and if, the next one fails
                known.held_at = now()
                known.revision = documents.next_revision(game)
        except NotFound:  # the game was deleted meanwhile
            return
        self._notifier.publish(game.id, game.revision)

    def _watch(self) -> None:
        """Say what is in hand here, and look for what is in nobody's, on a thread of its own."""

        def _run() -> None:
            while not self._stopping.wait(HELD_EVERY_S):
                try:
                    self.say_held()
                    self.ask_for_lost()
                except (SQLAlchemyError, OSError, RedisError):
                    _log.exception("cannot look for photographs whose reader has died; trying again")

        threading.Thread(target=_run, name="photo-watch", daemon=True).start()

    def _make_consumer(self, kind: type[Consumer]) -> Any:
        return kind(
            self.huey,
            workers=self._config.readers,
            periodic=False,
            shutdown_timeout=10,
        )
