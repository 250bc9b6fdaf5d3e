"""The score sheet of a game: `assistant` counts, this module only hands over the state and its layout."""

from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from assistant.scoring import score
from assistant.strict_json import Node
from web.layouts import known_layouts
from web.models import Game
from web.state import state_of


def sheet_of(session: Session, game: Game, store: Path) -> dict[str, Any]:
    """The sheet of what lies on the boards now. Raises `StateError` where the boards cannot be counted."""
    return dict(score(Node(state_of(session, game)), layouts=known_layouts(store).values()).to_json())
