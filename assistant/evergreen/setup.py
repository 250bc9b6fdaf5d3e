"""Setting up a game of Evergreen (core game; "Playing Evergreen with an Expansion")."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from assistant.evergreen.pieces import Expansion
from assistant.evergreen.planet import Sun

ROUNDS_IN_SEASON = (5, 4, 3, 2)
"""Rounds of the four seasons, 14 in all."""

STARTING_POINTS = (0, 1, 2, 3)
"""Points at the start, by turn order."""

POWERS_IN_PLAY = 6
CARDS_OF_A_POWER = 7
"""Biome cards that show one power: 6 powers with 7 cards are the deck of 42."""

FERTILITY_ICONS_AT_START = 5
"""Cards are revealed into the Fertility Zone until at least so many icons lie there; negative ones count."""


class Power(StrEnum):
    """The six powers of the core game and one for each module."""

    PLANT_SPROUT = "plant-sprout"
    GROW_SMALL_TREE = "grow-small-tree"
    GROW_BIG_TREE = "grow-big-tree"
    PLANT_BUSH = "plant-bush"
    PLACE_LAKE = "place-lake"
    BUD = "bud"
    SMALL_PINE_GROWTH = "small-pine-growth"
    PLANT_CACTUS = "plant-cactus"
    SUPER_GROWTH = "super-growth"
    PLANT_MUSHROOM = "plant-mushroom"


CORE_POWERS = tuple(Power)[:POWERS_IN_PLAY]

MODULE_POWERS: Mapping[Expansion, Power] = MappingProxyType(
    {
        Expansion.PINES: Power.SMALL_PINE_GROWTH,
        Expansion.CACTI: Power.PLANT_CACTUS,
        Expansion.GIANT_TREES: Power.SUPER_GROWTH,
        Expansion.MUSHROOMS: Power.PLANT_MUSHROOM,
    }
)


@dataclass(frozen=True)
class ModuleSetup:
    """What to do for one module: which cards leave the deck, which come in, and the token's place."""

    expansion: Expansion
    power: Power
    replaces: Power
    cards_out: int = CARDS_OF_A_POWER
    cards_in: int = CARDS_OF_A_POWER


def set_up_modules(replaced: Mapping[Expansion, Power]) -> tuple[ModuleSetup, ...]:
    """The set-up of the chosen modules, each replacing one power of the core game.

    Raises `ValueError` where a power is replaced twice or is not one of the core game.
    """
    for power in replaced.values():
        if power not in CORE_POWERS:
            raise ValueError(f"{power} is not a power of the core game")
    if len(set(replaced.values())) != len(replaced):
        raise ValueError("each module must replace a power of its own")
    return tuple(
        ModuleSetup(module, MODULE_POWERS[module], replaced[module]) for module in Expansion if module in replaced
    )


def powers_in_play(replaced: Mapping[Expansion, Power]) -> tuple[Power, ...]:
    """The six powers of a game, a replaced one giving way to its module's in the same place."""
    by_core = {setup.replaces: setup.power for setup in set_up_modules(replaced)}
    return tuple(by_core.get(power, power) for power in CORE_POWERS)


def sun_side(season: int, first: Sun = Sun.TOP) -> Sun:
    """Where the Sun stands in a season (1..4): it moves clockwise, a quarter turn each season.

    >>> [sun_side(season).value for season in (1, 2, 3, 4)]
    ['top', 'right', 'bottom', 'left']
    """
    if season not in (1, 2, 3, 4):
        raise ValueError(f"season must be 1 to 4, got {season}")
    sides = list(Sun)
    return sides[(sides.index(first) + season - 1) % len(sides)]
