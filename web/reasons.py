"""The engine's sentences in the language of the phone: reasons, warnings and rulings of a score sheet.

`assistant` writes English and knows no languages. Each of its sentences is matched by the pattern it was made from;
what stands in the gaps (numbers with pieces, spaces, gardens, lists) is translated word by word. A sentence that no
pattern knows stays English: a reason in another language is better than none. A test holds that none stays so.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from web.i18n import _, language


def N_(message: str) -> str:  # noqa: N802  # the name that Babel looks for
    """Mark a text for translation without translating it."""
    return message


_SENTENCES = (
    # Evenglow
    N_("1 Vine by itself: the largest group"),
    N_("%(n)s Vines joined by their stems: the largest group"),
    N_("Beside the largest group (on %(spaces)s), but the stems do not meet"),
    N_("As large as the scoring group, but only one group of each garden scores"),
    N_("Not joined to the largest group"),
    N_("Both Leaves joined to the largest group of Vines, on %(spaces)s: %(each)s each"),
    N_("1 Leaf joined to the largest group of Vines, on %(spaces)s: %(each)s each"),
    N_("%(n)s Leaves joined to the largest group of Vines, on %(spaces)s: %(each)s each"),
    N_("No Leaf meets a stem of the largest group of Vines"),
    N_("Neither of the pair is on the perimeter"),
    N_("Both are on the perimeter"),
    N_("Space %(space)s is on the perimeter"),
    N_("%(n)s of a set of exactly 5 on the perimeter: 1 each"),
    N_("A set of 5, but none is on the perimeter"),
    N_("%(n)s x %(potion)s: %(each)s each, used or not"),
    N_("1 set of all three Potion cards: %(each)s each"),
    N_("%(n)s sets of all three Potion cards: %(each)s each"),
    N_("%(kinds)s side by side: the largest group"),
    N_("Not in the largest group of Vines"),
    N_("Leaves beside the Vine on %(spaces)s"),
    N_("No Vine beside it"),
    N_("A set of exactly %(n)s adjacent %(kind)s"),
    N_("A set of exactly %(n)s connected %(kind)s"),
    N_("1 alone: a set has exactly %(n)s"),
    N_("%(all)s together: a set has exactly %(n)s"),
    N_("Typed in"),
    N_("A lone Vine is a group of one (%(garden)s)."),
    N_("Of the largest groups of Vines in %(garden)s, that on %(spaces)s gives the Leaves the most."),
    N_("A win needs more points than the Unseen."),
    N_("The gardens do not mirror each other: Space %(spaces)s filled in one garden only."),
    N_("The gardens do not mirror each other: Spaces %(spaces)s filled in one garden only."),
    N_("A Leaves tile has two leaves, but not that on %(spaces)s in %(garden)s."),
    N_("My First Gardens is played without Potion cards and Harvest tokens: they do not count."),
    N_("Look at the Harvest token on %(spaces)s in %(garden)s: %(problem)s."),
    N_("Forfeited: the %(kind)s tile on %(extra)s makes the set larger under the Harvest token on %(spaces)s in "
       "%(garden)s; it scores nothing."),
    N_("Forfeited: the %(kind)s tiles on %(extra)s makes the set larger under the Harvest token on %(spaces)s in "
       "%(garden)s; it scores nothing."),
    N_("%(kinds)s in a triangle on %(spaces)s in %(garden)s: did you take the potion?"),
    N_("%(kinds)s in a straight line on %(spaces)s in %(garden)s: did you take the potion?"),
    N_("%(kinds)s together on %(spaces)s in %(garden)s: did you take the potion?"),
    N_("1 card of %(potion)s, but 1 Harvest token on %(kind)s."),
    N_("1 card of %(potion)s, but %(tokens)s Harvest tokens on %(kind)s."),
    N_("%(cards)s cards of %(potion)s, but 1 Harvest token on %(kind)s."),
    N_("%(cards)s cards of %(potion)s, but %(tokens)s Harvest tokens on %(kind)s."),
    N_("%(kinds)s lie on the boards; the box holds %(n)s."),
    N_("%(n)s cards of %(potion)s are taken; the box holds %(most)s."),
    N_("%(n)s Harvest tokens lie on the boards; the box holds %(most)s."),
    N_("Equal totals: enter how many Potion cards each has, and how many of them are unused."),
    # Evergreen
    N_("Starting points"),
    N_("Points from buds"),
    N_("Scored at the end of season %(n)s"),
    N_("%(kinds)s in the light: %(each)s each"),
    N_("%(kinds)s in shadow: %(each)s each"),
    N_("%(kind)s score only in shadow"),
    N_("Cactus died in the shadow of %(casters)s"),
    N_("%(kind)s in the shadow of %(casters)s"),
    N_("The biggest forest: %(kinds)s"),
    N_("Another forest, of %(n)s"),
    N_("%(kinds)s in %(biome)s: %(value)s each"),
    N_("A duplicate card copies the effective value of the card below it."),
    N_("A shadow runs over a gap onto %(spaces)s."),
    N_("Small Pines grow all at once; %(spaces)s is in shadow only of a grown pine."),
    N_("The rulebooks at hand name no tie-breaker: equal totals share the place."),
    N_("A %(kind)s stands in the ravine %(space)s, where nothing grows: it does not count."),
    N_("The points of season %(seasons)s are not noted: the total is not final."),
    N_("Points of season %(n)s are noted already; the sheet counts them from the planet."),
    N_('%(biome)s: a %(card)s card comes with the module "%(module)s", which is not in play.'),
    N_("%(biome)s: the card below a skull is turned face down, but lies open here."),
    N_("%(kinds)s stand on the planets; the box holds %(n)s."),
)  # fmt: skip
"""From the particular to the general: the first that matches is taken."""

_PHRASES = (
    N_("an empty space is among them"),
    N_("they are not of one plant"),
    N_("%(kind)s are never harvested"),
    N_("it takes exactly %(n)s %(kind)s"),
    N_("they do not lie in a triangle"),
    N_("they do not lie in a straight line"),
    N_("they do not lie together"),
    N_("they do not all touch"),
    N_("%(spaces)s is under another token already"),
    N_("%(spaces)s are under another token already"),
    N_("the %(kind)s on %(space)s"),
    N_("%(n)s %(kind)s"),
)
"""What can stand in the gap of a sentence."""

_WORDS = (
    N_("Vine"), N_("Vines"), N_("Leaves"), N_("Henbane Flowers"), N_("Lion's Mane"), N_("Mandrake"), N_("Mandrakes"),
    N_("Elderberries"), N_("sunlight"), N_("moonlight"), N_("Sprout"), N_("Sprouts"), N_("Small Tree"),
    N_("Small Trees"), N_("Big Tree"), N_("Big Trees"), N_("Bush"), N_("Bushes"), N_("Lake"), N_("Lakes"),
    N_("Small Pine"), N_("Small Pines"), N_("Big Pine"), N_("Big Pines"), N_("Cactus"), N_("Cacti"), N_("Giant Tree"),
    N_("Giant Trees"), N_("Single Mushroom"), N_("Single Mushrooms"), N_("Double Mushroom"), N_("Double Mushrooms"),
    N_("Meadow"), N_("Flower"), N_("Wheat"), N_("Rock"), N_("Swamp"), N_("Snow"),
)  # fmt: skip


def in_our_language(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """A sheet document with its labels' sentences in the language of the phone; the original stays as it is."""
    if language() == "en":
        return dict(sheet)
    players = [
        {
            **player,
            "lines": [
                {
                    **line,
                    "parts": [{**part, "why": sentence(part["why"])} for part in line["parts"]],
                    "misses": [{**part, "why": sentence(part["why"])} for part in line["misses"]],
                }
                for line in player["lines"]
            ],
        }
        for player in sheet["players"]
    ]
    told = {
        key: [{**notice, "message": sentence(notice["message"])} for notice in sheet[key]]
        for key in ("warnings", "rulings")
    }
    return {**sheet, "players": players, **told}


def sentence(text: str) -> str:
    """One sentence of the engine in the language of the phone."""
    return _translated(text, _SENTENCES) or text


def _translated(text: str, patterns: tuple[str, ...]) -> str | None:
    for pattern in patterns:
        found = _matcher(pattern).fullmatch(text)
        if found:
            return _(pattern, **{name: _gap(value) for name, value in found.groupdict().items()})
    return None


def _gap(text: str) -> str:
    """What stands in a gap: a word, a phrase, or a list of them."""
    if text in _WORDS:
        return _(text)
    whole = _translated(text, _PHRASES[:-2]) if " " in text else None
    if whole:
        return whole
    *some, last = re.split(r", | and ", text)
    if some:
        return _("%(some)s and %(last)s", some=", ".join(map(_gap, some)), last=_gap(last))
    return _translated(text, _PHRASES) or text


@cache
def _matcher(pattern: str) -> re.Pattern[str]:
    pieces = re.split(r"%\((\w+)\)s", pattern)
    source = "".join(f"(?P<{piece}>.+?)" if index % 2 else re.escape(piece) for index, piece in enumerate(pieces))
    return re.compile(source)
