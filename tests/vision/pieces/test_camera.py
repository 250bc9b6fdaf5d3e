"""Where the camera stood, from the homography of the board."""

import numpy as np
import pytest

from vision.pieces.camera import Camera, estimate_camera


def _photograph(centre: tuple[float, float, float], focal: float, turn: float) -> tuple[np.ndarray, np.ndarray]:
    """The homography of the board for a camera at `centre` (heights up) that looks at (3, 3), and its 3 x 4 matrix."""
    position = np.array([centre[0], centre[1], -centre[2]])
    forward = np.array([3.0, 3.0, 0.0]) - position
    forward /= np.linalg.norm(forward)
    right = np.cross(np.array([np.sin(turn), np.cos(turn), 0.0]), forward)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    intrinsic = np.array([[focal, 0, 1024], [0, focal, 768], [0, 0, 1]])
    matrix = intrinsic @ np.column_stack([rotation, -rotation @ position])
    return matrix[:, [0, 1, 3]], matrix


@pytest.mark.parametrize("centre", [(3.0, 12.0, 13.0), (0.5, 8.0, 16.0), (2.0, -4.0, 15.0)])
def test_the_camera_is_found_from_a_tilted_board(centre: tuple[float, float, float]) -> None:
    homography, _ = _photograph(centre, 1700.0, 0.2)
    camera = estimate_camera(homography, (2048, 1536))
    assert camera.focal_px == pytest.approx(1700, rel=0.03)
    assert camera.centre == pytest.approx(centre, abs=0.03 * np.linalg.norm(centre))


def test_a_known_focal_length_is_used() -> None:
    homography, _ = _photograph((3.0, 4.0, 15.0), 1500.0, 0.0)
    camera = estimate_camera(homography, (2048, 1536), focal_px=1500.0)
    assert camera.centre == pytest.approx((3.0, 4.0, 15.0), abs=0.01)


def test_a_point_above_the_board_hides_its_shadow() -> None:
    homography, matrix = _photograph((1.0, 11.0, 14.0), 1600.0, -0.3)
    top = np.array([4.0, 2.0, 1.2])
    seen = matrix @ np.array([top[0], top[1], -top[2], 1.0])
    ground = Camera(np.array([1.0, 11.0, 14.0]), 1600.0).shadow(top[None])[0]
    behind = homography @ np.array([*ground, 1.0])
    assert behind[:2] / behind[2] == pytest.approx(seen[:2] / seen[2], abs=1e-6)
