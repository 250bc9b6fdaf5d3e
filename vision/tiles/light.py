"""How the light of a photograph differs from the light in which the references were taken, over the board.

White balance, a lamp on one side and the fall of shade are seen on every space whose contents are already known. Colour
changes slowly over a board, so it is a smooth surface through them; brightness may jump (the edge of a shadow), so only
its trend is used, loosely.
"""

import numpy as np
from numpy.typing import NDArray

from vision.homography import Points
from vision.tiles.patch import Floats, Mask

_OFF = 0.08
"""Log gain: a space that is off by more than this (a token, glare, a wrong first guess) counts less and less."""

_OFF_AT_FIRST = 0.25
"""The same around the median of all spaces, from which the search starts: light that is mixed varies this much."""

_BEND = 1.0
"""Ridge on the bent terms, in units of a space: a photograph with few known spaces gets a plane, or just a level."""

_TILT = 0.3
_LEVEL = 0.3
_APART = 2.0
_ROUNDS = 6
_DARK = 8.0  # grey levels added before the logarithm, so that black print does not decide


def mean_colours(patches: Floats, mask: Mask) -> Floats:
    """Mean colours (N, 3) of patches (N, S, S, 3) under a mask (S, S)."""
    return np.asarray(patches[:, mask].mean(axis=1), np.float32)


def fit_light(
    places: Points, is_empty: NDArray[np.bool_], seen: Floats, reference: Floats, everywhere: Points
) -> tuple[Floats, Floats]:
    """Smooth surfaces through the light that spaces of known contents show.

    Parameters
    ----------
    places : (N, 2) float64
        Where the spaces lie, in any unit that makes the board about 2 wide.
    is_empty : (N,) bool
        Which of them are empty: a constant between them and tiles allows for references taken in two photographs.
    seen, reference : (N, 3) float32
        Mean colours in the photograph and of the references, grey levels.
    everywhere : (M, 2) float64
        Where the surface is wanted.

    Returns
    -------
    tiles, empty : (M, 3) float32
        Natural log of the light over that of the references; zero when nothing was measured.
    """
    if len(places) == 0:
        nothing = np.zeros((len(everywhere), 3), np.float32)
        return nothing, nothing
    gains = np.log(seen + _DARK) - np.log(reference + _DARK)
    # A dark channel says little about the light in it: a veil or a neighbour's reflection weighs as much as the print.
    weights = np.asarray((np.minimum(reference, 200.0) / 200.0) ** 2 + 1e-3, np.float64)
    terms = np.column_stack([_terms(places), is_empty])
    ridge = np.diag([_LEVEL, _TILT, _TILT, _BEND, _BEND, _BEND, _APART])
    solution = np.zeros((7, 3))
    counted = weights * _trust(gains - np.median(gains, axis=0), weights, _OFF_AT_FIRST)
    for _ in range(_ROUNDS):
        for channel in range(3):
            weighted = terms * counted[:, channel, None]
            solution[:, channel] = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ gains[:, channel])
        counted = weights * _trust(gains - terms @ solution, weights, _OFF)
    base = _terms(everywhere) @ solution[:6]
    return np.asarray(base, np.float32), np.asarray(base + solution[6], np.float32)


def board_places(centres: Points) -> Points:
    """Points (N, 2) moved and scaled so that they span about -1..1."""
    low, high = centres.min(axis=0), centres.max(axis=0)
    half = max(float((high - low).max()) / 2, 1e-9)
    scaled: Points = (centres - (low + high) / 2) / half
    return scaled


def _trust(error: Points, weights: Points, off: float) -> Points:
    """How much each space counts, (N, 1), by its error (N, 3): one measure for the three channels.

    Brightness may be off (shade), colour may not.
    """
    total = weights.sum(axis=1, keepdims=True)
    common = (error * weights).sum(axis=1, keepdims=True) / total
    colour = ((error - common) ** 2 * weights).sum(axis=1, keepdims=True) / total
    trust: Points = 1 / (1 + (colour + (common / 4) ** 2) / off**2) ** 2
    return trust


def _terms(places: Points) -> NDArray[np.float64]:
    x, y = places[:, 0], places[:, 1]
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])
