"""The end-of-season procedure in its order: pines grow, cacti die, light is collected, mushrooms double, the biggest
forest is scored (core game; "Special Rules" of each module).

Every step is kept with who darkens whom, so that a person can go through it with a finger, and correct a step where the
table sees it otherwise: the steps after it follow.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.evergreen.pieces import PIECES, Piece
from assistant.evergreen.planet import Planet, Sun
from assistant.layout import Space

Casters = Mapping[Space, tuple[Space, ...]]
"""For each space whose piece is in shadow: the spaces of the pieces that darken it, nearest first."""


@dataclass(frozen=True)
class Corrections:
    """What people decided instead of what was worked out; None where they agree.

    Each is a set of spaces: which Small Pines grow, which Cacti die, which pieces are in shadow when light is
    collected, which Single Mushrooms double, which pieces make the biggest forest. A space without such a piece is
    passed over, so that a correction outlives a change of the planet.
    """

    grown: frozenset[Space] | None = None
    died: frozenset[Space] | None = None
    dark: frozenset[Space] | None = None
    doubled: frozenset[Space] | None = None
    forest: frozenset[Space] | None = None


NO_CORRECTIONS = Corrections()


@dataclass(frozen=True)
class EndOfSeason:
    """What happened at the end of a season.

    `dark_before` who is in shadow before anything changes; `grown` small pines, with what darkened them before any of
    them grew (ruling 5); `died` cacti, with what darkened them once the pines had grown; `lit_planet` the planet that
    light is collected on, `dark` who is in shadow there; `doubled` single mushrooms; `forest` the biggest forest;
    `after` the planet that is left.
    """

    before: Planet
    sun: Sun
    dark_before: Casters
    grown: Casters
    died: Casters
    lit_planet: Planet
    dark: Casters
    doubled: tuple[Space, ...]
    forest: frozenset[Space]
    after: Planet

    def light_points(self, space: Space) -> int:
        """The points of one space in the Collect Light step: for light, or for shadow where a mushroom likes it."""
        facts = PIECES[self.lit_planet.pieces[space]]
        return facts.dark if space in self.dark else facts.light


def end_season(planet: Planet, sun: Sun, corrections: Corrections = NO_CORRECTIONS) -> EndOfSeason:
    """Go through the end of a season with the Sun on one side.

    A piece that only a correction puts in shadow has no pieces that darken it.
    """
    dark = dark_before = planet.casters(sun)
    # All small pines in shadow grow at once: those that only a grown pine darkens stay (Pines, "Special Rules").
    grown = _of(planet, dark, Piece.SMALL_PINE, corrections.grown)
    with_grown = planet.with_pieces(dict.fromkeys(grown, Piece.BIG_PINE)) if grown else planet
    # Cacti are judged with the grown pines (ruling 5), before light is counted (Cacti, "Special Rules").
    if grown:
        dark = with_grown.casters(sun)
    died = _of(with_grown, dark, Piece.CACTUS, corrections.died)
    # A cactus casts no shadow, so removing some changes nobody else's light.
    lit_planet = with_grown.with_pieces(dict.fromkeys(died)) if died else with_grown
    if corrections.dark is not None:
        dark = {space: dark.get(space, ()) for space in lit_planet.pieces if space in corrections.dark}
    else:
        dark = {space: casters for space, casters in dark.items() if space not in died}
    # Mushrooms in shadow score as they stand and double afterwards (Mushrooms, "Special Rules").
    doubled = tuple(_of(lit_planet, dark, Piece.SINGLE_MUSHROOM, corrections.doubled))
    after = lit_planet.with_pieces(dict.fromkeys(doubled, Piece.DOUBLE_MUSHROOM)) if doubled else lit_planet
    forest = after.biggest_forest if corrections.forest is None else corrections.forest & after.pieces.keys()
    return EndOfSeason(planet, sun, dark_before, grown, died, lit_planet, dark, doubled, forest, after)


def _of(planet: Planet, casters: Casters, piece: Piece, corrected: frozenset[Space] | None) -> Casters:
    if corrected is None:
        return {space: by for space, by in casters.items() if planet.pieces[space] is piece}
    return {
        space: casters.get(space, ()) for space in planet.pieces if space in corrected and planet.pieces[space] is piece
    }
