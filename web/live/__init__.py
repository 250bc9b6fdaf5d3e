"""Telling the open streams of a game that there is something new: in this process, over Redis or over PostgreSQL.

Only "game G is now at revision R" is told. What changed is read from the database by each stream, so a lost or
doubled message costs at most `Notifier.patience_s`, never an edit.
"""

from web.config import Config
from web.database import Database
from web.live.notifier import Notifier


def make_notifier(config: Config, database: Database) -> Notifier:
    """The notifier for these settings."""
    url = config.live_url or (config.queue_url if config.queue_url.startswith("redis") else "")
    if url.startswith(("redis://", "rediss://", "unix://")):
        from web.live.redis_notifier import RedisNotifier

        return RedisNotifier(url)
    if not database.is_sqlite:
        from web.live.postgres_notifier import PostgresNotifier

        return PostgresNotifier(database)
    return Notifier()
