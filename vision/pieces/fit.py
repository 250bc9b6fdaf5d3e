"""Hold one piece against a window of the ground: where it fits best there, and what that explains."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pieces.body import Silhouette
from vision.pieces.palette import LogDensity

Window = tuple[slice, slice]
"""Rows and columns of the ground."""

SHIFT_PX = 4
"""A piece is looked for up to an eighth of a pitch from its space's centre in each direction."""
SHIFT_COST = 5.0
"""Evidence that outweighs a shift of one pixel, its square that of more. Pieces of the labelled sets are found within
1.2 pixels (standard deviation), wrong ones 3 or 4 off."""
_SHIFT_COSTS = (SHIFT_COST * np.square(np.indices((2 * SHIFT_PX + 1,) * 2) - SHIFT_PX).sum(axis=0)).astype(np.float32)
_LEAK = 0.01
"""Share of a silhouette that shows what is behind it: bodies are learned roughly, and sprouts have gaps."""
_SOFTNESS, _SOFTNESS_PER_PIXEL = 20.0, 0.15
"""Evidence that makes a lead of 1: a part for the pixels' noise, and a part for what is wrong alike in all pixels of a
piece (paint, light), which grows with the visible ground that two answers disagree about."""


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
    is_close : bool
        Whether it was fitted, and not only glanced at.
    """

    score: float
    area: int
    share: float
    likeness: float
    dx: int = 0
    dy: int = 0
    is_close: bool = False

    @property
    def lead(self) -> float:
        """Lead over bare board, in units of what may be wrong with the evidence."""
        return self.score / softness(self.area)

    def lead_over(self, other: "Candidate", disagreement: float | None = None) -> float:
        """Lead over another candidate for the same space, in the same units.

        `disagreement` is the number of pixels that the two explain otherwise (default: all of the larger one).
        """
        apart = max(self.area, other.area) if disagreement is None else disagreement
        return (self.score - other.score) / softness(apart)


def softness(area: float) -> float:
    """Evidence that counts for one where two answers disagree about so many ground pixels."""
    return _SOFTNESS + _SOFTNESS_PER_PIXEL * area


def gain(lead: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a silhouette with gaps explains, from the log ratios (-25 to 25) of paint to what is behind it."""
    return np.asarray(np.log(np.float32(1 - _LEAK) * np.exp(lead) + np.float32(_LEAK)))


def _either(lead: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a pixel explains that may as well show what is behind."""
    return np.asarray(np.log(np.float32(0.5) * np.exp(lead) + np.float32(0.5)))


@dataclass(frozen=True, eq=False)
class Backdrop:
    """What a window of the ground shows without the piece in question.

    Attributes
    ----------
    density : (h, w) float32
        Log density of each pixel under that explanation.
    hidden : (h, w) bool
        Where a nearer piece, or the edge of the picture, hides whatever is there.
    """

    window: Window
    density: LogDensity
    hidden: NDArray[np.bool_]

    def visible(self, shape: Silhouette, dx: int = 0, dy: int = 0) -> tuple[Window, NDArray[np.bool_]]:
        """The part of the window (rows, columns) that a shifted silhouette touches, and what it shows there."""
        part = overlap(shape, dx, dy, self.window)
        if part is None:
            return (slice(0, 0), slice(0, 0)), np.zeros((0, 0), bool)
        here, mask = part
        return here, mask & ~self.hidden[here]

    def fit(self, paint: LogDensity, shape: Silhouette, area: int) -> Candidate:
        """A silhouette of `area` pixels where it fits best, given the log density (H, W) of its paint on the ground."""
        if area == 0:
            return Candidate(0.0, 0, 0.0, 0.0)
        core, rim = _core_and_rim(shape.mask)
        around = self._around(paint, shape, core.shape)
        whole = cv2.matchTemplate(gain(around), core, cv2.TM_CCORR)
        sums = whole + cv2.matchTemplate(_either(around), rim, cv2.TM_CCORR) - _SHIFT_COSTS
        row, column = divmod(int(sums.argmax()), sums.shape[1])
        dx, dy = column - SHIFT_PX, row - SHIFT_PX
        here, shown = self.visible(shape, dx, dy)
        count = int(np.count_nonzero(shown))
        likeness = float(paint[self.window][here][shown].mean()) if count else 0.0
        return Candidate(float(sums[row, column]), count, count / area, likeness, dx, dy, True)

    def disagreement(
        self, one: tuple[Candidate, Silhouette, LogDensity], other: tuple[Candidate, Silhouette, LogDensity]
    ) -> float:
        """How many pixels two fitted candidates (with silhouettes and paints) explain otherwise."""
        return float(np.minimum(np.abs(self._explained(*one) - self._explained(*other)), 1).sum())

    def _explained(self, found: Candidate, shape: Silhouette, paint: LogDensity) -> NDArray[np.float32]:
        core, rim = _core_and_rim(shape.mask)
        rows, columns = core.shape
        around = self._around(paint, shape, core.shape)
        part = around[SHIFT_PX + found.dy :, SHIFT_PX + found.dx :][:rows, :columns]
        height, width = self.hidden.shape
        explained = np.zeros((height + 2 * SHIFT_PX + 2, width + 2 * SHIFT_PX + 2), np.float32)
        here = shape.within(self.window)
        y, x = here[0].start + SHIFT_PX + found.dy, here[1].start + SHIFT_PX + found.dx
        explained[y : y + rows, x : x + columns] = core * gain(part) + rim * _either(part)
        return explained

    def _around(self, paint: LogDensity, shape: Silhouette, size: tuple[int, ...]) -> NDArray[np.float32]:
        """How much better paint explains the pixels that a silhouette may cover; beyond the window they say nothing."""
        here = shape.within(self.window)
        y, x = here[0].start - SHIFT_PX - 1, here[1].start - SHIFT_PX - 1
        rows, columns = size[0] + 2 * SHIFT_PX, size[1] + 2 * SHIFT_PX
        inside = slice(max(y, 0), y + rows), slice(max(x, 0), x + columns)
        lead = paint[self.window][inside] - self.density[inside]
        lead[self.hidden[inside]] = 0.0
        above, left = max(-y, 0), max(-x, 0)
        below, right = rows - above - lead.shape[0], columns - left - lead.shape[1]
        return np.asarray(cv2.copyMakeBorder(lead, above, below, left, right, cv2.BORDER_CONSTANT, value=0.0))


def overlap(shape: Silhouette, dx: int, dy: int, window: Window) -> tuple[Window, NDArray[np.bool_]] | None:
    """The part of a window that a shifted silhouette touches, and the silhouette there."""
    y, x = shape.y + dy - window[0].start, shape.x + dx - window[1].start
    rows, columns = shape.mask.shape
    bottom, right = min(y + rows, window[0].stop - window[0].start), min(x + columns, window[1].stop - window[1].start)
    top, left = max(y, 0), max(x, 0)
    if bottom <= top or right <= left:
        return None
    return (slice(top, bottom), slice(left, right)), shape.mask[top - y : bottom - y, left - x : right - x]


def _core_and_rim(mask: NDArray[np.bool_]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A silhouette with a margin of one pixel: what surely shows the piece, and its rim, which may show either.

    Photographs are blurred and bodies learned roughly: without the rim, what is too large would win by the outermost
    pixels of a piece, which count much for whatever covers them.
    """
    padded = cv2.copyMakeBorder(mask.view(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    around = np.ones((3, 3), np.uint8)
    core = cv2.erode(padded, around)
    return core.astype(np.float32), (cv2.dilate(padded, around) - core).astype(np.float32)
