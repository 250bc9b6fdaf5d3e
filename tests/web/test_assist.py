"""The assistant over HTTP: moves, undo to the byte, a second phone, a restart, what-if, advice, rules."""

from copy import deepcopy
from typing import Any

import pytest
from flask import Flask

from tests.boards import parse_garden
from tests.web.phones import Phone, board_of
from web.app import create_app
from web.config import Config

TRIANGLE = """
    LM LM -- -- --
      LM -- -- -- --
    -- -- -- -- --
      -- -- -- -- --
    -- -- -- -- --
"""


def standing(phone: Phone, game: str) -> dict[str, Any]:
    answer = phone.get(f"{game}/assistant/now.json")
    assert answer.status_code == 200, answer.text
    return dict(answer.json or {})


def act(phone: Phone, game: str, action: str, status: int = 200, **fields: Any) -> dict[str, Any]:
    answer = phone.send(f"{game}/assistant/act.json", {"action": action, **fields})
    assert answer.status_code == status, answer.text
    return dict(answer.json or {})


def ids(phone: Phone, game: str) -> dict[str, str]:
    return {player["name"]: player["id"] for player in standing(phone, game)["players"]}


def lay(phone: Phone, game: str, name: str, **board: Any) -> None:
    """Change some of a player's board document."""
    document, stored = board_of(phone.table(game), name)
    body = deepcopy(stored["body"])
    body["board"] |= board
    assert phone.edit(game, document, body, stored["version"]).status_code == 200


def bodies(phone: Phone, game: str) -> dict[str, Any]:
    return {name: document["body"] for name, document in phone.table(game)["documents"].items()}


def start(phone: Phone, game: str = "evenglow", **fields: Any) -> str:
    address = phone.new_game(game, **fields)
    if game == "evenglow":
        act(phone, address, "begin", first=ids(phone, address)["Bo"])
    return address


def test_a_turn_is_passed_on_and_seen_by_a_second_phone(phone: Phone, other_phone: Phone) -> None:
    game = start(phone)
    now = standing(phone, game)
    names = {player["id"]: player["name"] for player in now["players"]}
    assert names[now["turn"]["active"]] == "Bo"
    act(phone, game, "pass", turn=1)
    other_phone.get(game)
    seen = standing(other_phone, game)
    assert (names[seen["turn"]["active"]], seen["turn"]["number"], seen["turn"]["cards_in_deck"]) == ("Ada", 2, 17)


def test_two_phones_that_pass_at_once_pass_once(phone: Phone) -> None:
    game = start(phone)
    act(phone, game, "pass", turn=1)
    assert act(phone, game, "pass", 409, turn=1)["code"] == "other-turn"
    assert standing(phone, game)["turn"]["number"] == 2


def test_a_phone_that_only_looks_on_makes_no_move(phone: Phone, other_phone: Phone) -> None:
    game = start(phone)
    other_phone.get(game)
    other_phone.post(f"{game}/claim", player="")
    act(other_phone, game, "pass", 403, turn=1)


def test_a_harvest_is_due_taken_and_its_potion_used_once_a_turn(phone: Phone) -> None:
    game = start(phone)
    ada = ids(phone, game)["Ada"]
    lay(phone, game, "Ada", gardens={"sunlight": parse_garden(TRIANGLE), "moonlight": parse_garden(TRIANGLE)})
    [player, _other] = standing(phone, game)["players"]
    assert [due["garden"] for due in player["due"]] == ["sunlight", "moonlight"]
    for due in player["due"]:
        act(phone, game, "harvest", player=ada, garden=due["garden"], spaces=due["spaces"])
    again = player["due"][0]
    assert act(phone, game, "harvest", 422, player=ada, garden="sunlight", spaces=again["spaces"])["code"] == "not-due"
    [player, _other] = standing(phone, game)["players"]
    assert player["potions"][0] | {"label": ""} == {
        "id": "undew", "label": "", "points": 3, "topic": "evenglow-undew", "unused": 2, "used": 0,
    }  # fmt: skip
    assert player["warnings"] == []
    assert player["locked"] == {"sunlight": ["1", "2", "6"], "moonlight": ["1", "2", "6"]}
    act(phone, game, "use-potion", player=ada, potion="undew", turn=1)
    refused = act(phone, game, "use-potion", 422, player=ada, potion="undew", turn=1)
    assert refused["code"] == "potion-used-this-turn"
    act(phone, game, "pass", turn=1)
    act(phone, game, "use-potion", player=ada, potion="undew", turn=2)
    assert act(phone, game, "use-potion", 422, player=ada, potion="chaos", turn=2)["code"] == "no-unused-potion"


