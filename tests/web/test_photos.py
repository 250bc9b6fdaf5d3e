"""Photographs: what is taken in, what is refused and how, where they can be seen, and that nothing kills the server."""

import io
import multiprocessing
import random
import threading
import zipfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar

import boto3
import moto
import numpy as np
import pytest
from flask import Flask
from PIL import Image

from assistant.errors import GladeError
from tests.web.phones import Phone
from web.app import create_app
from web.config import Config
from web.errors import NotFound, Unprocessable
from web.models import Photo, now
from web.photos.retention import delete_older
from web.photos.sandbox import Refused, Sandbox, _Child
from web.photos.storage import FolderStorage, S3Storage, content_key

pytestmark = pytest.mark.xdist_group("photos")


@pytest.fixture(scope="module")
def sandbox():
    sandbox = Sandbox(1)
    yield sandbox
    sandbox.close()


@pytest.fixture
def app(config: Config, sandbox: Sandbox):
    """The app with one picture process for all tests (it takes a second to start) and jobs done at once."""
    app = create_app(config)
    shared = app.extensions["glade"]
    shared.intake = sandbox
    shared.jobs.huey.immediate = True
    yield app
    shared.intake = Sandbox(0)
    shared.close()


def picture(width: int = 120, height: int = 80, **options: Any) -> bytes:
    pixels = np.random.default_rng(7).integers(0, 255, (height, width, 3), np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, options.pop("format", "JPEG"), **options)
    return buffer.getvalue()


def flat(width: int, height: int) -> bytes:
    """A picture that is small as a file and large in memory."""
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "green").save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def send(phone: Phone, game: str, data: bytes, name: str = "board.jpg", **fields: str):
    form = {"photo": (io.BytesIO(data), name), "csrf_token": phone.csrf(), **fields}
    return phone.client.post(f"{game}/photos", data=form, headers={"X-Requested-With": "fetch"})


def test_position_and_every_other_metadata_is_gone_and_the_picture_stands_upright(phone: Phone) -> None:
    game = phone.new_game()
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by a quarter
    exif[0x010F] = "SECRET MAKER"
    exif.get_ifd(0x8825)[2] = (52.0, 31.0, 12.0)
    data = picture(exif=exif)
    assert b"SECRET MAKER" in data
    answer = send(phone, game, data)
    assert answer.status_code == 202, answer.text
    assert (answer.json["width_px"], answer.json["height_px"]) == (80, 120)
    stored = phone.get(f"{game}/photos/{answer.json['id']}.jpg")
    assert stored.mimetype == "image/jpeg"
    assert b"SECRET" not in stored.data
    assert b"Exif" not in stored.data
    with Image.open(io.BytesIO(stored.data)) as image:
        assert image.size == (80, 120)
        assert not image.getexif()
        assert "exif" not in image.info
    assert len(list((Path(phone.client.application.extensions["glade"].config.store) / "photos").rglob("*.jpg"))) == 1


@pytest.mark.parametrize("name", ["board.heic", "board.png", "board", "../../etc/passwd", "=1+1.jpg"])
def test_the_bytes_decide_and_not_the_name(phone: Phone, name: str) -> None:
    assert send(phone, phone.new_game(), picture(), name).status_code == 202


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "HEIF", "AVIF", "TIFF", "GIF"])
def test_every_format_that_phones_send_is_taken(phone: Phone, kind: str) -> None:
    import pillow_heif

    pillow_heif.register_heif_opener()
    answer = send(phone, phone.new_game(), picture(format=kind))
    assert answer.status_code == 202, answer.text


def zip_file() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.txt", "a" * 1000)
    return buffer.getvalue()


def huge_png() -> bytes:
    header = bytearray(picture(format="PNG"))
    header[16:24] = (60_000).to_bytes(4) * 2
    return bytes(header)


