"""Several processes and their sudden ends: nothing acknowledged is lost, nobody is locked out, everybody is heard."""

import io
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import func, select

from tests.web import backends
from tests.web.conftest import SAMPLES, Club
from tests.web.servers import Caller, Server, free_port, running
from web import documents, games
from web.config import Config
from web.database import Database
from web.identifiers import new_id
from web.models import Edit, Game, Photo, Player, now
from web.photos.jobs import HELD_FOR
from web.services import Services, open_services

pytestmark = pytest.mark.xdist_group("postgres")  # the heavy ones one after the other, with one PostgreSQL

ROOT = Path(__file__).resolve().parents[2]
KILLS = 20
PROCESSES = 8
SAVES = {"sqlite": 200, "postgres": 25}  # of each process; PostgreSQL's take seven round trips each


def test_every_acknowledged_edit_survives_twenty_kills_of_the_server(tmp_path: Path) -> None:
    generator = random.Random(20)
    port = free_port()
    game, name, acknowledged = "", "", 0
    for _ in range(KILLS):
        server = Server(tmp_path / "store", port=port, GLADE_READERS="0").wait_until_ready()
        caller = Caller(server.url)
        if not game:
            game = caller.new_game("Ada")
            [name] = [key for key in caller.get(f"{game}/changes.json")["documents"] if key != "table"]
        caller.join(game)
        stored = caller.get(f"{game}/changes.json")["documents"][name]
        written = len(stored["body"]["board"]["harvests"])
        assert written in (acknowledged, acknowledged + 1)
        assert stored["body"]["board"]["harvests"] == edits(written)
        version, body, acknowledged = stored["version"], stored["body"], written
        killer = threading.Timer(generator.uniform(0.0, 0.15), server.process.kill)
        killer.start()
        try:
            while True:
                body["board"]["harvests"] = edits(acknowledged + 1)
                status, answer = caller.edit(game, name, body, version)
                assert status == 200
                version, acknowledged = answer["documents"][name]["version"], acknowledged + 1
        except (OSError, HTTPException):
            pass  # the server is dead; this edit may or may not have been written, all before it must have been
        killer.join()
        server.process.join()
    assert acknowledged > KILLS


def edits(count: int) -> list[dict[str, Any]]:
    return [{"garden": "sunlight", "spaces": [str(number)]} for number in range(count)]