def test_a_forfeited_set_is_told_with_its_rule(phone: Phone) -> None:
    game = start(phone)
    four = parse_garden(TRIANGLE) | {"3": {"plant": "lions-mane"}}
    harvests = [{"garden": "sunlight", "spaces": ["1", "2", "6"]}]
    potions = {"undew": {"unused": 1, "used": 0}}
    lay(phone, game, "Ada", gardens={"sunlight": four, "moonlight": four}, harvests=harvests, potions=potions)
    [warning] = standing(phone, game)["players"][0]["warnings"]
    assert (warning["code"], warning["topic"]) == ("harvest-forfeited", "evenglow-forfeit")
    assert standing(phone, game)["players"][1]["warnings"] == []


def test_every_move_is_undone_to_the_byte_and_survives_a_restart(app: Flask, phone: Phone, config: Config) -> None:
    game = start(phone)
    players = ids(phone, game)
    lay(phone, game, "Ada", gardens={"sunlight": parse_garden(TRIANGLE), "moonlight": {}})
    kept = [bodies(phone, game)]
    moves: list[dict[str, Any]] = [
        {"action": "harvest", "player": players["Ada"], "garden": "sunlight", "spaces": ["1", "2", "6"]},
        {"action": "use-potion", "player": players["Ada"], "potion": "undew", "turn": 1},
        {"action": "pass", "turn": 1},
        {"action": "tick", "step": "seed", "done": True},
        {"action": "advice", "on": True},
        {"action": "pass", "turn": 2},
    ]
    for move in moves:
        assert phone.send(f"{game}/assistant/act.json", move).status_code == 200
        kept.append(bodies(phone, game))
    supply = standing(phone, game)["supply"]
    restarted = create_app(config)
    try:
        again = Phone(restarted)
        again.get(game)
        assert bodies(again, game) == kept[-1]
        assert standing(again, game)["supply"] == supply
        assert {pile["plant"]: pile["left"] for pile in supply}["lions-mane"] == 41
    finally:
        restarted.extensions["glade"].close()
    for expected in kept[-2::-1]:
        assert phone.send(f"{game}/undo.json").status_code == 200
        assert bodies(phone, game) == expected


def test_what_if_tells_the_difference_and_changes_nothing(phone: Phone) -> None:
    game = start(phone)
    ada = ids(phone, game)["Ada"]
    harvests = [{"garden": "sunlight", "spaces": ["1", "2", "6"]}]
    lay(phone, game, "Ada", gardens={"sunlight": parse_garden(TRIANGLE), "moonlight": {}}, harvests=harvests)
    before = bodies(phone, game)
    board = deepcopy(before[f"player:{ada}"]["board"])
    board["gardens"]["sunlight"]["3"] = {"plant": "lions-mane"}
    answer = phone.send(f"{game}/assistant/what-if.json", {"player": ada, "board": board})
    difference: Any = answer.json
    [line] = difference["players"][0]["lines"]
    assert (line["id"], line["points"]) == ("lions-mane", -3)
    assert [notice["code"] for notice in difference["spoils"]] == ["would-forfeit"]
    assert bodies(phone, game) == before
    board["gardens"]["sunlight"]["99"] = {"plant": "vine"}
    wrong = phone.send(f"{game}/assistant/what-if.json", {"player": ada, "board": board})
    assert (wrong.status_code, wrong.json and wrong.json["code"]) == (422, "unknown-space")


def test_nobody_gets_advice_before_the_table_switched_it_on(phone: Phone) -> None:
    game = start(phone)
    ada = ids(phone, game)["Ada"]
    lay(phone, game, "Ada", gardens={"sunlight": parse_garden(TRIANGLE), "moonlight": {}})
    question = {"player": ada, "ask": "placement", "own": ["vine", "leaves"]}
    answer = phone.send(f"{game}/assistant/advice.json", question)
    assert (answer.status_code, answer.json and answer.json["code"]) == (403, "advice-off")
    act(phone, game, "advice", on=True)
    advice: Any = phone.send(f"{game}/assistant/advice.json", question).json
    assert advice["exhaustive"]
    assert advice["suggestions"][0]["gain"] == 1, "a lone vine"
    assert {change["garden"] for change in advice["suggestions"][0]["changes"]} == {"sunlight", "moonlight"}
    for what in ("undew", "transmutation"):
        assert phone.send(f"{game}/assistant/advice.json", {"player": ada, "ask": what}).status_code == 200
    chaos = {"player": ada, "ask": "chaos", "own": ["vine", "vine"], "other": ["henbane", "leaves"]}
    assert phone.send(f"{game}/assistant/advice.json", chaos).status_code == 200
    act(phone, game, "advice", on=False)
    assert phone.send(f"{game}/assistant/advice.json", question).status_code == 403


