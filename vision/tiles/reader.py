"""All steps from a located photograph to the reading of its tiles and tokens."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.layout import Area, Space
from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.location import Location
from vision.reading import Alternative, BoardReading, Harvest, SpaceReading
from vision.tiles import judge, tokens
from vision.tiles.bank import Bank
from vision.tiles.formations import Formation, choose_formation, formations
from vision.tiles.hues import HUE_DEG, hue_shares
from vision.tiles.light import board_places
from vision.tiles.looks import References
from vision.tiles.match import Candidates, Matcher, Matches, leaders
from vision.tiles.patch import PX_PER_PITCH, Floats, all_spaces, photo_patches
from vision.tiles.tokens import Disc

_TROUBLED = 12.0
"""Log likelihood by which a known tile must beat "something else" to be clear; a token may lie on one that is not."""

_CENTRE_STEPS = (-0.12, 0.0, 0.12)
_CENTRE_RADII = (0.27,)
_ANCHOR_STEPS = (-0.1, 0.0, 0.1)
_ANCHOR_RADII = (0.27,)
"""Where tokens are tried beside the places that look like one: in the middle of troubled tiles, and of formations."""

_HUE_TRUST = 0.9
"""Most confidence that a hue alone can give: of the tiles of the two taught sets it names 19 in 20 rightly."""

_READABLE = 0.8
"""Part of a tile that must be neither blown out nor outside the picture for a reading that needs no check: on drawn
boards under heavy glare stems were read wrongly, and surely, from up to 0.73 of a tile."""


@dataclass(frozen=True, eq=False)
class _Garden:
    """One area: its rows among all spaces, how far its tiles are seen from them (pitches), and what lies on them."""

    area: Area
    rows: slice
    offset: NDArray[np.float64]
    tokens: list[Disc]
    foreign: list[Disc]


def read_tiles(photo: Photo, location: Location, copy: LearnedCopy, references: References, bank: Bank) -> BoardReading:
    """What lies on every space of a located photograph, and the harvest tokens."""
    spaces = all_spaces(copy)
    patches = photo_patches(photo, location, copy, spaces).astype(np.float32)
    places = board_places(np.concatenate([copy.lattice.centres_xy(area) for area in copy.layout.areas]))
    if bank.size == 0 and bank.empty is None:
        nothing = SpaceReading(None, None, 0.0, True)
        return BoardReading({name: dict.fromkeys(area.cells, nothing) for name, area in copy.layout.areas.items()})
    matcher = Matcher(patches, references, bank, places, copy.layout.grid)
    matches = matcher.match()
    gardens: list[_Garden] = []
    if copy.game == "evenglow" and bank.size:
        gardens, matches = _find_tokens(matcher, matches, copy)
        for garden in gardens:
            for disc in garden.tokens:
                matcher.cover(garden.rows, tokens.cover(garden.area, disc))
        matches = matcher.match_uncovered(matches)
    readings = _judge(matches, matcher, copy)
    harvests: list[Harvest] = []
    for garden in gardens:
        taken, foreign = _harvests(garden, readings, location, copy)
        harvests += taken
        for index in foreign:
            readings[index] = replace(readings[index], review=True)
    areas: dict[str, dict[Space, SpaceReading]] = {name: {} for name in copy.layout.areas}
    for (name, space), reading in zip(spaces, readings, strict=True):
        areas[name][space] = reading
    return BoardReading(areas, tuple(harvests))


def _find_tokens(matcher: Matcher, matches: Matches, copy: LearnedCopy) -> tuple[list[_Garden], Matches]:
    """What lies on the tiles of each area: where a formation can have a token, and wherever something clearly is.

    With the matches, which for tiles that may lie under a token hold more candidates now.
    """
    best = leaders(matches.candidates.space, matches.log_likelihood, 1)
    bare = matches.candidates.take(best)
    fit = matcher.fit(bare)
    valid = matcher.valid_at(bare.space, matcher.places_of(bare.shift_xy))
    explained = matches.log_likelihood[best]
    troubled = (explained < _TROUBLED) & (bare.entry >= 0)
    plants = [_plant(matcher, int(entry)) for entry in bare.entry]
    troubled[_least_explained(copy, plants, explained)] = True
    matches = matcher.widened(matches, np.flatnonzero(troubled))
    tried = _tried_under_tokens(matches, troubled)
    gardens = []
    first = 0
    for area in copy.layout.areas.values():
        rows = slice(first, first + len(area.cells))
        names = list(area.cells)
        lying = dict(zip(names, plants[rows], strict=True))
        # How far the tiles are seen from their spaces here: by their height, and by the error of the location.
        clear = bare.shift_xy[rows][~troubled[rows] & (bare.entry[rows] >= 0)]
        offset = np.median(clear, axis=0) / PX_PER_PITCH if len(clear) else np.zeros(2)
        discs = _likely_discs(area, formations(area, lying), troubled[rows], offset)
        garden = _Garden(area, rows, offset, [], [])
        if discs:
            canvas = tokens.paint_canvas(area, matcher.patches[rows], fit.cost[rows], bare.shift_xy[rows], valid[rows])
            discs += tokens.find_discs(canvas, area)
            weighed = tokens.weigh_discs(matcher, tried, fit, area, first, canvas, discs)
            for disc in weighed:
                # Only elderberries have their token in the middle of a tile. What is seen around it tells better what
                # the tile is than the whole of it does.
                is_likely = disc.evidence >= tokens.EVIDENCE_OF_FIVE and troubled[first + disc.space]
                if is_likely and _plant(matcher, disc.entry) == "elderberries":
                    lying[names[disc.space]] = "elderberries"
            possible = formations(area, lying)
            left = possible
            for disc in tokens.apart(d for d in weighed if choose_formation(*_seen_from(d, offset), possible)):
                formation = choose_formation(*_seen_from(disc, offset), left)
                if formation is not None and disc.evidence >= _needed(formation):
                    garden.tokens.append(disc)  # clearest first: a formation has one token
                    left = [other for other in left if not set(other.spaces) & set(formation.spaces)]
            foreign = tokens.apart([replace(disc, evidence=np.inf) for disc in garden.tokens] + weighed)
            garden.foreign.extend(d for d in foreign if tokens.EVIDENCE_ELSEWHERE <= d.evidence < np.inf)
        gardens.append(garden)
        first += len(names)
    return gardens, matches


def _seen_from(disc: Disc, offset: NDArray[np.float64]) -> tuple[float, float]:
    """Where a disc lies as seen from the tiles."""
    return disc.x - float(offset[0]), disc.y - float(offset[1])


def _needed(formation: Formation) -> float:
    return tokens.EVIDENCE_OF_FIVE if formation.plant == "elderberries" else tokens.EVIDENCE


def _plant(matcher: Matcher, entry: int) -> str | None:
    return None if entry < 0 else matcher.references.kinds[int(matcher.bank.kind[entry])]


def _least_explained(copy: LearnedCopy, plants: Sequence[str | None], explained: Floats) -> list[int]:
    """Rows of the tiles of elderberries that may lie under a token: the two of each group that are explained worst."""
    found: list[int] = []
    first = 0
    for area in copy.layout.areas.values():
        names = list(area.cells)
        row = {space: first + index for index, space in enumerate(names)}
        lying = dict(zip(names, plants[first : first + len(names)], strict=True))
        for spaces in {f.spaces for f in formations(area, lying) if f.plant == "elderberries"}:
            found += sorted((row[space] for space in spaces), key=lambda r: explained[r])[:2]
        first += len(names)
    return found


def _tried_under_tokens(matches: Matches, troubled: NDArray[np.bool_]) -> Candidates:
    """The best candidate of every space first, and for those in trouble all others."""
    candidates = matches.candidates
    order = np.lexsort((-matches.log_likelihood, candidates.space))
    is_first = np.zeros(len(order), np.bool_)
    is_first[np.searchsorted(candidates.space[order], np.arange(len(troubled)))] = True
    return candidates.take(order[is_first | troubled[candidates.space[order]]])


def _likely_discs(
    area: Area, places: Sequence[Formation], troubled: NDArray[np.bool_], offset: NDArray[np.float64]
) -> list[Disc]:
    discs: list[Disc] = []
    for formation in places:
        if formation.plant != "elderberries":
            x, y = formation.x + offset[0], formation.y + offset[1]
            discs += _discs_around(x, y, _ANCHOR_STEPS, _ANCHOR_RADII)
    for (x, y), is_troubled in zip(area.centres.values(), troubled, strict=True):
        if is_troubled:
            discs += _discs_around(x + offset[0], y + offset[1], _CENTRE_STEPS, _CENTRE_RADII)
    return discs


def _discs_around(x: float, y: float, steps: Sequence[float], radii: Sequence[float]) -> list[Disc]:
    return [Disc(x + dx, y + dy, radius) for dx in steps for dy in steps for radius in radii]


def _judge(matches: Matches, matcher: Matcher, copy: LearnedCopy) -> list[SpaceReading]:
    found = judge.verdicts(matches, matcher.references, matcher.bank, copy.stems, copy.layout.grid.edges)
    pairs = _mirrored_rows(copy)
    found = judge.mirrored(found, pairs)
    unreadable = matcher.readable_part() < _READABLE
    guesses = _guesses(matcher, copy)
    readings = [
        judge.read_space(one, bool(dark), guess, may_guess=matcher.bank.size == 0)
        for one, dark, guess in zip(found, unreadable, guesses, strict=True)
    ]
    holds = [judge.holds_tile(one) for one in found]
    doubted = [row for a, b in pairs if holds[a] != holds[b] for row in (a, b)]
    if copy.game == "evenglow":
        doubted += judge.too_many(readings)
    for row in doubted:
        readings[row] = replace(readings[row], review=True)
    return readings


def _guesses(matcher: Matcher, copy: LearnedCopy) -> list[list[Alternative]]:
    """For each space the plants of Evenglow that were never taught, by hue."""
    untaught = [(k, plant) for k, plant in enumerate(HUE_DEG) if plant not in matcher.references.kinds]
    if copy.game != "evenglow" or not untaught:
        return [[] for _ in matcher.patches]
    guesses = []
    for share in hue_shares(*matcher.lit_colours()):
        ranked = sorted(untaught, key=lambda pair: -share[pair[0]])
        guesses.append([Alternative(plant, None, _HUE_TRUST * float(share[k])) for k, plant in ranked])
    return guesses


def _mirrored_rows(copy: LearnedCopy) -> list[tuple[int, int]]:
    """Rows of the spaces that both gardens of Evenglow fill together ("Plant Tiles": in mirrored spaces)."""
    if copy.game != "evenglow":
        return []
    row = {key: index for index, key in enumerate(all_spaces(copy))}
    return [(row["sunlight", space], row["moonlight", space]) for space in copy.layout.areas["sunlight"].cells]


def _harvests(
    garden: _Garden, readings: list[SpaceReading], location: Location, copy: LearnedCopy
) -> tuple[list[Harvest], list[int]]:
    """The harvests of one garden, and the rows of spaces on which something lies that is no formation's token."""
    area = garden.area
    plants = {space: r.piece for space, r in zip(area.cells, readings[garden.rows], strict=True)}
    possible = formations(area, plants)
    taken: list[Harvest] = []
    foreign: list[int] = []
    for disc in garden.tokens:
        used = {space for harvest in taken for space in harvest.spaces}
        left = [f for f in possible if not used & set(f.spaces)]
        formation = choose_formation(*_seen_from(disc, garden.offset), left)
        if formation is not None:
            taken.append(_harvest(disc, formation, location, copy, area))
        else:
            foreign += [garden.rows.start + index for index in _lies_on(area, disc)]
    for disc in garden.foreign:
        foreign += [garden.rows.start + index for index in _lies_on(area, disc)]
    return taken, foreign


def _harvest(disc: Disc, formation: Formation, location: Location, copy: LearnedCopy, area: Area) -> Harvest:
    board = copy.lattice.on_board(area.name, np.array([[disc.x, disc.y]]))
    x, y = location.to_photo(board)[0]
    confidence = float(1 / (1 + np.exp(-disc.evidence)))
    review = not formation.is_certain or disc.evidence < tokens.CLEAR
    return Harvest(area.name, formation.spaces, (float(x), float(y)), confidence, review)


def _lies_on(area: Area, disc: Disc) -> list[int]:
    """Indices of the spaces that a disc covers a part of."""
    centres = np.array(list(area.centres.values()))
    away = np.hypot(centres[:, 0] - disc.x, centres[:, 1] - disc.y)
    return [int(index) for index in np.flatnonzero(away < disc.radius + 0.5 - 2 / PX_PER_PITCH)]
