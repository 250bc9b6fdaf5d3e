"""How well and how fast labelled photo sets are read: the figures behind every claim about accuracy.

Each set is taught into a store of its own, then every photograph of its `boards` folder is read and compared with its
truth. A space is right when its piece is, and, where the piece has stems, when the stems are: a vine that lies half a
turn round is the same vine. A silent error is a wrong space that is not marked for review.
"""

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np

from assistant.layout import Space
from assistant.strict_json import file_name
from vision.copies import LearnedCopy, load_copy, save_copy
from vision.errors import PhotoError, VisionError
from vision.homography import apply_homography, homography_from_points
from vision.lattice import board_corners
from vision.lesson import load_lesson
from vision.pipeline import read_board
from vision.reading import Reading, SpaceReading
from vision.samples import Content
from vision.teach import learn_copy
from vision.truth import Truth, load_truth

STAGES = ("decode", "locate", "classify", "total")

_SAME_TOKEN_PITCH = 0.5
"""A token read within half a pitch of a true one is that token: two tokens never lie on one corner of a tile."""


@dataclass(frozen=True)
class SpaceResult:
    """One space: what was read (None: the board was not found) and what is true."""

    area: str
    space: Space
    read: SpaceReading | None
    true: Content | None
    kind_right: bool
    stems_right: bool
    has_turn: bool

    @property
    def right(self) -> bool:
        """Piece and stems are right."""
        return self.kind_right and self.stems_right

    @property
    def silent(self) -> bool:
        """Wrong, and nobody is asked."""
        return self.read is not None and not self.right and not self.read.review

    @property
    def doubted(self) -> bool:
        """Marked for review."""
        return self.read is not None and self.read.review


@dataclass(frozen=True, eq=False)
class PhotoResult:
    """One photograph, read and compared."""

    truth: Truth
    reading: Reading
    spaces: tuple[SpaceResult, ...]
    location_error: float | None
    tokens_found: int
    tokens_right: int
    tokens_invented: int
    sun: str
    decode_ratio: float

    @property
    def exact(self) -> bool:
        """Every space is right."""
        return all(space.right for space in self.spaces)


@dataclass(frozen=True, eq=False)
class SetResult:
    """One labelled set."""

    name: str
    copy: LearnedCopy
    teach_ms: float
    load_ms: float
    photos: tuple[PhotoResult, ...] = field(default=())


def bench_set(folder: Path) -> SetResult:
    """Teach the set's copy, read its boards and compare. Raises `VisionError`."""
    truths = sorted((folder / "boards").glob("*.json"))
    if not truths:
        raise VisionError("no-boards", f"{folder} has no boards with truth: expected boards/NNN.json")
    with tempfile.TemporaryDirectory(prefix="glade-bench-") as store:
        started = perf_counter()
        taught = learn_copy(load_lesson(folder / "teach.json"))
        save_copy(Path(store), taught)
        saved = perf_counter()
        copy = load_copy(Path(store), taught.name)
        loaded = perf_counter()
    labels = [load_truth(path, copy.layout) for path in truths]
    _read(labels[0], copy)  # the first reading also loads code; it is not counted
    photos = tuple(compare(truth, _read(truth, copy), copy, _opencv_decode_ms(truth.photo)) for truth in labels)
    return SetResult(folder.name, copy, (saved - started) * 1000, (loaded - saved) * 1000, photos)


def compare(truth: Truth, reading: Reading, copy: LearnedCopy, opencv_decode_ms: float) -> PhotoResult:
    """A reading held against the truth; the time is related to what OpenCV takes to decode the picture."""
    spaces = tuple(
        _compare(area, space, content, reading, copy)
        for area, contents in truth.areas.items()
        for space, content in contents.items()
    )
    found, right, invented = _compare_tokens(truth, reading, copy)
    ratio = reading.timing_ms["total"] / opencv_decode_ms
    return PhotoResult(
        truth,
        reading,
        spaces,
        _location_error(truth, reading, copy),
        found,
        right,
        invented,
        _compare_sun(truth, reading),
        ratio,
    )


def summary(photos: Sequence[PhotoResult]) -> dict[str, object]:
    """The figures of some photographs, rounded; shares are between 0 and 1, None where there is nothing to count."""
    spaces = [space for photo in photos for space in photo.spaces]
    with_stems = [space for space in spaces if space.has_turn]
    found = [photo for photo in photos if photo.reading.location is not None]
    read = [space for photo in found for space in photo.spaces]
    errors = [photo.location_error for photo in photos if photo.location_error is not None]
    tokens = sum(len(photo.truth.harvests) for photo in photos)
    suns = [photo.sun for photo in photos if photo.sun]
    return {
        "photos": len(photos),
        "boards_found": len(found),
        "boards_exact": _share(photo.exact for photo in photos),
        "spaces": len(spaces),
        "spaces_right": _share(space.right for space in spaces),
        "kind_right": _share(space.kind_right for space in spaces),
        "stems_right": _share(space.right for space in with_stems),
        "silent_errors": sum(space.silent for space in spaces),
        "review": _share(space.doubted for space in read),
        "location_error_pitch": {
            "median": round(float(np.median(errors)), 4) if errors else None,
            "max": round(max(errors), 4) if errors else None,
        },
        "tokens": tokens,
        "tokens_found": sum(photo.tokens_found for photo in photos),
        "tokens_with_right_formation": sum(photo.tokens_right for photo in photos),
        "tokens_invented": sum(photo.tokens_invented for photo in photos),
        "sun": {answer: suns.count(answer) for answer in ("right", "not seen", "wrong")} if suns else None,
        "time_ms": {stage: _middle_and_p95([photo.reading.timing_ms[stage] for photo in photos]) for stage in STAGES},
        "times_opencv_decode": _middle_and_p95([photo.decode_ratio for photo in photos]),
    }


