"""Photographs of a real tile game, taught from four kingdoms: the figures that issue and docs name hold."""

import pytest

from tests.vision.real_tiles import REAL_TILES, TAUGHT_KINGDOMS, read_kingdoms


@pytest.mark.photos
def test_real_tiles_of_other_kingdoms_are_read():
    if not REAL_TILES.is_dir():
        pytest.skip("the photographs of real tiles (../shared/real-tiles) are not beside this checkout")
    score = read_kingdoms(REAL_TILES, TAUGHT_KINGDOMS)
    assert score.cells > 1500
    assert score.right >= 0.985 * score.cells
    assert score.silent <= 0.003 * score.cells
    assert score.turned_right >= 0.95 * score.motifs
