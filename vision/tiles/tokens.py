"""Harvest tokens: plain round things on top of tiles, and where they lie.

No token was ever taught. What is known is that it is round, about half a tile wide, of one colour, and that it hides
what the tiles under it would show: a disc that is better described by one colour than by the tiles is a token.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.layout import Area
from vision.homography import Points
from vision.tiles.correlate import mask_pixels
from vision.tiles.fit import NOISE, PIXELS_WORTH, Fit
from vision.tiles.match import Candidates, Matcher
from vision.tiles.patch import PX_PER_PITCH, SIZE_PX, Floats, Ints

EVIDENCE = 1.5
"""Log likelihood from which a disc is a token where a formation can have one. True tokens have 1.9 to 40 (the faintest:
wood on orange tiles, seen aslant), discs that are none seldom more than 0 at such a place."""

EVIDENCE_OF_FIVE = 3.0
"""The same on elderberries, where a token may lie on any of the tiles: more places are tried."""

CLEAR = 4.0
"""... from which nobody needs to check it."""

EVIDENCE_ELSEWHERE = 12.0
"""... from which a disc where no token can lie is something foreign on the tiles."""

_RADII = (0.2, 0.25, 0.3, 0.36)
"""Radii that a token may have, in pitches: seen aslant it is narrower, with its edge in view it is wider."""

_SHADE = 0.08
"""Width of the rim around a token, in pitches, that is left out of the reading too: its edge and its shadow."""

_SURROUNDINGS = 0.3  # width of the ring around a disc whose costs are compared with those inside, pitches
_APART = 0.6
"""Two tokens do not lie closer than this, in pitches."""

_MIN_COMPARED = 0.25
"""Part of a disc that must lie on compared tile faces: in the gaps between tiles little is known."""

_TOUCHED = 0.04  # part of a tile that a disc must hide to be compared with that tile
_GAP = 0.3
"""Gaps between the compared parts of two tiles are narrower than this, in pitches."""

_KEPT = 0.8
_TRIMMED = 1.6
"""A disc's plainness leaves out its most different fifth (an engraved sign, a highlight); a normally distributed colour
then keeps 1 / 1.6 of its variance."""


@dataclass(frozen=True)
class Disc:
    """Something round and plain on an area: its middle and radius in units of the pitch, and how clearly it is there.

    `space` is the index of the space that it covers most and `entry` what lies under it there (`Candidates.entry`),
    once weighed.
    """

    x: float
    y: float
    radius: float
    evidence: float = 0.0
    space: int = -1
    entry: int = -1


@dataclass(frozen=True, eq=False)
class Canvas:
    """One area straight down, in pixels of the patches.

    Attributes
    ----------
    colours : (H, W, 3) float32
    cost : (H, W) float32
        What the tiles' explanations cost at each pixel (`fit.Fit.cost`).
    seen : (H, W) float32
        1 where a tile's face was compared.
    gap : (H, W) float32
        1 between such faces: what a token hides there is not known, only how much it varies on this board.
    gap_cost : float
        Of such a pixel when no token lies on it.
    origin : (2,)
        Where the layout's point (0, 0) lies, pixels (x, y).
    """

    colours: Floats
    cost: Floats
    seen: Floats
    gap: Floats
    gap_cost: float
    origin: Points


def paint_canvas(area: Area, patches: Floats, costs: Floats, shifts_xy: Ints, valid: Floats) -> Canvas:
    """Lay the patches of an area's spaces, and what their explanations cost, side by side.

    Parameters
    ----------
    patches : (N, SIZE_PX, SIZE_PX, 3)
        In the order of the area's spaces.
    costs, valid : (N, P)
        Under the tile's mask, at each space's shift (N, 2).
    """
    centres = np.array(list(area.centres.values())) * PX_PER_PITCH
    margin = SIZE_PX / 2
    low = centres.min(axis=0) - margin
    width, height = (int(side) for side in np.ceil(centres.max(axis=0) - low + margin) + 1)
    colours = np.zeros((height, width, 3), np.float32)
    cost = np.zeros((height, width), np.float32)
    seen = np.zeros((height, width), np.float32)
    corner = np.rint(centres - low - margin).astype(np.int64)
    inner = slice(SIZE_PX // 2 - PX_PER_PITCH // 2 - 2, SIZE_PX // 2 + PX_PER_PITCH // 2 + 2)
    for (x, y), patch in zip(corner, patches, strict=True):
        colours[y : y + SIZE_PX, x : x + SIZE_PX][inner, inner] = patch[inner, inner]
    pixels = mask_pixels(area.grid, SIZE_PX)
    rows = np.clip(pixels[:, 0] + (corner[:, 1] + shifts_xy[:, 1])[:, None], 0, height - 1)
    columns = np.clip(pixels[:, 1] + (corner[:, 0] + shifts_xy[:, 0])[:, None], 0, width - 1)
    cost[rows, columns] = costs * valid
    seen[rows, columns] = valid
    spread = int(np.ceil(_GAP * PX_PER_PITCH)) | 1
    closed = cv2.morphologyEx(seen, cv2.MORPH_CLOSE, np.ones((spread, spread), np.uint8))
    gap = ((closed > 0) & (seen == 0)).astype(np.float32)
    varied = float(colours[gap > 0].var(axis=0).mean()) if gap.any() else 0.0
    return Canvas(colours, cost, seen, gap, 1 + float(np.log(NOISE**2 + varied)), -low)


def find_discs(canvas: Canvas, area: Area, count: int = 12) -> list[Disc]:
    """The clearest discs of an area, clearest first, none upon another. Searched at half the resolution."""
    colours, cost, seen, gap = (_halved(p) for p in (canvas.colours, canvas.cost, canvas.seen, canvas.gap))
    known = seen + gap
    without = cost + gap * canvas.gap_cost
    square = _halved((canvas.colours**2).mean(axis=2))
    best = np.full(cost.shape, -np.inf, np.float32)
    radius = np.zeros(cost.shape, np.float32)
    worth = PIXELS_WORTH / len(mask_pixels(area.grid, SIZE_PX)) * 4  # a pixel here is four there
    layers = np.dstack([colours, square, cost, seen, known, without])
    for candidate in _RADII:
        kernel, ring = _kernels(candidate)
        total = float(kernel.sum())
        sums = np.dstack([_sum(layers[..., :4], kernel), _sum(layers[..., 4:], kernel)])
        mean = sums[..., :3] / total
        variance = np.maximum(sums[..., 3] / total - (mean**2).mean(axis=2), 0)
        inside, compared, compared_or_gap, bare = np.moveaxis(sums[..., 4:], 2, 0)
        plain = compared_or_gap * (1 + np.log(NOISE**2 + variance))
        evidence = 0.5 * worth * (bare - plain)
        evidence[compared < _MIN_COMPARED * total] = -np.inf
        # The weaker of two must hold, and the second is slow to sum up: only where the first may do.
        rows, columns = np.nonzero(evidence > np.maximum(best, EVIDENCE / 2))
        ring_cost = _sum_at(cost, ring, rows, columns) / np.maximum(_sum_at(seen, ring, rows, columns), 1.0)
        contrast = 0.5 * worth * (inside[rows, columns] - compared[rows, columns] * ring_cost)
        both = np.minimum(evidence[rows, columns], contrast)
        better = both > best[rows, columns]
        rows, columns = rows[better], columns[better]
        best[rows, columns], radius[rows, columns] = both[better], candidate
    found: list[Disc] = []
    height, width = cost.shape[0], cost.shape[1]
    y, x = np.mgrid[:height, :width]
    while len(found) < count:
        row, column = divmod(int(best.argmax()), width)
        if not best[row, column] > EVIDENCE / 2:
            break
        place = (2 * np.array([column, row]) + 1 - canvas.origin) / PX_PER_PITCH
        found.append(Disc(float(place[0]), float(place[1]), float(radius[row, column]), float(best[row, column])))
        best[np.hypot(x - column, y - row) < _APART * PX_PER_PITCH / 2] = -np.inf
    return found


def cover(area: Area, disc: Disc, shade: float = _SHADE) -> Floats:
    """Which pixels (N, SIZE_PX, SIZE_PX) of an area's patches a disc and its shadow cover: 1 covered, 0 not."""
    steps = ((np.arange(SIZE_PX) + 0.5) - SIZE_PX / 2) / PX_PER_PITCH
    x, y = np.meshgrid(steps, steps)
    centres = np.array(list(area.centres.values()))
    away = np.hypot(x + centres[:, 0, None, None] - disc.x, y + centres[:, 1, None, None] - disc.y)
    return np.asarray(away <= disc.radius + shade, np.float32)


