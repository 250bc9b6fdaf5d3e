"""What a body hides, drawn in two ways."""

import cv2
import numpy as np
import pytest

from vision.pieces.body import LAYERS, SIDE, Body, silhouette, silhouettes
from vision.pieces.camera import Camera

CAMERA = Camera(np.array([3.0, 9.0, 9.0]), 1000.0)
GROUND = (200, 220)
POINTS = np.array([[1.0, 1.0], [3.2, 2.1], [0.0, 5.9], [6.8, 0.2]])


def _sawn() -> Body:
    layers = np.zeros((LAYERS, SIDE, SIDE), bool)
    for level in range(9):
        layers[level, 20:29, 8 + level : 40 - level] = True
    return Body(layers)


@pytest.mark.parametrize("turn", [0.0, 0.4])
def test_a_silhouette_is_what_its_layers_hide_point_by_point(turn: float) -> None:
    body, point = _sawn(), POINTS[1]
    shown = silhouette(body, CAMERA, point, point * 32 - 0.5, GROUND, turn)
    ground = np.zeros(GROUND, bool)
    ground[shown.window()] = shown.mask
    level, row, column = np.nonzero(body.layers)
    height = np.where(level < 8, level + 0.5, 9) * 0.075  # the top one is seen at its top, the others in their middle
    x, y = (column - SIDE // 2) / 32, (row - SIDE // 2) / 32
    turned = np.column_stack([np.cos(turn) * x - np.sin(turn) * y, np.sin(turn) * x + np.cos(turn) * y])
    hidden = CAMERA.shadow(np.column_stack([turned + point, height])) * 32 - 0.5
    found = np.rint(hidden).astype(int)
    assert ground[found[:, 1], found[:, 0]].mean() > 0.99
    near = np.zeros(GROUND, np.uint8)
    near[found[:, 1], found[:, 0]] = 1
    assert not (ground & ~cv2.dilate(near, np.ones((3, 3), np.uint8)).astype(bool)).any()


def test_full_layers_are_drawn_like_all_others() -> None:
    body = _sawn()
    painted = silhouettes(body, CAMERA, POINTS, POINTS * 32 - 0.5, GROUND)
    warped = silhouettes(body, CAMERA, POINTS, POINTS * 32 - 0.5, GROUND, turn=1e-9)
    for one, other in zip(painted, warped, strict=True):
        assert np.count_nonzero(one.mask) > 100
        assert (one.x, one.y) == (other.x, other.y)
        assert np.array_equal(one.mask, other.mask)


def test_a_body_without_layers_and_one_beyond_the_ground_hide_nothing() -> None:
    nothing = silhouette(Body(np.zeros((LAYERS, SIDE, SIDE), bool)), CAMERA, POINTS[0], POINTS[0] * 32, GROUND)
    assert not nothing.mask.any()
    far = np.array([-20.0, -20.0])
    beyond = silhouette(_sawn(), CAMERA, far, far * 32, GROUND)
    assert not beyond.mask.any()
    assert beyond.window(shape=GROUND) == (slice(0, 1), slice(0, 1))
