"""The shapes of a game's documents (see `web.documents`), checked before anything is stored.

Whether a board is possible is not asked here: what can be shown can be saved, and the sheet says what is wrong. But
every page may rely on the kinds of things: maps are maps, spaces are texts, numbers are whole.
"""

from collections.abc import Callable, Mapping
from typing import Any

from assistant.layout import AREAS
from assistant.pad import parse_column
from assistant.strict_json import Node
from web import documents
from web.errors import Unprocessable
from web.i18n import _
from web.models import Game

Check = Callable[[Any], bool]

MOST_SPACES = 1000
LONGEST_NAME = 60


def checked_body(game: Game, document: str, body: Mapping[str, object]) -> dict[str, object]:
    """The document, typed points as numbers. Raises `Unprocessable` for any other shape."""
    shape = _TABLE[game.game] if document == documents.TABLE else _PLAYER[game.game]
    if set(body) - _OPTIONAL != set(shape) - _OPTIONAL or not set(body) <= set(shape):
        _refuse(", ".join(sorted(set(body) ^ set(shape)))[:120])
    for key in body:
        if not shape[key](body[key]):
            _refuse(key)
    if not _can_be_stored(body):
        _refuse("text")
    if document == documents.TABLE or not body["pad"]:
        return dict(body)
    return {**body, "pad": parse_column(Node(body["pad"], "pad"), game.game, game.variant).to_json()}


def _can_be_stored(body: Mapping[str, object]) -> bool:
    """JSON may hold halves of surrogate pairs, which are no text for any database."""
    try:
        documents.canonical(body).encode()
    except UnicodeEncodeError:
        return False
    return True


def _refuse(keys: str) -> None:
    raise Unprocessable("wrong-shape", _("This does not look like a board of Glade (%(keys)s).", keys=keys))


def _name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and value.isprintable()


def _optional_name(value: Any) -> bool:
    return value is None or _name(value)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10_000


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _map_of(fits: Check) -> Check:
    def check(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and len(value) <= MOST_SPACES
            and all(_name(key) and fits(entry) for key, entry in value.items())
        )

    return check


def _list_of(fits: Check) -> Check:
    def check(value: Any) -> bool:
        return isinstance(value, list) and len(value) <= MOST_SPACES and all(fits(entry) for entry in value)

    return check


def _fields(required: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    known = {**required, **(optional or {})}

    def check(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and set(required) <= set(value) <= set(known)
            and all(known[key](entry) for key, entry in value.items())
        )

    return check


def _one_of(*names: str) -> Check:
    return lambda value: value in names if isinstance(value, str) else False


_TILE = _fields({"plant": _name}, {"rotation": _number, "stems": _list_of(_number)})
_HARVESTS = _list_of(_fields({"garden": _one_of(*AREAS["evenglow"]), "spaces": _list_of(_name)}))
_EVENGLOW = _fields(
    {},
    {
        "gardens": _fields({}, dict.fromkeys(AREAS["evenglow"], _map_of(_TILE))),
        "harvests": _HARVESTS,
        "potions": _map_of(_fields({}, {"unused": _number, "used": _number})),
    },
)
_EVERGREEN = _fields(
    {},
    {
        "planet": _map_of(_name),
        "points": _map_of(_number),
        "seasons": _list_of(_fields({"light": _number, "forest": _number})),
    },
)


def _player(board: Check, content: Check, areas: tuple[str, ...]) -> Mapping[str, Check]:
    review = _fields({}, dict.fromkeys(areas, _list_of(_name)))
    return {
        "mode": _one_of("board", "pad"),
        "board": board,
        "pad": _object,
        "review": review,
        "photo": _optional_name,
        "read": _fields(
            {"areas": _fields({}, dict.fromkeys(areas, _map_of(content))), "review": review, "harvests": _HARVESTS}
        ),
        "confirmed": _flag,
    }


def _table(known: tuple[str, ...]) -> Mapping[str, Check]:
    return {
        "state": _fields({"layout": _name}, dict.fromkeys(known, lambda _value: True)),  # `sheets.check_table` does
        "copy": _optional_name,
        "advice": _flag,
        "tracker": _object,
    }


_OPTIONAL = {"read"}
"""Only boards from a photograph have it."""

_PLAYER = {
    "evenglow": _player(_EVENGLOW, _TILE, AREAS["evenglow"]),
    "evergreen": _player(_EVERGREEN, _name, AREAS["evergreen"]),
}
_TABLE = {
    "evenglow": _table(("variant", "tiles", "unseen")),
    "evergreen": _table(("expansions", "sun", "season", "fertility")),
}