def test_questions_and_moves_that_make_no_sense_are_refused_kindly(phone: Phone) -> None:
    game = start(phone)
    act(phone, game, "advice", on=True)
    ada, before = ids(phone, game)["Ada"], bodies(phone, game)
    questions: list[Any] = [
        {},
        [],
        {"ask": "undew"},
        {"player": ada},
        {"player": "nobody", "ask": "undew"},
        {"player": ada, "ask": "placement"},
        {"player": ada, "ask": "placement", "own": ["vine"]},
        {"player": ada, "ask": "chaos", "own": ["vine", "rose"]},
        {"player": ada, "ask": "hint"},
        {"player": ada, "ask": "card", "biome": "snow"},
    ]
    moves: list[Any] = [
        {},
        [1],
        {"action": "fly"},
        {"action": ["pass"]},
        {"action": "pass"},
        {"action": "pass", "turn": "1"},
        {"action": "tick", "step": "x", "done": True},
        {"action": "begin", "first": "nobody"},
        {"action": "advice", "on": 1},
    ]
    for address, documents in (("advice.json", questions), ("act.json", moves)):
        for document in documents:
            answer = phone.send(f"{game}/assistant/{address}", document)
            assert answer.status_code == 422, document
            assert answer.json
            assert answer.json["detail"]
    assert bodies(phone, game) == before


MODULES = ["pines", "mushrooms", "cacti", "giant-trees"]


def test_a_season_of_evergreen_from_set_up_to_booking(phone: Phone) -> None:
    game = phone.new_game("evergreen", expansion=MODULES)
    now = standing(phone, game)
    assert [power["module"] for power in now["powers"]] == ["pines", "cacti", "giant-trees", "mushrooms"]
    replaced = {power["module"]: power["replaces"] for power in now["powers"]}
    act(phone, game, "powers", 422, replaced=replaced | {"pines": replaced["cacti"]})
    act(phone, game, "powers", replaced=replaced | {"pines": "bud"})
    for biome, card in (("snow", {"icons": 3}), ("rock", {"duplicate": True}), ("wheat", {"negative": 2})):
        act(phone, game, "reveal", card={"biome": biome, "card": card})
    opening = standing(phone, game)["opening"]
    assert (opening["icons"], opening["missing"], opening["shuffle_back"]) == (5, 0, 1)
    players = ids(phone, game)
    act(phone, game, "start-points", order=[players["Bo"], players["Ada"]])
    act(phone, game, "begin")
    act(phone, game, "lay", biome="snow", card={"skull": True})
    values = {entry["biome"]: entry["value"] for entry in standing(phone, game)["biomes"]}
    assert (values["snow"], values["wheat"]) == (0, -2)
    for number in range(1, 6):
        act(phone, game, "book", 422, season=1)
        act(phone, game, "end-round", season=1, round=number)
    assert act(phone, game, "end-round", 409, season=1, round=4)["code"] == "other-round"
    lay(phone, game, "Ada", planet={"b1": "big-tree", "b2": "small-pine", "b3": "single-mushroom"})
    season: Any = phone.get(f"{game}/assistant/season/{players['Ada']}.json").json
    assert [step["id"] for step in season["steps"]] == ["pines", "cacti", "light", "mushrooms", "forest", "book", "sun"]
    assert season["steps"][0]["casters"] == {"b2": ["b1"]}
    assert (season["light"], season["forest"]) == (2 + 2, 2)
    act(phone, game, "check", player=players["Ada"], step="pines", done=True)
    act(phone, game, "correct", player=players["Ada"], step="light", spaces=[])
    row = standing(phone, game)["players"][0]["season"]
    assert row == {"light": 3, "forest": 2, "is_corrected": True, "is_typed": False, "checked": 1, "steps": 7}
    act(phone, game, "correct", player=players["Ada"], step="light", spaces=None)
    before = bodies(phone, game)
    act(phone, game, "book", season=1)
    after = bodies(phone, game)
    board = after[f"player:{players['Ada']}"]["board"]
    assert board["seasons"] == [{"light": 4, "forest": 2}]
    assert board["planet"] == {"b1": "big-tree", "b2": "big-pine", "b3": "double-mushroom"}
    assert board["points"] == {"start": 1}
    assert (after["table"]["state"]["season"], after["table"]["state"]["sun"]) == (2, "right")
    assert act(phone, game, "book", 409, season=1)["code"] == "other-season"
    phone.send(f"{game}/undo.json")
    assert bodies(phone, game) == before, "booking is one change for all"


