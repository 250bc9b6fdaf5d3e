"""Decide what stands on every space of a planet, all spaces together.

The picture is explained from the board up: every ground pixel shows the piece nearest to the camera among those whose
silhouettes cover it, or the bare board. A space's candidates are scored by how much better the pixels are explained
with that piece than without it, given what its neighbours are taken to be: pixels that a nearer piece covers say
nothing, pixels that it would take from a farther one must be worth it. Nearer spaces are decided first, and all are
looked at again until nothing changes (iterated conditional modes, Besag 1986).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from assistant.layout import Space
from vision.pieces.body import Silhouette, silhouettes
from vision.pieces.fit import SHIFT_COST, SHIFT_PX, Backdrop, Candidate, Window, gain, overlap
from vision.pieces.ground import Frame
from vision.pieces.learn import Kind, Seen
from vision.pieces.palette import UNKNOWN, LogDensity, table_cells

_REACH = 2.6
"""Pieces on spaces farther apart than this (pitches) never meet in a picture."""
PRESENCE = 0.0
"""Lead over bare board (`Candidate.lead`) from which a space is taken for occupied: between what fits empty spaces best
and the pieces of the labelled sets, in their own and in other colours."""
LEAST_SHARE = 0.3
"""Share of a silhouette that must show before anything is said about that kind."""
_CORE_PX, _CORE_HEIGHT = (7, 4), 0.12
"""Half the sides of the middle of a space, ground pixels, and where it is looked at, pitches above the board."""
_SWEEPS = 4
_GLANCE = 3
"""Every third pixel of every third row says which kinds are worth a closer look."""
_WORTH_A_LOOK = 9.0
"""A kind that a glance finds this far behind the best (leads, see `Candidate`) is not looked at closely. On the
labelled sets a closer look brings hardly any nearer than 5, where it makes no difference; five of six are spared."""
_CUT = {-1: (slice(None, -1), slice(1, None)), 0: (slice(None), slice(None)), 1: (slice(1, None), slice(None, -1))}
_STEPS = [((_CUT[y][0], _CUT[x][0]), (_CUT[y][1], _CUT[x][1]), (x**2 + y**2) * SHIFT_COST) for y in _CUT for x in _CUT]
"""A step of the glanced-at pixels: what of the picture then lies under what of the silhouettes, and its cost."""


@dataclass(frozen=True)
class Decision:
    """What stands on a space (None: nothing), what every kind would be worth there, and how bare it looks.

    `bareness` is the mean log density of bare board in the middle of the space, as far as no nearer piece hides it;
    `apart` says of other kinds that were fitted how many pixels they explain otherwise than the one decided for.
    """

    kind: str | None
    candidates: Mapping[str, Candidate]
    bareness: float = 0.0
    apart: Mapping[str, float] = field(default_factory=dict)

    def lead_over(self, kind: str) -> float:
        """Lead of the piece that was decided for over another kind, in units of what may be wrong with the evidence."""
        if self.kind is None:
            return PRESENCE - self.candidates[kind].lead
        return self.candidates[self.kind].lead_over(self.candidates[kind], self.apart.get(kind))


_BARE = Decision(None, {})

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in ground pixels."""


@dataclass(frozen=True, eq=False)
class _Place:
    """What may stand on a space: the silhouette of every kind.

    Attributes
    ----------
    box : Box
        The ground that anything here may hide.
    window : Window
        The same, cut off at the ground's edges.
    sparse : (K, h, w) bool
        The silhouettes on the window's pixels that are glanced at.
    """

    shapes: Mapping[str, Silhouette]
    areas: Mapping[str, int]
    box: Box
    window: Window
    sparse: NDArray[np.bool_]


