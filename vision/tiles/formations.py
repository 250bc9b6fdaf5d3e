"""Formations that the rulebook lets be harvested ("Gaining Potions"), and where their token can lie."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assistant.hexgrid import STEPS
from assistant.layout import Area, Cell, Space

_REACH = 0.38
"""How far from its place, in pitches, a token may be seen: put down by hand, and its top is nearer to the camera."""

_REACH_OF_FIVE = 0.6
"""The same for elderberries, whose token may lie anywhere on the five: as far as where three tiles meet."""

_TIE = 0.12
"""Two formations whose places are about as far from the token could both be meant."""


@dataclass(frozen=True)
class Formation:
    """Tiles that can have been harvested together, and where their token lies (units of the pitch)."""

    plant: str
    spaces: tuple[Space, ...]
    x: float
    y: float
    reach: float
    is_certain: bool = True
    """False when other tiles of the group could have been meant instead."""


def formations(area: Area, plants: Mapping[Space, str | None]) -> list[Formation]:
    """Every formation that can have been harvested, with each place of its token.

    Three lion's mane in a triangle and four mandrake in a line have it in their middle. Five elderberries may have any
    shape, so that theirs may lie on any of them.
    """
    found = [
        _with_middle("lions-mane", area, spaces) for spaces in _triangles(area, _cells_of(area, plants, "lions-mane"))
    ]
    found += [
        _with_middle("mandrake", area, spaces) for spaces in _lines_of_four(area, _cells_of(area, plants, "mandrake"))
    ]
    for group in _groups(area, [space for space in area.cells if plants.get(space) == "elderberries"]):
        if len(group) < 5:
            continue
        for space in group:
            five = tuple(_five_around(area, group, space))
            x, y = area.centres[space]
            found.append(Formation("elderberries", five, x, y, _REACH_OF_FIVE, len(group) == 5))
    return found


def choose_formation(x: float, y: float, among: Iterable[Formation]) -> Formation | None:
    """The formation whose token can lie at (x, y), units of the pitch: the nearest within reach, or none."""
    reached = [(float(np.hypot(f.x - x, f.y - y)), f) for f in among]
    reached = sorted((pair for pair in reached if pair[0] <= pair[1].reach), key=lambda pair: pair[0])
    if not reached:
        return None
    distance, nearest = reached[0]
    others = [f for away, f in reached[1:] if away < distance + _TIE and f.spaces != nearest.spaces]
    return replace(nearest, is_certain=False) if others else nearest


def _with_middle(plant: str, area: Area, spaces: tuple[Space, ...]) -> Formation:
    x, y = np.mean([area.centres[space] for space in spaces], axis=0)
    return Formation(plant, spaces, float(x), float(y), _REACH)


def _cells_of(area: Area, plants: Mapping[Space, str | None], plant: str) -> frozenset[Cell]:
    return frozenset(cell for space, cell in area.cells.items() if plants.get(space) == plant)


def _triangles(area: Area, cells: frozenset[Cell]) -> list[tuple[Space, ...]]:
    """Three cells that touch each other: each with its neighbours east and south-east, north-east and east."""
    found = []
    for q, r in sorted(cells):
        for (aq, ar), (bq, br) in ((STEPS[1], STEPS[2]), (STEPS[0], STEPS[1])):
            others = ((q + aq, r + ar), (q + bq, r + br))
            if cells.issuperset(others):
                found.append(_ordered(area, ((q, r), *others)))
    return found


def _lines_of_four(area: Area, cells: frozenset[Cell]) -> list[tuple[Space, ...]]:
    """Four cells in a row, in each of the three directions."""
    found = []
    for q, r in sorted(cells):
        for dq, dr in STEPS[:3]:
            line = tuple((q + k * dq, r + k * dr) for k in range(4))
            if cells.issuperset(line):
                found.append(_ordered(area, line))
    return found


def _ordered(area: Area, cells: Iterable[Cell]) -> tuple[Space, ...]:
    """The spaces of some cells, in the order of the layout."""
    there = {area.space_at[cell] for cell in cells}
    return tuple(space for space in area.cells if space in there)


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
        groups.append([space for space in area.cells if space in group])
    return groups


def _five_around(area: Area, group: Sequence[Space], start: Space) -> list[Space]:
    """Five connected spaces of a group, those nearest to one of them."""
    chosen = [start]
    x, y = area.centres[start]
    while len(chosen) < 5:
        around = [s for s in group if s not in chosen and any(near in chosen for near in area.neighbours[s])]
        chosen.append(min(around, key=lambda s: np.hypot(area.centres[s][0] - x, area.centres[s][1] - y)))
    return [space for space in area.cells if space in chosen]
