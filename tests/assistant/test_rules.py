"""Rules at hand: every line, warning and guide step leads to a topic; no rulebook text is copied."""

import ast
import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from assistant.evenglow.setup import set_up_steps as evenglow_steps
from assistant.evenglow.state import Variant
from assistant.evergreen.guided import guide_end_of_season
from assistant.evergreen.pieces import Expansion
from assistant.evergreen.rounds import default_powers
from assistant.evergreen.season import NO_CORRECTIONS
from assistant.evergreen.setup_guide import set_up_steps as evergreen_steps
from assistant.evergreen.state import parse_state
from assistant.guide import TRANSLATED, Step
from assistant.rules import LANGUAGES, all_topics, search, topic_of_line, topic_of_warning
from assistant.scoring import score_document
from assistant.strict_json import Node
from tests.boards import evergreen
from tests.conftest import ROOT
from tests.strategies import build_evenglow, build_evergreen

COPIED_WORDS = 9
"""So many words in a row that are the rulebook's too would be a copied sentence and not the name of a thing."""


def codes_of(game: str) -> set[str]:
    """The codes of all notices that the modules of a game make: first arguments of `Notice`, and names called code."""
    codes = set()
    for path in sorted((ROOT / "assistant" / game).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Notice":
                values: list[ast.expr] = node.args[:1]
            elif isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "code" for t in node.targets):
                values = [node.value]
            else:
                continue
            for value in values:
                codes |= {n.value for n in ast.walk(value) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return codes


@pytest.mark.parametrize("game", ["evenglow", "evergreen"])
def test_every_warning_leads_to_a_topic(game: str) -> None:
    codes = codes_of(game)
    assert len(codes) > 5
    assert {code for code in codes if topic_of_warning(game, code) is None} == set()
    known = {code for topic in all_topics().values() if topic.game == game for code in topic.warnings}
    assert known <= codes, "no topic explains a warning that does not exist"


def test_every_line_of_the_sheet_leads_to_a_topic() -> None:
    for seed in range(40):
        for build in (build_evenglow, build_evergreen):
            document, layout = build(Random(seed))
            if layout is not None:
                continue
            sheet: Any = score_document(document)
            for line in sheet["players"][0]["lines"]:
                assert topic_of_line(sheet["game"], line["id"]) is not None, line["id"]


def every_step() -> list[Step]:
    """A step of every kind that a guide can have, in every wording."""
    steps = [*evenglow_steps(2), *evenglow_steps(1, Variant.SOLO), *evenglow_steps(3, Variant.FAMILY)]
    for count in range(len(Expansion) + 1):
        for modules in combinations(Expansion, count):
            steps += evergreen_steps(4, default_powers(modules))
    for season, row in ((1, ""), (1, "BT SP CA SM"), (4, "BT SP CA SM")):
        document, layout = evergreen(row or "--", season=season)
        state = parse_state(Node(document), layout)
        steps += [entry.step for entry in guide_end_of_season(state, state.players[0], NO_CORRECTIONS).steps]
    return steps


def test_every_step_of_a_guide_leads_to_a_topic() -> None:
    for step in every_step():
        assert step.topic in all_topics(), step


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_step_of_a_guide_is_translated_with_all_its_values(language: str) -> None:
    for step in every_step():
        words = step.words_in(language)
        assert words != step.words, step.text
        assert sorted(re.findall(r"[0-9]+", words)) == sorted(re.findall(r"[0-9]+", step.words)), words
        assert "{" not in words
    assert every_step()[0].words_in("tlh") == every_step()[0].words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_is_short_names_its_section_and_leads_on(language: str) -> None:
    topics = all_topics(language)
    assert list(topics) == list(all_topics("en"))
    for topic in topics.values():
        assert topic.title
        assert topic.keywords
        assert 30 < len(topic.answer) < 620, topic.id
        assert topic.section.casefold().startswith(topic.game)
        assert set(topic.see) <= set(topics) - {topic.id}
    if language != "en":
        english = all_topics("en")
        same = [topic.id for topic in topics.values() if topic.answer == english[topic.id].answer]
        assert same == []


def test_a_search_finds_titles_before_texts() -> None:
    assert search("undew")[0].id == "evenglow-undew"
    assert search("fertil", "evergreen")[0].id in ("evergreen-fertility", "evergreen-fertility-zone")
    assert search("lions mane")[0].id == "evenglow-lions-mane"
    assert search("Lion's MANE")[0].id == "evenglow-lions-mane"
    assert search("lowenmahne", language="de")[0].id == "evenglow-lions-mane"
    assert {topic.game for topic in search("shadow", "evergreen")} == {"evergreen"}
    assert search("zeppelin") == []
    assert len(search("", "evenglow")) == sum(topic.game == "evenglow" for topic in all_topics().values())


@pytest.mark.parametrize("text", ["", "   ", "%", "'; drop", "a" * 5000, "ß\u0301\u202e", "(.*)+"])
def test_no_search_fails(text: str) -> None:
    assert isinstance(search(text), list)


def test_an_unknown_language_gives_english() -> None:
    assert all_topics("tlh") == all_topics("en")


def test_no_rulebook_text_is_copied(shared: Path) -> None:
    books = " ".join(path.read_text(encoding="utf-8") for path in sorted((shared / "rulebooks").glob("*.txt")))
    book = " ".join(re.findall(r"\w+", books.casefold()))
    for topic in all_topics().values():
        words = re.findall(r"\w+", topic.answer.casefold())
        for start in range(len(words) - COPIED_WORDS + 1):
            run = " ".join(words[start : start + COPIED_WORDS])
            assert run not in book, f"{topic.id}: {run}"
