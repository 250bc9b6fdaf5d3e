"""teach.json, read and checked before any photograph is opened (contract, "Photo set").

Beyond the contract: a sample may carry its own "corners" (the board's corners in its photograph), which a copy without
a board picture needs when its photographs are not all framed alike; without "samples" only the board is learned.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np

from assistant.evenglow.plants import PLANTS, Plant
from assistant.evergreen.pieces import Piece
from assistant.layout import GAMES, Area, Layout, Space, load_layout
from assistant.strict_json import Node, file_name, load_json
from vision.copies import check_name
from vision.errors import CornersNotUsable, TeachError
from vision.homography import Points, check_corners
from vision.samples import NOTHING, Content

KNOWN_PIECES: Mapping[str, tuple[str, ...]] = {"evenglow": tuple(Plant), "evergreen": tuple(Piece)}
"""What can lie on a space; a custom game may name anything."""

MIN_ANCHORS = 2  # in each area: one pitch and one direction


@dataclass(frozen=True, eq=False)
class BoardLesson:
    """The "board" part: the empty board's photograph (None: there is none), its corners, and tapped centres.

    `corners_xy` (4, 2) and the anchors are full-size pixels of the photograph, or, without one, of every sample.
    """

    photo: Path | None
    corners_xy: Points
    anchors: Mapping[str, Mapping[Space, Points]]


@dataclass(frozen=True, eq=False)
class SampleLesson:
    """One entry of "samples": a photograph, what lies where, and the board's corners where they were given."""

    photo: Path
    contents: Mapping[str, Mapping[Space, Content]]
    corners_xy: Points | None


@dataclass(frozen=True, eq=False)
class Lesson:
    """A whole teach.json. `piece_key` is "plant" or "piece": what the samples call what lies on a space."""

    game: str
    copy: str
    layout: Layout
    stems: Mapping[str, tuple[int, ...]]
    board: BoardLesson | None
    samples: tuple[SampleLesson, ...]
    piece_key: str


def load_lesson(path: Path) -> Lesson:
    """The checked contents of a teach.json. Raises `TeachError`, `LayoutError` or `CornersNotUsable`."""
    try:
        return _parse_lesson(load_json(path, TeachError), path.parent)
    except (TeachError, CornersNotUsable) as err:
        raise type(err)(err.code, f"{file_name(path)}: {err.message}") from err


def parse_point(node: Node) -> Points:
    """A point (2,) from [x, y]."""
    numbers = [number.number() for number in node.elements()]
    if len(numbers) != 2:
        node.fail("wrong-type", "expected a point: [x, y]")
    return np.array(numbers)


def parse_corners(node: Node) -> Points:
    """Four corners (4, 2) that a board can have. Raises `CornersNotUsable`, which says where they stand."""
    try:
        return check_corners([parse_point(corner).tolist() for corner in node.elements()])
    except CornersNotUsable as err:
        raise CornersNotUsable(err.code, f"{node.path}: {err.message}") from err


def parse_content(node: Node, layout: Layout) -> Content:
    """What lies on a space: a piece's name, or a "plant" or "piece" with its rotation."""
    if isinstance(node.value, str):
        return Content(_piece(node, layout, "piece"))
    fields = node.fields(("plant", "piece", "rotation"))
    if ("plant" in fields) == ("piece" in fields):
        node.fail("missing-key", 'expected either "plant" or "piece"')
    key = "plant" if "plant" in fields else "piece"
    piece = _piece(fields[key], layout, key)
    rotation = fields.get("rotation")
    if rotation is None or rotation.value is None:
        return Content(piece)
    return Content(piece, rotation.whole_number(0, layout.grid.edges - 1))


def _piece(node: Node, layout: Layout, what: str) -> str:
    known = KNOWN_PIECES.get(layout.game)
    if known is not None:
        return node.one_of(known, what)
    name = node.text(40)
    if "(" in name or ")" in name:
        node.fail("bad-name", f'a {what} cannot be called "{name}": no brackets, please')
    return name


