"""Read one photograph with a learned copy: decode, locate, and the game's own module, each stage timed.

Command line, bench and web all read through here.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from types import ModuleType

import numpy as np

from assistant.evergreen.pieces import PIECES
from vision import pieces, tiles
from vision.copies import LearnedCopy
from vision.decode import FIRST_LOOK_PX, Photo, read_photo
from vision.errors import BoardNotFound
from vision.evidence import DOUBTFUL
from vision.homography import Points
from vision.locate import locate, locate_near_corners
from vision.location import Location
from vision.reading import BoardReading, Reading, SpaceReading
from vision.samples import NOTHING

GAME_MODULES: dict[str, ModuleType] = {"evenglow": tiles, "custom": tiles, "evergreen": pieces}


_Corners = Sequence[Sequence[float]] | Points | None

_ENOUGH_PITCH_PX = 26.0
"""A space that is seen smaller than this is looked at again in a finer form of the photograph: pieces are compared at
32 pixels a pitch, tiles at 24."""

_LOST = 0.2
"""Share of spaces for review from which no space is believed on a board without a picture of its own: nothing but the
tiles then shows whether the corners are right, and half a pitch off, some neighbours still look like good readings.
The three Evenglow sample photographs, read with the copy taught without its board, have at most 6 % with corners up to
a quarter of a pitch off, and 22 % to 88 % half a pitch off or more, or with the corners of another of them."""


def read_board(
    source: bytes | Path,
    copy: LearnedCopy,
    name: str = "",
    corners_xy: _Corners = None,
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
        Told the name of each stage as it begins: "decode", "locate" (both twice for a second look), "classify".

    Raises
    ------
    PhotoError, CornersNotUsable
        A board that is not found is no error: the reading then has no location and no areas.
    """
    tell = on_stage or (lambda _stage: None)
    name = name or (source.name if isinstance(source, Path) else "")
    started = perf_counter()
    photo, location, failure, timing = _look(source, copy, corners_xy, tell)
    notes = (*photo.notes, *(location.notes if location is not None else ()))
    board = BoardReading({})
    located = perf_counter()
    tell("classify")
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
    timing["classify"] = _ms_since(located)
    timing["total"] = _ms_since(started)
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


def _look(
    source: bytes | Path, copy: LearnedCopy, corners_xy: _Corners, tell: Callable[[str], None]
) -> tuple[Photo, Location | None, BoardNotFound | None, dict[str, float]]:
    """The decoded photograph and where the board lies in it, or why it was not found, with the time both took.

    A second look at all the pixels that reading can use is taken only where the first, smaller one does not suffice.
    """
    timing = {"decode": 0.0, "locate": 0.0}
    location: Location | None = None
    failure: BoardNotFound | None = None
    for enough_px in (FIRST_LOOK_PX, None):
        tell("decode")
        started = perf_counter()
        photo = read_photo(source, enough_px=enough_px)
        timing["decode"] += _ms_since(started)
        tell("locate")
        started = perf_counter()
        try:
            location, failure = _find(photo, copy, corners_xy, location), None
        except BoardNotFound as err:
            location, failure = None, err
        timing["locate"] += _ms_since(started)
        if photo.is_finest or (location is not None and _shows_enough(location, copy)):
            break
    return photo, location, failure, timing


def _find(photo: Photo, copy: LearnedCopy, corners_xy: _Corners, before: Location | None) -> Location:
    """Where the board lies; where it lay for sure `before`, in a smaller form of the photograph, it still does."""
    if before is not None and before.confidence == 1:
        height, width = photo.pixels.shape[:2]
        return before.at_size((width, height))
    return locate(photo, copy) if corners_xy is None else locate_near_corners(photo, copy, corners_xy)


def _shows_enough(location: Location, copy: LearnedCopy) -> bool:
    """Whether a board is found for sure and large enough to be read."""
    lattice = copy.lattice
    pitch_px = location.pixels_per_unit(np.array(lattice.size) / 2) * lattice.pitch
    return location.confidence == 1 and pitch_px >= _ENOUGH_PITCH_PX


def _ms_since(moment: float) -> float:
    return (perf_counter() - moment) * 1000


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
