"""The database: SQLite (WAL) at home, PostgreSQL for many; transactions short and, when they write, serial per game.

On SQLite every writing transaction first queues for the lock on a file beside the database, then begins with BEGIN
IMMEDIATE, and can then not fail in the middle with "database is locked". The queue is the operating system's, which
serves whoever waits; SQLite's own waiting is to try again now and then, and on a busy machine a writer that is always
unlucky gives up (seen with 8 processes: some of 200 saves each failed after 10 s). synchronous=FULL: an acknowledged
edit survives a power cut, not only a killed process; a score pad writes a few times a second, so the fsync costs
nothing that people notice.
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

try:
    import fcntl
except ImportError:  # Windows: SQLite's own waiting has to do
    fcntl = None  # type: ignore[assignment]

BUSY_TIMEOUT_MS = 10_000
"""How long to wait for a writer that does not queue (a backup, say); after that a write fails as it should."""

_MIGRATION_LOCK = 0x61DE  # any number that nothing else in the same PostgreSQL database locks


class Database:
    """One engine and the two kinds of transactions on it. Its errors, and so the logs, hold no names and no links."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            if self.url.database:
                Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine = create_engine(self.url, pool_size=20, max_overflow=80, hide_parameters=True)
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        else:
            self.engine = create_engine(
                self.url, pool_size=10, max_overflow=30, pool_pre_ping=True, hide_parameters=True
            )
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
        with self._turn(), Session(self._writing_engine, expire_on_commit=False) as session, session.begin():
            yield session

    def migrate(self) -> None:
        """Bring the tables up to date; several processes may do so at once."""
        with self._turn(), self._writing_engine.begin() as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            command.upgrade(migration_config(connection), "head")

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait until no other writer of this SQLite file is at work, in this process or another."""
        if fcntl is None or not self.is_sqlite or not self.url.database or self.url.database == ":memory:":
            yield
            return
        with open(f"{self.url.database}-writer", "ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # given up when the file is closed, also by a killed process
            yield

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
