"""Every example of the Evenglow rulebook, on a board that fits its words; each test is named after its section."""

from typing import Any

import pytest

from tests.boards import evenglow, parts, points, score_document, warnings

Document = dict[str, Any]


def misses(sheet: Document, line_id: str) -> list[list[str]]:
    """The spaces whose tiles could have scored in a line and did not."""
    (line,) = [line for line in sheet["players"][0]["lines"] if line["id"] == line_id]
    return [miss["spaces"] for miss in line["misses"]]


def test_scoring_vines_a_b_c() -> None:
    """A on 4, 7, 8, 9: the largest connected group. B on 25: not connected. C on 13: adjacent, but no stems meet."""
    sheet = score_document(
        evenglow(
            sunlight="""
            -- -- -- V1 --
              -- V1 V1 V1 --
            -- -- V2 -- --
              -- -- -- -- --
            -- -- -- -- V0
            """
        )
    )
    assert points(sheet)["vines"] == 4
    assert parts(sheet, "vines") == [("sunlight", 4, ["4", "7", "8", "9"])]
    assert sheet["players"][0]["total"] == 4


def test_scoring_vines_count_in_each_garden() -> None:
    """ "The largest connected group in each garden is scored"; a lone vine is a group of one (ruling 1)."""
    moonlight = """
        V1 V1 -- -- --
          -- -- -- -- --
        -- -- -- -- --
          -- -- -- -- --
        -- -- -- -- --
        """
    sunlight = moonlight.replace("V1 V1", "-- V1")
    sheet = score_document(evenglow(sunlight, moonlight))
    assert parts(sheet, "vines") == [("sunlight", 1, ["2"]), ("moonlight", 2, ["1", "2"])]


def test_scoring_leaves_a_b_c() -> None:
    """A on 8: both Leaves on the largest group. B on 22: one on another Vine. C on 10: one of its two Leaves."""
    sheet = score_document(
        evenglow(
            sunlight="""
            -- -- V1 V2 --
              -- V1 L0 V2 L0
            -- -- -- -- --
              -- -- -- -- --
            V1 L0 -- -- --
            """
        )
    )
    assert parts(sheet, "vines") == [("sunlight", 4, ["3", "4", "7", "9"])]
    assert points(sheet)["leaves"] == 6
    assert parts(sheet, "leaves") == [("sunlight", 4, ["8"]), ("sunlight", 2, ["10"])]
    assert misses(sheet, "leaves") == [["22"]]
    assert sheet["players"][0]["total"] == 10


def test_scoring_leaves_ruling_2_the_group_with_more_leaves_counts() -> None:
    sheet = score_document(
        evenglow(
            sunlight="""
            V1 V1 -- -- --
              -- -- -- -- --
            -- -- -- -- --
              -- -- -- -- --
            -- -- V1 V1 L0
            """
        )
    )
    assert parts(sheet, "vines") == [("sunlight", 2, ["23", "24"])]
    assert parts(sheet, "leaves") == [("sunlight", 2, ["25"])]
    assert [(ruling["number"], ruling["player"]) for ruling in sheet["rulings"]] == [(2, "Valley")]


def test_scoring_henbane_flowers_a_b_c() -> None:
    """A on 12, 13: 2 + 2, for neither is on the perimeter. B on 5, 10: 2. C on 21, 22, 23: not exactly two."""
    sheet = score_document(
        evenglow(
            moonlight="""
            -- -- -- -- HF
              -- -- -- -- HF
            -- HF HF -- --
              -- -- -- -- --
            HF HF HF -- --
            """
        )
    )
    assert (points(sheet)["henbane"], points(sheet)["henbane-bonus"]) == (4, 2)
    assert parts(sheet, "henbane") == [("moonlight", 2, ["5", "10"]), ("moonlight", 2, ["12", "13"])]
    assert parts(sheet, "henbane-bonus") == [("moonlight", 2, ["12", "13"])]
    assert misses(sheet, "henbane") == [["21", "22", "23"]]
    assert misses(sheet, "henbane-bonus") == [["5", "10"]]


def test_scoring_henbane_flowers_one_of_two_on_the_perimeter_earns_no_bonus() -> None:
    sheet = score_document(
        evenglow(
            moonlight="""
            -- -- -- -- --
              HF HF -- -- --
            -- -- -- -- --
              -- -- -- -- --
            -- -- -- -- --
            """
        )
    )
    assert (points(sheet)["henbane"], points(sheet)["henbane-bonus"]) == (2, 0)


