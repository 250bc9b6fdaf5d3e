"""Every explanation of every space worth considering: which look, how turned, how shifted, and how likely.

First all of them are correlated at half resolution; those that come near the best are fitted in the light of the
photograph and moved pixel by pixel to where they fit best.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.layout import Grid
from vision.homography import Points
from vision.tiles.correlate import Correlations, correlate, mask_pixels, pattern_vectors, shifted_vectors
from vision.tiles.fit import Fit, fit_references, unexplained_cost
from vision.tiles.light import fit_light, mean_colours
from vision.tiles.looks import References
from vision.tiles.palette import palettes
from vision.tiles.patch import REACH_PX, SIZE_PX, Floats, steepness, tile_mask, turned

Ints = NDArray[np.int64]

SKEW_DEG = (0.0, -4.0, 4.0)
"""How far off straight a tile may lie: references are compared as they are and turned this much."""

_NEAR_BEST = 0.4
_PER_SPACE = 14
_REFINED = 4
_BLOWN_OUT = 250
_SURE = 0.6
_SURE_LEAD = 0.1
PALETTE_WORTH = 20.0


@dataclass(frozen=True, eq=False)
class Bank:
    """All looks in all turns of the grid and, slightly, off straight.

    Attributes
    ----------
    pixels : (B, len(SKEW_DEG), P, 3) float32
        Under the tile's mask.
    steepness : (B, len(SKEW_DEG), P) float32
        Squared change from pixel to pixel.
    patterns : (B, D) float32
        Half-resolution unit vectors of the straight ones.
    means : (B, 3)
    look, rotation : (B,)
    """

    pixels: Floats
    steepness: Floats
    patterns: Floats
    means: Floats
    look: Ints
    rotation: Ints


def turned_bank(references: References, grid: Grid) -> Bank:
    """The bank of a copy's looks."""
    step = 360.0 / grid.edges
    mask = tile_mask(grid)
    straight, pixels, slopes, look, rotation = [], [], [], [], []
    for index, picture in enumerate(references.looks):
        for turn in range(grid.edges):
            straight.append(turned(picture, turn * step))
            skewed = np.array([turned(picture, turn * step + skew) for skew in SKEW_DEG], np.float32)
            pixels.append(skewed[:, mask])
            slopes.append(steepness(skewed)[:, mask])
            look.append(index)
            rotation.append(turn)
    upright = np.array(straight, np.float32).reshape(-1, SIZE_PX, SIZE_PX, 3)
    return Bank(
        np.array(pixels, np.float32).reshape(len(look), len(SKEW_DEG), int(mask.sum()), 3),
        np.array(slopes, np.float32).reshape(len(look), len(SKEW_DEG), int(mask.sum())),
        pattern_vectors(upright, grid),
        mean_colours(upright, mask),
        np.array(look, np.int64),
        np.array(rotation, np.int64),
    )


@dataclass(frozen=True, eq=False)
class Candidates:
    """Explanations of spaces, H in all. `entry` is a row of the bank, or -1 for the empty space."""

    space: Ints
    entry: Ints
    skew: Ints
    shift_xy: Ints

    def take(self, rows: Ints) -> "Candidates":
        """Some of them."""
        return Candidates(self.space[rows], self.entry[rows], self.skew[rows], self.shift_xy[rows])


@dataclass(frozen=True, eq=False)
class Matches:
    """Candidates with their likelihoods (over that of "something else"), and what palettes say of each kind."""

    candidates: Candidates
    log_likelihood: Floats
    palette: Floats
    """(N, K) log likelihood of each kind from colours alone."""
    palette_empty: Floats


