"""How sure a decision is, and what a person should look at."""

from collections.abc import Mapping

import numpy as np

from assistant.layout import Space
from vision.pieces.decide import PRESENCE, Decision
from vision.pieces.ground import Frame
from vision.pieces.learn import Seen
from vision.reading import Alternative, SpaceReading

_SOFTNESS = 25.0
"""Evidence that makes one answer e times as likely as another: pixels next to each other are far from independent."""
_REVIEW_BELOW = 0.985
_ALTERNATIVES = 3


def judge(frame: Frame, seen: Seen, decisions: Mapping[Space, Decision]) -> dict[Space, SpaceReading]:
    """The reading of every space."""
    return {space: _judge_space(decisions[space]) for space in frame.centres}


def _judge_space(decision: Decision) -> SpaceReading:
    names: list[str | None] = [None, *decision.candidates]
    scores = np.array([PRESENCE, *(c.score for c in decision.candidates.values())]) / _SOFTNESS
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    order = np.argsort(-shares)
    sure = float(shares[names.index(decision.kind)])
    others = tuple(
        Alternative(names[i], None, round(float(shares[i]), 4))
        for i in order[: _ALTERNATIVES + 1]
        if names[i] != decision.kind and shares[i] > 0.001
    )
    return SpaceReading(decision.kind, None, sure, sure < _REVIEW_BELOW, others[:_ALTERNATIVES])
