"""What is taken for bare board: a dark piece on dark ground is no shadow, the wall of a recess is no piece."""

import numpy as np
import pytest

from vision.pieces.light import BareBoard
from vision.pieces.palette import UNKNOWN, board_log_density

SIDE = 96
GROUND = (0.10, 0.16, 0.13)


def _board(recess: bool = False) -> BareBoard:
    random = np.random.default_rng(3)
    picture = np.array(GROUND) * np.exp(random.normal(0, 0.02, (SIDE, SIDE, 1)))
    if recess:
        picture[30:66, 30:66] *= 0.5
    return BareBoard(picture.astype(np.float32))


def _density(board: BareBoard, factor: np.ndarray) -> np.ndarray:
    random = np.random.default_rng(4)
    seen = board.linear * factor * np.exp(random.normal(0, 0.02, board.linear.shape)).astype(np.float32)
    return board_log_density(board, seen.astype(np.float32), np.ones((SIDE, SIDE), bool))


def _darker(by: float, rows: slice, columns: slice) -> np.ndarray:
    factor = np.ones((SIDE, SIDE, 1), np.float32)
    factor[rows, columns] = np.exp(-by)
    return factor


def test_a_soft_shadow_is_board() -> None:
    density = _density(_board(), _darker(0.3, slice(20, 70), slice(20, 70)))
    assert np.median(density[30:60, 30:60]) > UNKNOWN / 2


@pytest.mark.parametrize("by", [0.8, 1.2])
def test_what_is_much_darker_than_its_ground_is_no_shadow(by: float) -> None:
    density = _density(_board(), _darker(by, slice(20, 70), slice(20, 70)))
    assert np.median(density[:15]) - np.median(density[30:60, 30:60]) > 4


def test_shade_beside_the_edge_of_a_recess_is_less_surprising_than_on_even_ground() -> None:
    strip = _darker(0.6, slice(32, 37), slice(32, 64))
    even = np.median(_density(_board(), strip)[33:36, 36:60])
    rugged = np.median(_density(_board(recess=True), strip)[33:36, 36:60])
    assert rugged > even + 0.5


def test_a_noisy_photograph_allows_more_than_a_clean_one() -> None:
    board = _board()
    shifted = np.ones((SIDE, SIDE, 3), np.float32)
    shifted[20:70, 20:70] *= (0.93, 1.0, 1.07)
    random = np.random.default_rng(5)
    noise = np.exp(random.normal(0, 0.15, (SIDE, SIDE, 3))).astype(np.float32)
    clean, noisy = _density(board, shifted), _density(board, shifted * noise)
    drop = [np.median(d[:15]) - np.median(d[30:60, 30:60]) for d in (clean, noisy)]
    assert drop[0] > 2 * drop[1]
