"""The moves of Evergreen that change a planet: plantings, growths and powers, each with all its ways.

Core game ("each player takes one action in the card's biome ... or one sprout or growth in any biome, and one power");
"Power Activation" of each module. A move is a set of changed spaces; whether it is worth anything is asked elsewhere.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations

from assistant.evergreen.pieces import PIECES, Piece
from assistant.evergreen.planet import Planet
from assistant.evergreen.setup import Power
from assistant.layout import Biome, Space
from assistant.sheet import in_order, listed

GROWS_INTO: Mapping[Piece, Piece] = {Piece.SPROUT: Piece.SMALL_TREE, Piece.SMALL_TREE: Piece.BIG_TREE}
"""Growth: sprout, small tree, big tree. The rulebooks at hand let nothing else grow by a growth action."""

SPROUTS_OF_AN_ACTION = 3
GROWTHS_OF_AN_ACTION = 2
PLANTS_A_LAKE_GROWS = 2

NEEDS_CARD_BIOME = frozenset({Power.PLANT_CACTUS, Power.SUPER_GROWTH})
"""Powers for which the biome of the card picked this round matters."""


class Action(StrEnum):
    """What advice can be asked for besides the powers."""

    CARD = "card"
    GROWTH = "growth"
    SPROUT = "sprout"


@dataclass(frozen=True)
class Move:
    """Some spaces of a planet changed in one go."""

    words: str
    changes: Mapping[Space, Piece]


def moves_of(planet: Planet, what: Action | Power, biome: Biome | None = None) -> Iterator[Move]:
    """Every way to do something on a planet; `biome` is that of the card picked this round, where it matters.

    Raises `ValueError` where the biome is needed and missing.
    """
    if biome is None and (what is Action.CARD or what in NEEDS_CARD_BIOME):
        raise ValueError(f"{what} needs the biome of the card")
    match what:
        case Action.CARD:
            assert biome is not None
            yield from _card_action(planet, biome)
        case Action.GROWTH:
            yield from _growths(planet, _growing(planet))
        case Action.SPROUT | Power.PLANT_SPROUT:
            yield from _plantings(planet, Piece.SPROUT)
        case Power.GROW_SMALL_TREE:
            yield from _growths(planet, _standing(planet, Piece.SPROUT))
        case Power.GROW_BIG_TREE:
            yield from _growths(planet, _standing(planet, Piece.SMALL_TREE))
        case Power.PLANT_BUSH:
            yield from _plantings(planet, Piece.BUSH)
        case Power.PLACE_LAKE:
            yield from _lakes(planet)
        case Power.BUD:
            return  # points of their own, nothing on the planet
        case Power.SMALL_PINE_GROWTH:
            yield from _replacements(planet, Piece.SPROUT, Piece.SMALL_PINE)
        case Power.PLANT_CACTUS:
            yield from _plantings(planet, Piece.CACTUS, biome)
        case Power.SUPER_GROWTH:  # both of its effects happen in the card's biome ("Power Activation")
            yield from _growths(planet, _growing(planet, biome))
            yield from _replacements(planet, Piece.BIG_TREE, Piece.GIANT_TREE, biome)
        case Power.PLANT_MUSHROOM:
            yield from _plantings(planet, Piece.SINGLE_MUSHROOM)


def _card_action(planet: Planet, biome: Biome) -> Iterator[Move]:
    """Three sprouts, or two growths on two spaces, or a sprout and a growth elsewhere, all in the card's biome."""
    empty, growing = _empty(planet, biome), _growing(planet, biome)
    if empty:
        for spaces in combinations(empty, min(SPROUTS_OF_AN_ACTION, len(empty))):
            what = "a Sprout" if len(spaces) == 1 else "Sprouts"
            yield Move(f"Plant {what} on {listed(spaces)}", dict.fromkeys(spaces, Piece.SPROUT))
    if growing:
        for spaces in combinations(growing, min(GROWTHS_OF_AN_ACTION, len(growing))):
            words = "; ".join(_grown(planet, s) for s in spaces)
            yield Move(words, {s: GROWS_INTO[planet.pieces[s]] for s in spaces})
    for sprout in empty:
        for space in growing:
            changes = {sprout: Piece.SPROUT, space: GROWS_INTO[planet.pieces[space]]}
            yield Move(f"Plant a Sprout on {sprout}; {_grown(planet, space)}", changes)


def _plantings(planet: Planet, piece: Piece, biome: Biome | None = None) -> Iterator[Move]:
    for space in _empty(planet, biome):
        yield Move(f"{PIECES[piece].label} on {space}", {space: piece})


def _growths(planet: Planet, spaces: tuple[Space, ...]) -> Iterator[Move]:
    for space in spaces:
        yield Move(_grown(planet, space), {space: GROWS_INTO[planet.pieces[space]]})


def _replacements(planet: Planet, old: Piece, new: Piece, biome: Biome | None = None) -> Iterator[Move]:
    for space in _standing(planet, old, biome):
        yield Move(f"{PIECES[old].label} on {space} becomes a {PIECES[new].label}", {space: new})


def _lakes(planet: Planet) -> Iterator[Move]:
    """A lake on an empty space, which grows up to two plants beside it."""
    for space in _empty(planet):
        near = [s for s in in_order(planet.area.neighbours[space]) if planet.pieces.get(s) in GROWS_INTO]
        for grown in chain.from_iterable(combinations(near, n) for n in range(min(PLANTS_A_LAKE_GROWS, len(near)) + 1)):
            words = "; ".join([f"{PIECES[Piece.LAKE].label} on {space}", *(_grown(planet, s) for s in grown)])
            yield Move(words, {space: Piece.LAKE} | {s: GROWS_INTO[planet.pieces[s]] for s in grown})


def _empty(planet: Planet, biome: Biome | None = None) -> tuple[Space, ...]:
    return in_order(s for s in planet.area.cells if s not in planet.pieces and _inside(planet, s, biome))


def _standing(planet: Planet, piece: Piece, biome: Biome | None = None) -> tuple[Space, ...]:
    return tuple(s for s in planet.spaces_by_piece.get(piece, ()) if _inside(planet, s, biome))


def _growing(planet: Planet, biome: Biome | None = None) -> tuple[Space, ...]:
    return in_order(s for piece in GROWS_INTO for s in _standing(planet, piece, biome))


def _inside(planet: Planet, space: Space, biome: Biome | None) -> bool:
    return biome is None or planet.area.biomes[space] is biome


def _grown(planet: Planet, space: Space) -> str:
    old = planet.pieces[space]
    return f"{PIECES[old].label} on {space} grows into a {PIECES[GROWS_INTO[old]].label}"
