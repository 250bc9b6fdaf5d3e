"""What stays: history, statistics that follow corrections, export and import, rematch, delete."""

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.web.phones import Phone, board_of
from web.app import create_app
from web.chart import totals_chart
from web.config import Config

LINES = (
    "vines",
    "leaves",
    "henbane",
    "henbane-bonus",
    "lions-mane",
    "mandrake",
    "elderberries",
    "potions",
    "potion-sets",
)


def play(phone: Phone, finish: bool = True, **totals: int) -> str:
    """A game entered on the plain pad, each player's points in one line."""
    game = phone.new_game(names=tuple(totals))
    for name, total in totals.items():
        type_in(phone, game, name, total)
    if finish:
        phone.post(f"{game}/finish", closed="yes")
    return game


def type_in(phone: Phone, game: str, name: str, total: int) -> None:
    document, board = board_of(phone.table(game), name)
    pad = dict.fromkeys(LINES, 0) | {"vines": total, "potion-cards": 0, "unused-potions": 0}
    body = board["body"] | {"mode": "pad", "pad": pad, "confirmed": True}
    assert phone.edit(game, document, body, board["version"]).status_code == 200


def rows(phone: Phone, name: str) -> dict[str, list[str]]:
    """The figures on a player's page, by row."""
    page = phone.get("/people", query_string={"name": name}).text
    found = re.findall(r'<th scope="row">([^<]+)</th>((?:<td>[^<]+</td>)+)', page)
    return {label: re.findall(r"<td>([^<]+)</td>", cells) for label, cells in found}


def test_only_finished_games_count_and_shared_wins_are_wins(phone: Phone) -> None:
    play(phone, Ada=40, Bo=30)
    play(phone, Ada=20, Bo=20)
    play(phone, finish=False, Ada=99, Bo=1)
    assert rows(phone, "Ada")["all"] == ["2", "2", "30.0", "40"]
    assert rows(phone, "bo")["all"] == ["2", "1", "25.0", "30"]
    assert "2 players" in rows(phone, "Ada")


def test_a_correction_of_a_finished_game_changes_places_and_statistics(phone: Phone) -> None:
    game = play(phone, Ada=40, Bo=30)
    assert rows(phone, "Bo")["all"] == ["1", "0", "30.0", "30"]
    type_in(phone, game, "Bo", 50)
    assert rows(phone, "Bo")["all"] == ["1", "1", "50.0", "50"]
    assert rows(phone, "Ada")["all"] == ["1", "0", "40.0", "40"]
    phone.send(f"{game}/undo.json")
    assert rows(phone, "Ada")["all"] == ["1", "1", "40.0", "40"]
    phone.post(f"{game}/finish", closed="no")
    assert rows(phone, "Ada") == {}


def test_a_finished_game_with_a_line_missing_does_not_distort_the_average(phone: Phone) -> None:
    game = phone.new_game(names=("Ada",))
    document, board = board_of(phone.table(game), "Ada")
    phone.edit(game, document, board["body"] | {"mode": "pad", "pad": {"vines": 3}}, 1)
    phone.post(f"{game}/finish", closed="yes")
    assert rows(phone, "Ada") == {}


def test_the_history_finds_games_by_player_game_and_module(phone: Phone) -> None:
    phone.new_game(names=("Ada", "Bo"))
    phone.new_game("evergreen", names=("Cy",), expansion=["pines"])

    def found(**query: str) -> tuple[bool, bool]:
        page = phone.get("/history", query_string=query).text.split('<ul class="list games">')[1].split("</ul>")[0]
        return "Ada" in page, "Cy" in page

    assert found() == (True, True)
    assert found(name="ADA") == (True, False)
    assert found(game="evergreen") == (False, True)
    assert found(module="pines") == (False, True)
    assert "No game yet" in phone.get("/history?name=100%25").text


def test_a_public_server_lists_only_the_games_of_the_asking_phone(config: Config) -> None:
    app = create_app(replace(config, list_games=False))
    ada, stranger = Phone(app), Phone(app)
    play(ada, Ada=4, Bo=5)
    assert "Ada" in ada.get("/history").text
    assert "Ada" not in stranger.get("/history").text
    assert rows(stranger, "Ada") == {}
    assert json.loads(stranger.get("/history/export.json").text)["games"] == []
    app.extensions["glade"].close()


def test_export_and_import_into_an_empty_server_give_the_same_game(phone: Phone, tmp_path: Path) -> None:
    game = phone.new_game("evergreen", names=("Ada", "Bo", "Cy"), expansion=["cacti"])
    document, board = board_of(phone.table(game), "Ada")
    board["body"]["board"]["planet"] = {"b3": "big-tree", "b4": "cactus"}
    phone.edit(game, document, board["body"], 1)
    phone.post(f"{game}/players/{phone.table(game)['players'][2]['id']}", action="remove")
    phone.post(f"{game}/finish", closed="yes")
    exported = phone.get(f"{game}/export.json").text
    assert game.split("/")[2] not in exported
    app = create_app(Config(store=tmp_path / "other", testing=True, rate_limits=False))
    other = Phone(app)
    answer = take_in(other, exported)
    again = answer.location
    assert other.get(f"{again}/export.json").text == exported
    assert other.get(f"{again}/sheet.json").json == phone.get(f"{game}/sheet.json").json
    assert take_in(other, exported).location.endswith("imported=0&known=1")
    assert other.get("/history").text.count("game-row") == 1
    app.extensions["glade"].close()


