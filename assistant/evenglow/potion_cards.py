"""Potion cards and Harvest tokens on a player's board document (contract, "State"): taken, used.

A board document is what the contract calls a player, with or without the name. Nothing that comes in is changed.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from assistant.errors import StateError
from assistant.evenglow.due import DueHarvest
from assistant.evenglow.plants import POTIONS, Potion
from assistant.sheet import in_order

Board = Mapping[str, Any]


def with_harvest(board: Board, due: DueHarvest) -> dict[str, Any]:
    """The board with the Harvest token laid and the Potion card taken, unused."""
    changed = _copy(board)
    changed["harvests"].append({"garden": due.garden, "spaces": list(in_order(due.spaces))})
    changed["potions"][due.potion.value]["unused"] += 1
    return changed


def with_potion_used(board: Board, potion: Potion) -> dict[str, Any]:
    """The board with one card of this potion turned face down. Raises `StateError` where none is unused."""
    changed = _copy(board)
    cards = changed["potions"][potion.value]
    if cards["unused"] < 1:
        raise StateError("no-unused-potion", f"There is no unused card of {POTIONS[potion].label}.")
    cards["unused"] -= 1
    cards["used"] += 1
    return changed


def _copy(board: Board) -> dict[str, Any]:
    """A copy in which harvests and every potion are written out."""
    changed = deepcopy(dict(board))
    changed.setdefault("harvests", [])
    cards = changed.get("potions", {})
    changed["potions"] = {potion.value: {"unused": 0, "used": 0} | cards.get(potion.value, {}) for potion in Potion}
    return changed
