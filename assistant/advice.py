"""What advice is, for both games: moves with what they gain, why, and how thorough the search was.

Advice is about points only, never about what the others will do; and it is given only where a table switched it on.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.difference import LineDifference
from assistant.errors import StateError
from assistant.layout import Area
from assistant.sheet import Notice


@dataclass(frozen=True)
class Suggestion:
    """One move: `words` say it, `changes` are the spaces it changes as the state document would hold them.

    `gain` is what it adds to the total that counts for the search; `also` are further figures that a person may weigh
    (for example the gain over all seasons); `alike` is how many more ways of making the move are worth the same.
    """

    words: str
    changes: tuple[Mapping[str, object], ...]
    gain: int
    lines: tuple[LineDifference, ...]
    notices: tuple[Notice, ...] = ()
    also: tuple[tuple[str, int], ...] = ()
    alike: int = 0

    @property
    def reasons(self) -> tuple[str, ...]:
        """One sentence for each line that changes, with the reasons of its new parts."""
        return tuple(_reason(line) for line in self.lines)

    def to_json(self) -> dict[str, object]:
        """The move as the web app shows it."""
        return {
            "words": self.words,
            "changes": [dict(change) for change in self.changes],
            "gain": self.gain,
            "reasons": list(self.reasons),
            "lines": [line.to_json() for line in self.lines],
            "notices": [notice.to_json() for notice in self.notices],
            "also": dict(self.also),
            "alike": self.alike,
        }


@dataclass(frozen=True)
class Advice:
    """The best moves, the best first. `considered` moves were compared; `exhaustive` if there are no others.

    `note` says in words what was searched and what was not.
    """

    question: str
    suggestions: tuple[Suggestion, ...]
    considered: int
    exhaustive: bool
    note: str

    def to_json(self) -> dict[str, object]:
        """The advice as the web app shows it."""
        return {
            "question": self.question,
            "suggestions": [suggestion.to_json() for suggestion in self.suggestions],
            "considered": self.considered,
            "exhaustive": self.exhaustive,
            "note": self.note,
        }


LARGEST_AREA = 60
"""Spaces of a garden or planet up to which every move is tried; the printed ones have 25 and about 42. A search over a
layout many times as large would take minutes, and half a search would not be advice."""


def require_small(area: Area) -> None:
    """Raises `StateError` for an area on which not every move can be tried."""
    if len(area.cells) > LARGEST_AREA:
        raise StateError(
            "too-large-for-advice",
            f"Advice is given on boards of up to {LARGEST_AREA} spaces; this has {len(area.cells)}.",
        )


def signed(points: int) -> str:
    """Points with their sign.

    >>> signed(3), signed(-2), signed(0)
    ('+3', '-2', '+0')
    """
    return f"{points:+d}"


def _reason(line: LineDifference) -> str:
    why = [part.why for part in line.gained if part.points] or [f"no longer: {part.why}" for part in line.lost]
    return f"{line.label} {signed(line.points)}" + (f" ({'; '.join(why)})" if why else "")
