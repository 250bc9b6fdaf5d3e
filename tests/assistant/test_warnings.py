"""Warnings: what is odd on a table is told, every oddity at once, and nothing is refused for it."""

from copy import deepcopy
from typing import Any

import pytest

from tests.boards import PIECES, evenglow, evergreen, score_document, warnings
from tests.strategies import MODULES, SUNS, shipped

Document = dict[str, Any]

TRIANGLE_LINE_AND_FIVE = """
    -- -- LM LM --
      -- -- LM -- --
    -- -- -- -- --
      EB EB EB EB EB
    -- MA MA MA MA
    """
SINGLES = """
    -- -- HF MA --
      -- -- EB -- --
    -- -- -- -- --
      HF MA HF MA HF
    -- EB LM EB LM
    """
TOKENS = [
    {"garden": "sunlight", "spaces": ["3", "4", "8"]},
    {"garden": "sunlight", "spaces": ["22", "23", "24", "25"]},
    {"garden": "sunlight", "spaces": ["16", "17", "18", "19", "20"]},
]
ONE_EACH = {"undew": 1, "chaos": 1, "transmutation": 1}

FORMATIONS = [
    (["3", "4", "8"], "3 Lion's Mane in a triangle on 3, 4 and 8"),
    (["22", "23", "24", "25"], "4 Mandrakes in a straight line on 22, 23, 24 and 25"),
    (["16", "17", "18", "19", "20"], "5 Elderberries together on 16, 17, 18, 19 and 20"),
]


def table(sunlight: str = TRIANGLE_LINE_AND_FIVE, moonlight: str = SINGLES, **player: Any) -> Document:
    return evenglow(sunlight, moonlight, **player)


def codes(sheet: Document) -> list[str]:
    return [warning["code"] for warning in sheet["warnings"]]


def test_a_table_in_order_has_no_warnings() -> None:
    assert score_document(table(harvests=TOKENS, potions=ONE_EACH))["warnings"] == []


def test_every_warning_has_the_same_shape() -> None:
    state = table(harvests=[*TOKENS, TOKENS[0]], potions={"undew": 11})
    state["players"].append({"name": "Bo", "gardens": {"sunlight": {"1": {"plant": "henbane"}}}})
    sheet = score_document(state)
    assert len(set(codes(sheet))) >= 4
    for warning in sheet["warnings"]:
        assert {"player", "code", "message", "spaces"} <= set(warning)
        assert warning["player"] in ("Valley", "Bo", None)
        assert warning["message"].endswith((".", "?"))
        assert "\n" not in warning["message"]
    for mirror in warnings(sheet, "gardens-do-not-mirror"):
        assert (mirror["player"], mirror["spaces"]) == ("Bo", ["1"])


@pytest.mark.parametrize("missing", [0, 1, 2])
@pytest.mark.parametrize("garden", ["sunlight", "moonlight"])
def test_a_formation_that_was_never_harvested(missing: int, garden: str) -> None:
    tokens = [token | {"garden": garden} for token in deepcopy(TOKENS)]
    del tokens[missing]
    texts = (TRIANGLE_LINE_AND_FIVE, SINGLES) if garden == "sunlight" else (SINGLES, TRIANGLE_LINE_AND_FIVE)
    sheet = score_document(table(*texts, harvests=tokens))
    (warning,) = warnings(sheet, "unharvested-formation")
    spaces, words = FORMATIONS[missing]
    assert warning["spaces"] == spaces
    assert warning["area"] == garden
    assert warning["player"] == "Valley"
    assert warning["message"] == f"{words} in {garden}: did you take the potion?"


@pytest.mark.parametrize(
    "board",
    [
        TRIANGLE_LINE_AND_FIVE.replace("LM LM --", "LM LM LM"),  # four Lion's Mane
        TRIANGLE_LINE_AND_FIVE.replace("LM LM --", "LM LM --").replace("-- -- LM -- --", "-- -- -- LM --"),  # a row
        TRIANGLE_LINE_AND_FIVE.replace("LM LM --", "LM -- --"),  # two
    ],
)
def test_what_is_no_formation_needs_no_token(board: str) -> None:
    board = board.replace("MA MA MA MA", "MA MA MA --").replace("EB EB EB EB EB", "EB EB EB EB --")
    assert warnings(score_document(table(board)), "unharvested-formation") == []


@pytest.mark.parametrize(
    ("spaces", "reason"),
    [
        (["1", "3", "4"], "an empty space is among them"),
        (["3", "4", "22"], "they are not of one plant"),
        (["3", "4"], "it takes exactly 3 Lion's Mane"),
        (["22", "23", "24"], "it takes exactly 4 Mandrakes"),
        (["16", "17", "18", "19"], "it takes exactly 5 Elderberries"),
    ],
)
def test_a_token_on_tiles_that_are_no_formation(spaces: list[str], reason: str) -> None:
    sheet = score_document(table(harvests=[{"garden": "sunlight", "spaces": spaces}]))
    (warning,) = warnings(sheet, "harvest-not-a-formation")
    assert reason in warning["message"]
    assert warning["spaces"] == spaces
    assert warning["area"] == "sunlight"


