"""All steps from a located photograph to the reading of its tiles and tokens."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.layout import Area
from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.location import Location
from vision.reading import BoardReading, Harvest, SpaceReading
from vision.tiles import judge, tokens
from vision.tiles.light import board_places
from vision.tiles.looks import References
from vision.tiles.match import Bank, Candidates, Matcher, Matches, leaders, turned_bank
from vision.tiles.patch import all_spaces, photo_patches
from vision.tiles.tokens import Disc, Formation

_TROUBLED = 12.0
"""Log likelihood by which a known tile must beat "something else" to be clear; a token may lie on one that is not."""

_CENTRE_STEPS = (-0.12, 0.0, 0.12)
_CENTRE_RADII = (0.24, 0.3)
_ANCHOR_STEPS = (-0.1, 0.0, 0.1)
_ANCHOR_RADIUS = 0.27
"""Where tokens are tried beside the places that look like one: in the middle of troubled tiles, and of formations."""

_HIDDEN = 0.6
"""Part of a tile that must be seen for a reading that needs no check."""


@dataclass(frozen=True, eq=False)
class _Garden:
    """One area: its rows among all spaces, and the tokens on it."""

    area: Area
    first: int
    discs: list[Disc]

    @property
    def rows(self) -> slice:
        return slice(self.first, self.first + len(self.area.cells))


def read_tiles(photo: Photo, location: Location, copy: LearnedCopy, references: References) -> BoardReading:
    """What lies on every space of a located photograph, and the harvest tokens."""
    spaces = all_spaces(copy)
    grid = copy.layout.grid
    patches = photo_patches(photo, location, copy, spaces).astype(np.float32)
    places = board_places(np.concatenate([copy.lattice.centres_xy(area) for area in copy.layout.areas]))
    bank = turned_bank(references, grid)
    matcher = Matcher(patches, references, bank, places, grid)
    matches = matcher.match()
    gardens = []
    if copy.game == "evenglow":
        plants = _plants(matches, references, bank)
        gardens = _find_tokens(matcher, matches, copy, references, plants)
        matches = _without_tokens(matcher, matches, gardens)
    readings, found = _judge(matches, matcher, copy, references, bank)
    harvests: list[Harvest] = []
    doubtful: set[int] = set()
    for garden in gardens:
        taken, odd = _harvests(garden, readings, location, copy)
        harvests += taken
        doubtful |= odd
    for index in doubtful:
        readings[index] = replace(readings[index], review=True)
    areas: dict[str, dict[str, SpaceReading]] = {name: {} for name in copy.layout.areas}
    for (name, space), reading in zip(spaces, readings, strict=True):
        areas[name][space] = reading
    return BoardReading(areas, tuple(harvests))


def _plants(matches: Matches, references: References, bank: Bank) -> list[str | None]:
    """The most likely plant of each space, doubtful or not: enough to know where tokens may lie."""
    best = leaders(matches.candidates.space, matches.log_likelihood, 1)
    entries = matches.candidates.entry[best]
    return [None if e < 0 else references.kinds[int(references.look_kind[bank.look[e]])] for e in entries]


def _find_tokens(
    matcher: Matcher, matches: Matches, copy: LearnedCopy, references: References, plants: list[str | None]
) -> list[_Garden]:
    best = leaders(matches.candidates.space, matches.log_likelihood, 1)
    bare = matches.candidates.take(best)
    fit = matcher.fit(bare)
    valid = matcher.windows(bare.space, bare.shift_xy)[1]
    is_troubled = (matches.log_likelihood[best] < _TROUBLED) & (bare.entry >= 0)
    tried = _tried_under_tokens(matches, is_troubled)
    gardens = []
    first = 0
    for area in copy.layout.areas.values():
        rows = slice(first, first + len(area.cells))
        canvas = tokens.paint_canvas(area, matcher.patches[rows], fit.cost[rows], bare.shift_xy[rows], valid[rows])
        lying = dict(zip(area.cells, plants[rows], strict=True))
        places = tokens.formations(area, lying)
        discs = tokens.find_discs(canvas)
        for formation in places:
            if formation.plant != "elderberries":
                discs += _discs_around(formation.x, formation.y, _ANCHOR_STEPS, (_ANCHOR_RADIUS,))
        for index, centre in enumerate(area.centres.values()):
            if is_troubled[first + index]:
                discs += _discs_around(*centre, _CENTRE_STEPS, _CENTRE_RADII)
        weighed = tokens.apart(tokens.weigh_discs(matcher, tried, fit, area, first, canvas, discs))
        # What is seen around a token in the middle of a tile tells better what the tile is than the whole of it does.
        names = list(area.cells)
        for disc in weighed:
            if disc.evidence >= tokens.EVIDENCE and is_troubled[first + disc.space] and disc.entry >= 0:
                look = matcher.bank.look[disc.entry]
                lying[names[disc.space]] = references.kinds[int(references.look_kind[look])]
        places = tokens.formations(area, lying)
        kept = [
            disc
            for disc in weighed
            if disc.evidence >= tokens.EVIDENCE_ELSEWHERE
            or (disc.evidence >= tokens.EVIDENCE and tokens.choose_formation(disc, places) is not None)
        ]
        gardens.append(_Garden(area, first, kept))
        first += len(area.cells)
    return gardens


def _tried_under_tokens(matches: Matches, is_troubled: NDArray[np.bool_]) -> Candidates:
    """The best candidate of every space first, and for those in trouble all others."""
    candidates = matches.candidates
    order = np.lexsort((-matches.log_likelihood, candidates.space))
    is_first = np.zeros(len(order), np.bool_)
    is_first[np.searchsorted(candidates.space[order], np.arange(len(is_troubled)))] = True
    return candidates.take(order[is_first | is_troubled[candidates.space[order]]])


def _discs_around(x: float, y: float, steps: tuple[float, ...], radii: tuple[float, ...]) -> list[Disc]:
    return [Disc(x + dx, y + dy, radius) for dx in steps for dy in steps for radius in radii]


def _without_tokens(matcher: Matcher, matches: Matches, gardens: list[_Garden]) -> Matches:
    """The matches once more, with what tokens cover left out."""
    for garden in gardens:
        for disc in garden.discs:
            matcher.covered[garden.rows] = np.maximum(matcher.covered[garden.rows], tokens.cover(garden.area, disc))
    return matcher.matches(matches.candidates) if any(garden.discs for garden in gardens) else matches


def _judge(
    matches: Matches, matcher: Matcher, copy: LearnedCopy, references: References, bank: Bank
) -> tuple[list[SpaceReading], list[list[judge.Verdict]]]:
    found = judge.verdicts(matches, references, bank, copy.stems, copy.layout.grid.edges)
    pairs = _mirrored_rows(copy)
    if pairs:
        found = judge.mirrored(found, pairs)
    hidden = matcher.readable_part() < _HIDDEN
    readings = [judge.read_space(one, bool(dark)) for one, dark in zip(found, hidden, strict=True)]
    for a, b in pairs:
        if (readings[a].piece is None) != (readings[b].piece is None):
            readings[a] = replace(readings[a], review=True)
            readings[b] = replace(readings[b], review=True)
    if copy.game == "evenglow":
        for index in judge.too_many(readings):
            readings[index] = replace(readings[index], review=True)
    return readings, found


def _mirrored_rows(copy: LearnedCopy) -> list[tuple[int, int]]:
    """Rows of the spaces that both gardens of Evenglow fill together."""
    if copy.game != "evenglow":
        return []
    row = {key: index for index, key in enumerate(all_spaces(copy))}
    return [(row["sunlight", space], row["moonlight", space]) for space in copy.layout.areas["sunlight"].cells]


def _harvests(
    garden: _Garden, readings: list[SpaceReading], location: Location, copy: LearnedCopy
) -> tuple[list[Harvest], set[int]]:
    """The harvests of one garden, and the rows of spaces on which something lies that is no token of a formation."""
    area = garden.area
    mine = readings[garden.rows]
    plants = {space: reading.piece for space, reading in zip(area.cells, mine, strict=True)}
    possible = tokens.formations(area, plants)
    taken: dict[tuple[str, ...], Harvest] = {}
    odd: set[int] = set()
    for disc in garden.discs:
        formation = tokens.choose_formation(disc, [f for f in possible if not set(f.spaces) & _used(taken)])
        if formation is not None:
            taken[formation.spaces] = _harvest(disc, formation, location, copy, area)
        elif disc.evidence >= tokens.EVIDENCE_ELSEWHERE:
            touched = tokens.cover(area, disc, 0.0)[:, *_middle()].any(axis=(1, 2))
            odd |= {garden.first + int(index) for index in np.flatnonzero(touched)}
    return list(taken.values()), odd


def _harvest(disc: Disc, formation: Formation, location: Location, copy: LearnedCopy, area: Area) -> Harvest:
    board = copy.lattice.on_board(area.name, np.array([[disc.x, disc.y]]))
    x, y = location.to_photo(board)[0]
    confidence = float(1 / (1 + np.exp(-disc.evidence)))
    review = not formation.certain or disc.evidence < tokens.CLEAR
    return Harvest(area.name, formation.spaces, (float(x), float(y)), confidence, review)


def _used(taken: dict[tuple[str, ...], Harvest]) -> set[str]:
    return {space for spaces in taken for space in spaces}


def _middle() -> tuple[slice, slice]:
    from vision.tiles.patch import PX_PER_PITCH, SIZE_PX

    inner = slice((SIZE_PX - PX_PER_PITCH) // 2 + 3, (SIZE_PX + PX_PER_PITCH) // 2 - 3)
    return inner, inner
