"""Which modules are in play, told by the planet itself.

A module is on the table or it is not: where no piece of it stands beyond question, a look-alike among the pieces of the
core game (a small tree for a cactus, a big tree for a giant one) is by far the likelier answer. On the labelled sets in
their own and in other colours a module in play shows a piece that leads all others by 4.2 or more on 154 of 156 boards;
one that is not never shows a lead above 3.5.
"""

from collections.abc import Mapping

from assistant.evergreen.pieces import PIECES
from assistant.layout import Space
from vision.pieces.decide import PRESENCE, Decision

_BEYOND_QUESTION = 4.0
"""Lead over every piece that is not of the module, and over bare board."""

MODULES: Mapping[str, str | None] = {str(piece): facts.module for piece, facts in PIECES.items()}
"""The module of each piece; None in the core game."""


def out_of_play(decisions: Mapping[Space, Decision]) -> frozenset[str]:
    """The kinds of all modules that no piece beyond question belongs to."""
    shown = {
        MODULES.get(decision.kind)
        for decision in decisions.values()
        if decision.kind is not None and _lead(decision) >= _BEYOND_QUESTION
    }
    return frozenset(kind for kind, module in MODULES.items() if module is not None and module not in shown)


def _lead(decision: Decision) -> float:
    """Lead of a piece over bare board and over whatever is not of its module."""
    if decision.kind is None:
        return 0.0
    own = MODULES.get(decision.kind)
    others = [decision.lead_over(kind) for kind in decision.candidates if MODULES.get(kind) != own]
    return min([*others, decision.candidates[decision.kind].lead - PRESENCE])
