"""Teaching over HTTP: what is refused, what is kept, and that a lesson becomes a teach.json that vision accepts."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.web.phones import Phone, board_of
from tests.web.test_photos import picture
from vision.lesson import load_lesson
from web import teaching
from web.app import create_app
from web.config import Config
from web.photos.sandbox import Sandbox

pytestmark = pytest.mark.xdist_group("photos")


class Taker:
    """Takes pictures in without a process of its own."""

    def run(self, job: str, *args: Any, **_options: Any) -> Any:
        from web.photos import work

        return work.JOBS[job](*args, lambda stage: None)

    def close(self) -> None:
        pass


@pytest.fixture
def app(config: Config) -> Iterator[Flask]:
    app = create_app(config)
    shared = app.extensions["glade"]
    shared.intake = Taker()
    yield app
    shared.intake = Sandbox(0)
    shared.close()


def begin(phone: Phone, name: str = "birch", game: str = "evenglow", layout: str = "evenglow-5x5") -> str:
    answer = phone.post("/teach", game=game, name=name, layout=layout)
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def send(phone: Phone, lesson: str, data: bytes) -> Any:
    form = {"photo": (io.BytesIO(data), "board.heic")}
    headers = {"X-CSRFToken": phone.csrf(), "X-Requested-With": "fetch"}
    return phone.client.post(f"{lesson}/photos", data=form, headers=headers, content_type="multipart/form-data")


@pytest.mark.parametrize("name", ["", "Ünser", "a/b", "..", "x" * 41, "-a"])
def test_a_copy_needs_a_plain_name(phone: Phone, name: str) -> None:
    answer = phone.post("/teach", game="evenglow", name=name, layout="evenglow-5x5")
    assert answer.status_code == 422
    assert "small letters" in answer.text


def test_a_name_is_taken_once(phone: Phone) -> None:
    begin(phone)
    assert phone.post("/teach", game="evenglow", name="Birch", layout="evenglow-5x5").status_code == 409


def test_a_layout_of_the_other_game_is_refused(phone: Phone) -> None:
    assert phone.post("/teach", game="evergreen", name="a", layout="evenglow-5x5").status_code == 422
    assert phone.post("/teach", game="evenglow", name="a", layout="nothing").status_code == 422


def test_photographs_lose_their_metadata_and_stay_inside_their_lesson(phone: Phone) -> None:
    lesson, other = begin(phone), begin(phone, "oak")
    exif = picture(exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0")
    answer = send(phone, lesson, exif)
    assert answer.status_code == 200, answer.text
    name = answer.json["photo"]
    stored = phone.get(f"{lesson}/{name}")
    assert stored.status_code == 200
    assert b"Exif" not in stored.data
    assert phone.get(f"{other}/{name}").status_code == 404
    assert phone.get(f"{lesson}/lesson.jpg").status_code == 404


def test_what_is_no_picture_is_refused_with_a_sentence(phone: Phone) -> None:
    lesson = begin(phone)
    for data in (b"", b"PK\x03\x04 not a picture", b"\xff\xd8\xff half a picture"):
        answer = send(phone, lesson, data)
        assert 400 <= answer.status_code < 500
        assert answer.json["detail"]


def test_a_lesson_is_kept_and_becomes_a_teach_file(phone: Phone, config: Config) -> None:
    address = begin(phone)
    photo = send(phone, address, picture(400, 300)).json["photo"]
    corners = [[20, 20], [380, 20], [380, 280], [20, 280]]
    anchors = {"1": [50, 50], "5": [150, 50], "21": [50, 200]}
    board = {"photo": photo, "corners": corners, "anchors": {"sunlight": anchors, "moonlight": anchors}}
    sample = {"photo": photo, "areas": {"sunlight": {"1": {"plant": "vine", "rotation": 2}}, "moonlight": {}}}
    answer = phone.send(f"{address}/save.json", {"board": board, "samples": [sample]})
    assert answer.status_code == 200, answer.text
    assert "380" in phone.get(address).text
    lesson = teaching.find(config.store, address.rsplit("/", 1)[1])
    loaded = load_lesson(teaching.write_teach_file(lesson))
    assert (loaded.copy, loaded.game, len(loaded.samples)) == ("birch", "evenglow", 1)
    assert phone.send(f"{address}/save.json", {"copy": "other"}).status_code == 422


@pytest.mark.parametrize(
    "changes",
    [
        {"board": {"photo": "/srv/private/holiday.jpg"}},
        {"samples": [{"photo": "../other/1.jpg", "areas": {}}]},
        {"samples": [{"photo": "teach.json", "areas": {}}]},
        {"samples": [{"areas": {}}]},
        {"samples": [{"photo": 5}]},
        {"samples": ["1.jpg"]},
        {"samples": 5},
        {"board": "1.jpg"},
    ],
)
def test_a_lesson_names_no_file_but_its_own_photographs(phone: Phone, changes: dict[str, Any]) -> None:
    address = begin(phone)
    assert phone.send(f"{address}/save.json", changes).status_code in (404, 422)
    learned = phone.send(f"{address}/learn.json", {})
    assert (learned.status_code, learned.json["code"]) == (422, "nothing-to-learn")  # nothing of it was kept


def test_only_a_confirmed_board_with_a_photo_can_teach(phone: Phone, config: Config) -> None:
    address = begin(phone)
    game = phone.new_game()
    table = phone.table(game)
    document, _known = board_of(table, "Ada")
    learn = f"{game}/learn/{document.removeprefix('player:')}"
    shared = table["documents"]["table"]
    copy = shared["body"] | {"copy": teaching.find(config.store, address.rsplit("/", 1)[1]).copy}
    assert phone.edit(game, "table", copy, shared["version"]).status_code == 200
    assert phone.send(learn).json["code"] == "not-confirmed"


def test_an_unknown_lesson_is_not_found(phone: Phone) -> None:
    for path in ("/teach/nothing", "/teach/..%2F..%2Fsecret-key", "/teach/" + "x" * 30):
        assert phone.get(path).status_code == 404
