"""What the assistant says, in the language of the phone."""

from typing import Any

from assistant.guide import Step
from assistant.rules import LANGUAGES, Topic, all_topics
from web.i18n import language


def step_json(step: Step, *, done: bool = False) -> dict[str, Any]:
    """A step of a guide, to be ticked off."""
    return {"id": step.id, "words": step.words_in(language()), "topic": step.topic, "done": done}


def rules_language() -> str:
    """The language of the rules for this phone."""
    chosen = language()
    return chosen if chosen in LANGUAGES else "en"


def topic(topic_id: str) -> Topic | None:
    """A rule in the language of the phone."""
    return all_topics(rules_language()).get(topic_id)
