"""Copies learn from boards that people confirmed, whichever way they were taught, and only from such."""

import copy
import io
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import SAMPLES
from tests.web.phones import Phone, board_of
from tests.web.test_teaching import Taker
from vision.material import learn_and_keep
from web import documents, games, teaching
from web.app import create_app
from web.config import Config
from web.models import Photo
from web.photos import work
from web.photos.sandbox import Refused, Sandbox
from web.readings import document_from

pytestmark = pytest.mark.xdist_group("photos")

NEW = "mandrake"
"""The plant that the copy of these tests was not taught."""


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the sample copy, taught from files that say nothing of one plant."""
    folder = tmp_path_factory.mktemp("taught") / "evenglow"
    shutil.copytree(SAMPLES / "evenglow", folder)
    lesson = json.loads((folder / "teach.json").read_text())
    for sample in lesson["samples"]:
        for area, spaces in sample["areas"].items():
            sample["areas"][area] = {space: tile for space, tile in spaces.items() if tile["plant"] != NEW}
    (folder / "teach.json").write_text(json.dumps(lesson))
    store = folder.parent / "store"
    learn_and_keep(store, folder / "teach.json")
    shutil.rmtree(folder)  # whoever taught it may tidy up
    return store


@pytest.fixture
def app(config: Config, taught: Path) -> Iterator[Flask]:
    shutil.copytree(taught, config.store)
    app = create_app(config)
    shared = app.extensions["glade"]
    shared.intake = shared.readers = shared.teachers = shared.jobs._readers = Taker()
    shared.jobs.huey.immediate = True
    yield app
    shared.intake = shared.readers = shared.teachers = Sandbox(0)
    shared.close()


def photographed(phone: Phone, board: str = "002") -> tuple[str, str, dict[str, Any]]:
    """A game with a photograph of Ada's board; its address, the photo's id and its reading."""
    game = phone.new_game(**{"copy-evenglow": "birch"})
    phone.claim(game, "Ada")
    table = phone.table(game)
    document, _known = board_of(table, "Ada")
    data = (SAMPLES / "evenglow" / "boards" / f"{board}.jpg").read_bytes()
    form = {"photo": (io.BytesIO(data), "a.jpg"), "player": document.removeprefix("player:"), "copy": "birch"}
    answer = phone.client.post(
        f"{game}/photos", data={**form, "csrf_token": phone.csrf()}, headers={"X-Requested-With": "fetch"}
    )
    assert answer.status_code == 202, answer.text
    [photo] = phone.table(game)["photos"]
    assert photo["stage"] == "done", photo["error"]
    return game, photo["id"], photo["reading"]


def put(phone: Phone, game: str, body: dict[str, Any]) -> str:
    """Save Ada's board; returns the address to learn from it."""
    table = phone.table(game)
    shared = table["documents"]["table"]
    if shared["body"]["copy"] != "birch":
        phone.edit(game, "table", shared["body"] | {"copy": "birch"}, shared["version"])
    document, known = board_of(table, "Ada")
    answer = phone.edit(game, document, body, known["version"])
    assert answer.status_code == 200, answer.text
    return f"{game}/learn/{document.removeprefix('player:')}"


def truth(board: str) -> dict[str, dict[str, Any]]:
    areas = json.loads((SAMPLES / "evenglow" / "boards" / f"{board}.json").read_text())["areas"]
    return {area: {space: tile for space, tile in spaces.items() if tile} for area, spaces in areas.items()}


def corrected(reading: dict[str, Any], photo: str, board: str) -> dict[str, Any]:
    """Ada's board as she confirms it: what really lies there."""
    body = document_from(reading, photo, games.first_board("evenglow"))
    body["board"]["gardens"] = {
        area: {
            space: {key: tile[key] for key in ("plant", "rotation") if key in tile} for space, tile in spaces.items()
        }
        for area, spaces in truth(board).items()
    }
    return {**body, "review": {}, "confirmed": True}


