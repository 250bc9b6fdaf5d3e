"""Every example of the two Evergreen expansion rulebooks, and the core rules that they build on.

The Sun stands at the left unless a test says otherwise, so that shadows fall to the right, as the text is read.
"""

from typing import Any

import pytest

from assistant.evergreen.score import running_totals
from assistant.scoring import score
from assistant.strict_json import Node
from tests.boards import evergreen, parts, points, score_document

Document = dict[str, Any]


def season(text: str, **state: Any) -> tuple[dict[str, int], str, Document]:
    """What a season brings to a planet of one row: points, the row afterwards, and the sheet."""
    sheet = score_document(*evergreen(text, **state))
    after = sheet["players"][0]["after"]
    row = " ".join(after.get(f"{chr(ord('a') + x)}1", "-") for x in range(len(text.split())))
    return points(sheet), row, sheet


def reasons(sheet: Document, line_id: str) -> set[str]:
    """Every sentence of a line, of what made points and of what did not."""
    (line,) = [line for line in sheet["players"][0]["lines"] if line["id"] == line_id]
    return {part["why"] for part in (*line["parts"], *line["misses"])}


def test_pines_special_rules_the_small_pine_in_shadow_grows() -> None:
    """The left Small Pine is in the shadow of the Small Tree, so it grows into a Big Pine."""
    _, after, sheet = season("ST SP")
    assert after == "small-tree big-pine"
    assert reasons(sheet, "season-1-light") == {
        "1 Small Tree in the light: 1 each",
        "1 Big Pine in the light: 1 each",
        "Small Pine grew into a Big Pine, in the shadow of the Small Tree on a1",
    }


def test_pines_special_rules_one_in_the_shadow_of_a_new_big_pine_does_not_grow() -> None:
    """The right one is in the shadow of the newly grown Big Pine only, and so stays; it collects no Light either."""
    earned, after, sheet = season("ST SP -- SP")
    assert after == "small-tree big-pine - small-pine"
    assert earned["season-1-light"] == 1 + 1
    assert parts(sheet, "season-1-light") == [("planet", 1, ["a1"]), ("planet", 1, ["b1"])]
    assert 5 in [ruling["number"] for ruling in sheet["rulings"]]


def test_pines_all_in_shadow_grow_at_once() -> None:
    _, after, _ = season("ST SP SP SP")
    assert after == "small-tree big-pine big-pine big-pine"


def test_pines_collecting_light() -> None:
    """Both are worth 1 point; a Small Pine darkens 1 space and a Big Pine 2."""
    earned, after, _ = season("SP -- ST -- -- BP -- ST ## ##")
    assert after.split()[:8] == ["small-pine", "-", "small-tree", "-", "-", "big-pine", "-", "small-tree"]
    assert earned["season-1-light"] == 1 + 1 + 1


def test_pines_biggest_forest() -> None:
    earned, _, sheet = season("SP BP ST -- SP")
    assert earned["season-1-forest"] == 3
    assert parts(sheet, "season-1-forest") == [("planet", 3, ["a1", "b1", "c1"])]


def test_pines_fertility_counts_big_pines_and_those_that_just_grew() -> None:
    earned, after, sheet = season("ST SP -- SP", season=4, fertility={"snow": [{"icons": 3}]})
    assert after == "small-tree big-pine - small-pine"
    assert earned["fertility"] == 3
    assert parts(sheet, "fertility") == [("planet", 3, ["b1"])]


def test_cacti_negative_fertility_icons() -> None:
    """Snow has 3 Fertility icons and 2 Negative ones: 3 - 2 = 1."""
    stack = [{"icons": 1}, {"negative": 2}, {"icons": 2}]
    earned, _, sheet = season("BT", season=4, fertility={"snow": stack})
    assert earned["fertility"] == 1
    assert parts(sheet, "fertility") == [("planet", 1, ["a1"])]


def test_cacti_negative_fertility_icons_can_reach_below_0() -> None:
    earned, _, _ = season("BT BP ST", season=4, fertility={"snow": [{"icons": 1}, {"negative": 2}]})
    assert earned["fertility"] == -2


def test_cacti_special_rules_the_cactus_in_shadow_is_removed() -> None:
    """The right Cactus is in the shadow of the Small Tree."""
    earned, after, sheet = season("CA ST CA")
    assert after == "cactus small-tree -"
    assert earned["season-1-light"] == 2
    assert parts(sheet, "season-1-light") == [("planet", 1, ["b1"]), ("planet", 1, ["a1"])]
    assert earned["season-1-forest"] == 2, "a dead Cactus is not in the forest"


def test_cacti_are_judged_with_the_grown_pines() -> None:
    """The Cactus is 2 spaces behind a Small Pine that grows (ruling 5)."""
    _, after, _ = season("ST SP -- CA")
    assert after == "small-tree big-pine - -"


