"""A state document in, a score sheet out: the one way in which command line and web app count points."""

from collections.abc import Callable, Iterable
from typing import Any

import assistant.evenglow.score
import assistant.evenglow.state
import assistant.evergreen.score
import assistant.evergreen.state
from assistant.errors import StateError
from assistant.layout import GAMES, Layout, find_layout
from assistant.sheet import ScoreSheet
from assistant.strict_json import Node

Scorer = Callable[[Node, Layout], ScoreSheet]


def _evenglow(node: Node, layout: Layout) -> ScoreSheet:
    return assistant.evenglow.score.score_state(assistant.evenglow.state.parse_state(node, layout))


def _evergreen(node: Node, layout: Layout) -> ScoreSheet:
    return assistant.evergreen.score.score_state(assistant.evergreen.state.parse_state(node, layout))


_SCORERS: dict[str, Scorer] = {"evenglow": _evenglow, "evergreen": _evergreen}


def score(document: Node, layout: Layout | None = None, layouts: Iterable[Layout] = ()) -> ScoreSheet:
    """The score sheet of a state document.

    `layout`, where given, overrules the one that the document names; `layouts` are known besides the shipped ones.
    Raises `StateError` for the document and `LayoutError` for an unknown layout.
    """
    node = document.refusing_with(StateError)
    entries = dict(node.items())
    if "game" not in entries:
        node.fail("missing-key", '"game" is missing')
    game = entries["game"].one_of(GAMES, "game")
    if game not in _SCORERS:
        entries["game"].fail("no-score-sheet", f'"{game}" has no score sheet: only its boards can be read')
    if layout is None:
        if "layout" not in entries:
            node.fail("missing-key", '"layout" is missing')
        layout = find_layout(entries["layout"].text(), layouts)
    if layout.game != game:
        entries["game"].fail("wrong-layout", f'the layout "{layout.id}" is for {layout.game}, not for {game}')
    return _SCORERS[game](node, layout)


def score_document(state: dict[str, Any], layout: Layout | None = None) -> dict[str, object]:
    """The document that `glade score --json` prints for a state given as a dictionary."""
    return score(Node(state), layout).to_json()
