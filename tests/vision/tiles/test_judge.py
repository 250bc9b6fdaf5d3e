"""From likelihoods to readings: what is sure, what is asked about, what the game knows."""

from dataclasses import replace

from vision.reading import Alternative, SpaceReading
from vision.tiles.judge import Verdict, _turn, mirrored, read_space, too_many

UNKNOWN = Verdict(None, None, False, -6.0, 0.0)


def _tile(likelihood: float, pattern: float = 20.0, piece: str = "vine", rotation: int | None = 0) -> Verdict:
    return Verdict(piece, rotation, True, likelihood, pattern)


def _empty(likelihood: float, pattern: float = 20.0) -> Verdict:
    return Verdict(None, None, True, likelihood, pattern)


def test_a_clear_lead_needs_no_check():
    reading = read_space([UNKNOWN, _tile(20), _tile(2, piece="leaves")])
    assert (reading.piece, reading.rotation, reading.review) == ("vine", 0, False)
    assert reading.confidence > 0.99


def test_a_narrow_lead_is_asked_about_with_the_other_as_alternative():
    reading = read_space([UNKNOWN, _tile(20), _tile(18, rotation=1)])
    assert reading.review
    assert reading.alternatives[0].rotation == 1
    assert reading.confidence + reading.alternatives[0].confidence > 0.99


def test_a_weak_pattern_is_asked_about_however_far_the_others_are():
    assert read_space([UNKNOWN, _tile(20, pattern=2.0)]).review


def test_what_no_reference_explains_has_no_name():
    reading = read_space([UNKNOWN, _tile(-30, pattern=-10.0)], guesses=[Alternative("henbane", None, 0.4)])
    assert reading.piece is None
    assert reading.review
    assert reading.alternatives[0].piece == "henbane"


def test_a_kind_of_few_and_different_samples_is_named_and_asked_about_where_nothing_else_comes_near():
    lake = Verdict("lake", None, True, -25.0, float("inf"), is_rare=True)
    wood = Verdict("wood", None, True, -60.0, float("inf"))
    assert (read_space([UNKNOWN, lake, wood]).piece, read_space([UNKNOWN, lake, wood]).review) == ("lake", True)
    near = replace(wood, log_likelihood=-30.0)
    assert read_space([UNKNOWN, lake, near]).piece is None
    assert read_space([UNKNOWN, replace(lake, is_rare=False), wood]).piece is None


def test_a_turn_is_doubtful_where_another_fits_nearly_as_well_and_none_where_no_look_fits():
    assert _turn([(20.0, 1, False), (12.0, 2, False)]) == (1, False)
    assert _turn([(20.0, 1, False), (18.0, 2, False)]) == (1, True)
    assert _turn([(20.0, 1, True), (12.0, 2, True)]) == (None, False)
    assert _turn([(2.0, 1, False), (-8.0, 2, False)]) == (None, False)
    assert _turn([(20.0, None, False), (12.0, 2, False)]) == (None, False)


def test_stems_that_nobody_taught_are_asked_about():
    assert read_space([UNKNOWN, Verdict("vine", None, True, 30.0, 30.0, lacks_turn=True)]).review


def test_a_tile_in_the_other_garden_speaks_against_an_empty_space():
    doubtful, sure = [UNKNOWN, _tile(11.0), _empty(12.0)], [UNKNOWN, _tile(30.0), _empty(0.0)]
    alone = read_space(doubtful)
    assert alone.piece is None
    together = read_space(mirrored([doubtful, sure], [(0, 1)])[0])
    assert together.piece == "vine"


def test_more_tiles_than_the_box_holds_are_doubted_the_least_certain_first():
    readings = [SpaceReading("vine", 0, 0.9 + index / 1000, False) for index in range(46)]
    assert sorted(too_many(readings)) == [0, 1]
    assert too_many(readings[:44]) == []