def weigh_discs(
    matcher: Matcher, candidates: Candidates, bare: Fit, area: Area, first: int, canvas: Canvas, discs: Sequence[Disc]
) -> list[Disc]:
    """Discs with their evidence: how much better a disc of one colour and bare tiles around it explain the picture.

    Two things must hold, and the weaker counts: that one colour describes the disc better than the tiles do, and that
    the tiles describe what lies around the disc better than what lies in it (a tile that is ill explained all over has
    none).

    Parameters
    ----------
    candidates : Candidates
        Those to try on the uncovered part of a tile; the first of each space is the most likely one ...
    bare : Fit
        ... and its fit when nothing lies on it, in the order of the spaces.
    first : int
        Row of the area's first space among all spaces.
    """
    if not discs:
        return []
    number, tried = _touching(area, first, discs, candidates.space)
    some = candidates.take(tried)
    place = matcher.places_of(some.shift_xy)
    valid = matcher.valid_at(some.space, place)
    away = _distances(area, some.space - first, place, discs, number)
    radius = np.array([disc.radius for disc in discs])[number][:, None]
    in_disc = (away <= radius) * valid
    in_ring = (away > radius + _SHADE) * valid
    fit = matcher.fit(some, in_ring)
    disc_size, ring_size = in_disc.sum(axis=1), np.maximum(in_ring.sum(axis=1), 1.0)
    ring_cost = (fit.cost * in_ring).sum(axis=1) / ring_size
    excess = (fit.cost * in_disc).sum(axis=1) - ring_cost * disc_size
    # The tile as if nothing lay on it, at the same pixels of its own (perhaps differently shifted) mask.
    bare_cost = bare.cost[some.space]
    bare_inside = (bare_cost * in_disc).sum(axis=1)
    bare_around = (bare_cost * in_ring).sum(axis=1) / ring_size
    enough = _TOUCHED * valid.shape[1]
    weighed = []
    for index, disc in enumerate(discs):
        gains = excesses = compared = most = 0.0
        under = (-1, -1)
        mine = np.flatnonzero(number == index)
        for space in dict.fromkeys(some.space[mine].tolist()):
            rows = mine[some.space[mine] == space]
            head = rows[0]
            if disc_size[head] < enough:
                continue
            best = rows[ring_cost[rows].argmin()]
            gains += float(bare_inside[head] + (bare_around[head] - ring_cost[best]) * ring_size[best])
            excesses += float(excess[best])
            compared += float(disc_size[head])
            if disc_size[head] > most:
                most, under = float(disc_size[head]), (space - first, int(some.entry[best]))
        if compared < _MIN_COMPARED * np.pi * (disc.radius * PX_PER_PITCH) ** 2:
            weighed.append(replace(disc, evidence=0.0))
            continue
        colours, gap_size = _under(canvas, disc)
        plain = (compared + gap_size) * (1 + float(np.log(NOISE**2 + _plain_variance(colours))))
        gains += gap_size * canvas.gap_cost - plain
        evidence = 0.5 * PIXELS_WORTH / valid.shape[1] * min(gains, excesses)
        weighed.append(replace(disc, evidence=evidence, space=under[0], entry=under[1]))
    return weighed


