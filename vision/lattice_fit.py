"""Make a tapped lattice exact: the spaces of an empty board look alike, and each looks the same turned half round.

A finger is several pixels off. Every space's surroundings are compared with the average of all; where they must be
shifted to fit tells how far each space lies from where the taps put it, and a regular lattice is fitted through the
answers. That says nothing about a shift common to all, which comes from the average's own symmetry.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.homography import Pixels, Points
from vision.landmarks import even_out
from vision.lattice import Lattice

_SIDE = 1.16  # pitches: a space with its whole outline
_PATCH_PX = 64
_ROUNDS = 4
_MIN_SPACES = 5  # an average of fewer shows the one space rather than what all share
_ALIKE = 0.5
"""Median correlation of spaces with their average below which they are too different to compare: taps are kept.
The four photo sets have 0.71 to 0.93."""

_SYMMETRIC = 0.75  # correlation of the average with itself turned half round; the four photo sets have 0.82 to 0.97
_FARTHEST_PITCH = 0.2  # no tap is that far off: a larger correction is a mistake
_ROBUST_UNITS = 1.5

FloatPatch = NDArray[np.float32]


def refine_lattice(lattice: Lattice, board_picture: Pixels) -> Lattice:
    """The lattice moved onto the printed spaces, or as it was where they do not look alike.

    Parameters
    ----------
    board_picture : (H, W, 3) uint8
        The empty board straight down, one pixel a board unit.
    """
    grey = even_out(np.asarray(cv2.cvtColor(board_picture, cv2.COLOR_RGB2GRAY), np.uint8))
    areas = [name for name, area in lattice.layout.areas.items() if len(area.cells) >= _MIN_SPACES]
    refined = lattice
    averages: dict[str, FloatPatch] = {}
    for _ in range(_ROUNDS):
        shifts: dict[str, Points] = {}
        trust: dict[str, NDArray[np.float64]] = {}
        for name in areas:
            averages[name], shifts[name], trust[name] = _shifts(grey, refined, name, averages.get(name))
            if np.median(trust[name]) < _ALIKE:
                return lattice
        refined = _fitted(refined, shifts, trust)
    centred = {name: refined.origins[name] + _off_centre(averages[name], refined) for name in areas}
    refined = replace(refined, origins=MappingProxyType({**refined.origins, **centred}))
    moved = max(
        float(np.hypot(*(refined.centres_xy(name) - lattice.centres_xy(name)).T).max()) for name in lattice.layout.areas
    )
    return refined if moved <= _FARTHEST_PITCH * lattice.pitch else lattice


def _shifts(
    grey: Pixels, lattice: Lattice, area: str, average: FloatPatch | None
) -> tuple[FloatPatch, Points, NDArray[np.float64]]:
    """The average space, how far (N, 2) each space lies from its place, in board units, and how well each fits (N,)."""
    patches = _patches(grey, lattice, area)
    if average is None:
        average = np.asarray(np.median(patches, axis=0), np.float32)
    found = [_shift(average, patch) for patch in patches]
    trust = np.array([max(correlation, 0.01) for _, correlation in found])
    units = lattice.pitch * _SIDE / _PATCH_PX
    better = np.asarray((patches * trust[:, None, None]).sum(axis=0) / trust.sum(), np.float32)
    return better, np.array([shift for shift, _ in found]) * units, trust


def _patches(grey: Pixels, lattice: Lattice, area: str) -> FloatPatch:
    steps = ((np.arange(_PATCH_PX) + 0.5) / _PATCH_PX - 0.5) * _SIDE * lattice.pitch
    grid = np.stack(np.meshgrid(steps, steps), axis=-1)
    centres = lattice.centres_xy(area)
    maps = (centres[:, None, None, :] + grid).astype(np.float32).reshape(-1, _PATCH_PX, 2)
    sampled = cv2.remap(grey, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(sampled, np.float32).reshape(len(centres), _PATCH_PX, _PATCH_PX)


def _shift(wanted: FloatPatch, patch: FloatPatch) -> tuple[Points, float]:
    """How far a patch is shifted against another, and their correlation then (Evangelidis and Psarakis 2008)."""
    warp = np.eye(2, 3, dtype=np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4)
    try:
        correlation, warp = cv2.findTransformECC(wanted, patch, warp, cv2.MOTION_TRANSLATION, criteria, None, 5)  # type: ignore[call-overload]
    except cv2.error:  # it does not converge where the two have nothing in common
        return np.zeros(2), 0.0
    shift = warp[:, 2].astype(np.float64)
    return (shift, float(correlation)) if np.abs(shift).max() < _FARTHEST_PITCH * _PATCH_PX else (np.zeros(2), 0.0)


def _fitted(lattice: Lattice, shifts: Mapping[str, Points], trust: Mapping[str, NDArray[np.float64]]) -> Lattice:
    """One basis and an origin for each area, through where the spaces were seen."""
    names = list(shifts)
    rows, values, weights = [], [], []
    for index, name in enumerate(names):
        layout = np.array(list(lattice.layout.areas[name].centres.values()))
        which = np.zeros((len(layout), len(names)))
        which[:, index] = 1
        rows.append(np.hstack([layout, which]))
        values.append(lattice.centres_xy(name) + shifts[name])
        weights.append(trust[name])
    a, b, w = np.vstack(rows), np.vstack(values), np.concatenate(weights)
    robust = w
    solution = np.zeros((a.shape[1], 2))
    for _ in range(5):
        root = np.sqrt(robust)[:, None]
        solution, _, _, _ = np.linalg.lstsq(a * root, b * root, rcond=None)
        off = b - a @ solution
        robust = w / (1 + (off**2).sum(axis=1) / _ROBUST_UNITS**2)
    origins = {name: solution[2 + index] for index, name in enumerate(names)}
    return replace(lattice, basis=solution[:2].T.copy(), origins=MappingProxyType({**lattice.origins, **origins}))


def _off_centre(average: FloatPatch, lattice: Lattice) -> Points:
    """How far the middle of the average space lies from the middle of its patch, board units."""
    shift, correlation = _shift(average, np.asarray(cv2.rotate(average, cv2.ROTATE_180), np.float32))
    if correlation < _SYMMETRIC:
        return np.zeros(2)
    off: Points = -shift / 2 * lattice.pitch * _SIDE / _PATCH_PX
    return off
