"""Games and who plays in them: start one, find it by link or code, players in and out, close.

Everything here works inside a transaction that the caller opened. Which phone may do what: `web.members`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from assistant.layout import Layout, find_layout
from assistant.player_names import folded_name, is_readable_name
from web import documents
from web.errors import NotFound, Unprocessable
from web.i18n import _
from web.identifiers import NAME_LENGTH, new_code, new_id, new_token
from web.models import Document, Edit, Game, Member, Photo, Player, now

VARIANTS = {"evenglow": ("standard", "family", "solo"), "evergreen": ("standard",)}
EXPANSIONS = {"evenglow": (), "evergreen": ("pines", "cacti", "giant-trees", "mushrooms")}
MAX_PLAYERS = 4
MOST_SEATS = 4 * MAX_PLAYERS
"""Players and those who were taken out and could come back, together; beyond that the first taken out is forgotten."""

STANDARD_LAYOUT = {"evenglow": "evenglow-5x5", "evergreen": "evergreen-42"}


@dataclass(frozen=True)
class NewGame:
    """What somebody chose for a new game."""

    game: str
    names: Sequence[str]
    variant: str = "standard"
    expansions: Sequence[str] = ()
    layout: str = ""
    copy: str = ""
    stems: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Of the copy's upright tiles, where they are not the usual ones."""
    several_phones: bool = True


def start(
    session: Session, chosen: NewGame, phone_id: str | None, layouts: Iterable[Layout] = (), game_id: str | None = None
) -> Game:
    """A new game with its documents, hosted by this phone (None: by the first that joins).

    `layouts` are known besides the shipped ones.
    """
    if chosen.game not in VARIANTS:
        raise Unprocessable("unknown-game", _("Choose Evenglow or Evergreen."))
    if chosen.variant not in VARIANTS[chosen.game]:
        raise Unprocessable("unknown-variant", _("This game has no such variant."))
    if not set(chosen.expansions) <= set(EXPANSIONS[chosen.game]):
        raise Unprocessable("unknown-expansion", _("This game has no such module."))
    names = checked_names(chosen.names, chosen.variant)
    layout = find_layout(chosen.layout or STANDARD_LAYOUT[chosen.game], layouts)
    if layout.game != chosen.game:
        raise Unprocessable("wrong-layout", _("This layout belongs to another game."))
    game = Game(
        id=game_id or new_id(),
        token=new_token(),
        code=_free_code(session),
        host_secret=new_token(),
        game=chosen.game,
        variant=chosen.variant,
        expansions=[name for name in EXPANSIONS[chosen.game] if name in chosen.expansions],
        several_phones=chosen.several_phones,
        is_locked=False,
        revision=1,
        about_revision=1,
    )
    session.add(game)
    session.flush()
    documents.create(session, game, documents.TABLE, first_table(game, layout.id, chosen.copy or None, chosen.stems))
    for name in names:
        add_player(session, game, name)
    if phone_id is not None:
        session.add(Member(game_id=game.id, phone_id=phone_id, is_host=True))
    return game


def first_table(
    game: Game, layout: str, copy: str | None, stems: Mapping[str, Sequence[int]] | None = None
) -> dict[str, object]:
    """The shared document of a game that has just begun."""
    state: dict[str, object]
    if game.game == "evenglow":
        state = {"variant": game.variant, "layout": layout}
        if stems:
            state["tiles"] = {plant: {"stems": list(edges)} for plant, edges in stems.items()}
        if game.variant == "solo":
            state["unseen"] = {"rows": {}}
    else:
        state = {"layout": layout, "expansions": list(game.expansions), "sun": "top", "season": 1, "fertility": {}}
    return {"state": state, "copy": copy, "advice": False, "tracker": {}}


def first_board(game: str) -> dict[str, object]:
    """A player's document before anything lies on the board."""
    board: dict[str, object] = (
        {"gardens": {"sunlight": {}, "moonlight": {}}, "harvests": [], "potions": {}}
        if game == "evenglow"
        else {"planet": {}, "points": {}, "seasons": []}
    )
    return {"mode": "board", "board": board, "pad": {}, "review": {}, "photo": None, "confirmed": False}


def add_player(session: Session, game: Game, name: str) -> Player:
    """One more player, with an empty board, in the last seat."""
    seats = session.scalars(select(Player).where(Player.game_id == game.id)).all()
    if sum(not player.is_removed for player in seats) >= most_players(game):
        raise Unprocessable("too-many-players", _("A game has at most %(most)d players.", most=most_players(game)))
    [name] = checked_names([name], "")
    taken = {player.folded_name for player in seats if not player.is_removed}
    if folded_name(name) in taken:
        raise Unprocessable("name-taken", _("Two players of one game cannot have the same name."))
    if len(seats) >= MOST_SEATS:
        _forget(session, game, removed_players(session, game)[0])
    seat = max((player.seat for player in seats), default=0) + 1
    player = Player(id=new_id(), game_id=game.id, seat=seat, name=name, folded_name=folded_name(name))
    session.add(player)
    session.flush()
    documents.create(session, game, documents.player_document(player.id), first_board(game.game))
    return player


def rename_player(session: Session, game: Game, player: Player, name: str) -> None:
    """Another name for a player."""
    [name] = checked_names([name], "")
    for other in session.scalars(select(Player).where(Player.game_id == game.id, Player.id != player.id)):
        if not other.is_removed and other.folded_name == folded_name(name):
            raise Unprocessable("name-taken", _("Two players of one game cannot have the same name."))
    player.name, player.folded_name = name, folded_name(name)


