"""Harvest tokens: plain round things on top of tiles, where they lie, and which formation they belong to.

No token was ever taught. What is known is that it is round, about half a tile wide, of one colour, and that it hides what
the tiles under it would show: a disc that is better described by one colour than by the tiles is a token.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.hexgrid import is_line, is_triangle
from assistant.layout import Area, Space
from vision.homography import Points
from vision.tiles.correlate import mask_pixels
from vision.tiles.fit import NOISE, PIXELS_WORTH, Fit
from vision.tiles.match import Candidates, Matcher
from vision.tiles.patch import PX_PER_PITCH, SIZE_PX, Floats, tile_mask

_RADII = (0.2, 0.24, 0.28, 0.33, 0.38)
"""Radii that a token may have, in pitches: seen aslant it is narrower, with its edge in view it is wider."""

_SHADE = 0.08
"""Width of the rim around a token, in pitches, that is left out of the reading too: its edge and its shadow."""

_APART = 0.6
"""Two tokens do not lie closer than this, in pitches."""

EVIDENCE = 2.0
"""Log likelihood from which a disc is a token where a formation can have one."""

CLEAR = 4.0
"""... from which nobody needs to check it."""

EVIDENCE_ELSEWHERE = 12.0
"""... from which a disc where no token can lie is something foreign on the tiles."""

_AT_ANCHOR = 0.38
_TRIMMED = 1.6  # a normal distribution without its outer fifth has 1 / 1.6 of its variance (three channels: about)
_GAP = 0.3
"""Gaps between the compared parts of two tiles are narrower than this, in pitches."""

_TOUCHED = 0.04
_MIN_SEEN = 0.4
"""Part of a disc that must lie on compared tile faces: in the gaps between tiles nothing is known."""


@dataclass(frozen=True)
class Disc:
    """Something round and plain on an area: its middle and radius in units of the pitch, and how clearly it is there.

    `space` is the space that it covers most and `entry` what lies under it there (`Candidates.entry`), once weighed.
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
    gap : (H, W) bool
        Between such faces: what a token hides there is not known, only how much it varies on this board.
    gap_cost : float
        Of such a pixel when no token lies on it.
    origin : (2,)
        Where the layout's point (0, 0) lies, pixels (x, y).
    """

    colours: Floats
    cost: Floats
    seen: Floats
    gap: NDArray[np.bool_]
    gap_cost: float
    origin: Points


def paint_canvas(
    area: Area, patches: Floats, costs: Floats, shifts_xy: NDArray[np.int64], valid: Floats
) -> Canvas:
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
    for (x, y), one, shift, good in zip(corner, costs, shifts_xy, valid, strict=True):
        rows = np.clip(pixels[:, 0] + y + shift[1], 0, height - 1)
        columns = np.clip(pixels[:, 1] + x + shift[0], 0, width - 1)
        cost[rows, columns] = one * good
        seen[rows, columns] = good
    spread = int(np.ceil(_GAP * PX_PER_PITCH)) | 1
    gap = (cv2.morphologyEx(seen, cv2.MORPH_CLOSE, np.ones((spread, spread), np.uint8)) > 0) & (seen == 0)
    varied = float(colours[gap].var(axis=0).mean()) if gap.any() else 0.0
    return Canvas(colours, cost, seen, gap, 1 + float(np.log(NOISE**2 + varied)), -low)


def find_discs(canvas: Canvas, count: int = 12) -> list[Disc]:
    """The clearest discs of an area, clearest first, none upon another."""
    known = canvas.seen + canvas.gap
    without = canvas.cost + canvas.gap * canvas.gap_cost
    square = (canvas.colours**2).mean(axis=2)
    best = np.full(canvas.cost.shape, -np.inf, np.float32)
    radius = np.zeros(canvas.cost.shape, np.float32)
    pixel_worth = PIXELS_WORTH / len(mask_pixels_of_tile())
    for candidate in _RADII:
        kernel = _disc_kernel(candidate)
        total = float(kernel.sum())
        mean = _sum(canvas.colours, kernel) / total
        variance = np.maximum(_sum(square, kernel) / total - (mean**2).mean(axis=2), 0)
        covered = _sum(canvas.seen, kernel)
        plain = _sum(known, kernel) * (1 + np.log(NOISE**2 + variance))
        cost = _sum(canvas.cost, kernel)
        ring = _ring_kernel(candidate)
        ring_cost = _sum(canvas.cost, ring) / np.maximum(_sum(canvas.seen, ring), 1.0)
        evidence = 0.5 * pixel_worth * np.minimum(_sum(without, kernel) - plain, cost - covered * ring_cost)
        evidence[covered < _MIN_SEEN * total] = -np.inf
        better = evidence > best
        best[better], radius[better] = evidence[better], candidate
    found: list[Disc] = []
    y, x = np.indices(best.shape)
    while len(found) < count:
        top = int(best.argmax())
        row, column = divmod(top, best.shape[1])
        if not best[row, column] > EVIDENCE / 2:
            break
        place = (np.array([column, row]) - canvas.origin + 0.5) / PX_PER_PITCH
        found.append(Disc(float(place[0]), float(place[1]), float(radius[row, column]), float(best[row, column])))
        best[np.hypot(x - column, y - row) < _APART * PX_PER_PITCH] = -np.inf
    return found


@cache
def mask_pixels_of_tile() -> NDArray[np.int64]:
    from assistant.layout import Grid
    return mask_pixels(Grid.HEX, SIZE_PX)


def cover(area: Area, disc: Disc, shade: float = _SHADE) -> Floats:
    """Which pixels (N, SIZE_PX, SIZE_PX) of an area's patches a disc and its shadow cover: 1 covered, 0 not."""
    steps = ((np.arange(SIZE_PX) + 0.5) - SIZE_PX / 2) / PX_PER_PITCH
    x, y = np.meshgrid(steps, steps)
    centres = np.array(list(area.centres.values()))
    away = np.hypot(x + centres[:, 0, None, None] - disc.x, y + centres[:, 1, None, None] - disc.y)
    return (away <= disc.radius + shade).astype(np.float32)


