"""At which edge of the planet board the Sun stands.

The Sun is a wooden disc of the size of a space that lies at the middle of one edge, half beyond the board. It is not
among the taught pieces, so it is known by what the rulebook says of it and what a disc must show: yellow to orange,
of one colour, round, and at one edge only. Anything less is no answer: a wrong Sun costs more than a question.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision.decode import Photo
from vision.lattice import Lattice
from vision.location import Location
from vision.patches import sample_around
from vision.pieces.light import to_lab, to_linear

SIDES = ("top", "right", "bottom", "left")
"""Clockwise, as the board's owner sees them."""

_PATCH_PX = 48
_PATCH_PITCHES = 2.4
_CORE, _DISC, _BEYOND = 0.28, 0.40, (0.62, 0.95)
"""Radii in pitches: surely inside the disc, just inside it, and the ring that must show something else. Discs of the
labelled sets have a radius of 0.45 to 0.5 and lie up to 0.08 off."""
_SUNNY = (36.0, 45.0, 112.0)
"""Least chroma, and hues from orange to yellow (degrees in the a*, b* plane): the labelled discs have 40 to 90, and 65
to 102 in all their lights."""
_WARM = (25.0, 15.0, 140.0)
"""The same for what may still be a Sun, pale or of another paint, if it stands out from its surroundings."""
_SAME = 24.0
"""Distance in L*a*b* within which a pixel has the disc's colour: its grain and its bevel are within 20."""
_DISC_SHARE, _BEYOND_SHARE, _BEYOND_SHARE_WARM = 0.80, 0.30, 0.15
"""Shares of the disc and of the ring beyond it that may have the disc's colour: at least, at most. Tables seen through
the board's notches have 0.2 beyond, and hardly any chroma."""
_CLEAR_LEAD = 0.35
"""How much rounder than the next edge's patch the disc must be."""


def find_sun(photo: Photo, location: Location, lattice: Lattice) -> tuple[str | None, float]:
    """The Sun's side and how sure that is; (None, 0.0) when no edge shows it beyond doubt."""
    width, height = lattice.size
    middles = np.array([(width / 2, 0), (width, height / 2), (width / 2, height), (0, height / 2)])
    seen = location.to_photo(middles)
    patches = sample_around(photo, location, middles, lattice.pitch * _PATCH_PITCHES, _PATCH_PX)
    rows, columns = photo.pixels.shape[:2]
    scores: dict[str, float] = {}
    for side, patch, (x, y) in zip(SIDES, patches, seen, strict=True):
        inside = 0 <= x < columns and 0 <= y < rows
        scores[side] = _roundness(np.asarray(to_lab(to_linear(patch)))) if inside else 0.0
    return _only_one(scores)


def _only_one(scores: Mapping[str, float]) -> tuple[str | None, float]:
    first, second = sorted(scores, key=lambda side: -scores[side])[:2]
    lead = scores[first] - scores[second]
    if scores[first] <= 0 or lead < _CLEAR_LEAD:
        return None, 0.0
    return first, float(min(0.999, 0.9 + 0.1 * lead))


def _roundness(lab: NDArray[np.float32]) -> float:
    """How much of a disc of one sunny colour a patch shows around its middle, 0 (none) to 1."""
    steps = ((np.arange(_PATCH_PX) + 0.5) / _PATCH_PX - 0.5) * _PATCH_PITCHES
    radius = np.hypot(*np.meshgrid(steps, steps))
    colour = np.median(lab[radius < _CORE], axis=0)
    hue = np.degrees(np.arctan2(colour[2], colour[1]))
    chroma = np.hypot(colour[1], colour[2])
    is_sunny, is_warm = (least <= chroma and low <= hue <= high for least, low, high in (_SUNNY, _WARM))
    if not is_warm:
        return 0.0
    same = np.linalg.norm(lab - colour, axis=2) < _SAME
    disc = float(same[radius < _DISC].mean())
    beyond = float(same[(radius > _BEYOND[0]) & (radius < _BEYOND[1])].mean())
    if disc < _DISC_SHARE or beyond > (_BEYOND_SHARE if is_sunny else _BEYOND_SHARE_WARM):
        return 0.0
    return disc - beyond
