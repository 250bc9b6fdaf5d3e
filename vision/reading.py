"""What a photograph was read as, and its JSON form (contract, "Command line")."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from assistant.layout import Space
from vision.errors import BoardNotFound
from vision.location import Location


@dataclass(frozen=True)
class Alternative:
    """Another thing that may lie on a space; `piece` None is an empty space."""

    piece: str | None
    rotation: int | None
    confidence: float


@dataclass(frozen=True)
class SpaceReading:
    """What lies on one space: a plant or piece (None: nothing), its rotation where it matters, and how sure that is."""

    piece: str | None
    rotation: int | None
    confidence: float
    review: bool
    alternatives: tuple[Alternative, ...] = ()

    def to_json(self, key: str) -> dict[str, object]:
        """The reading under the contract's keys; `key` is "plant" or "piece" (which is given besides "plant")."""
        document = _named(key, self.piece, self.rotation, self.confidence)
        document["review"] = self.review
        if self.alternatives:
            document["alternatives"] = [
                _named(key, other.piece, other.rotation, other.confidence) for other in self.alternatives
            ]
        return document


@dataclass(frozen=True)
class Harvest:
    """A harvest token: its garden, the spaces of its formation, the middle of its top in pixels of `Photo.pixels`."""

    garden: str
    spaces: tuple[Space, ...]
    at: tuple[float, float]
    confidence: float = 1.0
    review: bool = False


@dataclass(frozen=True)
class BoardReading:
    """What a game's own module read on a located board."""

    areas: Mapping[str, Mapping[Space, SpaceReading]]
    harvests: Sequence[Harvest] = ()
    sun: str | None = None
    sun_confidence: float = 0.0


@dataclass(frozen=True, eq=False)
class Reading:
    """A photograph read with a copy. Without `location` nothing is filled in and `failure` says why."""

    photo: str
    game: str
    copy: str
    piece_key: str
    location: Location | None
    board: BoardReading
    timing_ms: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    failure: BoardNotFound | None = None

    def to_json(self) -> dict[str, object]:
        """The document that `glade read --json` prints."""
        scale = self.location.scale if self.location else 1.0
        document: dict[str, object] = {
            "photo": self.photo,
            "game": self.game,
            "copy": self.copy,
            "board": {
                "corners": np.round(self.location.corners_xy, 1).tolist() if self.location else None,
                "method": self.location.method if self.location else "none",
                "confidence": round(self.location.confidence, 3) if self.location else 0.0,
            },
            "areas": {
                area: {space: reading.to_json(self.piece_key) for space, reading in spaces.items()}
                for area, spaces in self.board.areas.items()
            },
        }
        if self.game != "evergreen":
            document["harvests"] = [
                {
                    "garden": harvest.garden,
                    "spaces": list(harvest.spaces),
                    "at": [round(harvest.at[0] / scale, 1), round(harvest.at[1] / scale, 1)],
                    "confidence": round(harvest.confidence, 3),
                    "review": harvest.review,
                }
                for harvest in self.board.harvests
            ]
        else:
            document["sun"] = self.board.sun
            document["sun_confidence"] = round(self.board.sun_confidence, 3)
        document["timing_ms"] = {stage: round(value, 1) for stage, value in self.timing_ms.items()}
        if self.notes:
            document["notes"] = list(self.notes)
        return document


def _named(key: str, piece: str | None, rotation: int | None, confidence: float) -> dict[str, object]:
    # The contract's example names every entry "plant"; a wooden piece is given under its own word as well.
    document: dict[str, object] = {"plant": piece} if key == "plant" else {key: piece, "plant": piece}
    if rotation is not None:
        document["rotation"] = rotation
    document["confidence"] = round(confidence, 3)
    return document