def test_cacti_collecting_light_they_cast_no_shadow() -> None:
    """All of the plants are hit by Light."""
    earned, after, sheet = season("CA ST -- CA CA BT")
    assert after == "cactus small-tree - cactus cactus big-tree"
    assert earned["season-1-light"] == 1 + 1 + 1 + 1 + 2
    assert sorted(space for _, _, spaces in parts(sheet, "season-1-light") for space in spaces) == [
        "a1",
        "b1",
        "d1",
        "e1",
        "f1",
    ]


def test_cacti_biggest_forest_and_no_fertility() -> None:
    earned, _, _ = season("CA CA BU", season=4, fertility={"snow": [{"icons": 3}]})
    assert earned["season-4-forest"] == 3
    assert earned["fertility"] == 0


def fertility_of(stack: list[Document], piece: str = "BT") -> int:
    """What one piece is worth in a biome with this stack."""
    return season(piece, season=4, fertility={"snow": stack})[0]["fertility"]


def test_giant_trees_duplicate_fertility_icon_snow_2() -> None:
    """The Duplicate on top of a skull is considered to have 0 icons."""
    assert fertility_of([{"icons": 2}, {"icons": 1, "flipped": True}, {"skull": True}, {"duplicate": True}]) == 2


def test_giant_trees_duplicate_fertility_icon_swamp_7() -> None:
    """The Duplicate is considered to have 3 icons, like the card preceding it."""
    assert fertility_of([{"icons": 1}, {"icons": 3}, {"duplicate": True}]) == 7


@pytest.mark.parametrize(
    ("stack", "value"),
    [
        ([], 0),
        ([{"duplicate": True}], 0),
        ([{"duplicate": True}, {"icons": 2}], 2),
        ([{"icons": 2}, {"duplicate": True}, {"duplicate": True}], 6),
        ([{"icons": 2, "flipped": True}, {"duplicate": True}], 0),
        ([{"icons": 2}, {"negative": 2}, {"duplicate": True}], -2),
        ([{"icons": 2}, {"skull": True}, {"duplicate": True}, {"icons": 1}], 3),
        ([{"icons": 2}, {"duplicate": True, "flipped": True}, {"duplicate": True}], 2),
        ([{"negative": 1, "flipped": True}, {"icons": 1}], 1),
    ],
)
def test_giant_trees_ruling_3_a_duplicate_copies_the_effective_value_below(stack: list[Document], value: int) -> None:
    assert fertility_of(stack) == value
    assert fertility_of(stack, "BP") == value
    assert fertility_of(stack, "GT") == 2 * value


@pytest.mark.parametrize(
    ("stack", "reason"),
    [
        ([], "1 Giant Tree in Snow: 0 x 2 each (no cards)"),
        ([{"icons": 3}], "1 Giant Tree in Snow: 3 x 2 each"),
        ([{"icons": 2}, {"icons": 1, "flipped": True}, {"skull": True}, {"negative": 2}, {"duplicate": True}],
         "1 Giant Tree in Snow: -2 x 2 each (2 + 0 + 0 - 2 - 2)"),
    ],
)  # fmt: skip
def test_fertility_tells_what_each_card_is_worth(stack: list[Document], reason: str) -> None:
    assert reasons(season("GT", season=4, fertility={"snow": stack})[2], "fertility") == {reason}


def test_giant_trees_fertility_wheat_3_times_2() -> None:
    earned, _, sheet = season("GT", season=4, biome="wheat", fertility={"wheat": [{"icons": 1}, {"icons": 2}]})
    assert earned["fertility"] == 6
    assert parts(sheet, "fertility") == [("planet", 6, ["a1"])]


def test_giant_trees_collecting_light() -> None:
    """5 points, and a shadow of 3 spaces ; another Giant Tree in it is equally tall, so it is dark too."""
    earned, _, sheet = season("GT ST BT GT BT -- -- ST")
    assert earned["season-1-light"] == 5 + 1
    assert parts(sheet, "season-1-light") == [("planet", 1, ["h1"]), ("planet", 5, ["a1"])]


def test_giant_trees_biggest_forest() -> None:
    assert season("GT ST sp GT")[0]["season-1-forest"] == 2


def test_mushrooms_power_activation_two_in_shadow_and_one_in_the_light() -> None:
    """4 points for the Double and 2 for the Single Mushroom behind the Big Tree; the rightmost is lit: none."""
    earned, _, sheet = season("BT DM SM SM")
    assert earned["season-1-light"] == 2 + 4 + 2
    assert sorted(parts(sheet, "season-1-light")) == [
        ("planet", 2, ["a1"]),
        ("planet", 2, ["c1"]),
        ("planet", 4, ["b1"]),
    ]


