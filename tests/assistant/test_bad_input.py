"""Bad input to `glade score`: exit status 1, one line on standard error that names what and where, no traceback."""

import json
import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from assistant.strict_json import MAX_BYTES
from tests.conftest import ROOT
from web.cli import main

Document = dict[str, Any]
Path_ = list[str | int]

EVENGLOW: Document = {
    "game": "evenglow",
    "variant": "standard",
    "layout": "evenglow-5x5",
    "tiles": {"vine": {"stems": [0, 2, 3, 5]}, "leaves": {"stems": [1, 4]}},
    "players": [
        {
            "name": "Ada",
            "gardens": {
                "sunlight": {"7": {"plant": "vine", "rotation": 2}, "8": {"plant": "henbane"}},
                "moonlight": {"7": {"plant": "leaves", "rotation": 0}, "8": {"plant": "mandrake"}},
            },
            "harvests": [{"garden": "sunlight", "spaces": ["3", "4", "9"]}],
            "potions": {"undew": {"unused": 1, "used": 0}},
        }
    ],
}
EVERGREEN: Document = {
    "game": "evergreen",
    "layout": "evergreen-42",
    "expansions": ["cacti"],
    "sun": "top",
    "season": 2,
    "fertility": {"snow": [{"icons": 2}]},
    "players": [
        {
            "name": "Ada",
            "planet": {"b3": "big-tree"},
            "points": {"start": 0, "buds": 4},
            "seasons": [{"light": 7, "forest": 5}],
        }
    ],
}
SOLO = EVENGLOW | {"variant": "solo", "unseen": {"rows": {"vine": 3}}}
GONE = object()

SUNLIGHT: Path_ = ["players", 0, "gardens", "sunlight"]
PLANET: Path_ = ["players", 0, "planet"]


def changed(document: Document, path: Path_, value: object) -> str:
    """The document as text, with one value replaced, added or (`GONE`) left out."""
    document = deepcopy(document)
    at: Any = document
    for key in path[:-1]:
        at = at[key]
    if value is GONE:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return json.dumps(document)


def refuse(capsys: pytest.CaptureFixture[str], path: Path, *options: str) -> str:
    """The one line with which `glade score` refuses a file."""
    assert main(["score", str(path), *options]) == 1
    out, err = capsys.readouterr()
    assert err.startswith("glade: "), err
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1, err
    assert "Traceback" not in err
    if "--json" not in options:
        assert out == ""
    return err


def players(*names: str) -> list[Document]:
    return [{"name": name} for name in names]


