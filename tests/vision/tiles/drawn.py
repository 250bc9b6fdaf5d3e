"""Boards and tiles drawn for the tests: no picture of any printing, only shapes and colours in known places.

A board is drawn straight from above, 60 pixels a pitch; photographs are its warps with light, blur and noise.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.layout import Layout, Space
from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.homography import Pixels, homography_from_points
from vision.lattice import Lattice, lattice_without_board
from vision.location import Location
from vision.reading import BoardReading
from vision.samples import Content, Sample
from vision.tiles import learn, read

PITCH_PX = 60
_EDGE_DEG = (
    -60,
    0,
    60,
    120,
    180,
    240,
)  # direction of each edge's middle, clockwise from the right, as edges are numbered

Contents = Mapping[str, Mapping[Space, Content]]

COLOURS: Mapping[str, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
    "vine": ((150, 205, 150), (40, 110, 50)),
    "leaves": ((150, 195, 235), (40, 70, 150)),
    "henbane": ((205, 180, 235), (95, 45, 160)),
    "lions-mane": ((240, 190, 150), (200, 95, 30)),
    "mandrake": ((240, 230, 140), (150, 110, 30)),
    "elderberries": ((235, 175, 180), (170, 30, 55)),
}
"""Ground and figure of each plant's drawn tile."""


@dataclass(frozen=True)
class Printing:
    """How one copy is drawn: its stems, and a number that changes the figures on its tiles."""

    stems: Mapping[str, tuple[int, ...]]
    art: int = 0
    ground_seed: int = 5


@dataclass(frozen=True)
class Shot:
    """How a photograph is taken: light per channel, a shadow's edge, blur, tilt, tiles off by this much, a seed."""

    light: tuple[float, float, float] = (1.0, 1.0, 1.0)
    shadow: float = 1.0
    blur: float = 0.0
    tilt: float = 0.0
    askew: float = 0.03
    seed: int = 0


def tile_face(plant: str, printing: Printing, size_px: int = PITCH_PX * 2) -> Pixels:
    """An upright tile of a plant on a square picture one pitch wide."""
    ground, figure = COLOURS[plant]
    face = np.empty((size_px, size_px, 3), np.uint8)
    face[:] = ground
    centre, unit = (size_px - 1) / 2, size_px
    rng = np.random.default_rng([printing.art, sorted(COLOURS).index(plant)])
    for edge in printing.stems.get(plant, ()):
        angle = np.deg2rad(_EDGE_DEG[edge])
        end = centre + 0.5 * unit * np.array([np.cos(angle), np.sin(angle)])
        _line(face, (centre, centre), tuple(end), figure, 0.1 * unit)
        if plant == "leaves":
            leaf = centre + 0.25 * unit * np.array([np.cos(angle), np.sin(angle)])
            cv2.circle(face, _pixel(leaf), int(0.12 * unit), figure, -1, cv2.LINE_AA)
    marks = 3 if plant in printing.stems else 9
    for _ in range(marks):
        x, y = centre + rng.uniform(-0.3, 0.3, 2) * unit
        shade = tuple(int(v) for v in np.clip(np.array(figure) + rng.integers(-30, 60), 0, 255))
        axes = _pixel(rng.uniform(0.03, 0.1, 2) * unit)
        cv2.ellipse(face, _pixel((x, y)), axes, rng.uniform(0, 180), 0, 360, shade, -1, cv2.LINE_AA)
    return face


