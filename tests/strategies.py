"""Random state documents of both games, for property tests.

Hypothesis draws one number, the seed of the board, because drawing each tile is many times slower and thousands of
boards a run are wanted. The builders below make boards on which something happens: few kinds of plants a garden, so
that groups of every size arise, and few potions, so that ties arise.
"""

import json
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from hypothesis import strategies as st

Document = dict[str, Any]
Board = tuple[Document, Document | None]
"""A state, and its layout unless it is a shipped one."""

PLANTS = ("vine", "leaves", "henbane", "lions-mane", "mandrake", "elderberries")
POTIONS = ("undew", "chaos", "transmutation")
VARIANTS = ("standard", "family", "solo")
BIOMES = ("meadow", "flower", "wheat", "rock", "swamp", "snow")
SUNS = ("top", "right", "bottom", "left")
CORE_PIECES = ("sprout", "small-tree", "big-tree", "bush", "lake")
MODULES = {
    "pines": ("small-pine", "big-pine"),
    "cacti": ("cactus",),
    "giant-trees": ("giant-tree",),
    "mushrooms": ("single-mushroom", "double-mushroom"),
}
RAVINE = "c2"  # of the layout evergreen-42: a piece there does not count
NAMES = ("Ada", "Björn", "Chloé", "李雷", "O'Neil", "Eve 2", "Zoë")

HEX_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)


def evenglow_boards() -> st.SearchStrategy[Board]:
    """States of Evenglow: every variant, 1 to 4 players, shipped and odd layouts."""
    return SEEDS.map(lambda seed: build_evenglow(Random(seed)))


def evergreen_boards() -> st.SearchStrategy[Board]:
    """States of Evergreen: every set of modules, Sun side and season, 1 to 4 players, shipped and odd layouts."""
    return SEEDS.map(lambda seed: build_evergreen(Random(seed)))


@cache
def shipped(name: str) -> Document:
    """The document of a layout that comes with Glade."""
    document: Document = json.loads((files("assistant") / "layouts" / f"{name}.json").read_text(encoding="utf-8"))
    return document


def layout_of(board: Board) -> Document:
    """The layout document that a board lies on."""
    state, layout = board
    return shipped(state["layout"]) if layout is None else layout


def build_evenglow(rng: Random) -> Board:
    """One state of Evenglow."""
    layout = odd_garden_layout(rng) if rng.random() < 0.4 else None
    variant = rng.choice(VARIANTS)
    count = 1 if variant == "solo" else rng.randint(1, 4)
    state: Document = {"game": "evenglow", "variant": variant}
    state["layout"] = "evenglow-5x5" if layout is None else layout["id"]
    if rng.random() < 0.4:
        state["tiles"] = {"vine": {"stems": edges(rng, 4)}, "leaves": {"stems": edges(rng, 2)}}
    areas = layout_of((state, layout))["areas"]
    state["players"] = [_alchemist(rng, name, areas, variant) for name in rng.sample(NAMES, count)]
    if variant != "solo" and rng.random() < 0.2:
        _level(rng, state)
    if variant == "solo":
        rows = rng.sample(PLANTS, rng.randint(0, 6))
        state["unseen"] = {"rows": {plant: rng.randint(0, 12) for plant in rows}}
    return state, layout


def _alchemist(rng: Random, name: str, areas: Document, variant: str) -> Document:
    player: Document = {"name": name, "gardens": {}}
    for area in ("sunlight", "moonlight"):
        if rng.random() > 0.05:
            player["gardens"][area] = _garden(rng, areas[area]["spaces"])
    if variant != "family" and rng.random() < 0.8:
        player["potions"] = {
            kind: {"unused": rng.randint(0, 2), "used": rng.randint(0, 1)}
            for kind in POTIONS
            if rng.random() < 0.8 or variant == "solo"
        }
    if variant != "family" and rng.random() < 0.4:
        player["harvests"] = [_harvest(rng, player, areas) for _ in range(rng.randint(0, 2))]
    return player


def _level(rng: Random, state: Document) -> None:
    """Make players level on points, so that their potions decide: 3 x 3 points or 4 + 5, in other numbers of cards."""
    for player in state["players"]:
        player["gardens"] = state["players"][0]["gardens"]
        if state["variant"] == "standard":
            counts = rng.choice(({"undew": 3}, {"chaos": 1, "transmutation": 1}))
            used = {kind: rng.randint(0, min(1, count)) for kind, count in counts.items()}
            player["potions"] = {
                kind: {"unused": counts.get(kind, 0) - used.get(kind, 0), "used": used.get(kind, 0)} for kind in POTIONS
            }


def _garden(rng: Random, places: dict[str, dict[str, int]]) -> Document:
    plants = rng.sample(PLANTS, rng.randint(1, 6))
    if rng.random() < 0.5:
        plants += ["vine"] * rng.randint(0, 3) + ["leaves"] * rng.randint(0, 2)
    spaces = list(places)
    garden = {
        space: _tile(rng, rng.choice(plants))
        for space in rng.sample(spaces, rng.choice((0, rng.randint(0, len(spaces)))))
    }
    for _ in range(rng.randint(0, 4)):
        plant = rng.choice(PLANTS)
        garden |= {space: _tile(rng, plant) for space in _clump(rng, places, rng.randint(1, 6))}
    if rng.random() < 0.1:
        garden[rng.choice(spaces)] = None  # an empty space may be named
    return garden


def _clump(rng: Random, places: dict[str, dict[str, int]], count: int) -> list[str]:
    """Up to `count` spaces that hang together."""
    space_at = {(at["q"], at["r"]): space for space, at in places.items()}
    clump = [rng.choice(list(places))]
    for _ in range(count - 1):
        at = places[rng.choice(clump)]
        dq, dr = rng.choice(HEX_STEPS)
        space = space_at.get((at["q"] + dq, at["r"] + dr))
        if space is not None and space not in clump:
            clump.append(space)
    return clump


