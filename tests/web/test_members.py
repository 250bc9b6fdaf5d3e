"""What each phone of a game may do: every row of the table in docs/web.md, at every address that changes something."""

import pytest
from flask import Flask

from tests.web.phones import Phone, board_of
from web.documents import player_document

WRITING = {
    "edits.edit": "edits.json",
    "edits.undo": "undo.json",
    "edits.redo": "redo.json",
    "assist.act": "assistant/act.json",
    "photos.upload": "photos",
    "photos.read_again": "photos/none/read.json",
    "photos.delete": "photos/none/delete",
    "table.add_player": "players",
    "table.change_player": "players/none",
    "table.finish": "finish",
    "history.rematch": "rematch",
    "teach.learn_from_board": "learn/none",
    "teach.forget_board": "forget/none",
}
BODIES = {"edits.json": {"changes": []}, "assistant/act.json": {"action": "pass"}}
HOST_ONLY = {"table.lock": "lock", "history.delete": "delete"}
READING = ("", "/changes.json", "/state.json", "/sheet.json", "/sheet", "/trail.json", "/invite", "/export.json")
OTHERWISE = {
    "table.claim",  # how a phone says who it is; refused in a locked game
    "table.host",  # needs the host's secret
    "assist.what_if_answer",  # these two answer a question and change nothing
    "assist.advice_answer",
}


def test_no_address_that_changes_a_game_is_forgotten_here(app: Flask) -> None:
    changing = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/g/") and rule.methods and "POST" in rule.methods
    }
    assert changing == {*WRITING, *HOST_ONLY, *OTHERWISE}


def refusals(phone: Phone, game: str) -> set[str]:
    """Why this phone is refused, at each writing address."""
    codes = set()
    for address in WRITING.values():
        answer = phone.send(f"{game}/{address}", BODIES.get(address))
        assert answer.status_code == 403, f"{address}: {answer.status_code}"
        codes.add(answer.json["code"])
    return codes


def reads(phone: Phone, game: str) -> set[int]:
    return {phone.get(f"{game}{path}").status_code for path in READING}


def writes(phone: Phone, game: str, name: str = "Ada") -> str:
    """Change a board; returns how the trail calls this phone."""
    document, board = board_of(phone.table(game), name)
    body = board["body"] | {"confirmed": not board["body"]["confirmed"]}
    assert phone.edit(game, document, body, board["version"]).status_code == 200
    return str(phone.get(f"{game}/trail.json").json[0]["by"])


def test_the_host_changes_everything_and_locks_and_deletes(phone: Phone) -> None:
    game = phone.new_game()
    assert writes(phone, game) == "the host"
    phone.claim(game, "Bo")
    assert writes(phone, game, "Ada") == "Bo"
    phone.claim(game)
    assert writes(phone, game) == "the host", "a host who looks on may still change things"
    assert phone.post(f"{game}/lock", locked="yes").status_code == 303
    assert writes(phone, game) == "the host"
    assert phone.post(f"{game}/delete").status_code == 303


@pytest.mark.parametrize("is_locked", [False, True])
def test_who_plays_or_helps_changes_every_board_and_the_trail_says_who(phone: Phone, app: Flask, is_locked) -> None:
    game = phone.new_game()
    player, helper = Phone(app), Phone(app)
    player.claim(game, "Bo")
    helper.claim(game, helps="yes")
    if is_locked:
        phone.post(f"{game}/lock", locked="yes")
    assert writes(player, game, "Bo") == writes(player, game, "Ada") == "Bo"
    assert writes(helper, game, "Ada") == "somebody who helps"
    for address in HOST_ONLY.values():
        answer = player.send(f"{game}/{address}")
        assert (answer.status_code, answer.json["code"]) == (403, "host-only")


def test_a_phone_that_has_not_said_who_it_is_reads_and_is_asked_at_its_first_change(phone: Phone, app: Flask) -> None:
    game = phone.new_game()
    newcomer, by_address = Phone(app), Phone(app)
    newcomer.get(game)  # has seen the table; the other one comes straight to an address
    for one in (newcomer, by_address):
        assert reads(one, game) == {200}
        assert refusals(one, game) == {"who-are-you"}
    answer = newcomer.send(f"{game}/undo.json").json
    assert [(player["name"], player["has_phone"]) for player in answer["players"]] == [("Ada", False), ("Bo", False)]
    page = newcomer.post(f"{game}/finish", closed="yes")
    assert "Say first who you are" in page.text
    assert f'href="{game}"' in page.text
    said = newcomer.send(f"{game}/claim?")  # as the pages do; nothing chosen means looking on
    assert said.json == {"looks_on": True}
    newcomer.claim(game, "Bo")
    assert writes(newcomer, game) == "Bo"


def test_who_looks_on_reads_and_changes_nothing_but_may_choose_a_player(phone: Phone, other_phone: Phone) -> None:
    game = phone.new_game()
    other_phone.claim(game)
    assert reads(other_phone, game) == {200}
    assert refusals(other_phone, game) == {"looking-on"}
    other_phone.claim(game, "Bo")
    assert writes(other_phone, game) == "Bo"


def test_whose_player_was_taken_over_is_asked_again(phone: Phone, app: Flask) -> None:
    game = phone.new_game()
    old, new = Phone(app), Phone(app)
    old.claim(game, "Bo")
    new.claim(game, "Bo", take_over="yes")
    assert writes(new, game) == "Bo"
    assert refusals(old, game) == {"who-are-you"}


def test_in_a_locked_game_nobody_becomes_more_than_they_were(phone: Phone, app: Flask) -> None:
    game = phone.new_game()
    undecided, looker, late = Phone(app), Phone(app), Phone(app)
    undecided.get(game)
    looker.claim(game)
    phone.post(f"{game}/lock", locked="yes")
    for one, codes in ((undecided, {"locked"}), (looker, {"looking-on"})):
        assert reads(one, game) == {200}
        assert refusals(one, game) == codes
        bo = one.table(game)["players"][1]["id"]
        for form in ({"player": bo}, {"helps": "yes"}):
            assert one.post(f"{game}/claim", **form).status_code == 403
        assert "I help" not in one.get(game).text
    assert reads(late, game) == {403}
    assert refusals(late, game) == {"locked"}
    assert late.post(f"{game}/claim", helps="yes").status_code == 403


def test_a_game_on_one_phone_is_its_hosts_and_others_are_asked(phone: Phone, other_phone: Phone) -> None:
    game = phone.post("/new", game="evenglow", name=["Ada"], phones="one").location
    assert "Who are you?" not in phone.get(game).text
    assert writes(phone, game) == "the host"
    assert "Who are you?" in other_phone.get(game).text
    assert refusals(other_phone, game) == {"who-are-you"}


def test_an_edit_reaches_no_document_of_another_game(phone: Phone) -> None:
    game, other = phone.new_game(), phone.new_game()
    theirs = phone.table(other)["players"][0]["id"]
    answer = phone.edit(game, player_document(theirs), {}, 1)
    assert answer.status_code in (404, 422)
    for page in ("board", "pad", "photo"):
        assert phone.get(f"{game}/{page}/{theirs}").status_code == 404
    assert phone.post(f"{game}/players/{theirs}", action="remove").status_code == 404
    assert phone.post(f"{game}/claim", player=theirs).status_code == 404