class Planet:
    """A photograph of a planet being explained."""

    def __init__(
        self,
        frame: Frame,
        seen: Seen,
        kinds: Mapping[str, Kind],
        tables: Mapping[str, NDArray[np.float32]],
    ) -> None:
        self.frame, self.seen, self.kinds = frame, seen, kinds
        self.camera = seen.ground.camera
        cells = table_cells(seen.lab)
        self.paints = np.empty((len(kinds), *cells.shape), np.float32)
        for own, name in zip(self.paints, kinds, strict=True):
            np.take(tables[name], cells, out=own, mode="clip")
        self.paint: dict[str, LogDensity] = dict(zip(kinds, self.paints, strict=True))
        self.nearest = sorted(frame.centres, key=lambda s: float(np.hypot(*(frame.centres[s] - self.camera.foot))))
        self.rank = {space: index for index, space in enumerate(self.nearest)}
        self.absent: frozenset[str] = frozenset()
        self.standing: dict[Space, tuple[str, Silhouette, int, int]] = {}
        self._places = self._all_places()
        centres = np.array([frame.centres[space] for space in self.nearest])
        meets = np.abs(centres[:, None] - centres).max(axis=2) < _REACH
        np.fill_diagonal(meets, False)
        self._near = {
            space: [self.nearest[other] for other in np.flatnonzero(row)]
            for space, row in zip(self.nearest, meets, strict=True)
        }

    def decide(self, absent: Collection[str] = ()) -> dict[Space, Decision]:
        """What stands on every space; `absent` kinds are weighed, but not decided for."""
        self.absent = frozenset(absent)
        self.standing.clear()
        decisions: dict[Space, Decision] = {}
        due = list(self.nearest)
        for _ in range(_SWEEPS):
            outdated: set[Space] = set()
            for space in due:
                decision = self._decide_space(space)
                if self._moved(decisions.get(space, _BARE), decision):
                    places = [self._place(space, d) for d in (decisions.get(space, _BARE), decision)]
                    # Who comes later in this sweep sees the change anyway.
                    outdated |= {
                        other
                        for other in self._near[space]
                        if (self.rank[other] < self.rank[space] or other not in due)
                        and any(place is not None and _touch(place, self._places[other].box) for place in places)
                    }
                decisions[space] = decision
                self._stand(space, decision)
            due = [space for space in self.nearest if space in outdated]
            if not due:
                break
        return {space: self._settled(space, decisions[space]) for space in self.nearest}

    def _all_places(self) -> dict[Space, _Place]:
        spaces, (rows, columns) = self.nearest, self.frame.shape
        centres = np.array([self.frame.centres[space] for space in spaces])
        bases = self.frame.to_pixels(centres)
        drawn = [silhouettes(kind.body, self.camera, centres, bases, self.frame.shape) for kind in self.kinds.values()]
        places: dict[Space, _Place] = {}
        for space, shapes in zip(spaces, zip(*drawn, strict=True), strict=True):
            left, top = min(s.x for s in shapes) - SHIFT_PX, min(s.y for s in shapes) - SHIFT_PX
            right = max(s.x + s.mask.shape[1] for s in shapes) + SHIFT_PX
            bottom = max(s.y + s.mask.shape[0] for s in shapes) + SHIFT_PX
            window = slice(max(top, 0), min(bottom, rows)), slice(max(left, 0), min(right, columns))
            size = [-(-(part.stop - part.start) // _GLANCE) for part in window]
            sparse = np.zeros((len(shapes), *size), bool)
            for own, shape in zip(sparse, shapes, strict=True):
                y, x = shape.y - window[0].start, shape.x - window[1].start
                part = shape.mask[-y % _GLANCE :: _GLANCE, -x % _GLANCE :: _GLANCE]
                y, x = -(-y // _GLANCE), -(-x // _GLANCE)
                own[y : y + part.shape[0], x : x + part.shape[1]] = part
            named = dict(zip(self.kinds, shapes, strict=True))
            areas = {kind: int(np.count_nonzero(shape.mask)) for kind, shape in named.items()}
            places[space] = _Place(named, areas, (left, top, right, bottom), window, sparse)
        return places

    def silhouette(self, space: Space, kind: str) -> Silhouette:
        """What a piece on a space hides."""
        return self._places[space].shapes[kind]

    @staticmethod
    def _moved(before: Decision, after: Decision) -> bool:
        if before.kind != after.kind:
            return True
        if after.kind is None:
            return False
        old, new = before.candidates[after.kind], after.candidates[after.kind]
        return abs(old.dx - new.dx) + abs(old.dy - new.dy) > 1

    def _stand(self, space: Space, decision: Decision) -> None:
        self.standing.pop(space, None)
        if decision.kind is not None:
            found = decision.candidates[decision.kind]
            self.standing[space] = (decision.kind, self.silhouette(space, decision.kind), found.dx, found.dy)

    def _place(self, space: Space, decision: Decision) -> Box | None:
        """The ground that what was decided for a space hides."""
        if decision.kind is None:
            return None
        found, shape = decision.candidates[decision.kind], self.silhouette(space, decision.kind)
        left, top = shape.x + found.dx, shape.y + found.dy
        return left, top, left + shape.mask.shape[1], top + shape.mask.shape[0]

    def _decide_space(self, space: Space) -> Decision:
        place = self._places[space]
        backdrop = self._without(space, place.window)
        candidates = self._candidates(place, backdrop)
        return Decision(self._best(candidates), candidates, self._bareness(space, backdrop))

    def _best(self, candidates: Mapping[str, Candidate]) -> str | None:
        """The kind that explains most, if it is worth more than bare board."""
        shown = [kind for kind, own in candidates.items() if own.share >= LEAST_SHARE and kind not in self.absent]
        best = max(shown, key=lambda kind: candidates[kind].score, default=None)
        return best if best is not None and candidates[best].lead >= PRESENCE else None

    def _settled(self, space: Space, decision: Decision) -> Decision:
        """The same decision, and how much its rivals explain otherwise."""
        near = [kind for kind, own in decision.candidates.items() if own.is_close]
        rivals = [kind for kind in near if kind != decision.kind]
        if decision.kind is None or not rivals:
            return decision
        place = self._places[space]
        backdrop = self._without(space, place.window)
        found = {kind: (decision.candidates[kind], place.shapes[kind], self.paint[kind]) for kind in near}
        own = found[decision.kind]
        apart = {kind: backdrop.disagreement(own, found[kind]) for kind in rivals}
        return replace(decision, apart=apart)

    def _bareness(self, space: Space, backdrop: Backdrop) -> float:
        window = backdrop.window
        centre = self.frame.centres[space]
        low = self.camera.shadow(np.array([[centre[0], centre[1], _CORE_HEIGHT]]))
        x, y = np.rint(self.frame.to_pixels(low))[0].astype(int)
        top, left = y - window[0].start, x - window[1].start
        core = (
            slice(max(top - _CORE_PX[1], 0), top + _CORE_PX[1] + 1),
            slice(max(left - _CORE_PX[0], 0), left + _CORE_PX[0] + 1),
        )
        shown = ~backdrop.hidden[core]
        return float(self.seen.board[window][core][shown].mean()) if shown.any() else UNKNOWN

    def _without(self, space: Space, window: Window) -> Backdrop:
        """The explanation of a window without the piece on `space`."""
        behind = self.seen.board[window].copy()
        hidden = ~self.seen.ground.valid[window]
        for other in reversed(self._near[space]):
            if other not in self.standing:
                continue
            kind, shape, dx, dy = self.standing[other]
            part = overlap(shape, dx, dy, window)
            if part is None:
                continue
            here, mask = part
            if self.rank[other] > self.rank[space]:
                behind[here][mask] = self.paint[kind][window][here][mask]
            else:
                hidden[here] |= mask
        return Backdrop(window, behind, hidden)

    def _candidates(self, place: _Place, backdrop: Backdrop) -> dict[str, Candidate]:
        """What every kind would be worth on a space; those that a glance rules out are not looked at closely."""
        candidates: dict[str, Candidate] = {}
        for kind, score in self._glance(place, backdrop).items():
            area = place.areas[kind]
            count = int(np.count_nonzero(backdrop.visible(place.shapes[kind])[1]))
            candidates[kind] = Candidate(score, count, count / area if area else 0.0, 0.0)
        while due := [kind for kind in _worth_a_look(candidates) if not candidates[kind].is_close]:
            # A closer look may put the best one down, and others then come near it.
            for kind in due:
                fitted = backdrop.fit(self.paint[kind], place.shapes[kind], place.areas[kind])
                candidates[kind] = replace(fitted, is_close=True)
        return candidates

    def _glance(self, place: _Place, backdrop: Backdrop) -> dict[str, float]:
        """Roughly the score of every kind where it fits best, one step of the sparse pixels around its place."""
        sparse = slice(None, None, _GLANCE), slice(None, None, _GLANCE)
        gains = gain(self.paints[:, place.window[0], place.window[1]][:, *sparse] - backdrop.density[sparse])
        gains[:, backdrop.hidden[sparse]] = 0.0
        scores = [
            np.einsum("kyx,kyx->k", gains[:, *moved], place.sparse[:, *still]) - cost for moved, still, cost in _STEPS
        ]
        return dict(zip(self.kinds, (_GLANCE**2 * np.max(scores, axis=0)).tolist(), strict=True))


def _worth_a_look(candidates: Mapping[str, Candidate]) -> list[str]:
    """The kinds that are near enough to the best."""
    best = max(candidates.values(), key=lambda candidate: candidate.score)
    stands = best.lead >= PRESENCE
    return [
        kind
        for kind, own in candidates.items()
        if (best.lead_over(own) if stands else PRESENCE - own.lead) < _WORTH_A_LOOK
    ]


def _touch(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
