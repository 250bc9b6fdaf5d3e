"""Setting up a game of Evenglow (rulebook: "Setup", "Seed your garden", "Play Against the Unseen")."""

from assistant.layout import Space

SEED_SPACE: Space = "7"
"""Where both seed tiles go, one in each garden."""

SOLO_EMPTY_SPACES = 6
"""Spaces that stay empty in each garden of a solo game: 25 less the seed and 18 cards."""

_DECK = {1: 18, 2: 20, 3: 21, 4: 20}


def deck_size(players: int) -> int:
    """Plant cards in the deck for 1 (solo) to 4 players. Raises `ValueError`.

    >>> [deck_size(players) for players in (1, 2, 3, 4)]
    [18, 20, 21, 20]
    """
    if players not in _DECK:
        raise ValueError(f"players must be 1 to 4, got {players}")
    return _DECK[players]
