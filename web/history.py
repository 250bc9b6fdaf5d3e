"""The games of this server: listed, searched, played again, deleted; and what they say about each player.

Only finished games count, and of those only the complete ones: no line missing, and all four seasons of Evergreen.
Their totals are kept with the players and made anew whenever the game has changed since, so a correction follows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from assistant.errors import InputError
from assistant.layout import Layout
from assistant.player_names import folded_name
from web import documents, games
from web.models import Game, Member, Photo, Player
from web.photos import album
from web.sheets import sheet_of

PAGE = 30

LAST_PAGE = 100_000
"""Far beyond any list of games: a number from outside may be too large for the database."""


@dataclass(frozen=True)
class Search:
    """What somebody looks for in the history."""

    name: str = ""
    game: str = ""
    module: str = ""
    page: int = 0


@dataclass(frozen=True)
class Play:
    """One finished game of one player."""

    game: str
    variant: str
    expansions: tuple[str, ...]
    players: int
    total: int
    place: int
    at: datetime

    @property
    def is_solo(self) -> bool:
        """Played alone: no win, and kept apart."""
        return self.players == 1


@dataclass(frozen=True)
class Summary:
    """Some plays put together. `wins` counts shared first places too."""

    plays: int
    wins: int
    average: float
    best: int


def list_games(session: Session, search: Search, phone_id: str | None) -> list[Game]:
    """A page of games (one more than `PAGE` tells that there are others); `phone_id` limits them to that phone's."""
    query = select(Game).options(selectinload(Game.players)).order_by(Game.changed_at.desc(), Game.id)
    if phone_id is not None:
        query = query.join(Member, Member.game_id == Game.id).where(Member.phone_id == phone_id)
    if search.game:
        query = query.where(Game.game == search.game)
    if search.name.strip():
        wanted = folded_name(search.name)
        named = select(Player.game_id).where(Player.folded_name.contains(wanted, autoescape=True))
        query = query.where(Game.id.in_(named.where(Player.is_removed.is_(False))))
    if search.module:
        found = [game for game in session.scalars(query) if search.module in (game.variant, *game.expansions)]
        return found[search.page * PAGE : search.page * PAGE + PAGE + 1]
    return list(session.scalars(query.offset(search.page * PAGE).limit(PAGE + 1)))


def rematch(session: Session, game: Game, phone_id: str, layouts: Iterable[Layout]) -> Game:
    """A new game with the same people and options."""
    table = documents.parse(documents.load(session, game.id, documents.TABLE).body)
    state, copy = table["state"], table.get("copy")
    assert isinstance(state, dict)
    chosen = games.NewGame(
        game=game.game,
        names=[player.name for player in games.players(session, game)],
        variant=game.variant,
        expansions=game.expansions,
        layout=str(state.get("layout", "")),
        copy=copy if isinstance(copy, str) else "",
        stems={plant: tile["stems"] for plant, tile in state.get("tiles", {}).items()},
        several_phones=game.several_phones,
    )
    return games.start(session, chosen, phone_id, layouts)


def delete_game(session: Session, game: Game) -> list[str]:
    """Delete a game with everything in it; returns the pictures that nothing needs any more."""
    keys = album.delete(session, list(session.scalars(select(Photo).where(Photo.game_id == game.id))))
    session.delete(game)
    return keys


def refresh_totals(session: Session, store: Path) -> None:
    """Bring the kept totals of finished games up to date (in a writing transaction)."""
    stale = select(Game).where(Game.closed_at.is_not(None), Game.scored_revision != Game.revision)
    for game in session.scalars(stale).all():
        try:
            sheet = sheet_of(session, game, store)
        except InputError:
            sheet = None
        columns = {} if sheet is None or not _is_complete(sheet) else {p["name"]: p for p in sheet["players"]}
        for player in game.players:
            column = columns.get(player.name) if not player.is_removed else None
            player.total, player.place = (column["total"], column["place"]) if column else (None, None)
        game.scored_revision = game.revision


def has_stale_totals(session: Session) -> bool:
    """Whether `refresh_totals` has something to do."""
    stale = select(Game.id).where(Game.closed_at.is_not(None), Game.scored_revision != Game.revision)
    return session.scalar(stale.limit(1)) is not None


def plays_of(session: Session, name: str, phone_id: str | None) -> list[Play]:
    """The finished, complete games of everybody of this name, the oldest first."""
    query = (
        select(Player, Game)
        .join(Game, Player.game_id == Game.id)
        .where(Player.folded_name == folded_name(name), Player.is_removed.is_(False), Player.total.is_not(None))
        .where(Game.closed_at.is_not(None))
        .options(selectinload(Game.players))
        .order_by(Game.closed_at, Game.id)
    )
    if phone_id is not None:
        query = query.join(Member, Member.game_id == Game.id).where(Member.phone_id == phone_id)
    return [
        Play(
            game.game,
            game.variant,
            tuple(game.expansions),
            sum(not other.is_removed for other in game.players),
            player.total or 0,
            player.place or 1,
            game.closed_at or game.changed_at,
        )
        for player, game in session.execute(query)
    ]


def summary(plays: Sequence[Play]) -> Summary | None:
    """The plays put together; None where there are none."""
    if not plays:
        return None
    totals = [play.total for play in plays]
    wins = sum(play.place == 1 and not play.is_solo for play in plays)
    return Summary(len(plays), wins, sum(totals) / len(totals), max(totals))


def people(session: Session, phone_id: str | None) -> list[str]:
    """Names of those who played here, as last written, in alphabetical order."""
    query = select(Player).join(Game, Player.game_id == Game.id).where(Player.is_removed.is_(False))
    if phone_id is not None:
        query = query.join(Member, Member.game_id == Game.id).where(Member.phone_id == phone_id)
    names = {player.folded_name: player.name for player in session.scalars(query.order_by(Game.changed_at))}
    return [names[folded] for folded in sorted(names)]


def _is_complete(sheet: dict[str, Any]) -> bool:
    return not any(player["missing"] for player in sheet["players"]) and sheet.get("season", 4) == 4
