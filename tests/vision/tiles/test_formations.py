"""Formations that can be harvested, and which one a token belongs to."""

from assistant.layout import shipped_layouts
from vision.tiles.formations import choose_formation, formations

GARDEN = shipped_layouts()["evenglow-5x5"].areas["sunlight"]


def _with(plant: str, spaces: str) -> dict[str, str | None]:
    return dict.fromkeys(spaces.split(), plant)


def test_three_lions_mane_in_a_triangle_have_their_token_where_they_meet():
    (found,) = formations(GARDEN, _with("lions-mane", "7 8 13"))
    assert found.spaces == ("7", "8", "13")
    x, y = GARDEN.centres["7"]
    assert abs(found.x - (x + 0.5)) < 1e-9
    assert y < found.y < GARDEN.centres["13"][1]


def test_three_lions_mane_in_a_row_are_no_formation():
    assert formations(GARDEN, _with("lions-mane", "6 7 8")) == []


def test_four_mandrake_in_a_line_are_one_formation_and_five_are_two():
    assert [f.spaces for f in formations(GARDEN, _with("mandrake", "17 18 19 20"))] == [("17", "18", "19", "20")]
    assert len(formations(GARDEN, _with("mandrake", "16 17 18 19 20"))) == 2


def test_a_diagonal_line_counts_in_both_directions_and_a_bent_one_does_not():
    assert [f.spaces for f in formations(GARDEN, _with("mandrake", "2 7 13 18"))] == [("2", "7", "13", "18")]
    assert [f.spaces for f in formations(GARDEN, _with("mandrake", "3 7 12 16"))] == [("3", "7", "12", "16")]
    assert formations(GARDEN, _with("mandrake", "2 7 13 17")) == []


def test_five_elderberries_of_any_shape_may_have_their_token_on_each_of_them():
    found = formations(GARDEN, _with("elderberries", "3 8 13 14 17"))
    assert {f.spaces for f in found} == {("3", "8", "13", "14", "17")}
    assert all(f.is_certain for f in found)
    assert len(found) == 5


def test_four_elderberries_are_no_formation():
    assert formations(GARDEN, _with("elderberries", "3 8 13 14")) == []


def test_six_elderberries_leave_open_which_five_were_harvested():
    found = formations(GARDEN, _with("elderberries", "3 8 13 14 17 18"))
    assert len(found) == 6
    assert not any(f.is_certain for f in found)
    assert all(len(f.spaces) == 5 for f in found)


def test_a_token_belongs_to_the_formation_that_it_lies_on():
    plants = _with("lions-mane", "7 8 13") | _with("mandrake", "16 17 18 19")
    possible = formations(GARDEN, plants)
    line = next(f for f in possible if f.plant == "mandrake")
    chosen = choose_formation(line.x + 0.1, line.y - 0.1, possible)
    assert chosen is not None
    assert chosen.spaces == line.spaces
    assert chosen.is_certain


def test_a_token_far_from_every_formation_belongs_to_none():
    x, y = GARDEN.centres["5"]
    assert choose_formation(x, y, formations(GARDEN, _with("lions-mane", "7 8 13"))) is None


def test_between_two_triangles_it_is_not_certain_which_is_meant():
    possible = formations(GARDEN, _with("lions-mane", "7 8 12 13"))
    assert len(possible) == 2
    x, y = ((possible[0].x + possible[1].x) / 2, (possible[0].y + possible[1].y) / 2)
    chosen = choose_formation(x, y, possible)
    assert chosen is not None
    assert not chosen.is_certain
