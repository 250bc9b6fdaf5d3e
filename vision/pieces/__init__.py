"""Wooden pieces that stand on an Evergreen planet, and the Sun at its edge.

camera     where the camera stood, and what a point above the board hides
ground     the board straight down around its spaces
light      the photograph under the light of the taught board picture
palette    how likely a colour is board, a piece's paint, or unknown
body       what a piece hides from a camera
shapes     what the kinds of pieces usually look like from the side
carve      a body from a handful of samples
learn      bodies and palettes of all kinds from the teaching photographs
fit        one piece held against a window of the ground
decide     what stands on every space, all spaces together
modules    which modules are in play, told by the planet itself
foreign    a hand or a card over the planet
judge      how sure that is, and what a person should look at
references what was learned, as arrays
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from numpy.typing import NDArray

from assistant.layout import Space
from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.location import Location
from vision.pieces.decide import Planet
from vision.pieces.foreign import spaces_in_doubt
from vision.pieces.ground import Frame, sample_ground
from vision.pieces.judge import judge
from vision.pieces.learn import learn_kinds, see
from vision.pieces.light import BareBoard
from vision.pieces.modules import out_of_play
from vision.pieces.references import References, from_arrays, to_arrays
from vision.pieces.sun import find_sun
from vision.reading import BoardReading, SpaceReading
from vision.samples import Sample

AREA = "planet"

_PREPARED: WeakKeyDictionary[LearnedCopy, References] = WeakKeyDictionary()
"""Unpacked once for a copy that is kept in memory."""


def learn(samples: Sequence[Sample], copy: LearnedCopy) -> Mapping[str, NDArray[Any]]:
    """What to remember of the samples; `copy` is all but its references."""
    frame = Frame(AREA, copy.lattice)
    empty = next((sample for sample in samples if sample.others_empty and not sample.contents.get(AREA)), None)
    if empty is None:
        return {}
    board = BareBoard(sample_ground(empty.photo, empty.location, frame).linear)
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
    references = _prepared(copy)
    known = {} if references is None else references.kinds
    kinds = {name: kind for name, kind in known.items() if pieces is None or name in pieces}
    if references is None or not kinds:
        unread = SpaceReading(None, None, 0.0, True)
        areas = {name: dict.fromkeys(area.cells, unread) for name, area in copy.layout.areas.items()}
        sun, sun_confidence = find_sun(photo, location, copy.lattice)
        return BoardReading(areas, sun=sun, sun_confidence=sun_confidence)
    frame = Frame(AREA, copy.lattice)
    seen = see(sample_ground(photo, location, frame), frame, references.board)
    planet = Planet(frame, seen, kinds, references.tables)
    decisions = planet.decide()
    # Whoever names the pieces knows the modules.
    absent = out_of_play(decisions) if pieces is None else frozenset()
    if any(decision.kind in absent for decision in decisions.values()):
        decisions = planet.decide(absent)
    sun, sun_confidence = find_sun(photo, location, copy.lattice)
    return BoardReading(
        {AREA: _with_doubt(judge(decisions, absent), spaces_in_doubt(planet))}, sun=sun, sun_confidence=sun_confidence
    )


def _with_doubt(reading: Mapping[Space, SpaceReading], spaces: frozenset[Space]) -> dict[Space, SpaceReading]:
    return {space: replace(read, review=read.review or space in spaces) for space, read in reading.items()}


def _prepared(copy: LearnedCopy) -> References | None:
    if copy not in _PREPARED and "kinds" in copy.references:
        _PREPARED[copy] = from_arrays(copy.references)
    return _PREPARED.get(copy)


__all__ = ["learn", "read"]
