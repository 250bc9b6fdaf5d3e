"""What is said of documents: typed points, layouts, boards, files. Written for programs and the command line, it names
keys and brackets; the phone says it in words, and where in words too.
"""

import re

from web.i18n import _
from web.line_names import line_label
from web.phrasebook.marks import N_

REWORDED = {
    # typed points
    '"%(typed)s" is not a whole number of points': N_('"%(typed)s" is not a whole number. Type it like 12.'),
    "this line cannot be negative": N_("This line cannot be below 0."),
    "%(typed)s points are more than one line can have": N_("%(typed)s points are more than one line can have."),
    # names of things
    'unknown layout "%(name)s"': N_('The layout "%(name)s" is not on this server.'),
    'unknown layout "%(name)s"%(hint)s': N_('The layout "%(name)s" is not on this server.'),
    'unknown space "%(name)s", did you mean "%(near)s"?': N_('There is no space "%(name)s" on this layout.'),
    'unknown space "%(name)s"%(hint)s': N_('There is no space "%(name)s" on this layout.'),
    'unknown space "%(name)s"': N_('There is no space "%(name)s" on this layout.'),
    'unknown %(thing)s "%(name)s", did you mean "%(near)s"?': N_('"%(name)s" is not known here. Perhaps "%(near)s"?'),
    'unknown %(thing)s "%(name)s" (known: %(names)s)': N_('"%(name)s" is not known here.'),
    'unknown %(thing)s "%(name)s"': N_('"%(name)s" is not known here.'),
    'unknown key "%(name)s" in %(path)s, did you mean "%(near)s"?': N_('"%(name)s" is not known here. Perhaps '
                                                                      '"%(near)s"?'),
    'unknown key "%(name)s", did you mean "%(near)s"?': N_('"%(name)s" is not known here. Perhaps "%(near)s"?'),
    'unknown key "%(name)s"%(hint)s': N_('"%(name)s" is not known here.'),
    'unknown key "%(name)s"': N_('"%(name)s" is not known here.'),
    # boards
    'a %(piece)s belongs to the module "%(module)s", which is not in "expansions"':
        N_("%(piece)s: the module %(module)s is not in play. Take the piece away, or play with the module."),
    'a %(piece)s tile needs a "rotation" (0..5) or its "stems"':
        N_("Turn the tile as it lies (%(piece)s): its rotation is missing."),
    "only vine and leaves tiles have stems, not %(piece)s": N_("Only Vine and Leaves tiles have stems."),
    "does not fit rotation %(n)s; give one of the two": N_("Stems and rotation do not fit each other."),
    "names no space": N_("No space is named."),
    "a space is given twice": N_("A space is named twice."),
    "a stem is given twice": N_("A stem is named twice."),
    "an expansion is given twice": N_("A module is named twice."),
    'is only for the variant "solo"': N_("Only the solo game has the Unseen."),
    "has %(n)s seasons, a game has %(most)s": N_("A game has %(most)s seasons, here are %(n)s."),
    "a fertility card has exactly one of %(names)s; it has none": N_("It is not said what the card shows."),
    "a fertility card has exactly one of %(names)s; it has %(found)s": N_("A fertility card shows one thing only."),
    "can only be true": N_("It is not said what the card shows."),
    "names more cards than a deck has": N_("These are more cards than a deck has."),
    "there are no players": N_("There are no players."),
    "there are %(n)s players, at most %(most)s can play": N_("There are %(n)s players; at most %(most)s can play."),
    "there are %(n)s players, a solo game has 1": N_("The solo game has one player."),
    'two players are called "%(name)s"': N_("Two players of one game cannot have the same name."),
    '"%(game)s" has no score sheet: only its boards can be read': N_('"%(game)s" has no score sheet: only its boards '
                                                                    "can be read."),
    'the layout "%(name)s" is for %(game)s, not for %(asked)s': N_("This layout belongs to another game."),
    # layouts
    "a board of %(game)s is not %(grid)s": N_("The boards of %(game)s have another grid."),
    "an area's name has 1 to 20 characters, all on one line": N_("A name has 1 to 20 characters."),
    "a space's name has 1 to 20 characters, all on one line": N_("The name of a space has 1 to 20 characters."),
    "has no area": N_("There is no garden and no planet."),
    "has no spaces": N_("There are no spaces."),
    "space %(space)s is in one garden only": N_("Space %(space)s is in one garden only: both gardens have the same."),
    "lies on the same cell (%(x)s, %(y)s) as space %(space)s": N_("It lies where space %(space)s is already."),
    "has %(n)s spaces, at most %(most)s are allowed": N_("A board has at most %(most)s spaces."),
    # files
    "is empty": N_("It is empty."),
    "is nested too deeply": N_("This file is not one of Glade."),
    "is larger than %(most)s MB, the most that is read": N_("It is larger than %(most)s MB, the most that is read."),
    "cannot be read: %(reason)s": N_("It cannot be read."),
    "not JSON: not UTF-8 text at byte %(n)s": N_("This file is not one of Glade, or it is damaged."),
    'not JSON: the key "%(name)s" is given twice in one object': N_("This file is not one of Glade, or it is damaged."),
    "not JSON: %(name)s is not a number that JSON knows": N_("This file is not one of Glade, or it is damaged."),
    "not JSON: %(reason)s": N_("This file is not one of Glade, or it is damaged."),
    "not JSON that can be used: a number has too many digits": N_("A number has too many digits."),
    '"%(name)s" is missing': N_('"%(name)s" is missing.'),
    "expected an object, got %(found)s": N_("Something else stands here than Glade expects: %(found)s."),
    "expected a list, got %(found)s": N_("Something else stands here than Glade expects: %(found)s."),
    "expected a text, got %(found)s": N_("A text is expected here, not %(found)s."),
    "expected the name of a %(thing)s, got %(found)s": N_("A name is expected here, not %(found)s."),
    "expected a whole number, got %(found)s": N_("A whole number is expected here, not %(found)s."),
    "expected a number, got %(found)s": N_("A number is expected here, not %(found)s."),
    "expected true or false, got %(found)s": N_("Yes or no is expected here, not %(found)s."),
    "has %(n)s characters, at most %(most)s are allowed": N_("It has %(n)s characters; at most %(most)s fit."),
    "has characters that cannot be seen": N_("It has characters that cannot be shown."),
    "the store %(name)s is in a home folder that is not there":
        N_("Glade cannot save anything here: its folder is full or locked."),
    "the store's layouts cannot be read: %(reason)s": N_("Glade cannot read its layouts just now."),
    "has characters that cannot be shown on one line": N_("It has characters that cannot be shown."),
    "%(typed)s is outside %(low)s..%(high)s": N_("%(typed)s does not fit: from %(low)s to %(high)s."),
    "is too large": N_("The number is too large."),
    "has %(n)s games, at most %(most)s are taken at once": N_("The file has %(n)s games; at most %(most)s are taken at "
                                                             "once."),
    "a game has 1 to 4 players": N_("A game has 1 to 4 players."),
    "is not an id of Glade": N_("This file is not one of Glade, or it is damaged."),
    "is not a date and time": N_("This is not a date."),
    'the two plants "%(name)s" are missing': N_("Choose the two plants of the card."),
    "names two plants": N_("Choose the two plants of the card."),
    'the "biome" of the card is missing': N_("Choose the biome of the card."),
    "more unused cards than cards": N_("Nobody has more unused Potion cards than Potion cards."),
}  # fmt: skip

