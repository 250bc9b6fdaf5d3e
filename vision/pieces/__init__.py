"""Wooden pieces that stand on an Evergreen planet, and the Sun at its edge.

camera     where the camera stood, and what a point above the board hides
ground     the board straight down around its spaces
light      the photograph under the light of the taught board picture
palette    how likely a colour is board, a piece's paint, or unknown
body       what a piece hides from a camera
carve      a body from a handful of samples
learn      bodies and palettes of all kinds from the teaching photographs
decide     what stands on every space, all spaces together
judge      how sure that is, and what a person should look at
references what was learned, as arrays
"""

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.location import Location
from vision.pieces.decide import Planet
from vision.pieces.ground import Frame, sample_ground
from vision.pieces.judge import judge
from vision.pieces.learn import learn_kinds, see
from vision.pieces.palette import board_contrast
from vision.pieces.references import from_arrays, to_arrays
from vision.pieces.sun import find_sun
from vision.reading import BoardReading, SpaceReading
from vision.samples import Sample

AREA = "planet"


def learn(samples: Sequence[Sample], copy: LearnedCopy) -> Mapping[str, NDArray[Any]]:
    """What to remember of the samples; `copy` is all but its references."""
    frame = Frame(AREA, copy.lattice)
    empty = next((sample for sample in samples if sample.others_empty and not sample.contents.get(AREA)), None)
    if empty is None:
        return {}
    board = sample_ground(empty.photo, empty.location, frame).linear
    taught = [
        (
            sample_ground(sample.photo, sample.location, frame),
            {space: content.piece for space, content in sample.contents[AREA].items()},
        )
        for sample in samples
        if sample.contents.get(AREA)
    ]
    return to_arrays(board, learn_kinds(frame, board, taught))


def read(photo: Photo, location: Location, copy: LearnedCopy, pieces: Sequence[str] | None = None) -> BoardReading:
    """What lies on every space. `pieces` limits what is considered (None: everything that was taught).

    Where no piece is known that could stand there, every space is for a person to look at.
    """
    references = from_arrays(copy.references) if "kinds" in copy.references else None
    known = {} if references is None else references.kinds
    kinds = {name: kind for name, kind in known.items() if pieces is None or name in pieces}
    if references is None or not kinds:
        unread = SpaceReading(None, None, 0.0, True)
        areas = {name: dict.fromkeys(area.cells, unread) for name, area in copy.layout.areas.items()}
        sun, sun_confidence = find_sun(photo, location, copy.lattice)
        return BoardReading(areas, sun=sun, sun_confidence=sun_confidence)
    frame = Frame(AREA, copy.lattice)
    ground = sample_ground(photo, location, frame)
    seen = see(ground, frame, references.board_linear, board_contrast(references.board_linear))
    decisions = Planet(frame, seen, kinds, references.tables).decide()
    sun, sun_confidence = find_sun(photo, location, copy.lattice)
    return BoardReading({AREA: judge(decisions)}, sun=sun, sun_confidence=sun_confidence)


__all__ = ["learn", "read"]