def take_in(phone: Phone, text: str) -> Any:
    form = {"file": (io.BytesIO(text.encode()), "game.json"), "csrf_token": phone.csrf()}
    return phone.client.post("/import", data=form)


def test_all_games_of_a_server_travel_in_one_file(phone: Phone, tmp_path: Path) -> None:
    play(phone, Ada=4, Bo=5)
    play(phone, Cy=4)
    app = create_app(Config(store=tmp_path / "other", testing=True, rate_limits=False))
    other = Phone(app)
    assert take_in(other, phone.get("/history/export.json").text).location.endswith("imported=2&known=0")
    assert json.loads(other.get("/history/export.json").text) == json.loads(phone.get("/history/export.json").text)
    assert rows(other, "Cy")["all"] == rows(phone, "Cy")["all"]
    app.extensions["glade"].close()


def test_a_file_that_is_no_game_is_refused_and_leaves_nothing(phone: Phone) -> None:
    good = json.loads(phone.get(f"{play(phone, Ada=1)}/export.json").text)
    phone.post(f"{phone.get('/').text.split('/g/')[1].split(chr(34))[0].join(['/g/', '/delete'])}")
    before = phone.get("/history/export.json").text
    twins = good | {"id": "0" * 32, "players": [good["players"][0]] * 2}
    bad: list[Any] = [[], {}, {"format": "x"}, good | {"version": 2}, good | {"id": "../x"}, good | {"extra": 1}, twins]
    bad += [good | {"id": "1" * 32, "table": {}}, good | {"id": "2" * 32, "players": []}, {"games": [good, {}]}]
    bad += [good | {"id": "3" * 32, "created_at": "yesterday"}]
    for document in bad:
        answer = take_in(phone, json.dumps(document))
        assert answer.status_code == 422, document
    assert take_in(phone, "\x00").status_code == 422
    assert phone.get("/history/export.json").text == before


def test_deleting_takes_the_game_away_and_only_the_host_can(phone: Phone, other_phone: Phone) -> None:
    game = play(phone, Ada=1)
    other_phone.get(game)
    assert other_phone.post(f"{game}/delete").status_code == 403
    assert "cannot be taken back" in phone.get(f"{game}/delete").text
    assert phone.get(game).status_code == 200
    assert phone.post(f"{game}/delete").status_code == 303
    assert phone.get(game).status_code == 404
    assert rows(phone, "Ada") == {}


def test_a_rematch_has_the_same_people_and_options_and_empty_boards(phone: Phone) -> None:
    game = phone.new_game("evergreen", names=("Ada", "Bo"), expansion=["mushrooms"])
    answer = phone.post(f"{game}/rematch")
    again = answer.location.removesuffix("/invite")
    assert again != game
    old, new = phone.get(f"{game}/state.json").json, phone.get(f"{again}/state.json").json
    assert old == new


def test_a_name_in_a_spreadsheet_is_never_a_formula_and_numbers_stay_numbers(phone: Phone) -> None:
    game = phone.new_game("evergreen", names=("=1+1", "@x", "-x", "+y"))
    document, board = board_of(phone.table(game), "-x")
    phone.edit(game, document, board["body"] | {"mode": "pad", "pad": {"fertility": -5}}, 1)
    text = phone.get(f"{game}/sheet.csv").text.lstrip("\ufeff")
    table = list(csv.reader(io.StringIO(text)))
    assert table[0] == ["", "'=1+1", "'@x", "'-x", "'+y"]
    assert ["Fertility", "", "", "-5", ""] in table
    assert table[-2][3] == "-5"


@pytest.mark.parametrize("totals", [[], [5], [5, 5, 5], [-3, 40, 12], list(range(100))])
def test_the_chart_shows_each_total_and_marks_the_best(totals: list[int]) -> None:
    chart = totals_chart(totals, "<label>")
    assert "nan" not in chart
    assert chart.count("<circle") == min(len(totals), 40)
    if totals:
        assert f"<title>{max(totals)}</title>" in chart
        assert "&lt;label&gt;" in chart


def test_the_history_names_totals_winners_and_modules_and_follows_corrections(phone: Phone) -> None:
    game = play(phone, Ada=40, Bo=42)
    phone.new_game("evergreen", names=("Cy",), expansion=["giant-trees"])

    def winner() -> list[str]:
        return re.findall(r'<span class="is-winner">(\w+)', phone.get("/history").text)

    page = phone.get("/history").text
    assert "<b>42</b>" in page
    assert "Giant Trees" in page
    assert re.search(r"\w+ \d{1,2}, 20\d\d, ", page)  # the year in full
    assert winner() == ["Bo"]
    type_in(phone, game, "Ada", 50)
    assert winner() == ["Ada"]


@pytest.mark.parametrize(
    "path",
    ["/history?name=%00", "/people?name=a%00", "/g/%00", "/g/%00/changes.json", "/history?module=%00", "/join/%00"],
)
def test_a_nul_in_an_address_is_answered(phone: Phone, path: str) -> None:
    assert phone.get(path).status_code in (200, 400, 404)


def test_a_nul_inside_a_game_is_answered(phone: Phone) -> None:
    game = phone.new_game()
    for path in ("board/%00", "photos/%00.json", "trail.json?document=%00"):
        assert phone.get(f"{game}/{path}").status_code in (200, 400, 404)
    assert phone.post(f"{game}/claim", player="\x00").status_code in (400, 404)
    assert phone.send(f"{game}/undo.json", {"document": "\x00"}).status_code in (400, 409, 422)
