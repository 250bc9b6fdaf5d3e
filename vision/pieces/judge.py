"""How sure a decision is, and what a person should look at."""

from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np

from assistant.evergreen.pieces import PIECES
from assistant.layout import Space
from vision.pieces.decide import LEAST_SHARE, PRESENCE, Decision
from vision.reading import Alternative, SpaceReading

_PRESENT = 1.6
"""How much more a piece's lead over bare board says than other leads: in the labelled sets, in their own and in other
colours, hardly a piece is read where none is, while wrong answers lead others by up to 2.9, and empty spaces by as much
look-alike pieces that were overlooked."""
_ABSENT = float(np.exp(-0.8))
"""Odds of a piece of a module that seems not to be in play (see `modules`), against what its own lead says."""
_REVIEW_BELOW = 0.982
_LEAST_LIKENESS = -13.0
"""Mean log density of a piece's pixels under its own paint, below which it is something never taught."""
_LESS_BARE, _USUALLY_BARE, _FEW = 2.5, -5.0, 5
"""Bareness (mean log density of bare board in the middle of a space) by which an empty space may fall behind the middle
one of its photograph's, what that is where there are fewer than so many. Of 3,851 empty spaces of the labelled sets in
their own and in other colours 0.4 % fall behind more, and so did the dark pieces that looked emptiest."""
_ALTERNATIVES = 3


def judge(decisions: Mapping[Space, Decision], absent: Collection[str] = ()) -> dict[Space, SpaceReading]:
    """The reading of every space; `absent` names kinds that seem not to be in play."""
    bare = [decision.bareness for decision in decisions.values() if decision.kind is None]
    least = (float(np.median(bare)) if len(bare) >= _FEW else _USUALLY_BARE) - _LESS_BARE
    return mark_surplus({space: _judge_space(decision, absent, least) for space, decision in decisions.items()})


def mark_surplus(reading: Mapping[Space, SpaceReading]) -> dict[Space, SpaceReading]:
    """The same reading with the least sure pieces marked where there are more of a kind than the box holds."""
    marked = dict(reading)
    for piece, facts in PIECES.items():
        spaces = sorted((s for s in reading if reading[s].piece == piece), key=lambda s: reading[s].confidence)
        for space in spaces[: max(0, len(spaces) - facts.count)]:
            marked[space] = replace(marked[space], review=True)
    return marked


def _judge_space(decision: Decision, absent: Collection[str], least_bareness: float) -> SpaceReading:
    candidates = decision.candidates
    odds: dict[str | None, float] = {decision.kind: 1.0}
    if decision.kind is None:
        for kind, candidate in candidates.items():
            odds[kind] = _odds(decision.lead_over(kind)) if candidate.share >= LEAST_SHARE else 0.3
        strange = decision.bareness < least_bareness
    else:
        chosen = candidates[decision.kind]
        odds[None] = _odds(_PRESENT * (chosen.lead - PRESENCE))
        for kind in candidates:
            if kind != decision.kind:
                odds[kind] = _odds(decision.lead_over(kind))
        strange = chosen.likeness < _LEAST_LIKENESS
    odds |= {kind: value * _ABSENT for kind, value in odds.items() if kind in absent}
    total = sum(odds.values())
    shares = {kind: value / total for kind, value in odds.items()}
    sure = shares.pop(decision.kind)
    others = sorted(shares, key=lambda kind: -shares[kind])[:_ALTERNATIVES]
    return SpaceReading(
        decision.kind,
        None,
        min(sure, 0.999),
        strange or sure < _REVIEW_BELOW,
        tuple(Alternative(kind, None, shares[kind]) for kind in others if shares[kind] > 0.001),
    )


def _odds(lead: float) -> float:
    """How likely the other answer is, the chosen one being 1."""
    return float(np.exp(-min(max(lead, 0.0), 50.0)))
