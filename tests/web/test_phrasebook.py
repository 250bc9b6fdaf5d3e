"""Every sentence that `assistant` and `vision` can say has its place in the phrasebook, and so its German.

The source of both packages is read for texts: a new sentence that nobody translated fails here. Then both are made to
talk: boards, advice, refusals; what comes out must not stay English.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings

from assistant.difference import compare_sheets
from assistant.errors import GladeError, InputError
from assistant.evenglow import due, placement, potion_uses
from assistant.evenglow import state as evenglow_state
from assistant.evenglow.plants import Plant
from assistant.evenglow.supply import plant_supply
from assistant.evergreen import advice as evergreen_advice
from assistant.evergreen import state as evergreen_state
from assistant.evergreen.moves import Action
from assistant.evergreen.setup import Power
from assistant.evergreen.setup_guide import POWER_NAMES
from assistant.layout import Biome, parse_layout
from assistant.pad import pad_lines, parse_column, parse_points
from assistant.scoring import score, score_document
from assistant.strict_json import Node, parse_json
from tests import strategies
from tests.conftest import ROOT
from tests.web.test_languages import german
from web import phrasebook, reasons
from web.i18n import LANGUAGES, speaking
from web.line_names import line_label

FOR_THE_COMMAND_LINE = frozenset(
    (
        "commands.py",
        "bench.py",
        "bench_sheet.py",
        "text_table.py",
        "marker_sheet.py",
        "truth.py",
        "overlay.py",
        "bundle.py",
        "opencv_builds.py",
    )
)
"""Modules whose texts no page shows."""

NOT_SHOWN = frozenset(("ValueError", "TypeError", "Line", "PadLine", "_noted_line", "one_of", "unknown"))
"""Calls with texts for programmers, with the lines of the pads, which `line_label` names, and with what a name is for,
which no refusal says on a page."""

REASONS_OF_THE_SYSTEM = frozenset(("not a usable file name",))
"""Why a file of the server cannot be read: for its owner, on the command line."""


def texts_in(source: str) -> Iterator[str]:
    """Every text of more than one word that a module may say; a gap of an f-string is a NUL."""
    tree = ast.parse(source)
    skipped = set()
    for node in ast.walk(tree):
        parts: list[ast.AST] = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):  # a docstring
            parts = [node.value]
        elif isinstance(node, ast.Call) and _name(node.func) in NOT_SHOWN:
            parts = [inner for argument in node.args for inner in ast.walk(argument)]
            parts += [*node.args]
        elif isinstance(node, ast.Assert):
            parts = list(ast.walk(node))
        elif isinstance(node, ast.JoinedStr):
            parts = [value for value in node.values if isinstance(value, ast.Constant)]
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            parts = list(ast.walk(node.annotation))
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            parts = list(ast.walk(node.returns))
        skipped |= {id(part) for part in parts}
    for node in ast.walk(tree):
        text = _text(node) if id(node) not in skipped else ""
        if re.search(r"[a-z]{2}", text) and " " in text.strip(" \0"):
            yield text


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(value.value) if isinstance(value, ast.Constant) else "\0" for value in node.values)
    return ""


def known_texts() -> list[str]:
    """What the phrasebook, the catalogue and the guides know, gaps as NUL."""
    guides = json.loads((ROOT / "assistant" / "phrases" / "de.json").read_text(encoding="utf-8"))
    patterns = [*phrasebook.TEXTS, *phrasebook.PHRASES, *phrasebook.WORDS, *german()]
    return [re.sub(r"%\(\w+\)[sd]", "\0", pattern) for pattern in patterns] + list(guides)


def unknown_texts(source: str, known: list[str]) -> list[str]:
    """The texts of a module that are no part of a known one."""
    found = []
    for text in texts_in(source):
        whole = text.removeprefix("\0: ")  # after a photo's name
        moves = [move for move in whole.split("; ") if move.strip("\0")]
        if not (
            text in REASONS_OF_THE_SYSTEM or _is_part_of(whole, known) or all(_is_part_of(m, known) for m in moves)
        ):
            found.append(text.replace("\0", "{}"))
    return found


def _is_part_of(text: str, known: list[str]) -> bool:
    pieces = [re.escape(piece) for piece in text.strip("\0").split("\0")]
    pattern = re.compile(".*".join(pieces), re.DOTALL)
    return any(map(pattern.search, known)) or phrasebook.is_known(text.replace("\0", "7"))


@pytest.mark.parametrize("package", ["assistant", "vision"])
def test_every_text_in_the_source_is_known(package: str) -> None:
    known = known_texts()
    missing = {
        str(path.relative_to(ROOT)): unknown
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.name not in FOR_THE_COMMAND_LINE and (unknown := unknown_texts(path.read_text(encoding="utf-8"), known))
    }
    assert missing == {}, "give these a place in web/phrasebook, then translate them (docs/web.md, Languages)"


def test_a_new_sentence_would_be_found() -> None:
    source = (
        'def say(n):\n    """A docstring."""\n    raise InputError("new", f"Nobody has said {n} of this before.")\n'
    )
    assert unknown_texts(source, known_texts()) == ["Nobody has said {} of this before."]


def test_every_pattern_has_its_german() -> None:
    known = german()
    texts = (*phrasebook.TEXTS.values(), *phrasebook.PHRASES, *phrasebook.WORDS)
    assert [text for text in texts if text not in known] == []


def test_a_gap_of_the_text_is_a_gap_of_the_pattern() -> None:
    gap = re.compile(r"%\((\w+)\)s")
    for pattern, text in phrasebook.TEXTS.items():
        assert set(gap.findall(text)) <= set(gap.findall(pattern)), pattern


def test_no_sentence_is_taken_for_another() -> None:
    """Each pattern, filled with what may stand in its gaps, is found again as itself."""
    words = {
        "garden": "sunlight", "other": "moonlight", "biome": "Snow", "potion": "Chaos Elixir", "card": "skull",
        "kinds": "3 Vines", "own": "Vine and Lake", "theirs": "Lake",
    }  # fmt: skip
    for pattern in phrasebook.TEXTS:
        names = re.findall(r"%\((\w+)\)s", pattern)
        values = {name: words.get(name, "Bush" if name in phrasebook.ONLY_WORDS else "7") for name in names}
        found = phrasebook.find(pattern % values)
        assert found is not None, pattern
        assert phrasebook.TEXTS[found[0]] == phrasebook.TEXTS[pattern], (pattern, found[0])


# ---- what the engines say when they are made to talk


def in_german(text: str) -> str:
    with speaking("de"):
        return phrasebook.sentence(text)


def refused_in_german(text: str) -> str:
    with speaking("de"):
        return phrasebook.refusal(text)


ENGLISH = re.compile(
    r"\b(the|and|of|is|are|not|with|this|that|these|from|has|have|your|which|into|grows|on|by|to|each|it|at|a)\b"
)


def assert_german(before: str, after: str) -> None:
    assert after != before, before
    assert not ENGLISH.search(re.sub(r"Essence of Undew|Tincture of Transmutation|„[^“]*“", "", after)), (before, after)


def said(document: object, key: str = "") -> Iterator[str]:
    """Every sentence of an engine's document."""
    if isinstance(document, Mapping):
        for name, value in document.items():
            yield from said(value, name)
        yield from document.get("also", ())
    elif isinstance(document, list | tuple):
        for value in document:
            yield from said(value, key)
    elif isinstance(document, str) and document and key in ("why", "message", "words", "note", "question", "warning"):
        yield document


