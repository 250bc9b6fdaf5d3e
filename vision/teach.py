"""Learn a copy of a game from teach.json and its photographs (contract, "Photo set").

Goes in: teach.json. Comes out: a `LearnedCopy` with the rectified board, the lattice of its spaces and what the game's
module learned from the samples. Nothing is written here; `copies.save_copy` does that once everything is right.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from assistant.layout import GAMES, Layout, Space, load_layout
from assistant.strict_json import Node, load_json
from vision.copies import LearnedCopy, check_name
from vision.decode import Photo, read_photo
from vision.errors import BoardNotFound, TeachError
from vision.homography import Pixels, Points, apply_homography, check_corners, homography_from_points
from vision.lattice import Lattice, board_corners, lattice_from_anchors, lattice_without_board
from vision.locate import locate, locate_from_corners
from vision.location import Location
from vision.pipeline import GAME_MODULES
from vision.samples import Content, Sample

BOARD_LONG_SIDE = 1280.0
"""Long side of the learned board picture, pixels: a board that fills a 2048-pixel photograph has about 1500."""

Contents = Mapping[str, Mapping[Space, Content]]


@dataclass(frozen=True, eq=False)
class BoardLesson:
    """The "board" part of teach.json: the empty board's photograph, its corners, tapped centres (full-size pixels)."""

    photo: Path
    corners_xy: Points
    anchors: Mapping[str, Mapping[Space, Points]]


@dataclass(frozen=True, eq=False)
class SampleLesson:
    """One entry of "samples": a photograph, what lies where, and the board's corners where they were given."""

    photo: Path
    contents: Contents
    corners_xy: Points | None


@dataclass(frozen=True, eq=False)
class Lesson:
    """A teach.json that was read and checked, before any photograph is opened."""

    game: str
    copy: str
    layout: Layout
    stems: Mapping[str, tuple[int, ...]]
    board: BoardLesson | None
    samples: tuple[SampleLesson, ...]
    piece_key: str


def load_lesson(path: Path) -> Lesson:
    """The checked contents of a teach.json. Raises `TeachError`."""
    node = load_json(path, TeachError)
    fields = node.fields(
        ("game", "copy", "layout", "tiles", "board", "samples"), required=("game", "copy", "layout", "samples")
    )
    game = fields["game"].one_of(GAMES, "game")
    folder = path.parent
    layout = load_layout(_file(fields["layout"], folder))
    if layout.game != game:
        fields["layout"].fail("wrong-game", f"is a layout of {layout.game}, not of {game}")
    stems = _parse_stems(fields["tiles"], layout) if "tiles" in fields else {}
    board = _parse_board(fields["board"], folder, layout) if "board" in fields else None
    samples = tuple(_parse_sample(sample, folder, layout) for sample in fields["samples"].elements())
    uses_plant = any(
        isinstance(content, dict) and "plant" in content
        for sample in fields["samples"].elements()
        for _, area in dict(sample.items())["areas"].items()
        for _, space in area.items()
        for content in (space.value,)
    )
    key = "plant" if game == "evenglow" or (game == "custom" and uses_plant) else "piece"
    return Lesson(game, check_name(fields["copy"].text(40)), layout, stems, board, samples, key)


def learn_copy(lesson: Lesson) -> LearnedCopy:
    """The learned copy. Raises `TeachError`, `PhotoError` or `CornersNotUsable`."""
    samples: list[Sample] = []
    picture: Pixels | None = None
    if lesson.board is None:
        lattice = lattice_without_board(lesson.layout)
    else:
        photo = read_photo(lesson.board.photo)
        lattice = _lattice(lesson.board, lesson.layout, photo)
        location = locate_from_corners(photo, lattice, lesson.board.corners_xy)
        picture = rectify(photo, location)
        samples.append(Sample(photo, location, {name: {} for name in lesson.layout.areas}, others_empty=True))
    pieces = dict.fromkeys(
        content.piece for sample in lesson.samples for area in sample.contents.values() for content in area.values()
    )
    copy = LearnedCopy(
        lesson.copy, lesson.game, lesson.layout, lattice, lesson.piece_key, tuple(pieces), lesson.stems, picture
    )
    for sample in lesson.samples:
        photo = read_photo(sample.photo)
        samples.append(Sample(photo, _sample_location(sample, photo, copy), sample.contents))
    return replace(copy, references=GAME_MODULES[lesson.game].learn(samples, copy))


def rectify(photo: Photo, location: Location) -> Pixels:
    """The board straight down, one pixel a board unit."""
    width, height = (round(side) for side in location.size)
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2)
    maps = location.to_photo(grid.astype(np.float64)).astype(np.float32).reshape(height, width, 2)
    return np.asarray(cv2.remap(photo.pixels, maps, None, cv2.INTER_LINEAR), np.uint8)  # type: ignore[call-overload]