def _parse_lesson(node: Node, folder: Path) -> Lesson:
    fields = node.fields(("game", "copy", "layout", "tiles", "board", "samples"), required=("game", "copy", "layout"))
    game = fields["game"].one_of(GAMES, "game")
    layout = load_layout(_file(fields["layout"], folder))
    if layout.game != game:
        fields["layout"].fail("wrong-game", f"is a layout of {layout.game}, not of {game}")
    stems: Mapping[str, tuple[int, ...]] = {}
    if game == "evenglow":
        stems = {plant: facts.stems for plant, facts in PLANTS.items() if facts.stems}
    if "tiles" in fields:
        stems = {**stems, **_parse_stems(fields["tiles"], layout)}
    board = _parse_board(fields["board"], folder, layout) if "board" in fields else None
    entries = fields["samples"].elements() if "samples" in fields else []
    has_board_photo = board is not None and board.photo is not None
    samples = tuple(_parse_sample(entry, folder, layout, stems, has_board_photo) for entry in entries)
    if not samples and not has_board_photo:
        node.fail("nothing-to-learn", "names neither a board photo nor samples")
    key = "piece" if game == "evergreen" or (game == "custom" and not _says_plant(entries)) else "plant"
    name = check_name(fields["copy"].text(40))
    return Lesson(game, name, layout, MappingProxyType(dict(stems)), board, samples, key)


def _says_plant(entries: list[Node]) -> bool:
    contents = (
        content.value
        for entry in entries
        for _, spaces in dict(entry.items())["areas"].items()
        for _, content in spaces.items()
    )
    return any(isinstance(content, dict) and "plant" in content for content in contents)


def _file(node: Node, folder: Path) -> Path:
    name = node.text(200)
    path = folder / name
    if not path.is_file():
        node.fail("missing-file", f'there is no file "{name}" beside teach.json')
    return path


def _parse_stems(node: Node, layout: Layout) -> Mapping[str, tuple[int, ...]]:
    stems = {}
    for plant, tile in node.items():
        if layout.game in KNOWN_PIECES and plant not in KNOWN_PIECES[layout.game]:
            tile.unknown("plant", plant, KNOWN_PIECES[layout.game])
        edges = tile.fields(("stems",), required=("stems",))["stems"].elements()
        stems[plant] = tuple(sorted({edge.whole_number(0, layout.grid.edges - 1) for edge in edges}))
    return stems


def _parse_board(node: Node, folder: Path, layout: Layout) -> BoardLesson | None:
    fields = node.fields(("photo", "corners", "anchors"))
    photo = _file(fields["photo"], folder) if "photo" in fields else None
    if photo is not None:
        for key in ("corners", "anchors"):
            if key not in fields:
                node.fail("missing-key", f'"{key}" is missing')
    if "corners" not in fields:
        return None
    anchors = _parse_anchors(fields["anchors"], layout) if "anchors" in fields else {}
    return BoardLesson(photo, parse_corners(fields["corners"]), MappingProxyType(anchors))


def _parse_anchors(node: Node, layout: Layout) -> dict[str, Mapping[Space, Points]]:
    anchors: dict[str, Mapping[Space, Points]] = {}
    for name, spaces in node.items():
        area = _area(name, spaces, layout)
        tapped = {}
        for space, point in spaces.items():
            if space not in area.cells:
                point.unknown("space", space, area.cells)
            tapped[space] = parse_point(point)
        if len(tapped) < min(MIN_ANCHORS, len(area.cells)):
            spaces.fail("too-few-anchors", f"needs the centres of at least {MIN_ANCHORS} spaces, far apart")
        anchors[name] = MappingProxyType(tapped)
    for name in layout.areas:
        if name not in anchors:
            node.fail("missing-area", f'"{name}" is missing')
    return anchors


def _parse_sample(
    node: Node, folder: Path, layout: Layout, stems: Mapping[str, tuple[int, ...]], has_board_photo: bool
) -> SampleLesson:
    fields = node.fields(("photo", "areas", "corners"), required=("photo", "areas"))
    photo = _file(fields["photo"], folder)
    contents: dict[str, Mapping[Space, Content]] = {}
    for name, spaces in fields["areas"].items():
        area = _area(name, spaces, layout)
        lying: dict[Space, Content] = {}
        for space, node_of_space in spaces.items():
            if space not in area.cells:
                node_of_space.unknown("space", space, area.cells)
            if node_of_space.value is None:
                if not has_board_photo:
                    lying[space] = Content(NOTHING)
                continue
            content = parse_content(node_of_space, layout)
            if layout.game == "evenglow" and content.piece in stems and content.rotation is None:
                node_of_space.fail("missing-rotation", f"a {content.piece} tile needs its rotation")
            lying[space] = content
        contents[name] = MappingProxyType(lying)
    corners = parse_corners(fields["corners"]) if "corners" in fields else None
    return SampleLesson(photo, MappingProxyType(contents), corners)


def _area(name: str, node: Node, layout: Layout) -> Area:
    if name not in layout.areas:
        node.unknown("area", name, layout.areas)
    return layout.areas[name]
