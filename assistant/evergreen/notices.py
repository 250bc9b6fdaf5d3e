"""Warnings about a table of Evergreen: nothing is refused for them, all are reported at once."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from assistant.evergreen.fertility import CardKind
from assistant.evergreen.pieces import PIECES, Expansion
from assistant.evergreen.state import Player, State
from assistant.sheet import Notice, counted, in_order, listed

CARD_MODULES = {CardKind.DUPLICATE: Expansion.GIANT_TREES, CardKind.NEGATIVE: Expansion.CACTI}
"""Which module brings the cards with these icons ("Duplicate Fertility Icon", "Negative Fertility Icons")."""


def find_notices(state: State) -> Iterator[Notice]:
    """Every warning about a table: player by player, then what concerns the table and the box."""
    for player in state.players:
        yield from _about_ravines(player)
        yield from _about_seasons(player, state.season)
    yield from _about_cards(state)
    yield from _about_the_box(state)


def _about_ravines(player: Player) -> Iterator[Notice]:
    for space in in_order(player.in_ravines):
        piece = PIECES[player.in_ravines[space]].label
        message = f"A {piece} stands in the ravine {space}, where nothing grows: it does not count."
        yield Notice("piece-in-ravine", message, player.name, "planet", (space,))


def _about_seasons(player: Player, season: int) -> Iterator[Notice]:
    noted = len(player.seasons)
    if noted < season - 1:
        missing = [str(number) for number in range(noted + 1, season)]
        seasons = "season" if len(missing) == 1 else "seasons"
        message = f"The points of {seasons} {listed(missing)} are not noted: the total is not final."
        yield Notice("season-not-noted", message, player.name)
    elif noted >= season:
        message = f"Points of season {season} are noted already; the sheet counts them from the planet."
        yield Notice("season-noted-already", message, player.name)


def _about_cards(state: State) -> Iterator[Notice]:
    for biome, stack in state.fertility.items():
        for kind, module in CARD_MODULES.items():
            if module not in state.expansions and any(card.kind is kind for card in stack):
                message = (
                    f"{biome.capitalize()}: a {kind} card comes with the module {module.label}, which is not in play."
                )
                yield Notice("card-without-module", message)
        for below, card in pairwise(stack):
            if card.kind is CardKind.SKULL and not below.flipped:
                message = f"{biome.capitalize()}: the card below a skull is turned face down, but lies open here."
                yield Notice("skull-on-open-card", message)


def _about_the_box(state: State) -> Iterator[Notice]:
    pieces = Counter(piece for player in state.players for piece in player.planet.pieces.values())
    for piece, facts in PIECES.items():
        if pieces[piece] > facts.count:
            stand = counted(pieces[piece], facts.label, facts.plural)
            yield Notice("too-many-pieces", f"{stand} stand on the planets; the box holds {facts.count}.")
