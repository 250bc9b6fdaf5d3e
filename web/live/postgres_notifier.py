"""Live messages over PostgreSQL: LISTEN and NOTIFY on one channel, on a connection of its own."""

import threading

import psycopg
from sqlalchemy import text

from web.database import Database
from web.live.notifier import SharedNotifier

CHANNEL = "glade_revisions"

_TICK_S = 0.5  # how often the listener looks whether it should stop


class PostgresNotifier(SharedNotifier):
    """Hears and tells over the database that all processes share anyway."""

    def __init__(self, database: Database) -> None:
        self._database = database
        super().__init__()

    def send(self, message: str) -> None:
        """Notify all listeners."""
        with self._database.engine.begin() as connection:
            connection.execute(text("SELECT pg_notify(:channel, :message)"), {"channel": CHANNEL, "message": message})

    def listen(self, stop: threading.Event) -> None:
        """Hear what is notified."""
        url = self._database.url.set(drivername="postgresql")
        with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            while not stop.is_set():
                for notice in connection.notifies(timeout=_TICK_S):
                    self.hear(notice.payload)
