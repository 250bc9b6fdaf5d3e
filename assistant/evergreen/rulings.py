"""Which of our rulings mattered at a table of Evergreen (contract, "Rulings where the rulebooks are silent").

A ruling is told where the score or a planet would differ without it, not merely where it could be named.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from assistant.evergreen.fertility import CardKind, FertilityCard
from assistant.evergreen.pieces import PIECES, Piece
from assistant.evergreen.season import EndOfSeason
from assistant.evergreen.state import SEASONS, Player, State
from assistant.layout import Biome, Space
from assistant.sheet import RulingUsed, listed

EQUAL_TOTALS = RulingUsed(6, "The rulebooks at hand name no tie-breaker: equal totals share the place.")


def rulings_used(state: State, ends: Sequence[EndOfSeason], totals: Sequence[int]) -> Iterator[RulingUsed]:
    """The rulings that mattered: those about shadows by player, then those about the whole table."""
    for player, end in zip(state.players, ends, strict=True):
        yield from _about_shadows(player, end)
    biomes = [biome for biome, stack in state.fertility.items() if _has_ruled_duplicate(stack)]
    if state.season == SEASONS and any(_scores_fertility(end, biome) for end in ends for biome in biomes):
        yield RulingUsed(3, "A duplicate card copies the effective value of the card below it.")
    if len(set(totals)) < len(totals):
        yield EQUAL_TOTALS


def _about_shadows(player: Player, end: EndOfSeason) -> Iterator[RulingUsed]:
    over_gap = {
        space
        for casters_by_space in (end.grown, end.died, _that_matters(end))
        for space, casters in casters_by_space.items()
        if all(_is_over_gap(end, caster, space) for caster in casters)
    }
    if over_gap:
        yield RulingUsed(4, f"A shadow runs over a gap onto {listed(over_gap)}.", player.name)
    stayed = {s for s in end.dark if end.lit_planet.pieces[s] is Piece.SMALL_PINE}
    by_grown = (stayed | set(end.died)) - set(end.dark_before)
    if by_grown:
        verb = "is" if len(by_grown) == 1 else "are"
        message = f"Small Pines grow all at once; {listed(by_grown)} {verb} in shadow only of a grown pine."
        yield RulingUsed(5, message, player.name)


def _that_matters(end: EndOfSeason) -> Mapping[Space, tuple[Space, ...]]:
    """What stands in shadow in the Collect Light step and scores otherwise there than in the light."""
    facts = {space: PIECES[end.lit_planet.pieces[space]] for space in end.dark}
    return {space: casters for space, casters in end.dark.items() if facts[space].light != facts[space].dark}


def _is_over_gap(end: EndOfSeason, caster: Space, space: Space) -> bool:
    """Whether a shadow passes over a cell that is no space on its way."""
    area = end.before.area
    (x, y), (dx, dy) = area.cells[caster], end.sun.away
    for steps in range(1, PIECES[Piece.GIANT_TREE].shadow + 1):
        at = area.space_at.get((x + dx * steps, y + dy * steps))
        if at is None or at == space:
            return at is None
    raise ValueError(f"{space} is not in the shadow of {caster}")


def _has_ruled_duplicate(stack: Sequence[FertilityCard]) -> bool:
    """Whether a duplicate lies on anything but open icons, of which alone the rulebook speaks."""
    for below, card in pairwise((None, *stack)):
        is_copy = card is not None and card.kind is CardKind.DUPLICATE and not card.flipped
        if is_copy and (below is None or below.flipped or below.kind is not CardKind.ICONS):
            return True
    return False


def _scores_fertility(end: EndOfSeason, biome: Biome) -> bool:
    planet = end.after
    return any(PIECES[p].fertility and planet.area.biomes[space] is biome for space, p in planet.pieces.items())
