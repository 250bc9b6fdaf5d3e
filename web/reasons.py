"""What the engines answer, put into the language of the phone: sheets, what-if, advice, the end of a season.

The documents keep their shape, their ids and their numbers; only what a person reads is changed.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from web.i18n import _, language
from web.line_names import line_label
from web.phrasebook import sentence, word

_SAID = frozenset(("why", "message", "words", "note", "question", "warning"))
"""Where a document holds a sentence."""


def in_our_language(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document with its sentences in the language of the phone; the original stays as it is."""
    if language() == "en":
        return dict(document)
    return _object(document)


def _object(document: Mapping[str, Any]) -> dict[str, Any]:
    said: dict[str, Any] = {key: _value(key, value) for key, value in document.items()}
    if "label" in said:
        line = line_label(str(document.get("id", "")))
        said["label"] = word(said["label"]) if line == document.get("id", "") else line
    if "also" in said:
        said["also"] = {sentence(what): points for what, points in document["also"].items()}
    if "reasons" in said:
        said["reasons"] = [_reason(line) for line in said["lines"]]
    return said


def _value(key: str, value: object) -> object:
    if isinstance(value, str):
        return sentence(value) if key in _SAID else value
    if isinstance(value, Mapping):
        return _object(value)
    if isinstance(value, Sequence):
        return [_value(key, entry) for entry in value]
    return value


def _reason(line: Mapping[str, Any]) -> str:
    """One sentence for a line that changes, with the reasons of its new parts (as `assistant.advice` puts it)."""
    why = [part["why"] for part in line["gained"] if part["points"]]
    why = why or [_("no longer: %(why)s", why=part["why"]) for part in line["lost"]]
    points = f"{line['points']:+d}".replace("-", "\u2212")
    return f"{line['label']} {points}" + (f" ({'; '.join(why)})" if why else "")
