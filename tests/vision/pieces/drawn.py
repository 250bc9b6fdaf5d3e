"""A drawn planet with drawn pieces: photographs of it whose truth is known because this file made them."""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from assistant.layout import Area, Grid, Layout, Space
from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.lattice import Lattice
from vision.location import Location
from vision.pieces.body import Body, silhouette
from vision.pieces.camera import estimate_camera
from vision.pieces.carve import Sawn
from vision.pieces.ground import PX, Frame
from vision.samples import Content, Sample

UNITS = 100.0
LAYOUT = Layout(
    "drawn-4x4",
    "evergreen",
    Grid.SQUARE,
    False,
    {"planet": Area("planet", Grid.SQUARE, {f"{'abcd'[x]}{y + 1}": (x, y) for y in range(4) for x in range(4)}, {})},
)
LATTICE = Lattice(LAYOUT, (700.0, 700.0), np.eye(2) * UNITS, {"planet": np.array([200.0, 200.0])})
FRAME = Frame("planet", LATTICE)

TALL = Sawn(np.array([0.12, 0.12, 0.3, 0.33, 0.3, 0.15]), np.zeros(6), 1.05, 0.28).body()
LOW = Sawn(np.array([0.25, 0.25, 0.25, 0.25, 0.22, 0.2]), np.zeros(6), 0.3, 0.28).body()
PIECES: dict[str, tuple[Body, tuple[int, int, int]]] = {
    "big-tree": (TALL, (30, 90, 45)),
    "bush": (LOW, (220, 180, 40)),
    "small-tree": (Sawn(np.full(6, 0.2), np.zeros(6), 0.6, 0.28).body(), (30, 90, 45)),
    "lake": (LOW, (40, 90, 220)),
}
"""Big and small tree have one colour: only their bodies tell them apart."""

CAMERAS = {
    "steep": (1.5, 3.0, 13.0),
    "leaning": (2.2, 9.0, 12.0),
    "other": (0.5, 7.0, 13.5),
    "behind": (1.5, -5.0, 12.0),
}


def board() -> np.ndarray:
    """The bare ground of the drawn planet, sRGB (H, W, 3)."""
    rows, columns = FRAME.shape
    random = np.random.default_rng(7)
    picture = np.zeros((rows, columns, 3), np.float32)
    for index, colour in enumerate(((205, 110, 160), (120, 170, 90), (200, 170, 90), (190, 205, 225))):
        picture[: rows // 2 if index < 2 else rows, (index % 2) * columns // 2 :][rows // 2 * (index // 2) :] = colour
    picture += cv2.GaussianBlur(random.normal(0, 30, (rows, columns, 1)).astype(np.float32), (0, 0), 2)[..., None]
    for x, y in FRAME.to_pixels(np.array(list(FRAME.centres.values()))):
        low, high = (int(x - 0.32 * PX), int(y - 0.22 * PX)), (int(x + 0.32 * PX), int(y + 0.22 * PX))
        patch = picture[low[1] : high[1], low[0] : high[0]]
        patch *= 0.75
        cv2.rectangle(picture, low, high, (60, 60, 60), 1)
    return np.clip(picture, 0, 255).astype(np.uint8)


def photograph(camera: str, standing: Mapping[Space, str], light: tuple[float, float, float] = (1, 1, 1)) -> Sample:
    """A photograph of the drawn planet, its location, and what stands on it."""
    height, width = 1200, 1600
    position = np.array([*CAMERAS[camera][:2], -CAMERAS[camera][2]])
    forward = np.array([1.5, 1.5, 0.0]) - position
    forward /= np.linalg.norm(forward)
    right = np.cross([0.0, 1.0, 0.0], forward)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    intrinsic = np.array([[1800.0, 0, width / 2], [0, 1800.0, height / 2], [0, 0, 1]])
    pitch_to_photo = (intrinsic @ np.column_stack([rotation, -rotation @ position]))[:, [0, 1, 3]]
    eye = estimate_camera(pitch_to_photo, (width, height), 1800.0)
    ground = board()
    far_first = sorted(standing, key=lambda space: -float(np.hypot(*(FRAME.centres[space] - eye.foot))))
    for space in far_first:
        body, colour = PIECES.get(standing[space], (LOW, (235, 20, 235)))
        centre = FRAME.centres[space]
        shown = silhouette(body, eye, centre, FRAME.to_pixels(centre[None])[0], FRAME.shape)
        ground[shown.window()][shown.mask] = colour
    lit = np.clip(ground * np.array(light), 0, 255).astype(np.uint8)
    to_pitch = np.array([[1 / PX, 0, FRAME.low[0] + 0.5 / PX], [0, 1 / PX, FRAME.low[1] + 0.5 / PX], [0, 0, 1]])
    pixels = cv2.warpPerspective(lit, pitch_to_photo @ to_pitch, (width, height), flags=cv2.INTER_LINEAR)
    from_board = np.array([[1 / UNITS, 0, -2.0], [0, 1 / UNITS, -2.0], [0, 0, 1]])
    location = Location(pitch_to_photo @ from_board, LATTICE.size, (width, height))
    contents = {"planet": {space: Content(piece) for space, piece in standing.items()}}
    return Sample(Photo(np.asarray(pixels, np.uint8), width, height), location, contents)


def copy() -> LearnedCopy:
    """The drawn copy, before anything was learned of its pieces."""
    return LearnedCopy("drawn", "evergreen", LAYOUT, LATTICE, "piece")


def empty_board() -> Sample:
    """The photograph of the bare board."""
    return replace(photograph("steep", {}), others_empty=True)
