"""The plant tiles left beside the boards, and when a pile ends the game (rulebook: "Components", "Game End", 1).

Glade knows the tiles that lie on the boards it was told of; what it was not told of is still counted as supply.
"""

from collections import Counter
from dataclasses import dataclass

from assistant.evenglow.plants import PLANTS, POTION_CARDS_OF_A_KIND, POTIONS, TILES_OF_A_KIND, Plant, Potion
from assistant.evenglow.state import State, Variant

MOST_OF_A_KIND_PER_TURN = 2
"""A player plants two tiles a turn; where both are of one kind, each player may take two of it."""


@dataclass(frozen=True)
class Pile:
    """The pile of one plant. It `is_low` when the next turn could use it up, and `is_out` when it is."""

    plant: Plant
    on_boards: int
    left: int
    is_low: bool

    @property
    def is_out(self) -> bool:
        """Whether nothing is left: the game ends with the current turn."""
        return self.left == 0

    @property
    def warning(self) -> str:
        """What to know about the pile now; empty while there is plenty."""
        plural = PLANTS[self.plant].plural
        if self.is_out:
            return (
                f"{plural} have run out: the game ends once this turn is completed. Whoever should plant one and finds "
                "none may plant any tile instead; tiles are taken in turn order."
            )
        if self.is_low:
            return f"{self.left} {plural} left: if they run out, the game ends once that turn is completed."
        return ""

    def to_json(self) -> dict[str, object]:
        """The pile as the web app shows it."""
        return {
            "plant": self.plant.value,
            "on_boards": self.on_boards,
            "left": self.left,
            "is_low": self.is_low,
            "is_out": self.is_out,
            "warning": self.warning,
        }


def plant_supply(state: State) -> tuple[Pile, ...]:
    """The pile of every plant: 44 less the tiles on the boards.

    In a solo game the tiles of the Unseen are not noted one by one, so a pile holds at most so many.
    """
    lying = Counter(
        tile.plant for player in state.players for garden in player.gardens.values() for tile in garden.tiles.values()
    )
    low = MOST_OF_A_KIND_PER_TURN * (len(state.players) + (state.variant is Variant.SOLO))
    piles = []
    for plant in Plant:
        left = max(0, TILES_OF_A_KIND - lying[plant])
        piles.append(Pile(plant, lying[plant], left, left <= low))
    return tuple(piles)


def potion_supply(state: State) -> dict[Potion, int]:
    """The Potion cards of each kind that nobody has taken yet."""
    return {
        potion: max(0, POTION_CARDS_OF_A_KIND - sum(player.potions[potion].count for player in state.players))
        for potion in POTIONS
    }
