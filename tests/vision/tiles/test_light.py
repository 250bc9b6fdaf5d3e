"""The light of a photograph is found from the spaces that are known, whatever a few wrong guesses say."""

import numpy as np

from vision.tiles.light import board_places, fit_light

PLACES = board_places(np.array([(x, y) for y in range(5) for x in range(10)], np.float64))
REFERENCE = np.random.default_rng(1).uniform(60, 220, (50, 3)).astype(np.float32)
NOT_EMPTY = np.zeros(50, np.bool_)


def test_a_lamp_on_one_side_is_followed_over_the_board():
    light = np.column_stack([0.10 * PLACES[:, 0], np.zeros(50), -0.3 - 0.15 * PLACES[:, 0]])
    tiles, _ = fit_light(PLACES, NOT_EMPTY, (REFERENCE * np.exp(light)).astype(np.float32), REFERENCE, PLACES)
    assert np.abs(tiles - light).max() < 0.06


def test_a_quarter_of_wrong_guesses_does_not_bend_it():
    light = np.tile([0.0, -0.05, -0.25], (50, 1))
    seen = REFERENCE * np.exp(light)
    seen[::4] = REFERENCE[::4] * np.exp([-0.5, 0.1, 0.3])
    tiles, _ = fit_light(PLACES, NOT_EMPTY, seen.astype(np.float32), REFERENCE, PLACES)
    assert np.abs(tiles - light).max() < 0.08


def test_without_known_spaces_it_is_the_light_of_the_references():
    nothing = np.zeros((0, 3), np.float32)
    tiles, empty = fit_light(PLACES[:0], NOT_EMPTY[:0], nothing, nothing, PLACES)
    assert not tiles.any()
    assert not empty.any()
