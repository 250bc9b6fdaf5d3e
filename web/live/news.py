"""The news of a game as text, made once for all streams that ask for the same.

All phones of a table wait at the same revision, so each change would otherwise be read and written out once per phone.
"""

import json
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field

from web.changes import changes_since
from web.database import Database
from web.i18n import speaking
from web.models import Game

MOST_GAMES = 64
MOST_REVISIONS = 16
"""Kept of one game, of both languages: phones that lag behind ask from other revisions."""


@dataclass(frozen=True)
class News:
    """What changed after a revision: the new revision and its text, None where nothing did or the game is gone."""

    revision: int
    text: str | None
    is_gone: bool = False
    made_at: float = field(default_factory=time.monotonic)


class NewsDesk:
    """Makes the news of games, once for everybody who asks."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._games: OrderedDict[str, tuple[threading.Lock, OrderedDict[tuple[int, str], News]]] = OrderedDict()

    def news(self, game_id: str, since: int, known: int, fresh_s: float, language: str = "en") -> News:
        """What changed after `since`, its sentences in a language.

        News made before are given when they reach the revision `known` to exist, or, where none after `since` is
        known, when they are not older than `fresh_s`.
        """
        with self._lock:
            own_lock, kept = self._games.setdefault(game_id, (threading.Lock(), OrderedDict()))
            self._games.move_to_end(game_id)
            while len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
        with own_lock:
            found = kept.get((since, language))
            if found is not None:
                is_fresh = time.monotonic() - found.made_at <= fresh_s
                if found.revision >= known if known > since else is_fresh:
                    return found
            kept[since, language] = made = self._make(game_id, since, language)
            kept.move_to_end((since, language))
            while len(kept) > MOST_REVISIONS:
                kept.popitem(last=False)
            return made

    def _make(self, game_id: str, since: int, language: str) -> News:
        with self._database.reading() as session, speaking(language):
            game = session.get(Game, game_id)
            if game is None:
                return News(since, None, is_gone=True)
            if game.revision <= since:
                return News(game.revision, None)
            return News(game.revision, json.dumps(changes_since(session, game, since), ensure_ascii=False))
