"""Hues name the plants of the rulebook."""

import numpy as np
import pytest

from vision.tiles.hues import HUE_DEG, hue_shares


@pytest.mark.parametrize(
    ("colour", "plant"),
    [
        ((60, 160, 70), "vine"),
        ((70, 140, 220), "leaves"),
        ((130, 70, 190), "henbane"),
        ((230, 125, 45), "lions-mane"),
        ((230, 210, 70), "mandrake"),
        ((190, 30, 50), "elderberries"),
    ],
)
def test_each_colour_that_the_rulebook_names_is_its_plant(colour: tuple[int, int, int], plant: str):
    shares = hue_shares(np.full((1, 30, 3), colour, np.float32), np.ones((1, 30), np.float32))[0]
    assert list(HUE_DEG)[int(shares.argmax())] == plant
    assert shares.max() > 0.7


def test_grey_is_no_plant():
    shares = hue_shares(np.full((1, 30, 3), 128, np.float32), np.ones((1, 30), np.float32))[0]
    assert np.allclose(shares, 1 / 6, atol=1e-3)
