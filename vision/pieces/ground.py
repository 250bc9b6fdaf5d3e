"""The ground of a planet: the board straight down around its spaces, as the photograph shows it.

All work on standing pieces is done in ground pixels. Ground coordinates are pitches of the layout (x to the right,
y down, space (0, 0) at the origin); `PX` ground pixels make a pitch.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from assistant.layout import Space
from vision.decode import Photo
from vision.homography import Points
from vision.lattice import Lattice
from vision.location import Location
from vision.pieces.camera import Camera, estimate_camera
from vision.pieces.light import Image, Mask, to_linear

PX = 32
"""Ground pixels per pitch: a photograph of a whole board has 75 to 115 pixels per pitch; a sprout is still 8 wide."""
MARGIN = 1.6
"""Pitches of ground around the outermost spaces: the tallest piece leans over less than that at 50 degrees."""
_STEP = 16
"""The mapping to the photograph is computed on every 16th ground pixel; between them it is straight to 0.02 pixels."""


@dataclass(frozen=True, eq=False)
class Frame:
    """Which ground is looked at: the spaces of one area and the margin around them."""

    area: str
    lattice: Lattice

    @cached_property
    def centres(self) -> Mapping[Space, Points]:
        """Centre (2,) of each space, pitches."""
        return {s: np.array(c) for s, c in self.lattice.layout.areas[self.area].centres.items()}

    @cached_property
    def low(self) -> Points:
        """(2,): the ground's top left corner, pitches."""
        return np.asarray(np.array(list(self.centres.values())).min(axis=0) - MARGIN)

    @cached_property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) of the ground picture."""
        size = np.array(list(self.centres.values())).max(axis=0) + MARGIN - self.low
        return int(np.ceil(size[1] * PX)), int(np.ceil(size[0] * PX))

    def to_pixels(self, points_pitch: Points) -> Points:
        """Ground pixels (N, 2), (x, y), of points in pitches; a pixel's centre has whole coordinates."""
        return np.asarray((points_pitch - self.low) * PX - 0.5)

    @cached_property
    def disc(self) -> Mask:
        """Ground within a pitch of a space: what every photograph of this copy shows alike but for the pieces."""
        mask = np.zeros(self.shape, np.uint8)
        for x, y in np.rint(self.to_pixels(np.array(list(self.centres.values())))).astype(int).tolist():
            cv2.circle(mask, (x, y), round(0.9 * PX), 1, -1)
        return mask.astype(bool)


@dataclass(frozen=True, eq=False)
class Ground:
    """The ground in one photograph: linear light (H, W, 3), where it is within the picture, and the camera over it."""

    linear: Image
    valid: Mask
    camera: Camera


def sample_ground(photo: Photo, location: Location, frame: Frame) -> Ground:
    """The ground that `frame` names, sampled from the photograph in one step."""
    rows, columns = frame.shape
    coarse = np.stack(
        np.meshgrid(np.arange(-_STEP, columns + 2 * _STEP, _STEP), np.arange(-_STEP, rows + 2 * _STEP, _STEP)), axis=-1
    )
    pitches = (coarse.reshape(-1, 2) + 0.5) / PX + frame.low
    seen = location.to_photo(frame.lattice.on_board(frame.area, pitches)).reshape(coarse.shape)
    middle = frame.lattice.on_board(frame.area, np.array([frame.low + np.array(frame.shape[::-1]) / PX / 2]))
    source, seen = photo.pixels_to_sample(location.pixels_per_unit(middle) * frame.lattice.pitch / PX, seen)
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).astype(np.float32) / _STEP + 1.0
    maps = cv2.remap(seen.astype(np.float32), grid, None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
    pixels = cv2.remap(source, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    height, width = source.shape[:2]
    valid = (maps[..., 0] >= 0) & (maps[..., 1] >= 0) & (maps[..., 0] <= width - 1) & (maps[..., 1] <= height - 1)
    return Ground(to_linear(np.asarray(pixels, np.uint8)), valid, camera_over(photo, location, frame))


def camera_over(photo: Photo, location: Location, frame: Frame) -> Camera:
    """The camera that took the photograph, in pitches of the frame's area."""
    to_board = np.eye(3)
    to_board[:2, :2] = frame.lattice.basis
    to_board[:2, 2] = frame.lattice.origins[frame.area]
    height, width = photo.pixels.shape[:2]
    return estimate_camera(location.homography @ to_board, (width, height), photo.focal_px)
