"""JSON read without surprises: every refusal is one line that names what is wrong, where, and the nearest right name.

A `Node` is a value with the path that leads to it, so that the code which understands a format never has to
carry paths around. Written by hand because the libraries for this either start slowly (the command line aims at
a quarter of a second) or name a map's entries `[...]`, and then nobody can find the wrong space.
"""

import json
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import BinaryIO, NoReturn

from assistant.errors import InputError

MAX_BYTES = 4_000_000
"""A four-player state has about 20 kB; a layout less. Anything far beyond is not one of our files."""

MAX_DEPTH = 32
"""Our deepest format has 7 levels."""

_SHOWN = 60  # characters of a wrong value that a message repeats


class Node:
    """A JSON value and its path, for example `players[0].gardens.sunlight.7`."""

    __slots__ = ("_key", "_parent", "_path", "error", "value")

    def __init__(
        self,
        value: object,
        path: str = "",
        error: type[InputError] = InputError,
        parent: "Node | None" = None,
        key: str | int = "",
    ) -> None:
        self.value = value
        self.error = error
        self._path = path
        self._parent = parent
        self._key = key

    @property
    def path(self) -> str:
        """The way from the top of the document to this value; empty at the top itself."""
        if self._parent is None:
            return self._path
        above = self._parent.path
        if isinstance(self._key, int):
            return f"{above}[{self._key}]"
        return f"{above}.{_shown(self._key)}" if above else _shown(self._key)

    def refusing_with(self, error: type[InputError]) -> "Node":
        """The same value, whose refusals are errors of another class."""
        return Node(self.value, self._path, error, self._parent, self._key)

    def fail(self, code: str, message: str) -> NoReturn:
        """Refuse this value; the message is put behind its path."""
        raise self.error(code, f"{self.path}: {message}" if self.path else message)

    def items(self) -> list[tuple[str, "Node"]]:
        """The entries of an object, in order; refuses anything else."""
        if not isinstance(self.value, dict):
            self.fail("wrong-type", f"expected an object, got {_kind(self.value)}")
        return [(key, Node(value, "", self.error, self, key)) for key, value in self.value.items()]

    def fields(self, known: Collection[str], required: Iterable[str] = ()) -> dict[str, "Node"]:
        """The entries of an object whose keys all are `known` and among which all `required` are."""
        entries = dict(self.items())
        for key in entries:
            if key not in known:
                where = f" in {self.path}" if self.path else ""
                raise self.error("unknown-key", f'unknown key "{_shown(key)}"{where}{did_you_mean(key, known)}')
        for key in required:
            if key not in entries:
                self.fail("missing-key", f'"{key}" is missing')
        return entries

    def elements(self) -> list["Node"]:
        """The elements of a list; refuses anything else."""
        if not isinstance(self.value, list):
            self.fail("wrong-type", f"expected a list, got {_kind(self.value)}")
        return [Node(value, "", self.error, self, index) for index, value in enumerate(self.value)]

    def text(self, longest: int = 200) -> str:
        """A text on one line, neither empty nor longer than `longest` characters."""
        if not isinstance(self.value, str):
            self.fail("wrong-type", f"expected a text, got {_kind(self.value)}")
        value = self.value
        if not value.strip():
            self.fail("empty-text", "is empty")
        if len(value) > longest:
            self.fail("too-long", f"has {len(value)} characters, at most {longest} are allowed")
        if not is_one_line(value):
            self.fail("bad-text", "has characters that cannot be shown on one line")
        return value

    def one_of(self, names: Collection[str], what: str) -> str:
        """One of `names`; `what` says what they are, for example "plant" (and makes the code `unknown-plant`)."""
        if not isinstance(self.value, str):
            self.fail("wrong-type", f"expected the name of a {what}, got {_kind(self.value)}")
        if self.value not in names:
            self.unknown(what, self.value, names)
        return self.value

    def unknown(self, what: str, name: str, names: Iterable[str]) -> NoReturn:
        """Refuse `name`, which is none of `names`, with the nearest of them."""
        code = "unknown-" + what.replace(" ", "-")
        self.fail(code, f'unknown {what} "{_shown(name)}"{did_you_mean(name, tuple(names))}')

    def whole_number(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`; 2.0 and true are not whole numbers."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.fail("wrong-type", f"expected a whole number, got {_kind(self.value)}")
        if not low <= self.value <= high:
            self.fail("out-of-range", f"{_shown(str(self.value))} is outside {low}..{high}")
        return self.value

    def number(self) -> float:
        """A number; true is not one."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            self.fail("wrong-type", f"expected a number, got {_kind(self.value)}")
        if abs(self.value) > 1e9:
            self.fail("out-of-range", "is too large")
        return float(self.value)

    def flag(self) -> bool:
        """true or false."""
        if not isinstance(self.value, bool):
            self.fail("wrong-type", f"expected true or false, got {_kind(self.value)}")
        return self.value


def parse_json(data: bytes | str, error: type[InputError] = InputError) -> Node:
    """The document in `data` (UTF-8); NaN, a key given twice and senseless depth are refused."""
    if isinstance(data, bytes):
        try:
            data = data.decode("utf-8-sig")
        except UnicodeDecodeError as err:
            raise error("not-json", f"not JSON: not UTF-8 text at byte {err.start}") from err
    if not data.strip():
        raise error("empty-file", "is empty")
    try:
        value = json.loads(data, parse_constant=_refuse_constant, object_pairs_hook=_object_without_twins)
    except json.JSONDecodeError as err:
        raise error("not-json", f"not JSON: {err.msg} in line {err.lineno}, column {err.colno}") from err
    except RecursionError as err:
        raise error("too-deep", "is nested too deeply") from err
    except _RefusedError as err:
        raise error("not-json", f"not JSON: {err}") from err
    except ValueError as err:  # Python reads no numbers of more than some thousands of digits
        raise error("not-json", "not JSON that can be used: a number has too many digits") from err
    if _is_deeper(value, MAX_DEPTH):
        raise error("too-deep", "is nested too deeply")
    return Node(value, "", error)


def load_json(path: Path, error: type[InputError] = InputError) -> Node:
    """The document in a file; of one that is too large no more is read than shows it."""
    try:
        with path.open("rb") as file:
            return read_json(file, error)
    except (OSError, ValueError) as err:
        reason = err.strerror if isinstance(err, OSError) and err.strerror else "not a usable file name"
        raise error("cannot-read", f"cannot be read: {reason}") from err


def read_json(file: BinaryIO, error: type[InputError] = InputError) -> Node:
    """The document in an open file, standard input for example."""
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise error("too-large", f"is larger than {MAX_BYTES // 1_000_000} MB, the most that is read")
    return parse_json(data, error)


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """`, did you mean "..."?` with the nearest of `names`, or a list of them where none is near and they are few."""
    names = tuple(names)
    near = get_close_matches(name[:80].lower().replace("_", "-").replace(" ", "-"), names, n=1, cutoff=0.5)
    if near:
        return f', did you mean "{near[0]}"?'
    if 0 < len(names) <= 12:
        return f" (known: {', '.join(names)})"
    return ""


def is_one_line(value: str) -> bool:
    """Whether a text can be printed on one line: no control characters, no halves of surrogate pairs."""
    return value.isprintable() or not any(  # the first answers nearly always, and quickly
        ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or 0xD800 <= ord(c) < 0xE000 or c in "\u2028\u2029" for c in value
    )


class _RefusedError(ValueError):
    """What Python's JSON reader would let pass."""


def on_one_line(text: str) -> str:
    """The text with a question mark for everything that cannot be shown on one line, in a message for example.

    >>> on_one_line("a" + chr(10) + "b")
    'a?b'
    """
    return text if text.isprintable() else "".join(c if is_one_line(c) else "?" for c in text)


def file_name(name: str | Path) -> str:
    """What a file is called in a message: the last part of its path, or all of a path without one.

    >>> file_name("boards/001.jpg"), file_name("."), file_name("")
    ('001.jpg', '.', '""')
    """
    return on_one_line(Path(name).name or str(name) or '""')


def _refuse_constant(name: str) -> NoReturn:
    raise _RefusedError(f"{name} is not a number that JSON knows")


def _object_without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _RefusedError(f'the key "{_shown(key)}" is given twice in one object')
            seen.add(key)
    return entries


def _is_deeper(value: object, depth: int) -> bool:
    level = [value]
    while level:
        if depth == 0:
            return any(isinstance(v, dict | list) for v in level)
        depth -= 1
        level = [
            child
            for parent in level
            if isinstance(parent, dict | list)
            for child in (parent.values() if isinstance(parent, dict) else parent)
        ]
    return False


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {_shown(repr(value))}"
        case str():
            return f'the text "{_shown(value)}"'
        case list():
            return "a list"
    return "an object"


def _shown(text: str) -> str:
    return on_one_line(text) if len(text) <= _SHOWN else on_one_line(text[:_SHOWN]) + "…"