def test_scoring_lions_mane_a_b_c() -> None:
    """A on 1-3: 3 points. B on 9, 14, 15: 3, and a potion for the triangle. C on 17, 21-23: not exactly three."""
    sheet = score_document(
        evenglow(
            sunlight="""
            LM LM LM -- --
              -- -- -- LM --
            -- -- -- LM LM
              -- LM -- -- --
            LM LM LM -- --
            """,
            harvests=[{"garden": "sunlight", "spaces": ["9", "14", "15"]}],
            potions={"undew": 1},
        )
    )
    assert points(sheet)["lions-mane"] == 6
    assert parts(sheet, "lions-mane") == [("sunlight", 3, ["1", "2", "3"]), ("sunlight", 3, ["9", "14", "15"])]
    assert misses(sheet, "lions-mane") == [["17", "21", "22", "23"]]
    assert parts(sheet, "potions") == [(None, 3, [])]
    assert sheet["players"][0]["total"] == 9


HARVESTED_AND_ONE_MORE = """
    -- -- LM LM LM
      -- -- LM -- --
    -- -- -- -- --
      -- -- -- -- --
    -- -- -- -- --
    """


def test_forfeited_scoring() -> None:
    """The Harvested triangle on 3, 4, 8 and a 4th Lion's Mane on 5: 0 points, and the potion stays."""
    harvest = {"garden": "sunlight", "spaces": ["3", "4", "8"]}
    sheet = score_document(evenglow(HARVESTED_AND_ONE_MORE, harvests=[harvest], potions={"undew": 1}))
    assert points(sheet)["lions-mane"] == 0
    assert parts(sheet, "lions-mane") == []
    assert misses(sheet, "lions-mane") == [["3", "4", "5", "8"]]
    assert parts(sheet, "potions") == [(None, 3, [])]
    assert sheet["players"][0]["total"] == 3
    (warning,) = warnings(sheet, "harvest-forfeited")
    assert (warning["player"], warning["area"]) == ("Valley", "sunlight")
    assert "5" in warning["message"]


def test_forfeited_scoring_is_restored_when_the_extra_tile_is_moved() -> None:
    moved = HARVESTED_AND_ONE_MORE.replace("LM LM LM", "LM LM --")
    harvest = {"garden": "sunlight", "spaces": ["3", "4", "8"]}
    sheet = score_document(evenglow(moved, harvests=[harvest], potions={"undew": 1}))
    assert parts(sheet, "lions-mane") == [("sunlight", 3, ["3", "4", "8"])]
    assert warnings(sheet, "harvest-forfeited") == []


def test_scoring_mandrake_a_b_c() -> None:
    """A on 6-9: 4 points, a potion for the line. B on 16, 21, 22: only three. C on 19, 20, 24, 25: 4, and no line."""
    sheet = score_document(
        evenglow(
            sunlight="""
            -- -- -- -- --
              MA MA MA MA --
            -- -- -- -- --
              MA -- -- MA MA
            MA MA -- MA MA
            """,
            harvests=[{"garden": "sunlight", "spaces": ["6", "7", "8", "9"]}],
            potions={"chaos": 1},
        )
    )
    assert points(sheet)["mandrake"] == 8
    assert parts(sheet, "mandrake") == [
        ("sunlight", 4, ["6", "7", "8", "9"]),
        ("sunlight", 4, ["19", "20", "24", "25"]),
    ]
    assert misses(sheet, "mandrake") == [["16", "21", "22"]]
    assert parts(sheet, "potions") == [(None, 4, [])]
    assert warnings(sheet, "unharvested-formation") == [], "no potion is due for a set that is no line"
    assert sheet["players"][0]["total"] == 12


def test_scoring_elderberries_a_b() -> None:
    """A on 11-15: a potion, and 2 points for the two tiles on the perimeter. B on 21-24: only four."""
    sheet = score_document(
        evenglow(
            moonlight="""
            -- -- -- -- --
              -- -- -- -- --
            EB EB EB EB EB
              -- -- -- -- --
            EB EB EB EB --
            """,
            harvests=[{"garden": "moonlight", "spaces": ["11", "12", "13", "14", "15"]}],
            potions={"transmutation": 1},
        )
    )
    assert points(sheet)["elderberries"] == 2
    assert parts(sheet, "elderberries") == [("moonlight", 2, ["11", "15"])]
    assert misses(sheet, "elderberries") == [["21", "22", "23", "24"]]
    assert parts(sheet, "potions") == [(None, 5, [])]
    assert sheet["players"][0]["total"] == 7


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"undew": 1, "chaos": 1, "transmutation": 1}, (12, 3)),
        ({"undew": 2, "chaos": 2, "transmutation": 2}, (24, 6)),
        ({"undew": 5, "chaos": 3}, (27, 0)),
        ({"undew": 3, "chaos": 1, "transmutation": 2}, (23, 3)),
    ],
)
def test_potion_set_bonus(counts: dict[str, int], expected: tuple[int, int]) -> None:
    """Used or not, and each card in one set only."""
    state = evenglow(potions=counts)
    for used in (False, True):
        for potion in state["players"][0]["potions"].values() if used else ():
            potion["unused"], potion["used"] = 0, potion["unused"]
        sheet = score_document(state)
        assert (points(sheet)["potions"], points(sheet)["potion-sets"]) == expected