def read(store: Path, board: str) -> dict[str, Any]:
    data = (SAMPLES / "evenglow" / "boards" / f"{board}.jpg").read_bytes()
    return dict(work.read(data, str(store), "birch", None, [], lambda stage: None)["areas"])


def mistakes(reading: dict[str, Any], board: str) -> tuple[int, int]:
    """Spaces with a wrong plant, or that are asked about; and how many of them are wrong without being asked about."""
    known = truth(board)
    wrong = asked = silent = 0
    for area, spaces in reading.items():
        for space, seen in spaces.items():
            is_wrong = seen["plant"] != (known[area].get(space) or {}).get("plant")
            wrong += is_wrong
            asked += seen["review"] and not is_wrong
            silent += is_wrong and not seen["review"]
    return wrong + asked, silent


def test_a_new_look_is_learned_from_a_confirmed_board_and_forgotten_again(phone: Phone, config: Config) -> None:
    before = {board: read(config.store, board) for board in ("001", "003")}
    troubles = sum(mistakes(before[board], board)[0] for board in before)
    assert troubles > 0  # a plant that was never taught
    game, photo, reading = photographed(phone)
    body = corrected(reading, photo, "002")
    assert NEW in {tile["plant"] for tiles in body["board"]["gardens"].values() for tile in tiles.values()}
    learn = put(phone, game, body)
    answer = phone.send(learn, {"agrees": True})
    assert answer.status_code == 200, answer.text
    assert NEW in answer.json["pieces"]
    after = {board: read(config.store, board) for board in before}
    assert sum(mistakes(after[board], board)[0] for board in after) < troubles / 2
    assert [mistakes(after[board], board)[1] for board in after] == [0, 0]
    assert teaching.learned_boards(config.store, "birch") == [photo]
    assert f'"learned_boards": ["{photo}"]' in phone.get(learn.replace("/learn/", "/board/")).text

    answer = phone.send(learn.replace("/learn/", "/forget/"))
    assert answer.status_code == 200, answer.text
    assert NEW not in answer.json["pieces"]
    assert teaching.learned_boards(config.store, "birch") == []
    assert phone.send(learn.replace("/learn/", "/forget/")).json["code"] == "not-learned"
    again = read(config.store, "001")
    kinds = [[seen["plant"] for spaces in one.values() for seen in spaces.values()] for one in (again, before["001"])]
    assert kinds[0] == kinds[1]


def test_a_board_that_may_not_be_the_one_of_the_photo_is_asked_about_first(phone: Phone, config: Config) -> None:
    game, photo, reading = photographed(phone)
    body = corrected(reading, photo, "002")
    body["board"]["gardens"]["sunlight"]["25"] = {"plant": "henbane"}  # laid after the photograph was taken
    answer = phone.send(put(phone, game, body))
    assert (answer.status_code, answer.json["code"]) == (409, "differs-from-photo")
    assert "25" in answer.json["spaces"]["sunlight"]
    assert teaching.lesson_of(config.store, "birch") is None


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"confirmed": False}, "not-confirmed"),
        ({"review": {"sunlight": ["1"]}}, "not-confirmed"),
        ({"mode": "pad"}, "not-confirmed"),
        ({"photo": None}, "not-confirmed"),
        ({"read": None}, "read-otherwise"),
    ],
)
def test_only_a_wholly_checked_board_of_this_reading_can_teach(
    phone: Phone, config: Config, change: dict[str, Any], code: str
) -> None:
    game, photo, reading = photographed(phone)
    body = {**corrected(reading, photo, "002"), **change}
    learn = put(phone, game, {key: value for key, value in body.items() if key != "read" or value})
    assert phone.send(learn, {"agrees": True}).json["code"] == code
    assert teaching.lesson_of(config.store, "birch") is None


