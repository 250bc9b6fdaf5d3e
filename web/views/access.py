"""Who asks: the phone (a random id in the signed cookie) and the game that the link names."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import session as cookie
from sqlalchemy.orm import Session

from web import documents, games, members
from web.errors import NotAllowed
from web.i18n import _
from web.identifiers import new_id
from web.models import Game
from web.services import services


def phone_id() -> str:
    """This phone's id; made at its first visit. It says nothing about the person."""
    if "phone" not in cookie:
        cookie.permanent = True
        cookie["phone"] = new_id()
    return str(cookie["phone"])


@contextmanager
def looking(token: str) -> Iterator[tuple[Session, Game]]:
    """The game behind a link, to read. A locked game shows itself only to phones that had joined."""
    with services().database.reading() as session:
        game = games.find_by_token(session, token)
        require_inside(session, game)
        yield session, game


@contextmanager
def changing(token: str) -> Iterator[tuple[Session, Game]]:
    """The game behind a link, locked for a change."""
    with services().database.writing() as session:
        game = documents.lock_game(session, games.find_by_token(session, token).id)
        require_inside(session, game)
        yield session, game


def require_inside(session: Session, game: Game) -> None:
    """Raises `NotAllowed` when the game is locked and this phone has not joined it before."""
    if game.is_locked and members.member(session, game, phone_id()) is None:
        raise NotAllowed("locked", _("The host has locked this game: nobody else can join for now."))
