"""Typed columns: numbers as people write them, 0 and "not yet", ties that potions decide or leave open."""

from itertools import permutations

import pytest

from assistant.errors import InputError
from assistant.pad import TypedColumn, check_tie, pad_lines, parse_points, with_typed
from assistant.scoring import score
from assistant.strict_json import Node


@pytest.mark.parametrize(
    ("typed", "points"),
    [("0", 0), ("105", 105), ("999", 999), ("12 ", 12), ("١٢", 12), ("+3", 3), ("", None), ("  ", None), ("007", 7)],
)
def test_numbers_are_read_as_people_write_them(typed: str, points: int | None) -> None:
    assert parse_points(typed) == points


@pytest.mark.parametrize("typed", ["2,5", "2.5", "1e3", "1e9", "1 0", "-5", "1000", "9" * 5000, "x", "--5", "½", "-"])
def test_other_texts_are_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(InputError) as err:
        parse_points(typed)
    assert 10 < len(err.value.message) < 80


def test_the_pads_have_the_lines_of_the_contract() -> None:
    assert [line.id for line in pad_lines("evenglow")] == [
        "vines", "leaves", "henbane", "henbane-bonus", "lions-mane", "mandrake", "elderberries",
        "potions", "potion-sets",
    ]  # fmt: skip
    assert [line.id for line in pad_lines("evergreen")][:4] == ["start", "buds", "season-1-light", "season-1-forest"]
    for game, state in (("evenglow", EVENGLOW), ("evergreen", EVERGREEN)):
        counted = score(Node(state)).players[0].lines
        labels = {line.id: line.label for line in pad_lines(game)}
        assert [(line.id, line.label) for line in counted] == [(line.id, labels[line.id]) for line in counted]


PLAYERS = [{"name": "Ada"}, {"name": "Bo"}]
EVENGLOW = {"game": "evenglow", "layout": "evenglow-5x5", "players": PLAYERS}
EVERGREEN = {"game": "evergreen", "layout": "evergreen-42", "sun": "top", "season": 4, "players": PLAYERS}


def test_a_tie_does_not_depend_on_the_order_of_entry() -> None:
    standings = [("Ada", 44, 3, 1), ("Bo", 44, 3, 2), ("Cy", 44, 2, 2), ("Di", 40, None, None)]
    for order in permutations(standings):
        ranked, tie, is_open = check_tie(order)
        assert dict(zip((s[0] for s in order), ranked, strict=True)) == {"Ada": 2, "Bo": 1, "Cy": 3, "Di": 4}
        assert tie is not None
        assert (set(tie.players), tie.decided_by, is_open) == ({"Ada", "Bo", "Cy"}, "unused-potions", False)


def test_unused_potions_need_only_be_known_of_those_with_the_most_potions() -> None:
    assert check_tie([("Ada", 9, 2, None), ("Bo", 9, 1, None)])[2] is False
    assert check_tie([("Ada", 9, 2, None), ("Bo", 9, 2, 1)]) == ((1, 1), None, True)
    assert check_tie([("Ada", 9, 0, 0), ("Bo", 9, 0, 0)])[1].decided_by == "shared"


def test_a_typed_solo_game_is_held_against_the_unseen() -> None:
    state = EVENGLOW | {"variant": "solo", "players": [{"name": "Ada"}], "unseen": {"rows": {"vine": 3}}}
    sheet = score(Node(state))
    for points, win, rulings in ((4, True, []), (3, False, [7]), (2, False, [])):
        table = with_typed(sheet, {"Ada": TypedColumn({"vines": points})}, {})
        assert table.sheet.unseen is not None
        assert table.sheet.unseen.win is win
        assert [ruling.number for ruling in table.sheet.rulings] == rulings


def test_equal_totals_in_evergreen_share_the_place_and_say_so() -> None:
    sheet = score(Node(EVERGREEN))
    same = with_typed(sheet, {name: TypedColumn({"buds": 7}) for name in ("Ada", "Bo")}, {})
    assert [player.place for player in same.sheet.players] == [1, 1]
    assert same.sheet.tie is not None
    assert [ruling.number for ruling in same.sheet.rulings] == [6]
    other = with_typed(sheet, {"Ada": TypedColumn({"buds": 7})}, {})
    assert [player.place for player in other.sheet.players] == [1, 2]
    assert other.sheet.rulings == ()
    assert "fertility" in other.missing["Ada"]
    assert with_typed(sheet, {"Ada": TypedColumn()}, {}, season=1).missing["Ada"][-1] == "season-1-forest"
