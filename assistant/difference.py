"""What if: two score sheets compared line by line, with the parts that came and went.

Goes in: the sheets (or lines) before and after a change that nobody has confirmed. Comes out: only what differs.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from assistant.sheet import Line, Notice, Part, PlayerSheet, ScoreSheet

T = TypeVar("T")


@dataclass(frozen=True)
class LineDifference:
    """A line whose points or parts differ. `gained` parts are only in the second sheet, `lost` ones only in the first.

    `fell_short` are the new misses: what a player might count after the change, and why it makes no points.
    """

    id: str
    label: str
    before: int
    after: int
    gained: tuple[Part, ...]
    lost: tuple[Part, ...]
    fell_short: tuple[Part, ...] = ()

    @property
    def points(self) -> int:
        """What the line gains (below 0: loses)."""
        return self.after - self.before

    def to_json(self) -> dict[str, object]:
        """The line as the web app shows it."""
        return {
            "id": self.id,
            "label": self.label,
            "before": self.before,
            "after": self.after,
            "points": self.points,
            "gained": [part.to_json() for part in self.gained],
            "lost": [part.to_json() for part in self.lost],
            "fell_short": [part.to_json() for part in self.fell_short],
        }


@dataclass(frozen=True)
class PlayerDifference:
    """One player's column before and after."""

    name: str
    before: int
    after: int
    place_before: int
    place_after: int
    lines: tuple[LineDifference, ...]

    @property
    def points(self) -> int:
        """What the total gains (below 0: loses)."""
        return self.after - self.before

    def to_json(self) -> dict[str, object]:
        """The column as the web app shows it."""
        return {
            "name": self.name,
            "before": self.before,
            "after": self.after,
            "points": self.points,
            "place_before": self.place_before,
            "place_after": self.place_after,
            "lines": [line.to_json() for line in self.lines],
        }


@dataclass(frozen=True)
class SheetDifference:
    """Every player's column, and the warnings that came and went."""

    players: tuple[PlayerDifference, ...]
    new_warnings: tuple[Notice, ...]
    gone_warnings: tuple[Notice, ...]

    def to_json(self) -> dict[str, object]:
        """The difference as the web app shows it."""
        return {
            "players": [player.to_json() for player in self.players],
            "new_warnings": [notice.to_json() for notice in self.new_warnings],
            "gone_warnings": [notice.to_json() for notice in self.gone_warnings],
        }


def compare_sheets(before: ScoreSheet, after: ScoreSheet) -> SheetDifference:
    """How two sheets of one table differ. Raises `ValueError` where the players are not the same."""
    names = [player.name for player in before.players]
    if names != [player.name for player in after.players]:
        raise ValueError("both sheets must be of the same players in the same order")
    return SheetDifference(
        tuple(_compare_players(a, b) for a, b in zip(before.players, after.players, strict=True)),
        _not_in(after.warnings, before.warnings),
        _not_in(before.warnings, after.warnings),
    )


def compare_lines(before: Sequence[Line], after: Sequence[Line]) -> tuple[LineDifference, ...]:
    """The lines that differ, in the order of the pad; a line that one side does not have counts as empty there."""
    old, new = ({line.id: line for line in lines} for lines in (before, after))
    order = [line.id for line in after]
    order += [line.id for line in before if line.id not in new]
    differences = []
    for line_id in order:
        label = (new.get(line_id) or old[line_id]).label
        a, b = (lines.get(line_id) or Line(line_id, label) for lines in (old, new))
        gained, lost = _not_in(b.parts, a.parts), _not_in(a.parts, b.parts)
        if gained or lost or a.points != b.points:
            short = _not_in(b.misses, a.misses)
            differences.append(LineDifference(line_id, label, a.points, b.points, gained, lost, short))
    return tuple(differences)


def _compare_players(before: PlayerSheet, after: PlayerSheet) -> PlayerDifference:
    return PlayerDifference(
        before.name,
        before.total,
        after.total,
        before.place,
        after.place,
        compare_lines(before.lines, after.lines),
    )


def _not_in(items: Iterable[T], others: Iterable[T]) -> tuple[T, ...]:
    left = Counter(others)
    found = []
    for item in items:
        if left[item]:
            left[item] -= 1
        else:
            found.append(item)
    return tuple(found)