CASES: dict[str, tuple[str, str, list[str]]] = {
    # id: (text, code, what the line must name)
    "unknown plant": (
        changed(EVENGLOW, [*SUNLIGHT, "8"], {"plant": "henbain"}),
        "unknown-plant",
        ["players[0].gardens.sunlight.8", '"henbain"', 'did you mean "henbane"'],
    ),
    "plant under its printed name": (
        changed(EVENGLOW, [*SUNLIGHT, "8"], {"plant": "Lions Mane"}),
        "unknown-plant",
        ['did you mean "lions-mane"'],
    ),
    "plant of a wrong type": (changed(EVENGLOW, [*SUNLIGHT, "8", "plant"], 3), "wrong-type", ["sunlight.8.plant"]),
    "tile that is a text": (changed(EVENGLOW, [*SUNLIGHT, "8"], "henbane"), "wrong-type", ["sunlight.8"]),
    "unknown space": (
        changed(EVENGLOW, [*SUNLIGHT, "26"], {"plant": "henbane"}),
        "unknown-space",
        ['"26"', "sunlight"],
    ),
    "space given a longer name": (
        changed(EVENGLOW, [*SUNLIGHT, "07"], {"plant": "henbane"}),
        "unknown-space",
        ['"07"', 'did you mean "7"'],
    ),
    "unknown garden": (
        changed(EVENGLOW, ["players", 0, "gardens", "sunligth"], {}),
        "unknown-key",
        ['"sunligth"', 'did you mean "sunlight"'],
    ),
    "unknown key": (changed(EVENGLOW, ["varient"], "solo"), "unknown-key", ['"varient"', 'did you mean "variant"']),
    "unknown key of a player": (
        changed(EVENGLOW, ["players", 0, "potion"], {}),
        "unknown-key",
        ['"potion"', "players[0]", 'did you mean "potions"'],
    ),
    "unknown key of a tile": (
        changed(EVENGLOW, [*SUNLIGHT, "8", "rotate"], 1),
        "unknown-key",
        ["sunlight.8", 'did you mean "rotation"'],
    ),
    "key of the other game": (changed(EVENGLOW, ["sun"], "top"), "unknown-key", ['"sun"']),
    "unknown game": (changed(EVENGLOW, ["game"], "everglow"), "unknown-game", ['"everglow"', "did you mean"]),
    "custom game": (changed(EVENGLOW, ["game"], "custom"), "no-score-sheet", ["custom"]),
    "unknown variant": (changed(EVENGLOW, ["variant"], "familly"), "unknown-variant", ['did you mean "family"']),
    "unknown layout": (
        changed(EVENGLOW, ["layout"], "evenglow-5x6"),
        "unknown-layout",
        ['"evenglow-5x6"', 'did you mean "evenglow-5x5"'],
    ),
    "layout of the other game": (changed(EVENGLOW, ["layout"], "evergreen-42"), "wrong-layout", ["evergreen-42"]),
    "rotation 6": (changed(EVENGLOW, [*SUNLIGHT, "7", "rotation"], 6), "out-of-range", ["sunlight.7.rotation", "0..5"]),
    "rotation -1": (changed(EVENGLOW, [*SUNLIGHT, "7", "rotation"], -1), "out-of-range", ["sunlight.7.rotation"]),
    "rotation 1.0": (changed(EVENGLOW, [*SUNLIGHT, "7", "rotation"], 1.0), "wrong-type", ["sunlight.7.rotation"]),
    "rotation true": (changed(EVENGLOW, [*SUNLIGHT, "7", "rotation"], True), "wrong-type", ["sunlight.7.rotation"]),
    "rotation as text": (changed(EVENGLOW, [*SUNLIGHT, "7", "rotation"], "2"), "wrong-type", ["sunlight.7.rotation"]),
    "no rotation on a vine": (
        changed(EVENGLOW, [*SUNLIGHT, "7", "rotation"], GONE),
        "missing-rotation",
        ["sunlight.7", "vine", "rotation"],
    ),
    "no rotation on leaves": (
        changed(EVENGLOW, ["players", 0, "gardens", "moonlight", "7", "rotation"], GONE),
        "missing-rotation",
        ["moonlight.7", "leaves", "rotation"],
    ),
    "stem 6": (
        changed(EVENGLOW, [*SUNLIGHT, "7"], {"plant": "vine", "stems": [1, 6]}),
        "out-of-range",
        ["stems[1]", "0..5"],
    ),
    "stem -1 of all vines": (
        changed(EVENGLOW, ["tiles", "vine", "stems"], [-1]),
        "out-of-range",
        ["tiles.vine.stems[0]"],
    ),
    "stem twice": (changed(EVENGLOW, ["tiles", "vine", "stems"], [1, 1]), "given-twice", ["tiles.vine.stems"]),
    "stems on henbane": (changed(EVENGLOW, [*SUNLIGHT, "8", "stems"], [1]), "no-stems", ["sunlight.8", "henbane"]),
    "stems against rotation": (changed(EVENGLOW, [*SUNLIGHT, "7", "stems"], [1, 2]), "contradiction", ["sunlight.7"]),
    "stems of a plant without": (
        changed(EVENGLOW, ["tiles", "henbane"], {"stems": [1]}),
        "unknown-plant-with-stems",
        ["henbane"],
    ),
    "two of one name": (changed(EVENGLOW, ["players"], players("Ada", "Ada")), "duplicate-name", ["players[1]", "Ada"]),
    "two of nearly one name": (
        changed(EVENGLOW, ["players"], players("Ada", " ada")),
        "duplicate-name",
        ["players[1]"],
    ),
    "no name": (changed(EVENGLOW, ["players"], [{}]), "missing-key", ["players[0]", '"name"']),
    "empty name": (changed(EVENGLOW, ["players"], players("")), "empty-text", ["players[0].name"]),
    "name on two lines": (changed(EVENGLOW, ["players"], players("A\nB")), "bad-text", ["players[0].name"]),
    "no players": (changed(EVENGLOW, ["players"], []), "no-players", ["players"]),
    "players left out": (changed(EVENGLOW, ["players"], GONE), "missing-key", ['"players"']),
    "five players": (changed(EVENGLOW, ["players"], players(*"ABCDE")), "too-many-players", ["players", "5", "4"]),
    "two in a solo game": (changed(SOLO, ["players"], players("A", "B")), "too-many-players", ["players", "solo"]),
    "five on planets": (changed(EVERGREEN, ["players"], players(*"ABCDE")), "too-many-players", ["players", "4"]),
    "the Unseen in company": (changed(SOLO, ["variant"], "standard"), "not-solo", ["unseen"]),
    "unknown row of the Unseen": (
        changed(SOLO, ["unseen", "rows", "vines"], 2),
        "unknown-plant",
        ["unseen.rows", "vine"],
    ),
    "unknown potion": (
        changed(EVENGLOW, ["players", 0, "potions", "undue"], {}),
        "unknown-potion",
        ["players[0].potions", 'did you mean "undew"'],
    ),
    "negative potions": (
        changed(EVENGLOW, ["players", 0, "potions", "undew", "used"], -1),
        "out-of-range",
        ["potions.undew.used"],
    ),
    "harvest in no garden": (
        changed(EVENGLOW, ["players", 0, "harvests", 0, "garden"], "starlight"),
        "unknown-garden",
        ["harvests[0].garden"],
    ),
    "harvest on no space": (
        changed(EVENGLOW, ["players", 0, "harvests", 0, "spaces", 1], "99"),
        "unknown-space",
        ["harvests[0].spaces[1]", '"99"'],
    ),
    "harvest without spaces": (
        changed(EVENGLOW, ["players", 0, "harvests", 0, "spaces"], []),
        "no-spaces",
        ["harvests[0].spaces"],
    ),
    "unknown piece": (
        changed(EVERGREEN, [*PLANET, "b3"], "big-tre"),
        "unknown-piece",
        ["players[0].planet.b3", 'did you mean "big-tree"'],
    ),
    "unknown space of a planet": (changed(EVERGREEN, [*PLANET, "z9"], "bush"), "unknown-space", ['"z9"', "planet"]),
    "piece of a module not in play": (
        changed(EVERGREEN, [*PLANET, "b3"], "giant-tree"),
        "module-not-in-play",
        ["planet.b3", "giant-tree", '"giant-trees"', "expansions"],
    ),
    "unknown expansion": (
        changed(EVERGREEN, ["expansions"], ["cactus"]),
        "unknown-expansion",
        ["expansions[0]", 'did you mean "cacti"'],
    ),
    "expansion twice": (changed(EVERGREEN, ["expansions"], ["cacti", "cacti"]), "given-twice", ["expansions"]),
    "Sun nowhere": (changed(EVERGREEN, ["sun"], "north"), "unknown-side-of-the-Sun", ["sun", "north"]),
    "no Sun": (changed(EVERGREEN, ["sun"], GONE), "missing-key", ['"sun"']),
    "season 0": (changed(EVERGREEN, ["season"], 0), "out-of-range", ["season", "1..4"]),
    "season 5": (changed(EVERGREEN, ["season"], 5), "out-of-range", ["season", "1..4"]),
    "no season": (changed(EVERGREEN, ["season"], GONE), "missing-key", ['"season"']),
    "five seasons": (
        changed(EVERGREEN, ["players", 0, "seasons"], [{"light": 1, "forest": 1}] * 5),
        "too-many-seasons",
        ["players[0].seasons"],
    ),
    "half a season": (
        changed(EVERGREEN, ["players", 0, "seasons"], [{"light": 1}]),
        "missing-key",
        ["seasons[0]", "forest"],
    ),
    "unknown biome": (changed(EVERGREEN, ["fertility", "snwo"], []), "unknown-biome", ['did you mean "snow"']),
    "card of two kinds": (
        changed(EVERGREEN, ["fertility", "snow", 0], {"icons": 2, "negative": 1}),
        "one-kind-of-card",
        ["fertility.snow[0]", "icons", "negative"],
    ),
    "skull with a duplicate": (
        changed(EVERGREEN, ["fertility", "snow", 0], {"skull": True, "duplicate": True}),
        "one-kind-of-card",
        ["fertility.snow[0]"],
    ),
    "card of no kind": (changed(EVERGREEN, ["fertility", "snow", 0], {}), "one-kind-of-card", ["fertility.snow[0]"]),
    "card with 2.5 icons": (
        changed(EVERGREEN, ["fertility", "snow", 0], {"icons": 2.5}),
        "wrong-type",
        ["fertility.snow[0].icons"],
    ),
    "stack that is a number": (changed(EVERGREEN, ["fertility", "snow"], 3), "wrong-type", ["fertility.snow"]),
    "a list": ("[]", "wrong-type", ["expected an object"]),
    "no game": ("{}", "missing-key", ['"game"']),
    "no layout": (changed(EVENGLOW, ["layout"], GONE), "missing-key", ['"layout"']),
    "not JSON": ('{"game": evenglow}', "not-json", ["line 1", "column 10"]),
    "cut off": (json.dumps(EVENGLOW)[:200], "not-json", ["line 1"]),
    "empty": ("", "empty-file", ["empty"]),
    "blank": (" \n\t\n", "empty-file", ["empty"]),
    "deep nesting": ("[" * 100_000 + "]" * 100_000, "too-deep", ["deep"]),
    "deep nesting of objects": ('{"a":' * 5000 + "1" + "}" * 5000, "too-deep", ["deep"]),
    "NaN": (json.dumps(EVENGLOW | {"layout": float("nan")}), "not-json", ["NaN"]),
    "Infinity": (json.dumps(EVERGREEN | {"season": float("inf")}), "not-json", ["Infinity"]),
    "a space twice": (
        json.dumps(EVERGREEN).replace('"b3": "big-tree"', '"b3": "big-tree", "b3": "bush"'),
        "not-json",
        ['"b3"', "twice"],
    ),
    "half a surrogate pair": (
        changed(EVENGLOW, [*SUNLIGHT, "\ud800"], {"plant": "henbane"}),
        "unknown-space",
        ["sunlight"],
    ),
    "terminal commands in a key": (changed(EVENGLOW, ["\x1b[2J\n"], 1), "unknown-key", ["unknown key"]),
}


