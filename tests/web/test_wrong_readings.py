"""A wrong reading saved as a file is repeated by `glade rerun`, says what is right, and names nobody."""

import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.web.phones import Phone, board_of
from tests.web.test_learning import corrected, photographed, put
from tests.web.test_teaching import Taker
from web.app import create_app
from web.cli import main
from web.config import Config
from web.models import Photo
from web.photos.sandbox import Sandbox

pytestmark = pytest.mark.xdist_group("photos")


@pytest.fixture
def app(config: Config, learned_samples: Path) -> Iterator[Flask]:
    shutil.copytree(learned_samples, config.store)
    app = create_app(config)
    shared = app.extensions["glade"]
    shared.intake = shared.readers = shared.jobs._readers = Taker()
    shared.jobs.huey.immediate = True
    yield app
    shared.intake = shared.readers = Sandbox(0)
    shared.close()


@pytest.fixture
def saved(phone: Phone, tmp_path: Path) -> tuple[Path, str]:
    """A saved wrong reading, of a board that Ada has corrected on one space, and the address of its game."""
    game, photo, reading = photographed(phone)
    body = corrected(reading, photo, "002")
    body["board"]["gardens"]["sunlight"]["25"] = {"plant": "henbane"}
    put(phone, game, body)
    answer = phone.get(f"{game}/photos/{photo}/wrong-reading.zip")
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/zip"
    file = tmp_path / "wrong.zip"
    file.write_bytes(answer.data)
    return file, game


def changed(file: Path, name: str, change: Any) -> Path:
    """The same bundle with one of its JSON files changed."""
    other = file.with_name("changed.zip")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(other, "w") as new:
        for entry in old.namelist():
            data = old.read(entry)
            if entry == name:
                document = json.loads(data)
                change(document)
                data = json.dumps(document).encode()
            new.writestr(entry, data)
    return other


def test_a_saved_reading_is_repeated_and_says_what_is_right(
    saved: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    file, _game = saved
    assert main(["rerun", str(file)]) == 0
    told = capsys.readouterr().out
    assert "wrong.zip: the same reading" in told
    assert "sunlight 25: empty - henbane" in told
    assert main(["rerun", "--json", str(file)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["same"] is True
    assert "sunlight 25: empty - henbane" in answer["corrected"]
    assert {"python", "numpy", "opencv-python-headless"} <= set(answer["versions"])
    assert answer["reading"]["copy"] == "birch"


def test_a_reading_that_comes_out_otherwise_is_said(
    saved: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    def otherwise(reading: Any) -> None:
        reading["areas"]["sunlight"]["25"]["plant"] = "mandrake"
        reading["areas"]["sunlight"]["24"]["review"] = True

    assert main(["rerun", str(changed(saved[0], "reading.json", otherwise))]) == 1
    told = capsys.readouterr().out
    assert "another reading" in told
    assert "sunlight 25: mandrake - empty" in told
    assert "sunlight 24: asked about only once" in told


def test_nobody_is_named_and_the_picture_has_no_metadata(saved: tuple[Path, str]) -> None:
    file, game = saved
    with zipfile.ZipFile(file) as archive:
        names = set(archive.namelist())
        content = {name: archive.read(name) for name in names}
    assert names == {
        "bundle.json", "photo.jpg", "reading.json", "correction.json",
        "copy/copy.json", "copy/board.png", "copy/references.npz",
    }  # fmt: skip
    assert b"Exif" not in content["photo.jpg"]
    for name in ("bundle.json", "reading.json", "correction.json"):
        assert b"Ada" not in content[name]
        assert game.removeprefix("/g/").encode() not in content[name]
    truth = json.loads(content["correction.json"])
    assert truth["areas"]["sunlight"]["25"] == {"plant": "henbane"}
    assert truth["areas"]["sunlight"]["1"] is None
    assert len(truth["areas"]["moonlight"]) == 25


def test_a_correction_names_what_lies_there_also_where_the_board_was_not_found(
    saved: tuple[Path, str], app: Flask, phone: Phone
) -> None:
    _file, game = saved
    [photo] = phone.table(game)["photos"]
    with app.extensions["glade"].database.writing() as session:  # read again in vain
        stored = session.get_one(Photo, photo["id"])
        lost = {"corners": None, "method": "none", "confidence": 0.0}
        stored.reading = {**(stored.reading or {}), "areas": {}, "harvests": [], "board": lost, "failure": "Not found."}
    answer = phone.get(f"{game}/photos/{photo['id']}/wrong-reading.zip")
    assert answer.status_code == 200, answer.text
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        reading, correction = (json.loads(archive.read(f"{name}.json")) for name in ("reading", "correction"))
    assert correction["areas"]["sunlight"]["25"] == {"plant": "henbane"}
    assert not {"failure", "outlines", "copy_learned"} & set(reading)


def test_without_a_correction_the_reading_alone_is_saved(phone: Phone, tmp_path: Path) -> None:
    game, photo, _reading = photographed(phone)
    answer = phone.get(f"{game}/photos/{photo}/wrong-reading.zip")
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert "correction.json" not in archive.namelist()


def test_after_the_copy_has_learned_anew_the_photo_is_read_again_first(phone: Phone, config: Config) -> None:
    game, photo, _reading = photographed(phone)
    (config.store / "copies" / "birch" / "copy.json").touch()
    answer = phone.get(f"{game}/photos/{photo}/wrong-reading.zip", headers={"X-Requested-With": "fetch"})
    assert (answer.status_code, answer.json["code"]) == (409, "copy-changed")
    table = phone.table(game)
    assert board_of(table, "Ada")[1]["body"]["photo"] is None
    assert phone.send(f"{game}/photos/{photo}/read.json", {"copy": "birch"}).status_code == 202
    assert phone.get(f"{game}/photos/{photo}/wrong-reading.zip").status_code == 200


def test_what_is_no_bundle_is_refused_in_one_line(
    saved: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved[0]
    data = file.read_bytes()
    bad = {
        "text.zip": b"hello",
        "cut.zip": data[: len(data) // 2],
        "mutated.zip": data[:3000] + bytes(200) + data[3200:],
    }
    for name, content in bad.items():
        (tmp_path / name).write_bytes(content)
    paths = [str(tmp_path / name) for name in bad] + [str(tmp_path / "missing.zip")]
    paths.append(str(changed(file, "bundle.json", lambda facts: facts.update(version=99))))
    for path in paths:
        assert main(["rerun", path]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert len(said.err.splitlines()) == 1, said.err
    for change in (lambda r: r.pop("areas"), lambda r: r.update(areas=3), lambda r: r["areas"].update(sunlight=[1])):
        assert main(["rerun", str(changed(file, "reading.json", change))]) == 1
        assert len(capsys.readouterr().err.splitlines()) == 1
