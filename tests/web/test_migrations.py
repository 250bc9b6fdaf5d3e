"""A database that an earlier version made is brought up to date with everything that is in it."""

from datetime import UTC, datetime

from alembic import command
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, select

from web import members
from web.config import Config
from web.database import Database, migration_config
from web.models import Game, Member, Photo

SOME_DAY = datetime(2026, 3, 1, 20, 15, tzinfo=UTC)


def made_by_the_first_version(database: Database) -> None:
    """The first tables, with a game, its host, a player's phone, one that said nothing, and two photographs."""
    with database._writing_engine.begin() as connection:
        command.upgrade(migration_config(connection), "0001")
        tables = MetaData()
        tables.reflect(connection)
        games, players, phones, photos = (tables.tables[name] for name in ("games", "players", "members", "photos"))
        game = {"id": "game", "token": "token", "code": "ABCDEF", "host_secret": "s", "game": "evergreen"}
        settings = {"variant": "standard", "expansions": [], "several_phones": True, "is_locked": False}
        counts = {"revision": 3, "about_revision": 1, "scored_revision": -1}
        connection.execute(
            games.insert(), {**game, **settings, **counts, "created_at": SOME_DAY, "changed_at": SOME_DAY}
        )
        ada = {"id": "ada", "game_id": "game", "seat": 1, "name": "Ada", "folded_name": "ada", "is_removed": False}
        connection.execute(players.insert(), ada)
        for phone, is_host, player in (("host", True, None), ("plays", False, "ada"), ("silent", False, None)):
            row = {"game_id": "game", "phone_id": phone, "is_host": is_host, "looks_on": False, "player_id": player}
            connection.execute(phones.insert(), {**row, "joined_at": SOME_DAY})
        for photo, stage, reading in (("read", "done", {"copy": "birch"}), ("asked", "waiting", None)):
            row = {"id": photo, "game_id": "game", "player_id": "ada", "key": "k", "width_px": 4, "height_px": 3}
            job = {"copy": "birch", "stage": stage, "job": 1, "reading": reading, "revision": 2, "created_at": SOME_DAY}
            connection.execute(photos.insert(), {**row, **job})


def test_a_database_of_the_first_version_keeps_its_phones_and_photographs(config: Config) -> None:
    database = Database(config.database)
    made_by_the_first_version(database)
    database.migrate()
    with database.reading() as session:
        photos = {photo.id: photo for photo in session.scalars(select(Photo))}
        assert photos["read"].reading == {"copy": "birch"}
        assert photos["read"].season is None
        assert photos["asked"].held_at == SOME_DAY  # long ago: it is asked for again
        phones = {phone.phone_id: phone for phone in session.scalars(select(Member))}
        assert not any(phone.helps for phone in phones.values())
        game = session.scalars(select(Game)).one()
        assert members.require_writer(session, game, "plays") == "Ada"
        assert members.require_writer(session, game, "host")
    database.close()


def test_migrations_are_one_line(config: Config) -> None:
    database = Database(config.database)
    database.migrate()
    with database.engine.connect() as connection:
        heads = ScriptDirectory.from_config(migration_config(connection)).get_heads()
        assert MigrationContext.configure(connection).get_current_heads() == tuple(heads)
    assert len(heads) == 1
    database.close()
