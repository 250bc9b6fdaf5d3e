"""Setting up a game of Evenglow (rulebook: "Setup", "Seed your garden", both variants)."""

from assistant.evenglow.plants import HARVEST_TOKENS, PLANTS, POTION_CARDS_OF_A_KIND, POTIONS, TILES_OF_A_KIND
from assistant.evenglow.state import Variant
from assistant.guide import Step
from assistant.layout import Space

SEED_SPACE: Space = "7"
"""Where both seed tiles go, one in each garden."""

SOLO_EMPTY_SPACES = 6
"""Spaces that stay empty in each garden of a solo game: 25 less the seed and 18 cards."""

PLANT_CARDS = 21
"""Plant cards in the box ("Components")."""

_DECK = {1: 18, 2: 20, 3: 21, 4: 20}


def deck_size(players: int) -> int:
    """Plant cards in the deck for 1 (solo) to 4 players. Raises `ValueError`.

    >>> [deck_size(players) for players in (1, 2, 3, 4)]
    [18, 20, 21, 20]
    """
    if players not in _DECK:
        raise ValueError(f"players must be 1 to 4, got {players}")
    return _DECK[players]


def set_up_steps(players: int, variant: Variant = Variant.STANDARD) -> tuple[Step, ...]:
    """What to do before the first turn, in order. Raises `ValueError` for a number of players that cannot be."""
    solo, family = variant is Variant.SOLO, variant is Variant.FAMILY
    if solo != (players == 1):
        raise ValueError(f"{variant} is not played by {players}")
    cards = deck_size(players)
    supply = {"kinds": len(PLANTS), "tiles": TILES_OF_A_KIND}
    steps = [
        Step("boards", "Each player gets a Garden board.", {}, "evenglow-set-up")
        if not solo
        else Step("boards", "Lay your Garden board before you and the Solo board beside it.", {}, "evenglow-solo"),
        Step("tiles", "Sort the Plant tiles into {kinds} piles of {tiles}.", supply, "evenglow-supply"),
    ]
    if family:
        text = "Leave Potion cards and Harvest tokens in the box: My First Gardens is played without them."
        steps.append(Step("potions", text, {}, "evenglow-family"))
    else:
        text = "Lay out the {tokens} Harvest tokens and the {kinds} piles of {cards} Potion cards."
        values = {"tokens": HARVEST_TOKENS, "kinds": len(POTIONS), "cards": POTION_CARDS_OF_A_KIND}
        steps.append(Step("potions", text, values, "evenglow-potions"))
    if cards < PLANT_CARDS:
        text = "Shuffle the Plant cards, count off a deck of {cards} and put the rest ({rest}) back unseen."
        steps.append(Step("deck", text, {"cards": cards, "rest": PLANT_CARDS - cards}, "evenglow-set-up"))
    else:
        steps.append(Step("deck", "Shuffle all {cards} Plant cards into a deck.", {"cards": cards}, "evenglow-set-up"))
    if solo:
        steps.append(Step("first", "Lay the Draft board above your Garden board.", {}, "evenglow-turn"))
    else:
        steps += [
            Step("deal", "Deal each player one Plant card, to be kept hidden.", {}, "evenglow-set-up"),
            Step(
                "first",
                "Whoever picked a fruit last begins: the Draft board goes above their Garden board, the Active Player "
                "side towards them.",
                {},
                "evenglow-set-up",
            ),
        ]
    steps.append(
        Step(
            "seed",
            "Turn up one Seed card. Each player takes the two tiles shown for their seat and lays them on space "
            "{space}, one in each garden, whichever way round.",
            {"space": SEED_SPACE},
            "evenglow-seed",
        )
    )
    return tuple(steps)
