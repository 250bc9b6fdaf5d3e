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
from vision.pieces.body import Silhouette, silhouette
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
_LEAK = 0.05
"""Share of a silhouette that shows what is behind it: bodies are learned roughly, and sprouts have gaps."""
_CORE_PX, _CORE_HEIGHT = (7, 4), 0.12
"""Half the sides of the middle of a space, ground pixels, and where it is looked at, pitches above the board."""
_SWEEPS = 4
_HOPELESS = -3.0
"""Mean evidence per pixel below which a kind is not looked at further: a stray neighbour's corner gives more."""


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
        self.paint: dict[str, LogDensity] = {name: tables[name][cells] for name in kinds}
        self.nearest = sorted(frame.centres, key=lambda s: float(np.hypot(*(frame.centres[s] - self.camera.foot))))
        self.rank = {space: index for index, space in enumerate(self.nearest)}
        self.standing: dict[Space, tuple[str, Silhouette, int, int]] = {}
        self._silhouettes: dict[tuple[Space, str], Silhouette] = {}
        self._boxes: dict[Space, Box] = {}
        self._near = {
            space: [o for o in self.nearest if o != space and np.abs(centre - frame.centres[o]).max() < _REACH]
            for space, centre in frame.centres.items()
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
                        and any(place is not None and _touch(place, self._box(other)) for place in places)
                    }
                decisions[space] = decision
                self._stand(space, decision)
            due = [space for space in self.nearest if space in outdated]
            if not due:
                break
        return decisions

    def silhouette(self, space: Space, kind: str) -> Silhouette:
        """What a piece on a space hides."""
        key = (space, kind)
        if key not in self._silhouettes:
            centre = self.frame.centres[space]
            base_px = self.frame.to_pixels(centre[None])[0]
            self._silhouettes[key] = silhouette(self.kinds[kind].body, self.camera, centre, base_px, self.frame.shape)
        return self._silhouettes[key]

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

    def _box(self, space: Space) -> Box:
        """The ground that anything on a space may hide."""
        if space not in self._boxes:
            self._boxes[space] = self._all_places(space)
        return self._boxes[space]

    def _all_places(self, space: Space) -> Box:
        shapes = [self.silhouette(space, kind) for kind in self.kinds]
        left, top = min(s.x for s in shapes), min(s.y for s in shapes)
        right, bottom = max(s.x + s.mask.shape[1] for s in shapes), max(s.y + s.mask.shape[0] for s in shapes)
        return left - _SHIFT_PX, top - _SHIFT_PX, right + _SHIFT_PX, bottom + _SHIFT_PX

    def _decide_space(self, space: Space) -> Decision:
        shapes = {kind: self.silhouette(space, kind) for kind in self.kinds}
        left, top, right, bottom = self._box(space)
        rows, columns = self.frame.shape
        window = slice(max(top, 0), min(bottom, rows)), slice(max(left, 0), min(right, columns))
        behind, hidden = self._without(space, window)
        candidates = {kind: self._candidate(kind, shape, window, behind, hidden) for kind, shape in shapes.items()}
        shown = [kind for kind in candidates if candidates[kind].share >= LEAST_SHARE]
        best = max(shown, key=lambda kind: candidates[kind].score, default=None)
        if best is not None and candidates[best].lead < PRESENCE:
            best = None
        return Decision(best, candidates, self._bareness(space, window, hidden))

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

    def _candidate(
        self, kind: str, shape: Silhouette, window: tuple[slice, slice], behind: LogDensity, hidden: NDArray[np.bool_]
    ) -> Candidate:
        y, x = shape.y - window[0].start, shape.x - window[1].start
        mask = shape.mask[max(0, -y) : behind.shape[0] - y, max(0, -x) : behind.shape[1] - x]
        y, x = max(y, 0), max(x, 0)
        rows, columns = mask.shape
        area = int(np.count_nonzero(mask))
        if area == 0:
            return Candidate(0.0, 0, 0.0, 0.0)
        around = (
            slice(max(y - _SHIFT_PX, 0), y + rows + _SHIFT_PX),
            slice(max(x - _SHIFT_PX, 0), x + columns + _SHIFT_PX),
        )
        paint, behind, hidden = self.paint[kind][window][around], behind[around], hidden[around]
        y, x = y - around[0].start, x - around[1].start
        here = slice(y, y + rows), slice(x, x + columns)
        sparse = mask[::3, ::3] & ~hidden[here][::3, ::3]
        glance = _gain((paint[here][::3, ::3] - behind[here][::3, ::3])[sparse])
        dx = dy = 0
        score = float(glance.mean()) * area if len(glance) else 0.0
        if score > _HOPELESS * area:
            gain = _gain(paint - behind)
            gain[hidden] = 0.0
            sums = cv2.matchTemplate(gain, mask.astype(np.float32), cv2.TM_CCORR)
            off_y, off_x = np.ogrid[-y : sums.shape[0] - y, -x : sums.shape[1] - x]
            sums -= (_SHIFT_WEIGHT / _SHIFT_SPREAD_PX**2 * (off_x**2 + off_y**2)).astype(np.float32)
            row, column = np.unravel_index(int(np.argmax(sums)), sums.shape)
            dy, dx, score = int(row) - y, int(column) - x, float(sums[row, column])
        shown = mask & ~hidden[y + dy : y + dy + rows, x + dx : x + dx + columns]
        count = int(np.count_nonzero(shown))
        likeness = float(paint[y + dy : y + dy + rows, x + dx : x + dx + columns][shown].mean()) if count else 0.0
        return Candidate(score, count, count / area, likeness, dx, dy)


def _gain(lead: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a silhouette with gaps explains, from the log ratios of paint to what is behind it."""
    return np.asarray(np.log(np.float32(1 - _LEAK) * np.exp(np.clip(lead, -30, 30)) + np.float32(_LEAK)))


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
