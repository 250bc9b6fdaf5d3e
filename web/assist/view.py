"""A game's documents as the assistant needs them, read once for one request."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from assistant.layout import Layout, find_layout
from assistant.strict_json import Node
from web import documents, games
from web.errors import NotFound
from web.i18n import _
from web.layouts import known_layouts
from web.models import Game
from web.state import assemble

Body = dict[str, Any]


@dataclass(frozen=True)
class GameView:
    """Everything that lies on the table: `players` are (id, name) in the order of the seats, `bodies` by document."""

    game: str
    variant: str
    players: tuple[tuple[str, str], ...]
    bodies: Mapping[str, Body]
    layout: Layout

    @property
    def keys(self) -> tuple[str, ...]:
        """The players' ids: what the trackers call them."""
        return tuple(player for player, _name in self.players)

    @property
    def table(self) -> Body:
        """The shared document."""
        return self.bodies[documents.TABLE]

    @property
    def tracker(self) -> Node:
        """The document of the turn or round tracker."""
        return Node(self.table["tracker"], "tracker")

    def body(self, player_id: str) -> Body:
        """A player's document. Raises `NotFound`."""
        name = documents.player_document(player_id)
        if player_id not in self.keys or name not in self.bodies:
            raise NotFound("no-such-player", _("This player is not in the game."))
        return self.bodies[name]

    def seat(self, player_id: str) -> int:
        """A player's place in the state's list of players. Raises `NotFound`."""
        self.body(player_id)
        return self.keys.index(player_id)

    def name(self, player_id: str) -> str:
        """A player's name; empty for somebody who left."""
        return dict(self.players).get(player_id, "")

    def state(self, changed: Mapping[str, Body] | None = None) -> Body:
        """The contract's State of these documents, some of them `changed`."""
        bodies = {**self.bodies, **(changed or {})}
        boards: list[tuple[str, Mapping[str, object]]] = [
            (name, bodies[documents.player_document(player)]) for player, name in self.players
        ]
        return assemble(self.game, bodies[documents.TABLE], boards)

    def with_tracker(self, tracker: Mapping[str, object]) -> dict[str, Body]:
        """The change that keeps another tracker."""
        return {documents.TABLE: {**deepcopy(self.table), "tracker": dict(tracker)}}

    def with_board(self, player_id: str, board: Mapping[str, Any]) -> dict[str, Body]:
        """The change that lays another board before a player."""
        return {documents.player_document(player_id): {**deepcopy(self.body(player_id)), "board": dict(board)}}


def view_of(session: Session, game: Game, store: Path) -> GameView:
    """The documents of a game. Raises `LayoutError` where its layout is no longer here."""
    stored = games.all_documents(session, game)
    bodies = {name: documents.parse(document.body) for name, document in stored.items()}
    table: Any = bodies[documents.TABLE]
    layout = find_layout(str(table["state"]["layout"]), known_layouts(store).values())
    players = tuple((player.id, player.name) for player in games.players(session, game))
    return GameView(game.game, game.variant, players, bodies, layout)
