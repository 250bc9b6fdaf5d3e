"""Patches show what lies around a board point, straight down, from the form of the photograph that suits their size."""

import numpy as np
import pytest

from vision.decode import Photo
from vision.location import Location
from vision.patches import sample_around

STEEP = np.array([[0.9, 0.15, 60.0], [-0.05, 0.7, 80.0], [1e-5, -3e-4, 1.0]])


def test_a_patch_is_sampled_where_the_location_says() -> None:
    """The picture's colours are its coordinates, so that every sample tells where it was taken."""
    x, y = np.meshgrid(np.arange(1024) / 4, np.arange(768) / 4)
    photo = Photo(np.dstack([x, y, 0 * x]).astype(np.uint8), 1024, 768)
    location = Location(STEEP, (900.0, 500.0), (1024, 768), k1=0.08)
    centre, side, size = np.array([[400.0, 250.0]]), 60.0, 48
    patch = sample_around(photo, location, centre, side, size)[0].astype(float)
    steps = ((np.arange(size) + 0.5) / size - 0.5) * side
    board = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) + centre
    true = location.to_photo(board).reshape(size, size, 2) / 4
    assert np.abs(patch[..., :2] - true).max() < 1.1  # colours are whole numbers


@pytest.mark.parametrize("step_px", [1.0, 1.7, 3.0, 6.0])
def test_places_stay_the_same_in_smaller_forms(step_px: float) -> None:
    x, y = np.meshgrid(np.arange(256), np.arange(256))
    photo = Photo(np.dstack([x, y, 0 * x]).astype(np.uint8), 256, 256)
    source, place = photo.pixels_to_sample(step_px, np.array([[100.0, 60.0]]))
    column, row = np.rint(place[0]).astype(int)
    factor = 256 / source.shape[1]
    assert step_px / factor <= 1.6
    assert np.abs(source[row, column, :2] - np.array([100.0, 60.0])).max() <= factor
