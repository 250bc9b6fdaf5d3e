"""What the pages promise in their markup, and what they do with a layout or a copy that no longer fits."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from assistant.layout import parse_layout
from assistant.strict_json import Node
from tests.web.phones import Phone, board_of
from web.app import create_app
from web.config import Config
from web.copies import CopyName
from web.layouts import known_layouts


def player_of(phone: Phone, game: str) -> str:
    return str(phone.table(game)["players"][0]["id"])


def test_the_photo_page_has_a_camera_and_a_chooser(phone: Phone) -> None:
    game = phone.new_game()
    page = phone.get(f"{game}/photo/{player_of(phone, game)}").text
    inputs = re.findall(r'<input type="file"[^>]*>', page)
    assert [("capture=" in one, 'accept="image/*"' in one) for one in inputs] == [(True, True), (False, True)]


def test_every_page_of_a_game_that_is_gone_says_so(phone: Phone) -> None:
    game = phone.new_game()
    for path in ("board", "pad", "photo"):
        answer = phone.get(f"{game}/{path}/nobody")
        assert answer.status_code == 404
        assert "not in the game" in answer.text
    for path in ("", "/sheet", "/print", "/sheet.pdf", "/sheet.png", "/zone", "/fertility.json"):
        assert phone.get("/g/none" + path).status_code == 404, path


@pytest.mark.parametrize("variant", ["family", "solo"])
def test_variants_have_their_own_pads(phone: Phone, variant: str) -> None:
    game = phone.new_game(names=("Ada",), variant=variant)
    player = player_of(phone, game)
    page = phone.get(f"{game}/pad/{player}").text
    data = json.loads(re.findall(r'id="page-data">(.*?)</script>', page, re.DOTALL)[0])
    ids = [line["id"] for line in data["lines"]]
    assert ("potions" in ids) == (variant != "family")
    assert phone.get(f"{game}/board/{player}").status_code == 200
    assert phone.get(f"{game}/sheet").status_code == 200
    if variant == "solo":
        assert "The Unseen: rows still empty: 6" in phone.get(f"{game}/sheet").text
        table = phone.table(game)["documents"]["table"]
        state = table["body"]["state"] | {"unseen": {"rows": {"vine": 3, "mandrake": 8}}}
        assert phone.edit(game, "table", table["body"] | {"state": state}, table["version"]).status_code == 200
        assert "The Unseen: 11 points" in phone.get(f"{game}/sheet").text
        assert "The Unseen: rows still empty: 4" in phone.get(f"{game}/sheet").text
        rows = {"vine": 3, "mandrake": 8, "leaves": 0, "henbane": 0, "lions-mane": 0, "elderberries": 0}
        table = phone.table(game)["documents"]["table"]
        state = table["body"]["state"] | {"unseen": {"rows": rows}}
        assert phone.edit(game, "table", table["body"] | {"state": state}, table["version"]).status_code == 200
        assert "rows still empty" not in phone.get(f"{game}/sheet").text


def test_nobody_has_won_against_an_unseen_that_is_not_noted(phone: Phone) -> None:
    game = phone.new_game(names=("Ada",), variant="solo")
    player = player_of(phone, game)
    board = phone.table(game)["documents"][f"player:{player}"]
    body = board["body"] | {"confirmed": True}
    body["board"] = body["board"] | {"potions": {"undew": {"unused": 2, "used": 0}}}
    assert phone.edit(game, f"player:{player}", body, board["version"]).status_code == 200
    page = phone.get(f"{game}/sheet").text
    assert "Not final yet." in page
    assert "you win" not in page
    assert "whether this is a win is open" in page
    assert phone.get(f"{game}/sheet.json").get_json()["provisional"] is True


def test_gardens_keep_the_order_of_their_layout(phone: Phone) -> None:
    game = phone.new_game()
    page = phone.get(f"{game}/board/{player_of(phone, game)}").text
    assert page.index('"sunlight"') < page.index('"moonlight"')


def test_a_copy_with_other_spaces_does_not_fit(config: Config) -> None:
    layout = known_layouts(config.store)["evenglow-5x5"]
    assert CopyName("birch", "evenglow", layout, {}).fits(layout)
    document: Any = layout.to_json()
    for area in document["areas"].values():
        del area["spaces"]["25"]
    assert not CopyName("birch", "evenglow", parse_layout(Node(document)), {}).fits(layout)


def test_a_layout_is_saved_once_from_each_version(phone: Phone) -> None:
    page = phone.get("/layouts/evergreen-42").text
    data = json.loads(re.findall(r'id="page-data">(.*?)</script>', page, re.DOTALL)[0])
    layout = data["layout"]
    layout["verified"] = True
    headers = {"X-CSRFToken": phone.csrf(), "X-Base-Version": data["version"]}
    answer = phone.client.post("/layouts/save.json", json=layout, headers=headers)
    assert answer.status_code == 200, answer.text
    assert phone.client.post("/layouts/save.json", json=layout, headers=headers).status_code == 409
    assert "compared with a printed board" in phone.get("/layouts").text
    layout["areas"]["planet"]["spaces"]["a1"] = {"x": 1, "y": 0, "biome": "rock"}  # where b1 lies
    again = {**headers, "X-Base-Version": answer.json["version"]}
    refused = phone.client.post("/layouts/save.json", json=layout, headers=again)
    assert refused.status_code == 422
    assert refused.json["detail"] == "Planet, Space a1: It lies where space b1 is already."
    assert "same cell" in refused.json["reason"]


def test_the_sheet_warns_and_explains_where_a_board_is_odd(phone: Phone) -> None:
    game = phone.new_game(names=("Ada", "Bo"))
    document, known = board_of(phone.table(game), "Ada")
    gardens = {"sunlight": {"1": {"plant": "vine", "rotation": 0}}, "moonlight": {}}
    assert (
        phone.edit(game, document, known["body"] | {"board": {"gardens": gardens}}, known["version"]).status_code == 200
    )
    page = phone.get(f"{game}/sheet").text
    assert "do not mirror each other" in page
    assert "A lone Vine is a group of one" in page


def test_on_a_public_server_nobody_replaces_a_layout_that_others_play_on(config: Config) -> None:
    app = create_app(replace(config, list_games=False))
    phone = Phone(app)
    data = json.loads(
        re.findall(r'id="page-data">(.*?)</script>', phone.get("/layouts/evenglow-5x5").text, re.DOTALL)[0]
    )
    headers = {"X-CSRFToken": phone.csrf(), "X-Base-Version": ""}
    refused = phone.client.post("/layouts/save.json", json=data["layout"], headers=headers)
    assert (refused.status_code, refused.json["code"]) == (403, "shared-layout")
    mine = data["layout"] | {"id": "ours"}
    assert phone.client.post("/layouts/save.json", json=mine, headers=headers).status_code == 200
    app.extensions["glade"].close()
