"""Whatever a program writes into a document, every page and answer of the game is a page or a sentence, never a 500."""

import random
from typing import Any

import pytest
from flask import Flask

from assistant.player_names import folded_name
from tests.web.phones import Phone, board_of
from web.models import Player

JUNK: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    3,
    10**30,
    1.5,
    "",
    "x",
    "7",
    "vine",
    "top",
    [],
    [1],
    {},
    {"a": 1},
    [{}],
    "\u202e\x00",
)


def mutated(value: Any, generator: random.Random) -> Any:
    """The document with one thing in it replaced, taken out or added."""
    if isinstance(value, dict) and value and generator.random() < 0.85:
        key = generator.choice(list(value))
        return {**value, key: mutated(value[key], generator)}
    if isinstance(value, list) and value and generator.random() < 0.85:
        index = generator.randrange(len(value))
        return [*value[:index], mutated(value[index], generator), *value[index + 1 :]]
    if isinstance(value, dict) and generator.random() < 0.4:
        return {**value, generator.choice(["1", "b3", "vine", "plant", "x"]): generator.choice(JUNK)}
    return generator.choice(JUNK)


BOARDS = {
    "evenglow": {
        "gardens": {"sunlight": {"7": {"plant": "vine", "rotation": 2}}, "moonlight": {"8": {"plant": "henbane"}}},
        "harvests": [{"garden": "sunlight", "spaces": ["3", "4", "9"]}],
        "potions": {"undew": {"unused": 1, "used": 0}},
    },
    "evergreen": {
        "planet": {"b3": "big-tree", "b4": "sprout"},
        "points": {"start": 0, "buds": 4},
        "seasons": [{"light": 7, "forest": 5}],
    },
}


def addresses(app: Flask, game: str, player: str) -> list[str]:
    """Every address of a game that can be looked at."""
    found = []
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or "token" not in rule.arguments or rule.endpoint == "live.stream":
            continue
        if rule.arguments <= {"token", "player_id"}:
            path = rule.rule.replace("<token>", game.split("/")[2]).replace("<player_id>", player)
            found.append(path)
    return found


@pytest.mark.parametrize("kind", ["evenglow", "evergreen"])
def test_no_document_makes_a_page_stumble(
    app: Flask, phone: Phone, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    generator = random.Random(kind)
    game = phone.new_game(kind, names=("Ada", "Bo"))
    token = phone.csrf()
    headers = {"X-CSRFToken": token, "X-Requested-With": "fetch"}
    player = phone.table(game)["players"][0]["id"]
    paths = addresses(app, game, player)
    assert len(paths) > 10
    accepted = 0
    for round_number in range(40):
        table = phone.table(game)
        name, document = board_of(table, "Ada") if generator.random() < 0.7 else ("table", table["documents"]["table"])
        good = document["body"] | ({"board": BOARDS[kind]} if name != "table" else {})
        body = mutated(good, generator)
        change = {"document": name, "base": document["version"], "body": body}
        answer = phone.client.post(f"{game}/edits.json", json={"changes": [change]}, headers=headers)
        assert answer.status_code in (200, 422), (body, answer.text)
        accepted += answer.status_code == 200
        for path in generator.sample(paths, 3) if round_number % 20 else paths:
            status = phone.get(path).status_code
            assert status < 500, (path, body, caplog.text[-3000:])
        if answer.status_code == 200:
            undone = phone.client.post(f"{game}/undo.json", json={}, headers=headers)
            assert undone.status_code in (200, 409)  # an equal body was no change
    assert 0 < accepted < 40  # some are refused with a sentence, some are boards to be mended on their page


@pytest.mark.parametrize("number", ["99999999999999999999999", "-99999999999999999999999"])
def test_a_number_in_an_address_may_be_of_any_size(phone: Phone, number: str) -> None:
    game = phone.new_game()
    for path in (f"/history?page={number}", f"{game}/changes.json?since={number}", f"{game}/invite?address={number}"):
        assert phone.get(path).status_code == 200, path


def test_a_host_link_with_a_letter_that_no_secret_has_is_refused(phone: Phone) -> None:
    assert phone.post(f"{phone.new_game()}/host/%C3%B6").status_code == 403


def test_half_a_character_is_refused_and_not_stored(phone: Phone) -> None:
    game = phone.new_game()
    table = phone.table(game)["documents"]["table"]
    answer = phone.edit(game, "table", table["body"] | {"tracker": {"\ud800": ["\udfff"]}}, table["version"])
    assert (answer.status_code, answer.json["code"]) == (422, "wrong-shape")


@pytest.mark.parametrize(
    "name", ["\U0001f9d9\u200d\u2640\ufe0f Eva", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"]
)
def test_names_may_hold_the_joiners_that_emoji_and_persian_are_written_with(phone: Phone, name: str) -> None:
    game = phone.new_game(names=(name,))
    assert name in phone.get(f"{game}/sheet").text
    for path in ("sheet.pdf", "sheet.png", "sheet.csv", "print", "export.json", "state.json", "sheet.json"):
        assert phone.get(f"{game}/{path}").status_code == 200, path


@pytest.mark.parametrize("name", ["\u200d", "Ada\u202eaB", "Ada\x07"])
def test_names_that_show_nothing_or_turn_the_line_around_are_refused(phone: Phone, name: str) -> None:
    assert phone.post("/new", game="evenglow", name=[name]).status_code == 422


def test_a_name_whose_letters_are_spelt_out_fits_the_database(phone: Phone) -> None:
    name = "\ufdfa" * 40  # each is 18 letters in the form in which names are compared
    assert len(folded_name(name)) <= Player.__table__.c.folded_name.type.length
    game = phone.new_game(names=(name,))
    assert name in phone.get(f"{game}/sheet").text
