"""A game's documents put together as the contract's State, which is what `assistant` scores."""

from collections.abc import Mapping

from sqlalchemy.orm import Session

from web import documents, games
from web.models import Game


def state_of(session: Session, game: Game) -> dict[str, object]:
    """The State document of a game: what `glade score` reads, and what the export holds."""
    stored = games.all_documents(session, game)
    bodies = {name: documents.parse(document.body) for name, document in stored.items()}
    return assemble(
        game.game,
        bodies[documents.TABLE],
        [(player.name, bodies[documents.player_document(player.id)]) for player in games.players(session, game)],
    )


def assemble(
    game: str, table: Mapping[str, object], boards: list[tuple[str, Mapping[str, object]]]
) -> dict[str, object]:
    """The State of these documents: the table's shared part, then each player's board under the player's name."""
    shared = table["state"]
    assert isinstance(shared, dict)
    players = []
    for name, body in boards:
        board = body["board"]
        assert isinstance(board, dict)
        players.append({"name": name, **board})
    return {"game": game, **shared, "players": players}