def _tile(rng: Random, plant: str) -> Document:
    if plant not in ("vine", "leaves"):
        return {"plant": plant, "rotation": rng.randrange(6)} if rng.random() < 0.1 else {"plant": plant}
    if rng.random() < 0.2:
        usual = 4 if plant == "vine" else 2
        return {"plant": plant, "stems": edges(rng, usual if rng.random() < 0.8 else rng.randint(0, 6))}
    return {"plant": plant, "rotation": rng.randrange(6)}


def _harvest(rng: Random, player: Document, areas: Document) -> Document:
    area = rng.choice(("sunlight", "moonlight"))
    spaces = list(areas[area]["spaces"])
    return {"garden": area, "spaces": rng.sample(spaces, min(rng.randint(3, 5), len(spaces)))}


def edges(rng: Random, count: int) -> list[int]:
    """Different edges of a hexagon, in any order."""
    return rng.sample(range(6), count)


def odd_garden_layout(rng: Random) -> Document:
    """Two gardens of any shape, anywhere; one space's name lies in different places of the two."""
    count = rng.randint(1, 30)
    names = rng.sample([*map(str, range(1, 41)), "A1", "b-7", "Teich"], count)
    areas = {}
    for area in ("sunlight", "moonlight"):
        cells = _blob(rng, count, HEX_STEPS)
        areas[area] = {
            "spaces": {name: {"q": q, "r": r} for name, (q, r) in zip(rng.sample(names, count), cells, strict=True)}
        }
    return {"id": "odd-gardens", "game": "evenglow", "grid": "hex", "verified": False, "areas": areas}


def build_evergreen(rng: Random) -> Board:
    """One state of Evergreen."""
    layout = odd_planet_layout(rng) if rng.random() < 0.4 else None
    modules = rng.sample(tuple(MODULES), rng.randint(0, 4))
    pieces = [*CORE_PIECES, *(piece for module in modules for piece in MODULES[module])]
    season = rng.choice((1, 2, 3, 4, 4))
    state: Document = {"game": "evergreen", "layout": "evergreen-42" if layout is None else layout["id"]}
    if modules or rng.random() < 0.5:
        state["expansions"] = modules
    state |= {"sun": rng.choice(SUNS), "season": season}
    if rng.random() < 0.9:
        state["fertility"] = {biome: _stack(rng, modules) for biome in rng.sample(BIOMES, rng.randint(0, 6))}
    spaces = list(layout_of((state, layout))["areas"]["planet"]["spaces"])
    state["players"] = [
        {
            "name": name,
            "planet": _planet(rng, spaces, pieces),
            "points": {"start": rng.randint(0, 3), "buds": rng.randint(0, 15)},
            "seasons": [
                {"light": rng.randint(0, 60), "forest": rng.randint(0, 42)} for _ in range(_noted(rng, season))
            ],
        }
        for name in rng.sample(NAMES, rng.randint(1, 4))
    ]
    if layout is None and rng.random() < 0.1:
        state["players"][0]["planet"][RAVINE] = rng.choice(pieces)
    if rng.random() < 0.15:
        for player in state["players"][1:]:
            for key in ("planet", "points", "seasons"):
                player[key] = state["players"][0][key]
    return state, layout


def _noted(rng: Random, season: int) -> int:
    """How many seasons are noted: those before the one being scored, seldom more or fewer."""
    return season - 1 if rng.random() < 0.9 else rng.randint(0, 4)


def _planet(rng: Random, spaces: list[str], pieces: list[str]) -> Document:
    some = rng.sample(pieces, rng.randint(1, len(pieces)))
    planet = {space: rng.choice(some) for space in rng.sample(spaces, rng.randint(0, len(spaces)))}
    if rng.random() < 0.1:
        planet[rng.choice(spaces)] = None  # an empty space may be named
    return planet


def _stack(rng: Random, modules: list[str]) -> list[Document]:
    kinds = ["icons", "icons", "icons", "skull"]
    kinds += ["negative"] if "cacti" in modules or rng.random() < 0.1 else []
    kinds += ["duplicate", "duplicate"] if "giant-trees" in modules or rng.random() < 0.1 else []
    return [_card(rng, rng.choice(kinds)) for _ in range(rng.randint(0, 6))]


def _card(rng: Random, kind: str) -> Document:
    card: Document = {kind: rng.randint(1, 3) if kind in ("icons", "negative") else True}
    if kind != "skull" and rng.random() < 0.15:
        card["flipped"] = True
    return card


def odd_planet_layout(rng: Random) -> Document:
    """A planet of any shape with gaps, anywhere, its biomes scattered."""
    count = rng.randint(1, 45)
    names = rng.sample([f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)], count)
    cells = _blob(rng, count, ((1, 0), (0, 1), (-1, 0), (0, -1), (2, 0), (0, 2)))
    spaces = {name: {"x": x, "y": y, "biome": rng.choice(BIOMES)} for name, (x, y) in zip(names, cells, strict=True)}
    areas = {"planet": {"spaces": spaces}}
    return {"id": "odd-planet", "game": "evergreen", "grid": "square", "verified": False, "areas": areas}


def _blob(rng: Random, count: int, steps: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """Different cells, each a step from an earlier one."""
    cells = [(rng.randint(-9, 9), rng.randint(-9, 9))]
    while len(cells) < count:
        x, y = rng.choice(cells)
        dx, dy = rng.choice(steps)
        if (x + dx, y + dy) not in cells:
            cells.append((x + dx, y + dy))
    return cells