VALLEYS_SUNLIGHT = """
    MA MA MA MA LM
      HF L4 EB LM LM
    V1 V1 LM HF HF
      -- EB -- HF --
    EB EB EB EB --
    """
VALLEYS_MOONLIGHT = """
    LM LM MA MA HF
      LM EB L0 V1 HF
    EB HF V1 V1 L3
      -- HF -- MA --
    LM LM LM EB --
    """


def valley() -> Document:
    """Valley's gardens: 21 tiles each, mirrored.

    Three Vines can only reach both Leaves of a tile whose stems are not opposite each other, so this copy's Leaves
    tile has its stems on the edges E and SW.
    """
    return evenglow(
        VALLEYS_SUNLIGHT,
        VALLEYS_MOONLIGHT,
        tiles={"leaves": {"stems": [1, 3]}},
        potions={"undew": 2, "chaos": 1, "transmutation": 1},
        harvests=[
            {"garden": "sunlight", "spaces": ["5", "9", "10"]},
            {"garden": "moonlight", "spaces": ["1", "2", "6"]},
            {"garden": "sunlight", "spaces": ["1", "2", "3", "4"]},
            {"garden": "sunlight", "spaces": ["17", "21", "22", "23", "24"]},
        ],
    )


def test_scoring_example_of_valley() -> None:
    sheet = score_document(valley())
    assert points(sheet) == {
        "vines": 3 + 2,
        "leaves": 6,
        "henbane": 4,
        "henbane-bonus": 2,
        "lions-mane": 9,
        "mandrake": 4,
        "elderberries": 4,
        "potions": 15,
        "potion-sets": 3,
    }
    assert sheet["players"][0]["total"] == 5 + 6 + (4 + 2) + 9 + 4 + 4 + (15 + 3)
    assert sheet["warnings"] == []
    assert sheet["rulings"] == []
    assert parts(sheet, "vines") == [("sunlight", 2, ["11", "12"]), ("moonlight", 3, ["9", "13", "14"])]
    assert parts(sheet, "leaves") == [("moonlight", 4, ["8"]), ("moonlight", 2, ["15"])]
    assert parts(sheet, "henbane") == [("moonlight", 2, ["5", "10"]), ("moonlight", 2, ["12", "17"])]
    (henbane,) = [line for line in sheet["players"][0]["lines"] if line["id"] == "henbane"]
    assert [(miss["spaces"], miss["why"]) for miss in henbane["misses"]] == [
        (["6"], "1 alone: a set has exactly 2"),
        (["14", "15", "19"], "3 together: a set has exactly 2"),
    ]
    assert parts(sheet, "henbane-bonus") == [("moonlight", 2, ["12", "17"])]
    assert parts(sheet, "lions-mane") == [
        ("sunlight", 3, ["5", "9", "10"]),
        ("moonlight", 3, ["1", "2", "6"]),
        ("moonlight", 3, ["21", "22", "23"]),
    ]
    assert parts(sheet, "mandrake") == [("sunlight", 4, ["1", "2", "3", "4"])]
    assert parts(sheet, "elderberries") == [("sunlight", 4, ["21", "22", "23", "24"])]
    assert parts(sheet, "potions") == [(None, 6, []), (None, 4, []), (None, 5, [])]
    assert parts(sheet, "potion-sets") == [(None, 3, [])]


def with_potions(*players: tuple[str, dict[str, int], dict[str, int]]) -> Document:
    """A state of players without tiles, each with unused and used potions by kind."""
    return {
        "game": "evenglow",
        "variant": "standard",
        "layout": "evenglow-5x5",
        "players": [
            {
                "name": name,
                "gardens": {"sunlight": {}, "moonlight": {}},
                "potions": {
                    kind: {"unused": unused.get(kind, 0), "used": used.get(kind, 0)}
                    for kind in ("undew", "chaos", "transmutation")
                },
            }
            for name, unused, used in players
        ],
    }


NINE_WITH_THREE: dict[str, int] = {"undew": 3}
NINE_WITH_TWO: dict[str, int] = {"chaos": 1, "transmutation": 1}