def test_mushrooms_special_rules_the_single_mushroom_in_shadow_grows_after_the_light_is_counted() -> None:
    earned, after, _ = season("BT DM SM SM")
    assert after == "big-tree double-mushroom double-mushroom single-mushroom"
    assert earned["season-1-light"] == 8, "the grown Mushroom still counts as a Single one"


def test_mushrooms_cast_no_shadow_connect_nothing_and_score_no_fertility() -> None:
    earned, after, _ = season("SM ST DM ST SM", season=4, fertility={"snow": [{"icons": 2}]})
    assert after == "single-mushroom small-tree double-mushroom small-tree double-mushroom"
    assert earned["season-4-light"] == 1 + 4 + 1 + 2
    assert earned["season-4-forest"] == 1
    assert earned["fertility"] == 0


@pytest.mark.parametrize(
    ("row", "light"),
    [
        ("ST ST", 1),
        ("ST -- ST", 2),
        ("BT ST", 2),
        ("ST BT", 3),
        ("BT -- BT", 2),
        ("BT -- -- BT", 4),
        ("BT ## ST", 2),
        ("ST ## ST", 2),
        ("sp ST BU BT LA ST", 1 + 2),
        ("GT ## ## ST", 5),
    ],
)
def test_core_light_and_shadows(row: str, light: int) -> None:
    """Small Trees 1, Big Trees 2; shadows of 1 and 2 spaces, over gaps too (ruling 4); equally tall is dark."""
    assert season(row)[0]["season-1-light"] == light


@pytest.mark.parametrize(
    ("sun", "lit"),
    [
        ("top", {"a1", "b1", "c1"}),
        ("right", {"c1", "c2", "c3"}),
        ("bottom", {"a3", "b3", "c3"}),
        ("left", {"a1", "a2", "a3"}),
    ],
)
def test_core_shadows_fall_straight_away_from_the_sun(sun: str, lit: set[str]) -> None:
    sheet = score_document(*evergreen("ST ST ST\nST ST ST\nST ST ST", sun=sun))
    assert [spaces for _, _, spaces in parts(sheet, "season-1-light")] == [sorted(lit)]


def test_core_biggest_forest_is_joined_by_edges_and_not_by_corners() -> None:
    sheet = score_document(*evergreen("ST BU --\nsp -- BT\nBT LA BT", season=1))
    assert parts(sheet, "season-1-forest") == [("planet", 2, ["a1", "b1"])] or parts(sheet, "season-1-forest") == [
        ("planet", 2, ["c2", "c3"])
    ]


def test_core_fertility_counts_big_trees_only_and_after_the_fourth_season_only() -> None:
    stack = {"snow": [{"icons": 2}]}
    earned, _, sheet = season("sp ST BT BT BU LA", season=4, fertility=stack)
    assert earned["fertility"] == 4
    assert parts(sheet, "fertility") == [("planet", 4, ["c1", "d1"])]
    assert "fertility" not in season("BT", season=3, fertility=stack)[0]


def test_running_totals_over_four_seasons() -> None:
    """Earlier seasons count as they were booked; start and buds in every season."""
    seasons = [{"light": 5, "forest": 3}, {"light": 7, "forest": 4}, {"light": 9, "forest": 6}]
    totals = []
    for number in (1, 2, 3, 4):
        state, layout = evergreen("BT BU", season=number, fertility={"snow": [{"icons": 2}]})
        state["players"][0] |= {"points": {"start": 2, "buds": 4}, "seasons": seasons[: number - 1]}
        sheet = score_document(state, layout)
        totals.append(sheet["players"][0]["total"])
        so_far = running_totals(score(Node(state), layout).players[0])
        assert list(so_far) == list(points(sheet))
        assert so_far["buds"] == 6
        assert list(so_far.values())[-1] == totals[-1]
    assert totals == [6 + 2 + 2, 6 + 8 + 4, 6 + 8 + 11 + 4, 6 + 8 + 11 + 15 + 4 + 2]
    assert points(sheet) == {
        "start": 2,
        "buds": 4,
        "season-1-light": 5,
        "season-1-forest": 3,
        "season-2-light": 7,
        "season-2-forest": 4,
        "season-3-light": 9,
        "season-3-forest": 6,
        "season-4-light": 2,
        "season-4-forest": 2,
        "fertility": 2,
    }


def test_ruling_6_equal_totals_share_the_place() -> None:
    state, layout = evergreen("BT")
    ada = state["players"][0]
    names = ("Ada", "Ben", "Cleo")
    state["players"] = [
        ada | {"name": name, "points": {"start": 0, "buds": 1 if name == "Cleo" else 3}} for name in names
    ]
    sheet = score_document(state, layout)
    assert [player["place"] for player in sheet["players"]] == [1, 1, 3]
    assert sheet["tie"] == {"players": ["Ada", "Ben"], "decided_by": "shared"}
    assert 6 in [ruling["number"] for ruling in sheet["rulings"]]
