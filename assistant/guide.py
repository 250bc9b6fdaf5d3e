"""A guide: an ordered list of steps that people do with their hands and tick off.

The text of a step is a template with named values, so that another language can use it with the same values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


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

    def to_json(self) -> dict[str, object]:
        """The step as the web app shows it."""
        return {"id": self.id, "words": self.words, "text": self.text, "values": dict(self.values), "topic": self.topic}
