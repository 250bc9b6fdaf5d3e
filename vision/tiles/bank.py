"""All references that a patch is compared with: every look in every turn of the grid and slightly off straight."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.layout import Grid
from vision.tiles.correlate import mask_pixels, pattern_vectors
from vision.tiles.fit import Reference, fit_references, unexplained_costs
from vision.tiles.looks import References
from vision.tiles.patch import SIZE_PX, Floats, Ints, steepness, tile_mask, turned

SKEW_DEG = (0.0, -4.0, 4.0)
"""How far off straight a tile may lie: references are compared as they are and turned this much."""


_TOLD_APART = 10.0
"""Log likelihood by which a look must fit itself better than itself turned for its turn to be told. Looks of the
labelled sets and of the real tile game have 15 to 75, plain ones and ones of several equal parts about 0."""


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
    turns_alike : (L,) bool
        Looks of which some turn shows nearly the same picture: how such a tile lies cannot be told.
    empty : Reference or None
        One for each space.
    empty_patterns : (N, D) or None
    sparse : (Q,) int
        Every other pixel under the mask, like the black squares of a chessboard: enough to search with.
    sparse_tiles, sparse_empty : Reference
        The references at those.
    """

    tiles: Reference
    patterns: Floats
    means: Floats
    look: Ints
    rotation: Ints
    kind: Ints
    turns_alike: NDArray[np.bool_]
    empty: Reference | None
    empty_patterns: Floats | None
    sparse: Ints
    sparse_tiles: Reference
    sparse_empty: Reference | None

    @property
    def size(self) -> int:
        """How many turned looks there are."""
        return len(self.look)

    def pick(self, entry: Ints, skew: Ints, space: Ints, is_sparse: bool = False) -> Reference:
        """The references of some explanations; an `entry` below 0 is the empty space `space`."""
        is_empty = entry < 0
        all_tiles, all_empty = (self.sparse_tiles, self.sparse_empty) if is_sparse else (self.tiles, self.empty)
        if all_empty is None or not is_empty.any():
            return _rows(all_tiles, np.maximum(entry, 0) * len(SKEW_DEG) + skew)
        if is_empty.all():
            return _rows(all_empty, space)
        order = np.concatenate([np.flatnonzero(~is_empty), np.flatnonzero(is_empty)])
        back = np.argsort(order)
        tiles = _rows(all_tiles, entry[~is_empty] * len(SKEW_DEG) + skew[~is_empty])
        empty = _rows(all_empty, space[is_empty])
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
    tiles = _reference(_stack(skewed), grid)
    empty = None if references.empty is None else _reference(references.empty, grid)
    sparse = np.flatnonzero(mask_pixels(grid, SIZE_PX).sum(axis=1) % 2 == 0)
    return Bank(
        tiles=tiles,
        patterns=pattern_vectors(upright, grid),
        means=np.asarray(upright[:, mask].mean(axis=1), np.float32),
        look=looks,
        rotation=np.array(rotation, np.int64),
        kind=references.look_kind[looks],
        turns_alike=_turns_alike(tiles, len(references.looks), grid),
        empty=empty,
        empty_patterns=None if references.empty is None else pattern_vectors(references.empty, grid),
        sparse=sparse,
        sparse_tiles=_at(tiles, sparse),
        sparse_empty=None if empty is None else _at(empty, sparse),
    )


def _turns_alike(tiles: Reference, count: int, grid: Grid) -> NDArray[np.bool_]:
    """For each look whether a photograph of it would hardly be told from one of it turned."""
    alike = np.zeros(count, np.bool_)
    every = np.arange(count) * grid.edges * len(SKEW_DEG)
    seen = tiles.pixels[:, every]
    valid = np.ones(seen.shape[1:], np.float32)
    light = np.ones((count, 3), np.float32)
    unexplained = unexplained_costs(seen, valid)[0]
    upright = fit_references(seen, _rows(tiles, every), light, valid, unexplained).log_likelihood
    for turn in range(1, grid.edges):
        turned_rows = _rows(tiles, every + turn * len(SKEW_DEG))
        other = fit_references(seen, turned_rows, light, valid, unexplained).log_likelihood
        alike |= upright - other < _TOLD_APART
    return alike


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
        np.take(reference.pixels, rows, axis=1),
        reference.steepness[rows],
        reference.mean[rows],
        reference.variance[rows],
    )


def _at(reference: Reference, pixels: Ints) -> Reference:
    """References at some of their pixels."""
    return Reference(
        np.ascontiguousarray(reference.pixels[:, :, pixels]),
        np.ascontiguousarray(reference.steepness[:, pixels]),
        reference.mean,
        reference.variance,
    )


def _stack(patches: Sequence[Floats]) -> Floats:
    return np.array(patches, np.float32).reshape(-1, SIZE_PX, SIZE_PX, 3)