@pytest.mark.parametrize(
    ("players", "places", "tie"),
    [
        ([("A", {"undew": 1}, {}), ("B", {"chaos": 1}, {})], [2, 1], None),
        (
            [("A", NINE_WITH_TWO, {}), ("B", NINE_WITH_THREE, {})],
            [2, 1],
            {"players": ["A", "B"], "decided_by": "potions"},
        ),
        (
            [("A", {}, NINE_WITH_THREE), ("B", {"undew": 1}, {"undew": 2})],
            [2, 1],
            {"players": ["A", "B"], "decided_by": "unused-potions"},
        ),
        (
            [("A", {}, NINE_WITH_THREE), ("B", {}, NINE_WITH_THREE)],
            [1, 1],
            {"players": ["A", "B"], "decided_by": "shared"},
        ),
        (
            [("A", {}, NINE_WITH_THREE), ("B", {"undew": 3}, {}), ("C", NINE_WITH_TWO, {})],
            [2, 1, 3],
            {"players": ["A", "B", "C"], "decided_by": "unused-potions"},
        ),
        (
            [("A", {}, NINE_WITH_THREE), ("B", {}, NINE_WITH_THREE), ("C", {}, {})],
            [1, 1, 3],
            {"players": ["A", "B"], "decided_by": "shared"},
        ),
        ([("A", {}, NINE_WITH_THREE), ("B", {}, {}), ("C", {}, {})], [1, 2, 2], None),
        (
            [("A", {"chaos": 3}, {}), ("B", {}, NINE_WITH_TWO), ("C", NINE_WITH_THREE, {})],
            [1, 3, 2],
            None,
        ),
    ],
    ids=["none", "potions", "unused", "shared", "three", "two of three", "below first", "potions below first"],
)
def test_winning(players: list[Any], places: list[int], tie: Document | None) -> None:
    """The most points; then the most potions; then the most unused; then the victory is shared."""
    sheet = score_document(with_potions(*players))
    assert [player["place"] for player in sheet["players"]] == places
    assert sheet["tie"] == tie


def test_my_first_gardens_scoring() -> None:
    """Stems do not matter, each Leaf tile beside a Vine counts once, five Elderberries are worth 5, and no bonuses."""
    sheet = score_document(
        evenglow(
            sunlight="""
            V0 V0 L2 -- V0
              -- -- -- -- L1
            -- HF HF -- --
              -- -- -- L0 --
            EB EB EB EB EB
            """,
            moonlight="""
            LM LM LM -- --
              -- -- -- -- --
            -- -- -- -- --
              MA MA MA MA --
            -- -- -- -- --
            """,
            variant="family",
        )
    )
    earned = {line: value for line, value in points(sheet).items() if value}
    assert earned == {"vines": 2, "leaves": 4, "henbane": 2, "lions-mane": 3, "mandrake": 4, "elderberries": 5}
    assert sheet["players"][0]["total"] == 20
    assert parts(sheet, "vines") == [("sunlight", 2, ["1", "2"])]
    assert [part[:2] for part in parts(sheet, "leaves")] == [("sunlight", 2), ("sunlight", 2)]
    assert parts(sheet, "elderberries") == [("sunlight", 5, ["21", "22", "23", "24", "25"])]
    assert sheet["warnings"] == [] or {w["code"] for w in sheet["warnings"]} == {"gardens-do-not-mirror"}


@pytest.mark.parametrize(("rows", "total", "win"), [({}, 0, True), ({"vine": 3, "mandrake": 8}, 11, True)])
def test_play_against_the_unseen_end_game_and_scoring(rows: dict[str, int], total: int, win: bool) -> None:
    state = valley() | {"variant": "solo", "unseen": {"rows": rows}}
    sheet = score_document(state)
    assert sheet["players"][0]["total"] == 52
    assert sheet["unseen"] == {"total": total, "win": win}


@pytest.mark.parametrize(("unseen", "win"), [(51, True), (52, False), (53, False)])
def test_play_against_the_unseen_ruling_7_a_win_needs_more_points(unseen: int, win: bool) -> None:
    rows = {"vine": 20, "leaves": 20, "henbane": unseen - 40}
    sheet = score_document(valley() | {"variant": "solo", "unseen": {"rows": rows}})
    assert sheet["unseen"] == {"total": unseen, "win": win}


def test_tiles_that_give_their_stems_score_like_turned_ones() -> None:
    turned, given = valley(), valley()
    upright = {"vine": [0, 2, 3, 5], "leaves": [1, 3]}
    for garden in given["players"][0]["gardens"].values():
        for space, tile in garden.items():
            if tile["plant"] in upright:
                stems = [(edge + tile["rotation"]) % 6 for edge in upright[tile["plant"]]]
                garden[space] = {"plant": tile["plant"], "stems": stems}
    assert score_document(given) == score_document(turned)
