"""Decide what stands on every space of a planet, all spaces together.

The picture is explained from the board up: every ground pixel shows the piece nearest to the camera among those whose
silhouettes cover it, or the bare board. A space's candidates are scored by how much better the pixels are explained
with that piece than without it, given what its neighbours are taken to be: pixels that a nearer piece covers say
nothing, pixels that it would take from a farther one must be worth it. Nearer spaces are decided first, and all are
looked at again until nothing changes (iterated conditional modes, Besag 1986).
"""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.layout import Space
from vision.pieces.body import Silhouette, silhouettes
from vision.pieces.ground import Frame
from vision.pieces.learn import Kind, Seen
from vision.pieces.palette import UNKNOWN, LogDensity, table_cells

_REACH = 2.6
"""Pieces on spaces farther apart than this (pitches) never meet in a picture."""
_SHIFT_PX = 4
"""A piece is looked for up to an eighth of a pitch from its space's centre in each direction."""
_SHIFT_SPREAD_PX = 2.0
_SHIFT_WEIGHT = 5.0
"""Evidence that outweighs one standard deviation of shift."""
PRESENCE = -2.0
"""Lead over bare board (`Candidate.lead`) from which a space is taken for occupied. On the labelled sets what fits an
empty space best leads by -4.0 at most, and a piece by -3.3 at least: bodies are learned roughly, so they pay for their
rims, most of all where paint and ground are alike."""
LEAST_SHARE = 0.3
"""Share of a silhouette that must show before anything is said about that kind."""
_SOFTNESS, _SOFTNESS_PER_PIXEL = 20.0, 0.15
"""Evidence that makes a lead of 1: a part for the pixels' noise, and a part for what is wrong alike in all pixels of a
piece (paint, light), which grows with the visible ground that two answers disagree about."""
_SHIFT_COST = (
    _SHIFT_WEIGHT / _SHIFT_SPREAD_PX**2 * np.square(np.indices((2 * _SHIFT_PX + 1,) * 2) - _SHIFT_PX).sum(axis=0)
).astype(np.float32)
"""Of every shift, (rows, columns), in evidence."""
_CUT = {-1: (slice(None, -1), slice(1, None)), 0: (slice(None), slice(None)), 1: (slice(1, None), slice(None, -1))}
_STEPS = [
    ((_CUT[y][0], _CUT[x][0]), (_CUT[y][1], _CUT[x][1]), (x**2 + y**2) * _SHIFT_WEIGHT / _SHIFT_SPREAD_PX**2)
    for y in _CUT
    for x in _CUT
]
"""A step of the glanced-at pixels: what of the picture then lies under what of the silhouettes, and its cost."""
_LEAK = 0.05
"""Share of a silhouette that shows what is behind it: bodies are learned roughly, and sprouts have gaps."""
_CORE_PX, _CORE_HEIGHT = (7, 4), 0.12
"""Half the sides of the middle of a space, ground pixels, and where it is looked at, pitches above the board."""
_SWEEPS = 4
_GLANCE = 3
"""Every third pixel of every third row says which kinds are worth a closer look."""
_WORTH_A_LOOK = 9.0
"""A kind that a glance finds this far behind the best (leads, see `Candidate`) is not looked at closely. On the
labelled sets a closer look brings hardly any nearer than 5, where it makes no difference; five of six are spared."""


@dataclass(frozen=True)
class Candidate:
    """One kind of piece on one space.

    Attributes
    ----------
    score : float
        How much better the picture is explained with it than with the space empty (log ratio summed over pixels).
    area : int
        Pixels of its silhouette that no nearer piece covers.
    share : float
        Share of its silhouette that this is.
    likeness : float
        Mean log density of its visible pixels.
    dx, dy : int
        Where it fits best, ground pixels off the space's centre.
    """

    score: float
    area: int
    share: float
    likeness: float
    dx: int = 0
    dy: int = 0

    @property
    def lead(self) -> float:
        """Lead over bare board, in units of what may be wrong with the evidence."""
        return self.score / softness(self.area)

    def lead_over(self, other: "Candidate") -> float:
        """Lead over another candidate for the same space, in the same units."""
        return (self.score - other.score) / softness(max(self.area, other.area))


