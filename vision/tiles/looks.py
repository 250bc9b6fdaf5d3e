"""What tiles look like: learned from samples, kept upright, in the light of the taught board.

Samples of a kind that agree are laid over each other and averaged (less noise than any one photograph); a kind whose
tiles do not look alike keeps several looks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.layout import Grid
from vision.copies import LearnedCopy
from vision.samples import Sample
from vision.tiles.correlate import correlate, mask_pixels, pattern_vectors, shifted_patches
from vision.tiles.light import board_places, fit_light, mean_colours
from vision.tiles.palette import PALETTE_SIZE, palettes
from vision.tiles.patch import SIZE_PX, Floats, all_spaces, photo_patches, tile_mask, turned

_ALIKE = 0.85
"""Correlation above which two samples of a kind are laid over each other: lower, and fine stems are averaged away."""

_SAME_PICTURE = 0.6
"""Correlation above which two looks of a kind differ by light, blur or placement, not by what is printed."""

_COARSELY = 0.25
"""What agreeing loses by being compared at half the resolution and not turned."""

STRANGE_PALETTE = 0.75
"""How much an unknown picture's colours are assumed to resemble those of any kind (Bhattacharyya coefficient)."""

PALETTE_NEIGHBOURS = 3
"""The colours of a tile are compared with those of this many samples of a kind, the nearest ones."""

_ENOUGH = 6  # samples of a kind from which the spread of its colours is learned
_FLOOR_MARGIN = 0.08
_FLOOR_OF_FEW = 0.9

_EMPTY_ALIKE = 0.55
"""Correlation above which a space of a teaching photograph is taken to be empty, to learn the light from it."""

_TURNS_DEG = (-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0)
"""Samples are laid by hand: how far off straight they are tried."""


