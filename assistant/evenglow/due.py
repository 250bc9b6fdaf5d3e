"""Harvests that are due on a board, and what a move would spoil (rulebook: "Gaining Potions", "Forfeited Scoring").

A formation is harvested the moment it is made; so whoever asks about the next move takes the due harvests first.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from assistant.evenglow.garden import Garden, Tile
from assistant.evenglow.harvests import (
    SHAPES,
    Harvest,
    extra_tiles,
    locked_spaces,
    unharvested_formations,
    why_not_a_formation,
)
from assistant.evenglow.plants import PLANTS, POTIONS, Plant, Potion
from assistant.evenglow.state import Cards, Player, Variant
from assistant.layout import Space
from assistant.sheet import Notice, in_order, listed

Changes = Mapping[tuple[str, Space], Tile | None]
"""Tiles to lay, by (garden, space); None takes a tile away."""


@dataclass(frozen=True)
class DueHarvest:
    """A formation without a Harvest token, and the Potion card that it earns."""

    garden: str
    plant: Plant
    potion: Potion
    spaces: frozenset[Space]

    @property
    def token(self) -> Harvest:
        """The Harvest token to lay."""
        return Harvest(self.garden, self.spaces)

    @property
    def words(self) -> str:
        """One sentence for the table."""
        tiles = f"{len(self.spaces)} {PLANTS[self.plant].plural} {SHAPES[self.plant].words}"
        card = POTIONS[self.potion].label
        return f"{tiles} on {listed(self.spaces)} in {self.garden}: lay a Harvest token and take {card}."

    def to_json(self) -> dict[str, object]:
        """The harvest as the web app shows it."""
        return {
            "garden": self.garden,
            "plant": self.plant.value,
            "potion": self.potion.value,
            "spaces": list(in_order(self.spaces)),
            "words": self.words,
        }


def due_harvests(player: Player, variant: Variant) -> tuple[DueHarvest, ...]:
    """The harvests due on a player's board, in the order of the gardens and the pad ("My First Gardens": none)."""
    if variant is Variant.FAMILY:
        return ()
    due = []
    for garden in player.gardens.values():
        for plant, group in unharvested_formations(garden, player.harvests):
            potion = PLANTS[plant].potion
            assert potion is not None, "a plant with a formation has a potion"
            due.append(DueHarvest(garden.name, plant, potion, group))
    return tuple(due)


def take_harvests(player: Player, variant: Variant) -> Player:
    """The player after taking every harvest that is due: tokens laid, Potion cards unused in front of them."""
    due = due_harvests(player, variant)
    if not due:
        return player
    earned = Counter(harvest.potion for harvest in due)
    potions = {
        potion: Cards(cards.unused + earned[potion], cards.used) if earned[potion] else cards
        for potion, cards in player.potions.items()
    }
    return replace(
        player,
        harvests=player.harvests + tuple(harvest.token for harvest in due),
        potions=MappingProxyType(potions),
    )


def with_tiles(player: Player, changes: Changes) -> Player:
    """The player with some tiles laid or taken away, whether or not the rules allow it."""
    gardens = {}
    for name, garden in player.gardens.items():
        own = {space: tile for (area, space), tile in changes.items() if area == name}
        if own:
            merged = {**garden.tiles, **own}
            tiles = {space: tile for space, tile in merged.items() if tile is not None}
            garden = Garden(garden.area, MappingProxyType(tiles))
        gardens[name] = garden
    return replace(player, gardens=MappingProxyType(gardens))


def locked(player: Player) -> Mapping[str, frozenset[Space]]:
    """The spaces of each garden whose tiles are locked under a Harvest token."""
    return {name: locked_spaces(player.harvests, name) for name in player.gardens}


def warn_of(before: Player, after: Player) -> tuple[Notice, ...]:
    """What a change of the tiles would spoil: harvested sets forfeited, locked tiles moved. Nothing is refused.

    The Harvest tokens of `before` are those that count.
    """
    notices = []
    for harvest in before.harvests:
        old, new = before.gardens[harvest.garden], after.gardens[harvest.garden]
        if why_not_a_formation(old, harvest):
            continue  # a token that lies wrong has a warning of its own
        moved = [space for space in harvest.spaces if new.tiles.get(space) != old.tiles[space]]
        if moved:
            tile, lies = ("tile", "lies") if len(moved) == 1 else ("tiles", "lie")
            message = f"Locked: the {tile} on {listed(moved)} in {old.name} {lies} under a Harvest token."
            notices.append(Notice("locked-tile-moved", message, before.name, old.name, in_order(moved)))
            continue
        extra = extra_tiles(new, harvest)
        if extra and not extra_tiles(old, harvest):
            facts = PLANTS[old.tiles[min(harvest.spaces)].plant]
            message = (
                f"This forfeits a harvested set: {facts.label} on {listed(extra)} makes the set on "
                f"{listed(harvest.spaces)} in {old.name} larger than {facts.set_size}. The potion stays."
            )
            notices.append(Notice("would-forfeit", message, before.name, old.name, in_order(extra)))
    return tuple(notices)
