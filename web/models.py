"""The tables. What lies on the table of a game is kept as versioned JSON documents, everything else as columns.

Every change of a game gets the next `revision` of that game; documents, players and photos remember the revision in
which they last changed. So "what is new since revision n" is one query, and that is all that live updates need.
"""

from datetime import UTC, datetime

from sqlalchemy import JSON, ForeignKey, Index, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import DateTime, TypeDecorator

from assistant.player_names import LONGEST_FOLDED


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC; SQLite keeps no time zone, so it is put back when read."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: object) -> datetime | None:
        """The moment with its time zone."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class Base(DeclarativeBase):
    """The base of all tables. Constraints have names, because a migration on SQLite can only alter what has one."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


class Game(Base):
    """One game at one table. `id` is stable across export and import; `token` is the secret part of its address."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    code: Mapped[str] = mapped_column(String(8), unique=True)
    host_secret: Mapped[str] = mapped_column(String(32))
    game: Mapped[str] = mapped_column(String(20))
    variant: Mapped[str] = mapped_column(String(20), default="standard")
    expansions: Mapped[list[str]] = mapped_column(JSON, default=list)
    several_phones: Mapped[bool] = mapped_column(default=True)
    is_locked: Mapped[bool] = mapped_column(default=False)
    revision: Mapped[int] = mapped_column(default=0)
    about_revision: Mapped[int] = mapped_column(default=0)  # when the game's own columns or its players last changed
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    changed_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    closed_at: Mapped[datetime | None] = mapped_column(UtcTime, default=None)
    scored_revision: Mapped[int] = mapped_column(default=-1)  # the revision that the players' totals belong to

    players: Mapped[list["Player"]] = relationship(
        back_populates="of_game", order_by="Player.seat", cascade="all, delete-orphan", passive_deletes=True
    )


class Player(Base):
    """Somebody who plays in one game. A removed player keeps the board, so that removing can be taken back."""

    __tablename__ = "players"
    __table_args__ = (Index("ix_players_folded_name", "folded_name"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int]
    name: Mapped[str] = mapped_column(String(80))
    folded_name: Mapped[str] = mapped_column(String(LONGEST_FOLDED))  # how statistics recognise the same person
    is_removed: Mapped[bool] = mapped_column(default=False)
    total: Mapped[int | None] = mapped_column(default=None)  # of a closed game, for statistics
    place: Mapped[int | None] = mapped_column(default=None)

    of_game: Mapped[Game] = relationship(back_populates="players")


class Member(Base):
    """A phone that has opened a game: the host's, a player's, one that helps or looks on, or has not said yet."""

    __tablename__ = "members"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    phone_id: Mapped[str] = mapped_column(String(32), primary_key=True, index=True)
    is_host: Mapped[bool] = mapped_column(default=False)
    looks_on: Mapped[bool] = mapped_column(default=False)
    helps: Mapped[bool] = mapped_column(default=False)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"), default=None)
    joined_at: Mapped[datetime] = mapped_column(UtcTime, default=now)


class Document(Base):
    """A part of the table's state: `table` (shared) or `player:ID`. `body` is canonical JSON text."""

    __tablename__ = "documents"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(48), primary_key=True)
    version: Mapped[int] = mapped_column(default=1)
    revision: Mapped[int] = mapped_column(default=0)
    body: Mapped[str] = mapped_column(Text)
    changed_by: Mapped[str] = mapped_column(String(80), default="")
    changed_at: Mapped[datetime] = mapped_column(UtcTime, default=now)


class Edit(Base):
    """One document before and after one change. Edits of one revision belong together and are undone together."""

    __tablename__ = "edits"
    __table_args__ = (Index("ix_edits_game_document", "game_id", "document", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    revision: Mapped[int]
    document: Mapped[str] = mapped_column(String(48))
    label: Mapped[str] = mapped_column(String(120), default="")
    before: Mapped[str] = mapped_column(Text)
    after: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(8), default="applied")  # applied, undone, dropped (cannot be redone)
    changed_by: Mapped[str] = mapped_column(String(80), default="")
    changed_at: Mapped[datetime] = mapped_column(UtcTime, default=now)


class Photo(Base):
    """A photograph of a player's board, without metadata, and the latest reading of it."""

    __tablename__ = "photos"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), default=None)
    key: Mapped[str] = mapped_column(String(80), index=True)  # in the photo storage: by content
    width_px: Mapped[int]
    height_px: Mapped[int]
    copy: Mapped[str] = mapped_column(String(80), default="")
    stage: Mapped[str] = mapped_column(String(12), default="waiting")  # waiting, decode, locate, classify, done, failed
    job: Mapped[int] = mapped_column(default=0)  # counts the readings asked for; an overtaken one is not stored
    held_at: Mapped[datetime] = mapped_column(UtcTime, default=now)  # asked for, or a reader said it is at work on it
    corners: Mapped[list[list[float]] | None] = mapped_column(JSON(none_as_null=True), default=None)
    reading: Mapped[dict[str, object] | None] = mapped_column(JSON(none_as_null=True), default=None)
    error: Mapped[dict[str, object] | None] = mapped_column(JSON(none_as_null=True), default=None)
    season: Mapped[int | None] = mapped_column(default=None)  # of Evergreen, when the photograph was sent
    revision: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