def weigh_discs(
    matcher: Matcher, candidates: Candidates, bare: Fit, area: Area, first: int, canvas: Canvas, discs: Sequence[Disc]
) -> list[Disc]:
    """Discs with their evidence: how much better a disc of one colour and bare tiles around it explain the picture.

    Two things must hold, and the weaker counts: that one colour describes the disc better than the tiles do, and that the
    tiles describe what lies around the disc better than what lies in it (a tile that is ill explained all over has none).

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
    tile = tile_mask(area.grid)
    size = len(area.cells)
    inside = np.array([cover(area, disc, 0.0) for disc in discs]).reshape(len(discs), size, -1)
    around = 1 - np.array([cover(area, disc) for disc in discs]).reshape(len(discs), size, -1)
    touched = inside[:, :, tile.ravel()].sum(axis=2) > _TOUCHED * tile.sum()
    number, tried = _pairs(touched, candidates.space - first)
    some = candidates.take(tried)
    local = some.space - first
    seen, valid = matcher.windows(some.space, some.shift_xy)
    place = matcher.places_of(some.shift_xy)
    in_disc = inside[number[:, None], local[:, None], place] * valid
    in_ring = around[number[:, None], local[:, None], place] * valid
    fit = matcher.fit(some, in_ring)
    pixel_worth = PIXELS_WORTH / valid.shape[1]
    ring_size = np.maximum(in_ring.sum(axis=1), 1.0)
    ring_cost = (fit.cost * in_ring).sum(axis=1) / ring_size
    excess = ((fit.cost - ring_cost[:, None]) * in_disc).sum(axis=1)
    weighed = []
    for index, disc in enumerate(discs):
        gains = excesses = 0.0
        compared = most = 0.0
        under = (-1, -1)
        for space in np.flatnonzero(touched[index]):
            mine = np.flatnonzero((number == index) & (local == space))
            best = mine[ring_cost[mine].argmin()]
            head = mine[0]
            bare_cost = bare.cost[space + first]
            ring = in_ring[head]
            gains += float((bare_cost * in_disc[head]).sum())
            gains += float((bare_cost * ring).sum() / max(ring.sum(), 1.0) - ring_cost[best]) * float(ring_size[best])
            excesses += float(excess[best])
            compared += float(in_disc[head].sum())
            if in_disc[head].sum() > most:
                most, under = float(in_disc[head].sum()), (int(space), int(some.entry[best]))
        colours, gap_size = _under(canvas, disc)
        if compared < _MIN_SEEN * np.pi * (disc.radius * PX_PER_PITCH) ** 2:
            weighed.append(replace(disc, evidence=0.0))
            continue
        plain = (compared + gap_size) * (1 + float(np.log(NOISE**2 + _plain_variance(colours))))
        gains += gap_size * canvas.gap_cost - plain
        evidence = 0.5 * pixel_worth * min(gains, excesses)
        weighed.append(replace(disc, evidence=evidence, space=under[0], entry=under[1]))
    return weighed


def apart(discs: Iterable[Disc]) -> list[Disc]:
    """The clearest discs, clearest first, none upon another."""
    kept: list[Disc] = []
    for disc in sorted(discs, key=lambda d: -d.evidence):
        if all(np.hypot(disc.x - other.x, disc.y - other.y) >= _APART for other in kept):
            kept.append(disc)
    return kept


def _under(canvas: Canvas, disc: Disc) -> tuple[Floats, int]:
    """Colours (P, 3) of the canvas under a disc, and how many of its pixels are gaps between tiles."""
    y, x = np.indices(canvas.cost.shape)
    column, row = np.array([disc.x, disc.y]) * PX_PER_PITCH + canvas.origin - 0.5
    under = np.hypot(x - column, y - row) <= disc.radius * PX_PER_PITCH
    known = under & ((canvas.seen > 0) | canvas.gap)
    return canvas.colours[known], int((under & canvas.gap).sum())


def _plain_variance(colours: Floats) -> float:
    """Variance of the colours of a disc, but for its most different fifth (an engraved sign, a highlight)."""
    if len(colours) == 0:
        return 0.0
    away = ((colours - np.median(colours, axis=0)) ** 2).mean(axis=1)
    return float(np.sort(away)[: max(1, int(0.8 * len(away)))].mean() * _TRIMMED)


def _pairs(touched: NDArray[np.bool_], space: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(disc, candidate) for every candidate of every space that a disc touches."""
    within = (space >= 0) & (space < touched.shape[1])
    number, tried = np.nonzero(touched[:, np.clip(space, 0, touched.shape[1] - 1)] & within)
    return number, tried


