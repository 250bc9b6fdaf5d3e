"""`glade read`, `bench` and `copies` as a person meets them."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.vision.conftest import SAMPLES
from vision.copies import LearnedCopy, save_copy
from web.cli import main

pytestmark = pytest.mark.xdist_group("photos")

PHOTO = SAMPLES / "evenglow/boards/001.jpg"


@pytest.fixture(scope="session")
def store(evenglow: LearnedCopy, evergreen_board: LearnedCopy, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with both sample copies."""
    folder = tmp_path_factory.mktemp("store")
    save_copy(folder, evenglow)
    save_copy(folder, evergreen_board)
    return folder


def glade(store: Path, *words: object) -> int:
    return main(["--store", str(store), *(str(word) for word in words)])


def test_json_has_one_document_for_each_photo_in_order(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    assert glade(store, "read", PHOTO, text, PHOTO, "--copy", "birch", "--json") == 1
    out, err = capsys.readouterr()
    first, failed, last = (json.loads(line) for line in out.splitlines())
    assert first["photo"] == "001.jpg"
    assert first["game"] == "evenglow"
    assert first["copy"] == "birch"
    assert first["board"]["method"] == "features"
    assert len(first["board"]["corners"]) == 4
    assert set(first["areas"]) == {"sunlight", "moonlight"}
    assert set(first["areas"]["sunlight"]) == {str(number) for number in range(1, 26)}
    for spaces in first["areas"].values():
        for space in spaces.values():
            assert {"plant", "confidence", "review"} <= set(space)
            assert 0 <= space["confidence"] <= 1
    assert {"decode", "locate", "classify", "total"} == set(first["timing_ms"])
    assert failed["photo"] == "text.jpg"
    assert failed["error"]["code"] == "not-a-picture"
    assert last["areas"] == first["areas"]
    assert err == f"glade: text.jpg: {failed['error']['message']}\n"


@pytest.mark.parametrize("words", [("--copy", "linen"), ("--copy", "linen", "--json")])
def test_a_photo_of_another_copy_is_not_read(
    store: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert glade(store, "read", PHOTO, *words) == 1
    out, err = capsys.readouterr()
    assert err.startswith("glade: 001.jpg: We could not find the board")
    if "--json" in words:
        document = json.loads(out)
        assert document["board"] == {"corners": None, "method": "none", "confidence": 0.0}
        assert document["areas"] == {}
        assert document["error"]["code"] == "board-not-found"
    else:
        assert out == ""


BAD_FILES = {
    "text.jpg": (b"hello " * 50, "not a picture"),
    "empty.jpg": (b"", "is empty"),
    "cut.jpg": (PHOTO.read_bytes()[:60_000], "damaged or incomplete"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_ends_in_one_line_and_status_1(
    store: Path, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, reason = BAD_FILES[name]
    (tmp_path / name).write_bytes(data)
    assert glade(store, "read", tmp_path / name, "--copy", "birch") == 1
    err = capsys.readouterr().err
    assert reason in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--corners", "1,2 3,4"), "give --corners as"),
        (("--corners", ""), "give --corners as"),
        (("--corners", "0,0 900,900 900,0 0,900"), "cross"),
        (("--corners", "0,0 450,0 900,0 0,900"), "one line"),
        (("--corners", "0,0 nan,0 900,900 0,900"), "corners"),
        (("--expansions", "pine"), 'did you mean "pines"'),
    ],
)
def test_wrong_options_end_in_one_line(
    store: Path, words: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert glade(store, "read", PHOTO, "--copy", "birch", *words) == 1
    err = capsys.readouterr().err
    assert reason in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("words", [("--copy", "birhc"), ("--copy", "birch", "--corners", "1,2")])
def test_every_photo_has_its_document_when_all_fail_for_one_reason(
    store: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert glade(store, "read", "a.jpg", "b.jpg", *words, "--json") == 1
    out, err = capsys.readouterr()
    first, second = (json.loads(line) for line in out.splitlines())
    assert (first["photo"], second["photo"]) == ("a.jpg", "b.jpg")
    assert first["error"] == second["error"]
    assert err == f"glade: {first['error']['message']}\n"


def test_a_photo_with_an_odd_name_is_told_in_one_line_and_in_plain_ascii_json(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert glade(store, "read", "no\nsuch \u00e9.jpg", "--copy", "birch", "--json") == 1
    out, err = capsys.readouterr()
    assert out.isascii()
    assert json.loads(out)["photo"] == "no\nsuch \u00e9.jpg"
    assert err == "glade: no?such \u00e9.jpg: The file cannot be read: No such file or directory.\n"


def test_the_copy_is_found_where_the_photo_lies(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert glade(store, "read", PHOTO) == 0
    assert capsys.readouterr().out.startswith("001.jpg: birch (evenglow), board by features")


def test_the_copy_of_a_photo_set_is_learned_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert glade(tmp_path, "read", PHOTO) == 0
    assert 'learning "birch"' in capsys.readouterr().err
    assert glade(tmp_path, "read", PHOTO) == 0
    assert capsys.readouterr().err == ""


def test_an_unknown_copy_names_the_known_ones(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert glade(store, "read", PHOTO, "--copy", "brich") == 1
    assert 'did you mean "birch"' in capsys.readouterr().err
    alone = tmp_path / "alone.jpg"
    alone.write_bytes(PHOTO.read_bytes())
    assert glade(store, "read", alone) == 1
    assert "known: birch, linen" in capsys.readouterr().err
    assert glade(tmp_path / "nothing", "read", alone) == 1
    assert "teach one first" in capsys.readouterr().err


def test_the_overlay_is_a_picture_of_the_photo(store: Path, tmp_path: Path) -> None:
    overlay = tmp_path / "overlay.png"
    assert glade(store, "read", PHOTO, "--copy", "birch", "--overlay", overlay) == 0
    with Image.open(overlay) as drawn, Image.open(PHOTO) as photo:
        assert drawn.format == "PNG"
        assert drawn.size == photo.size
    assert glade(store, "read", PHOTO, "--copy", "birch", "--overlay", tmp_path / "no" / "such.png") == 1


def test_the_overlay_lies_on_a_large_photo_as_on_a_small_one(store: Path, tmp_path: Path) -> None:
    """Large photographs are read in a smaller form than they are drawn in."""
    with Image.open(PHOTO) as photo:
        photo.resize((2048, 1536), Image.Resampling.BICUBIC).save(tmp_path / "large.jpg", quality=95)
    drawn = []
    for name in (PHOTO, tmp_path / "large.jpg"):
        overlay = tmp_path / "overlay.png"
        assert glade(store, "read", name, "--copy", "birch", "--overlay", overlay) == 0
        with Image.open(overlay) as picture, Image.open(name) as photo:
            changed = np.abs(np.asarray(picture, int) - np.asarray(photo, int)).sum(axis=2) > 150
        rows, columns = np.nonzero(changed)
        drawn.append(np.array([columns.min(), columns.max(), rows.min(), rows.max()]) / changed.shape[1])
    assert np.abs(drawn[0] - drawn[1]).max() < 0.005


def test_copies_are_listed_and_removed(
    evenglow: LearnedCopy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_copy(tmp_path, evenglow)
    assert glade(tmp_path, "copies") == 0
    assert capsys.readouterr().out == "birch  evenglow, layout evenglow-5x5, 6 kinds\n"
    assert glade(tmp_path, "copies", "remove", "birch") == 0
    assert glade(tmp_path, "copies", "list") == 0
    assert capsys.readouterr().out == 'Forgot "birch".\n'
    assert glade(tmp_path, "copies", "remove", "birch") == 1


def test_bench_tells_figures_and_draws_the_doubted_spaces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "sheet.png"
    assert glade(tmp_path, "bench", SAMPLES / "evenglow", "--json", "--sheet", sheet) == 0
    document = json.loads(capsys.readouterr().out)
    (figures,) = document["sets"]
    assert figures["set"] == "evenglow"
    assert figures["photos"] == 3
    assert figures["boards_found"] == 3
    assert figures["spaces"] == 150
    assert figures["location_error_pitch"]["max"] < 0.1
    assert {"decode", "locate", "classify", "total"} == set(figures["time_ms"])
    assert document["total"]["spaces"] == 150
    with Image.open(sheet) as drawn:
        assert drawn.format == "PNG"
    assert not list(tmp_path.glob("copies"))
    assert glade(tmp_path, "bench", SAMPLES / "evenglow", "--sheet", tmp_path / "no" / "such.png") == 1
    assert capsys.readouterr().err.endswith("such.png cannot be written: No such file or directory\n")


def test_bench_without_boards_says_what_is_expected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert glade(tmp_path, "bench", tmp_path) == 1
    assert "expected boards/NNN.json" in capsys.readouterr().err


def test_photos_may_stand_behind_options(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        glade(store, "read", PHOTO, "--copy", "birch", PHOTO, "--json", "--nothing")
    assert "unrecognized arguments: --nothing" in capsys.readouterr().err
    assert glade(store, "read", PHOTO, "--copy", "birch", "gone.jpg", "--json", PHOTO) == 1
    out = capsys.readouterr().out
    assert [json.loads(line)["photo"] for line in out.splitlines()] == ["001.jpg", "gone.jpg", "001.jpg"]


def test_a_reading_is_printed_although_its_overlay_cannot_be_written(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("read", PHOTO, "--copy", "birch", "--overlay", tmp_path / "no" / "such.png")
    assert glade(store, *words) == 1
    out, err = capsys.readouterr()
    assert out.startswith("001.jpg: birch (evenglow), board by features")
    assert err.endswith("such.png cannot be written: No such file or directory\n")
    assert glade(store, *words, "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert "error" not in document
    assert document["areas"]["sunlight"]


def test_a_photo_set_that_has_changed_is_learned_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(SAMPLES / "evenglow", tmp_path / "set")
    lesson = json.loads((tmp_path / "set/teach.json").read_text())
    lesson["samples"] = []
    (tmp_path / "set/teach.json").write_text(json.dumps(lesson))
    photo, store = tmp_path / "set/boards/001.jpg", tmp_path / "store"
    assert glade(store, "read", photo) == 0
    assert 'learning "birch"' in capsys.readouterr().err
    lesson["tiles"] = {"vine": {"stems": [0, 1]}}
    (tmp_path / "set/teach.json").write_text(json.dumps(lesson))
    assert glade(store, "read", photo) == 0
    assert "teach.json, which has changed" in capsys.readouterr().err
    assert glade(store, "read", photo) == 0
    assert capsys.readouterr().err == ""


def test_a_stored_copy_that_may_be_another_than_the_photo_sets_is_told(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert glade(store, "read", PHOTO) == 0
    assert 'reading with the copy "birch" as the store has it, which may differ from' in capsys.readouterr().err
