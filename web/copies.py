"""The learned copies of games on this server, as the pages name them."""

from dataclasses import dataclass
from pathlib import Path

from assistant.errors import InputError
from assistant.strict_json import load_json


@dataclass(frozen=True)
class CopyName:
    """A copy that can be chosen for a game."""

    name: str
    game: str
    layout: str


def learned_copies(store: Path) -> list[CopyName]:
    """The copies in the store, without loading what they learned (nor OpenCV)."""
    found = []
    for file in sorted((store / "copies").glob("[a-z0-9]*/copy.json")):
        try:
            facts = load_json(file).value
            found.append(CopyName(facts["name"], facts["game"], facts["layout"]["id"]))  # type: ignore[index]
        except (InputError, KeyError, TypeError):  # damaged: reading a photo with it says so
            continue
    return found
