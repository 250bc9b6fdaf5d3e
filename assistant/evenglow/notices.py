"""Warnings about a table of Evenglow: nothing is refused for them, all are reported at once."""

from collections import Counter
from collections.abc import Iterator

from assistant.evenglow.harvests import (
    SHAPES,
    Harvest,
    extra_tiles,
    locked_spaces,
    potion_of,
    unharvested_formations,
    why_not_a_formation,
)
from assistant.evenglow.plants import (
    HARVEST_TOKENS,
    PLANTS,
    POTION_CARDS_OF_A_KIND,
    POTIONS,
    TILES_OF_A_KIND,
    Plant,
    Potion,
)
from assistant.evenglow.state import Player, State, Variant
from assistant.sheet import Notice, counted, in_order, listed


def find_notices(state: State) -> Iterator[Notice]:
    """Every warning about a table: player by player, then what concerns the box."""
    for player in state.players:
        yield from _about_mirroring(player)
        yield from _about_stems(player)
        if state.variant is Variant.FAMILY:
            yield from _about_family(player)
        else:
            yield from _about_tokens(player)
            yield from _about_missed_formations(player)
            yield from _about_potions(player)
    if state.variant is Variant.SOLO and not state.unseen:
        yield Notice("unseen-not-noted", "No row of the Unseen is noted: whether this is a win is open.")
    yield from _about_the_box(state)


def _about_mirroring(player: Player) -> Iterator[Notice]:
    sunlight, moonlight = player.gardens.values()
    odd = set(sunlight.tiles) ^ set(moonlight.tiles)
    if odd:
        one = "Space" if len(odd) == 1 else "Spaces"
        message = f"The gardens do not mirror each other: {one} {listed(odd)} filled in one garden only."
        yield Notice("gardens-do-not-mirror", message, player.name, None, in_order(odd))


def _about_stems(player: Player) -> Iterator[Notice]:
    for garden in player.gardens.values():
        odd = [s for s in garden.spaces_of(Plant.LEAVES) if len(garden.tiles[s].stems) != 2]
        if odd:
            that = "that" if len(odd) == 1 else "those"
            message = f"A Leaves tile has two leaves, but not {that} on {listed(odd)} in {garden.name}."
            yield Notice("unusual-stems", message, player.name, garden.name, in_order(odd))


def _about_family(player: Player) -> Iterator[Notice]:
    if player.harvests or player.potion_count:
        message = "My First Gardens is played without Potion cards and Harvest tokens: they do not count."
        yield Notice("not-in-family", message, player.name)


def _about_tokens(player: Player) -> Iterator[Notice]:
    for number, harvest in enumerate(player.harvests):
        garden = player.gardens[harvest.garden]
        where = f"the Harvest token on {listed(harvest.spaces)} in {garden.name}"
        taken = harvest.spaces & locked_spaces(player.harvests[:number], garden.name)
        wrong = why_not_a_formation(garden, harvest)
        if taken and not wrong:  # a locked tile earns no second potion ("Harvested Tiles")
            wrong = (
                f"{listed(taken)} is under another token already"
                if len(taken) == 1
                else (f"{listed(taken)} are under another token already")
            )
        if wrong:
            message = f"Look at {where}: {wrong}."
            code = "harvest-not-a-formation"
            yield Notice(code, message, player.name, garden.name, in_order(harvest.spaces))
            continue
        extra = extra_tiles(garden, harvest)
        if extra:
            plant = garden.tiles[min(harvest.spaces)].plant
            tile, makes = ("tile", "makes") if len(extra) == 1 else ("tiles", "make")
            message = (
                f"Forfeited: the {PLANTS[plant].label} {tile} on {listed(extra)} {makes} the set larger under {where}; "
                "it scores nothing."
            )
            yield Notice("harvest-forfeited", message, player.name, garden.name, in_order(extra))


def _about_missed_formations(player: Player) -> Iterator[Notice]:
    for garden in player.gardens.values():
        for plant, group in unharvested_formations(garden, player.harvests):
            message = (
                f"{len(group)} {PLANTS[plant].plural} {SHAPES[plant].words} on {listed(group)} "
                f"in {garden.name}: did you take the potion?"
            )
            yield Notice("unharvested-formation", message, player.name, garden.name, in_order(group))


def _about_potions(player: Player) -> Iterator[Notice]:
    earned: Counter[Potion | None] = Counter(_potion_of(player, harvest) for harvest in player.harvests)
    for potion, facts in POTIONS.items():
        count = player.potions[potion].count
        if count != earned[potion]:
            message = (
                f"{counted(count, 'card')} of {facts.label}, but "
                f"{counted(earned[potion], 'Harvest token')} on {PLANTS[facts.plant].plural}."
            )
            yield Notice("potions-do-not-match-harvests", message, player.name)


def _potion_of(player: Player, harvest: Harvest) -> Potion | None:
    return potion_of(player.gardens[harvest.garden], harvest)


def _about_the_box(state: State) -> Iterator[Notice]:
    tiles = Counter(
        tile.plant for player in state.players for garden in player.gardens.values() for tile in garden.tiles.values()
    )
    for plant, facts in PLANTS.items():
        if tiles[plant] > TILES_OF_A_KIND:
            message = f"{tiles[plant]} {facts.plural} lie on the boards; the box holds {TILES_OF_A_KIND}."
            yield Notice("too-many-tiles", message)
    for potion, potion_facts in POTIONS.items():
        cards = sum(player.potions[potion].count for player in state.players)
        if cards > POTION_CARDS_OF_A_KIND:
            message = f"{cards} cards of {potion_facts.label} are taken; the box holds {POTION_CARDS_OF_A_KIND}."
            yield Notice("too-many-potions", message)
    tokens = sum(len(player.harvests) for player in state.players)
    if tokens > HARVEST_TOKENS:
        yield Notice("too-many-harvests", f"{tokens} Harvest tokens lie on the boards; the box holds {HARVEST_TOKENS}.")