BAD = {
    "empty": b"",
    "text": b"hello",
    "zip": zip_file(),
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    "pdf": b"%PDF-1.7\n" + b"x" * 500,
    "cut": picture()[:200],
    "header-only": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00",
    "tiny": picture(1, 1),
    "huge-header": huge_png(),
    "zeros": bytes(5000),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_picture_gets_a_sentence_and_never_a_500(phone: Phone, kind: str) -> None:
    game = phone.new_game()
    answer = send(phone, game, BAD[kind], f"{kind}.heic")
    assert answer.status_code in (413, 422), answer.text
    assert answer.mimetype == "application/problem+json"
    assert len(answer.json["detail"]) > 20
    assert "Traceback" not in answer.text
    assert "photos" not in phone.table(game)


def test_fifty_mutations_of_a_jpeg_are_taken_or_refused(phone: Phone) -> None:
    game = phone.new_game()
    good = picture()
    generator = random.Random(5)
    for _ in range(50):
        data = bytearray(good)
        for _ in range(generator.randint(1, 30)):
            data[generator.randrange(len(data))] = generator.randrange(256)
        assert send(phone, game, bytes(data)).status_code in (202, 413, 422)


def test_a_file_over_the_limit_is_told_the_limit_as_page_and_as_json(config: Config, sandbox: Sandbox) -> None:
    app = create_app(replace(config, max_upload_bytes=300_000))
    phone = Phone(app)
    game = phone.new_game()
    for size in (300_001, 450_000):
        answer = send(phone, game, b"x" * size)
        assert answer.status_code == 413
        assert answer.json["limit_bytes"] in (300_000, 400_000)
        form = {"photo": (io.BytesIO(b"x" * size), "a.jpg"), "csrf_token": phone.csrf()}
        page = phone.client.post(f"{game}/photos", data=form)
        assert page.status_code == 413
        assert "too large" in page.text
    app.extensions["glade"].close()


def test_pictures_sent_as_text_and_forms_with_too_many_parts_are_refused(phone: Phone) -> None:
    game = phone.new_game()
    csrf = phone.csrf()
    headers = {"X-CSRFToken": csrf, "X-Requested-With": "fetch", "Content-Type": "multipart/form-data; boundary=B"}
    long_text = b'--B\r\nContent-Disposition: form-data; name="photo"\r\n\r\n' + b"x" * 600_000 + b"\r\n--B--\r\n"
    parts = (
        b"".join(b'--B\r\nContent-Disposition: form-data; name="n"\r\n\r\n1\r\n' for _ in range(1100)) + b"--B--\r\n"
    )
    for body in (long_text, parts):
        answer = phone.client.post(f"{game}/photos", data=body, headers=headers)
        assert answer.status_code == 413
        assert answer.json["code"] == "too-large"


def test_a_photo_is_seen_only_inside_its_game(phone: Phone, other_phone: Phone) -> None:
    mine, theirs = phone.new_game(), other_phone.new_game()
    photo = send(phone, mine, picture()).json["id"]
    assert phone.get(f"{mine}/photos/{photo}.jpg").status_code == 200
    for path in (f"{theirs}/photos/{photo}.jpg", f"{theirs}/photos/{photo}.json"):
        assert other_phone.get(path).status_code == 404
    assert other_phone.send(f"{theirs}/photos/{photo}/read.json").status_code == 404


def test_deleting_a_photo_deletes_the_picture_unless_another_game_has_the_same(phone: Phone, app: Flask) -> None:
    games = [phone.new_game(), phone.new_game()]
    ids = [send(phone, game, picture()).json["id"] for game in games]
    folder = app.extensions["glade"].config.store / "photos"
    assert len(list(folder.rglob("*.jpg"))) == 1
    assert phone.post(f"{games[0]}/photos/{ids[0]}/delete").status_code == 303
    assert phone.get(f"{games[0]}/photos/{ids[0]}.jpg").status_code == 404
    assert phone.get(f"{games[1]}/photos/{ids[1]}.jpg").status_code == 200
    phone.post(f"{games[1]}/photos/{ids[1]}/delete")
    assert list(folder.rglob("*.jpg")) == []


def test_old_photos_go_and_boards_stay(phone: Phone, app: Flask) -> None:
    shared = app.extensions["glade"]
    game = phone.new_game()
    old = send(phone, game, picture()).json["id"]
    new = send(phone, game, picture(130, 90)).json["id"]
    with shared.database.writing() as session:
        session.get(Photo, old).created_at = now() - timedelta(days=31)
    boards = phone.table(game)["documents"]
    assert delete_older(shared.database, shared.storage, now() - timedelta(days=30)) == 1
    assert phone.get(f"{game}/photos/{old}.jpg").status_code == 404
    assert phone.get(f"{game}/photos/{new}.jpg").status_code == 200
    assert phone.table(game)["documents"] == boards
    assert len(list((shared.config.store / "photos").rglob("*.jpg"))) == 1


def test_a_photo_without_a_learned_copy_says_what_to_do(phone: Phone) -> None:
    game = phone.new_game()
    photo = send(phone, game, picture()).json["id"]
    [state] = phone.table(game)["photos"]
    assert (state["id"], state["stage"]) == (photo, "failed")
    assert state["error"]["code"] == "unknown-copy"


def test_who_looks_on_cannot_send_photos(phone: Phone, other_phone: Phone) -> None:
    game = phone.new_game()
    other_phone.post(f"{game}/claim", player="")
    assert send(other_phone, game, picture()).status_code == 403


@pytest.mark.parametrize(
    "corners", [[], [[0, 0]] * 3, [[0, 0, 0]] * 4, [["a", 1]] * 4, [[True, 1]] * 4, "x", [[1e9, 0]] * 4]
)
def test_corners_must_be_four_points(phone: Phone, corners: Any) -> None:
    game = phone.new_game()
    photo = send(phone, game, picture()).json["id"]
    answer = phone.send(f"{game}/photos/{photo}/read.json", {"corners": corners})
    assert (answer.status_code, answer.json["code"]) == (422, "bad-corners")


class FakeReaders:
    """Stands for the reading processes: tells the stages and returns what the test wants."""

    def __init__(self, result: Any) -> None:
        self.result = result
        self.corners: Any = None

    def run(
        self, job: str, data: bytes, store: str, copy: str, corners: Any, expansions: list[str], on_stage: Any
    ) -> Any:
        assert job == "read"
        self.corners = corners
        for stage in ("decode", "locate", "classify"):
            on_stage(stage)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result

    def close(self) -> None:
        pass


def test_a_reading_is_stored_and_every_stage_is_a_live_event(phone: Phone, app: Flask) -> None:
    shared = app.extensions["glade"]
    heard = []
    publish = shared.notifier.publish
    shared.notifier.publish = lambda game, revision: (heard.append(revision), publish(game, revision))
    shared.jobs._readers = FakeReaders({"areas": {"sunlight": {}}})
    game = phone.new_game()
    photo = send(phone, game, picture(), player=phone.table(game)["players"][0]["id"]).json
    [state] = phone.table(game)["photos"]
    assert state["stage"] == "done"
    assert state["reading"] == {"areas": {"sunlight": {}}}
    assert len(set(heard)) >= 4
    corners = [[1, 2], [30, 2], [30, 40], [1, 40]]
    assert phone.send(f"{game}/photos/{photo['id']}/read.json", {"corners": corners}).status_code == 202
    assert shared.jobs._readers.corners == corners
    assert phone.get(f"{game}/photos/{photo['id']}.json").json["corners"] == corners


def test_a_reading_stays_until_the_next_one_is_there_and_when_that_fails(phone: Phone, app: Flask) -> None:
    shared = app.extensions["glade"]
    game = phone.new_game()
    shared.jobs._readers = FakeReaders({"areas": {}})
    photo = send(phone, game, picture()).json["id"]
    seen = []
    publish = shared.notifier.publish
    shared.notifier.publish = lambda *news: (
        seen.append(phone.get(f"{game}/photos/{photo}.json").json["reading"]),
        publish(*news),
    )
    shared.jobs._readers = FakeReaders({"areas": {"sunlight": {}}})
    phone.send(f"{game}/photos/{photo}/read.json", {})
    assert seen[0] == {"areas": {}}
    assert phone.get(f"{game}/photos/{photo}.json").json["reading"] == {"areas": {"sunlight": {}}}
    shared.jobs._readers = FakeReaders(Refused("unknown-copy", "There is no such copy."))
    phone.send(f"{game}/photos/{photo}/read.json", {"copy": "other"})
    state = phone.get(f"{game}/photos/{photo}.json").json
    assert (state["stage"], state["reading"]) == ("failed", {"areas": {"sunlight": {}}})


def test_a_reading_that_was_overtaken_is_not_stored(phone: Phone, app: Flask) -> None:
    shared = app.extensions["glade"]
    game = phone.new_game()
    shared.jobs._readers = FakeReaders({"areas": {}})
    photo = send(phone, game, picture()).json["id"]
    phone.send(f"{game}/photos/{photo}/read.json", {})
    shared.jobs._note(photo, 1, "done", {"areas": "old"})
    assert phone.get(f"{game}/photos/{photo}.json").json["reading"] == {"areas": {}}


def test_an_unexpected_error_of_a_job_becomes_a_sentence(phone: Phone, app: Flask) -> None:
    app.extensions["glade"].jobs._readers = FakeReaders(RuntimeError("inner"))
    game = phone.new_game()
    send(phone, game, picture())
    [state] = phone.table(game)["photos"]
    assert (state["stage"], state["error"]["code"]) == ("failed", "internal-error")
    assert "inner" not in state["error"]["message"]


def test_a_process_that_dies_or_takes_too_long_is_replaced(sandbox: Sandbox) -> None:
    large = flat(8000, 7500)
    threading.Timer(0.15, lambda: [child.kill() for child in multiprocessing.active_children()]).start()
    with pytest.raises(Unprocessable) as dead:
        [sandbox.run("intake", large) for _ in range(50)]  # one of them is at work when the process is killed
    assert dead.value.code == "photo-unreadable"
    assert sandbox.run("intake", picture())["width_px"] == 120
    sandbox._time_limit_s, limit = 0.02, sandbox._time_limit_s
    with pytest.raises(Unprocessable) as slow:
        sandbox.run("intake", large)
    sandbox._time_limit_s = limit
    assert slow.value.code == "photo-too-slow"
    assert sandbox.run("intake", picture())["width_px"] == 120
    with pytest.raises(Refused) as refused:
        sandbox.run("intake", b"no picture")
    assert refused.value.message


def test_a_stage_that_is_over_already_is_not_told() -> None:
    """Each one told is a write of the database, for which the reading itself would wait."""

    class Pipe:
        messages: ClassVar = [
            ("stage", "decode"),
            ("stage", "locate"),
            None,
            ("stage", "classify"),
            ("done", "the reading"),
        ]

        def send(self, _job: object) -> None:
            pass

        def poll(self, timeout: float = 0) -> bool:
            if self.messages[0] is None:  # nothing yet: only waiting brings the next one
                if timeout:
                    self.messages.pop(0)
                return bool(timeout)
            return True

        def recv(self) -> object:
            return self.messages.pop(0)

    child = object.__new__(_Child)
    child.jobs, child._pipe = 0, Pipe()  # type: ignore[assignment]
    told: list[str] = []
    assert child.run("read", (), told.append, 1.0) == "the reading"
    assert told == ["locate"]


def test_a_process_without_memory_refuses_and_the_next_one_works() -> None:
    small = Sandbox(1, memory_bytes=600 << 20)  # importing the decoders takes about 480 MB of address space
    with pytest.raises(GladeError):
        small.run("intake", flat(8000, 7500))  # 180 MB as pixels, and again while it is turned into RGB
    assert small.run("intake", picture())["width_px"] == 120
    small.close()


@pytest.mark.parametrize("kind", ["folder", "s3"])
def test_both_storages_keep_what_they_were_given(tmp_path: Path, kind: str, monkeypatch) -> None:
    with moto.mock_aws():
        if kind == "s3":
            for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
                monkeypatch.setenv(name, "test")
            client = boto3.client("s3", region_name="us-east-1")
            client.create_bucket(Bucket="club")
            storage: Any = S3Storage("club", "photos", client)
        else:
            storage = FolderStorage(tmp_path)
        key = content_key(b"one")
        assert storage.exists(key) is False
        with pytest.raises(NotFound):
            storage.get(key)
        storage.put(key, b"one")
        storage.put(key, b"one")
        assert storage.exists(key) is True
        assert storage.get(key) == b"one"
        storage.delete(key)
        storage.delete(key)
        assert storage.exists(key) is False
        with pytest.raises(ValueError, match="not a picture"):
            storage.get("../secret-key")
