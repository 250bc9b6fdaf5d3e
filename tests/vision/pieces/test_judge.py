"""What a reading doubts."""

from vision.pieces.judge import mark_surplus
from vision.reading import SpaceReading


def test_more_giant_trees_than_the_box_holds_are_marked_the_least_sure_first() -> None:
    reading = {f"s{i}": SpaceReading("giant-tree", None, 0.99 - 0.001 * i, False) for i in range(18)}
    marked = mark_surplus(reading)
    assert {space for space, read in marked.items() if read.review} == {"s16", "s17"}


def test_a_planet_that_the_box_can_fill_is_left_alone() -> None:
    reading = {f"s{i}": SpaceReading("sprout", None, 0.99, False) for i in range(42)}
    assert mark_surplus(reading) == reading
