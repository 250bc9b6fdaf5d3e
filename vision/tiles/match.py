"""Every explanation of every space worth considering: which look, how turned, how shifted, and how likely.

First all of them are correlated at half resolution; those that come near the best are fitted in the light of the
photograph and moved pixel by pixel to where they fit best.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.layout import Grid
from vision.homography import Points
from vision.tiles.bank import Bank
from vision.tiles.correlate import Correlations, correlate, mask_pixels, rim_pixels, rim_vectors, shifted_patches
from vision.tiles.fit import Fit, fit_references, unexplained_costs
from vision.tiles.light import fit_light, mean_colours
from vision.tiles.looks import PALETTE_NEIGHBOURS, References
from vision.tiles.palette import palettes
from vision.tiles.patch import REACH_PX, SIZE_PX, Floats, Ints, tile_mask

PALETTE_WORTH = 20.0
"""How many independent observations the colours of a tile are worth beside its pattern."""

_NEAR_BEST = 0.25
"""Correlation by which a candidate may be worse than the best of its space and still be fitted."""

_PER_SPACE = 6
_RIVALS = 3
_RIVAL_WITHIN = 12.0
"""Candidates this much less likely than the best cannot overtake it by being moved: only nearer ones are."""

_STEPS: tuple[tuple[int, int, int | None], ...] = (
    (-1, 0, None),
    (1, 0, None),
    (0, -1, None),
    (0, 1, None),
    (0, 0, 1),
    (0, 0, 2),
)
"""Shifts (x, y) and skews that are tried to better a fit; the best is taken, `_MOVES` times."""

_MOVES = 2
_EXPLAINED = 30.0
"""Log likelihood of a pattern that needs no bettering."""

_WORTH_MOVING = 0.1

_EMPTY_REACH = 1  # half-resolution pixels: a twelfth of the pitch
_MOST_EMPTY_SHIFT = 3
_BLOWN_OUT = 250
_UNSPOILED = 0.98  # part of a tile that must be readable for its pattern to be trusted with the choice of candidates
_ENOUGH_CLEAR = 20
"""Spaces that are clear from their pattern, from which the light they show is taken without a second look."""

_SURE = 0.6
_SURE_LEAD = 0.1
_PLAIN = 12.0  # grey levels of contrast below which a tile's pattern is too faint to be clear


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
    """Candidates with their likelihoods (over that of "something else"), and what colours say.

    Attributes
    ----------
    palette : (N, K) float32
        Log likelihood of each kind from the colours alone.
    palette_empty : (N,) float32
        The same of the empty space.
    """

    candidates: Candidates
    log_likelihood: Floats
    palette: Floats
    palette_empty: Floats


class Matcher:
    """Matches the patches of one photograph; keeps what several steps share.

    Attributes
    ----------
    covered : (N, SIZE_PX, SIZE_PX) float32
        1 where something is known to lie on the tiles.
    """

    def __init__(self, patches: Floats, references: References, bank: Bank, places: Points, grid: Grid) -> None:
        self.patches = patches
        self.references = references
        self.bank = bank
        self.grid = grid
        self.covered: Floats = np.zeros(patches.shape[:3], np.float32)
        self._places = places
        pixels = mask_pixels(grid, SIZE_PX)
        self._mask_pixels = pixels[:, 0] * SIZE_PX + pixels[:, 1]
        self._sparse_pixels = self._mask_pixels[bank.sparse]
        self._flat = np.ascontiguousarray(np.moveaxis(patches.reshape(len(patches), -1, 3), 2, 0))
        red, green, blue = self._flat
        is_blown = (red >= _BLOWN_OUT) & (green >= _BLOWN_OUT) & (blue >= _BLOWN_OUT)
        is_outside = (red <= 0) & (green <= 0) & (blue <= 0)
        self._readable: Floats = (~(is_blown | is_outside)).astype(np.float32)
        self._valid = self._readable
        self._light_tiles: Floats = np.zeros((len(patches), 3), np.float32)
        self._light_empty: Floats = np.zeros((len(patches), 3), np.float32)
        self._unexplained: Floats = np.zeros((2, len(patches)), np.float32)  # beside tiles, beside the empty space

    def match(self) -> Matches:
        """All steps: correlate, learn the light, fit what comes near the best, move it to where it fits best."""
        seen = shifted_patches(self.patches, self.grid)
        tiles = correlate(seen, self.bank.patterns)
        empty = None
        if self.bank.empty_patterns is not None:
            # A space lies where the board does: only the error of the location moves it.
            empty = correlate(seen.within(_EMPTY_REACH), self.bank.empty_patterns[:, None, :])
        self._learn_light(tiles, empty)
        everywhere = np.arange(len(self.patches))
        self._learn_unexplained(everywhere)
        candidates = self._shortlist(tiles, empty, self.readable_part() < _UNSPOILED)
        candidates, likelihood = self._refine(candidates, self.fit(candidates, is_sparse=True).log_likelihood)
        palette, palette_empty = self._palettes(candidates, likelihood, everywhere)
        return Matches(candidates, likelihood, palette, palette_empty)

    def widened(self, matches: Matches, spaces: Ints) -> Matches:
        """The matches with more candidates for some spaces: what their rims suggest, should tokens hide the middles."""
        if len(spaces) == 0 or self.bank.size == 0:
            return matches
        seen = shifted_patches(self.patches[spaces], self.grid, rim_pixels(self.grid))
        found = correlate(seen, rim_vectors(self.bank.patterns, self.grid))
        more = self._shortlist(found, None)
        more = replace(more, space=spaces[more.space])
        likelihood = self.fit(more, is_sparse=True).log_likelihood
        old = matches.candidates
        both = Candidates(*(np.concatenate(pair) for pair in zip(vars(old).values(), vars(more).values(), strict=True)))
        return replace(matches, candidates=both, log_likelihood=np.concatenate([matches.log_likelihood, likelihood]))

    def match_uncovered(self, matches: Matches) -> Matches:
        """The matches once more, with what is now known to be `covered` left out."""
        again = np.flatnonzero(self.covered.any(axis=(1, 2)))
        if len(again) == 0:
            return matches
        self._learn_unexplained(again)
        rows = np.flatnonzero(np.isin(matches.candidates.space, again))
        some = matches.candidates.take(rows)
        some, better = self._refine(some, self.fit(some, is_sparse=True).log_likelihood)
        candidates = Candidates(*(a.copy() for a in vars(matches.candidates).values()))
        candidates.skew[rows], candidates.shift_xy[rows] = some.skew, some.shift_xy
        likelihood = matches.log_likelihood.copy()
        likelihood[rows] = better
        palette, palette_empty = matches.palette.copy(), matches.palette_empty.copy()
        palette[again], palette_empty[again] = self._palettes(candidates, likelihood, again)
        return Matches(candidates, likelihood, palette, palette_empty)

    def cover(self, spaces: slice, covered: Floats) -> None:
        """Leave out what lies on some spaces' tiles: `covered` (M, SIZE_PX, SIZE_PX) is 1 where something does."""
        self.covered[spaces] = np.maximum(self.covered[spaces], covered)
        self._valid = self._readable * (1 - self.covered.reshape(len(self.patches), -1))

    def fit(self, candidates: Candidates, uncovered: Floats | None = None, is_sparse: bool = False) -> Fit:
        """Fit candidates in the light of the photograph.

        Parameters
        ----------
        uncovered : (H, P) float32
            0 where something lies on the tiles.
        is_sparse : bool
            Fit every other pixel only: `Fit.cost` then holds just those.
        """
        place = self.places_of(candidates.shift_xy, is_sparse)
        valid = self.valid_at(candidates.space, place)
        if uncovered is not None:
            valid = valid * uncovered
        is_empty = candidates.entry < 0
        light = np.where(is_empty[:, None], self._light_empty[candidates.space], self._light_tiles[candidates.space])
        return fit_references(
            self._seen_at(candidates.space, place),
            self.bank.pick(candidates.entry, candidates.skew, candidates.space, is_sparse),
            np.exp(light),
            valid,
            self._unexplained[is_empty.astype(np.int64), candidates.space],
        )

    def places_of(self, shift_xy: Ints, is_sparse: bool = False) -> Ints:
        """Indices (H, P), into a patch laid out flat, of the pixels under the mask at a shift."""
        shift = np.clip(shift_xy, -REACH_PX - 2, REACH_PX + 2)
        flat = self._sparse_pixels if is_sparse else self._mask_pixels
        return np.asarray(flat + (shift[:, 1] * SIZE_PX + shift[:, 0])[:, None], np.int64)

    def valid_at(self, space: Ints, place: Ints) -> Floats:
        """Which pixels (H, P) say something: 1, or 0 where they are blown out, outside the picture or covered."""
        return np.asarray(np.take(self._valid.ravel(), space[:, None] * SIZE_PX**2 + place), np.float32)

    def _seen_at(self, space: Ints, place: Ints) -> Floats:
        """Pixels (3, H, P) of spaces' patches."""
        # `take` lays the result out channel by channel, as it is worked on.
        return np.asarray(np.take(self._flat.reshape(3, -1), space[:, None] * SIZE_PX**2 + place, axis=1), np.float32)

    def lit_colours(self) -> tuple[Floats, Floats]:
        """Colours (N, P, 3) of every space in the light of the references, and which say something (N, P)."""
        every = np.arange(len(self.patches))
        place = self.places_of(np.zeros((len(every), 2), np.int64))
        seen = np.moveaxis(self._seen_at(every, place), 0, 2)
        return _lit_as(seen, self._light_tiles), self.valid_at(every, place)

    def readable_part(self) -> Floats:
        """Part (N,) of each space that is neither blown out nor outside the picture."""
        valid = self._readable.reshape(self.covered.shape)[:, tile_mask(self.grid)]
        return np.asarray(valid.mean(axis=1), np.float32)

    def _learn_light(self, tiles: Correlations, empty: Correlations | None) -> None:
        """Learn the light of the photograph from the spaces whose contents are clear from their pattern."""
        kinds = len(self.references.kinds)
        by_kind = np.full((len(self.patches), kinds + 1), -1.0, np.float32)
        for kind in range(kinds):
            by_kind[:, kind] = tiles.best[:, self.bank.kind == kind].max(axis=1)
        if empty is not None:
            by_kind[:, kinds] = empty.best[:, 0]
        is_empty = by_kind.argmax(axis=1) == kinds
        ranked = np.sort(by_kind, axis=1)
        lead = ranked[:, -1] - ranked[:, -2] if kinds else np.ones(len(ranked))
        contrast = self.patches[:, tile_mask(self.grid)].std(axis=1).mean(axis=1)
        clear = (ranked[:, -1] > _SURE) & (lead > _SURE_LEAD) & ((contrast > _PLAIN) | is_empty)
        reference = self.bank.means[tiles.best.argmax(axis=1)] if kinds else np.zeros((len(by_kind), 3), np.float32)
        if self.bank.empty is not None:
            reference = np.where(is_empty[:, None], self.bank.empty.mean, reference)
        seen = mean_colours(self.patches, tile_mask(self.grid))
        fitted = fit_light(self._places[clear], is_empty[clear], seen[clear], reference[clear], self._places)
        if int(clear.sum()) < _ENOUGH_CLEAR and self._resemblance(*fitted) <= self._resemblance(
            self._light_tiles, self._light_empty
        ):
            return  # the few patterns that seemed clear were mistaken: the light of the references is the better guess
        self._light_tiles, self._light_empty = fitted

    def _resemblance(self, light_tiles: Floats, light_empty: Floats) -> float:
        """How well the colours of all spaces agree with taught ones, in a light."""
        every = np.arange(len(self.patches))
        kinds, empty = self._alike(every, np.zeros((len(every), 2), np.int64), light_tiles, light_empty)
        return float(np.log(np.maximum(np.column_stack([kinds, empty]).max(axis=1), 0.02)).sum())

    def _learn_unexplained(self, spaces: Ints) -> None:
        place = self.places_of(np.zeros((len(spaces), 2), np.int64))
        seen = self._seen_at(spaces, place)
        self._unexplained[:, spaces] = unexplained_costs(seen, self.valid_at(spaces, place))

    def _shortlist(
        self, tiles: Correlations, empty: Correlations | None, spoiled: NDArray[np.bool_] | None = None
    ) -> Candidates:
        """What comes near the best correlation of its space, the best of each kind, and the empty space."""
        count = len(tiles.best)
        every = np.arange(count)
        chosen = np.zeros(tiles.best.shape, np.bool_)
        is_spoiled = np.zeros(count, np.bool_) if spoiled is None else spoiled
        if self.bank.size:
            order = np.argsort(-tiles.best, axis=1)[:, :_PER_SPACE]
            best = tiles.best.max(axis=1, keepdims=True)
            near = np.take_along_axis(tiles.best, order, axis=1) >= best - _NEAR_BEST
            chosen[np.nonzero(near)[0], order[near]] = True
        for kind in range(len(self.references.kinds)):
            mine = np.flatnonzero(self.bank.kind == kind)
            chosen[every, mine[tiles.best[:, mine].argmax(axis=1)]] = True
        if is_spoiled.any():  # glare makes a pattern of its own: every turn of what is likely is then fitted
            looks = np.zeros((count, int(self.bank.look.max(initial=-1)) + 1), np.bool_)
            looks[np.nonzero(chosen)[0], self.bank.look[np.nonzero(chosen)[1]]] = True
            chosen |= is_spoiled[:, None] & looks[:, self.bank.look]
        space, entry = np.nonzero(chosen)
        shift = tiles.shift_xy[space, entry]
        if empty is not None:
            space = np.concatenate([space, every])
            entry = np.concatenate([entry, np.full(count, -1)])
            shift = np.concatenate([shift, empty.shift_xy[:, 0]])
        return Candidates(space, entry, np.zeros_like(space), shift)

    def _refine(self, candidates: Candidates, likelihood: Floats) -> tuple[Candidates, Floats]:
        """Move the most likely candidates of each space to where they fit best, a pixel or a few degrees at a time."""
        likelihood = likelihood.copy()
        skew, shift = candidates.skew.copy(), candidates.shift_xy.copy()
        for rivals in (1, _RIVALS):
            leading = leaders(candidates.space, likelihood, rivals)
            if rivals == 1:
                leading = leading[likelihood[leading] < _EXPLAINED]
            else:
                # Only where it is close: these spaces decide how many a person has to check.
                best = np.full(len(self.patches), -np.inf, np.float32)
                np.maximum.at(best, candidates.space, likelihood)
                close = likelihood[leading] > best[candidates.space[leading]] - _RIVAL_WITHIN
                crowd = np.bincount(candidates.space[leading[close]], minlength=len(self.patches)) > 1
                leading = leading[close & crowd[candidates.space[leading]]]
            for _ in range(_MOVES):
                if len(leading) == 0:
                    break
                current = Candidates(candidates.space, candidates.entry, skew, shift).take(leading)
                moved = _moved(current)
                fitted = self.fit(moved, is_sparse=True).log_likelihood.reshape(len(_STEPS), len(leading))
                step = fitted.argmax(axis=0)
                reached = fitted[step, np.arange(len(leading))]
                better = np.flatnonzero(reached > likelihood[leading] + _WORTH_MOVING)
                rows = step[better] * len(leading) + better
                leading = leading[better]
                skew[leading], shift[leading] = moved.skew[rows], moved.shift_xy[rows]
                likelihood[leading] = reached[better]
        return Candidates(candidates.space, candidates.entry, skew, shift), likelihood

    def _palettes(self, candidates: Candidates, likelihood: Floats, spaces: Ints) -> tuple[Floats, Floats]:
        """Log likelihoods of the kinds (M, K) and of the empty space (M,) from the colours of some spaces."""
        best = leaders(candidates.space, likelihood, 1)
        shift = np.zeros((len(self.patches), 2), np.int64)
        shift[candidates.space[best]] = candidates.shift_xy[best]
        kinds, empty = self._alike(spaces, shift[spaces], self._light_tiles[spaces], self._light_empty[spaces])
        return _worth(kinds), _worth(empty)

    def _alike(self, spaces: Ints, shift_xy: Ints, light_tiles: Floats, light_empty: Floats) -> tuple[Floats, Floats]:
        """How much the colours of spaces resemble those of each kind (M, K), and of themselves when empty (M,)."""
        place = self.places_of(shift_xy)
        seen = np.moveaxis(self._seen_at(spaces, place), 0, 2)
        valid = self.valid_at(spaces, place)
        alike = palettes(_lit_as(seen, light_tiles), valid) @ self.references.palettes.T
        kinds = np.zeros((len(spaces), len(self.references.kinds)), np.float32)
        for kind in range(len(self.references.kinds)):
            ranked = np.sort(alike[:, self.references.palette_kind == kind], axis=1)
            kinds[:, kind] = ranked[:, -PALETTE_NEIGHBOURS:].mean(axis=1)
        empty = np.zeros(len(spaces), np.float32)
        if self.references.empty_palettes is not None:
            mine = palettes(_lit_as(seen, light_empty), valid)
            empty = (mine * self.references.empty_palettes[spaces]).sum(axis=1)
        return kinds, empty