def apart(discs: Iterable[Disc]) -> list[Disc]:
    """The clearest discs, clearest first, none upon another."""
    kept: list[Disc] = []
    for disc in sorted(discs, key=lambda d: -d.evidence):
        if all(np.hypot(disc.x - other.x, disc.y - other.y) >= _APART for other in kept):
            kept.append(disc)
    return kept


def _touching(area: Area, first: int, discs: Sequence[Disc], space: Ints) -> tuple[Ints, Ints]:
    """(disc, candidate) for every candidate of every space that a disc may touch."""
    centres = np.array(list(area.centres.values()))
    away = np.hypot(*(centres[None] - np.array([[d.x, d.y] for d in discs])[:, None]).transpose(2, 0, 1))
    touched = away < np.array([d.radius for d in discs])[:, None] + 0.5
    local = space - first
    within = (local >= 0) & (local < len(centres))
    number, tried = np.nonzero(touched[:, np.clip(local, 0, len(centres) - 1)] & within)
    return number, tried


def _distances(area: Area, local: Ints, place: Ints, discs: Sequence[Disc], number: Ints) -> NDArray[np.float64]:
    """Distance (H, P), in pitches, of pixels of spaces' patches from discs' middles."""
    centres = np.array(list(area.centres.values()))[local]
    middles = np.array([[disc.x, disc.y] for disc in discs])[number]
    rows, columns = np.divmod(place, SIZE_PX)
    x = (columns + 0.5 - SIZE_PX / 2) / PX_PER_PITCH + (centres - middles)[:, 0, None]
    y = (rows + 0.5 - SIZE_PX / 2) / PX_PER_PITCH + (centres - middles)[:, 1, None]
    return np.asarray(np.hypot(x, y), np.float64)