@pytest.mark.parametrize(
    ("row", "spaces", "reason"),
    [
        ("LM LM LM -- --", ["1", "2", "3"], "in a triangle"),
        ("LM LM -- LM --", ["1", "2", "4"], "in a triangle"),
        ("MA MA -- MA MA", ["1", "2", "4", "5"], "in a straight line"),
        ("HF HF -- -- --", ["1", "2"], "Henbane Flowers are never harvested"),
        ("V0 -- -- -- --", ["1"], "Vines are never harvested"),
    ],
)
def test_a_token_on_tiles_that_lie_otherwise(row: str, spaces: list[str], reason: str) -> None:
    board = row + "\n-- -- -- -- --" * 4
    sheet = score_document(evenglow(board, board, harvests=[{"garden": "sunlight", "spaces": spaces}]))
    (warning,) = warnings(sheet, "harvest-not-a-formation")
    assert reason in warning["message"]


@pytest.mark.parametrize("second", [["3", "4", "8"], ["3", "4", "9"]])
def test_a_second_token_on_the_same_tiles(second: list[str]) -> None:
    """A locked tile earns no second potion, whatever the cards say."""
    board = (
        TRIANGLE_LINE_AND_FIVE.replace("-- -- LM -- --", "-- -- LM LM --", 1)
        if "9" in second
        else (TRIANGLE_LINE_AND_FIVE)
    )
    tokens = [TOKENS[0], {"garden": "sunlight", "spaces": second}]
    sheet = score_document(table(board, harvests=tokens, potions={"undew": 2}))
    told = [warning["spaces"] for warning in warnings(sheet, "harvest-not-a-formation")]
    assert told == [second]


@pytest.mark.parametrize(
    ("change", "token", "extra", "line"),
    [
        (("-- -- LM LM --", "-- -- LM LM LM"), TOKENS[0], ["5"], "lions-mane"),
        (("-- -- LM LM --", "-- LM LM LM LM"), TOKENS[0], ["2", "5"], "lions-mane"),
        (("-- MA MA MA MA", "MA MA MA MA MA"), TOKENS[1], ["21"], "mandrake"),
        (("-- -- -- -- --", "-- -- -- -- EB"), TOKENS[2], ["15"], "elderberries"),
    ],
)
def test_a_harvested_set_forfeited_by_an_extra_tile(
    change: tuple[str, str], token: Document, extra: list[str], line: str
) -> None:
    sheet = score_document(table(TRIANGLE_LINE_AND_FIVE.replace(*change), harvests=[token]))
    (warning,) = warnings(sheet, "harvest-forfeited")
    assert warning["spaces"] == extra
    assert all(space in warning["message"] for space in extra)
    assert [entry["points"] for entry in sheet["players"][0]["lines"] if entry["id"] == line] == [0]


@pytest.mark.parametrize(
    ("potions", "told"),
    [
        (ONE_EACH, []),
        (ONE_EACH | {"undew": 0}, ["Essence of Undew"]),
        (ONE_EACH | {"chaos": 2}, ["Chaos Elixir"]),
        ({}, ["Essence of Undew", "Chaos Elixir", "Tincture of Transmutation"]),
    ],
)
def test_potions_that_do_not_match_the_harvests(potions: dict[str, int], told: list[str]) -> None:
    sheet = score_document(table(harvests=TOKENS, potions=potions))
    found = warnings(sheet, "potions-do-not-match-harvests")
    assert [name for name in told for warning in found if name in warning["message"]] == told
    assert len(found) == len(told)


def test_a_forfeited_harvest_keeps_its_potion() -> None:
    board = TRIANGLE_LINE_AND_FIVE.replace("LM LM --", "LM LM LM")
    sheet = score_document(table(board, harvests=TOKENS, potions=ONE_EACH))
    assert warnings(sheet, "potions-do-not-match-harvests") == []


def test_gardens_that_do_not_mirror_each_other() -> None:
    sheet = score_document(table(moonlight=SINGLES.replace("LM EB LM", "LM EB --").replace("-- -- HF", "HF -- HF")))
    (warning,) = warnings(sheet, "gardens-do-not-mirror")
    assert warning["spaces"] == ["1", "25"]
    assert warning["player"] == "Valley"


def test_more_tiles_than_the_box_holds() -> None:
    """44 of each over all players."""
    full = "HF HF HF HF HF\n" * 5
    state = evenglow(full, full)
    (warning,) = warnings(score_document(state), "too-many-tiles")
    assert "50 Henbane Flowers" in warning["message"]
    assert warning["player"] is None
    for space in ("1", "2", "3"):
        for garden in state["players"][0]["gardens"].values():
            del garden[space]
    assert warnings(score_document(state), "too-many-tiles") == [], "44 are in the box"
    one_more = {"name": "Bo", "gardens": {"sunlight": {"1": {"plant": "henbane"}}}}
    state["players"].append(one_more)
    assert len(warnings(score_document(state), "too-many-tiles")) == 1