class Matcher:
    """Matches the patches of one photograph; keeps what several steps share."""

    def __init__(self, patches: Floats, references: References, bank: Bank, places: Points, grid: Grid) -> None:
        self.patches = patches
        self.references = references
        self.bank = bank
        self.places = places
        self.grid = grid
        self.covered: Floats = np.zeros(patches.shape[:3], np.float32)
        self._pixels = mask_pixels(grid, SIZE_PX)
        self._flat = np.ascontiguousarray(patches.reshape(len(patches), -1, 3))
        blown = (patches.min(axis=3) >= _BLOWN_OUT) | (patches.max(axis=3) <= 0)
        self._valid: Floats = (~blown).astype(np.float32).reshape(len(patches), -1)
        self._unexplained: Floats = np.zeros(len(patches), np.float32)
        mask = tile_mask(grid)
        self._empty_pixels = None if references.empty is None else references.empty[:, mask]
        self._empty_slopes = None if references.empty is None else steepness(references.empty)[:, mask]
        self._empty_means = None if references.empty is None else mean_colours(references.empty, mask)
        self.light_tiles: Floats = np.zeros((len(patches), 3), np.float32)
        self.light_empty: Floats = np.zeros((len(patches), 3), np.float32)

    def correlate(self) -> tuple[Correlations, Correlations | None]:
        """Correlations with the bank, and with each space's own empty picture."""
        seen = shifted_vectors(self.patches, self.grid)
        tiles = correlate(seen, self.bank.patterns)
        empty = None
        if self.references.empty is not None:
            empty = correlate(seen, pattern_vectors(self.references.empty, self.grid)[:, None, :])
        return tiles, empty

    def estimate_light(self, tiles: Correlations, empty: Correlations | None) -> None:
        """Learn the light of the photograph from the spaces whose contents are clear from their pattern."""
        n = len(self.patches)
        mean = mean_colours(self.patches, tile_mask(self.grid))
        kinds = len(self.references.kinds)
        by_kind = np.full((n, kinds + 1), -1.0, np.float32)
        kind = self.references.look_kind[self.bank.look]
        for k in range(kinds):
            by_kind[:, k] = tiles.best[:, kind == k].max(axis=1)
        if empty is not None:
            by_kind[:, kinds] = empty.best[:, 0]
        ranked = np.sort(by_kind, axis=1)
        clear = (ranked[:, -1] > _SURE) & (ranked[:, -1] - ranked[:, -2] > _SURE_LEAD)
        is_empty = by_kind.argmax(axis=1) == kinds
        best = tiles.best.argmax(axis=1) if kinds else np.zeros(n, np.int64)
        reference = self.bank.means[best] if kinds else mean
        if self._empty_means is not None:
            reference = np.where(is_empty[:, None], self._empty_means, reference)
        self.light_tiles, self.light_empty = fit_light(
            self.places[clear], is_empty[clear], mean[clear], reference[clear], self.places
        )

    def shortlist(self, tiles: Correlations, empty: Correlations | None) -> Candidates:
        """The candidates that come near the best correlation of their space, the best of each kind, and the empty space."""
        n = len(self.patches)
        kind = self.references.look_kind[self.bank.look]
        order = np.argsort(-tiles.best, axis=1)[:, :_PER_SPACE]
        near = np.take_along_axis(tiles.best, order, axis=1) >= tiles.best.max(axis=1, keepdims=True) - _NEAR_BEST
        chosen = np.zeros(tiles.best.shape, np.bool_)
        chosen[np.nonzero(near)[0], order[near]] = True
        for k in range(len(self.references.kinds)):
            mine = np.flatnonzero(kind == k)
            chosen[np.arange(n), mine[tiles.best[:, mine].argmax(axis=1)]] = True
        space, entry = np.nonzero(chosen)
        shift = tiles.shift_xy[space, entry]
        if empty is not None:
            space = np.concatenate([space, np.arange(n)])
            entry = np.concatenate([entry, np.full(n, -1)])
            shift = np.concatenate([shift, empty.shift_xy[:, 0]])
        return Candidates(space, entry, np.zeros_like(space), shift)

    def fit(self, candidates: Candidates, uncovered: Floats | None = None) -> Fit:
        """Fit candidates in the light of the photograph; `uncovered` (H, P) is 0 where something lies on the tiles."""
        seen, valid = self.windows(candidates.space, candidates.shift_xy)
        if uncovered is not None:
            valid = valid * uncovered
        is_empty = candidates.entry < 0
        reference = np.empty_like(seen)
        tile = ~is_empty
        reference[tile] = self.bank.pixels[candidates.entry[tile], candidates.skew[tile]]
        slopes = np.empty(seen.shape[:2], np.float32)
        slopes[tile] = self.bank.steepness[candidates.entry[tile], candidates.skew[tile]]
        if self._empty_pixels is not None and self._empty_slopes is not None:
            reference[is_empty] = self._empty_pixels[candidates.space[is_empty]]
            slopes[is_empty] = self._empty_slopes[candidates.space[is_empty]]
        light = np.where(is_empty[:, None], self.light_empty[candidates.space], self.light_tiles[candidates.space])
        unexplained = self._unexplained[candidates.space]
        return fit_references(seen, reference, slopes, np.exp(light).astype(np.float32), valid, unexplained)

    def refine(self, candidates: Candidates, likelihood: Floats, rounds: int = 2) -> tuple[Candidates, Floats]:
        """Move the most likely candidates of each space to where they fit best: a pixel, or a few degrees, at a time."""
        likelihood = likelihood.copy()
        current = candidates
        for number in range(rounds):
            leading = leaders(current.space, likelihood, _REFINED if number == 0 else 2)
            base = current.take(leading)
            for change in ((-1, 0, None), (1, 0, None), (0, -1, None), (0, 1, None), (0, 0, 1), (0, 0, 2)):
                moved = _changed(base, change)
                fit = self.fit(moved)
                better = fit.log_likelihood > likelihood[leading]
                rows = leading[better]
                skew, shift = current.skew.copy(), current.shift_xy.copy()
                skew[rows], shift[rows] = moved.skew[better], moved.shift_xy[better]
                current = replace(current, skew=skew, shift_xy=shift)
                likelihood[rows] = fit.log_likelihood[better]
                base = current.take(leading)
        return current, likelihood

    def match(self) -> Matches:
        """All steps."""
        tiles, empty = self.correlate()
        self.estimate_light(tiles, empty)
        candidates = self.shortlist(tiles, empty)
        return self.matches(candidates)

    def matches(self, candidates: Candidates) -> Matches:
        """Likelihoods of candidates (again, when something is now known to be covered)."""
        everywhere = np.arange(len(self.patches))
        self._unexplained = unexplained_cost(*self.windows(everywhere, np.zeros((len(everywhere), 2), np.int64)))
        likelihood = self.fit(candidates).log_likelihood
        candidates, likelihood = self.refine(candidates, likelihood)
        n = len(self.patches)
        best = leaders(candidates.space, likelihood, 1)
        seen, valid = self.windows(np.arange(n), candidates.shift_xy[best])
        palette, palette_empty = self._palettes(seen, valid)
        return Matches(candidates, likelihood, palette, palette_empty)

    def _palettes(self, seen: Floats, valid: Floats) -> tuple[Floats, Floats]:
        n = len(seen)
        kinds = len(self.references.kinds)
        out = np.zeros((n, kinds), np.float32)
        mine = palettes(seen / np.exp(self.light_tiles)[:, None, :], valid)
        alike = mine @ self.references.palettes.T
        for k in range(kinds):
            of_kind = np.sort(alike[:, self.references.palette_kind == k], axis=1)
            out[:, k] = of_kind[:, -3:].mean(axis=1)
        empty = np.full(n, -np.inf, np.float32)
        if self._empty_pixels is not None:
            mine = palettes(seen / np.exp(self.light_empty)[:, None, :], valid)
            empty = (mine * palettes(self._empty_pixels)).sum(axis=1)
        with np.errstate(divide="ignore"):
            return (
                PALETTE_WORTH * np.log(np.maximum(out, 0.02)),
                PALETTE_WORTH * np.log(np.maximum(empty, 0.02)),
            )

    def places_of(self, shift_xy: Ints) -> Ints:
        """Indices (H, P), into a patch laid out flat, of the pixels under the mask at a shift."""
        shift = np.clip(shift_xy, -REACH_PX - 2, REACH_PX + 2)
        rows, columns = self._pixels[:, 0], self._pixels[:, 1]
        return (rows + shift[:, 1, None]) * SIZE_PX + columns + shift[:, 0, None]

    def readable_part(self) -> Floats:
        """Part (N,) of each space that is neither blown out nor outside the picture."""
        valid = self._valid.reshape(self.covered.shape)[:, tile_mask(self.grid)]
        return np.asarray(valid.mean(axis=1), np.float32)

    def places_of(self, shift_xy: Ints) -> Ints:
        """Indices (H, P), into a patch laid out flat, of the pixels under the mask at a shift."""
        shift = np.clip(shift_xy, -REACH_PX - 2, REACH_PX + 2)
        rows, columns = self._pixels[:, 0], self._pixels[:, 1]
        return (rows + shift[:, 1, None]) * SIZE_PX + columns + shift[:, 0, None]

    def seen_part(self) -> Floats:
        """Part (N,) of each tile that is neither blown out nor covered."""
        mask = tile_mask(self.grid)
        valid = self._valid.reshape(self.covered.shape) * (1 - self.covered)
        return np.asarray(valid[:, mask].mean(axis=1), np.float32)

    def windows(self, space: Ints, shift_xy: Ints) -> tuple[Floats, Floats]:
        """Pixels (H, P, 3) under the mask at a shift, and which of them say something (H, P)."""
        place = self.places_of(shift_xy)
        rows = space[:, None]
        valid = self._valid[rows, place] * (1 - self.covered.reshape(len(self.patches), -1)[rows, place])
        return self._flat[rows, place], np.asarray(valid, np.float32)


def leaders(space: Ints, likelihood: Floats, count: int) -> Ints:
    """Rows of the `count` most likely candidates of each space, by space."""
    order = np.lexsort((-likelihood, space))
    ordered = space[order]
    start = np.searchsorted(ordered, ordered)
    return order[np.arange(len(order)) - start < count]


def _changed(base: Candidates, change: tuple[int, int, int | None]) -> Candidates:
    dx, dy, skew = change
    if skew is not None:
        return replace(base, skew=np.where(base.entry < 0, 0, np.full_like(base.skew, skew)))
    return replace(base, shift_xy=base.shift_xy + np.array([dx, dy]))
