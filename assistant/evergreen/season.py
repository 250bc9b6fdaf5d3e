"""The end-of-season procedure in its order: pines grow, cacti die, light is collected, mushrooms double, the biggest
forest is scored (core game; "Special Rules" of each module).

Every step is kept with who darkens whom, so that a person can go through it with a finger.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.evergreen.pieces import PIECES, Piece
from assistant.evergreen.planet import Planet, Sun
from assistant.layout import Space

Casters = Mapping[Space, tuple[Space, ...]]
"""For each space whose piece is in shadow: the spaces of the pieces that darken it, nearest first."""


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


def end_season(planet: Planet, sun: Sun) -> EndOfSeason:
    """Go through the end of a season with the Sun on one side."""
    dark = dark_before = planet.casters(sun)
    # All small pines in shadow grow at once: those that only a grown pine darkens stay (Pines, "Special Rules").
    grown = _of(planet, dark, Piece.SMALL_PINE)
    with_grown = planet.with_pieces(dict.fromkeys(grown, Piece.BIG_PINE)) if grown else planet
    # Cacti are judged with the grown pines (ruling 5), before light is counted (Cacti, "Special Rules").
    if grown:
        dark = with_grown.casters(sun)
    died = _of(with_grown, dark, Piece.CACTUS)
    # A cactus casts no shadow, so removing some changes nobody else's light.
    lit_planet = with_grown.with_pieces(dict.fromkeys(died)) if died else with_grown
    dark = {space: casters for space, casters in dark.items() if space not in died}
    # Mushrooms in shadow score as they stand and double afterwards (Mushrooms, "Special Rules").
    doubled = tuple(_of(lit_planet, dark, Piece.SINGLE_MUSHROOM))
    after = lit_planet.with_pieces(dict.fromkeys(doubled, Piece.DOUBLE_MUSHROOM)) if doubled else lit_planet
    return EndOfSeason(planet, sun, dark_before, grown, died, lit_planet, dark, doubled, after.biggest_forest, after)


def _of(planet: Planet, casters: Casters, piece: Piece) -> Casters:
    return {space: by for space, by in casters.items() if planet.pieces[space] is piece}
