"""A planet: pieces on spaces, the shadows they cast, and the biggest forest."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from assistant.evergreen.pieces import PIECES, Piece
from assistant.layout import Area, Cell, Space
from assistant.sheet import in_order
from assistant.squaregrid import STEPS


class Sun(StrEnum):
    """The side of the planet at which the Sun stands."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"

    @property
    def away(self) -> Cell:
        """The step (x, y) straight away from the Sun, in which every shadow falls."""
        return _AWAY[self]


_AWAY = {sun: STEPS[(index + 2) % len(STEPS)] for index, sun in enumerate(Sun)}


@dataclass(frozen=True)
class Planet:
    """The pieces that stand on the spaces of one planet."""

    area: Area
    pieces: Mapping[Space, Piece]

    @cached_property
    def spaces_by_piece(self) -> Mapping[Piece, tuple[Space, ...]]:
        """For each kind of piece that stands on the planet: its spaces, in the order a person would list them."""
        found: dict[Piece, list[Space]] = {}
        for space in in_order(self.pieces):
            found.setdefault(self.pieces[space], []).append(space)
        return {piece: tuple(spaces) for piece, spaces in found.items()}

    def casters(self, sun: Sun) -> Mapping[Space, tuple[Space, ...]]:
        """For every space that holds a piece in shadow: where the pieces stand that darken it, nearest first.

        A piece is dark in the shadow of one equally tall or taller. Shadows run over ravines and gaps: distance is
        counted in grid steps (ruling 4).
        """
        dx, dy = sun.away
        dark: dict[Space, list[tuple[int, Space]]] = {}
        for space, piece in self.pieces.items():
            x, y = self.area.cells[space]
            facts = PIECES[piece]
            for distance in range(1, facts.shadow + 1):
                other = self.area.space_at.get((x + dx * distance, y + dy * distance))
                if other is None or other not in self.pieces:
                    continue
                if PIECES[self.pieces[other]].height <= facts.height:
                    dark.setdefault(other, []).append((distance, space))
        return {space: tuple(caster for _, caster in sorted(casters)) for space, casters in dark.items()}

    def forests(self) -> list[frozenset[Space]]:
        """The groups of orthogonally adjacent pieces that take part in forests, the biggest first."""
        members = [s for s in self.area.cells if s in self.pieces and PIECES[self.pieces[s]].forest]
        return sorted(self.area.groups(reversed(members)), key=len, reverse=True)

    @cached_property
    def biggest_forest(self) -> frozenset[Space]:
        """One of the largest groups of `forests`; empty where there is none."""
        return next(iter(self.forests()), frozenset())

    def with_pieces(self, changes: Mapping[Space, Piece | None]) -> "Planet":
        """This planet with some spaces changed; None empties a space."""
        pieces = {**self.pieces, **changes}
        return Planet(self.area, {space: piece for space, piece in pieces.items() if piece is not None})
