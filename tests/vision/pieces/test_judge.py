"""What a reading doubts."""

from vision.pieces.decide import Decision
from vision.pieces.judge import judge, mark_surplus
from vision.reading import SpaceReading


def test_more_giant_trees_than_the_box_holds_are_marked_the_least_sure_first() -> None:
    reading = {f"s{i}": SpaceReading("giant-tree", None, 0.99 - 0.001 * i, False) for i in range(18)}
    marked = mark_surplus(reading)
    assert {space for space, read in marked.items() if read.review} == {"s16", "s17"}


def test_a_planet_that_the_box_can_fill_is_left_alone() -> None:
    reading = {f"s{i}": SpaceReading("sprout", None, 0.99, False) for i in range(42)}
    assert mark_surplus(reading) == reading


def test_an_empty_space_that_looks_less_bare_than_the_others_is_asked_about() -> None:
    decisions = {f"s{i}": Decision(None, {}, bareness=-6.0 - 0.2 * (i % 4)) for i in range(12)}
    decisions["odd"] = Decision(None, {}, bareness=-9.5)
    assert {space for space, read in judge(decisions).items() if read.review} == {"odd"}


def test_a_photograph_that_is_hazy_all_over_is_not_asked_about_everywhere() -> None:
    decisions = {f"s{i}": Decision(None, {}, bareness=-9.5) for i in range(12)}
    assert not any(read.review for read in judge(decisions).values())