def blank_face(size_px: int = PITCH_PX * 2) -> Pixels:
    """The back of a tile: a plain ground with a small sign."""
    face = np.full((size_px, size_px, 3), (96, 92, 84), np.uint8)
    cv2.circle(face, (size_px // 2, size_px // 2), size_px // 6, (150, 140, 110), 3, cv2.LINE_AA)
    return face


def draw_board(layout: Layout, lattice: Lattice, seed: int) -> Pixels:
    """The empty board: a textured ground with an outline and a number on every space."""
    width, height = (round(side / 100 * PITCH_PX) for side in lattice.size)
    rng = np.random.default_rng(seed)
    small = rng.integers(185, 225, (height // 12 + 1, width // 12 + 1, 3), np.uint8)
    board = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    for name, area in layout.areas.items():
        for space in area.cells:
            outline = np.rint(lattice.outline(name, space) / 100 * PITCH_PX).astype(np.int32)
            cv2.polylines(board, [outline], True, (120, 110, 90), 2, cv2.LINE_AA)
            x, y = lattice.centres[name][space] / 100 * PITCH_PX
            cv2.putText(
                board, space, (int(x) - 8, int(y) + 5), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (90, 80, 60), 1, cv2.LINE_AA
            )
    return np.asarray(board, np.uint8)


def lay(board: Pixels, lattice: Lattice, faces: Mapping[tuple[str, Space], tuple[Pixels, int]], shot: Shot) -> Pixels:
    """A board with tiles on it, each a little off its space: (area, space) -> (upright face, turns clockwise)."""
    rng = np.random.default_rng(shot.seed)
    edges = lattice.layout.grid.edges
    laid = board.copy()
    for (area, space), (face, turns) in faces.items():
        centre = lattice.centres[area][space] / 100 * PITCH_PX + rng.uniform(-1, 1, 2) * shot.askew * PITCH_PX
        angle = turns * 360 / edges + rng.uniform(-3, 3)
        scale = PITCH_PX * 0.97 / face.shape[0]
        matrix = cv2.getRotationMatrix2D(((face.shape[1] - 1) / 2, (face.shape[0] - 1) / 2), -angle, scale)
        matrix[:, 2] += centre - (np.array(face.shape[1::-1]) - 1) / 2
        size = (board.shape[1], board.shape[0])
        moved = cv2.warpAffine(face, matrix, size, flags=cv2.INTER_AREA)
        outline = lattice.outline(area, space, 0.97) - lattice.centres[area][space]
        mask = np.zeros(board.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(outline / 100 * PITCH_PX + centre).astype(np.int32), 255, cv2.LINE_AA)
        part = mask[..., None] / 255
        laid = np.asarray(laid * (1 - part) + moved * part, np.uint8)
    return laid


def put_token(laid: Pixels, lattice: Lattice, area: str, x: float, y: float) -> Pixels:
    """The board with a wooden disc at (x, y), units of the pitch, on one of its areas."""
    centre = lattice.on_board(area, np.array([[x, y]]))[0] / 100 * PITCH_PX
    covered = laid.copy()
    cv2.circle(covered, _pixel(centre), int(0.26 * PITCH_PX), (150, 112, 80), -1, cv2.LINE_AA)
    cv2.circle(covered, _pixel(centre), int(0.26 * PITCH_PX), (110, 80, 55), 1, cv2.LINE_AA)
    return covered


def photograph(laid: Pixels, lattice: Lattice, shot: Shot) -> tuple[Photo, Location]:
    """A photograph of a laid board, and where the board lies in it."""
    height, width = laid.shape[:2]
    rng = np.random.default_rng(shot.seed + 1000)
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    inset = shot.tilt * width
    target = source + 60.0 + np.array([[inset, 0], [-inset, 0], [0, -inset / 2], [0, -inset / 2]])
    matrix = homography_from_points(source, target)
    seen = cv2.warpPerspective(laid, matrix, (width + 120, height + 120), borderValue=(70, 60, 50)).astype(np.float32)
    seen *= np.array(shot.light, np.float32)
    if shot.shadow != 1.0:
        columns = np.arange(seen.shape[1]) + np.arange(seen.shape[0])[:, None] / 3
        edge = 1 / (1 + np.exp((columns - seen.shape[1] * 0.6) / 6))
        seen *= (shot.shadow + (1 - shot.shadow) * edge)[..., None].astype(np.float32)
    if shot.blur:
        seen = cv2.GaussianBlur(seen, (0, 0), shot.blur)
    seen += rng.normal(0, 3, seen.shape)
    pixels = np.clip(seen, 0, 255).astype(np.uint8)
    scaled = homography_from_points(lattice.corners_xy, target)
    size = (pixels.shape[1], pixels.shape[0])
    return Photo(pixels, *size), Location(scaled, lattice.size, size)


def faces_of(contents: Contents, printing: Printing) -> dict[tuple[str, Space], tuple[Pixels, int]]:
    """The faces of tiles, to be laid."""
    return {
        (area, space): (tile_face(content.piece, printing), content.rotation or 0)
        for area, spaces in contents.items()
        for space, content in spaces.items()
    }


def teach(layout: Layout, printing: Printing, lessons: list[Contents], has_board: bool = True) -> LearnedCopy:
    """A copy learned from a photograph of the empty board and one of each lesson."""
    lattice = lattice_without_board(layout)
    board = draw_board(layout, lattice, printing.ground_seed)
    samples = []
    if has_board:
        nothing: Contents = {name: {} for name in layout.areas}
        samples.append(Sample(*photograph(board, lattice, Shot(seed=1)), nothing, others_empty=True))
    for number, contents in enumerate(lessons):
        shot = Shot(light=(1.0, 0.97, 0.9), seed=20 + number)
        laid = lay(board, lattice, faces_of(contents, printing), shot)
        samples.append(Sample(*photograph(laid, lattice, shot), contents))
    pieces = tuple(dict.fromkeys(c.piece for lesson in lessons for spaces in lesson.values() for c in spaces.values()))
    copy = LearnedCopy("drawn", layout.game, layout, lattice, "plant", pieces, printing.stems)
    return LearnedCopy(**{**vars(copy), "references": learn(samples, copy)})


def read_laid(
    copy: LearnedCopy, printing: Printing, faces: Mapping[tuple[str, Space], tuple[Pixels, int]], shot: Shot
) -> BoardReading:
    """The reading of a photograph of some tiles on a copy's board."""
    lattice = copy.lattice
    laid = lay(draw_board(copy.layout, lattice, printing.ground_seed), lattice, faces, shot)
    photo, location = photograph(laid, lattice, shot)
    return read(photo, location, copy)


def _line(
    face: Pixels, start: tuple[float, ...], end: tuple[float, ...], colour: tuple[int, int, int], width: float
) -> None:
    cv2.line(face, _pixel(start), _pixel(end), colour, max(1, round(width)), cv2.LINE_AA)


def _pixel(point: NDArray[np.float64] | tuple[float, ...]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
