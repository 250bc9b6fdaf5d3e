"""What a game's module learns from: a teaching photograph, where the board lies in it, and what lies on its spaces."""

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.layout import Space
from vision.decode import Photo
from vision.location import Location

NOTHING = "(nothing)"
"""The piece that stands for an empty space where there is no picture of the empty board: the table is then learned as
one more kind, and read back as an empty space. No piece can be called that: teach.json names have no brackets."""


@dataclass(frozen=True)
class Content:
    """What lies on a space of a teaching photograph."""

    piece: str
    rotation: int | None = None


@dataclass(frozen=True, eq=False)
class Sample:
    """A teaching photograph with its known contents.

    `contents` names occupied spaces; a space that is not named is empty when `others_empty` (the photograph of the
    empty board), and otherwise not known.
    """

    photo: Photo
    location: Location
    contents: Mapping[str, Mapping[Space, Content]]
    others_empty: bool = False
