"""Evenglow scored the slow way: real coordinates, distances and angles, and one flood fill.

Sections named here are those of the Evenglow rulebook; rulings are those of the contract.
"""

from math import cos, dist, radians, sin, sqrt
from typing import Any

State = dict[str, Any]
Point = tuple[float, float]
Tiles = dict[str, dict[str, Any]]

UPRIGHT_STEMS = {"vine": [0, 2, 3, 5], "leaves": [1, 4]}
POTION_POINTS = {"undew": 3, "chaos": 4, "transmutation": 5}
TOUCHING_AT_MOST = 1.1  # the centres of two touching hexagons are 1 apart, of any others at least 1.7


def score(state: State, layout: State) -> State:
    """The figures of the score sheet: per player the lines, total and place, then the tie and the Unseen."""
    players = []
    for player in state["players"]:
        lines = score_player(player, state, layout)
        players.append({"name": player["name"], "lines": lines, "total": sum(lines.values())})
    rank(players, state)
    result = {"players": players, "tie": find_tie(players, state)}
    if state["variant"] == "solo":
        unseen = sum(state.get("unseen", {}).get("rows", {}).values())
        result["unseen"] = {"total": unseen, "win": players[0]["total"] > unseen}
    return result


def score_player(player: State, state: State, layout: State) -> dict[str, int]:
    """The lines of one player, from the top of the score sheet to its bottom. ("Scoring")"""
    family = state["variant"] == "family"
    lines = dict.fromkeys(("vines", "leaves", "henbane", "lions-mane", "mandrake", "elderberries"), 0)
    if not family:
        lines["henbane-bonus"] = 0
    for area in ("sunlight", "moonlight"):
        places = {name: centre(at) for name, at in layout["areas"][area]["spaces"].items()}
        tiles = {name: tile for name, tile in player.get("gardens", {}).get(area, {}).items() if tile is not None}
        stems = {name: stem_points(tile, places[name], state) for name, tile in tiles.items()}
        vines, leaves = family_vines(tiles, places) if family else best_vines(tiles, places, stems)
        lines["vines"] += vines
        lines["leaves"] += leaves
        for group in groups(tiles, places, "henbane"):
            if len(group) == 2:
                lines["henbane"] += 2
                if not family and not any(on_perimeter(name, places) for name in group):
                    lines["henbane-bonus"] += 2
        lines["lions-mane"] += 3 * sizes(tiles, places, "lions-mane").count(3)
        lines["mandrake"] += 4 * sizes(tiles, places, "mandrake").count(4)
        for group in groups(tiles, places, "elderberries"):
            if len(group) == 5:
                lines["elderberries"] += 5 if family else sum(on_perimeter(name, places) for name in group)
    if not family:
        counts = [potions_of(player, kind) for kind in POTION_POINTS]
        lines["potions"] = sum(n * points for n, points in zip(counts, POTION_POINTS.values(), strict=True))
        lines["potion-sets"] = 3 * min(counts)
    return lines


def best_vines(tiles: Tiles, places: dict[str, Point], stems: dict[str, list[Point]]) -> tuple[int, int]:
    """Points for the vines and the leaves of one garden. ("Vines", "Leaves"; rulings 1 and 2)"""

    def joined(a: str, b: str) -> bool:
        return any(same(p, q) for p in stems[a] for q in stems[b])

    best = (0, 0)
    for group in flood([name for name in tiles if tiles[name]["plant"] == "vine"], joined):
        leaves = 0
        for name, tile in tiles.items():
            if tile["plant"] == "leaves":
                for tip in stems[name]:  # one leaf on each stem
                    leaves += 2 * any(same(tip, other) for vine in group for other in stems[vine])
        best = max(best, (len(group), leaves))  # the larger group, among equals the one with more leaves
    return best


def family_vines(tiles: Tiles, places: dict[str, Point]) -> tuple[int, int]:
    """The same for "My First Gardens (Family Variant)": stems do not matter, and every vine serves the leaves."""
    vines = [name for name in tiles if tiles[name]["plant"] == "vine"]
    leaves = [name for name in tiles if tiles[name]["plant"] == "leaves"]
    beside = [name for name in leaves if any(touching(places[name], places[vine]) for vine in vines)]
    return max(sizes(tiles, places, "vine"), default=0), 2 * len(beside)


