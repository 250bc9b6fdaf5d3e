"""The score sheet that the pages show: counted boards and typed columns side by side."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from assistant.layout import shipped_layouts
from assistant.store import stored_layouts
from tests.web.phones import Phone, board_of
from web.cli import main
from web.config import Config

TYPED = {
    "vines": 5, "leaves": 8, "henbane": 4, "henbane-bonus": 2, "lions-mane": 3, "mandrake": 0, "elderberries": 4,
    "potions": 8, "potion-sets": 0,
}  # fmt: skip


def type_points(phone: Phone, game: str, name: str, pad: dict[str, Any]) -> None:
    document, known = board_of(phone.table(game), name)
    body = known["body"] | {"mode": "pad", "pad": pad, "confirmed": True}
    assert phone.edit(game, document, body, known["version"]).status_code == 200


def sheet(phone: Phone, game: str) -> dict[str, Any]:
    answer = phone.get(f"{game}/sheet.json")
    assert answer.status_code == 200, answer.text
    return dict(answer.json or {})


def test_typed_points_stand_beside_a_counted_board(phone: Phone) -> None:
    game = phone.new_game()
    document, known = board_of(phone.table(game), "Ada")
    gardens = {"sunlight": {"1": {"plant": "vine", "rotation": 0}}, "moonlight": {"1": {"plant": "henbane"}}}
    body = known["body"] | {"board": {"gardens": gardens}}
    assert phone.edit(game, document, body, known["version"]).status_code == 200
    type_points(phone, game, "Bo", TYPED)
    ada, bo = sheet(phone, game)["players"]
    assert (ada["total"], ada["place"]) == (1, 2)
    assert (bo["total"], bo["place"]) == (34, 1)
    assert [line["points"] for line in bo["lines"]] == list(TYPED.values())


def test_an_empty_line_is_not_zero_and_keeps_the_sheet_from_being_final(phone: Phone) -> None:
    game = phone.new_game()
    type_points(phone, game, "Ada", TYPED | {"mandrake": None})
    [ada, _bo] = sheet(phone, game)["players"]
    assert ada["missing"] == ["mandrake"]
    page = phone.get(f"{game}/sheet").text
    assert "Not final yet." in page
    assert "Ada: 1 line still empty" in page
    assert "wins" not in page


def test_all_zeros_can_be_typed(phone: Phone) -> None:
    game = phone.new_game()
    for name in ("Ada", "Bo"):
        type_points(phone, game, name, dict.fromkeys((*TYPED, "potion-cards", "unused-potions"), 0))
    page = phone.get(f"{game}/sheet").text
    assert "Not final yet." not in page
    assert "share the victory with 0 points" in page


def test_unused_potions_decide_a_tie_between_typed_columns_whoever_is_listed_first(phone: Phone) -> None:
    for names in (("Ada", "Bo"), ("Bo", "Ada")):
        game = phone.new_game(names=names)
        type_points(phone, game, "Ada", TYPED | {"potion-cards": 2, "unused-potions": 1})
        type_points(phone, game, "Bo", TYPED | {"potion-cards": 2, "unused-potions": 2})
        result = sheet(phone, game)
        assert result["tie"]["decided_by"] == "unused-potions"
        assert {p["name"]: p["place"] for p in result["players"]} == {"Ada": 2, "Bo": 1}
        assert "Bo wins: more unused ones." in phone.get(f"{game}/sheet").text


def test_a_board_with_spaces_to_check_is_not_final(phone: Phone) -> None:
    game = phone.new_game(names=("Ada", "Bo"))
    document, known = board_of(phone.table(game), "Ada")
    body = known["body"] | {"review": {"sunlight": ["3", "4"]}, "confirmed": True}
    assert phone.edit(game, document, body, known["version"]).status_code == 200
    assert "Ada: 2 spaces to check" in phone.get(f"{game}/sheet").text


def test_a_board_that_cannot_be_counted_shows_a_sentence_and_the_way_to_it(phone: Phone) -> None:
    game = phone.new_game("evergreen", ("Ada", "Bo"))
    document, known = board_of(phone.table(game), "Ada")
    body = known["body"] | {"board": {"planet": {"b3": "big-pine"}}}
    assert phone.edit(game, document, body, known["version"]).status_code == 200
    answer = phone.get(f"{game}/sheet")
    assert answer.status_code == 200
    assert "the module Pines is not in play" in answer.text


def test_fertility_can_be_negative_and_every_other_line_cannot(phone: Phone) -> None:
    game = phone.new_game("evergreen", ("Ada",))
    table = phone.table(game)
    state = table["documents"]["table"]
    body = state["body"] | {"state": state["body"]["state"] | {"season": 4}}
    assert phone.edit(game, "table", body, state["version"]).status_code == 200
    [player] = phone.table(game)["players"]
    page = phone.get(f"{game}/pad/{player['id']}").text
    assert page.count('"negative": true') + page.count('"negative":true') == 1


def test_names_of_many_scripts_reach_pdf_and_picture(phone: Phone) -> None:
    for names in (("Анна", "Ωμέγα"), ("张伟", "يوسف"), ("🌿🦊", "=1+1"), ("A" * 40, "Ünsal")):
        game = phone.new_game(names=names)
        pdf = phone.get(f"{game}/sheet.pdf")
        assert (pdf.status_code, pdf.data[:5]) == (200, b"%PDF-")
        picture = phone.get(f"{game}/sheet.png")
        assert (picture.status_code, picture.data[:4]) == (200, b"\x89PNG")


def test_the_reasons_in_the_pdf_name_the_garden(phone: Phone, monkeypatch: Any) -> None:
    game = phone.new_game(names=("Ada",))
    document, known = board_of(phone.table(game), "Ada")
    body = known["body"]
    body["board"]["gardens"] = {"moonlight": {space: {"plant": "mandrake"} for space in ("1", "2", "6", "7")}}
    assert phone.edit(game, document, body, known["version"]).status_code == 200
    reasons: list[tuple[str, ...]] = []
    monkeypatch.setattr("web.sheet_pdf._Page.reason", lambda _page, *reason: reasons.append(reason))
    assert phone.get(f"{game}/sheet.pdf").status_code == 200
    [(label, points, why)] = reasons
    assert (label, points) == ("Mandrake", "4")
    assert why.endswith("(1, 2, 6, 7, moonlight)")


def test_paper_says_which_line_every_point_belongs_to(phone: Phone, monkeypatch: Any) -> None:
    game = phone.new_game(names=("Ada",))
    document, known = board_of(phone.table(game), "Ada")
    body = known["body"] | {"mode": "pad", "pad": {"vines": 5, "leaves": 0, "potions": 7}}
    assert phone.edit(game, document, body, known["version"]).status_code == 200
    reasons: list[tuple[str, ...]] = []
    monkeypatch.setattr("web.sheet_pdf._Page.reason", lambda _page, *reason: reasons.append(reason))
    assert phone.get(f"{game}/sheet.pdf").status_code == 200
    assert {reason[:2] for reason in reasons} >= {("Vines", "5"), ("Potions", "7")}
    printed = phone.get(f"{game}/print").text
    assert re.search(r"Potions:\s+Typed in", printed)


def test_what_is_missing_is_printed_too(phone: Phone) -> None:
    game = phone.new_game(names=("Ada",))
    assert "Ada: not called final yet" in phone.get(f"{game}/print").text


def test_a_pdf_is_made_where_the_machine_has_no_font(phone: Phone, monkeypatch: Any) -> None:
    monkeypatch.setattr("web.sheet_pdf.font_files", lambda: None)
    monkeypatch.setattr("web.sheet_picture.font_files", lambda: None)
    game = phone.new_game(names=("Анна", "Bo"))
    assert phone.get(f"{game}/sheet.pdf").data[:5] == b"%PDF-"
    assert phone.get(f"{game}/sheet.png").data[:4] == b"\x89PNG"


def test_the_tie_breaker_by_itself(phone: Phone) -> None:
    query = "name=Ada&total=40&potions=3&unused=1&name=Bo&total=40&potions=3&unused=2&name=Cy&total=12&potions=&unused="
    assert "Bo wins: more unused ones." in phone.get(f"/tie?{query}").text
    for wrong in ("2,5", "1e3", "three"):
        answer = phone.get(f"/tie?name=Ada&total={wrong}&potions=&unused=&name=Bo&total=1&potions=&unused=")
        assert answer.status_code == 200
        assert "Type whole numbers" in answer.text


def test_names_are_text_on_every_page(phone: Phone) -> None:
    name = "<script>alert(1)</script>"
    game = phone.new_game(names=(name, "Bo"))
    [player, _bo] = phone.table(game)["players"]
    for path in ("", "/sheet", "/print", f"/board/{player['id']}", f"/pad/{player['id']}"):
        assert name not in phone.get(game + path).text, path


def test_an_empty_sheet_is_printed_for_both_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in ("evenglow", "evergreen"):
        out = tmp_path / f"{game}.pdf"
        assert main(["print", "score-sheet", game, "-o", str(out), "--players", "3"]) == 0
        assert out.read_bytes()[:5] == b"%PDF-"
    assert main(["print", "score-sheet", "-o", str(tmp_path / "no" / "folder.pdf")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_what_a_game_does_not_have_is_said_plainly(phone: Phone) -> None:
    standard, solo = phone.new_game(), phone.new_game(names=("Ada",), variant="solo")
    answer = phone.get(f"{standard}/fertility.json")
    assert (answer.status_code, answer.json["code"]) == (404, "no-fertility-zone")  # type: ignore[index]
    assert phone.get(f"{standard}/zone").status_code == 404
    assert "The Unseen" not in phone.get(f"{standard}/zone").text
    assert "The Unseen" in phone.get(f"{solo}/zone").text
    assert phone.get(f"{phone.new_game('evergreen')}/fertility.json").status_code == 200


def test_a_state_played_on_a_copys_own_board_is_scored_by_the_command_line_too(
    phone: Phone, config: Config, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = shipped_layouts()["evenglow-5x5"].to_json() | {"id": "ours"}
    for area in own["areas"].values():
        area["spaces"]["26"] = {"q": 9, "r": 9}
    copy = {"name": "ours", "game": "evenglow", "layout": own, "stems": {"vine": [0, 2, 3, 5], "leaves": [1, 4]}}
    folder = config.store / "copies" / "ours"
    folder.mkdir(parents=True)
    (folder / "copy.json").write_text(json.dumps(copy))
    game = phone.new_game(**{"copy-evenglow": "ours"})
    document, board = board_of(phone.table(game), "Ada")
    board["body"]["board"]["gardens"]["sunlight"]["26"] = {"plant": "mandrake"}
    assert phone.edit(game, document, board["body"], board["version"]).status_code == 200
    state, layout = tmp_path / "state.json", tmp_path / "layout.json"
    state.write_bytes(phone.get(f"{game}/state.json").data)
    layout.write_bytes(phone.get(f"{game}/layout.json").data)
    assert json.loads(state.read_text())["layout"] == json.loads(layout.read_text())["id"] == "ours"
    sheet = phone.get(f"{game}/sheet.json").json
    elsewhere = ["--store", str(tmp_path / "elsewhere")]
    assert main(["score", str(state), "--json", *elsewhere]) == 1
    assert "unknown layout" in capsys.readouterr().err
    for where in (["--store", str(config.store)], ["--layout", str(layout), *elsewhere]):
        assert main(["score", str(state), "--json", *where]) == 0
        told = json.loads(capsys.readouterr().out)
        assert [player["total"] for player in told["players"]] == [player["total"] for player in sheet["players"]]


def test_a_damaged_copy_keeps_nobody_from_scoring(config: Config) -> None:
    folder = config.store / "copies" / "broken"
    folder.mkdir(parents=True)
    for text in ("", "[]", "{}", '{"layout": 3}', '{"layout": {"id": "x"}}'):
        (folder / "copy.json").write_text(text)
        assert stored_layouts(config.store, lambda err: pytest.fail(err.message)) == ()