PHRASES = (
    N_("the number %(n)s"),
    N_('the text ""'),
    N_('the text "%(text)s"'),
    N_("a list"),
    N_("an object"),
    N_("null"),
    N_("true"),
    N_("false"),
)
"""What may stand where something else was expected."""

_STEP = re.compile(r"([^.\[]+)|\[(\d+)\]")


def place(path: str) -> str:
    """Where something is wrong, in words: `players[0].gardens.sunlight.7` is Player 1, Sunlight garden, Space 7.

    What is not a place on the table (a key that only programs see) is left out.
    """
    words: list[str] = []
    before = ""
    for found in _STEP.finditer(path):
        step, index = found.groups()
        if index is not None:
            words += _numbered(before, int(index) + 1)
        elif before in ("sunlight", "moonlight", "planet", "spaces") and step != "spaces":
            words.append(_("Space %(space)s", space=step))
        else:
            words += _named(step, before)
        before = step or ""
    return ", ".join(words)


def _numbered(before: str, number: int) -> list[str]:
    if before == "players":
        return [_("Player %(number)d", number=number)]
    if before == "samples":
        return [_("Sample %(number)s", number=number)]
    if before == "seasons":
        return [f"{_('Season')} {number}"]
    if before == "harvests":
        return [f"{_('Harvest token')} {number}"]
    return []


def _named(step: str, before: str) -> list[str]:
    if before == "pad" and line_label(step) != step:
        return [line_label(step)]
    names = {
        "sunlight": _("Sunlight garden"),
        "moonlight": _("Moonlight garden"),
        "planet": _("Planet"),
        "fertility": _("Fertility zone"),
        "buds": _("Buds"),
        "layout": _("Layout"),
        "corners": _("Corners"),
        "unseen": _("The Unseen"),
    }
    return [names[step]] if step in names else []
