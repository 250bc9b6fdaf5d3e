"""The engine against the slow scorer in `tests/oracle`, and what must not change a score."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from assistant.layout import Layout, parse_layout
from assistant.scoring import score_document
from assistant.strict_json import Node
from tests import strategies
from tests.oracle import evenglow, evergreen
from tests.strategies import SEEDS, Board, build_evenglow, build_evergreen, layout_of

Document = dict[str, Any]

LINES = [
    "vines",
    "leaves",
    "henbane",
    "henbane-bonus",
    "lions-mane",
    "mandrake",
    "elderberries",
    "potions",
    "potion-sets",
]
ABSENT_IN_FAMILY = ("henbane-bonus", "potions", "potion-sets")
TURNED_SUN = {"top": "right", "right": "bottom", "bottom": "left", "left": "top"}

many = settings(max_examples=2000)
some = settings(max_examples=200)


def score(board: Board) -> Document:
    """The score sheet of a board, which the engine must leave as it was."""
    state, layout = board
    before = deepcopy(state)
    sheet = score_document(state, None if layout is None else parsed(layout))
    assert state == before, "the engine wrote to what it was given"
    return sheet


def parsed(layout: Document) -> Layout:
    return parse_layout(Node(layout))


def figures(sheet: Document) -> Document:
    """What the slow scorer gives too: lines, totals, places, planets afterwards, the tie, the Unseen."""
    players = []
    for player in sheet["players"]:
        lines = {line["id"]: line["points"] for line in player["lines"]}
        if sheet.get("variant") == "family":
            lines = {key: value for key, value in lines.items() if value or key not in ABSENT_IN_FAMILY}
        entry = {key: player[key] for key in ("name", "total", "place", "after") if key in player}
        players.append(entry | {"lines": lines})
    result: Document = {"players": players, "tie": sheet["tie"]}
    return result | ({"unseen": sheet["unseen"]} if "unseen" in sheet else {})


def check_parts(sheet: Document, areas: Document) -> None:
    """Every point is in a part with a reason, on spaces that exist; a miss has a reason too, and no points."""
    for player in sheet["players"]:
        assert player["total"] == sum(line["points"] for line in player["lines"])
        for line in player["lines"]:
            assert line["label"].strip()
            assert line["points"] == sum(part["points"] for part in line["parts"]), line
            for part in line["parts"]:
                assert part["why"].strip()
                if part["spaces"]:
                    assert set(part["spaces"]) <= set(areas[part["area"]]["spaces"]), part
                assert len(set(part["spaces"])) == len(part["spaces"]), part
            for miss in line["misses"]:
                assert miss["points"] == 0, miss
                assert miss["why"].strip()
                assert miss["spaces"]
                assert set(miss["spaces"]) <= set(areas[miss["area"]]["spaces"]), miss


@many
@given(strategies.evenglow_boards())
def test_evenglow_is_scored_as_the_slow_scorer_scores_it(board: Board) -> None:
    sheet = score(board)
    layout = layout_of(board)
    assert figures(sheet) == evenglow.score(board[0], layout)
    check_parts(sheet, layout["areas"])
    for player in sheet["players"]:
        ids = [line["id"] for line in player["lines"]]
        assert ids == [line for line in LINES if line in ids], "the lines stand in the order of the score sheet"


@many
@given(strategies.evergreen_boards())
def test_evergreen_is_scored_as_the_slow_scorer_scores_it(board: Board) -> None:
    sheet = score(board)
    layout = layout_of(board)
    assert figures(sheet) == evergreen.score(board[0], layout)
    check_parts(sheet, layout["areas"])
    seasons = range(1, board[0]["season"] + 1)
    expected = ["start", "buds", *(f"season-{n}-{what}" for n in seasons for what in ("light", "forest"))]
    expected += ["fertility"] if board[0]["season"] == 4 else []
    for player in sheet["players"]:
        assert [line["id"] for line in player["lines"]] == expected


@some
@given(strategies.evergreen_boards())
def test_turning_a_planet_and_the_sun_together_changes_nothing(board: Board) -> None:
    state, layout = deepcopy(board[0]), deepcopy(layout_of(board))
    layout["id"] = state["layout"] = "turned"
    for at in layout["areas"]["planet"]["spaces"].values():
        at["x"], at["y"] = -at["y"], at["x"]  # a quarter turn clockwise, for y grows downward
    state["sun"] = TURNED_SUN[state["sun"]]
    for player in state["players"]:
        player["planet"] = {
            s: p for s, p in player["planet"].items() if s in layout["areas"]["planet"]["spaces"]
        }  # ravines are named by where they lie
    turned, straight = score((state, layout)), score(board)
    assert figures(turned) == figures(straight)
    assert lit_spaces(turned) == lit_spaces(straight)


@some
@given(strategies.evenglow_boards())
def test_turning_a_garden_and_its_tiles_together_changes_nothing(board: Board) -> None:
    state, layout = deepcopy(board[0]), deepcopy(layout_of(board))
    layout["id"] = state["layout"] = "turned"
    for area in layout["areas"].values():
        for at in area["spaces"].values():
            at["q"], at["r"] = -at["r"], at["q"] + at["r"]  # a sixth of a turn clockwise
    for player in state["players"]:
        player["gardens"] = deepcopy(player["gardens"])  # players may share one garden
        for garden in player["gardens"].values():
            for tile in garden.values():
                if tile is not None and "rotation" in tile:
                    tile["rotation"] = (tile["rotation"] + 1) % 6
                if tile is not None and "stems" in tile:
                    tile["stems"] = [(edge + 1) % 6 for edge in tile["stems"]]
    turned, straight = score((state, layout)), score(board)
    assert figures(turned) == figures(straight)
    assert lit_spaces(turned) == lit_spaces(straight)


@some
@given(SEEDS)
def test_renaming_the_spaces_of_a_garden_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    state, layout = renamed_from = deepcopy(build_evenglow(rng))
    expected = figures(score(renamed_from))
    layout = deepcopy(layout_of((state, layout)))
    layout["id"] = state["layout"] = "renamed"
    new = new_names(rng, list(layout["areas"]["sunlight"]["spaces"]))
    for area in layout["areas"].values():
        area["spaces"] = rename(area["spaces"], new)
    for player in state["players"]:
        player["gardens"] = {area: rename(garden, new) for area, garden in player["gardens"].items()}
        for harvest in player.get("harvests", []):
            harvest["spaces"] = [new[space] for space in harvest["spaces"]]
    assert figures(score((state, layout))) == expected


@some
@given(SEEDS)
def test_renaming_the_spaces_of_a_planet_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    board = deepcopy(build_evergreen(rng))
    expected = figures(score(board))
    state, layout = board[0], deepcopy(layout_of(board))
    layout["id"] = state["layout"] = "renamed"
    new = new_names(rng, list(layout["areas"]["planet"]["spaces"]))
    layout["areas"]["planet"]["spaces"] = rename(layout["areas"]["planet"]["spaces"], new)
    for player in state["players"]:  # leaves out what stands in a ravine: another layout has other names for those
        player["planet"] = rename(player["planet"], new)
    for player in expected["players"]:
        player["after"] = rename(player["after"], new)
    assert figures(score((state, layout))) == expected


@some
@given(SEEDS)
def test_a_tile_more_in_one_garden_changes_nothing_in_the_other(seed: int) -> None:
    rng = Random(seed)
    board = deepcopy(build_evenglow(rng))
    player = board[0]["players"][0]
    player["gardens"] = deepcopy(player["gardens"])
    area, other = rng.sample(("sunlight", "moonlight"), 2)
    before = score(board)
    spaces = list(layout_of(board)["areas"][area]["spaces"])
    plant = rng.choice(strategies.PLANTS)
    player["gardens"].setdefault(area, {})[rng.choice(spaces)] = (
        {"plant": plant, "stems": rng.sample(range(6), 4)}
        if (plant == "vine")
        else {"plant": plant, "rotation": rng.randrange(6)}
    )
    after = score(board)
    assert earned_in(after, other, 0) == earned_in(before, other, 0)
    for who in range(1, len(board[0]["players"])):
        assert after["players"][who]["lines"] == before["players"][who]["lines"]


@some
@given(SEEDS)
def test_the_order_of_the_players_changes_no_total_and_no_place(seed: int) -> None:
    rng = Random(seed)
    for build in (build_evenglow, build_evergreen):
        state, layout = build(rng)
        shuffled = state | {"players": rng.sample(state["players"], len(state["players"]))}
        one, two = (
            {player["name"]: (player["total"], player["place"]) for player in score((s, layout))["players"]}
            for s in (state, shuffled)
        )
        assert one == two


@pytest.mark.parametrize("variant", ["standard", "family"])
def test_no_board_at_all_scores_nothing(variant: str) -> None:
    state = {"game": "evenglow", "variant": variant, "layout": "evenglow-5x5"}
    sheet = score((state | {"players": [{"name": "Ada", "gardens": {"sunlight": {}, "moonlight": {}}}]}, None))
    assert sheet["players"][0]["total"] == 0
    assert sheet["warnings"] == []


def lit_spaces(sheet: Document) -> list[tuple[str, str, int, frozenset[str]]]:
    """Which spaces earned what, in no order."""
    return sorted(
        (line["id"], part["area"], part["points"], frozenset(part["spaces"]))
        for player in sheet["players"]
        for line in player["lines"]
        for part in line["parts"]
    )


def earned_in(sheet: Document, area: str, who: int) -> list[Document]:
    return [part for line in sheet["players"][who]["lines"] for part in line["parts"] if part["area"] == area]


def new_names(rng: Random, names: list[str]) -> dict[str, str]:
    """Another name for every space, some of them names that other spaces had."""
    pool = [*names, *(f"space {number}" for number in range(len(names)))]
    return dict(zip(names, rng.sample(pool, len(names)), strict=True))


def rename(entries: Document, new: dict[str, str]) -> Document:
    return {new[name]: value for name, value in entries.items() if name in new}