@dataclass(frozen=True)
class Decision:
    """What stands on a space (None: nothing), what every kind would be worth there, and how bare it looks.

    `bareness` is the mean log density of bare board in the middle of the space, as far as no nearer piece hides it.
    """

    kind: str | None
    candidates: Mapping[str, Candidate]
    bareness: float = 0.0


def softness(area: float) -> float:
    """Evidence that counts for one where two answers disagree about so many ground pixels."""
    return _SOFTNESS + _SOFTNESS_PER_PIXEL * area


_BARE = Decision(None, {})

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in ground pixels."""


Window = tuple[slice, slice]
"""Rows and columns of the ground."""


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
        self.standing: dict[Space, tuple[str, Silhouette, int, int]] = {}
        self._places = self._all_places()
        centres = np.array([frame.centres[space] for space in self.nearest])
        meets = np.abs(centres[:, None] - centres).max(axis=2) < _REACH
        np.fill_diagonal(meets, False)
        self._near = {
            space: [self.nearest[other] for other in np.flatnonzero(row)]
            for space, row in zip(self.nearest, meets, strict=True)
        }

    def decide(self) -> dict[Space, Decision]:
        """What stands on every space."""
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
        return decisions

    def _all_places(self) -> dict[Space, _Place]:
        spaces, (rows, columns) = self.nearest, self.frame.shape
        centres = np.array([self.frame.centres[space] for space in spaces])
        bases = self.frame.to_pixels(centres)
        drawn = [silhouettes(kind.body, self.camera, centres, bases, self.frame.shape) for kind in self.kinds.values()]
        places: dict[Space, _Place] = {}
        for space, shapes in zip(spaces, zip(*drawn, strict=True), strict=True):
            left, top = min(s.x for s in shapes) - _SHIFT_PX, min(s.y for s in shapes) - _SHIFT_PX
            right = max(s.x + s.mask.shape[1] for s in shapes) + _SHIFT_PX
            bottom = max(s.y + s.mask.shape[0] for s in shapes) + _SHIFT_PX
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
        behind, hidden = self._without(space, place.window)
        candidates = self._candidates(place, behind, hidden)
        shown = [kind for kind in candidates if candidates[kind].share >= LEAST_SHARE]
        best = max(shown, key=lambda kind: candidates[kind].score, default=None)
        if best is not None and candidates[best].lead < PRESENCE:
            best = None
        return Decision(best, candidates, self._bareness(space, place.window, hidden))

    def _bareness(self, space: Space, window: tuple[slice, slice], hidden: NDArray[np.bool_]) -> float:
        centre = self.frame.centres[space]
        low = self.camera.shadow(np.array([[centre[0], centre[1], _CORE_HEIGHT]]))
        x, y = np.rint(self.frame.to_pixels(low))[0].astype(int)
        top, left = y - window[0].start, x - window[1].start
        core = (
            slice(max(top - _CORE_PX[1], 0), top + _CORE_PX[1] + 1),
            slice(max(left - _CORE_PX[0], 0), left + _CORE_PX[0] + 1),
        )
        shown = ~hidden[core]
        return float(self.seen.board[window][core][shown].mean()) if shown.any() else UNKNOWN

    def _without(self, space: Space, window: tuple[slice, slice]) -> tuple[LogDensity, NDArray[np.bool_]]:
        """The explanation of a window without the piece on `space`, and where nearer pieces hide what is there."""
        behind = self.seen.board[window].copy()
        hidden = ~self.seen.ground.valid[window]
        for other in reversed(self._near[space]):
            if other not in self.standing:
                continue
            kind, shape, dx, dy = self.standing[other]
            part = _overlap(shape, dx, dy, window)
            if part is None:
                continue
            here, mask = part
            if self.rank[other] > self.rank[space]:
                behind[here][mask] = self.paint[kind][window][here][mask]
            else:
                hidden[here] |= mask
        return behind, hidden

    def _candidates(self, place: _Place, behind: LogDensity, hidden: NDArray[np.bool_]) -> dict[str, Candidate]:
        """What every kind would be worth on a space; those that a glance rules out are not looked at closely."""
        candidates = {
            kind: Candidate(score, *self._visible(place, kind, hidden), 0.0)
            for kind, score in self._glance(place, behind, hidden).items()
        }
        unseen = set(candidates)
        while due := [kind for kind in _worth_a_look(candidates) if kind in unseen]:
            # A closer look may put the best one down, and others then come near it.
            candidates.update({kind: self._fitted(kind, place, behind, hidden) for kind in due})
            unseen.difference_update(due)
        return candidates

    def _visible(self, place: _Place, kind: str, hidden: NDArray[np.bool_]) -> tuple[int, float]:
        """Pixels of a kind's silhouette that no nearer piece covers, and which share of it that is."""
        area = place.areas[kind]
        if not area:
            return 0, 0.0
        here = place.shapes[kind].within(place.window)
        count = area - int(np.count_nonzero(place.shapes[kind].mask & hidden[here]))
        return count, count / area

    def _glance(self, place: _Place, behind: LogDensity, hidden: NDArray[np.bool_]) -> dict[str, float]:
        """Roughly the score of every kind where it fits best, one step of the sparse pixels around its place."""
        sparse = slice(None, None, _GLANCE), slice(None, None, _GLANCE)
        gain = _gain(self.paints[:, place.window[0], place.window[1]][:, *sparse] - behind[sparse])
        gain[:, hidden[sparse]] = 0.0
        scores = [
            np.einsum("kyx,kyx->k", gain[:, *moved], place.sparse[:, *still]) - cost for moved, still, cost in _STEPS
        ]
        return dict(zip(self.kinds, (_GLANCE**2 * np.max(scores, axis=0)).tolist(), strict=True))

    def _fitted(self, kind: str, place: _Place, behind: LogDensity, hidden: NDArray[np.bool_]) -> Candidate:
        """What a kind is worth where it fits best."""
        area = place.areas[kind]
        if area == 0:
            return Candidate(0.0, 0, 0.0, 0.0)
        mask = place.shapes[kind].mask
        here = place.shapes[kind].within(place.window)
        y, x = here[0].start, here[1].start
        rows, columns = mask.shape
        around = (
            slice(max(y - _SHIFT_PX, 0), y + rows + _SHIFT_PX),
            slice(max(x - _SHIFT_PX, 0), x + columns + _SHIFT_PX),
        )
        paint, behind, hidden = self.paint[kind][place.window][around], behind[around], hidden[around]
        y, x = y - around[0].start, x - around[1].start
        gain = _gain(paint - behind)
        gain[hidden] = 0.0
        sums = cv2.matchTemplate(gain, mask.astype(np.float32), cv2.TM_CCORR)
        sums -= _SHIFT_COST[_SHIFT_PX - y :, _SHIFT_PX - x :][: sums.shape[0], : sums.shape[1]]
        row, column = divmod(int(sums.argmax()), sums.shape[1])
        shown = mask & ~hidden[row : row + rows, column : column + columns]
        count = int(np.count_nonzero(shown))
        likeness = float(paint[row : row + rows, column : column + columns][shown].mean()) if count else 0.0
        return Candidate(float(sums[row, column]), count, count / area, likeness, column - x, row - y)


