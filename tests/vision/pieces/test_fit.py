"""One piece held against a window: blur and rough bodies must not make a larger piece of it."""

import numpy as np

from vision.pieces.body import Silhouette
from vision.pieces.fit import SHIFT_PX, Backdrop
from vision.pieces.palette import LogDensity

SIZE = 60
WINDOW = (slice(0, SIZE), slice(0, SIZE))


def _disc(radius: float, x: float = 30, y: float = 30) -> np.ndarray:
    rows, columns = np.indices((SIZE, SIZE))
    return np.asarray(np.hypot(columns - x, rows - y) <= radius)


def _silhouette(radius: int) -> Silhouette:
    return Silhouette(_disc(radius)[30 - radius : 31 + radius, 30 - radius : 31 + radius], 30 - radius, 30 - radius)


def _paint(shown: np.ndarray, for_it: float = 14.0, against: float = -8.0) -> LogDensity:
    return np.where(shown, for_it, against).astype(np.float32)


EMPTY = Backdrop(WINDOW, np.zeros((SIZE, SIZE), np.float32), np.zeros((SIZE, SIZE), bool))


def test_a_piece_a_pixel_larger_than_its_body_is_not_read_as_a_much_larger_one() -> None:
    paint = _paint(_disc(8))
    own, larger = _silhouette(7), _silhouette(10)
    fits = [EMPTY.fit(paint, shape, int(shape.mask.sum())) for shape in (own, larger)]
    assert fits[0].score > fits[1].score
    apart = EMPTY.disagreement((fits[0], own, paint), (fits[1], larger, paint))
    assert fits[0].lead_over(fits[1], apart) > fits[0].lead_over(fits[1])


def test_two_answers_disagree_about_the_pixels_they_explain_otherwise() -> None:
    paint = _paint(_disc(8))
    shape = _silhouette(8)
    found = EMPTY.fit(paint, shape, int(shape.mask.sum()))
    assert EMPTY.disagreement((found, shape, paint), (found, shape, paint)) == 0
    other = _silhouette(11)
    ring = int(other.mask.sum() - shape.mask.sum())
    apart = EMPTY.disagreement((found, shape, paint), (EMPTY.fit(paint, other, int(other.mask.sum())), other, paint))
    assert 0.6 * ring < apart < 1.6 * ring


def test_a_piece_off_its_centre_is_found_where_it_stands() -> None:
    shape = _silhouette(7)
    found = EMPTY.fit(_paint(_disc(7, x=33, y=28)), shape, int(shape.mask.sum()))
    assert np.hypot(found.dx - 3, found.dy + 2) < 1.5
    assert found.share == 1.0


def test_what_a_nearer_piece_hides_says_nothing() -> None:
    hidden = np.zeros((SIZE, SIZE), bool)
    hidden[:, :30] = True
    shape = _silhouette(7)
    half = Backdrop(WINDOW, EMPTY.density, hidden).fit(_paint(_disc(7)), shape, int(shape.mask.sum()))
    whole = EMPTY.fit(_paint(_disc(7)), shape, int(shape.mask.sum()))
    assert 0.4 < half.share < 0.6
    assert 0.4 < half.score / whole.score < 0.6


def test_a_silhouette_at_the_edge_of_the_ground_is_fitted() -> None:
    shape = Silhouette(np.ones((6, 6), bool), 0, SIZE - 6)
    found = EMPTY.fit(np.full((SIZE, SIZE), 5.0, np.float32), shape, 36)
    assert abs(found.dx) <= SHIFT_PX
    assert found.area > 0