def _under(canvas: Canvas, disc: Disc) -> tuple[Floats, int]:
    """Colours (P, 3) of the canvas under a disc, and how many of its pixels are gaps between tiles."""
    column, row = np.array([disc.x, disc.y]) * PX_PER_PITCH + canvas.origin - 0.5
    reach = int(np.ceil(disc.radius * PX_PER_PITCH)) + 1
    top, left = max(round(row) - reach, 0), max(round(column) - reach, 0)
    window = (slice(top, round(row) + reach + 1), slice(left, round(column) + reach + 1))
    y, x = np.indices(canvas.cost[window].shape)
    under = np.hypot(x + left - column, y + top - row) <= disc.radius * PX_PER_PITCH
    gap = under & (canvas.gap[window] > 0)
    known = gap | (under & (canvas.seen[window] > 0))
    return canvas.colours[window][known], int(gap.sum())


def _plain_variance(colours: Floats) -> float:
    """Variance of the colours of a disc, but for its most different part."""
    if len(colours) == 0:
        return 0.0
    away = ((colours - np.median(colours, axis=0)) ** 2).mean(axis=1)
    return float(np.sort(away)[: max(1, int(_KEPT * len(away)))].mean() * _TRIMMED)


@cache
def _kernels(radius: float) -> tuple[Floats, Floats]:
    """Masks of a disc and of the ring around it, at half the resolution, each as small as it can be: filtering with
    one of 17 x 17 pixels takes ten times as long as with one of 9 x 9."""
    scale = PX_PER_PITCH / 2
    disc = (_away(radius) / scale <= radius).astype(np.float32)
    away = _away(radius + _SURROUNDINGS) / scale
    ring = ((away > radius + _SHADE) & (away <= radius + _SURROUNDINGS)).astype(np.float32)
    return disc, ring


def _away(radius: float) -> NDArray[np.float64]:
    """Distances from the middle of a square as small as holds a disc, half-resolution pixels."""
    reach = int(radius * PX_PER_PITCH / 2)
    steps = np.arange(-reach, reach + 1)
    return np.asarray(np.hypot(steps, steps[:, None]), np.float64)


def _halved(picture: Floats) -> Floats:
    """A picture (H, W) or (H, W, C) at half the resolution, each pixel the mean of four."""
    height, width = (picture.shape[0] // 2, picture.shape[1] // 2)
    cut = picture[: 2 * height, : 2 * width]
    return np.asarray((cut[::2, ::2] + cut[1::2, ::2] + cut[::2, 1::2] + cut[1::2, 1::2]) / 4, np.float32)


def _sum(picture: Floats, kernel: Floats) -> Floats:
    return np.asarray(cv2.filter2D(picture, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE), np.float32)


def _sum_at(picture: Floats, kernel: Floats, rows: Ints, columns: Ints) -> Floats:
    """`_sum` (N,) at some places only."""
    reach = kernel.shape[0] // 2
    down, across = (steps - reach for steps in np.nonzero(kernel))
    wide = cv2.copyMakeBorder(picture, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    first = (rows + reach) * wide.shape[1] + columns + reach
    return np.asarray(np.take(wide.ravel(), first[:, None] + down * wide.shape[1] + across).sum(axis=1), np.float32)
