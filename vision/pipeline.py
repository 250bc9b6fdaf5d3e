"""Read one photograph with a learned copy: decode, locate, and the game's own module, each stage timed.

Command line, bench and web all read through here.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from types import ModuleType

from assistant.evergreen.pieces import PIECES
from vision import pieces, tiles
from vision.copies import LearnedCopy
from vision.decode import read_photo
from vision.errors import BoardNotFound
from vision.evidence import DOUBTFUL
from vision.homography import Points
from vision.locate import locate, locate_near_corners
from vision.location import Location
from vision.reading import BoardReading, Reading, SpaceReading
from vision.samples import NOTHING

GAME_MODULES: dict[str, ModuleType] = {"evenglow": tiles, "custom": tiles, "evergreen": pieces}


_LOST = 0.2
"""Share of spaces for review from which no space is believed on a board without a picture of its own: nothing but the
tiles then shows whether the corners are right, and half a pitch off, some neighbours still look like good readings.
The three Evenglow sample photographs, read with the copy taught without its board, have at most 6 % with corners up to
a quarter of a pitch off, and 22 % to 88 % half a pitch off or more, or with the corners of another of them."""


def read_board(
    source: bytes | Path,
    copy: LearnedCopy,
    name: str = "",
    corners_xy: Sequence[Sequence[float]] | Points | None = None,
    expansions: Sequence[str] | None = None,
    on_stage: Callable[[str], None] | None = None,
) -> Reading:
    """The reading of one photograph.

    Parameters
    ----------
    name : str
        What the reading calls the photograph (default: the file's name).
    corners_xy : (4, 2)
        The board's corners in full-size pixels, when a person gave them.
    expansions : sequence of str
        Evergreen: the modules in play (default: whatever was taught).
    on_stage : callable
        Told the name of each stage as it begins: "decode", "locate", "classify".

    Raises
    ------
    PhotoError, CornersNotUsable
        A board that is not found is no error: the reading then has no location and no areas.
    """
    tell = on_stage or (lambda _stage: None)
    tell("decode")
    started = perf_counter()
    photo = read_photo(source)
    decoded = perf_counter()
    tell("locate")
    timing = {"decode": (decoded - started) * 1000}
    name = name or (source.name if isinstance(source, Path) else "")
    notes = photo.notes
    location: Location | None = None
    failure: BoardNotFound | None = None
    board = BoardReading({})
    try:
        location = locate(photo, copy) if corners_xy is None else locate_near_corners(photo, copy, corners_xy)
    except BoardNotFound as err:
        failure = err
    else:
        notes = (*notes, *location.notes)
    located = perf_counter()
    tell("classify")
    timing["locate"] = (located - decoded) * 1000
    if location is not None:
        board = _with_empty_spaces(
            GAME_MODULES[copy.game].read(photo, location, copy, pieces_in_play(copy, expansions))
        )
        if photo.is_grey:
            notes = (*notes, "The photo has no colour: take it again in colour, or check every space.")
        lost = copy.board_picture is None and _share_for_review(board) > _LOST
        if lost:
            notes = (*notes, "Much of this does not look like what was taught: check the corners and every space.")
        if photo.is_grey or lost or location.confidence < DOUBTFUL:
            board = _all_for_review(board)
    classified = perf_counter()
    timing["classify"] = (classified - located) * 1000
    timing["total"] = (classified - started) * 1000
    return Reading(name, copy.game, copy.name, copy.piece_key, location, board, timing, notes, failure)


def pieces_in_play(copy: LearnedCopy, expansions: Sequence[str] | None) -> tuple[str, ...] | None:
    """The pieces to consider; None means everything that was taught.

    >>> from assistant.layout import find_layout
    >>> from vision.lattice import lattice_without_board
    >>> layout = find_layout("evergreen-42")
    >>> taught = ("lake", "big-pine", "cactus")
    >>> copy = LearnedCopy("c", "evergreen", layout, lattice_without_board(layout), pieces=taught)
    >>> pieces_in_play(copy, ["pines"])
    ('lake', 'big-pine')
    """
    if expansions is None or copy.game != "evergreen":
        return None
    modules = {str(piece): facts.module for piece, facts in PIECES.items()}
    return tuple(piece for piece in copy.pieces if modules.get(piece) is None or modules[piece] in expansions)


def _share_for_review(board: BoardReading) -> float:
    reads = [read.review for spaces in board.areas.values() for read in spaces.values()]
    return sum(reads) / max(1, len(reads))


def _all_for_review(board: BoardReading) -> BoardReading:
    areas = {
        name: {space: replace(read, review=True) for space, read in spaces.items()}
        for name, spaces in board.areas.items()
    }
    return replace(board, areas=areas, harvests=[replace(harvest, review=True) for harvest in board.harvests])


def _with_empty_spaces(board: BoardReading) -> BoardReading:
    """`NOTHING`, which a copy without a board picture learns as a kind of its own, read as an empty space."""
    if not any(_names_nothing(read) for spaces in board.areas.values() for read in spaces.values()):
        return board
    areas = {
        name: {space: _without_nothing(read) for space, read in spaces.items()} for name, spaces in board.areas.items()
    }
    return replace(board, areas=areas)


def _names_nothing(read: SpaceReading) -> bool:
    return NOTHING in (read.piece, *(other.piece for other in read.alternatives))


def _without_nothing(read: SpaceReading) -> SpaceReading:
    alternatives = tuple(
        replace(other, piece=None, rotation=None) if other.piece == NOTHING else other for other in read.alternatives
    )
    if read.piece == NOTHING:
        alternatives = tuple(other for other in alternatives if other.piece is not None)
        return replace(read, piece=None, rotation=None, alternatives=alternatives)
    return replace(read, alternatives=alternatives)
