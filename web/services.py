"""What the views of one running web app work with."""

import threading
from dataclasses import dataclass, field
from typing import cast

from flask import current_app

from web.config import Config
from web.database import Database
from web.live import make_notifier
from web.live.news import NewsDesk
from web.live.notifier import Notifier
from web.photos.jobs import Jobs
from web.photos.sandbox import Sandbox
from web.photos.storage import PhotoStorage, make_storage

LEARNING_LIMIT_S = 300.0
"""Learning a planet's pieces takes half a minute of computing; a busy small machine may need several times that."""

MOST_WAITING_LESSONS = 2
"""Whoever comes when so many wait already tries again: waiting holds a thread for minutes."""


@dataclass
class Services:
    """The settings and everything opened from them."""

    config: Config
    database: Database
    notifier: Notifier
    storage: PhotoStorage
    intake: Sandbox
    """Where pictures are taken in; apart from the readers, so that nobody's upload waits for another's reading."""
    readers: Sandbox
    teachers: Sandbox
    """Where copies are learned: that takes far longer than reading, and no reading waits for it."""
    jobs: Jobs
    news: NewsDesk = field(init=False)
    stopping: threading.Event = field(default_factory=threading.Event)
    stream_slots: threading.Semaphore = field(init=False)
    """Open live streams may hold at most three quarters of the server's threads, so that the others always find one."""

    def __post_init__(self) -> None:
        self.news = NewsDesk(self.database)
        self.stream_slots = threading.Semaphore(max(1, self.config.threads * 3 // 4))

    def announce(self, game_id: str, revision: int) -> None:
        """Tell every phone of the game that there is something new; call it after the transaction."""
        self.notifier.publish(game_id, revision)

    def close(self) -> None:
        """Give everything back."""
        self.stopping.set()
        self.notifier.close()
        self.jobs.stop()
        self.intake.close()
        self.readers.close()
        self.teachers.close()
        self.database.close()


def open_services(config: Config) -> Services:
    """Everything that a server or a worker needs; its tables are brought up to date."""
    database = Database(config.database)
    database.migrate()
    notifier = make_notifier(config, database)
    storage = make_storage(config)
    readers = Sandbox(config.readers, config.reading_limit_s)
    jobs = Jobs(config, database, notifier, storage, readers)
    intake = Sandbox(1, config.reading_limit_s, niceness=0)  # a few hundredths of a second that somebody waits for
    teachers = Sandbox(1, LEARNING_LIMIT_S, most_waiting=MOST_WAITING_LESSONS)
    return Services(config, database, notifier, storage, intake, readers, teachers, jobs)


def services() -> Services:
    """The services of the app that handles this request."""
    return cast(Services, current_app.extensions["glade"])