@dataclass(frozen=True)
class Formation:
    """Tiles that can have been harvested together, and where their token lies (units of the pitch)."""

    plant: str
    spaces: tuple[Space, ...]
    x: float
    y: float
    certain: bool
    """False when other tiles of the group could have been meant instead."""


def formations(area: Area, plants: Mapping[Space, str | None]) -> list[Formation]:
    """Every formation that the rulebook lets be harvested ("Gaining Potions"), with each place of its token.

    Three lion's mane in a triangle and four mandrake in a line have it in their middle. Five elderberries may have any
    shape, so that theirs may lie on any of them.
    """
    found: list[Formation] = []
    centres = {space: np.array(centre) for space, centre in area.centres.items()}
    for plant, size, fits in (("lions-mane", 3, is_triangle), ("mandrake", 4, is_line)):
        mine = [space for space in area.cells if plants.get(space) == plant]
        for group in _groups(area, mine):
            for spaces in combinations(group, size) if len(group) <= 14 else ():
                if fits(area.cells[space] for space in spaces):
                    middle = np.mean([centres[space] for space in spaces], axis=0)
                    found.append(Formation(plant, spaces, float(middle[0]), float(middle[1]), True))
    mine = [space for space in area.cells if plants.get(space) == "elderberries"]
    for group in _groups(area, mine):
        if len(group) < 5:
            continue
        for space in group:
            five = tuple(_nearest_connected(area, group, space, 5))
            found.append(
                Formation("elderberries", five, *(float(v) for v in centres[space]), len(group) == 5)
            )
    return found


def choose_formation(disc: Disc, among: Iterable[Formation]) -> Formation | None:
    """The formation whose token the disc can be: the nearest within reach, or none."""
    reached = [(float(np.hypot(f.x - disc.x, f.y - disc.y)), f) for f in among]
    reached = [(distance, f) for distance, f in reached if distance <= _AT_ANCHOR]
    return min(reached, key=lambda pair: pair[0])[1] if reached else None


def _groups(area: Area, spaces: Sequence[Space]) -> list[list[Space]]:
    """Connected groups, in the order of the layout."""
    left = dict.fromkeys(spaces)
    groups = []
    while left:
        group = [next(iter(left))]
        del left[group[0]]
        for space in group:
            for near in area.neighbours[space]:
                if near in left:
                    del left[near]
                    group.append(near)
        groups.append([space for space in area.cells if space in set(group)])
    return groups


def _nearest_connected(area: Area, group: Sequence[Space], start: Space, count: int) -> list[Space]:
    chosen = [start]
    x, y = area.centres[start]
    while len(chosen) < count:
        around = [s for s in group if s not in chosen and any(near in chosen for near in area.neighbours[s])]
        chosen.append(min(around, key=lambda s: np.hypot(area.centres[s][0] - x, area.centres[s][1] - y)))
    return [space for space in area.cells if space in chosen]


@cache
def _disc_kernel(radius: float) -> Floats:
    reach = int(np.ceil(radius * PX_PER_PITCH))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    return (np.hypot(x, y) <= radius * PX_PER_PITCH).astype(np.float32)


@cache
def _ring_kernel(radius: float) -> Floats:
    inner, outer = (radius + _SHADE) * PX_PER_PITCH, (radius + 0.3) * PX_PER_PITCH
    reach = int(np.ceil(outer))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    away = np.hypot(x, y)
    return ((away > inner) & (away <= outer)).astype(np.float32)


def _sum(picture: Floats, kernel: Floats) -> Floats:
    return np.asarray(cv2.filter2D(picture, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE), np.float32)
