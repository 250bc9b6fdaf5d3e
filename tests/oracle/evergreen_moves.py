"""Every move of Evergreen that advice chooses from, tried one by one and scored by the slow scorer."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.oracle import evergreen

Document = dict[str, Any]
Planet = dict[str, str]

NEXT = {"sprout": "small-tree", "small-tree": "big-tree"}
SUNS = ["top", "right", "bottom", "left"]


def points(planet: Planet, state: Document, layout: Document, *, whole_game: bool) -> int:
    """Light and forest of this season, or of all that are left, and fertility after the fourth."""
    total, sun = 0, state["sun"]
    for season in range(state["season"], 5 if whole_game else state["season"] + 1):
        scored = {**state, "sun": sun, "season": season, "players": [{"name": "Ada", "planet": planet}]}
        player = evergreen.score(scored, layout)["players"][0]
        total += player["total"]
        planet, sun = player["after"], SUNS[(SUNS.index(sun) + 1) % 4]
    return total


def moves(planet: Planet, layout: Document, what: str, biome: str | None) -> Iterator[Planet]:
    """The planet after each way of doing something."""
    spaces = layout["areas"]["planet"]["spaces"]
    inside = [name for name in spaces if biome is None or spaces[name]["biome"] == biome]
    empty = [name for name in spaces if name not in planet]

    def planted(piece: str, where: list[str]) -> Iterator[Planet]:
        for name in where:
            if name not in planet:
                yield planet | {name: piece}

    def grown(names: list[str]) -> Planet:
        return planet | {name: NEXT[planet[name]] for name in names}

    can_grow = [name for name in planet if planet[name] in NEXT]
    if what == "growth":
        yield from (grown([name]) for name in can_grow)
    elif what in ("sprout", "plant-sprout"):
        yield from planted("sprout", empty)
    elif what == "plant-bush":
        yield from planted("bush", empty)
    elif what == "plant-mushroom":
        yield from planted("single-mushroom", empty)
    elif what == "plant-cactus":
        yield from planted("cactus", inside)
    elif what == "small-pine-growth":
        yield from (planet | {name: "small-pine"} for name in planet if planet[name] == "sprout")
    elif what == "super-growth":
        yield from (grown([name]) for name in can_grow if name in inside)
        yield from (planet | {name: "giant-tree"} for name in inside if planet.get(name) == "big-tree")
    elif what == "place-lake":
        for lake in empty:
            at = spaces[lake]
            near = [n for n in can_grow if abs(spaces[n]["x"] - at["x"]) + abs(spaces[n]["y"] - at["y"]) == 1]
            for count in range(3):
                yield from (grown(list(some)) | {lake: "lake"} for some in combinations(near, count))
    elif what == "card":
        free = [name for name in inside if name not in planet]
        ready = [name for name in inside if name in can_grow]
        if free:
            yield from (planet | dict.fromkeys(some, "sprout") for some in combinations(free, min(3, len(free))))
        if ready:
            yield from (grown(list(some)) for some in combinations(ready, min(2, len(ready))))
        yield from (grown([tree]) | {name: "sprout"} for name in free for tree in ready)
    else:
        raise AssertionError(what)
