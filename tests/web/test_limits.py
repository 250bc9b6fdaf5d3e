"""How often, how large, how much: a program that never stops is slowed down, a table of twenty phones is not."""

import io
import json
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask_limiter.util import get_qualified_name
from sqlalchemy import func, select

from tests.web.phones import Phone, board_of
from web import documents, games, limits, members, teaching
from web.app import create_app
from web.config import Config
from web.errors import Unavailable, Unprocessable
from web.layouts import known_layouts, save_layout
from web.models import Document, Edit, Game, Member, Player
from web.photos.sandbox import Sandbox


@pytest.fixture
def counting(config: Config) -> Iterator[Flask]:
    """An app that counts, unlike that of the other tests."""
    app = create_app(replace(config, rate_limits=True))
    yield app
    app.extensions["glade"].close()


def asked_too_often(phone: Phone, path: str, most: int, **form: str) -> int:
    """Ask until it is too often (at most `most` times more than allowed); returns how often was allowed."""
    csrf = phone.csrf()
    for number in range(most + 1):
        headers = {"X-CSRFToken": csrf, "X-Requested-With": "fetch"}
        answer = phone.client.post(path, data=form, headers=headers) if form else phone.client.get(path)
        if answer.status_code == 429:
            assert 1 <= int(answer.headers["Retry-After"]) <= 3600
            return number
    raise AssertionError("never refused")


def test_what_costs_others_something_is_limited_and_says_when_to_come_back(
    counting: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_800_000_007.0)  # however slow the machine, it is the same minute
    phone = Phone(counting)
    game = phone.new_game()
    assert asked_too_often(phone, "/new", 30, game="evenglow", name="Ada") == 29  # and one above
    assert asked_too_often(phone, f"{game}/export.json", 120) == 120
    assert asked_too_often(phone, "/history/export.json", 10) == 10
    assert asked_too_often(phone, "/teach", 10, game="evenglow", name="?", layout="x") == 10
    assert asked_too_often(phone, "/import", 10, file="x") == 10
    refused = phone.get(f"{game}/export.json")
    assert (refused.status_code, refused.json["code"]) == (429, "too-many-requests")
    assert refused.json["retry_after"] == int(refused.headers["Retry-After"])
    page = phone.post("/new", game="evenglow", name="Ada")
    assert page.status_code == 429
    assert "Try again in 1 min." in page.text
    assert phone.get("/new").status_code == 200, "looking at the form is free"
    assert phone.get(f"{game}/changes.json").status_code == 200


def test_every_address_that_writes_is_limited(app: Flask) -> None:
    writing = {rule.endpoint for rule in app.url_map.iter_rules() if rule.methods and "POST" in rule.methods}
    free = {
        "start.preferences",  # writes into the cookie only
        "photos.delete",
    }
    marked = limits.limiter.limit_manager
    limited = {
        endpoint for endpoint in writing if marked.decorated_limits(get_qualified_name(app.view_functions[endpoint]))
    }
    assert writing - limited == free


def test_an_ipv6_household_is_one_address(counting: Flask) -> None:
    phone = Phone(counting)
    codes = []
    for number in range(12):
        environ = {"REMOTE_ADDR": f"2001:db8:1:2::{number:x}"}
        codes.append(phone.client.get("/join/AAAAA2", environ_overrides=environ).status_code)
    assert codes == [404] * 10 + [429] * 2
    other = {"REMOTE_ADDR": "2001:db8:1:3::1"}
    assert phone.client.get("/join/AAAAA2", environ_overrides=other).status_code == 404


def test_only_files_may_be_large(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_DOCUMENT_BYTES", 2000)
    game = phone.new_game()
    answer = phone.send(f"{game}/edits.json", {"changes": [], "label": "x" * 2000})
    assert (answer.status_code, answer.json["code"]) == (413, "too-large")
    assert answer.json["limit_bytes"] == 2000
    form = {"file": (io.BytesIO(b" " * 3000), "games.json"), "csrf_token": phone.csrf()}
    assert phone.client.post("/import", data=form).status_code == 422


def test_players_taken_out_are_kept_but_not_without_end(phone: Phone, app: Flask) -> None:
    game = phone.new_game(names=("Ada", "Bo"))
    for number in range(games.MOST_SEATS + 3):
        assert phone.post(f"{game}/players", name=f"Guest {number}").status_code == 303
        document, board = board_of(phone.table(game), f"Guest {number}")
        phone.edit(game, document, board["body"] | {"confirmed": True}, board["version"])
        phone.post(f"{game}/players/{document.removeprefix('player:')}", action="remove")
    page = phone.get(f"{game}/settings").text
    assert "Guest 0" not in page, "the first taken out are forgotten"
    assert f"Guest {games.MOST_SEATS + 2}" in page
    with app.extensions["glade"].database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Player)) == games.MOST_SEATS
        assert session.scalar(select(func.count()).select_from(Document)) == games.MOST_SEATS + 1
    assert phone.send(f"{game}/undo.json").status_code == 200
    file = phone.get(f"{game}/export.json").data
    phone.post(f"{game}/delete")
    form = {"file": (io.BytesIO(file), "game.json"), "csrf_token": phone.csrf()}
    assert phone.client.post("/import", data=form).status_code == 303, "whatever is exported can come back"