def leaders(space: Ints, likelihood: Floats, count: int) -> Ints:
    """Rows of the `count` most likely candidates of each space, by space."""
    order = np.lexsort((-likelihood, space))
    ordered = space[order]
    start = np.searchsorted(ordered, ordered)
    return order[np.arange(len(order)) - start < count]


def _moved(base: Candidates) -> Candidates:
    """Candidates after each of `_STEPS`, step by step."""
    is_empty = base.entry < 0
    reach = np.where(is_empty, _MOST_EMPTY_SHIFT, REACH_PX + 1)[:, None]
    skews, shifts_xy = [], []
    for dx, dy, skew in _STEPS:
        shifts_xy.append(np.clip(base.shift_xy + np.array([dx, dy]), -reach, reach))
        skews.append(base.skew if skew is None else np.where(is_empty, 0, skew))
    count = len(_STEPS)
    return Candidates(
        np.tile(base.space, count), np.tile(base.entry, count), np.concatenate(skews), np.concatenate(shifts_xy)
    )


def _lit_as(seen: Floats, light: Floats) -> Floats:
    """Colours (M, P, 3) as they are in the light of the references."""
    return np.asarray(seen / np.exp(light)[:, None, :], np.float32)


def _worth(alike: Floats) -> Floats:
    return np.asarray(PALETTE_WORTH * np.log(np.maximum(alike, 0.02)), np.float32)
