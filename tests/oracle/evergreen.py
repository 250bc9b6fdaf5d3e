"""Evergreen scored the slow way: every piece asks every other whether it stands in its shadow.

"Core" is the table of facts of the core game; other sections are those of the two expansion rulebooks; rulings are
those of the contract.
"""

from typing import Any

State = dict[str, Any]
Planet = dict[str, str]

HEIGHT = {"small-tree": 1, "small-pine": 1, "big-tree": 2, "big-pine": 2, "giant-tree": 3}  # all others: 0
LIGHT = {"small-tree": 1, "big-tree": 2, "small-pine": 1, "big-pine": 1, "cactus": 1, "giant-tree": 5}
IN_SHADOW = {"single-mushroom": 2, "double-mushroom": 4}
FOREST = ["small-tree", "big-tree", "bush", "small-pine", "big-pine", "cactus", "giant-tree"]
HARVEST = {"big-tree": 1, "big-pine": 1, "giant-tree": 2}  # times the fertility of the biome
AWAY_FROM_SUN = {"top": (0, 1), "right": (-1, 0), "bottom": (0, -1), "left": (1, 0)}


def score(state: State, layout: State) -> State:
    """The figures of the score sheet: per player the lines, total, place and the planet afterwards; and the tie."""
    spaces = layout["areas"]["planet"]["spaces"]
    players = [score_player(player, state, spaces) for player in state["players"]]
    for player in players:
        player["place"] = 1 + sum(other["total"] > player["total"] for other in players)
    first = [player["name"] for player in players if player["place"] == 1]
    tie = {"players": first, "decided_by": "shared"} if len(first) > 1 else None  # ruling 6
    return {"players": players, "tie": tie}


def score_player(player: State, state: State, spaces: State) -> State:
    """The lines of one player after the end of season `state["season"]`, and the planet that it leaves."""
    planet = {name: piece for name, piece in player.get("planet", {}).items() if piece is not None and name in spaces}
    light, after = end_of_season(planet, state["sun"], spaces)
    lines = {key: player.get("points", {}).get(key, 0) for key in ("start", "buds")}
    noted = [*player.get("seasons", []), *[{"light": 0, "forest": 0}] * 4]
    for number in range(1, state["season"]):
        lines[f"season-{number}-light"] = noted[number - 1]["light"]
        lines[f"season-{number}-forest"] = noted[number - 1]["forest"]
    lines[f"season-{state['season']}-light"] = light
    lines[f"season-{state['season']}-forest"] = biggest_forest(after, spaces)
    if state["season"] == 4:
        lines["fertility"] = 0
        for name, piece in after.items():
            stack = state.get("fertility", {}).get(spaces[name]["biome"], [])
            lines["fertility"] += HARVEST.get(piece, 0) * sum(values(stack))
    return {"name": player["name"], "lines": lines, "total": sum(lines.values()), "after": after}


def end_of_season(before: Planet, sun: str, spaces: State) -> tuple[int, Planet]:
    """Points for light, and the planet afterwards. ("Pines", "Cacti", "Mushrooms", special rules; ruling 5)"""
    planet = dict(before)
    for name, piece in before.items():
        if piece == "small-pine" and is_dark(name, before, sun, spaces):
            planet[name] = "big-pine"
    for name in [name for name, piece in planet.items() if piece == "cactus" and is_dark(name, planet, sun, spaces)]:
        del planet[name]
    light = 0
    after = dict(planet)
    for name, piece in planet.items():
        if is_dark(name, planet, sun, spaces):
            light += IN_SHADOW.get(piece, 0)
            if piece == "single-mushroom":
                after[name] = "double-mushroom"
        else:
            light += LIGHT.get(piece, 0)
    return light, after


def is_dark(name: str, planet: Planet, sun: str, spaces: State) -> bool:
    """Whether a piece stands in the shadow of one equally tall or taller. ("Height and Icon Summary"; ruling 4)"""
    step_x, step_y = AWAY_FROM_SUN[sun]
    height = HEIGHT.get(planet[name], 0)
    for other, piece in planet.items():
        reach = HEIGHT.get(piece, 0)  # a shadow is as long as its piece is tall
        if reach == 0 or reach < height or other == name:
            continue
        for steps in range(1, reach + 1):
            x, y = spaces[other]["x"] + steps * step_x, spaces[other]["y"] + steps * step_y
            if (x, y) == (spaces[name]["x"], spaces[name]["y"]):
                return True
    return False


def biggest_forest(planet: Planet, spaces: State) -> int:
    """The number of pieces in the largest group of orthogonally adjacent trees and their like. (Core)"""
    left = [name for name, piece in planet.items() if piece in FOREST]
    biggest = 0
    while left:
        group = [left.pop()]
        for name in group:  # grows while it is walked over
            for other in list(left):
                across = abs(spaces[name]["x"] - spaces[other]["x"]) + abs(spaces[name]["y"] - spaces[other]["y"])
                if across == 1:
                    left.remove(other)
                    group.append(other)
        biggest = max(biggest, len(group))
    return biggest


def values(stack: list[State]) -> list[int]:
    """What each card of a stack counts, the oldest first. ("Duplicate Fertility Icon", "Negative"; ruling 3)"""
    found: list[int] = []
    for card in stack:
        below = found[-1] if found else 0
        if card.get("flipped") or card.get("skull"):
            found.append(0)
        elif card.get("duplicate"):
            found.append(below)
        else:
            found.append(card.get("icons", 0) - card.get("negative", 0))
    return found
