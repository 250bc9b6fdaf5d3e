"""Photographs under another lamp and another tone curve look as under the taught ones."""

import numpy as np
import pytest

from vision.pieces.light import BareBoard, relight

SIDE = 128
ALL = np.ones((SIDE, SIDE), bool)
DARK = np.array([0.02, 0.05, 0.03])


def _board() -> np.ndarray:
    random = np.random.default_rng(2)
    patches = random.uniform(0.05, 0.8, (8, 8, 3))
    return np.kron(patches, np.ones((16, 16, 1))).astype(np.float32)


@pytest.mark.parametrize("slope", [0.75, 1.0, 1.3])
def test_the_slope_of_the_tone_curve_is_taken_off_dark_pieces(slope: float) -> None:
    taught = _board()
    scene = taught.copy()
    scene[40:56, 40:56] = DARK
    photo = (np.array([1.1, 1.0, 0.85]) * scene ** (1 / slope)).astype(np.float32)
    relit = relight(photo, BareBoard(taught), ALL, ALL, 16)
    seen = np.median(relit.pieces[44:52, 44:52], axis=(0, 1))
    assert np.abs(np.log(seen.mean() / DARK.mean())) < 0.3
