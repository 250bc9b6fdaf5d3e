"""The phones of a game and what each may do.

| phone | reads | changes boards, points, players | locks, deletes, opens the host's rights |
| --- | --- | --- | --- |
| the host's | yes | yes | yes |
| plays for somebody, or helps | yes | yes, on every board: people help each other, and the trail says who it was | no |
| has not said who it is | yes | no: it is asked first | no |
| looks on | yes | no | no |
| came after the game was locked | no | no | no |

In a locked game who plays, helps and looks on stays as it is, but for what the host changes on its own phone.
Everything here works inside a transaction that the caller opened, and is asked for each request.
"""

import hmac

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from web import games
from web.errors import NotAllowed
from web.i18n import _
from web.models import Game, Member, Player

MOST_PHONES = 200
"""Of one game. Beyond it the phone that came first and never said who it is makes room: a program that comes again and
again without its cookie fills no table."""


def holders(session: Session, game: Game) -> dict[str, str]:
    """The phone that plays for each player, where there is one."""
    query = select(Member).where(Member.game_id == game.id, Member.player_id.is_not(None))
    return {str(member.player_id): member.phone_id for member in session.scalars(query)}


def member(session: Session, game: Game, phone_id: str) -> Member | None:
    """What this phone is in the game, if it has joined."""
    return session.get(Member, (game.id, phone_id))


def join(session: Session, game: Game, phone_id: str) -> Member:
    """Let a phone in; a locked game lets nobody new in."""
    known = member(session, game, phone_id)
    if known is not None:
        return known
    if game.is_locked:
        raise NotAllowed("locked", _("The host has locked this game: nobody else can join for now."))
    phones = session.scalar(select(func.count()).select_from(Member).where(Member.game_id == game.id)) or 0
    if phones >= MOST_PHONES:
        _forget_one_who_said_nothing(session, game)
    has_host = session.scalar(select(Member.phone_id).where(Member.game_id == game.id, Member.is_host).limit(1))
    joined = Member(game_id=game.id, phone_id=phone_id, is_host=has_host is None, looks_on=False)
    session.add(joined)
    session.flush()
    return joined


def _forget_one_who_said_nothing(session: Session, game: Game) -> None:
    undecided = select(Member).where(
        Member.game_id == game.id,
        Member.player_id.is_(None),
        Member.is_host.is_(False),
        Member.helps.is_(False),
        Member.looks_on.is_(False),
    )
    silent = session.scalar(undecided.order_by(Member.joined_at).limit(1))
    if silent is None:
        raise NotAllowed("too-many-phones", _("Very many phones are in this game already."))
    session.delete(silent)


def claim(
    session: Session,
    game: Game,
    phone_id: str,
    player_id: str | None,
    *,
    helps: bool = False,
    take_over: bool = False,
) -> Member:
    """Make this phone a player's, or (None) let it help or look on. A player has one phone unless it is taken over."""
    me = join(session, game, phone_id)
    if game.is_locked and not me.is_host:
        raise NotAllowed("locked", _("The host has locked this game: who plays which board stays as it is."))
    if player_id is not None:
        player = games.find_player(session, game, player_id)
        holders = session.scalars(
            select(Member).where(Member.game_id == game.id, Member.player_id == player.id, Member.phone_id != phone_id)
        ).all()
        if holders and not take_over:
            raise NotAllowed(
                "player-taken",
                _("Another phone already plays for %(name)s.", name=player.name),
                {"can_take_over": True},
            )
        for holder in holders:
            holder.player_id = None
    me.player_id = player_id
    me.helps = player_id is None and helps
    me.looks_on = player_id is None and not helps
    return me


def become_host(session: Session, game: Game, phone_id: str, secret: str) -> None:
    """Make this phone a host's, if it knows the secret."""
    if not hmac.compare_digest(secret.encode(), game.host_secret.encode()):  # as bytes: an address may hold any letter
        raise NotAllowed("wrong-secret", _("This is not the host's link of this game."))
    me = member(session, game, phone_id)
    if me is None:
        session.add(Member(game_id=game.id, phone_id=phone_id, is_host=True, looks_on=False))
    else:
        me.is_host = True


def require_writer(session: Session, game: Game, phone_id: str) -> str:
    """Who this phone writes as (a name for the trail). Raises `NotAllowed` if it may not change anything (yet)."""
    me = member(session, game, phone_id)
    if me is not None and (me.is_host or me.player_id is not None or me.helps):
        return writer_name(session, me)
    if me is not None and me.looks_on:
        raise NotAllowed("looking-on", _("This phone only looks on. Choose a player to change something."))
    if game.is_locked:
        raise NotAllowed("locked", _("The host has locked this game."))
    held = holders(session, game)
    raise NotAllowed(
        "who-are-you",
        _("Say first who you are: a player, somebody who helps, or somebody who looks on."),
        {
            "players": [
                {"id": player.id, "name": player.name, "has_phone": player.id in held}
                for player in games.players(session, game)
            ]
        },
    )


def require_host(session: Session, game: Game, phone_id: str) -> None:
    """Raises `NotAllowed` unless this phone is the host's."""
    me = member(session, game, phone_id)
    if me is None or not me.is_host:
        raise NotAllowed("host-only", _("Only the host of this game can do that."))


def writer_name(session: Session, me: Member) -> str:
    """How the trail calls this phone."""
    player = session.get(Player, me.player_id) if me.player_id else None
    if player:
        return player.name
    return _("the host") if me.is_host else _("somebody who helps")