def groups(tiles: Tiles, places: dict[str, Point], plant: str) -> list[set[str]]:
    """The groups of touching tiles of one plant in one garden."""
    return flood([name for name in tiles if tiles[name]["plant"] == plant], lambda a, b: touching(places[a], places[b]))


def sizes(tiles: Tiles, places: dict[str, Point], plant: str) -> list[int]:
    """The number of tiles of each of these groups."""
    return [len(group) for group in groups(tiles, places, plant)]


def flood(names: list[str], joined: Any) -> list[set[str]]:
    """The names in groups: two that are joined are in one group."""
    left = set(names)
    found = []
    while left:
        group = {left.pop()}
        while more := {b for b in left if any(joined(a, b) for a in group)}:
            group |= more
            left -= more
        found.append(group)
    return found


def potions_of(player: State, kind: str) -> int:
    """How many potions of a kind a player has, used or not."""
    both = player.get("potions", {}).get(kind, {})
    return int(both.get("unused", 0) + both.get("used", 0))


def rank(players: list[State], state: State) -> None:
    """Write each player's place: 1 + the number of players who are before them. ("Winning")"""
    for mine in range(len(players)):
        players[mine]["place"] = 1 + sum(
            standing(players, state, other) > standing(players, state, mine) for other in range(len(players))
        )


def standing(players: list[State], state: State, who: int) -> list[int]:
    """What decides about a player's place, the most important first. ("Winning")"""
    return [players[who]["total"], *tie_breakers(state, who)]


def tie_breakers(state: State, who: int) -> list[int]:
    """Potions, then unused potions; the family variant has none."""
    if state["variant"] == "family":
        return [0, 0]
    player = state["players"][who]
    unused = sum(player.get("potions", {}).get(kind, {}).get("unused", 0) for kind in POTION_POINTS)
    return [sum(potions_of(player, kind) for kind in POTION_POINTS), unused]


def find_tie(players: list[State], state: State) -> State | None:
    """Who is level on points at the top, and what decided between them. ("Winning")"""
    top = max(player["total"] for player in players)
    level = [who for who in range(len(players)) if players[who]["total"] == top]
    if len(level) == 1:
        return None
    names = [players[who]["name"] for who in level]
    for index, criterion in enumerate(("potions", "unused-potions")):
        most = max(tie_breakers(state, who)[index] for who in level)
        level = [who for who in level if tie_breakers(state, who)[index] == most]
        if len(level) == 1:
            return {"players": names, "decided_by": criterion}
    return {"players": names, "decided_by": "shared"}


def centre(at: dict[str, int]) -> Point:
    """Centre of a hexagon in units of the pitch. (contract, "Layout")"""
    return at["q"] + at["r"] / 2, at["r"] * sqrt(3) / 2


def touching(a: Point, b: Point) -> bool:
    """Whether two different hexagons share an edge."""
    return 0.5 < dist(a, b) < TOUCHING_AT_MOST


def on_perimeter(name: str, places: dict[str, Point]) -> bool:
    """Whether a hexagon has fewer than six neighbours that are spaces. (contract, "Layout")"""
    return sum(touching(places[name], other) for other in places.values()) < 6


def stem_points(tile: dict[str, Any], at: Point, state: State) -> list[Point]:
    """Where a tile's stems meet its edges: half a pitch from its centre, edge 0 at -60 degrees, 60 degrees a step."""
    if tile["plant"] not in UPRIGHT_STEMS:
        return []
    if "stems" in tile:
        edges, turned = tile["stems"], 0
    else:
        edges = state.get("tiles", {}).get(tile["plant"], {}).get("stems", UPRIGHT_STEMS[tile["plant"]])
        turned = tile["rotation"]
    angles = [radians(60 * edge + 60 * turned - 60) for edge in edges]
    return [(at[0] + cos(angle) / 2, at[1] + sin(angle) / 2) for angle in angles]


def same(a: Point, b: Point) -> bool:
    """Whether two points are one but for rounding."""
    return abs(a[0] - b[0]) < 0.01 and abs(a[1] - b[1]) < 0.01
