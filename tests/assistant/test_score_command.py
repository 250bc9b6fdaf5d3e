"""`glade score`: the table as on the pad, the reasons, JSON, and layouts of one's own."""

import json
from pathlib import Path
from typing import Any

import pytest

from assistant.scoring import score_document
from tests.boards import evenglow, evergreen
from tests.strategies import shipped
from web.cli import main

Document = dict[str, Any]

GARDEN = """
    LM LM -- HF HF
      LM -- -- -- --
    -- V1 V1 L0 --
      -- -- -- -- --
    -- -- -- -- --
    """


def save(path: Path, document: Document) -> str:
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["score", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return str(out)


def two_players() -> Document:
    state = evenglow(GARDEN, GARDEN, potions={"undew": 3})
    bo = {"gardens": state["players"][0]["gardens"], "potions": {"chaos": {"unused": 1}, "transmutation": {"used": 1}}}
    state["players"].append({"name": "Bo", **bo})
    return state


def test_a_table_with_players_as_columns_and_lines_as_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, save(tmp_path / "a.json", two_players())).splitlines()
    rows = [line.split("  ") for line in lines if line]
    table = {row[0].strip(): [cell.strip() for cell in row[1:] if cell.strip()] for row in rows}
    assert ["Valley", "Bo"] in table.values() or any("Valley" in line and "Bo" in line for line in lines)
    assert table["Vines"] == ["4", "4"]
    assert table["Leaves"] == ["4", "4"]
    assert table["Henbane Flowers"] == ["4", "4"]
    assert table["Lion's Mane"] == ["6", "6"]
    assert table["Potions"] == ["9", "9"]
    assert table["Total"] == ["27", "27"]
    assert table["Place"] == ["1.", "2."]
    assert {len(line) for line in lines if set(line) == {"-"}} == {len(lines[2])}, "rules are as wide as the names' row"
    order = [line.split("  ")[0] for line in lines]
    names = ["Vines", "Leaves", "Henbane Flowers", "Lion's Mane", "Mandrake", "Elderberries", "Potions", "Total"]
    assert [name for name in order if name in names] == names


def test_the_table_says_what_decided_a_tie(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, save(tmp_path / "a.json", two_players()))
    assert "Valley and Bo have the same total: the most potions decide." in out


def test_why_adds_the_spaces_and_the_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save(tmp_path / "a.json", two_players())
    plain, why = run(capsys, path), run(capsys, path, "--why")
    assert "A set of exactly 3 connected Lion's Mane" not in plain
    assert "sunlight 1, 2 and 6: A set of exactly 3 connected Lion's Mane" in why
    assert "Please check" in why, "the tokens are missing"


@pytest.mark.parametrize("game", ["evenglow", "evergreen"])
def test_json_is_the_document_of_the_contract(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = two_players()
    if game == "evergreen":
        planet = {"b3": "big-tree", "b4": "sprout"}
        state = {"game": game, "layout": "evergreen-42", "sun": "top", "season": 1}
        state["players"] = [{"name": "Ada", "planet": planet}]
    out = run(capsys, save(tmp_path / "a.json", state), "--json")
    assert out.count("\n") == 1
    document = json.loads(out)
    assert document == json.loads(json.dumps(score_document(state)))
    assert {"game", "players", "tie", "warnings"} <= set(document)
    for player in document["players"]:
        assert {"name", "place", "total", "lines"} <= set(player)
        assert ("after" in player) == (game == "evergreen")
        for line in player["lines"]:
            assert {"id", "label", "points", "parts"} <= set(line)
            for part in line["parts"]:
                assert {"area", "points", "spaces", "why"} <= set(part)


def test_several_files_are_scored_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [save(tmp_path / f"{name}.json", evenglow(GARDEN, GARDEN, name=name)) for name in ("c", "a", "b")]
    out = run(capsys, *names, "--json")
    assert [json.loads(line)["players"][0]["name"] for line in out.splitlines()] == ["c", "a", "b"]
    text = run(capsys, *names)
    assert [line for line in text.splitlines() if line in names] == names


def test_a_layout_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By file, whatever the state names, or by its shipped id."""
    state, layout = evergreen("BT -- ST\n-- BU --")
    path, layout_path = save(tmp_path / "a.json", state), save(tmp_path / "mine.json", layout.to_json())
    document = json.loads(run(capsys, path, "--layout", layout_path, "--json"))
    assert document["players"][0]["total"] == 2 + 1
    assert main(["score", path]) == 1
    assert 'unknown layout "drawn"' in capsys.readouterr().err
    garden = evenglow(GARDEN) | {"layout": "lost"}
    run(capsys, save(tmp_path / "b.json", garden), "--layout", "evenglow-5x5")


def test_a_layout_from_the_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "store" / "layouts").mkdir(parents=True)
    mine = shipped("evenglow-5x5") | {"id": "mine"}
    save(tmp_path / "store" / "layouts" / "mine.json", mine)
    path = save(tmp_path / "a.json", evenglow(GARDEN) | {"layout": "mine"})
    assert main(["--store", str(tmp_path / "store"), "score", path]) == 0
    assert "Vines" in capsys.readouterr().out


def test_the_unseen_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for rows, words in (({"vine": 3}, "win"), ({"vine": 99}, "the Unseen wins")):
        state = evenglow(GARDEN, GARDEN) | {"variant": "solo", "unseen": {"rows": rows}}
        out = run(capsys, save(tmp_path / "a.json", state))
        assert f"The Unseen scores {sum(rows.values())}" in out
        assert words in out


def test_every_state_has_its_document_when_the_layout_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = save(tmp_path / "a.json", evenglow(GARDEN, GARDEN))
    for layout in ("evenglow-6x6", ""):
        assert main(["score", state, state, "--layout", layout, "--json"]) == 1
        out, err = capsys.readouterr()
        first, second = (json.loads(line) for line in out.splitlines())
        assert first == second
        assert first["state"] == state
        assert first["error"]["code"] == "unknown-layout"
        assert err == f"glade: {first['error']['message']}\n"


def test_points_that_nobody_noted_are_no_zero_among_the_reasons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state, layout = evergreen("BT", season=2)
    state["players"][0]["seasons"] = []
    layout_path = save(tmp_path / "layout.json", layout.to_json())
    out = run(capsys, save(tmp_path / "a.json", state), "--layout", layout_path, "--why")
    assert "  Season 1 light: ?\n" in out


def test_a_damaged_layout_in_the_store_keeps_nobody_from_scoring_on_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "store" / "layouts").mkdir(parents=True)
    (tmp_path / "store" / "layouts" / "torn.json").write_text('{"id": "torn"')
    state = save(tmp_path / "a.json", evenglow(GARDEN, GARDEN))
    assert main(["score", state, "--store", str(tmp_path / "store")]) == 0
    out, err = capsys.readouterr()
    assert "Total" in out
    assert err.startswith("glade: left out: layout torn.json: not JSON")
    assert err.count("\n") == 1
