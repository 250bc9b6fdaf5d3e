"""What if: the difference of two sheets, line by line."""

import pytest

from assistant.difference import compare_sheets
from assistant.scoring import score
from assistant.strict_json import Node
from tests.boards import evenglow

PAIR = """
    HF -- -- -- --
      HF -- -- -- --
    -- -- LM LM --
      -- -- LM -- --
    -- -- -- -- --
"""


def test_only_the_lines_that_differ_are_told_with_what_came_and_went() -> None:
    before = evenglow(PAIR)
    after = evenglow(PAIR)
    after["players"][0]["gardens"]["sunlight"]["7"] = {"plant": "henbane"}
    difference = compare_sheets(score(Node(before)), score(Node(after)))
    (player,) = difference.players
    assert (player.before, player.after, player.points) == (5, 3, -2)
    (line,) = player.lines
    assert (line.id, line.points, line.gained) == ("henbane", -2, ())
    assert [part.spaces for part in line.lost] == [("1", "6")]
    assert [part.spaces for part in line.fell_short] == [("1", "6", "7")]
    assert sum(entry.points for entry in player.lines) == player.points


def test_warnings_that_come_and_go_are_told() -> None:
    before = score(Node(evenglow(PAIR)))
    after = score(
        Node(evenglow(PAIR, potions={"undew": 1}, harvests=[{"garden": "sunlight", "spaces": ["13", "14", "18"]}]))
    )
    codes = {notice.code for notice in compare_sheets(before, after).gone_warnings}
    assert "unharvested-formation" in codes
    assert {notice.code for notice in compare_sheets(after, before).new_warnings} == codes


def test_no_change_is_no_difference() -> None:
    sheet = score(Node(evenglow(PAIR)))
    difference = compare_sheets(sheet, sheet)
    assert (difference.players[0].lines, difference.new_warnings, difference.gone_warnings) == ((), (), ())


def test_sheets_of_other_players_are_not_compared() -> None:
    other = evenglow(PAIR)
    other["players"][0]["name"] = "Ada"
    with pytest.raises(ValueError, match="same players"):
        compare_sheets(score(Node(evenglow(PAIR))), score(Node(other)))