def test_a_planet_of_a_season_that_is_over_cannot_teach(phone: Phone, app: Flask) -> None:
    game = phone.new_game("evergreen")
    phone.claim(game, "Ada")
    document, known = board_of(phone.table(game), "Ada")
    corners = [[0, 0], [9, 0], [9, 9], [0, 9]]
    shared = app.extensions["glade"]
    with shared.database.writing() as session:
        row = games.find_by_token(session, game.removeprefix("/g/"))
        table = documents.load(session, row.id, documents.TABLE)
        facts: dict[str, Any] = {"width_px": 9, "height_px": 9, "job": 1, "stage": "done", "season": 1}
        reading = {"copy": "linen", "board": {"corners": corners}}
        session.add(Photo(id="p", game_id=row.id, key="0" * 40 + ".jpg", reading=reading, **facts))
        body: Any = documents.parse(table.body)
        body["copy"], body["state"]["season"] = "linen", 2
        documents.write(session, row, [documents.Change(documents.TABLE, table.version, body)], "")
    read = {"areas": {"planet": {}}, "review": {}, "harvests": []}
    body = {**known["body"], "photo": "p", "read": read, "confirmed": True}
    assert phone.edit(game, document, body, known["version"]).status_code == 200
    answer = phone.send(f"{game}/learn/{document.removeprefix('player:')}")
    assert answer.json["code"] == "season-over"


def test_a_lesson_that_cannot_be_learned_leaves_everything_as_it_was(
    phone: Phone, app: Flask, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, photo, reading = photographed(phone)
    learn = put(phone, game, corrected(reading, photo, "002"))
    shared = app.extensions["glade"]
    works, folders = shared.teachers.run, lambda: sorted((config.store / "lessons").rglob("*"))

    def refuse(*_args: Any, **_options: Any) -> Any:
        raise Refused("space-not-visible", "A space lies outside the picture.")

    monkeypatch.setattr(shared.teachers, "run", refuse, raising=False)
    assert phone.send(learn, {"agrees": True}).json["code"] == "space-not-visible"
    assert folders() == []
    shared.teachers = type("Works", (), {"run": staticmethod(works), "close": lambda _self: None})()
    assert phone.send(learn, {"agrees": True}).status_code == 200
    kept = folders()
    shared.teachers = type("Refuses", (), {"run": staticmethod(refuse), "close": lambda _self: None})()
    assert phone.send(learn, {"agrees": True}).json["code"] == "space-not-visible"
    assert folders() == kept
    assert teaching.learned_boards(config.store, "birch") == [photo]


def test_files_that_teach_a_copy_anew_keep_the_boards_it_had_learned_from(
    phone: Phone, config: Config, taught: Path
) -> None:
    game, photo, reading = photographed(phone)
    learn = put(phone, game, corrected(reading, photo, "002"))
    assert phone.send(learn, {"agrees": True}).status_code == 200
    shutil.copytree(taught / "copies", config.store / "copies", dirs_exist_ok=True)  # `glade teach` once more
    lesson = teaching.lesson_to_extend(config.store, "birch")
    assert [board["from"] for board in lesson.body["boards"]] == [photo]
    other = copy.deepcopy(dict(lesson.body))
    assert other["samples"]
    teaching.keep(lesson)
    assert teaching.write_teach_file(lesson).is_file()
    named = {entry["photo"] for entry in [lesson.body["board"], *lesson.body["samples"], *lesson.body["boards"]]}
    assert {path.name for path in lesson.folder.glob("*.jpg")} == named  # nothing else is left behind


def test_a_public_server_learns_from_nobodys_board(config: Config, app: Flask, phone: Phone) -> None:
    game, photo, reading = photographed(phone)
    learn = put(phone, game, corrected(reading, photo, "002"))
    object.__setattr__(app.extensions["glade"].config, "list_games", False)
    assert phone.send(learn, {"agrees": True}).json["code"] == "public-server"
