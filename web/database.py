"""The database: SQLite (WAL) at home, PostgreSQL for many; transactions short and, when they write, serial per game.

On SQLite every writing transaction begins with BEGIN IMMEDIATE: it waits for its turn at the start (busy_timeout) and
can then not fail in the middle with "database is locked". synchronous=FULL: an acknowledged edit survives a power cut,
not only a killed process; a score pad writes a few times a second, so the fsync costs nothing that people notice.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from sqlite3 import Connection as SqliteConnection

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import Connection, create_engine, event, make_url, text
from sqlalchemy.orm import Session

BUSY_TIMEOUT_MS = 10_000
"""Longer than the slowest burst of writes in the load test by far; after that a write fails as it should."""

_MIGRATION_LOCK = 0x61DE  # any number that nothing else in the same PostgreSQL database locks


class Database:
    """One engine and the two kinds of transactions on it."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            if self.url.database:
                Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine = create_engine(self.url, pool_size=20, max_overflow=80)
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        else:
            self.engine = create_engine(self.url, pool_size=10, max_overflow=30, pool_pre_ping=True)
        # SQLite's readers see one moment anyway; PostgreSQL has to be asked to
        self._reading_engine = (
            self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="REPEATABLE READ")
        )
        self._writing_engine = self.engine.execution_options(glade_writes=True)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that only reads; sees one moment of the database."""
        with Session(self._reading_engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that writes: committed (and on the disk) when the block ends without an error."""
        with Session(self._writing_engine, expire_on_commit=False) as session, session.begin():
            yield session

    def migrate(self) -> None:
        """Bring the tables up to date; several processes may do so at once."""
        with self._writing_engine.begin() as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            command.upgrade(migration_config(connection), "head")

    def is_ready(self) -> bool:
        """Whether the database answers."""
        with self.engine.connect() as connection:
            return connection.execute(text("SELECT 1")).scalar() == 1

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()


def migration_config(connection: Connection) -> AlembicConfig:
    """What Alembic needs to work on this connection."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(files("web") / "migrations"))
    config.attributes["connection"] = connection
    return config


def _prepare_sqlite(connection: SqliteConnection, _record: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves, below
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("glade_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
