"""The lines of both score pads, named in the language of the phone."""

import re

from assistant.pad import PadLine, pad_lines
from web.i18n import _


def lines_so_far(game: str, variant: str, season: int) -> list[PadLine]:
    """The lines that can be typed by now: those up to the season being scored, fertility after the last."""
    lines = []
    for line in pad_lines(game, variant):
        number = re.match(r"season-([1-4])", line.id)
        is_later = int(number[1]) > season if number else line.id == "fertility" and season < 4
        if not is_later:
            lines.append(line)
    return lines


def line_label(line_id: str) -> str:
    """The name of a line of either pad."""
    names = {
        "vines": _("Vines"),
        "leaves": _("Leaves"),
        "henbane": _("Henbane Flowers"),
        "henbane-bonus": _("Henbane bonus"),
        "lions-mane": _("Lion's Mane"),
        "mandrake": _("Mandrake"),
        "elderberries": _("Elderberries"),
        "potions": _("Potions"),
        "potion-sets": _("Potion sets"),
        "start": _("Start"),
        "buds": _("Buds"),
        "fertility": _("Fertility"),
    }
    season = re.fullmatch(r"season-([1-4])-(light|forest)", line_id)
    if season:
        if season[2] == "light":
            return _("Season %(number)s: light", number=season[1])
        return _("Season %(number)s: forest", number=season[1])
    return names.get(line_id, line_id)
