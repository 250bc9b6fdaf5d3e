"""Where the rulebooks are silent: the score sheet tells a ruling of ours exactly where it mattered."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings

from assistant.layout import parse_layout
from assistant.strict_json import Node
from tests import strategies
from tests.boards import evenglow, evergreen, score_document
from tests.oracle import evergreen as slow
from tests.strategies import Board, layout_of

Document = dict[str, Any]
often = settings(max_examples=300)


def told(sheet: Document, number: int, player: str | None = None) -> bool:
    """Whether a ruling is on a sheet, for a player where one is named."""
    found = [ruling for ruling in sheet["rulings"] if ruling["number"] == number]
    assert all(ruling["message"].endswith(".") for ruling in found)
    return any(player is None or ruling["player"] == player for ruling in found)


def score(board: Board) -> Document:
    state, layout = board
    return score_document(state, None if layout is None else parse_layout(Node(layout)))


def garden(row: str) -> str:
    return row + "\n-- -- -- -- --" * 4


@pytest.mark.parametrize(
    ("row", "mattered"), [("V1 -- -- -- --", True), ("V1 V1 -- -- --", False), ("HF -- -- -- --", False)]
)
@pytest.mark.parametrize("variant", ["standard", "family"])
def test_ruling_1_a_lone_vine(row: str, mattered: bool, variant: str) -> None:
    assert told(score_document(evenglow(garden(row), variant=variant)), 1) == mattered


@pytest.mark.parametrize(
    ("row", "mattered"),
    [
        ("V1 L0 -- V1 --", True),
        ("V1 L0 V1 -- --", False),  # one leaf on each
        ("V1 -- -- V1 --", False),
        ("V1 L0 -- -- --", False),
    ],
)
def test_ruling_2_two_largest_groups(row: str, mattered: bool) -> None:
    assert told(score_document(evenglow(garden(row))), 2) == mattered


@pytest.mark.parametrize(
    ("stack", "mattered"),
    [
        ([{"icons": 2}], False),
        ([{"icons": 2}, {"duplicate": True}], False),
        ([{"icons": 2, "flipped": True}, {"skull": True}, {"duplicate": True}], True),
        ([{"icons": 2, "flipped": True}, {"duplicate": True}], True),
        ([{"negative": 1}, {"duplicate": True}], True),
        ([{"icons": 1}, {"duplicate": True}, {"duplicate": True}], True),
        ([{"duplicate": True}], True),
        ([{"duplicate": True, "flipped": True}], False),
    ],
)
def test_ruling_3_a_duplicate_on_anything_but_icons(stack: list[Document], mattered: bool) -> None:
    assert told(score_document(*evergreen("BT", season=4, fertility={"snow": stack})), 3) == mattered
    assert not told(score_document(*evergreen("BT", season=3, fertility={"snow": stack})), 3)
    assert not told(score_document(*evergreen("ST", season=4, fertility={"snow": stack})), 3)
    assert not told(score_document(*evergreen("BT", season=4, fertility={"rock": stack})), 3)


@pytest.mark.parametrize(
    ("row", "mattered"),
    [
        ("BT ## ST", True),
        ("BT -- ST", False),
        ("BT ## sp", False),
        ("BT ## BU", False),
        ("BT ## CA", True),
        ("BT ## SM", True),
        ("GT BT ## ST", True),
        ("GT ## BT ST", True),
        ("ST ## ST", False),
    ],
)
def test_ruling_4_a_shadow_over_a_gap(row: str, mattered: bool) -> None:
    assert told(score_document(*evergreen(row)), 4) == mattered


@pytest.mark.parametrize(
    ("row", "mattered"),
    [
        ("ST SP -- SP", True),
        ("ST SP -- CA", True),
        ("ST SP -- ST", False),  # pines grow before light is collected: that the rulebook says
        ("ST SP SP", False),
        ("SP -- SP", False),
    ],
)
def test_ruling_5_only_a_grown_pine_darkens(row: str, mattered: bool) -> None:
    assert told(score_document(*evergreen(row)), 5) == mattered


@pytest.mark.parametrize(("buds", "mattered"), [([1, 2, 3], False), ([1, 2, 2], True), ([2, 1, 1], True)])
def test_ruling_6_equal_totals_at_any_place(buds: list[int], mattered: bool) -> None:
    state, layout = evergreen("BT")
    ada = state["players"][0]
    state["players"] = [ada | {"name": str(n), "points": {"buds": n}} for n in buds]
    for index, player in enumerate(state["players"]):
        player["name"] += "abc"[index]
    assert told(score_document(state, layout), 6) == mattered


@pytest.mark.parametrize(("unseen", "mattered"), [(0, False), (1, True), (2, False)])
def test_ruling_7_level_with_the_unseen(unseen: int, mattered: bool) -> None:
    state = evenglow(garden("V1 -- -- -- --"), variant="solo") | {"unseen": {"rows": {"vine": unseen}}}
    assert told(score_document(state), 7) == mattered


def outcome(board: Board, who: int, end_of_season: Callable[..., Any]) -> tuple[frozenset[str], Document]:
    """Where a player's pieces are dark and it matters, and the planet afterwards, by the slow scorer."""
    spaces = layout_of(board)["areas"]["planet"]["spaces"]
    planet = {s: p for s, p in board[0]["players"][who]["planet"].items() if p is not None and s in spaces}
    _, after = end_of_season(planet, board[0]["sun"], spaces)
    lit = {s: "single-mushroom" if planet[s] == "single-mushroom" else p for s, p in after.items()}
    caring = {s for s, p in lit.items() if p in slow.LIGHT or p in slow.IN_SHADOW}
    return frozenset(s for s in caring if slow.is_dark(s, lit, board[0]["sun"], spaces)), after


