"""Flat tiles on a board (Evenglow and custom games): kind, rotation and harvest tokens.

    learn   samples -> looks of every kind, upright, in the light of the board picture     (looks)
    read    photograph -> patches straight down                                            (patch)
            -> patterns correlated with every look in every turn and shift                  (correlate)
            -> the light of this photograph, from spaces that are clear                     (light)
            -> the likely candidates fitted pixel by pixel, and by colours alone            (match, fit, palette)
            -> tokens found and left out, the tiles under them fitted again                 (tokens)
            -> probabilities, what the game knows, what a person should check               (judge)

Without samples the six hues that the rulebook names stand in for the looks                (hues).
"""

from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from numpy.typing import NDArray

from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.location import Location
from vision.reading import BoardReading
from vision.samples import Sample
from vision.tiles.bank import Bank, turned_bank
from vision.tiles.looks import References, learn_looks
from vision.tiles.reader import read_tiles

__all__ = ["learn", "read"]

_PREPARED: WeakKeyDictionary[LearnedCopy, tuple[References, Bank]] = WeakKeyDictionary()
"""Turning all looks takes as long as reading a photograph: it is done once for a copy that is kept in memory."""


def learn(samples: Sequence[Sample], copy: LearnedCopy) -> Mapping[str, NDArray[Any]]:
    """What to remember of the samples; `copy` is all but its references."""
    return learn_looks(samples, copy).to_arrays()


def read(photo: Photo, location: Location, copy: LearnedCopy, pieces: Sequence[str] | None = None) -> BoardReading:
    """What lies on every space. `pieces` limits what is considered (None: everything that was taught)."""
    if pieces is not None:
        references = References.from_arrays(copy.references).only(pieces)
        return read_tiles(photo, location, copy, references, turned_bank(references, copy.layout.grid))
    if copy not in _PREPARED:
        references = References.from_arrays(copy.references)
        _PREPARED[copy] = (references, turned_bank(references, copy.layout.grid))
    return read_tiles(photo, location, copy, *_PREPARED[copy])
