"""The set-up of Evergreen as a list to tick off (core game; "Playing Evergreen with an Expansion")."""

from collections.abc import Mapping

from assistant.evergreen.pieces import Expansion
from assistant.evergreen.setup import (
    CARDS_OF_A_POWER,
    FERTILITY_ICONS_AT_START,
    POWERS_IN_PLAY,
    STARTING_POINTS,
    Power,
    set_up_modules,
)
from assistant.guide import Step
from assistant.sheet import listed

POWER_NAMES: Mapping[Power, str] = {
    Power.PLANT_SPROUT: "Plant Sprout",
    Power.GROW_SMALL_TREE: "Grow Small Tree",
    Power.GROW_BIG_TREE: "Grow Big Tree",
    Power.PLANT_BUSH: "Plant Bush",
    Power.PLACE_LAKE: "Place Lake",
    Power.BUD: "Bud",
    Power.SMALL_PINE_GROWTH: "Small Pine Growth",
    Power.PLANT_CACTUS: "Plant Cactus",
    Power.SUPER_GROWTH: "Super Growth",
    Power.PLANT_MUSHROOM: "Plant Mushroom",
}


def set_up_steps(players: int, replaced: Mapping[Expansion, Power]) -> tuple[Step, ...]:
    """What to do before the first round, in order; `replaced` is the power that gives way to each module in play.

    Raises `ValueError` for a number of players that cannot be, and as `set_up_modules` does.
    """
    if not 1 <= players <= len(STARTING_POINTS):
        raise ValueError(f"players must be 1 to {len(STARTING_POINTS)}, got {players}")
    modules = set_up_modules(replaced)
    steps = [
        Step("planets", "Each player gets a planet board; sort the wooden pieces into a pool.", {}, "evergreen-set-up")
    ]
    for module in modules:
        old, new = POWER_NAMES[module.replaces], POWER_NAMES[module.power]
        values = {"out": module.cards_out, "in": module.cards_in, "old": old, "new": new}
        text = (
            "{new} replaces {old}: put the {out} Biome cards with {old} back into the box and add the {in} with {new}. "
            "Lay the {new} token on {old} on every player's board."
        )
        steps.append(Step(f"module-{module.expansion}", text, values, "evergreen-modules"))
    values = {"cards": POWERS_IN_PLAY * CARDS_OF_A_POWER, "powers": POWERS_IN_PLAY}
    steps.append(
        Step("deck", "Shuffle the deck: {cards} Biome cards, 7 of each of {powers} powers.", values, "evergreen-set-up")
    )
    text = (
        "Turn up Biome cards until at least {icons} fertility icons lie open. Cards with icons start the stacks of "
        "their biomes; the others are shuffled back."
    )
    if Expansion.CACTI in replaced:
        text += " Negative icons count towards the {icons}."
    if Expansion.GIANT_TREES in replaced:
        text += " A Duplicate icon does not: shuffle that card back too."
    steps.append(Step("zone", text, {"icons": FERTILITY_ICONS_AT_START}, "evergreen-fertility-zone"))
    points = listed(map(str, STARTING_POINTS[:players]))
    text = "Choose who begins. In turn order the players start with {points} points."
    steps.append(Step("start-points", text, {"points": points}, "evergreen-set-up"))
    steps.append(
        Step("sun", "Put the Sun at the top of every planet, or at another side if all agree.", {}, "evergreen-sun")
    )
    return tuple(steps)