def test_the_trail_of_a_game_ends_somewhere(phone: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "KEPT_REVISIONS", 60)
    game = phone.new_game()
    token = game.rsplit("/", 1)[1]
    with app.extensions["glade"].database.writing() as session:
        found = documents.lock_game(session, games.find_by_token(session, token).id)
        name = documents.player_document(games.players(session, found)[0].id)
        for number in range(250):
            document = documents.load(session, found.id, name)
            body = documents.parse(document.body) | {"pad": {"vines": number}}
            documents.write(session, found, [documents.Change(name, document.version, body)], "")
    with app.extensions["glade"].database.reading() as session:
        kept = session.scalar(select(func.count()).select_from(Edit)) or 0
        assert session.scalar(select(Game.revision)) == 251
    assert 60 <= kept <= 60 + 50 + 1


def test_a_nearly_full_disk_takes_no_pictures_and_says_so(
    phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits.require_room(tmp_path)
    monkeypatch.setattr(limits, "KEPT_FREE_BYTES", 1 << 62)
    game = phone.new_game()
    form = {"photo": (io.BytesIO(b"x"), "a.jpg"), "csrf_token": phone.csrf()}
    answer = phone.client.post(f"{game}/photos", data=form, headers={"X-Requested-With": "fetch"})
    assert (answer.status_code, answer.json["code"]) == (503, "disk-full")


def test_who_waits_for_a_picture_process_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox = Sandbox(1, most_waiting=0)
    monkeypatch.setattr(sandbox, "_run", lambda job, *_rest: sandbox.run(job))
    with pytest.raises(Unavailable, match="Too many photos"):
        sandbox.run("intake")  # while it runs, another one asks
    sandbox.close()


def test_abandoned_lessons_make_room_and_others_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching, "MOST_LESSONS", 2)
    layout = known_layouts(tmp_path)["evenglow-5x5"]
    first = teaching.begin(tmp_path, "evenglow", "a", layout)
    teaching.begin(tmp_path, "evenglow", "b", layout)
    with pytest.raises(Unprocessable):
        teaching.begin(tmp_path, "evenglow", "c", layout)
    long_ago = time.time() - 2 * teaching.ABANDONED_AFTER_S
    os.utime(first.folder / "lesson.json", (long_ago, long_ago))
    (tmp_path / "copies" / "a").mkdir(parents=True)
    with pytest.raises(Unprocessable):
        teaching.begin(tmp_path, "evenglow", "c", layout)
    (tmp_path / "copies" / "a").rmdir()
    teaching.begin(tmp_path, "evenglow", "c", layout)
    assert not first.folder.exists()


def test_photographs_of_a_lesson_that_nothing_names_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching, "MOST_PHOTOS", 3)
    lesson = teaching.begin(tmp_path, "evenglow", "mine", known_layouts(tmp_path)["evenglow-5x5"])
    named, tried, other = (teaching.add_photo(lesson, b"picture") for _ in range(3))
    lesson = teaching.save(lesson, {"board": {"photo": named}})
    with pytest.raises(Unprocessable):  # somebody may be at work on them
        teaching.add_photo(lesson, b"picture")
    for name in (named, tried):
        os.utime(lesson.folder / name, (1, 1))
    new = teaching.add_photo(lesson, b"picture")
    assert {path.name for path in lesson.folder.glob("*.jpg")} == {named, other, new}


def test_layouts_made_here_are_not_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.layouts.MOST_LAYOUTS", 1)
    layout = known_layouts(tmp_path)["evenglow-5x5"].to_json()
    save_layout(tmp_path, json.dumps(layout | {"id": "one"}).encode(), "")
    with pytest.raises(Unprocessable):
        save_layout(tmp_path, json.dumps(layout | {"id": "two"}).encode(), "")


def test_a_phone_of_a_forgotten_player_is_asked_again(phone: Phone, other_phone: Phone, app: Flask) -> None:
    game = phone.new_game()
    other_phone.claim(game, "Bo")
    with app.extensions["glade"].database.writing() as session:
        found = session.scalars(select(Game)).one()
        bo = games.players(session, found)[1]
        games.set_removed(session, found, bo, removed=True)
        games._forget(session, found, bo)
        assert members.holders(session, found) == {}
    assert other_phone.send(f"{game}/undo.json").json["code"] == "who-are-you"


def test_a_program_that_comes_again_and_again_fills_no_table(
    phone: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "MOST_PHONES", 4)
    game = phone.new_game()
    looker = Phone(app)
    looker.claim(game)
    for _number in range(6):
        assert Phone(app).get(game).status_code == 200
    with app.extensions["glade"].database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Member)) == 4
    assert looker.send(f"{game}/undo.json").json["code"] == "looking-on", "who has said who it is stays"
    helpers = [Phone(app) for _number in range(2)]
    assert [one.claim(game, helps="yes").status_code for one in helpers] == [303, 303]
    assert Phone(app).get(game).status_code == 403
