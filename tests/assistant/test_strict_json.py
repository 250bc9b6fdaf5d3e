"""Strict JSON: every refusal is one line that names what is wrong and where."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import InputError, StateError
from assistant.strict_json import MAX_BYTES, MAX_DEPTH, Node, did_you_mean, load_json, on_one_line, parse_json

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**6)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def refused(action: Any) -> InputError:
    """The error that `action` ends with; its message must fit on one line."""
    with pytest.raises(InputError) as caught:
        action()
    assert len(caught.value.message.splitlines()) == 1, caught.value.message
    return caught.value


@given(values)
def test_what_json_writes_is_read_again(value: object) -> None:
    assert parse_json(json.dumps(value)).value == value
    assert parse_json(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass").decode("utf-8", "replace"))


@given(st.binary() | st.text())
def test_no_bytes_end_in_anything_but_a_document_or_one_line(data: bytes | str) -> None:
    message = ""
    try:
        parse_json(data)
    except InputError as err:
        message = err.message
    assert len(message.splitlines()) <= 1


@pytest.mark.parametrize(
    ("data", "code", "named"),
    [
        ("", "empty-file", "empty"),
        (b" \n ", "empty-file", "empty"),
        ("{", "not-json", "line 1, column 2"),
        ("{'a': 1}", "not-json", "line 1, column 2"),
        ('{"a": 1}\n]', "not-json", "line 2, column 1"),
        ("[NaN]", "not-json", "NaN"),
        ("[-Infinity]", "not-json", "-Infinity"),
        (b"\xff\xfe", "not-json", "UTF-8"),
        ('{"sun": 1, "sun": 2}', "not-json", '"sun" is given twice'),
        ("1" * 10_000, "not-json", "digits"),
        ("[" * 100_000, "too-deep", "deep"),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "too-deep", "deep"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_not_json_is_refused(data: bytes | str, code: str, named: str) -> None:
    err = refused(lambda: parse_json(data))
    assert err.code == code
    assert named in err.message


def test_a_byte_order_mark_is_no_error() -> None:
    assert parse_json(b'\xef\xbb\xbf{"a": 1}').value == {"a": 1}


@pytest.mark.parametrize("depth", [1, MAX_DEPTH])
def test_sensible_depth_is_read(depth: int) -> None:
    parse_json("[" * depth + "]" * depth)


def test_a_file_is_refused_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert refused(lambda: load_json(path)).code == "too-large"
    path.write_bytes(b"1" + b" " * (MAX_BYTES - 1))
    assert load_json(path).value == 1


@pytest.mark.parametrize("name", ["missing.json", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    assert refused(lambda: load_json(tmp_path / name)).code == "cannot-read"


def test_a_message_keeps_what_can_be_shown_and_nothing_else() -> None:
    assert on_one_line("a b\n\x7fç\x85\u2028李 \ud800~") == "a b??ç??李 ?~"
    assert on_one_line("a b") == "a b"


def test_paths_lead_to_the_value() -> None:
    root = Node({"players": [{"name": "Ada", "gardens": {"sunlight": {"7": {"rotation": 6}}}}]}, "", StateError)
    player = root.fields(["players"])["players"].elements()[0]
    tile = player.fields(["name", "gardens"])["gardens"].fields(["sunlight"])["sunlight"].items()[0][1]
    err = refused(lambda: tile.fields(["rotation"])["rotation"].whole_number(0, 5))
    assert isinstance(err, StateError)
    assert err.message == "players[0].gardens.sunlight.7.rotation: 6 is outside 0..5"


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda node: node.whole_number(0, 9), True),
        (lambda node: node.whole_number(0, 9), 2.0),
        (lambda node: node.whole_number(0, 9), "2"),
        (lambda node: node.number(), True),
        (lambda node: node.number(), None),
        (lambda node: node.flag(), 1),
        (lambda node: node.flag(), "true"),
        (lambda node: node.text(), 7),
        (lambda node: node.one_of(["a"], "thing"), ["a"]),
        (lambda node: node.items(), []),
        (lambda node: node.elements(), {}),
        (lambda node: node.fields(["a"]), "a"),
    ],
)
def test_a_wrong_type_is_refused(read: Any, value: object) -> None:
    err = refused(lambda: read(Node(value, "here")))
    assert err.code == "wrong-type"
    assert err.message.startswith("here: expected ")


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "empty-text"), ("  ", "empty-text"), ("a" * 201, "too-long"), ("a\nb", "bad-text"), ("\ud800", "bad-text")],
    ids=["empty", "blank", "long", "two lines", "half a pair"],
)
def test_a_text_fits_on_one_line(text: str, code: str) -> None:
    assert refused(lambda: Node(text, "name").text()).code == code


def test_unknown_and_missing_keys_are_named() -> None:
    err = refused(lambda: Node({"plnat": 1}, "players[0]").fields(["plant", "stems"]))
    assert (err.code, err.message) == (
        "unknown-key",
        'unknown key "plnat" in players[0], did you mean "plant"?',
    )
    err = refused(lambda: Node({}, "players[0]").fields(["name"], required=["name"]))
    assert (err.code, err.message) == ("missing-key", 'players[0]: "name" is missing')


@given(st.text(), st.lists(st.text(min_size=1), max_size=5))
def test_any_unknown_name_makes_one_line(name: str, known: list[str]) -> None:
    known = [k for k in known if k.isprintable() and k != name]
    assert refused(lambda: Node(name, "x").one_of(known, "plant")).code == "unknown-plant"
    err = refused(lambda: Node({name: 1}).fields(known))
    assert err.code == "unknown-key"


def test_the_nearest_name_is_offered() -> None:
    assert did_you_mean("Lions Mane", ["lions-mane", "mandrake"]) == ', did you mean "lions-mane"?'
    assert did_you_mean("zzz", ["vine", "leaves"]) == " (known: vine, leaves)"
    assert did_you_mean("zzz", [str(n) for n in range(12)]).endswith("10, 11)")
    assert did_you_mean("zzz", [str(n) for n in range(13)]) == ""


def test_a_text_may_be_as_long_as_it_may_be() -> None:
    assert Node("a" * 200, "name").text() == "a" * 200
