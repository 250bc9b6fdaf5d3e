"""Learn a body from a handful of samples.

The pieces of the game are sawn out of board: one outline, straight through, standing. That is what makes a body
learnable from few samples seen from two sides: an outline across the board (or along it) and a thickness, found by
changing one measure at a time for as long as the samples are explained better. Pieces that lie (a lake) are carved
instead: what some sample sees past is removed (a visual hull, Laurentini 1994), as thick as fits best.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.homography import Points
from vision.pieces.body import LAYER, LAYERS, REACH, SIDE, Body, layer_scales, silhouette
from vision.pieces.camera import Camera
from vision.pieces.ground import PX
from vision.pieces.shapes import Shape

_LIMIT = 3.0
"""One pixel says no more than this for or against: a highlight or a printed line must not decide about a layer."""
_AGAINST = 2.0
"""In a vote about a cell, a view that sees past it weighs this much more than one that sees it covered."""
_NUDGE_SPREAD = 0.06
"""How far off its space's centre a piece stands, pitches (standard deviation)."""
_TURN_SPREAD = 0.1
"""How far askew it stands, radians."""
_NUDGES = np.arange(-3, 4) * 0.03
_TURNS = (-0.16, -0.08, 0.0, 0.08, 0.16)
_POSE_WEIGHT = 40.0
"""Evidence (log ratio, one pixel counts up to `_LIMIT`) that outweighs a pose of one standard deviation."""
_BEND = 0.25
_THICKNESS, _THICKNESS_SPREAD = 0.28, 0.08
"""Change of slope of an outline, and thickness of the board, in pitches: usual values. Pieces are 10 to 12 mm thick."""
_HEIGHT_SPREAD = 0.1
"""How far a piece's height is from what is usual for its kind, pitches."""
_ODDITY = 20.0
"""Evidence that outweighs one unusual measure."""
_FLAT_LEAD = 1.08
"""A flat body has one free outline, seen straight on, and fits a little better whatever stands there."""
_CONTROLS = np.linspace(0.0, 1.0, 6)
"""Where along its height the outline's width is learned: foot to top."""
_COARSE = 2
"""Outlines are learned on evidence this many times coarser than the ground: four times as fast, and no worse."""
_PX = PX / _COARSE
_WINDOW = round(1.7 * _PX)
"""Half the side of the evidence looked at around a space, coarse pixels: the farthest that a piece's top is thrown."""

