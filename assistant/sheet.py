"""What a score sheet is: lines of parts, each part with the spaces that made its points and a reason.

A total is the sum of its lines, a line the sum of its parts, and nothing else adds points.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from assistant.layout import Space
from assistant.ranking import Tie


@dataclass(frozen=True)
class Part:
    """Some points of a line, the spaces that made them, and why; `area` is the garden or planet, if it has one."""

    points: int
    why: str
    area: str | None = None
    spaces: tuple[Space, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The part as `glade score --json` prints it."""
        return {"area": self.area, "points": self.points, "spaces": list(self.spaces), "why": self.why}


@dataclass(frozen=True)
class Line:
    """One line of the score pad. `misses` are what a player might have counted and why it makes no points.

    A line that is not `is_noted` counts as 0 for now, but its points are still missing.
    """

    id: str
    label: str
    parts: tuple[Part, ...] = ()
    misses: tuple[Part, ...] = ()
    is_noted: bool = True

    @property
    def points(self) -> int:
        """The sum of the parts."""
        return sum(part.points for part in self.parts)

    def to_json(self) -> dict[str, object]:
        """The line as `glade score --json` prints it."""
        return {
            "id": self.id,
            "label": self.label,
            "points": self.points,
            "parts": [part.to_json() for part in self.parts],
            "misses": [part.to_json() for part in self.misses],
        }


@dataclass(frozen=True)
class Notice:
    """A warning: something to look at, never a refusal. `player` is None where it concerns the whole table."""

    code: str
    message: str
    player: str | None = None
    area: str | None = None
    spaces: tuple[Space, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The warning as `glade score --json` prints it."""
        return {
            "player": self.player,
            "code": self.code,
            "message": self.message,
            "area": self.area,
            "spaces": list(self.spaces),
        }


@dataclass(frozen=True)
class RulingUsed:
    """A ruling of the contract ("Rulings where the rulebooks are silent") that mattered for this sheet."""

    number: int
    message: str
    player: str | None = None

    def to_json(self) -> dict[str, object]:
        """The ruling as `glade score --json` prints it."""
        return {"number": self.number, "player": self.player, "message": self.message}


@dataclass(frozen=True)
class PlayerSheet:
    """One player's column; `after` is an Evergreen planet after the end of the season."""

    name: str
    lines: tuple[Line, ...]
    place: int = 1
    after: Mapping[Space, str] | None = None

    @property
    def total(self) -> int:
        """The sum of the lines."""
        return sum(line.points for line in self.lines)

    def to_json(self) -> dict[str, object]:
        """The column as `glade score --json` prints it."""
        document: dict[str, object] = {
            "name": self.name,
            "place": self.place,
            "total": self.total,
            "lines": [line.to_json() for line in self.lines],
        }
        if self.after is not None:
            document["after"] = dict(self.after)
        return document


@dataclass(frozen=True)
class Unseen:
    """The opponent of a solo game of Evenglow."""

    total: int
    win: bool

    def to_json(self) -> dict[str, object]:
        """The Unseen as `glade score --json` prints it."""
        return {"total": self.total, "win": self.win}


@dataclass(frozen=True)
class ScoreSheet:
    """The whole sheet. `options` are what the game was played with (`variant`, or `expansions`, `sun`, `season`)."""

    game: str
    options: Mapping[str, object]
    players: tuple[PlayerSheet, ...]
    tie: Tie | None = None
    warnings: tuple[Notice, ...] = ()
    rulings: tuple[RulingUsed, ...] = ()
    unseen: Unseen | None = field(default=None)

    def to_json(self) -> dict[str, object]:
        """The document that `glade score --json` prints."""
        document: dict[str, object] = {
            "game": self.game,
            **self.options,
            "players": [player.to_json() for player in self.players],
            "tie": self.tie.to_json() if self.tie else None,
            "warnings": [warning.to_json() for warning in self.warnings],
            "rulings": [ruling.to_json() for ruling in self.rulings],
        }
        if self.unseen is not None:
            document["unseen"] = self.unseen.to_json()
        return document


def in_order(spaces: Iterable[Space]) -> tuple[Space, ...]:
    """Spaces in the order a person would list them: 2 before 10, a3 before b1.

    >>> in_order({"10", "2", "b1", "a3"})
    ('2', '10', 'a3', 'b1')
    """
    return tuple(sorted(spaces, key=_natural))


def listed(spaces: Iterable[Space]) -> str:
    """Spaces as a person would say them.

    >>> listed(["10", "2", "3"])
    '2, 3 and 10'
    """
    names = in_order(spaces)
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def counted(number: int, singular: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "Vine"), counted(2, "Vine"), counted(2, "Cactus", "Cacti")
    ('1 Vine', '2 Vines', '2 Cacti')
    """
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


@lru_cache(maxsize=4096)  # a board's spaces are put in order over and over
def _natural(space: Space) -> tuple[tuple[bool, int, str], ...]:
    pieces = re.findall(r"[0-9]+|[^0-9]+", space)
    return tuple((not p.isdecimal(), int(p) if p.isdecimal() else 0, p) for p in pieces)