@pytest.mark.parametrize("case", CASES)
def test_a_wrong_state_is_refused_in_one_line(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, code, named = CASES[case]
    path = tmp_path / "table.json"
    path.write_text(text, encoding="utf-8")
    line = refuse(capsys, path)
    assert "table.json" in line
    for words in named:
        assert words in line
    assert "\x1b" not in line
    assert main(["score", str(path), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["state"] == str(path)
    assert document["error"]["code"] == code
    assert line.strip().endswith(document["error"]["message"])


@pytest.mark.parametrize("document", [EVENGLOW, EVERGREEN, SOLO], ids=["evenglow", "evergreen", "solo"])
def test_the_states_that_the_cases_change_are_right(
    document: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    for options in ([], ["--json"], ["--why"]):
        assert main(["score", str(path), *options]) == 0
        out, err = capsys.readouterr()
        assert "Ada" in out
        assert err == ""


def test_a_file_of_50_mb_is_refused_by_its_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    assert "larger than 4 MB" in refuse(capsys, path)


def test_an_endless_file_is_not_read_into_memory(capsys: pytest.CaptureFixture[str]) -> None:
    if not os.path.exists("/dev/zero"):
        pytest.skip("this system has no /dev/zero")
    assert f"larger than {MAX_BYTES // 1_000_000} MB" in refuse(capsys, Path("/dev/zero"))


@pytest.mark.parametrize("name", ["nobody.json", "", ".", "a\0b", "x" * 5000])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "cannot be read" in refuse(capsys, tmp_path / name)


def test_a_file_name_on_two_lines_is_told_on_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "a?b.json" in refuse(capsys, tmp_path / "a\nb.json")


def test_bytes_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "photo.json"
    path.write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF")
    assert "UTF-8" in refuse(capsys, path)


@pytest.mark.parametrize(
    ("layout", "named"),
    [("evenglow-6x6", "did you mean"), ("missing.json", "cannot be read"), ("evergreen-42", "not for evenglow")],
)
def test_a_wrong_layout_option(layout: str, named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(EVENGLOW), encoding="utf-8")
    assert named in refuse(capsys, path, "--layout", layout)


def test_the_others_go_on_where_one_file_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("a.json", json.dumps(EVENGLOW)), ("b.json", "{"), ("c.json", json.dumps(EVERGREEN))):
        (tmp_path / name).write_text(text, encoding="utf-8")
    names = [str(tmp_path / name) for name in ("a.json", "b.json", "c.json")]
    assert main(["score", "--json", *names]) == 1
    out, err = capsys.readouterr()
    first, second, third = (json.loads(line) for line in out.splitlines())
    assert (first["game"], third["game"]) == ("evenglow", "evergreen")
    assert second["state"] == names[1]
    assert "b.json" in err
    assert len(err.splitlines()) == 1
    assert main(["score", *names]) == 1
    out, err = capsys.readouterr()
    assert "a.json" in out
    assert "c.json" in out
    assert len(err.splitlines()) == 1


def test_without_a_file_it_is_a_matter_of_usage(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["score"], ["score", "--nonsense", "x.json"], ["scroe", "x.json"]):
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert caught.value.code == 2
        assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    ["", "{", "[" * 100_000, changed(EVENGLOW, [*SUNLIGHT, "7", "rotation"], 6), changed(EVENGLOW, ["é\ud800"], 1)],
    ids=["empty", "cut off", "deep", "rotation", "surrogate"],
)
def test_the_program_itself_ends_with_status_1_and_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "web.cli", "score", str(path), "--json"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("glade: ")
    assert "error" in json.loads(done.stdout)


@pytest.mark.parametrize(("encoding", "options"), [("ascii", ["--why"]), ("latin-1", ["--json"]), ("utf-8", [])])
def test_names_of_any_script_can_be_printed_anywhere(encoding: str, options: list[str], tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(changed(EVENGLOW, ["players", 0, "name"], "李雷 ♥ é"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "web.cli", "score", str(path), *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    if options == ["--json"]:
        assert json.loads(done.stdout)["players"][0]["name"] == "李雷 ♥ é"
    if encoding == "utf-8":
        assert "李雷 ♥ é" in done.stdout.decode()


def run_program(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[bytes]":
    """The program itself, as a person starts it."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-m", "web.cli", *arguments], cwd=ROOT, env=env, check=False, **options)


def test_a_state_may_come_from_standard_input(tmp_path: Path) -> None:
    text = changed(EVENGLOW, ["players", 0, "name"], "Zoë").encode()
    done = run_program("score", "-", "--json", input=text, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["players"][0]["name"] == "Zoë"
    empty = run_program("score", "-", input=b"", capture_output=True)
    assert (empty.returncode, empty.stdout, empty.stderr) == (1, b"", b"glade: -: is empty\n")
    closed = run_program("score", "-", preexec_fn=lambda: os.close(0), capture_output=True)
    assert (closed.returncode, closed.stderr) == (1, b"glade: -: standard input is closed\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_full_disk_is_said_in_one_line(options: list[str], tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(EVENGLOW))
    with open("/dev/full", "wb") as full:
        done = run_program("score", str(path), *options, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr == b"glade: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize("closed", [1, 2])
def test_without_an_output_the_status_still_tells(closed: int, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(EVENGLOW))
    right = run_program("score", str(path), preexec_fn=lambda: os.close(closed), capture_output=True)
    wrong = run_program("score", str(path) + "x", preexec_fn=lambda: os.close(closed), capture_output=True)
    assert (right.returncode, wrong.returncode) == (0, 1)
    assert right.stderr == b""
    assert wrong.stdout == b""  # what belongs on standard error never ends among the documents


def test_a_pipe_that_is_closed_early_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(EVENGLOW))
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = run_program("score", *[str(path)] * 50, "--why", stdout=writing, stderr=subprocess.PIPE)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_a_file_without_a_name_is_still_named(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    called = name or '""'
    for command in ("score", "teach"):
        assert main([command, name]) == 1
        assert capsys.readouterr().err.startswith(f"glade: {called if command == 'score' else name or '.'}: "), command


def test_a_store_in_the_home_folder_of_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(EVENGLOW))
    for command in (["score", str(path)], ["copies"], ["serve"]):
        assert main(["--store", "~no-such-person/glade", *command]) == 1
        assert "~no-such-person/glade" in capsys.readouterr().err


def test_a_store_that_may_not_be_looked_into_keeps_nobody_from_scoring(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(EVENGLOW))

    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "copies")

    monkeypatch.setattr(Path, "glob", denied)
    assert main(["--store", str(tmp_path), "score", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Evenglow")
    assert err == "glade: left out: the store's layouts cannot be read: Permission denied\n"
    monkeypatch.setattr(Path, "is_dir", denied)
    assert main(["--store", str(tmp_path), "copies"]) == 1
    assert capsys.readouterr().err == "glade: copies: Permission denied\n"


@pytest.mark.parametrize("name", ["\u200b", "\ufeff", "\u200d\u200c", "Ada\u202eoB", "A\u00adda"])
def test_names_that_show_nothing_or_turn_the_line_around_are_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.json"
    path.write_text(changed(EVENGLOW, ["players", 0, "name"], name))
    assert "players[0].name: has characters that cannot be seen" in refuse(capsys, path)


@pytest.mark.parametrize("name", ["李\u3000雷", "👨\u200d👩\u200d👧", "می\u200cخواهم", "Ada Lovelace"])
def test_names_as_people_write_them_are_taken(name: str, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(changed(EVENGLOW, ["players", 0, "name"], name))
    assert main(["score", str(path)]) == 0


def test_names_that_differ_only_in_spaces_are_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.json"
    path.write_text(changed(EVENGLOW, ["players"], players("Ada  Bo", "ada bo")))
    assert "two players are called" in refuse(capsys, path)
