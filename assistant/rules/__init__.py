"""Rules at hand: short answers in our own words, each naming the rulebook's section, in the player's language.

The texts are data (`en.json` is the measure, other languages carry the same topics). A line of the score sheet, a
warning, and a step of a guide each lead to the topic that explains them; and topics can be searched.
"""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

LANGUAGES = ("en", "de")

_SEASON_LINE = re.compile(r"season-[1-4]-")

_WEIGHTS = (("title", 4), ("keywords", 3), ("answer", 1))
"""Where a word of a search was found, and what that counts."""


@dataclass(frozen=True)
class Topic:
    """One rule: `answer` is a few sentences, `section` where the rulebook says it.

    `lines` are the score lines that it explains, `warnings` the codes, `see` the ids of topics close by.
    """

    id: str
    game: str
    title: str
    answer: str
    section: str
    keywords: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    see: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The topic as the web app shows it."""
        return {
            "id": self.id,
            "game": self.game,
            "title": self.title,
            "answer": self.answer,
            "section": self.section,
            "see": list(self.see),
        }


@cache
def all_topics(language: str = "en") -> Mapping[str, Topic]:
    """Every topic by id, in the order of the rulebooks; an unknown language gives English."""
    english = _read("en")
    texts = _read(language) if language in LANGUAGES and language != "en" else {}
    topics = {}
    for topic_id, entry in english.items():
        words = {**entry, **texts.get(topic_id, {})}
        topics[topic_id] = Topic(
            topic_id,
            str(entry["game"]),
            str(words["title"]),
            str(words["answer"]),
            str(words["section"]),
            *(tuple(map(str, words.get(key, ()))) for key in ("keywords", "lines", "warnings", "see")),
        )
    return MappingProxyType(topics)


def topic_of_line(game: str, line: str, language: str = "en") -> Topic | None:
    """The topic that explains a line of the score sheet, by the line's id.

    >>> topic_of_line("evergreen", "season-3-light").id
    'evergreen-light'
    """
    general = _SEASON_LINE.sub("season-", line)
    return next((t for t in all_topics(language).values() if t.game == game and general in t.lines), None)


def topic_of_warning(game: str, code: str, language: str = "en") -> Topic | None:
    """The topic that explains a warning, by its code."""
    return next((t for t in all_topics(language).values() if t.game == game and code in t.warnings), None)


def search(words: str, game: str | None = None, language: str = "en", most: int = 12) -> list[Topic]:
    """The topics that hold every word (or a word that begins so), the best first; without words, all of the game.

    >>> [topic.id for topic in search("small pine", "evergreen")][0]
    'evergreen-pines'
    """
    topics: Sequence[Topic] = [t for t in all_topics(language).values() if game in (None, t.game)]
    wanted = _words(words)
    if not wanted:
        return list(topics)
    found = []
    for topic in topics:
        counts = [_hits(topic, word) for word in wanted]
        if all(counts):
            found.append((sum(counts), topic))
    return [topic for _, topic in sorted(found, key=lambda entry: -entry[0])][:most]


def _hits(topic: Topic, word: str) -> int:
    total = 0
    for name, weight in _WEIGHTS:
        value = getattr(topic, name)
        text = value if isinstance(value, str) else " ".join(value)
        total += weight * any(other.startswith(word) for other in _words(text))
    return total


@cache
def _words(text: str) -> tuple[str, ...]:
    """The words of a text without case and accents: "Löwenmähne" is found by "lowenmahne" too."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("'", ""))
    return tuple(re.findall(r"\w+", "".join(c for c in plain if not unicodedata.combining(c))))


@cache
def _read(language: str) -> Mapping[str, Mapping[str, Any]]:
    data: dict[str, dict[str, Any]] = json.loads((files(__name__) / f"{language}.json").read_text(encoding="utf-8"))
    return data
