"""Learn the pieces of a copy from its teaching photographs: a body and a palette for each kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.layout import Space
from vision.pieces.body import Body, silhouette
from vision.pieces.carve import View, carve
from vision.pieces.ground import PX, Frame, Ground
from vision.pieces.light import BareBoard, Image, relight, to_lab
from vision.pieces.palette import (
    UNKNOWN,
    LogDensity,
    Palette,
    board_log_density,
    learn_palette,
    paint_table,
    table_cells,
)
from vision.pieces.shapes import USUAL

_FIRST_LOOK = tuple((x, 0.0, z) for x in (-0.1, 0.0, 0.1) for z in (0.1, 0.2, 0.3))
"""Points of every piece, in pitches from where it stands: inside even the smallest, above the rim of its recess."""
_FIRST_RADIUS = 0.12
_LEAST_CHROMA = 25.0
"""Mean square of a*, b* below which a board is too grey to measure saturation on."""
_ROUNDS = 2
"""Palette, then body, then the palette of that body, and once more: a third round changed nothing measurable."""


@dataclass(frozen=True, eq=False)
class Seen:
    """One photograph as pieces are looked for in it.

    Attributes
    ----------
    lab : (H, W, 3) float32
        Colours of what stands on the board, under the taught light.
    board : (H, W) float32
        Log density of bare board.
    """

    ground: Ground
    lab: Image
    board: LogDensity


@dataclass(frozen=True, eq=False)
class Kind:
    """What is known of one kind of piece."""

    body: Body
    palette: Palette


def see(ground: Ground, frame: Frame, board: BareBoard) -> Seen:
    """A photograph's ground compared with the taught board."""
    relit = relight(ground.linear, board, ground.valid, frame.disc, PX)
    lab = to_lab(relit.pieces)
    bare = relit.bare[::2, ::2]  # a quarter of the pixels says the same
    chroma = saturation(lab[::2, ::2][bare], board.lab[::2, ::2][bare])
    lab *= np.array([1, 1 / chroma, 1 / chroma], np.float32)
    return Seen(ground, lab, board_log_density(board, relit.board, relit.bare))


def saturation(lab: NDArray[np.float32], taught_lab: NDArray[np.float32]) -> float:
    """How much more chroma bare board (N, 3) has in a photograph than in the taught picture.

    Haze and tone curves change it by up to half, and pieces with it: over the labelled sets the two go together with
    a correlation of 0.95.
    """
    seen, taught = lab[:, 1:], taught_lab[:, 1:]
    # Sums of products, not BLAS: its threads wait for each other in busy loops, at ten times the cost.
    power = float(np.einsum("ij,ij->", taught, taught, dtype=np.float64))
    if power < _LEAST_CHROMA * max(len(taught), 1):
        return 1.0
    return float(np.clip(np.einsum("ij,ij->", seen, taught, dtype=np.float64) / power, 0.4, 2.5))


def learn_kinds(
    frame: Frame, board: BareBoard, samples: Sequence[tuple[Ground, Mapping[Space, str]]]
) -> dict[str, Kind]:
    """What the samples teach: for each photograph its ground and which piece stands where."""
    seen = [(see(ground, frame, board), pieces) for ground, pieces in samples]
    names = dict.fromkeys(name for _, pieces in seen for name in pieces.values())
    return {
        name: _learn_kind(
            name, frame, [(view, space) for view, pieces in seen for space, p in pieces.items() if p == name]
        )
        for name in names
    }


def _learn_kind(name: str, frame: Frame, samples: Sequence[tuple[Seen, Space]]) -> Kind:
    first = np.concatenate([_first_colours(frame, seen, space) for seen, space in samples])
    palette = learn_palette(first)
    for _ in range(_ROUNDS):
        table = paint_table(palette)
        views = [
            View(
                table[table_cells(seen.lab)] - seen.board,
                seen.ground.camera,
                frame.centres[space],
                frame.to_pixels(frame.centres[space][None])[0],
            )
            for seen, space in samples
        ]
        body, posed = carve(views, USUAL.get(name))
        pooled = _pooled([_colours(body, v, s) for v, (s, _) in zip(posed, samples, strict=True)])
        palette = learn_palette(pooled)
    return Kind(body, palette)


def _first_colours(frame: Frame, seen: Seen, space: Space) -> NDArray[np.float32]:
    """Colours around the foot of a piece whose body is not known yet, preferring what is not board."""
    points = np.array(_FIRST_LOOK) + np.array([*frame.centres[space], 0.0])
    mask = np.zeros(frame.shape, np.uint8)
    for x, y in np.rint(frame.to_pixels(seen.ground.camera.shadow(points))).astype(int).tolist():
        cv2.circle(mask, (x, y), round(_FIRST_RADIUS * PX), 1, -1)
    around = mask.astype(bool)
    strange = around & (seen.board < UNKNOWN + 1.0)
    return np.asarray(seen.lab[strange if np.count_nonzero(strange) > 20 else around])


def _colours(body: Body, view: View, seen: Seen) -> tuple[NDArray[np.float32], LogDensity]:
    """Colours inside the silhouette without its rim, and the log density of bare board there."""
    placed = view.base_pitch + view.offset, view.base_px + view.offset * PX
    shown = silhouette(body, view.camera, *placed, seen.board.shape, view.turn)
    inner = cv2.erode(shown.mask.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
    chosen = inner if inner.any() else shown.mask
    return seen.lab[shown.window()][chosen], seen.board[shown.window()][chosen]


def _pooled(parts: Sequence[tuple[NDArray[np.float32], LogDensity]]) -> NDArray[np.float32]:
    """The colours of all samples without the pixels that look like the board behind them, unless most of them do."""
    colours, board = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    strange = board < UNKNOWN + 1.5
    return np.asarray(colours[strange] if strange.mean() > 0.4 else colours)