def peak_memory_mb() -> float | None:
    """The most memory this process has used so far; None where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    import sys

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1e6 if sys.platform == "darwin" else 1e3), 1)


def _read(truth: Truth, copy: LearnedCopy) -> Reading:
    """The reading; a copy without a board picture is given the true corners, as a person would."""
    corners = truth.corners_xy if copy.board_picture is None else None
    try:
        return read_board(truth.photo, copy, corners_xy=corners)
    except PhotoError as err:
        raise PhotoError(err.code, f"{file_name(truth.photo)}: {err.message}") from err


def _compare(area: str, space: Space, true: Content | None, reading: Reading, copy: LearnedCopy) -> SpaceResult:
    read = reading.board.areas.get(area, {}).get(space)
    has_turn = true is not None and true.rotation is not None and (true.piece in copy.stems or copy.game == "custom")
    if read is None:
        return SpaceResult(area, space, None, true, False, False, has_turn)
    kind_right = read.piece == (true.piece if true else None)
    stems_right = true is None or not (kind_right and has_turn) or _same_turn(true, read, copy)
    return SpaceResult(area, space, read, true, kind_right, stems_right, has_turn)


def _same_turn(true: Content, read: SpaceReading, copy: LearnedCopy) -> bool:
    """Whether the tile shows the same stems; in a custom game without stems, whether its turn is the same."""
    edges = copy.layout.grid.edges
    stems = copy.stems.get(true.piece)
    if read.rotation is None or true.rotation is None:
        return False
    if stems is None:
        return read.rotation == true.rotation
    return _turned(stems, true.rotation, edges) == _turned(stems, read.rotation, edges)


def _turned(stems: Iterable[int], rotation: int, edges: int) -> frozenset[int]:
    return frozenset((edge + rotation) % edges for edge in stems)


def _compare_tokens(truth: Truth, reading: Reading, copy: LearnedCopy) -> tuple[int, int, int]:
    if reading.location is None:
        return 0, 0, 0
    reach = _SAME_TOKEN_PITCH * _pitch_px(truth, copy)
    left = list(truth.harvests)
    found = right = invented = 0
    for harvest in reading.board.harvests:
        at = np.array(harvest.at) / reading.location.scale
        near = [t for t in left if t.garden == harvest.garden and np.hypot(*(t.at - at)) <= reach]
        if not near:
            invented += 1
            continue
        token = min(near, key=lambda t: float(np.hypot(*(t.at - at))))
        left.remove(token)
        found += 1
        right += token.spaces == frozenset(harvest.spaces)
    return found, right, invented


def _compare_sun(truth: Truth, reading: Reading) -> str:
    if truth.sun is None:
        return ""
    if reading.board.sun is None:
        return "not seen"
    return "right" if reading.board.sun == truth.sun else "wrong"


def _location_error(truth: Truth, reading: Reading, copy: LearnedCopy) -> float | None:
    """The largest distance of a corner from the truth, in pitches."""
    if reading.location is None:
        return None
    off = reading.location.corners_xy - truth.corners_xy
    return float(np.hypot(off[:, 0], off[:, 1]).max()) / _pitch_px(truth, copy)


def _pitch_px(truth: Truth, copy: LearnedCopy) -> float:
    """How long a pitch is in the middle of the true board, full-size pixels."""
    lattice = copy.lattice
    matrix = homography_from_points(board_corners(lattice.size), truth.corners_xy)
    x, y = lattice.size[0] / 2, lattice.size[1] / 2
    a, b, c = apply_homography(matrix, np.array([[x, y], [x + 1, y], [x, y + 1]]))
    (ax, ay), (bx, by) = b - a, c - a
    return float(np.sqrt(abs(ax * by - ay * bx))) * lattice.pitch


def _opencv_decode_ms(photo: Path) -> float:
    """How long OpenCV takes to decode the picture at full size: the yardstick for time on any machine."""
    data = np.frombuffer(photo.read_bytes(), np.uint8)
    times = []
    for _ in range(3):
        started = perf_counter()
        cv2.imdecode(data, cv2.IMREAD_COLOR)
        times.append((perf_counter() - started) * 1000)
    return float(np.median(times))


def _share(answers: Iterable[bool]) -> float | None:
    values = list(answers)
    return round(sum(values) / len(values), 4) if values else None


def _middle_and_p95(values: Sequence[float]) -> dict[str, float]:
    return {"median": round(float(np.median(values)), 1), "p95": round(float(np.percentile(values, 95)), 1)}
