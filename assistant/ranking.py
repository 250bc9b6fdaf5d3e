"""Who is where, and what decided it: places go 1, 1, 3, and the order of entry decides nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Decision = Literal["potions", "unused-potions", "shared"]


@dataclass(frozen=True)
class Standing:
    """What ranks a player: the total, then tie-breakers in their order, more being better."""

    name: str
    total: int
    tie_breakers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Tie:
    """Players with the highest total, and what decided between them."""

    players: tuple[str, ...]
    decided_by: Decision

    def to_json(self) -> dict[str, object]:
        """The tie as `glade score --json` prints it."""
        return {"players": list(self.players), "decided_by": self.decided_by}


EVENGLOW_TIE_BREAKERS: tuple[Decision, ...] = ("potions", "unused-potions")
"""Most potions, then most unused potions, then shared (Evenglow, "Winning")."""


def places(standings: Sequence[Standing]) -> tuple[int, ...]:
    """The place of each player, in the order given; equal players share a place and the next place is skipped.

    >>> places([Standing("Ada", 40), Standing("Bo", 44), Standing("Cy", 44)])
    (3, 1, 1)
    """
    keys = [(standing.total, *standing.tie_breakers) for standing in standings]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def find_tie(standings: Sequence[Standing], tie_breakers: Sequence[Decision] = ()) -> Tie | None:
    """The tie for the first place and what decided it; None where one total is the highest.

    >>> find_tie([Standing("Ada", 44, (3, 0)), Standing("Bo", 44, (3, 2))], EVENGLOW_TIE_BREAKERS)
    Tie(players=('Ada', 'Bo'), decided_by='unused-potions')
    """
    best = max((standing.total for standing in standings), default=0)
    left = [standing for standing in standings if standing.total == best]
    if len(left) < 2:
        return None
    names = tuple(standing.name for standing in left)
    for index, decision in enumerate(tie_breakers):
        most = max(standing.tie_breakers[index] for standing in left)
        left = [standing for standing in left if standing.tie_breakers[index] == most]
        if len(left) == 1:
            return Tie(names, decision)
    return Tie(names, "shared")