def test_a_table_that_counts_no_rounds_ends_its_seasons_all_the_same(phone: Phone) -> None:
    game = phone.new_game("evergreen")
    lay(phone, game, "Ada", planet={"b1": "big-tree"})
    act(phone, game, "book", 422, season=1)
    act(phone, game, "book", season=1, early=True)
    assert bodies(phone, game)["table"]["state"]["season"] == 2
    document, stored = "table", phone.table(game)["documents"]["table"]
    body = deepcopy(stored["body"])
    body["state"]["season"], body["tracker"]["round"] = 4, 5
    assert phone.edit(game, document, body, stored["version"]).status_code == 200
    now = standing(phone, game)
    assert (now["round"], now["rounds"]) == (2, 2)
    act(phone, game, "end-round", season=4, round=2)
    assert standing(phone, game)["phase"] == "season-end"


def test_the_last_season_with_a_correction_is_booked_as_typed_points(phone: Phone) -> None:
    game = phone.new_game("evergreen")
    ada = ids(phone, game)["Ada"]
    act(phone, game, "begin")
    for season, rounds in ((1, 5), (2, 4), (3, 3), (4, 2)):
        lay(phone, game, "Ada", planet={"b1": "big-tree", "b2": "small-tree"})
        for number in range(1, rounds + 1):
            act(phone, game, "end-round", season=season, round=number)
        if season == 4:
            act(phone, game, "correct", player=ada, step="light", spaces=[])
        act(phone, game, "book", season=season)
    assert standing(phone, game)["phase"] == "over"
    body = bodies(phone, game)[f"player:{ada}"]
    assert body["mode"] == "pad"
    assert (body["pad"]["season-4-light"], body["pad"]["season-1-light"]) == (3, 2)
    sheet: Any = phone.get(f"{game}/sheet.json").json
    lines = {line["id"]: line["points"] for line in sheet["players"][0]["lines"]}
    assert lines["season-4-light"] == 3


def test_advice_for_evergreen_knows_the_powers_in_play(phone: Phone) -> None:
    game = phone.new_game("evergreen", expansion=["mushrooms"])
    ada = ids(phone, game)["Ada"]
    lay(phone, game, "Ada", planet={"b1": "big-tree", "b2": "sprout"})
    act(phone, game, "advice", on=True)
    ask = f"{game}/assistant/advice.json"
    best: Any = phone.send(ask, {"player": ada, "ask": "growth", "horizon": "game"}).json
    assert best["suggestions"][0]["changes"] == [{"space": "b2", "piece": "small-tree"}]
    mushrooms = phone.send(ask, {"player": ada, "ask": "plant-mushroom"})
    assert mushrooms.status_code == 200
    assert phone.send(ask, {"player": ada, "ask": "plant-cactus", "biome": "snow"}).status_code == 422
    assert phone.send(ask, {"player": ada, "ask": "card"}).status_code == 422


def test_a_board_that_cannot_be_understood_is_named_and_the_page_stays(phone: Phone) -> None:
    game = start(phone)
    lay(phone, game, "Ada", gardens={"sunlight": {"7": {"plant": "vine"}}, "moonlight": {}})
    now = standing(phone, game)
    assert "rotation" in now["problem"]
    assert phone.get(f"{game}/assistant").status_code == 200


@pytest.mark.parametrize("game", ["evenglow", "evergreen"])
def test_every_page_of_the_assistant_opens(phone: Phone, game: str) -> None:
    address = phone.new_game(game)
    ada = ids(phone, address)["Ada"]
    pages = ["", f"/what-if/{ada}"] + ([f"/season/{ada}"] if game == "evergreen" else [])
    for page in pages:
        assert phone.get(f"{address}/assistant{page}").status_code == 200
    assert phone.get(f"{address}/assistant/what-if/nobody").status_code == 404
    assert "assistant" in phone.get(address).text


def test_rules_are_found_by_search_by_line_and_by_warning(phone: Phone) -> None:
    assert "Essence of Undew" in phone.get("/rules?q=undew").text
    assert "No rule holds" in phone.get("/rules?q=zeppelin").text
    assert phone.get("/rules/for/evergreen?line=season-2-forest").location.startswith("/rules/evergreen-forest")
    assert phone.get("/rules/for/evenglow?warning=harvest-forfeited").location.startswith("/rules/evenglow-forfeit")
    assert phone.get("/rules/for/evenglow?line=nonsense").location.startswith("/rules?game=evenglow")
    page = phone.get("/rules/evenglow-henbane?back=/g/abc/sheet")
    assert "Exactly two Henbane Flowers" in page.text
    assert 'href="/g/abc/sheet"' in page.text
    assert phone.get("/rules/nothing").status_code == 404
    german = phone.get("/rules/evenglow-henbane", headers={"Accept-Language": "de"})
    assert "Bilsenkraut" in german.text


@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example", "/g/\\evil", "javascript:alert(1)", "/g/x y"]
)
def test_the_way_back_leads_only_into_games_of_this_server(phone: Phone, back: str) -> None:
    page = phone.get("/rules/evenglow-henbane", query_string={"back": back})
    assert back not in page.text
    assert "Back to the game" not in page.text