_START_HEIGHTS = (0.2, 0.3, 0.45, 0.6, 0.75, 0.9, 1.05, 1.2, 1.35)
_START_THICKNESSES = (0.2, 0.28, 0.36)
_START_SCALES = (0.8, 1.0, 1.2)
_START_HALF_WIDTHS = (0.15, 0.22, 0.3, 0.4)
_STEPS = (np.arange(SIDE) - SIDE // 2) / PX
_PIXELS = np.arange(-_WINDOW, _WINDOW + 1, dtype=np.float32)


@dataclass(frozen=True, eq=False)
class View:
    """One sample as a body is learned from it.

    Attributes
    ----------
    evidence : (H, W) float32
        For each ground pixel how much more likely it shows the piece than what lies behind it (a log ratio).
    base_pitch, base_px : (2,)
        The centre of its space.
    offset, turn
        How the piece stands on it: pitches, radians.
    """

    evidence: NDArray[np.float32]
    camera: Camera
    base_pitch: Points
    base_px: Points
    offset: Points = field(default_factory=lambda: np.zeros(2))
    turn: float = 0.0

    def posed(self, offset: Points, turn: float) -> "View":
        """The same view of a piece that stands otherwise."""
        return replace(self, offset=offset, turn=turn)


class _Window:
    """The evidence around one sample's space, capped, and turned against the turn of the piece."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._even = cv2.blur(np.clip(view.evidence, -_LIMIT, _LIMIT), (_COARSE, _COARSE), anchor=(0, 0))
        self._turned: dict[float, tuple[NDArray[np.float32], Points]] = {}

    def turned(self, turn: float) -> tuple[NDArray[np.float32], Points]:
        """Evidence (S, S) in the piece's own axes, and where the space lies from the camera's foot, coarse pixels."""
        if turn not in self._turned:
            cos, sin = np.cos(turn), np.sin(turn)
            own = np.array([[cos, -sin], [sin, cos]])
            middle = self.view.base_px - 0.5 * (_COARSE - 1)
            matrix = np.column_stack([_COARSE * own, middle - _COARSE * own @ np.full(2, float(_WINDOW))])
            size = (2 * _WINDOW + 1, 2 * _WINDOW + 1)
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            patch = np.asarray(cv2.warpAffine(self._even, matrix, size, flags=flags), np.float32)
            away = own.T @ (self.view.base_pitch - self.view.camera.foot) * _PX
            self._turned[turn] = patch * np.float32(_COARSE**2), away
        return self._turned[turn]


@dataclass(frozen=True, eq=False)
class Sawn:
    """A standing outline: half widths and middles at `_CONTROLS`, height, thickness; `across` the board's y axis."""

    half_widths: Points
    middles: Points
    height: float
    thickness: float
    across: bool = True

    @cached_property
    def levels(self) -> tuple[NDArray[np.intp], Points, Points]:
        """The layers it has, and the left and right edge (pitches) of each."""
        layers = np.arange(max(1, min(LAYERS, round(self.height / LAYER))))
        share = np.clip((layers + 0.5) * LAYER / self.height, 0, 1)
        half, middle = np.interp(share, _CONTROLS, self.half_widths), np.interp(share, _CONTROLS, self.middles)
        return layers, middle - half, middle + half

    def oddity(self, usual: Shape | None) -> float:
        """What its evidence must outweigh: outlines are smooth, and all pieces are sawn out of much the same board."""
        widths = self.half_widths if usual is None else self.half_widths - usual.half_widths
        bends = np.diff(widths, 2) / _BEND
        odd = bends @ bends + ((self.thickness - _THICKNESS) / _THICKNESS_SPREAD) ** 2
        if usual is not None:
            odd += ((self.height - usual.height) / _HEIGHT_SPREAD) ** 2
        return float(_ODDITY * odd)

    def body(self) -> Body:
        """Its layers."""
        used, left, right = self.levels
        outline = np.zeros((LAYERS, SIDE), bool)
        outline[used] = (left[:, None] <= _STEPS) & (right[:, None] >= _STEPS)
        slab = np.abs(_STEPS) <= self.thickness / 2
        layers = outline[:, None, :] & slab[None, :, None]
        return Body(np.ascontiguousarray(layers if self.across else layers.transpose(0, 2, 1)))


@dataclass(frozen=True)
class _Pose:
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0

    @property
    def cost(self) -> float:
        return _POSE_WEIGHT * ((self.x**2 + self.y**2) / _NUDGE_SPREAD**2 + (self.turn / _TURN_SPREAD) ** 2)


def carve(views: Sequence[View], usual: Shape | None = None) -> tuple[Body, list[View]]:
    """The body that explains the samples of one kind best, and the views with the pieces posed as they stand.

    Seen from straight above a piece hardly shows its height: `usual` is what its kind looks like.
    """
    windows = [_Window(view) for view in views]
    rest = [_Pose()] * len(views)
    starts = [
        Sawn(np.full(6, width), np.zeros(6), height, thickness, across)
        for height in _START_HEIGHTS
        for thickness in _START_THICKNESSES
        for width in _START_HALF_WIDTHS
        for across in (True, False)
    ]
    if usual is not None:
        starts += [
            Sawn(scale * np.array(usual.half_widths), np.zeros(6), usual.height, thickness, across)
            for scale in _START_SCALES
            for thickness in _START_THICKNESSES
            for across in (True, False)
        ]
    starts.sort(key=lambda sawn: _total(sawn, windows, rest, usual), reverse=True)
    best, best_poses, best_score = starts[0], rest, -np.inf
    by_height: dict[float, Sawn] = {}
    for start in starts:
        by_height.setdefault(start.height, start)
    for start in list(by_height.values())[:2]:
        sawn, poses = start, rest
        for step in (0.12, 0.06, 0.03):
            poses = [_settle(sawn, window) for window in windows]
            sawn = _climb(sawn, windows, poses, step, taller=step < 0.1, usual=usual)
        score = _total(sawn, windows, poses, usual)
        if score > best_score:
            best, best_poses, best_score = sawn, poses, score
    if usual is None:
        flat, flat_views, flat_score = _carve_flat(views)
        if flat_score > _FLAT_LEAD * best_score:
            return flat, flat_views
    return best.body(), [v.posed(np.array([p.x, p.y]), p.turn) for v, p in zip(views, best_poses, strict=True)]


def _score(sawn: Sawn, window: _Window, pose: _Pose) -> float:
    """How much better the sample is explained with the piece standing like this than without it."""
    evidence, away = window.turned(pose.turn)
    layers, left, right = sawn.levels
    scales = layer_scales(window.view.camera, layers)
    cos, sin = np.cos(pose.turn), np.sin(pose.turn)
    x = _PX * (cos * pose.x + sin * pose.y) + (scales - 1) * away[0]
    y = _PX * (cos * pose.y - sin * pose.x) + (scales - 1) * away[1]
    half = scales * (_PX * sawn.thickness / 2)
    left, right = scales * left * _PX, scales * right * _PX
    edges = (x + left, x + right, y - half, y + half) if sawn.across else (x - half, x + half, y + left, y + right)
    low_x, high_x, low_y, high_y = (edge[:, None] for edge in edges)
    columns = (low_x <= _PIXELS) & (high_x >= _PIXELS)
    rows = (low_y <= _PIXELS) & (high_y >= _PIXELS)
    covered = rows.T.astype(np.float32) @ columns.astype(np.float32)
    return float(np.vdot(evidence, np.minimum(covered, 1.0))) - pose.cost


def _total(sawn: Sawn, windows: Sequence[_Window], poses: Sequence[_Pose], usual: Shape | None) -> float:
    scores = sum(_score(sawn, window, pose) for window, pose in zip(windows, poses, strict=True))
    return scores - sawn.oddity(usual)


def _settle(sawn: Sawn, window: _Window) -> _Pose:
    """The pose in which the piece fits best."""
    turn = 0.0
    for _ in range(2):
        shift = max(
            (_Pose(float(x), float(y), turn) for x in _NUDGES for y in _NUDGES),
            key=lambda pose: _score(sawn, window, pose),
        )
        pose = max((replace(shift, turn=t) for t in _TURNS), key=lambda pose: _score(sawn, window, pose))
        if pose.turn == turn:
            break
        turn = pose.turn
    return pose


def _climb(
    sawn: Sawn,
    windows: Sequence[_Window],
    poses: Sequence[_Pose],
    step: float,
    taller: bool,
    usual: Shape | None,
) -> Sawn:
    """Change one measure at a time for as long as the fit grows; the height only if `taller`.

    A rough outline says little about the height, and a wrong height spoils the outline: with heights free from the
    start, half of the bodies ended too low.
    """
    score = _total(sawn, windows, poses, usual)
    for _ in range(3):
        before = score
        for change in _changes(step, taller):
            while True:
                tried = change(sawn)
                gained = _total(tried, windows, poses, usual)
                if gained <= score:
                    break
                sawn, score = tried, gained
        if score - before < 1.0:
            break
    return sawn


def _changes(step: float, taller: bool) -> list[Callable[[Sawn], Sawn]]:
    def height(by: float) -> Callable[[Sawn], Sawn]:
        return lambda s: replace(s, height=float(np.clip(s.height + by, 0.1, LAYERS * LAYER)))

    def extend(by: float) -> Callable[[Sawn], Sawn]:
        return lambda s: _extended(s, float(np.clip(s.height + by, 0.1, LAYERS * LAYER)))

    def taller_and_thinner(by: float) -> Callable[[Sawn], Sawn]:
        return lambda s: replace(_extended(s, s.height + by), thickness=float(np.clip(s.thickness - by / 3, 0.1, 0.8)))

    def thickness(by: float) -> Callable[[Sawn], Sawn]:
        return lambda s: replace(s, thickness=float(np.clip(s.thickness + by, 0.1, 0.8)))

    def width(index: int, by: float) -> Callable[[Sawn], Sawn]:
        bump = np.eye(6)[index] * by
        return lambda s: replace(s, half_widths=np.clip(s.half_widths + bump, 0.03, REACH))

    def middle(index: int, by: float) -> Callable[[Sawn], Sawn]:
        bump = np.eye(6)[index] * by
        return lambda s: replace(s, middles=np.clip(s.middles + bump, -0.3, 0.3))

    changes = []
    for by in (step, -step):
        changes += [extend(by), height(by), taller_and_thinner(by)] if taller else []
        changes.append(thickness(by))
        changes += [width(index, by) for index in range(6)]
        changes += [middle(index, by / 2) for index in range(6)]
    return changes


def _extended(sawn: Sawn, height: float) -> Sawn:
    """The same outline cut off, or carried on upwards, at another height."""
    height = float(np.clip(height, 0.1, LAYERS * LAYER))
    levels = np.clip(_CONTROLS * height / sawn.height, 0, 1)
    widths, middles = (np.interp(levels, _CONTROLS, values) for values in (sawn.half_widths, sawn.middles))
    return replace(sawn, height=height, half_widths=widths, middles=middles)


def _carve_flat(views: Sequence[View]) -> tuple[Body, list[View], float]:
    """An outline that lies flat, as thick as fits best."""
    best, best_views, best_score = Body(np.zeros((LAYERS, SIDE, SIDE), bool)), list(views), -np.inf
    for count in range(1, 5):
        posed = list(views)
        for _ in range(2):
            x, y, height = np.meshgrid(_STEPS, _STEPS, np.linspace(0, count * LAYER, 4), indexing="xy")
            points = np.stack([x, y, height], axis=-1)
            scores = np.stack([np.sort(_look(view, points), axis=2)[:, :, :2].mean(axis=2) for view in posed])
            layers = np.zeros((LAYERS, SIDE, SIDE), bool)
            layers[:count] = _largest((np.maximum(scores, 0) + _AGAINST * np.minimum(scores, 0)).sum(axis=0) > 0)
            body = Body(layers)
            posed = [_settle_body(body, view) for view in posed]
        score = sum(_fit(body, view) for view in posed)
        if score > best_score:
            best, best_views, best_score = body, posed, score
    return best, best_views, best_score


def _fit(body: Body, view: View) -> float:
    placed = view.base_pitch + view.offset, view.base_px + view.offset * PX
    seen = silhouette(body, view.camera, *placed, view.evidence.shape, view.turn)
    part = view.evidence[seen.window()]
    return (
        float(np.clip(part, -_LIMIT, _LIMIT)[seen.mask].sum())
        - _Pose(float(view.offset[0]), float(view.offset[1]), view.turn).cost
    )


def _settle_body(body: Body, view: View) -> View:
    shifts = [view.posed(np.array([dx, dy]), view.turn) for dx in _NUDGES[1::2] for dy in _NUDGES[1::2]]
    best = max(shifts, key=lambda v: _fit(body, v))
    return max((best.posed(best.offset, turn) for turn in _TURNS), key=lambda v: _fit(body, v))


def _look(view: View, points_xyz: Points) -> NDArray[np.float32]:
    """Evidence where points (..., 3) of the piece, pitches, are seen; nothing outside the ground."""
    cos, sin = np.cos(view.turn), np.sin(view.turn)
    flat = points_xyz.reshape(-1, 3)
    turned = np.column_stack([cos * flat[:, 0] - sin * flat[:, 1], sin * flat[:, 0] + cos * flat[:, 1], flat[:, 2]])
    turned[:, :2] += view.base_pitch + view.offset
    ground = (view.camera.shadow(turned) - view.base_pitch) * PX + view.base_px
    maps = ground.astype(np.float32).reshape(-1, 1, 2)
    clipped = np.clip(view.evidence, -_LIMIT, _LIMIT)
    found = cv2.remap(clipped, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)  # type: ignore[call-overload]
    return np.asarray(found, np.float32).reshape(points_xyz.shape[:-1])


def _largest(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest connected part: a neighbour's top must not float beside the piece."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    if count < 2:
        return mask
    return np.asarray(labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA])))