def _worth_a_look(candidates: Mapping[str, Candidate]) -> list[str]:
    """The kinds that are near enough to the best."""
    best = max(candidates.values(), key=lambda candidate: candidate.score)
    stands = best.lead >= PRESENCE
    return [
        kind
        for kind, own in candidates.items()
        if (best.lead_over(own) if stands else PRESENCE - own.lead) < _WORTH_A_LOOK
    ]


def _gain(lead: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a silhouette with gaps explains, from the log ratios (-25 to 25) of paint to what is behind it."""
    return np.asarray(np.log(np.float32(1 - _LEAK) * np.exp(lead) + np.float32(_LEAK)))


def _touch(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _overlap(
    shape: Silhouette, dx: int, dy: int, window: tuple[slice, slice]
) -> tuple[tuple[slice, slice], NDArray[np.bool_]] | None:
    """The part of a window that a shifted silhouette touches, and the silhouette there."""
    y, x = shape.y + dy - window[0].start, shape.x + dx - window[1].start
    rows, columns = shape.mask.shape
    bottom, right = min(y + rows, window[0].stop - window[0].start), min(x + columns, window[1].stop - window[1].start)
    top, left = max(y, 0), max(x, 0)
    if bottom <= top or right <= left:
        return None
    return (slice(top, bottom), slice(left, right)), shape.mask[top - y : bottom - y, left - x : right - x]
