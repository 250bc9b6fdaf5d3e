"""The scripts' own rules, asked in a real browser: numbers as typed, merging, the size of a shrunk photo, geometry."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPhone


@pytest.fixture
def run(open_phone: OpenPhone) -> Any:
    page = open_phone()
    page.goto("/tie")
    return lambda module, code: _run(page, module, code)


def _run(page: Page, module: str, code: str) -> Any:
    """The value of an expression in which `m` is one of our modules."""
    base = 'document.querySelector("script[type=module]").src.replace(/[^/]*$/, "")'
    return page.evaluate(f"async (name) => {{ const m = await import({base} + name); return ({code}); }}", module)


def test_numbers_are_read_as_people_type_them(run: Any) -> None:
    good = {"0": 0, "105": 105, "999": 999, "12 ": 12, "١٢": 12, "१२": 12, "１２": 12, "": None, "  ": None, "+4": 4}
    for text, value in good.items():
        assert run("numbers.js", f"m.parseWhole({text!r})") == {"value": value}, text
    for text in ("2,5", "1e3", "2.5", "three", "--5", "1 2x", "∞"):
        assert "problem" in run("numbers.js", f"m.parseWhole({text!r})"), text
    assert run("numbers.js", "m.parseWhole('\\u22125', { min: -999 })") == {"value": -5}
    assert "problem" in run("numbers.js", "m.parseWhole('-5')")
    assert "problem" in run("numbers.js", "m.parseWhole('1000', { max: 999 })")
    assert "problem" in run("numbers.js", "m.parseWhole('1e9')")


def test_changes_to_different_spaces_merge_and_to_one_space_clash(run: Any) -> None:
    merged = run(
        "merge.js",
        """m.merge({ a: { 1: { plant: "vine", rotation: 0 } }, n: 1 },
                   { a: { 1: { plant: "vine", rotation: 1 }, 2: "x" }, n: 1 }, { a: { 3: "y" }, n: 2 })""",
    )
    assert merged == {"merged": {"a": {"3": "y", "2": "x"}, "n": 2}, "clashes": [["a", "1"]]}
    both = run("merge.js", "m.merge({ a: {} }, { a: { 1: 'x' } }, { a: { 1: 'x' } })")
    assert both == {"merged": {"a": {"1": "x"}}, "clashes": []}
    gone = run("merge.js", "m.merge({ a: { 1: 'x', 2: 'y' } }, { a: { 2: 'y' } }, { a: { 1: 'x' } })")
    assert gone == {"merged": {"a": {}}, "clashes": []}
    turned = run(
        "merge.js",
        """m.merge({ a: {} }, { a: { 1: { plant: "vine", rotation: 1 } } },
                   { a: { 1: { rotation: 1, plant: "vine" } } })""",
    )
    assert turned["clashes"] == []  # the order in which a tile is told is no difference


def test_the_order_of_keys_is_no_difference(run: Any) -> None:
    assert run("merge.js", "m.same({ a: 1, b: [1, { c: null, d: 2 }] }, { b: [1, { d: 2, c: null }], a: 1 })")
    assert run("merge.js", "m.same({ a: undefined }, {})")  # as it is sent
    for one, other in (("{ a: 1 }", "{ a: 2 }"), ("[1, 2]", "[2, 1]"), ("{ a: null }", "{}"), ("[]", "{}"),
                       ("1", "'1'"), ("[1]", "[1, 2]"), ("null", "{}")):  # fmt: skip
        assert not run("merge.js", f"m.same({one}, {other})"), (one, other)


def test_a_large_photo_is_shrunk_within_what_a_canvas_can_hold(run: Any) -> None:
    for width, height in ((5712, 4284), (8064, 6048), (12240, 16320)):
        size = run("shrink_photo.js", f"m.plannedSize({width}, {height}, 9e6)")
        assert max(size.values()) == 2560
        assert size["width"] * size["height"] < 16_000_000
        assert abs(size["width"] / size["height"] - width / height) < 0.01
    assert run("shrink_photo.js", "m.plannedSize(2000, 1500, 9e6)") is None
    assert run("shrink_photo.js", "m.plannedSize(5712, 4284, 9e5)") is None
    assert run("shrink_photo.js", "m.plannedSize(0, 0, 9e6)") is None


def test_the_drawing_knows_the_grids_as_the_engine_does(run: Any) -> None:
    layout = (
        """{ grid: "hex", areas: { a: { spaces: { 1: { q: 0, r: 0 }, 2: { q: 1, r: 0 }, 3: { q: 0, r: 1 } } } } }"""
    )
    geometry = f"new m.AreaGeometry({layout}, 'a')"
    assert run("grids.js", f"[0, 1, 2, 3, 4, 5].map((edge) => {geometry}.across('1', edge) ?? null)") == [
        None, "2", "3", None, None, None,
    ]  # fmt: skip
    x, y = run("grids.js", f"{geometry}.centre('3')")
    assert (round(x, 3), round(y, 3)) == (50.0, 86.603)
    spaces = "{ a1: { x: 0, y: 0 }, c1: { x: 2, y: 0 }, a3: { x: 0, y: 2 } }"
    square = f'{{ grid: "square", areas: {{ p: {{ spaces: {spaces} }} }} }}'
    assert sorted(run("grids.js", f"new m.AreaGeometry({square}, 'p').ravines()")) == [[0, 1], [1, 0]]
    for cell in ([3, -2], [-1, 4], [0, 0]):
        hexagon = f'(() => {{ const g = m.gridOf({{ grid: "hex" }}); return g.cellAt(...g.centre({cell})); }})()'
        assert [int(n) for n in run("grids.js", hexagon)] == cell


def test_a_second_photograph_keeps_what_was_checked(run: Any) -> None:
    read = {
        "areas": {
            "sunlight": {
                "1": {"plant": "vine", "rotation": 1, "confidence": 0.5, "review": True,
                      "alternatives": [{"plant": "leaves", "rotation": 2, "confidence": 0.4}]},
                "2": {"plant": "henbane", "confidence": 0.5, "review": True, "alternatives": []},
                "3": {"plant": None, "confidence": 0.9, "review": False},
            }
        },
        "harvests": [{"garden": "sunlight", "spaces": ["2"], "review": True}],
    }  # fmt: skip
    before = {
        "board": {"gardens": {"sunlight": {"1": {"plant": "leaves", "rotation": 2}, "2": {"plant": "mandrake"}}}},
        "photo": "old",
        "review": {},
    }
    after = run(
        "reading_board.js",
        f"m.withReading({json.dumps(before)}, JSON.parse({json.dumps(read)!r}), 'new', {{ game: 'evenglow' }})",
    )
    assert after["board"]["gardens"]["sunlight"] == {"1": {"plant": "leaves", "rotation": 2}, "2": {"plant": "henbane"}}
    assert after["review"] == {"sunlight": ["2"]}
    assert after["photo"] == "new"


def test_a_piece_of_a_module_that_is_not_in_play_is_asked_about(run: Any) -> None:
    read = {"areas": {"planet": {"b3": {"piece": "cactus", "confidence": 0.99, "review": False,
                                        "alternatives": [{"piece": "small-tree", "confidence": 0.01}]}}}}  # fmt: skip
    empty = "{ board: {}, photo: null, review: {} }"
    code = f"m.withReading({empty}, JSON.parse({json.dumps(read)!r}), 'p', {{ game: 'evergreen', expansions: [] }})"
    after = run("reading_board.js", code)
    assert after["board"]["planet"] == {"b3": "small-tree"}
    assert after["review"] == {"planet": ["b3"]}


def seen(**spaces: Any) -> dict[str, Any]:
    """A reading of one garden: a kind, (kind, its second thought), or None for an empty space."""
    areas = {}
    for space, what in spaces.items():
        first, second = what if isinstance(what, tuple) else (what, None)
        areas[space[1:]] = {
            "plant": first,
            "review": isinstance(what, tuple),
            "alternatives": [{"plant": second}] if second else [],
        }
    return {"areas": {"sunlight": areas}, "harvests": []}


def test_what_people_set_or_checked_survives_another_reading_of_the_same_photograph(run: Any) -> None:
    def put(body: Any, reading: Any, photo: str = "p") -> Any:
        code = (
            f"JSON.parse({json.dumps(body)!r}), JSON.parse({json.dumps(reading)!r}), {photo!r}, {{ game: 'evenglow' }}"
        )
        return run("reading_board.js", f"[m.withReading({code}), m.countKept({code})]")

    def tiles(body: Any) -> dict[str, str]:
        return {space: tile["plant"] for space, tile in body["board"]["gardens"]["sunlight"].items()}

    fresh = {"board": {}, "photo": None, "review": {}, "confirmed": False, "mode": "board"}
    body, kept = put(fresh, seen(s1="vine", s2="vine", s3=("leaves", "henbane"), s4="mandrake", s5=("vine", "leaves")))
    assert kept == 0
    assert body["review"] == {"sunlight": ["3", "5"]}
    body["board"]["gardens"]["sunlight"]["2"] = {"plant": "henbane"}  # corrected by hand
    body["review"]["sunlight"].remove("3")  # "Looks right"
    again = seen(s1="elderberries", s2="vine", s3="henbane", s4=("henbane", "mandrake"), s5="leaves")

    after, kept = put(body, again)
    assert tiles(after) == {"1": "elderberries", "2": "henbane", "3": "leaves", "4": "henbane", "5": "leaves"}
    assert after["review"] == {"sunlight": ["4"]}
    assert kept == 2
    assert put(after, again)[0] == after  # and once more changes nothing

    # A board that was called final: what nobody touched was seen by somebody, and is asked about.
    final = {**body, "review": {}, "confirmed": True}
    after, kept = put(final, again)
    assert tiles(after) == {"1": "vine", "2": "henbane", "3": "leaves", "4": "mandrake", "5": "vine"}
    assert after["review"] == {"sunlight": ["1", "4"]}
    assert after["confirmed"] is False
    # The same reading once more leaves it final.
    first = seen(s1="vine", s2="vine", s3=("leaves", "henbane"), s4="mandrake", s5=("vine", "leaves"))
    assert put(final, first)[0] == final

    # A board of an earlier version, which does not remember its reading: everything that differs is asked about.
    old = {key: value for key, value in body.items() if key != "read"}
    after, kept = put(old, again)
    assert tiles(after) == tiles(body)
    assert after["review"] == {"sunlight": ["1", "2", "3", "4", "5"]}

    # Another photograph counts, as the board may have changed.
    after, kept = put(body, again, "other")
    assert tiles(after)["2"] == "vine"
    assert kept == 0


def test_a_token_that_another_photograph_does_not_show_is_kept_and_asked_about(run: Any) -> None:
    token = {"garden": "sunlight", "spaces": ["1", "2"]}
    board = {"gardens": {"sunlight": {"1": {"plant": "mandrake"}, "2": {"plant": "mandrake"}}}, "harvests": [token]}
    body = {"board": board, "photo": "old", "review": {}, "confirmed": False}
    for second, expected in (("mandrake", [token]), ("vine", [])):
        code = f"JSON.parse({json.dumps(body)!r}), JSON.parse({json.dumps(seen(s1='mandrake', s2=second))!r})"
        after = run("reading_board.js", f"m.withReading({code}, 'new', {{ game: 'evenglow' }})")
        assert after["board"]["harvests"] == expected
        assert after["review"] == ({"sunlight": ["1", "2"]} if expected else {})