def assert_all_german(document: Mapping[str, Any]) -> None:
    with speaking("de"):
        translated = reasons.in_our_language(document)
    for before, after in zip(said(document), said(translated), strict=True):
        assert_german(before, after)


@settings(max_examples=40, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(strategies.evenglow_boards())
def test_what_is_said_during_a_game_of_evenglow(board: strategies.Board) -> None:
    layout = parse_layout(Node(strategies.layout_of(board)))
    state = evenglow_state.parse_state(Node(board[0]), layout)
    player, other = state.players[0], state.players[-1]
    document: dict[str, Any] = {
        "supply": [pile.to_json() for pile in plant_supply(state)],
        "due": [one.to_json() for one in due.due_harvests(player, state.variant)],
        "spoils": [notice.to_json() for notice in due.warn_of(player, other)],
        "sheet": score_document(board[0], layout),
    }
    assert_all_german(document)


@settings(max_examples=6, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(strategies.evenglow_boards())
def test_advice_on_evenglow(board: strategies.Board) -> None:
    layout = parse_layout(Node(strategies.layout_of(board)))
    state = evenglow_state.parse_state(Node(board[0]), layout)
    pair, two = (Plant.LIONS_MANE, Plant.VINE), (Plant.LEAVES, Plant.HENBANE)
    for advice in (
        placement.advise_placement(state, 0, pair),
        placement.advise_chaos(state, 0, pair, two),
        potion_uses.advise_undew(state, 0),
        potion_uses.advise_transmutation(state, 0),
    ):
        assert_all_german(advice.to_json())


@settings(max_examples=6, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(strategies.evergreen_boards())
def test_advice_on_evergreen(board: strategies.Board) -> None:
    layout = parse_layout(Node(strategies.layout_of(board)))
    state = evergreen_state.parse_state(Node(board[0]), layout)
    for what in (*Action, *Power):
        assert_all_german(evergreen_advice.advise(state, 0, what, Biome.SNOW).to_json())


def test_what_if_names_lines_and_reasons_in_german() -> None:
    state, layout = strategies.build_evergreen(Random(3))
    parsed = parse_layout(Node(strategies.layout_of((state, layout))))
    bare = deepcopy(state)
    for player in bare["players"]:
        player["planet"] = {}
    document: dict[str, Any] = compare_sheets(score(Node(bare), parsed), score(Node(state), parsed)).to_json()
    assert_all_german(document)
    with speaking("de"):
        labels = {line["label"] for player in reasons.in_our_language(document)["players"] for line in player["lines"]}
    assert labels
    assert all(re.match(r"Saison \d: (Licht|Wald)|Fruchtbarkeit", label) for label in labels), labels


# ---- refusals


def refusals(ask: Callable[[], object]) -> str | None:
    try:
        ask()
    except GladeError as err:
        return err.message
    return None


ODD: tuple[Any, ...] = (None, True, -1, 7.5, "", "x", "vinne", "a\nb", [], {}, [1, 1], {"x": 1}, 10**12, "z" * 300)


def mutated(document: Any, rng: Random) -> Any:
    """A document in which one thing is not as it should be."""
    changed = deepcopy(document)
    node, steps = changed, rng.randint(0, 6)
    for _step in range(steps):
        inner = list(node.items()) if isinstance(node, dict) else list(enumerate(node))
        inner = [(key, value) for key, value in inner if isinstance(value, dict | list) and value]
        if not inner:
            break
        node = rng.choice(inner)[1]
    keys = list(node) if isinstance(node, dict) else list(range(len(node)))
    if not keys:
        return changed
    key = rng.choice(keys)
    match rng.randrange(3):
        case 0:
            del node[key]
        case 1 if isinstance(node, dict):
            node[rng.choice(("verion", "27", "nothing"))] = node[key]
        case _:
            node[key] = rng.choice(ODD)
    return changed


@pytest.mark.parametrize("game", ["evenglow", "evergreen"])
def test_refused_boards_and_layouts_are_refused_in_german(game: str) -> None:
    rng = Random(game)
    messages = set()
    for _round in range(600):
        board = strategies.build_evenglow(rng) if game == "evenglow" else strategies.build_evergreen(rng)
        layout = strategies.layout_of(board)
        odd_state, odd_layout = mutated(board[0], rng), mutated(layout, rng)
        messages.add(refusals(lambda odd=odd_layout: parse_layout(Node(odd))))  # type: ignore[misc]
        messages.add(refusals(lambda odd=odd_state, on=layout: score(Node(odd), parse_layout(Node(on)))))  # type: ignore[misc]
    messages -= {None}
    assert len(messages) > 100
    for message in messages:
        assert message is not None
        assert_german(message, refused_in_german(message))


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[1,]", b"nan", b"NaN", b'{"a": 1, "a": 2}', b"\xff\xfe", b"[" * 50 + b"]" * 50, b"9" * 9000],
)
def test_refused_files_are_refused_in_german(data: bytes) -> None:
    with pytest.raises(InputError) as caught:
        parse_json(data)
    assert_german(caught.value.message, refused_in_german(caught.value.message))


@pytest.mark.parametrize("typed", ["1.5", "many", "-3", "99999", "1,000"])
def test_refused_points_are_refused_in_german(typed: str) -> None:
    for ask in (lambda: parse_points(typed), lambda: parse_column(Node({"vines": typed}, "pad"), "evenglow")):
        message = refusals(ask)
        assert message is not None
        assert_german(message, refused_in_german(message))


@pytest.mark.parametrize(
    ("message", "english", "translated"),
    [
        ('players[0].gardens.sunlight: unknown space "26"', 'Player 1, Sunlight garden: There is no space "26" on this '
         "layout.", "Person 1, Sonnengarten: Ein Feld „26“ gibt es auf diesem Brettplan nicht."),
        ('pad.henbane-bonus: "1.5" is not a whole number of points', 'Henbane bonus: "1.5" is not a whole number. Type '
         "it like 12.", "Bilsenkraut-Bonus: „1.5“ ist keine ganze Zahl. Tippe sie wie 12."),
        ('players[1].planet.b3: a cactus belongs to the module "cacti", which is not in "expansions"',
         "Player 2, Planet, Space b3: Cactus: the module Cacti is not in play. Take the piece away, or play with the "
         "module.", "Person 2, Planet, Feld b3: Kaktus: Das Modul Kakteen ist nicht im Spiel. Nimm das Teil weg oder "
         "spiele mit dem Modul."),
        ("teach.json: board.anchors.moonlight: needs the centres of at least 3 spaces, far apart",
         "Moonlight garden: Tap the middle of at least 3 spaces, far apart.",
         "Mondgarten: Tippe in die Mitte von mindestens 3 Feldern, weit voneinander."),
        ("2.jpg: The picture is damaged or incomplete: send it again.",
         "Photo 2: The picture is damaged or incomplete: send it again.",
         "Foto 2: Das Bild ist beschädigt oder unvollständig: Sende es noch einmal."),
        ("teach.json: samples[0].corners: The sides between the corners cross: give the corners clockwise from the top "
         "left.", "Sample 1, Corners: The sides between the corners cross: give the corners clockwise from the top "
         "left.",
         "Probe 1, Ecken: Die Seiten zwischen den Ecken kreuzen sich: Zeig die Ecken im Uhrzeigersinn, von oben links "
         "an."),
        ('unknown layout "ours", did you mean "yours"?', 'The layout "ours" is not on this server.',
         "Den Brettplan „ours“ gibt es auf diesem Server nicht."),
        ("Something new: nobody has said it yet", "Something new: nobody has said it yet",
         "Something new: nobody has said it yet"),
    ],
)  # fmt: skip
def test_a_refusal_in_both_languages(message: str, english: str, translated: str) -> None:
    with speaking("en"):
        assert phrasebook.refusal(message) == english
    assert refused_in_german(message) == translated


@pytest.mark.parametrize(
    ("english", "translated"),
    [
        ("Small Tree on a5 grows into a Big Tree; Sprout on b5 grows into a Small Tree",
         "Kleiner Baum auf a5 wächst: Großer Baum; Setzling auf b5 wächst: Kleiner Baum"),
        ("Plant a Sprout on c4; Sprout on b5 grows into a Small Tree",
         "Einen Setzling auf c4 pflanzen; Setzling auf b5 wächst: Kleiner Baum"),
        ("Lake on c5; Sprout on b5 grows into a Small Tree", "See auf c5; Setzling auf b5 wächst: Kleiner Baum"),
        ("Plant on 13: Vine in sunlight, Lion's Mane in moonlight",
         "Auf 13 pflanzen: Ranke im Sonnengarten, Löwenmähne im Mondgarten"),
    ],
)  # fmt: skip
def test_a_move_in_german(english: str, translated: str) -> None:
    assert in_german(english) == translated


def test_what_people_call_themselves_stays() -> None:
    message = "Type the points of season 2 of Rock and Snow first: they are not noted."
    assert "Rock and Snow" in in_german(message)


def test_every_line_and_power_has_a_name() -> None:
    for chosen in LANGUAGES:
        with speaking(chosen):
            for line in (*pad_lines("evenglow"), *pad_lines("evergreen")):
                assert line_label(line.id) != line.id
    with speaking("de"):
        assert [name for name in POWER_NAMES.values() if phrasebook.word(name) == name] == []


def test_what_is_made_for_many_phones_is_in_the_language_of_each(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "en"}), speaking("de"):
        assert phrasebook.sentence("No Vine beside it") == "Keine Ranke daneben"
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert phrasebook.sentence("No Vine beside it") == "Keine Ranke daneben"


def test_the_guides_are_in_german() -> None:
    phrases = json.loads((ROOT / "assistant" / "phrases" / "de.json").read_text(encoding="utf-8"))
    assert [name for name in POWER_NAMES.values() if name not in phrases] == []
    assert Path(ROOT / "assistant" / "phrases" / "de.json").is_file()