def _save(url: str, game_id: str, player_id: str, count: int) -> int:
    database = Database(url)
    errors = 0
    for number in range(count):
        try:
            with database.writing() as session:
                game = documents.lock_game(session, game_id)
                document = documents.load(session, game_id, documents.player_document(player_id))
                body = documents.parse(document.body)
                body["pad"] = {"vines": number, "leaves": os.getpid()}
                documents.write(session, game, [documents.Change(document.name, document.version, body)], "")
        except Exception:
            errors += 1
    database.close()
    return errors


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_many_processes_save_at_once_without_an_error_or_a_lost_row(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = ""
    if kind == "postgres":
        url = backends.new_database(request.getfixturevalue("postgres_server"), f"saves-{uuid4().hex}")
    config, saves = Config(store=tmp_path, database_url=url), SAVES[kind]
    database = Database(config.database)
    database.migrate()
    with database.writing() as session:
        game = games.start(session, games.NewGame("evenglow", ("Ada", "Bo", "Cy", "Di")), new_id())
        players = [player.id for player in session.scalars(select(Player))]
    context = multiprocessing.get_context("forkserver")
    with context.Pool(PROCESSES) as pool:
        jobs = [(config.database, game.id, players[i % 4], saves) for i in range(PROCESSES)]
        assert pool.starmap(_save, jobs) == [0] * PROCESSES
    with database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Edit)) == PROCESSES * saves
        assert session.get_one(Game, game.id).revision == 1 + PROCESSES * saves
        versions = [documents.load(session, game.id, documents.player_document(p)).version for p in players]
        assert versions == [1 + PROCESSES // 4 * saves] * 4
    database.close()


@pytest.mark.postgres
@pytest.mark.redis
def test_two_servers_and_two_workers_are_one_glade(club: Club) -> None:
    ada, bo = (Caller(server.url) for server in club.servers)
    game = ada.new_game("Ada", "Bo")
    bo.join(game)
    events = bo.events(f"{game}/live")
    first = next(events)
    document = f"player:{first['players'][0]['id']}"
    body = first["documents"][document]["body"]
    ada.edit(game, document, body | {"confirmed": True}, 1)
    assert next(events)["documents"][document]["version"] == 2
    photos = [send_photo(ada, game, SAMPLES / "evenglow" / "boards" / f"{name}.jpg") for name in ("001", "002")]
    done: dict[str, Any] = {}
    while len(done) < len(photos):
        for photo in next(events).get("photos", []):
            if photo["stage"] in ("done", "failed"):
                done[photo["id"]] = photo
    assert {photo["stage"] for photo in done.values()} == {"done"}
    assert all(photo["reading"]["copy"] == "birch" for photo in done.values())
    assert sorted(done) == sorted(photos)
    with bo.opener.open(f"{bo.url}{game}/photos/{photos[0]}.jpg") as picture:
        assert picture.headers["Content-Type"] == "image/jpeg"
    events.close()


def send_photo(caller: Caller, game: str, path: Path) -> str:
    """Upload a photograph as a form; returns its id."""
    parts = io.BytesIO()
    for field, value in (("csrf_token", caller.token), ("copy", "birch")):
        parts.write(f'--B\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'.encode())
    parts.write(b'--B\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n')
    parts.write(path.read_bytes() + b"\r\n--B--\r\n")
    headers = {"Content-Type": "multipart/form-data; boundary=B", "X-Requested-With": "fetch"}
    request = urllib.request.Request(f"{caller.url}{game}/photos", parts.getvalue(), headers)
    with caller.opener.open(request, timeout=60) as answer:
        assert answer.status == 202
        return str(json.load(answer)["id"])


def test_a_reading_under_way_when_the_server_died_is_done_after_the_restart(tmp_path: Path) -> None:
    shared = open_services(Config(store=tmp_path))
    with shared.database.writing() as session:
        game = games.start(session, games.NewGame("evenglow", ("Ada",)), new_id())
        shared.storage.put("0" * 40 + ".jpg", b"")
        session.add(
            Photo(id="p", game_id=game.id, key="0" * 40 + ".jpg", width_px=1, height_px=1, stage="locate", job=1)
        )
    shared.jobs.huey.immediate = True
    shared.jobs._readers = type("Readers", (), {"run": lambda *_a, **_o: {"areas": {}}, "close": lambda _s: None})()
    shared.jobs.ask_again()
    with shared.database.reading() as session:
        assert session.get_one(Photo, "p").stage == "done"
    shared.close()


class Read:
    """Readers that read nothing, and remember how often."""

    def __init__(self) -> None:
        self.count = 0

    def run(self, *_args: object, **_options: object) -> dict[str, object]:
        self.count += 1
        return {"areas": {}}

    def close(self) -> None:
        pass


def test_a_photo_stays_in_hand_until_the_last_who_reads_it_is_done(tmp_path: Path) -> None:
    shared = open_services(Config(store=tmp_path))
    long_ago = now() - 2 * HELD_FOR
    held: list[bool] = []

    class ReadTwice(Read):
        def run(self, *args: object, **options: object) -> dict[str, object]:
            if not self.count:
                super().run(*args, **options)
                with shared.database.writing() as session:  # asked for again meanwhile, and that one is done first
                    session.get_one(Photo, "photo").job = 2
                shared.jobs.read("photo", 2)
                with shared.database.writing() as session:
                    session.get_one(Photo, "photo").held_at = long_ago
                shared.jobs.say_held()
                with shared.database.reading() as session:
                    held.append(session.get_one(Photo, "photo").held_at > long_ago)
            return super().run(*args, **options)

    shared.jobs._readers = ReadTwice()  # type: ignore[assignment]
    with shared.database.writing() as session:
        game = games.start(session, games.NewGame("evenglow", ("Ada",)), new_id())
        shared.storage.put("0" * 40 + ".jpg", b"")
        session.add(Photo(id="photo", game_id=game.id, key="0" * 40 + ".jpg", width_px=1, height_px=1, job=1))
    shared.jobs.read("photo", 1)
    assert held == [True]
    shared.close()


def test_a_photo_whose_reader_has_gone_silent_is_asked_for_once_more(tmp_path: Path) -> None:
    shared = open_services(Config(store=tmp_path))
    shared.jobs.huey.immediate = True
    shared.jobs._readers = readers = Read()  # type: ignore[assignment]
    long_ago = now() - 2 * HELD_FOR
    with shared.database.writing() as session:
        game = games.start(session, games.NewGame("evenglow", ("Ada",)), new_id())
        shared.storage.put("0" * 40 + ".jpg", b"")
        for name, stage, held_at in (
            ("silent", "locate", long_ago),
            ("lost", "waiting", long_ago),
            ("held", "locate", now()),
            ("done", "done", long_ago),
        ):
            photo = Photo(id=name, game_id=game.id, key="0" * 40 + ".jpg", width_px=1, height_px=1, job=1)
            photo.stage, photo.held_at = stage, held_at
            session.add(photo)
    shared.jobs.huey.pending_count = lambda: 3  # what waits may still be in the queue
    shared.jobs.ask_for_lost()
    assert stages(shared) == {"silent": "done", "lost": "waiting", "held": "locate", "done": "done"}
    shared.jobs.huey.pending_count = lambda: 0
    shared.jobs.ask_for_lost()
    shared.jobs.ask_for_lost()
    assert stages(shared) == {"silent": "done", "lost": "done", "held": "locate", "done": "done"}
    assert readers.count == 2
    shared.close()


def stages(shared: Services) -> dict[str, str]:
    with shared.database.reading() as session:
        return {photo.id: photo.stage for photo in session.scalars(select(Photo))}


def test_the_command_starts_a_server_prints_its_address_and_ends_when_told(tmp_path: Path) -> None:
    port = free_port()
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "web.cli",
            "serve",
            "--store",
            str(tmp_path),
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
        ],
        cwd=ROOT,
        env={**os.environ, "GLADE_READERS": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout
    try:
        rows = 0
        while (line := process.stdout.readline()) and set(line) <= set("█▀▄ \n"):
            rows += 1
        assert rows > 10  # a QR code, also in a pipe
        assert line == f"Glade is open at http://127.0.0.1:{port}/\n"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
            assert b"This phone only" in page.read()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0
        assert process.stdout.read() == "Stop it with Ctrl+C.\n"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_taken_port_and_a_wrong_setting_are_one_line(tmp_path: Path) -> None:
    with running(tmp_path / "store", GLADE_READERS="0") as server:
        command = [sys.executable, "-m", "web.cli", "serve", "--store", str(tmp_path / "other"), "--host", "127.0.0.1"]
        taken = subprocess.run([*command, "--port", str(server.port)], cwd=ROOT, capture_output=True, text=True)
        assert taken.returncode == 1
        assert "cannot listen on" in taken.stderr.splitlines()[-1]
        env = {**os.environ, "GLADE_THREADS": "many"}
        wrong = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=env)
        assert (wrong.returncode, wrong.stderr.count("\n")) == (1, 1)
        assert "GLADE_THREADS" in wrong.stderr
