"""Variants and modules of the games, named in the language of the phone."""

from web.i18n import _
from web.models import Game


def variant_names() -> dict[str, str]:
    """The variants of Evenglow by id, the usual one first."""
    return {"standard": _("Standard"), "family": _("Family"), "solo": _("Solo")}


def module_names() -> dict[str, str]:
    """The modules of Evergreen by id."""
    return {
        "pines": _("Pines"),
        "cacti": _("Cacti"),
        "giant-trees": _("Giant Trees"),
        "mushrooms": _("Mushrooms"),
    }


def played_with(game: Game) -> str:
    """What sets a game apart from the usual one: its variant or its modules; empty for neither."""
    names = module_names()
    found = [names.get(module, module) for module in game.expansions]
    if game.game == "evenglow" and game.variant != "standard":
        found.append(variant_names().get(game.variant, game.variant))
    return ", ".join(found)
