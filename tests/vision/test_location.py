"""A location takes board points to the photo and back."""

import numpy as np

from vision.location import Location

HOMOGRAPHY = np.array([[1.2, 0.2, 200.0], [-0.1, 1.1, 300.0], [1e-4, 5e-5, 1.0]])


def test_photo_and_board_undo_each_other_through_a_bent_lens() -> None:
    location = Location(HOMOGRAPHY, (1280.0, 700.0), (2048, 1536), scale=0.5, k1=-0.1)
    points = np.random.default_rng(3).uniform((0, 0), (1280, 700), (50, 2))
    assert np.abs(location.to_board(location.to_photo(points)) - points).max() < 0.05


def test_corners_leave_in_full_size_pixels() -> None:
    location = Location(np.eye(3), (100.0, 50.0), (2048, 1536), scale=0.5)
    assert location.corners_xy.tolist() == [[0, 0], [200, 0], [200, 100], [0, 100]]


def test_a_place_is_the_same_in_a_larger_form_of_the_photograph() -> None:
    small = Location(HOMOGRAPHY, (1280.0, 700.0), (1024, 768), scale=0.25, k1=-0.1)
    large = small.at_size((2048, 1536))
    assert large.scale == 0.5
    points = np.random.default_rng(4).uniform((0, 0), (1280, 700), (50, 2))
    assert np.abs((small.to_photo(points) + 0.5) * 2 - 0.5 - large.to_photo(points)).max() < 0.2  # half a pixel of lens