@dataclass(frozen=True, eq=False)
class References:
    """What was learned of a copy's tiles.

    Attributes
    ----------
    kinds : (K,) names
    looks : (L, SIZE_PX, SIZE_PX, 3) float32
        Upright patches in the light of the board picture.
    look_kind : (L,) int
    look_turned : (L,) bool
        Whether the sample's rotation was given (else what a match says about rotation means nothing).
    rigid : (K,) bool
        Whether all samples of a kind show one picture, so that another picture is another kind.
    palettes : (S, PALETTE_SIZE), palette_kind : (S,)
        Colours of every sample.
    palette_floor : (K,)
        How much the colours of a tile of each kind resemble those of its samples at least (Bhattacharyya coefficient).
    empty : (spaces, SIZE_PX, SIZE_PX, 3) float32 or None
        Every space of the empty board, in the order of `patch.all_spaces`.
    empty_palettes : (spaces, PALETTE_SIZE) or None
    """

    kinds: tuple[str, ...]
    looks: Floats
    look_kind: NDArray[np.int64]
    look_turned: NDArray[np.bool_]
    rigid: NDArray[np.bool_]
    palettes: Floats
    palette_kind: NDArray[np.int64]
    palette_floor: Floats
    empty: Floats | None
    empty_palettes: Floats | None

    def only(self, kinds: Sequence[str]) -> "References":
        """Those of some kinds."""
        keep = np.array([kind in kinds for kind in self.kinds], np.bool_)
        number = np.cumsum(keep) - 1
        looks, samples = keep[self.look_kind], keep[self.palette_kind]
        return References(
            tuple(kind for kind in self.kinds if kind in kinds),
            self.looks[looks],
            number[self.look_kind[looks]],
            self.look_turned[looks],
            self.rigid[keep],
            self.palettes[samples],
            number[self.palette_kind[samples]],
            self.palette_floor[keep],
            self.empty,
            self.empty_palettes,
        )

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Named arrays, as a learned copy keeps them."""
        arrays: dict[str, NDArray[Any]] = {
            "kinds": np.array(self.kinds, dtype=np.str_),
            "looks": self.looks.astype(np.float16),
            "look_kind": self.look_kind,
            "look_turned": self.look_turned,
            "rigid": self.rigid,
            "palettes": self.palettes.astype(np.float16),
            "palette_kind": self.palette_kind,
            "palette_floor": self.palette_floor,
        }
        if self.empty is not None and self.empty_palettes is not None:
            arrays["empty_palettes"] = self.empty_palettes.astype(np.float16)
            arrays["empty"] = np.clip(np.rint(self.empty), 0, 255).astype(np.uint8)
        return arrays

    @staticmethod
    def from_arrays(arrays: Mapping[str, NDArray[Any]]) -> "References":
        """What `to_arrays` gave."""
        return References(
            tuple(str(kind) for kind in arrays["kinds"]),
            arrays["looks"].astype(np.float32),
            arrays["look_kind"],
            arrays["look_turned"],
            arrays["rigid"],
            arrays["palettes"].astype(np.float32),
            arrays["palette_kind"],
            arrays["palette_floor"],
            arrays["empty"].astype(np.float32) if "empty" in arrays else None,
            arrays["empty_palettes"].astype(np.float32) if "empty" in arrays else None,
        )


def learn_looks(samples: Sequence[Sample], copy: LearnedCopy) -> References:
    """The references of a copy from its teaching photographs."""
    spaces = all_spaces(copy)
    grid = copy.layout.grid
    empty = _empty_board(samples, copy)
    kinds: list[str] = []
    pictures: list[Floats] = []
    kind_of: list[int] = []
    is_turned: list[bool] = []
    for sample in samples:
        taught = [(i, sample.contents.get(area, {}).get(space)) for i, (area, space) in enumerate(spaces)]
        if not any(content for _, content in taught):
            continue
        seen = photo_patches(sample.photo, sample.location, copy, spaces).astype(np.float32)
        gains = np.exp(_sample_light(seen, empty, [content is None for _, content in taught], copy))
        for i, content in taught:
            if content is None:
                continue
            if content.piece not in kinds:
                kinds.append(content.piece)
            upright = -(content.rotation or 0) * 360.0 / grid.edges
            pictures.append(turned(np.asarray(seen[i] / gains[i], np.float32), upright))
            kind_of.append(kinds.index(content.piece))
            is_turned.append(content.rotation is not None)
    return _references(tuple(kinds), pictures, np.array(kind_of, np.int64), np.array(is_turned, np.bool_), empty, grid)


def _empty_board(samples: Sequence[Sample], copy: LearnedCopy) -> Floats | None:
    for sample in samples:
        if sample.others_empty and not any(sample.contents.values()):
            return photo_patches(sample.photo, sample.location, copy, all_spaces(copy)).astype(np.float32)
    return None


def _sample_light(seen: Floats, empty: Floats | None, unnamed: Sequence[bool], copy: LearnedCopy) -> Floats:
    """Log gains (spaces, 3) of a teaching photograph over the empty board, from the spaces that it shows empty."""
    places = board_places(np.concatenate([copy.lattice.centres_xy(area) for area in copy.layout.areas]))
    if empty is None:
        return np.zeros((len(seen), 3), np.float32)
    grid = copy.layout.grid
    match = correlate(shifted_patches(seen, grid), pattern_vectors(empty, grid)[:, None, :]).best[:, 0]
    sure = np.asarray(unnamed) & (match > _EMPTY_ALIKE)
    mask = tile_mask(grid)
    seen_mean, empty_mean = mean_colours(seen, mask)[sure], mean_colours(empty, mask)[sure]
    return fit_light(places[sure], np.zeros(len(seen_mean), np.bool_), seen_mean, empty_mean, places)[0]


def _references(
    kinds: tuple[str, ...],
    pictures: list[Floats],
    kind_of: NDArray[np.int64],
    is_turned: NDArray[np.bool_],
    empty: Floats | None,
    grid: Grid,
) -> References:
    looks: list[Floats] = []
    look_kind: list[int] = []
    look_turned: list[bool] = []
    rigid = np.ones(len(kinds), np.bool_)
    for kind in range(len(kinds)):
        for known in (True, False):
            mine = [pictures[i] for i in np.flatnonzero((kind_of == kind) & (is_turned == known))]
            groups = _groups(mine, grid)
            looks.extend(groups)
            look_kind.extend([kind] * len(groups))
            look_turned.extend([known] * len(groups))
        rigid[kind] = _is_one_picture(looks[len(looks) - look_kind.count(kind) :], grid)
    mask = tile_mask(grid)
    colours = np.array([picture[mask] for picture in pictures], np.float32).reshape(-1, int(mask.sum()), 3)
    seen = palettes(colours) if pictures else np.zeros((0, PALETTE_SIZE), np.float32)
    return References(
        kinds,
        np.array(looks, np.float32).reshape(-1, SIZE_PX, SIZE_PX, 3),
        np.array(look_kind, np.int64),
        np.array(look_turned, np.bool_),
        rigid,
        seen,
        kind_of,
        np.array([_floor(seen[kind_of == kind]) for kind in range(len(kinds))], np.float32),
        empty,
        None if empty is None else palettes(empty[:, mask]),
    )


def _is_one_picture(looks: Sequence[Floats], grid: Grid) -> bool:
    """Whether all looks of a kind show the same picture, if not well enough to be laid over each other."""
    for index, look in enumerate(looks):
        others = [_laid_over(look, other, grid)[0] for number, other in enumerate(looks) if number != index]
        if others and max(others) < _SAME_PICTURE:
            return False
    return True


def _floor(seen: Floats) -> float:
    """How much the samples of a kind resemble the nearest others of it, for all but the oddest twentieth."""
    if len(seen) < _ENOUGH:
        return _FLOOR_OF_FEW
    alike = seen @ seen.T
    np.fill_diagonal(alike, -1.0)
    near = np.sort(alike, axis=1)[:, -PALETTE_NEIGHBOURS:].mean(axis=1)
    return max(STRANGE_PALETTE, float(np.quantile(near, 0.05)) - _FLOOR_MARGIN)


def _groups(pictures: list[Floats], grid: Grid) -> list[Floats]:
    """Averages of the pictures that agree once they are laid over each other, in the order of their first members."""
    sums: list[Floats] = []
    counts: list[int] = []
    for picture in pictures:
        best: tuple[float, int, Floats] | None = None
        for index in _nearest(picture, sums, grid):
            score, moved = _laid_over(picture, np.asarray(sums[index] / counts[index], np.float32), grid)
            if best is None or score > best[0]:
                best = (score, index, moved)
        if best is not None and best[0] > _ALIKE:
            sums[best[1]] = sums[best[1]] + best[2]
            counts[best[1]] += 1
        else:
            sums.append(picture.copy())
            counts.append(1)
    return [np.asarray(total / count, np.float32) for total, count in zip(sums, counts, strict=True)]


def _nearest(picture: Floats, sums: Sequence[Floats], grid: Grid) -> list[int]:
    """The two pictures of a list that agree best with one at half resolution, unless they hardly do."""
    if not sums:
        return []
    score = correlate(shifted_patches(picture[None], grid), pattern_vectors(np.array(sums, np.float32), grid)).best[0]
    return [int(index) for index in np.argsort(-score)[:2] if score[index] > _ALIKE - _COARSELY]


def _laid_over(picture: Floats, onto: Floats, grid: Grid) -> tuple[float, Floats]:
    """How well a picture agrees with another once shifted and turned a little, and the picture so moved."""
    pixels = mask_pixels(grid, SIZE_PX)
    target = onto[pixels[:, 0], pixels[:, 1]]
    target = (target - target.mean(axis=0)) / max(float(target.std()), 1e-6)
    reference = pattern_vectors(onto[None], grid)
    best = (-1.0, picture)
    for angle in _TURNS_DEG:
        match = correlate(shifted_patches(turned(picture, angle)[None], grid), reference)
        x, y = -match.shift_xy[0, 0]
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                moved = turned(picture, angle, (float(x + dx), float(y + dy)))
                seen = moved[pixels[:, 0], pixels[:, 1]]
                seen = (seen - seen.mean(axis=0)) / max(float(seen.std()), 1e-6)
                score = float((seen * target).mean() / np.sqrt((seen**2).mean() * (target**2).mean() + 1e-12))
                if score > best[0]:
                    best = (score, moved)
    return best