def stopped_by_gaps(name: str, planet: Document, sun: str, spaces: Document) -> bool:
    """As `is_dark`, but a shadow ends where there is no space."""
    dx, dy = slow.AWAY_FROM_SUN[sun]
    space_at = {(at["x"], at["y"]): space for space, at in spaces.items()}
    for other, piece in planet.items():
        x, y = spaces[other]["x"], spaces[other]["y"]
        for _ in range(slow.HEIGHT.get(piece, 0)):
            x, y = x + dx, y + dy
            if (x, y) not in space_at:
                break
            if space_at[(x, y)] == name and slow.HEIGHT.get(piece, 0) >= slow.HEIGHT.get(planet[name], 0):
                return True
    return False


@often
@given(strategies.evergreen_boards())
def test_ruling_4_is_told_exactly_where_it_matters(board: Board) -> None:
    sheet = score(board)
    for who, player in enumerate(board[0]["players"]):
        with_gaps = outcome(board, who, slow.end_of_season)
        with patch.object(slow, "is_dark", stopped_by_gaps):
            without = outcome(board, who, slow.end_of_season)
        assert told(sheet, 4, player["name"]) == (with_gaps != without)


def pines_grow_on(planet: Document, sun: str, spaces: Document) -> tuple[int, Document]:
    """The end of a season where pines in the shadow of grown ones grow too."""
    grown = planet
    while dark := [s for s, p in grown.items() if p == "small-pine" and slow.is_dark(s, grown, sun, spaces)]:
        grown = {**grown, **dict.fromkeys(dark, "big-pine")}
    return slow.end_of_season(grown, sun, spaces)


def cacti_are_judged_first(planet: Document, sun: str, spaces: Document) -> tuple[int, Document]:
    """The end of a season where cacti are judged before the pines grow, and live on whatever grows then."""
    light, after = slow.end_of_season(planet, sun, spaces)
    living = {s: p for s, p in planet.items() if p == "cactus" and not slow.is_dark(s, planet, sun, spaces)}
    return light, {**after, **living}


@often
@given(strategies.evergreen_boards())
def test_ruling_5_is_told_exactly_where_it_matters(board: Board) -> None:
    sheet = score(board)
    for who, player in enumerate(board[0]["players"]):
        after = outcome(board, who, slow.end_of_season)[1]
        others = [outcome(board, who, other)[1] for other in (pines_grow_on, cacti_are_judged_first)]
        assert told(sheet, 5, player["name"]) == any(other != after for other in others)