def find_by_token(session: Session, token: str) -> Game:
    """The game that a link leads to."""
    game = session.scalar(select(Game).where(Game.token == token))
    if game is None:
        raise NotFound(
            "no-such-game", _("This link leads to no game. It may have been deleted, or the link is incomplete.")
        )
    return game


def find_by_code(session: Session, code: str) -> Game:
    """The game with this short code."""
    game = session.scalar(select(Game).where(Game.code == code)) if code else None
    if game is None:
        raise NotFound("no-such-code", _("No game has this code. Look at it again: it has six letters and digits."))
    return game


def find_player(session: Session, game: Game, player_id: str) -> Player:
    """A player of this game."""
    player = session.get(Player, player_id)
    if player is None or player.game_id != game.id:
        raise NotFound("no-such-player", _("This player is not in the game."))
    return player


def players(session: Session, game: Game) -> list[Player]:
    """Those who play, in the order of their seats."""
    query = select(Player).where(Player.game_id == game.id, Player.is_removed.is_(False)).order_by(Player.seat)
    return list(session.scalars(query))


def removed_players(session: Session, game: Game) -> list[Player]:
    """Those who were taken out of the game and can come back."""
    query = select(Player).where(Player.game_id == game.id, Player.is_removed.is_(True)).order_by(Player.seat)
    return list(session.scalars(query))


def set_removed(session: Session, game: Game, player: Player, *, removed: bool) -> None:
    """Take a player out of the game, board and all, or back in."""
    others = [other for other in players(session, game) if other.id != player.id]
    if removed and not others:
        raise Unprocessable("last-player", _("One player has to stay."))
    if not removed and player.is_removed:
        if len(others) >= most_players(game):
            raise Unprocessable("too-many-players", _("A game has at most %(most)d players.", most=most_players(game)))
        if player.folded_name in {other.folded_name for other in others}:
            raise Unprocessable("name-taken", _("Two players of one game cannot have the same name."))
    player.is_removed = removed


def _forget(session: Session, game: Game, player: Player) -> None:
    """Delete a player who was taken out, with the board and its trail."""
    name = documents.player_document(player.id)
    session.execute(update(Photo).where(Photo.player_id == player.id).values(player_id=None))  # go with the game
    session.execute(delete(Edit).where(Edit.game_id == game.id, Edit.document == name))
    session.delete(documents.load(session, game.id, name))
    session.delete(player)
    session.flush()


def move_up(session: Session, game: Game, player: Player) -> None:
    """Let a player sit one place earlier; the first one goes to the end."""
    order = players(session, game)
    seats = [other.seat for other in order]
    index = [other.id for other in order].index(player.id)
    moved = order.pop(index)
    order.insert(index - 1 if index else len(order), moved)
    for other, seat in zip(order, seats, strict=True):
        other.seat = seat


def most_players(game: Game) -> int:
    """How many can play this game."""
    return 1 if game.variant == "solo" else MAX_PLAYERS


def of_phone(session: Session, phone_id: str, limit: int) -> list[Game]:
    """The games this phone is in, the latest first."""
    query = select(Game).join(Member, Member.game_id == Game.id).where(Member.phone_id == phone_id)
    return list(session.scalars(query.order_by(Game.changed_at.desc()).limit(limit)))


def set_closed(game: Game, *, closed: bool) -> None:
    """Finish a game (only then it counts in the statistics) or open it again."""
    game.closed_at = now() if closed else None
    game.scored_revision = -1


def follow_documents(session: Session, game: Game, changed: Iterable[Document]) -> None:
    """After a change: what the game's columns repeat from its shared document (for the history) follows."""
    game.scored_revision = -1
    for document in changed:
        if document.name != documents.TABLE:
            continue
        state = documents.parse(document.body)["state"]
        if isinstance(state, dict):
            game.variant = str(state.get("variant", "standard"))[:20]
            modules = state.get("expansions", [])
            game.expansions = [str(name) for name in modules] if isinstance(modules, list) else []


def note_change(game: Game) -> int:
    """The game's own columns or its players have changed: count it, so that the phones hear of it."""
    game.about_revision = documents.next_revision(game)
    return game.about_revision


def all_documents(session: Session, game: Game) -> dict[str, Document]:
    """Every document of a game by name."""
    query = select(Document).where(Document.game_id == game.id)
    return {document.name: document for document in session.scalars(query)}


def checked_names(names: Sequence[str], variant: str) -> list[str]:
    """The players' names without needless spaces. Raises `Unprocessable` for a wrong number, twins and odd names."""
    cleaned = [" ".join(name.split()) for name in names]
    if not cleaned or len(cleaned) > MAX_PLAYERS:
        raise Unprocessable("wrong-number-of-players", _("A game has 1 to %(most)d players.", most=MAX_PLAYERS))
    if variant == "solo" and len(cleaned) != 1:
        raise Unprocessable("wrong-number-of-players", _("The solo game has one player."))
    for name in cleaned:
        if not name:
            raise Unprocessable("name-missing", _("Each player needs a name."))
        if len(name) > NAME_LENGTH or not is_readable_name(name):
            raise Unprocessable(
                "bad-name", _("A name has at most %(most)d characters, all of them printable.", most=NAME_LENGTH)
            )
    if len({folded_name(name) for name in cleaned}) != len(cleaned):
        raise Unprocessable("name-taken", _("Two players of one game cannot have the same name."))
    return cleaned


def _free_code(session: Session) -> str:
    while True:
        code = new_code()
        if session.scalar(select(func.count()).select_from(Game).where(Game.code == code)) == 0:
            return code
