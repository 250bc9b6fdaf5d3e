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
    other_phone.claim(game, "Bo")
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
    sheet, counted = phone.get(f"{address}/sheet.json").json, score_document(state)
    for key, value in counted.items():
        if key != "players":
            assert sheet[key] == value
    for shown, player in zip(sheet["players"], counted["players"], strict=True):
        assert {key: shown[key] for key in player} == player
    assert sheet["provisional"] is True


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
    in_german = {"If-None-Match": tag, "Accept-Language": "de"}  # sentences of readings are another answer then
    assert phone.get(f"{game}/changes.json", headers=in_german).status_code == 200
    document, board = board_of(phone.table(game), "Ada")
    revision = phone.table(game)["revision"]
    phone.edit(game, document, board["body"] | {"confirmed": True}, 1)
    news = phone.get(f"{game}/changes.json?since={revision}", headers={"If-None-Match": tag})
    assert news.status_code == 200
    assert list(news.json["documents"]) == [document]


def test_typed_and_counted_columns_are_ranked_together_and_0_is_not_nothing(phone: Phone) -> None:
    game = phone.new_game(names=("Ada", "Bo"))
    (ada, ada_board), (bo, bo_board) = (board_of(phone.table(game), name) for name in ("Ada", "Bo"))
    ada_board["body"]["board"]["potions"] = {"undew": {"unused": 1, "used": 1}}
    phone.edit(game, ada, ada_board["body"] | {"confirmed": True}, 1)
    lines = {"vines": "6", "leaves": 0, "henbane": "\u0660", "henbane-bonus": 0, "lions-mane": None}
    answer = phone.edit(game, bo, bo_board["body"] | {"mode": "pad", "pad": lines, "confirmed": True}, 1)
    assert answer.json["documents"][bo]["body"]["pad"]["vines"] == 6
    sheet = phone.get(f"{game}/sheet.json").json
    column = sheet["players"][1]
    assert (column["total"], column["source"]) == (6, "pad")
    assert column["missing"] == ["lions-mane", "mandrake", "elderberries", "potions", "potion-sets"]
    assert sheet["provisional"] is True
    assert sheet["tie"] is None
    assert sheet["warnings"][-1]["code"] == "tie-open"
    full = dict.fromkeys(
        ["leaves", "henbane", "henbane-bonus", "lions-mane", "mandrake", "elderberries", "potion-sets"], 0
    )
    full |= {"vines": 3, "potions": 3, "potion-cards": 1, "unused-potions": 1}
    phone.edit(game, bo, bo_board["body"] | {"mode": "pad", "pad": full, "confirmed": True}, 2)
    sheet = phone.get(f"{game}/sheet.json").json
    assert sheet["provisional"] is False
    assert sheet["tie"] == {"players": ["Ada", "Bo"], "decided_by": "potions"}
    assert [player["place"] for player in sheet["players"]] == [1, 2]


def test_all_zeros_is_a_finished_column(phone: Phone) -> None:
    game = phone.new_game("evergreen", names=("Ada",))
    document, board = board_of(phone.table(game), "Ada")
    zeros = {"start": 0, "buds": 0, "season-1-light": 0, "season-1-forest": 0}
    phone.edit(game, document, board["body"] | {"mode": "pad", "pad": zeros, "confirmed": True}, 1)
    sheet = phone.get(f"{game}/sheet.json").json
    assert (sheet["players"][0]["total"], sheet["players"][0]["missing"], sheet["provisional"]) == (0, [], False)


@pytest.mark.parametrize("typed", ["2,5", "1e3", "-5", "1 000", 1000, 2.0, True, "abc", [1]])
def test_what_is_no_number_of_points_is_answered_with_a_sentence(phone: Phone, typed: object) -> None:
    game = phone.new_game()
    document, board = board_of(phone.table(game), "Ada")
    answer = phone.edit(game, document, board["body"] | {"mode": "pad", "pad": {"vines": typed}}, 1)
    assert answer.status_code == 422, answer.text
    assert answer.json["detail"].startswith("Vines: ")
    assert answer.json["reason"].startswith("pad.vines: ")


def test_fertility_may_be_negative_with_any_minus_sign(phone: Phone) -> None:
    game = phone.new_game("evergreen", names=("Ada",))
    document, board = board_of(phone.table(game), "Ada")
    for version, minus in enumerate(("-", "\u2212", "\u2013"), start=1):
        pad = {"fertility": f"{minus}5", "start": version}
        answer = phone.edit(game, document, board["body"] | {"mode": "pad", "pad": pad}, version)
        assert answer.json["documents"][document]["body"]["pad"]["fertility"] == -5
