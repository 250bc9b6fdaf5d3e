"""What the assistant says, in the language of the phone."""

from typing import Any

from assistant.guide import Step
from assistant.rules import LANGUAGES, Topic, all_topics
from web.i18n import _, language


def step_json(step: Step, *, done: bool = False) -> dict[str, Any]:
    """A step of a guide: the template is translated, then its values are put in."""
    return {"id": step.id, "words": _(step.text).format(**step.values), "topic": step.topic, "done": done}


def rules_language() -> str:
    """The language of the rules for this phone."""
    chosen = language()
    return chosen if chosen in LANGUAGES else "en"


def topic(topic_id: str) -> Topic | None:
    """A rule in the language of the phone."""
    return all_topics(rules_language()).get(topic_id)
