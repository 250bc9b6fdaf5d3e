"""The table's shared state as versioned JSON documents, changed optimistically and undone exactly.

Two kinds of documents belong to a game:

`table`      {"state": the contract's State without "game" and "players", "copy": name of the learned copy or null,
              "advice": whether advice is switched on, "tracker": what the game assistant keeps}
`player:ID`  {"mode": "board" or "pad",
              "board": the contract's player without "name",
              "pad": {line id: points or null for "not yet", "potion-cards" and "unused-potions": numbers for a tie},
              "review": {area: [spaces that nobody has confirmed yet]},
              "photo": id of the photograph or null,
              "read": {"areas", "review", "harvests"}: what the photograph said (only with a photo),
              "confirmed": whether the player called the board final}

A writer says which version it started from. If that is not the current one, nothing is written and `Conflict` tells
what is there now and who changed it. All documents of one change are written together or not at all, and are undone
together. Bodies are kept as canonical JSON text, so undo restores them to the byte.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from web.errors import Conflict, NotFound, Unprocessable
from web.i18n import _
from web.models import Document, Edit, Game, now

TABLE = "table"

MAX_BODY = 60_000
"""Characters of one document; a full board with everything has about 8,000."""

KEPT_REVISIONS = 5_000
"""How far back the trail and undo go; a long game of four has some hundreds."""

_FORGET_EVERY = 50
"""Revisions; forgetting is one statement, but needs not come with each tap."""


@dataclass(frozen=True)
class Change:
    """A new body for one document, made from the version `base` of it."""

    document: str
    base: int
    body: Mapping[str, object]


def player_document(player_id: str) -> str:
    """The name of a player's document."""
    return f"player:{player_id}"


def canonical(body: Mapping[str, object]) -> str:
    """The one text for a body. Keys keep their order (a person's map of spaces stays as it was written)."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def parse(body: str) -> dict[str, object]:
    """The body of a stored document."""
    parsed: dict[str, object] = json.loads(body)
    return parsed


def lock_game(session: Session, game_id: str) -> Game:
    """The game, held so that nobody else changes it until this transaction ends (SQLite holds the whole file)."""
    game = session.scalar(
        select(Game).where(Game.id == game_id).with_for_update().execution_options(populate_existing=True)
    )
    if game is None:
        raise NotFound("no-such-game", _("This game is no longer here. It may have been deleted."))
    return game


def next_revision(game: Game) -> int:
    """Count one change of a locked game."""
    game.revision += 1
    game.changed_at = now()
    return game.revision


def create(session: Session, game: Game, name: str, body: Mapping[str, object], by: str = "") -> Document:
    """A new document; part of the game's current revision."""
    document = Document(game_id=game.id, name=name, body=canonical(body), revision=game.revision, changed_by=by)
    session.add(document)
    return document


def load(session: Session, game_id: str, name: str) -> Document:
    """A document of a game."""
    document = session.get(Document, (game_id, name))
    if document is None:
        raise NotFound("no-such-document", _("This board is not part of the game."))
    return document


def write(session: Session, game: Game, changes: Sequence[Change], by: str, label: str = "") -> list[Document]:
    """Write all changes, or raise `Conflict` and write none. `game` must be locked.

    A body equal to the current one is no change: it costs no version and cannot be undone.
    """
    documents = [load(session, game.id, change.document) for change in changes]
    if len({change.document for change in changes}) != len(changes):
        raise Unprocessable("document-twice", _("One change names the same document twice."))
    for change, document in zip(changes, documents, strict=True):
        if change.base != document.version:
            raise _conflict(document)
    texts = [canonical(change.body) for change in changes]
    if any(len(text) > MAX_BODY for text in texts):
        raise Unprocessable("too-long", _("A board has at most %(most)d characters.", most=MAX_BODY))
    changed = [(document, text) for document, text in zip(documents, texts, strict=True) if text != document.body]
    if not changed:
        return documents
    revision = next_revision(game)
    for document, text in changed:
        _drop_undone(session, game.id, document.name)
        session.add(
            Edit(
                game_id=game.id,
                revision=revision,
                document=document.name,
                label=label,
                before=document.body,
                after=text,
                changed_by=by,
            )
        )
        _put(document, text, revision, by)
    if revision % _FORGET_EVERY == 0:
        session.execute(delete(Edit).where(Edit.game_id == game.id, Edit.revision < revision - KEPT_REVISIONS))
    return documents


def undo(session: Session, game: Game, document: str | None, by: str) -> list[Document]:
    """Take back the latest change (of one document, or of the game), with all documents it touched."""
    query = select(Edit).where(Edit.game_id == game.id, Edit.state == "applied").order_by(Edit.id.desc())
    latest = session.scalar(query.where(Edit.document == document) if document else query)
    if latest is None:
        raise Conflict("nothing-to-undo", _("There is nothing to undo."))
    return _move(session, game, latest.revision, by, back=True)


def redo(session: Session, game: Game, document: str | None, by: str) -> list[Document]:
    """Do again what was undone last."""
    query = select(Edit).where(Edit.game_id == game.id, Edit.state == "undone").order_by(Edit.id)
    first = session.scalar(query.where(Edit.document == document) if document else query)
    if first is None:
        raise Conflict("nothing-to-redo", _("There is nothing to redo."))
    return _move(session, game, first.revision, by, back=False)


def trail(session: Session, game_id: str, document: str | None = None, limit: int = 100) -> list[Edit]:
    """The latest changes, newest first, with who made them."""
    query = select(Edit).where(Edit.game_id == game_id)
    if document:
        query = query.where(Edit.document == document)
    return list(session.scalars(query.order_by(Edit.id.desc()).limit(limit)))


def _move(session: Session, game: Game, revision: int, by: str, *, back: bool) -> list[Document]:
    edits = session.scalars(select(Edit).where(Edit.game_id == game.id, Edit.revision == revision)).all()
    documents = [load(session, game.id, edit.document) for edit in edits]
    for edit, document in zip(edits, documents, strict=True):
        if document.body != (edit.after if back else edit.before):
            raise Conflict(
                "changed-since",
                _("Something that belongs to this change was changed again afterwards. Undo that first."),
                {"document": document.name, "changed_by": document.changed_by},
            )
    new = next_revision(game)
    for edit, document in zip(edits, documents, strict=True):
        edit.state = "undone" if back else "applied"
        _put(document, edit.before if back else edit.after, new, by)
    return documents


def _put(document: Document, text: str, revision: int, by: str) -> None:
    document.body = text
    document.version += 1
    document.revision = revision
    document.changed_by = by
    document.changed_at = now()


def _drop_undone(session: Session, game_id: str, document: str) -> None:
    """After a new change, what was undone before it can no longer be redone."""
    revisions = select(Edit.revision).where(Edit.game_id == game_id, Edit.document == document, Edit.state == "undone")
    session.execute(
        update(Edit)
        .where(Edit.game_id == game_id, Edit.revision.in_(revisions))
        .values(state="dropped")
        .execution_options(synchronize_session=False)
    )


def _conflict(document: Document) -> Conflict:
    who = document.changed_by or _("Somebody")
    return Conflict(
        "newer-version",
        _("%(who)s changed this a moment ago. Look at the newer version, then make your change again.", who=who),
        {
            "document": document.name,
            "current": {"version": document.version, "body": parse(document.body), "changed_by": document.changed_by},
        },
    )
