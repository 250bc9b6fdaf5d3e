"""Whatever a state document says, it is scored or refused in one line; nothing else ever comes out."""

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import InputError
from assistant.layout import parse_layout
from assistant.scoring import score, score_document
from assistant.strict_json import Node
from assistant.text_table import format_sheet
from tests.strategies import SEEDS, build_evenglow, build_evergreen, layout_of

JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 7, 1.5, 10**30, "", " ", "7", "vine", "big-tree", "\ud800", "\x1b[0m", "a" * 300),
    *([], {}, [1], [None], {"plant": "vine"}, {"": 0}, {"stems": [0, 0]}, {"icons": 1, "skull": False}),
)

KEYS = st.sampled_from(["game", "players", "layout", "variant", "sun", "x"])


def spoil(value: Any, rng: Random) -> Any:
    """The document with one of its values replaced, one of its keys renamed, or one left out, at any depth."""
    if not isinstance(value, dict | list) or not value or rng.random() < 0.15:
        return rng.choice(JUNK)
    if isinstance(value, list):
        at = rng.randrange(len(value))
        return [*value[:at], *([] if rng.random() < 0.1 else [spoil(value[at], rng)]), *value[at + 1 :]]
    key = rng.choice(list(value))
    spoilt = dict(value)
    kept = spoilt.pop(key)
    what = rng.random()
    if what < 0.1:
        return spoilt
    if what < 0.2:
        return spoilt | {rng.choice(("x", "", key + "s", key.upper(), "\n", "\udfff")): kept}
    return spoilt | {key: spoil(kept, rng)}


def score_or_refuse(document: Any, layout: Any = None) -> str:
    """ "scored" or "refused", after a look at what came out."""
    message = ""
    try:
        sheet = score_document(document, None if layout is None else parse_layout(Node(layout)))
        json.dumps(sheet)
    except InputError as err:
        message = err.message
    assert len(message.splitlines()) <= 1, message
    message.encode("utf-8")
    return "refused" if message else "scored"


@settings(max_examples=1500)
@given(SEEDS)
def test_a_spoilt_state_is_scored_or_refused(seed: int) -> None:
    rng = Random(seed)
    state, layout = rng.choice((build_evenglow, build_evergreen))(rng)
    score_or_refuse(spoil(state, rng), layout)


@settings(max_examples=500)
@given(SEEDS)
def test_a_spoilt_layout_is_used_or_refused(seed: int) -> None:
    rng = Random(seed)
    board = rng.choice((build_evenglow, build_evergreen))(rng)
    score_or_refuse(board[0], spoil(layout_of(board), rng))


documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(documents)
def test_any_json_is_refused(document: object) -> None:
    assert score_or_refuse(document) == "refused"


def test_both_outcomes_are_met() -> None:
    """The spoiling is neither too mild nor too harsh for the tests above to mean something."""
    outcomes = []
    for seed in range(200):
        rng = Random(seed)
        state, layout = rng.choice((build_evenglow, build_evergreen))(rng)
        outcomes.append(score_or_refuse(spoil(state, rng), layout))
    assert outcomes.count("scored") > 10
    assert outcomes.count("refused") > 100


@settings(max_examples=200)
@given(SEEDS)
def test_every_sheet_can_be_printed(seed: int) -> None:
    rng = Random(seed)
    state, layout = rng.choice((build_evenglow, build_evergreen))(rng)
    sheet = score(Node(state), None if layout is None else parse_layout(Node(layout)))
    text = format_sheet(sheet, with_reasons=True)
    assert all(line.isprintable() for line in text.splitlines())
    for player in sheet.players:
        assert player.name in text
        assert str(player.total) in text
