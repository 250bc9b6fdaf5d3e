"""The sentences of `assistant` and `vision` in the language of the phone.

Both write English and know no languages; what they write is also what the command line prints. Each of their sentences
is matched here by the pattern it was made from, and what stands in its gaps (numbers with pieces, spaces, gardens,
lists) is translated word by word. A few sentences speak of files and keys: the phone says those in other words, in
English too. A sentence that no pattern knows stays as it is: better another language than nothing. Tests hold that none
stays so (`tests/web/test_phrasebook.py` looks into the source of both packages).
"""

import re
from functools import cache, lru_cache

from web.i18n import _
from web.phrasebook import entries, photographs, playing, scoring

SENTENCES: tuple[str, ...] = (*scoring.SENTENCES, *playing.SENTENCES, *photographs.SENTENCES)
REWORDED = {**playing.REWORDED, **photographs.REWORDED, **entries.REWORDED}
TEXTS = {pattern: pattern for pattern in SENTENCES} | REWORDED
"""Pattern of an engine's sentence: what the phone says. The first pattern that matches is taken."""

PHRASES = (*scoring.PHRASES, *entries.PHRASES)
WORDS = frozenset((*scoring.WORDS, *playing.WORDS))

_ITEMS = re.compile(", | and ")

_LISTING = ("%(n)s %(kind)s", "the %(kind)s on %(space)s")
"""Phrases that come in lists: only looked for in one item of it."""

ONLY_WORDS = frozenset(
    ("kind", "piece", "old", "new", "one", "two", "garden", "other", "biome", "card", "module", "what", "potion")
)
"""Gaps in which nothing but a word of the games stands: "%(piece)s on %(space)s" must not match just anything."""


_ONLY_LISTS = frozenset(("kinds", "own", "theirs"))
"""Gaps in which words of the games stand, each with its number or without."""

_PLACES = frozenset(("space", "spaces", "place", "extra"))

_AS_THEY_ARE = frozenset(("name", "names", "near", "typed", "text", "space", "place", "photo", "thing", "path", "hint"))
"""Gaps with what people called or typed: a player named Rock stays Rock."""


def sentence(text: str) -> str:
    """One sentence of an engine in the language of the phone; several may be joined by semicolons."""
    whole = _said(text)
    if whole is None and "; " in text:
        parts = [_said(part) for part in text.split("; ")]
        if all(parts):
            return "; ".join(filter(None, parts))
    return text if whole is None else whole


def is_known(text: str) -> bool:
    """Whether the phrasebook has a pattern for a sentence."""
    return find(text) is not None or ("; " in text and all(map(find, text.split("; "))))


def refusal(text: str) -> str:
    """What was refused, for people: where it is, if the message begins with a path, and what is wrong there."""
    whole = _said(text)
    if whole is not None:
        return whole
    path, colon, message = text.partition(": ")
    if not colon or not path:
        return text
    told = refusal(message)
    if told == message and not is_known(message):
        return text
    photo = re.fullmatch(r"(\d+)\.jpg", path)
    where = _("Photo %(number)s", number=photo[1]) if photo else entries.place(path)
    return f"{where}: {told}" if where else told


def word(text: str) -> str:
    """A word of the games in the language of the phone."""
    return _(text) if text in WORDS else text


def _said(text: str) -> str | None:
    found = find(text)
    if found is None:
        return None
    pattern, gaps = found
    return _(TEXTS[pattern], **{name: _gap(name, value) for name, value in gaps})


@lru_cache(maxsize=4096)  # the same reasons come with every look at a sheet
def find(text: str) -> tuple[str, tuple[tuple[str, str], ...]] | None:
    return _match(text, tuple(TEXTS))


def _match(text: str, patterns: tuple[str, ...]) -> tuple[str, tuple[tuple[str, str], ...]] | None:
    for pattern in patterns:
        found = _matcher(pattern).fullmatch(text)
        if found and all(_fits(name, value) for name, value in found.groupdict().items()):
            return pattern, tuple(found.groupdict().items())
    return None


def _fits(name: str, text: str) -> bool:
    if name in ONLY_WORDS:
        return _is_word(text)
    if name == "typed" and ": " in text:  # what stands before it is the place: "pad.vines: 1000 is outside 0..999"
        return False
    if name in _PLACES and "; " in text:  # where one move ends and the next begins
        return False
    return name not in _ONLY_LISTS or all(_is_word(re.sub(r"^\d+ ", "", one)) for one in _ITEMS.split(text))


def _gap(name: str, text: str) -> str:
    return text if name in _AS_THEY_ARE else _translated(text)


def _translated(text: str) -> str:
    """What stands in a gap: a word, a phrase, or a list of them."""
    if _is_word(text):
        return _(_as_word(text))
    whole = _phrase(text, tuple(phrase for phrase in PHRASES if phrase not in _LISTING))
    if whole is not None:
        return whole
    *some, last = _ITEMS.split(text)
    if some and not text.startswith("the text"):
        return _("%(some)s and %(last)s", some=", ".join(map(_translated, some)), last=_translated(last))
    listed = _phrase(text, _LISTING)
    return text if listed is None else listed


def _phrase(text: str, patterns: tuple[str, ...]) -> str | None:
    found = _match(text, patterns)
    return None if found is None else _(found[0], **{name: _gap(name, value) for name, value in found[1]})


def _is_word(text: str) -> bool:
    return _as_word(text) in WORDS


def _as_word(text: str) -> str:
    """A word as printed, also where a document names it by its id: giant-tree, lions-mane, vine."""
    if text in WORDS:
        return text
    titled = {"lions-mane": "Lion's Mane", "henbane": "Henbane Flowers"}.get(text, text.replace("-", " ").title())
    return titled if titled in WORDS else text


@cache
def _matcher(pattern: str) -> re.Pattern[str]:
    pieces = re.split(r"%\((\w+)\)s", pattern)
    source = "".join(_gap_source(piece) if index % 2 else re.escape(piece) for index, piece in enumerate(pieces))
    return re.compile(source, re.DOTALL)


def _gap_source(name: str) -> str:
    return f"(?P<{name}>.{'*' if name in _AS_THEY_ARE else '+'}?)"  # people may have typed nothing at all
