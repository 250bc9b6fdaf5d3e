"""A score sheet in German: held against the boards of the property tests."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings

from assistant.layout import parse_layout
from assistant.scoring import score_document
from assistant.strict_json import Node
from tests import strategies
from web import phrasebook, reasons

BOARDS = [strategies.evenglow_boards(), strategies.evergreen_boards()]


@pytest.fixture
def german_phone(app: Flask) -> Iterator[None]:
    with app.test_request_context(headers={"Accept-Language": "de"}):
        yield


def sentences(sheet: dict[str, Any]) -> Iterator[str]:
    for player in sheet["players"]:
        for line in player["lines"]:
            yield from (part["why"] for part in (*line["parts"], *line["misses"]))
    yield from (notice["message"] for notice in (*sheet["warnings"], *sheet["rulings"]))


@pytest.mark.parametrize("boards", BOARDS, ids=["evenglow", "evergreen"])
@pytest.mark.usefixtures("german_phone")
def test_no_sentence_of_a_sheet_stays_english(boards: Any) -> None:
    @settings(max_examples=60, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(boards)
    def check(board: strategies.Board) -> None:
        sheet: Any = score_document(board[0], parse_layout(Node(strategies.layout_of(board))))
        for before, after in zip(sentences(sheet), sentences(reasons.in_our_language(sheet)), strict=True):
            assert before != after, before

    check()


@pytest.mark.usefixtures("german_phone")
@pytest.mark.parametrize(
    ("english", "translated"),
    [
        ("4 Vines joined by their stems: the largest group",
         "4 durch ihre Stiele verbundene Ranken: die größte Gruppe"),
        ("6 Small Trees in the light: 1 each", "6 Kleine Bäume im Licht: je 1"),
        ("Small Tree in the shadow of the Big Tree on d1 and the Small Pine on d2",
         "Kleiner Baum im Schatten (Großer Baum auf d1 und Kleine Kiefer auf d2)"),
        ("The biggest forest: 2 Small Trees, 1 Bush", "Der größte Wald: 2 Kleine Bäume und 1 Busch"),
        ("Look at the Harvest token on 3, 4 and 9 in sunlight: they do not lie in a triangle.",
         "Sieh auf den Erntemarker auf 3, 4 und 9 im Sonnengarten: Sie liegen nicht im Dreieck."),
        ("0 cards of Essence of Undew, but 1 Harvest token on Lion's Mane.",
         "0 Karten Essence of Undew, aber 1 Erntemarker auf Löwenmähne."),
        ("Something new", "Something new"),
    ],
)  # fmt: skip
def test_a_sentence_in_german(english: str, translated: str) -> None:
    assert phrasebook.sentence(english) == translated
