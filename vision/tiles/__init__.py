"""Flat tiles on a board (Evenglow and custom games): kind, rotation and harvest tokens."""

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.location import Location
from vision.reading import BoardReading, SpaceReading
from vision.samples import Sample


def learn(samples: Sequence[Sample], copy: LearnedCopy) -> Mapping[str, NDArray[Any]]:
    """What to remember of the samples; `copy` is all but its references."""
    return {}


def read(photo: Photo, location: Location, copy: LearnedCopy, pieces: Sequence[str] | None = None) -> BoardReading:
    """What lies on every space. `pieces` limits what is considered (None: everything that was taught)."""
    unread = SpaceReading(None, None, 0.0, True)
    return BoardReading({name: dict.fromkeys(area.cells, unread) for name, area in copy.layout.areas.items()})
