"""All references that a patch is compared with: every look in every turn of the grid and slightly off straight."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.layout import Grid
from vision.tiles.correlate import mask_pixels, pattern_vectors
from vision.tiles.fit import Reference
from vision.tiles.looks import References
from vision.tiles.patch import SIZE_PX, Floats, Ints, steepness, tile_mask, turned

SKEW_DEG = (0.0, -4.0, 4.0)
"""How far off straight a tile may lie: references are compared as they are and turned this much."""


@dataclass(frozen=True, eq=False)
class Bank:
    """B turned looks, and the empty space where there is a board.

    Attributes
    ----------
    tiles : Reference
        B x len(SKEW_DEG) references, entry by entry.
    patterns : (B, D) float32
        Half-resolution unit vectors of the straight ones.
    means : (B, 3) float32
        Mean colours of the straight ones under the whole mask.
    look, rotation, kind : (B,) int
    empty : Reference or None
        One for each space.
    empty_patterns : (N, D) or None
    """

    tiles: Reference
    patterns: Floats
    means: Floats
    look: Ints
    rotation: Ints
    kind: Ints
    empty: Reference | None
    empty_patterns: Floats | None

    @property
    def size(self) -> int:
        """How many turned looks there are."""
        return len(self.look)

    def pick(self, entry: Ints, skew: Ints, space: Ints) -> Reference:
        """The references of some explanations; an `entry` below 0 is the empty space `space`."""
        is_empty = entry < 0
        if self.empty is None or not is_empty.any():
            return _rows(self.tiles, np.maximum(entry, 0) * len(SKEW_DEG) + skew)
        if is_empty.all():
            return _rows(self.empty, space)
        order = np.concatenate([np.flatnonzero(~is_empty), np.flatnonzero(is_empty)])
        back = np.argsort(order)
        tiles = _rows(self.tiles, entry[~is_empty] * len(SKEW_DEG) + skew[~is_empty])
        empty = _rows(self.empty, space[is_empty])
        return _rows(
            Reference(
                np.concatenate([tiles.pixels, empty.pixels], axis=1),
                np.concatenate([tiles.steepness, empty.steepness]),
                np.concatenate([tiles.mean, empty.mean]),
                np.concatenate([tiles.variance, empty.variance]),
            ),
            back,
        )


def turned_bank(references: References, grid: Grid) -> Bank:
    """The bank of a copy's references."""
    step = 360.0 / grid.edges
    mask = tile_mask(grid)
    straight: list[Floats] = []
    skewed: list[Floats] = []
    look: list[int] = []
    rotation: list[int] = []
    for index, picture in enumerate(references.looks):
        for turn in range(grid.edges):
            skewed += [turned(picture, turn * step + skew) for skew in SKEW_DEG]
            straight.append(skewed[-len(SKEW_DEG)])
            look.append(index)
            rotation.append(turn)
    upright = _stack(straight)
    looks = np.array(look, np.int64)
    empty = references.empty
    return Bank(
        tiles=_reference(_stack(skewed), grid),
        patterns=pattern_vectors(upright, grid),
        means=np.asarray(upright[:, mask].mean(axis=1), np.float32),
        look=looks,
        rotation=np.array(rotation, np.int64),
        kind=references.look_kind[looks],
        empty=None if empty is None else _reference(empty, grid),
        empty_patterns=None if empty is None else pattern_vectors(empty, grid),
    )


def _reference(patches: Floats, grid: Grid) -> Reference:
    pixels = mask_pixels(grid, SIZE_PX)
    rows, columns = pixels[:, 0], pixels[:, 1]
    under = patches[:, rows, columns]
    return Reference(
        np.ascontiguousarray(np.moveaxis(under, 2, 0)),
        np.ascontiguousarray(steepness(patches)[:, rows, columns]),
        np.asarray(under.mean(axis=1), np.float32),
        np.asarray(under.var(axis=1), np.float32),
    )


def _rows(reference: Reference, rows: NDArray[np.int64]) -> Reference:
    return Reference(
        reference.pixels[:, rows], reference.steepness[rows], reference.mean[rows], reference.variance[rows]
    )


def _stack(patches: Sequence[Floats]) -> Floats:
    return np.array(patches, np.float32).reshape(-1, SIZE_PX, SIZE_PX, 3)