@pytest.mark.parametrize("kind", ["undew", "chaos", "transmutation"])
def test_more_potion_cards_than_the_box_holds(kind: str) -> None:
    state = evenglow(potions={kind: 6})
    state["players"].append({"name": "Bo", "potions": {kind: {"unused": 2, "used": 2}}})
    assert warnings(score_document(state), "too-many-potions") == [], "10 are in the box"
    state["players"][1]["potions"][kind]["used"] = 3
    (warning,) = warnings(score_document(state), "too-many-potions")
    assert "11" in warning["message"]


BOX = {
    "sprout": 45,
    "small-tree": 54,
    "big-tree": 61,
    "bush": 20,
    "lake": 20,
    "small-pine": 15,
    "big-pine": 23,
    "cactus": 34,
    "giant-tree": 16,
    "single-mushroom": 19,
    "double-mushroom": 23,
}


@pytest.mark.parametrize("piece", BOX)
def test_more_pieces_than_the_box_holds(piece: str) -> None:
    (token,) = [token for token, name in PIECES.items() if name == piece]
    rows = [f"{token} " * 10] * (BOX[piece] // 10) + [f"{token} " * (BOX[piece] % 10) + "-- " * (10 - BOX[piece] % 10)]
    state, layout = evergreen("\n".join(rows))
    assert warnings(score_document(state, layout), "too-many-pieces") == []
    state["players"].append({"name": "Bo", "planet": {"a1": piece}})
    (warning,) = warnings(score_document(state, layout), "too-many-pieces")
    assert str(BOX[piece] + 1) in warning["message"]
    assert str(BOX[piece]) in warning["message"]
    assert warning["player"] is None


@pytest.mark.parametrize("sun", SUNS)
def test_a_piece_in_a_ravine_is_told_and_does_not_count(sun: str) -> None:
    planet = dict.fromkeys(shipped("evergreen-42")["areas"]["planet"]["spaces"], "small-tree")
    state: Document = {"game": "evergreen", "layout": "evergreen-42", "sun": sun, "season": 1}
    without = score_document(state | {"players": [{"name": "Ada", "planet": planet}]})
    sheet = score_document(state | {"players": [{"name": "Ada", "planet": planet | {"c2": "big-tree"}}]})
    (warning,) = warnings(sheet, "piece-in-ravine")
    assert (warning["player"], warning["spaces"]) == ("Ada", ["c2"])
    assert sheet["players"] == without["players"]


@pytest.mark.parametrize(("module", "card"), [("cacti", {"negative": 1}), ("giant-trees", {"duplicate": True})])
def test_a_fertility_card_of_a_module_that_is_not_in_play(module: str, card: Document) -> None:
    for modules, count in (([module], 0), ([name for name in MODULES if name != module], 1)):
        sheet = score_document(*evergreen("ST", fertility={"snow": [{"icons": 1}, card]}, expansions=modules))
        assert codes(sheet) == ["card-without-module"] * count


def test_seasons_that_are_not_noted_are_listed_as_a_person_would() -> None:
    messages = []
    for season in (2, 3, 4):
        state, layout = evergreen("BT", season=season)
        del state["players"][0]["seasons"]
        messages.append(warnings(score_document(state, layout), "season-not-noted")[0]["message"])
    assert [message.split(" are not noted")[0] for message in messages] == [
        "The points of season 1",
        "The points of seasons 1 and 2",
        "The points of seasons 1, 2 and 3",
    ]


def test_seasons_that_are_not_noted_or_noted_too_early() -> None:
    state, layout = evergreen("ST", season=3)
    assert score_document(state, layout)["warnings"] == []
    state["players"][0]["seasons"] = [{"light": 1, "forest": 1}]
    assert codes(score_document(state, layout)) == ["season-not-noted"]
    state["players"][0]["seasons"] = [{"light": 1, "forest": 1}] * 3
    assert codes(score_document(state, layout)) == ["season-noted-already"]


def test_an_unseen_that_is_not_noted_leaves_open_who_won() -> None:
    for unseen in ({}, {"unseen": {"rows": {}}}):
        state = evenglow(TRIANGLE_LINE_AND_FIVE, SINGLES, "solo")
        assert codes(score_document(state | unseen)).count("unseen-not-noted") == 1
    state = evenglow(TRIANGLE_LINE_AND_FIVE, SINGLES, "solo")
    assert "unseen-not-noted" not in codes(score_document(state | {"unseen": {"rows": {"vine": 0}}}))


def test_family_has_no_potions() -> None:
    sheet = score_document(table(SINGLES, variant="family", potions={"undew": 1}))
    assert codes(sheet) == ["not-in-family"]
    assert "potions" not in [line["id"] for line in sheet["players"][0]["lines"] if line["points"]]
