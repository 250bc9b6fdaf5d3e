"""A guide: an ordered list of steps that people do with their hands and tick off.

The text of a step is a template with named values, so that another language can use it with the same values. The
templates of other languages are data, `phrases/LANGUAGE.json`, by the English template.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType

AND = " and "
"""Between the last two of several spaces (see `sheet.listed`)."""

TRANSLATED = ("de",)


@dataclass(frozen=True)
class Step:
    """One step. `topic` names the rule that explains it (see `assistant.rules`)."""

    id: str
    text: str
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    topic: str = ""

    @property
    def words(self) -> str:
        """The text with its values, in English.

        >>> Step("deck", "A deck of {cards} cards.", {"cards": 20}).words
        'A deck of 20 cards.'
        """
        return self.text.format(**self.values)

    def words_in(self, language: str) -> str:
        """The text with its values in another language; in English where it has no such text.

        >>> Step("forest", "There is no forest yet.").words_in("de")
        'Es gibt noch keinen Wald.'
        """
        phrases = _phrases(language)
        joined = phrases.get(AND, AND)
        values = {
            name: phrases.get(value, value.replace(AND, joined)) if isinstance(value, str) else value
            for name, value in self.values.items()
        }
        return phrases.get(self.text, self.text).format(**values)

    def to_json(self) -> dict[str, object]:
        """The step as the web app shows it."""
        return {"id": self.id, "words": self.words, "text": self.text, "values": dict(self.values), "topic": self.topic}


@cache
def _phrases(language: str) -> Mapping[str, str]:
    if language not in TRANSLATED:
        return {}
    text = (files("assistant") / "phrases" / f"{language}.json").read_text(encoding="utf-8")
    phrases: dict[str, str] = json.loads(text)
    return phrases
