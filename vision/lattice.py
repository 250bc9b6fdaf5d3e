"""Where the centre of every space lies on the rectified board.

Board units are the pixels of the learned board picture (x to the right, y down, the board's top left corner at 0, 0);
for a copy without a board picture they are hundredths of the pitch. The layout says where spaces lie in units of the
pitch; `basis` and `origins` carry that onto the board.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from assistant.layout import Grid, Layout, Space
from vision.errors import TeachError
from vision.homography import Matrix, Points

_UNITS_PER_PITCH = 100.0  # of a copy without a board picture

_FINGER_PITCH = 0.3
"""A tap is several pixels off, a tenth of a pitch; half a pitch is the next space."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """The spaces of a layout laid over a rectified board.

    Attributes
    ----------
    size : (width, height)
        Of the rectified board, board units.
    basis : (2, 2) float64
        Takes a vector in units of the pitch to board units.
    origins : area name -> (2,) float64
        Where the point (0, 0) of each area's layout lies on the board.
    """

    layout: Layout
    size: tuple[float, float]
    basis: Matrix
    origins: Mapping[str, Points]

    @cached_property
    def pitch(self) -> float:
        """Distance between the centres of two neighbours, board units."""
        return float(np.sqrt(abs(np.linalg.det(self.basis))))

    @cached_property
    def centres(self) -> Mapping[str, Mapping[Space, Points]]:
        """Centre (2,) of each space of each area, board units."""
        return MappingProxyType(
            {
                name: MappingProxyType(dict(zip(area.cells, self.centres_xy(name), strict=True)))
                for name, area in self.layout.areas.items()
            }
        )

    def centres_xy(self, area: str) -> Points:
        """Centres (N, 2) of an area's spaces in the order of the layout, board units."""
        return self.on_board(area, np.array(list(self.layout.areas[area].centres.values())))

    def on_board(self, area: str, points_pitch: Points) -> Points:
        """Points (N, 2) of an area's layout, in units of the pitch, in board units."""
        placed: Points = np.asarray(points_pitch, np.float64) @ self.basis.T + self.origins[area]
        return placed

    def outline(self, area: str, space: Space, size: float = 1.0) -> Points:
        """The tile outline of a space, clockwise: six corners (from the top) or four (from the top left).

        `size` 1 gives tiles that touch their neighbours.
        """
        centre = np.array(self.layout.areas[area].centres[space])
        return self.on_board(area, centre + size * unit_outline(self.layout.grid))

    @property
    def corners_xy(self) -> Points:
        """The board's corners in board units, clockwise from the top left."""
        return board_corners(self.size)


def board_corners(size: tuple[float, float]) -> Points:
    """Corners (4, 2) of a board of this (width, height), clockwise from the top left."""
    width, height = size
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def unit_outline(grid: Grid) -> Points:
    """The outline of a space with pitch 1 around (0, 0)."""
    if grid is Grid.SQUARE:
        return np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    angles = np.deg2rad(np.arange(6) * 60 - 90)
    corners: Points = np.column_stack([np.cos(angles), np.sin(angles)]) / np.sqrt(3)
    return corners


def lattice_without_board(layout: Layout) -> Lattice:
    """The lattice of a copy without a board picture: its "board" is the bounding rectangle of the spaces' outlines.

    Areas lie side by side, one pitch apart.
    """
    outline = unit_outline(layout.grid)
    origins: dict[str, Points] = {}
    right = bottom = 0.0
    for name, area in layout.areas.items():
        corners = (np.array(list(area.centres.values()))[:, None, :] + outline).reshape(-1, 2)
        low, high = corners.min(axis=0), corners.max(axis=0)
        left = right + 1.0 if origins else 0.0
        origins[name] = (np.array([left, 0.0]) - low) * _UNITS_PER_PITCH
        right, bottom = left + high[0] - low[0], max(bottom, high[1] - low[1])
    size = (float(right * _UNITS_PER_PITCH), float(bottom * _UNITS_PER_PITCH))
    return Lattice(layout, size, np.eye(2) * _UNITS_PER_PITCH, MappingProxyType(origins))


def lattice_from_anchors(layout: Layout, anchors: Mapping[str, Mapping[Space, Points]], long_side: float) -> Lattice:
    """The lattice through tapped centres, given on the unit square that the board's corners span.

    The aspect of the board follows from the spaces being regular: one pitch across and down.

    Parameters
    ----------
    anchors : area -> space -> (2,) float64
        Tapped centres, 0..1 across and down the board.
    long_side : float
        Of the board, in board units.

    Raises
    ------
    TeachError
        The taps lie in one row or column, do not fit the corners, or one of them is far from where the others put it.
    """
    rows: list[list[float]] = []
    values: list[float] = []
    names = list(anchors)
    for index, name in enumerate(names):
        for space, (u, v) in anchors[name].items():
            x, y = layout.areas[name].centres[space]
            for axis, (coordinate, value) in enumerate(((x, u), (y, v))):
                row = [0.0] * (2 + 2 * len(names))
                row[axis] = coordinate
                row[2 + 2 * index + axis] = 1.0
                rows.append(row)
                values.append(float(value))
    solution, _, rank, _ = np.linalg.lstsq(np.array(rows), np.array(values), rcond=None)
    if rank < len(solution):
        raise TeachError("anchors-in-line", "board.anchors: tap spaces in different rows and in different columns")
    across, down = solution[:2]
    if min(across, down) <= 0:
        raise TeachError(
            "anchors-do-not-fit", "board.anchors run against board.corners: the corners go clockwise from the top left"
        )
    _check_taps(anchors, np.abs(np.array(rows) @ solution - values) / np.tile((across, down), len(rows) // 2))
    aspect = down / across  # width / height of the board
    size = (long_side, long_side / aspect) if aspect >= 1 else (long_side * aspect, long_side)
    scale = np.array(size)
    origins = {name: solution[2 + 2 * i : 4 + 2 * i] * scale for i, name in enumerate(names)}
    return Lattice(layout, size, np.diag(solution[:2] * scale), MappingProxyType(origins))


def _check_taps(anchors: Mapping[str, Mapping[Space, Points]], off_pitch: Points) -> None:
    """Refuse a tap that no finger explains; `off_pitch` (2 N,) is how far off they are, in pitches, x and y in turn."""
    worst = int(off_pitch.argmax())
    if off_pitch[worst] > _FINGER_PITCH:
        area, space = [(area, space) for area, spaces in anchors.items() for space in spaces][worst // 2]
        raise TeachError(
            "anchor-far-off", f"board.anchors.{area}.{space} is not where the other taps put that space: tap it again"
        )
