"""How a game ended, in words: who won, what decided a tie, and what is still missing."""

from collections.abc import Mapping, Sequence
from typing import Any

from web.i18n import _, counted


def listed(names: Sequence[str]) -> str:
    """Names as a person would say them."""
    if len(names) < 2:
        return "".join(names)
    return _("%(some)s and %(last)s", some=", ".join(names[:-1]), last=names[-1])


def result_words(sheet: Mapping[str, Any], is_final: bool = True) -> str:
    """One or two sentences: the winner and what decided it. Empty for a game of one without the Unseen.

    Before every board is final nobody has won: the sentence then says who leads.
    """
    players = sheet["players"]
    if sheet.get("unseen"):
        total = sheet["unseen"]["total"]
        if sheet["unseen"]["win"]:
            if not is_final:
                return _("You are ahead of the Unseen, who has %(total)d points.", total=total)
            return _("You outscore the Unseen, who has %(total)d points: you win!", total=total)
        return _("The Unseen has %(total)d points: a win needs more than that.", total=total)
    if len(players) < 2:
        return ""
    winners = [player for player in players if player["place"] == 1]
    names = listed([player["name"] for player in winners])
    total = winners[0]["total"]
    if not is_final:
        if not total:
            return ""
        if len(winners) > 1:
            return _("%(name)s lead with %(total)d points each.", name=names, total=total)
        return _("%(name)s leads with %(total)d points.", name=names, total=total)
    tie = sheet.get("tie")
    if tie is None and len(winners) > 1:
        return _("%(name)s have %(total)d points each. The number of Potion cards decides.", name=names, total=total)
    if tie is None:
        return _("%(name)s wins with %(total)d points.", name=names, total=total)
    tied = listed(tie["players"])
    if tie["decided_by"] == "potions":
        message = _("%(tied)s have %(total)d points each.", tied=tied, total=total)
        return message + " " + _("%(name)s wins: more Potion cards.", name=names)
    if tie["decided_by"] == "unused-potions":
        message = _("%(tied)s have %(total)d points each and the same number of Potion cards.", tied=tied, total=total)
        return message + " " + _("%(name)s wins: more unused ones.", name=names)
    return _("%(name)s share the victory with %(total)d points each.", name=names, total=total)


def missing_words(sheet: Mapping[str, Any]) -> list[str]:
    """What keeps the sheet from being final, a sentence for each player."""
    sentences = []
    if sheet["unseen_rows_missing"]:
        sentences.append(_("The Unseen: rows still empty: %(number)d", number=sheet["unseen_rows_missing"]))
    for player in sheet["players"]:
        name = player["name"]
        to_check = sum(len(spaces) for spaces in player["to_check"].values())
        if to_check:
            doubtful = counted("1 space to check", "%(num)d spaces to check", to_check)
            sentences.append(f"{name}: {doubtful}")
        elif player["missing"]:
            empty = counted("1 line still empty", "%(num)d lines still empty", len(player["missing"]))
            sentences.append(f"{name}: {empty}")
        elif not player["confirmed"]:
            sentences.append(_("%(name)s: not called final yet", name=name))
    return sentences


def place_words(place: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    return {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th")}.get(place, str(place))
