"""What a lesson must say, what is refused in one line, and that nothing stays behind when it is."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageFilter

from assistant.errors import InputError
from tests.vision.conftest import SAMPLES
from vision.copies import LearnedCopy, list_copies, load_copy, remove_copy, save_copy
from vision.errors import CopyError
from vision.lattice_fit import refine_lattice
from vision.lesson import load_lesson
from vision.teach import learn_copy
from web.cli import main

pytestmark = pytest.mark.xdist_group("photos")


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    """A photo set of its own, to be spoilt."""
    folder = tmp_path / "set"
    shutil.copytree(SAMPLES / "evenglow", folder, ignore=shutil.ignore_patterns("boards"))
    return folder / "teach.json"


def changed(path: Path, change: Any) -> Path:
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))
    return path


def refusal(path: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        learn_copy(load_lesson(path))
    assert len(caught.value.message.splitlines()) == 1
    return caught.value


def sunlight(document: dict[str, Any]) -> dict[str, Any]:
    spaces: dict[str, Any] = document["samples"][0]["areas"]["sunlight"]
    return spaces


def leave_one_row(document: dict[str, Any]) -> None:
    """Take away the taps in the bottom row of each garden."""
    taps: dict[str, dict[str, Any]] = document["board"]["anchors"]
    for spaces in taps.values():
        for space in ("21", "25"):
            spaces.pop(space, None)


def test_a_space_named_twice_is_refused(lesson: Path) -> None:
    document = json.loads(lesson.read_text())
    space = next(iter(sunlight(document)))
    sunlight(document)["twin"] = {"plant": "henbane"}
    lesson.write_text(json.dumps(document).replace('"twin"', f'"{space}"'))
    assert f'"{space}" is given twice' in refusal(lesson).message


def test_a_missing_photo_is_refused(lesson: Path) -> None:
    (lesson.parent / "teach-tiles.jpg").unlink()
    assert 'no file "teach-tiles.jpg"' in refusal(lesson).message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(colour="red"), 'unknown key "colour"'),
        (lambda d: sunlight(d).update({"77": {"plant": "vine"}}), 'unknown space "77"'),
        (lambda d: sunlight(d).update({"1": {"plant": "vines", "rotation": 0}}), 'did you mean "vine"'),
        (lambda d: sunlight(d).update({"1": {"plant": "vine"}}), "needs its rotation"),
        (lambda d: sunlight(d).update({"1": {"plant": "vine", "rotation": 6}}), "outside 0..5"),
        (lambda d: d["board"].pop("corners"), '"corners" is missing'),
        (lambda d: d["board"]["anchors"].pop("moonlight"), '"moonlight" is missing'),
        (lambda d: d["board"]["anchors"]["sunlight"].update({"x": [1, 2]}), 'unknown space "x"'),
        (lambda d: d["board"].update(corners=[[0, 0], [9, 9], [9, 0], [0, 9]]), "corners"),
        (lambda d: d["board"].update(corners=[[0, 0], [900, 900], [900, 0], [0, 900]]), "cross"),
        (lambda d: d.update(copy="../else"), "cannot be called"),
        (lambda d: d.update(game="evergreen"), "is a layout of evenglow"),
        (lambda d: d["tiles"].update(vine={"stems": [9]}), "outside 0..5"),
        (lambda d: d["board"]["anchors"]["sunlight"].update({"21": [640, 400]}), "is not where the other taps put"),
        (leave_one_row, "different rows"),
        (lambda d: d["board"].update(corners=d["board"]["corners"][2:] + d["board"]["corners"][:2]), "run against"),
    ],
)
def test_a_wrong_lesson_is_refused_with_its_place(lesson: Path, change: Any, message: str) -> None:
    assert message in refusal(changed(lesson, change)).message


def test_a_sample_of_another_board_is_named(lesson: Path) -> None:
    shutil.copyfile(SAMPLES / "evergreen/teach-tiles.jpg", lesson.parent / "teach-tiles.jpg")
    assert refusal(lesson).message.startswith("teach-tiles.jpg: We could not find the board")


def test_a_blurred_photo_is_told(lesson: Path) -> None:
    photo = lesson.parent / "teach-tiles-2.jpg"
    Image.open(photo).filter(ImageFilter.GaussianBlur(3)).save(photo)
    warnings = learn_copy(load_lesson(lesson)).warnings
    assert any(warning.startswith("teach-tiles-2.jpg looks blurred") for warning in warnings)


def test_sharp_photos_are_not_called_blurred(evenglow: LearnedCopy, evergreen_board: LearnedCopy) -> None:
    assert not any("blurred" in warning for warning in (*evenglow.warnings, *evergreen_board.warnings))


def test_taps_that_are_off_come_to_lie_on_the_printed_spaces(evenglow: LearnedCopy, lesson: Path) -> None:
    random = np.random.default_rng(4)

    def nudge(document: dict[str, Any]) -> None:
        for spaces in document["board"]["anchors"].values():
            for point in spaces.values():
                point[:] = (np.array(point) + random.normal(0, 4, 2)).tolist()

    nudged = learn_copy(load_lesson(changed(lesson, nudge)))
    for area in evenglow.layout.areas:
        scale = np.array(evenglow.lattice.size) / np.array(nudged.lattice.size)
        apart = nudged.lattice.centres_xy(area) * scale - evenglow.lattice.centres_xy(area)
        assert np.hypot(*apart.T).max() < 0.03 * evenglow.lattice.pitch


def test_a_board_whose_spaces_cannot_be_seen_keeps_its_taps(evenglow: LearnedCopy) -> None:
    assert evenglow.board_picture is not None
    noise = np.random.default_rng(1).integers(0, 255, evenglow.board_picture.shape, dtype=np.uint8)
    assert refine_lattice(evenglow.lattice, noise) is evenglow.lattice


def test_a_copy_is_kept_listed_loaded_and_forgotten(evenglow: LearnedCopy, tmp_path: Path) -> None:
    save_copy(tmp_path, evenglow)
    save_copy(tmp_path, evenglow)
    assert list_copies(tmp_path) == ["birch"]
    assert [p.name for p in (tmp_path / "copies").iterdir()] == ["birch"]
    loaded = load_copy(tmp_path, "birch")
    assert loaded.layout == evenglow.layout
    assert loaded.stems == evenglow.stems
    assert np.array_equal(loaded.lattice.centres_xy("moonlight"), evenglow.lattice.centres_xy("moonlight"))
    assert loaded.board_picture is not None
    assert evenglow.board_picture is not None
    assert np.array_equal(loaded.board_picture, evenglow.board_picture)
    assert {k: v.tolist() for k, v in loaded.references.items()} == {
        k: v.tolist() for k, v in evenglow.references.items()
    }
    remove_copy(tmp_path, "birch")
    assert list_copies(tmp_path) == []
    with pytest.raises(CopyError, match="no learned copy"):
        load_copy(tmp_path, "birch")


@pytest.mark.parametrize("name", ["..", "../copies", "", "a/b", "Birch", "x" * 41])
def test_names_lead_nowhere_but_into_the_store(name: str, tmp_path: Path) -> None:
    for function in (load_copy, remove_copy):
        with pytest.raises(CopyError):
            function(tmp_path, name)


@pytest.mark.parametrize("file", ["copy.json", "references.npz", "board.png"])
def test_a_damaged_copy_asks_to_be_taught_again(evenglow: LearnedCopy, tmp_path: Path, file: str) -> None:
    (save_copy(tmp_path, evenglow) / file).write_bytes(b"{}")
    with pytest.raises(CopyError, match="teach it again"):
        load_copy(tmp_path, "birch")


@pytest.mark.parametrize("file", ["copy.json", "references.npz", "board.png"])
@pytest.mark.parametrize("kept", [0, 0.5])
def test_a_cut_copy_asks_to_be_taught_again(evenglow: LearnedCopy, tmp_path: Path, file: str, kept: float) -> None:
    path = save_copy(tmp_path, evenglow) / file
    data = path.read_bytes()
    path.write_bytes(data[: int(kept * len(data))])
    with pytest.raises(CopyError, match='"birch" cannot be read: teach it again'):
        load_copy(tmp_path, "birch")


def test_a_copy_of_another_version_says_so(evenglow: LearnedCopy, tmp_path: Path) -> None:
    changed(save_copy(tmp_path, evenglow) / "copy.json", lambda document: document.update(format=1))
    with pytest.raises(CopyError, match='"birch" was learned by another version: teach it again'):
        load_copy(tmp_path, "birch")


def test_a_store_that_cannot_be_written_is_refused(evenglow: LearnedCopy, tmp_path: Path) -> None:
    (tmp_path / "store").write_text("a file, no folder")
    with pytest.raises(CopyError, match="cannot be written: Not a directory"):
        save_copy(tmp_path / "store", evenglow)


def test_corners_in_a_lesson_are_refused_with_their_place(lesson: Path) -> None:
    crossed = [[0, 0], [900, 900], [900, 0], [0, 900]]
    error = refusal(changed(lesson, lambda document: document["board"].update(corners=crossed)))
    assert error.code == "corners-not-usable"
    assert error.message.startswith("teach.json: board.corners: The sides between the corners cross")


def test_standing_pieces_without_a_photo_of_the_empty_board_are_warned_of(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    shutil.copytree(SAMPLES / "evergreen", folder, ignore=shutil.ignore_patterns("boards"))
    copy = learn_copy(load_lesson(changed(folder / "teach.json", lambda document: document["board"].pop("photo"))))
    assert any("without a photo of the empty board" in warning for warning in copy.warnings)


def test_a_failed_lesson_leaves_nothing_behind(
    lesson: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (lesson.parent / "teach-tiles-2.jpg").write_text("not a picture")
    store = tmp_path / "store"
    assert main(["--store", str(store), "teach", str(lesson)]) == 1
    assert not list(store.rglob("*"))
    error = capsys.readouterr().err
    assert error.startswith("glade: teach-tiles-2.jpg: This is not a picture")
    assert len(error.splitlines()) == 1