def _sample_location(sample: SampleLesson, photo: Photo, copy: LearnedCopy) -> Location:
    if sample.corners_xy is not None:
        return locate_from_corners(photo, copy.lattice, sample.corners_xy)
    try:
        return locate(photo, copy)
    except BoardNotFound as err:
        raise TeachError("board-not-found", f"{sample.photo.name}: {err.message}") from err


def _lattice(board: BoardLesson, layout: Layout, photo: Photo) -> Lattice:
    to_unit = homography_from_points(board.corners_xy, board_corners((1.0, 1.0)))
    anchors = {
        area: {space: apply_homography(to_unit, point)[0] for space, point in spaces.items()}
        for area, spaces in board.anchors.items()
    }
    return lattice_from_anchors(layout, anchors, BOARD_LONG_SIDE)


def _file(node: Node, folder: Path) -> Path:
    name = node.text(200)
    path = folder / name
    if not path.is_file():
        node.fail("missing-file", f'there is no file "{name}" beside teach.json')
    return path


def parse_point(node: Node) -> Points:
    """A point (2,) from [x, y]."""
    numbers = [number.number() for number in node.elements()]
    if len(numbers) != 2:
        node.fail("wrong-type", "expected a point: [x, y]")
    return np.array(numbers)


def parse_corners(node: Node) -> Points:
    """Four corners (4, 2) that a board can have. Raises `CornersNotUsable`."""
    return check_corners(np.array([parse_point(corner) for corner in node.elements()]))


def _parse_stems(node: Node, layout: Layout) -> Mapping[str, tuple[int, ...]]:
    stems = {}
    for plant, tile in node.items():
        edges = tile.fields(("stems",), required=("stems",))["stems"].elements()
        stems[plant] = tuple(sorted({edge.whole_number(0, layout.grid.edges - 1) for edge in edges}))
    return MappingProxyType(stems)


def _parse_board(node: Node, folder: Path, layout: Layout) -> BoardLesson | None:
    fields = node.fields(("photo", "corners", "anchors"))
    if "photo" not in fields:
        return None
    for key in ("corners", "anchors"):
        if key not in fields:
            node.fail("missing-key", f'"{key}" is missing')
    anchors: dict[str, Mapping[Space, Points]] = {}
    for name, spaces in fields["anchors"].items():
        area = layout.areas.get(name)
        if area is None:
            spaces.unknown("area", name, layout.areas)
        tapped: dict[Space, Points] = {}
        for space, point in spaces.items():
            if space not in area.cells:
                point.unknown("space", space, area.cells)
            tapped[space] = parse_point(point)
        if len(tapped) < 2:
            spaces.fail("too-few-anchors", "needs at least two tapped spaces, far apart")
        anchors[name] = MappingProxyType(tapped)
    for name in layout.areas:
        if name not in anchors:
            fields["anchors"].fail("missing-area", f'"{name}" is missing')
    return BoardLesson(_file(fields["photo"], folder), parse_corners(fields["corners"]), MappingProxyType(anchors))


def _parse_sample(node: Node, folder: Path, layout: Layout) -> SampleLesson:
    fields = node.fields(("photo", "areas", "corners"), required=("photo", "areas"))
    contents: dict[str, Mapping[Space, Content]] = {}
    for name, spaces in fields["areas"].items():
        area = layout.areas.get(name)
        if area is None:
            spaces.unknown("area", name, layout.areas)
        lying: dict[Space, Content] = {}
        for space, content in spaces.items():
            if space not in area.cells:
                content.unknown("space", space, area.cells)
            if content.value is not None:
                lying[space] = parse_content(content, layout)
        contents[name] = MappingProxyType(lying)
    corners = parse_corners(fields["corners"]) if "corners" in fields else None
    return SampleLesson(_file(fields["photo"], folder), MappingProxyType(contents), corners)


def parse_content(node: Node, layout: Layout) -> Content:
    """What lies on a space: a piece's name, or a "plant" or "piece" with its rotation."""
    if isinstance(node.value, str):
        return Content(node.text(40))
    fields = node.fields(("plant", "piece", "rotation"))
    if ("plant" in fields) == ("piece" in fields):
        node.fail("missing-key", 'names either a "plant" or a "piece"')
    piece = (fields.get("plant") or fields["piece"]).text(40)
    rotation = fields.get("rotation")
    if rotation is None or rotation.value is None:
        return Content(piece)
    return Content(piece, rotation.whole_number(0, layout.grid.edges - 1))
