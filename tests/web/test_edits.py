"""The shared table: versioned changes, conflicts, undo to the byte, and the sheet that `glade score` gives."""

import json

import pytest

from assistant.scoring import score_document
from tests.web.phones import Phone, board_of


def test_a_change_is_seen_by_the_other_phone(phone: Phone, other_phone: Phone) -> None:
    game = phone.new_game()
    document, board = board_of(phone.table(game), "Ada")
    board["body"]["board"]["gardens"]["sunlight"]["7"] = {"plant": "henbane"}
    assert phone.edit(game, document, board["body"], board["version"]).status_code == 200
    other_phone.get(game)
    assert board_of(other_phone.table(game), "Ada")[1]["body"] == board["body"]
    state = other_phone.get(f"{game}/state.json").json
    assert state["players"][0]["gardens"]["sunlight"] == {"7": {"plant": "henbane"}}


def test_the_later_of_two_changes_is_told_and_loses_nothing(phone: Phone, other_phone: Phone) -> None:
    game = phone.new_game()
    other_phone.get(game)
    table = phone.table(game)
    phone.post(f"{game}/claim", player=table["players"][0]["id"])
    document, board = board_of(table, "Ada")
    first, second = json.loads(json.dumps([board["body"]] * 2))
    first["board"]["gardens"]["sunlight"]["1"] = {"plant": "mandrake"}
    second["board"]["gardens"]["sunlight"]["2"] = {"plant": "mandrake"}
    assert phone.edit(game, document, first, board["version"]).status_code == 200
    answer = other_phone.edit(game, document, second, board["version"])
    assert answer.status_code == 409
    assert answer.json["code"] == "newer-version"
    assert answer.json["current"]["body"] == first
    assert answer.json["current"]["changed_by"] == "Ada"


def test_changes_of_several_documents_are_written_together_or_not_at_all(phone: Phone) -> None:
    game = phone.new_game()
    table = phone.table(game)
    (ada, ada_board), (bo, bo_board) = board_of(table, "Ada"), board_of(table, "Bo")
    changes = [
        {"document": ada, "base": ada_board["version"], "body": ada_board["body"] | {"confirmed": True}},
        {"document": bo, "base": bo_board["version"] + 1, "body": bo_board["body"] | {"confirmed": True}},
    ]
    assert phone.send(f"{game}/edits.json", {"changes": changes}).status_code == 409
    assert phone.table(game)["documents"] == table["documents"]
    changes[1]["base"] -= 1
    assert phone.send(f"{game}/edits.json", {"changes": changes}).status_code == 200
    assert phone.send(f"{game}/undo.json", {"document": ada}).status_code == 200
    assert [board_of(phone.table(game), name)[1]["body"]["confirmed"] for name in ("Ada", "Bo")] == [False, False]


def test_n_undos_restore_n_edits_to_the_byte_and_n_redos_bring_them_back(phone: Phone) -> None:
    game = phone.new_game()
    texts = []
    for number in range(6):
        document, board = board_of(phone.table(game), "Bo")
        texts.append(json.dumps(board["body"]))
        board["body"]["board"]["gardens"]["moonlight"][str(9 - number)] = {"plant": "vine", "rotation": number}
        assert phone.edit(game, document, board["body"], board["version"]).status_code == 200
    texts.append(json.dumps(board_of(phone.table(game), "Bo")[1]["body"]))
    for text in reversed(texts[:-1]):
        assert phone.send(f"{game}/undo.json", {"document": document}).status_code == 200
        assert json.dumps(board_of(phone.table(game), "Bo")[1]["body"]) == text
    assert phone.send(f"{game}/undo.json").json["code"] == "nothing-to-undo"
    for text in texts[1:]:
        assert phone.send(f"{game}/redo.json").status_code == 200
        assert json.dumps(board_of(phone.table(game), "Bo")[1]["body"]) == text
    assert phone.send(f"{game}/redo.json").json["code"] == "nothing-to-redo"


def test_a_new_change_ends_what_could_be_redone(phone: Phone) -> None:
    game = phone.new_game()
    document, board = board_of(phone.table(game), "Ada")
    phone.edit(game, document, board["body"] | {"confirmed": True}, 1)
    phone.send(f"{game}/undo.json")
    phone.edit(game, document, board["body"] | {"mode": "pad"}, 3)
    assert phone.send(f"{game}/redo.json").json["code"] == "nothing-to-redo"
    assert [entry["state"] for entry in phone.get(f"{game}/trail.json").json] == ["applied", "dropped"]


@pytest.mark.parametrize("game", ["evenglow", "evergreen"])
def test_the_sheet_is_what_the_engine_counts_for_the_exported_state(phone: Phone, game: str) -> None:
    address = phone.new_game(game, expansion=["pines"])
    document, board = board_of(phone.table(address), "Ada")
    if game == "evenglow":
        board["body"]["board"]["gardens"]["sunlight"] = {
            "7": {"plant": "vine", "rotation": 0},
            "8": {"plant": "henbane"},
        }
    else:
        board["body"]["board"]["planet"] = {"b3": "big-tree", "b4": "small-pine"}
    phone.edit(address, document, board["body"], board["version"])
    state = phone.get(f"{address}/state.json").json
    assert phone.get(f"{address}/sheet.json").json == score_document(state)


def test_a_change_with_another_shape_is_refused_in_words(phone: Phone) -> None:
    game = phone.new_game()
    document, board = board_of(phone.table(game), "Ada")
    for body in ({}, board["body"] | {"extra": 1}, board["body"] | {"confirmed": "yes"}, board["body"] | {"board": []}):
        answer = phone.edit(game, document, body, 1)
        assert answer.status_code == 422, answer.text
        assert answer.json["detail"]
    for junk in (b"", b"{", b"[]", b'{"changes": 3}', b'{"changes": [{"document": "table"}]}', b"\xff"):
        answer = phone.client.post(
            f"{game}/edits.json", data=junk, headers={"X-CSRFToken": phone.csrf(), "X-Requested-With": "fetch"}
        )
        assert answer.status_code == 422, answer.text


def test_polling_answers_not_modified_until_something_changes(phone: Phone) -> None:
    game = phone.new_game()
    tag = phone.get(f"{game}/changes.json").headers["ETag"]
    assert phone.get(f"{game}/changes.json", headers={"If-None-Match": tag}).status_code == 304
    document, board = board_of(phone.table(game), "Ada")
    revision = phone.table(game)["revision"]
    phone.edit(game, document, board["body"] | {"confirmed": True}, 1)
    news = phone.get(f"{game}/changes.json?since={revision}", headers={"If-None-Match": tag})
    assert news.status_code == 200
    assert list(news.json["documents"]) == [document]
