"""Every move of Evenglow that advice chooses from, tried one by one and scored by the slow scorer.

Plain dictionaries, all six rotations, nothing shared with `assistant`. A move is named by a key without rotations;
`best_by_move` gives the best total of each key over all rotations.
"""

import json
from collections.abc import Iterator
from itertools import combinations, product
from math import dist
from typing import Any

from tests.oracle import evenglow

Document = dict[str, Any]
Gardens = dict[str, dict[str, Document]]

POTION_OF = {"lions-mane": "undew", "mandrake": "chaos", "elderberries": "transmutation"}
NAMES = ("sunlight", "moonlight")


class Table:
    """One player's board, its due harvests already taken, as the rules say: at once."""

    def __init__(self, state: Document, layout: Document) -> None:
        self.state, self.layout = state, layout
        self.places = {
            name: {space: evenglow.centre(at) for space, at in layout["areas"][name]["spaces"].items()}
            for name in NAMES
        }
        player = state["players"][0]
        self.gardens: Gardens = {name: dict(player["gardens"].get(name, {})) for name in NAMES}
        self.tokens = {
            (h["garden"], frozenset(h["spaces"])) for h in player.get("harvests", []) if state["variant"] != "family"
        }
        self.cards = {kind: evenglow.potions_of(player, kind) for kind in evenglow.POTION_POINTS}
        self.known: dict[str, tuple[int, list[str]]] = {}
        self.locked = {(name, space) for name, spaces in self.tokens for space in spaces}
        for name in NAMES:
            for kind, spaces in self.formations(name, self.gardens[name]):
                if (name, spaces) not in self.tokens and state["variant"] != "family":
                    self.cards[kind] += 1
                    self.tokens.add((name, spaces))
                    self.locked |= {(name, space) for space in spaces}

    def total(self, gardens: Gardens) -> int:
        """The total of these gardens, with the cards there are and those that new formations earn."""
        cards = dict(self.cards)
        points = 0
        for name in NAMES:
            of_garden, earned = self.one_garden(name, gardens[name])
            points += of_garden
            for kind in earned:
                cards[kind] += 1
        player = {"gardens": {}, "potions": {kind: {"unused": n, "used": 0} for kind, n in cards.items()}}
        return points + sum(evenglow.score_player(player, self.state, self.layout).values())

    def one_garden(self, name: str, tiles: dict[str, Document]) -> tuple[int, list[str]]:
        """The points of one garden alone, and the kinds of potion that its new formations earn."""
        key = name + json.dumps(sorted(tiles.items()))
        if key not in self.known:
            lines = evenglow.score_player({"gardens": {name: tiles}}, self.state, self.layout)
            earned = [
                kind
                for kind, spaces in self.formations(name, tiles)
                if (name, spaces) not in self.tokens and self.state["variant"] != "family"
            ]
            self.known[key] = sum(lines.values()), earned
        return self.known[key]

    def formations(self, name: str, tiles: dict[str, Document]) -> Iterator[tuple[str, frozenset[str]]]:
        """Triangles of exactly 3, lines of exactly 4, any 5. ("Gaining Potions")"""
        places = self.places[name]
        for plant, size in (("lions-mane", 3), ("mandrake", 4), ("elderberries", 5)):
            for group in evenglow.groups(tiles, places, plant):
                farthest = max(dist(places[a], places[b]) for a in group for b in group)
                shaped = {"lions-mane": farthest < 1.1, "mandrake": farthest > 2.9, "elderberries": True}[plant]
                if len(group) == size and shaped:
                    yield POTION_OF[plant], frozenset(group)

    def with_tiles(self, changes: dict[tuple[str, str], Document]) -> Gardens:
        """The gardens with tiles laid over what is there."""
        gardens = {name: dict(tiles) for name, tiles in self.gardens.items()}
        for (name, space), tile in changes.items():
            gardens[name][space] = tile
        return gardens


def turns(table: Table, tile: Document) -> list[Document]:
    """A tile in all six rotations."""
    if tile["plant"] not in evenglow.UPRIGHT_STEMS:
        return [tile]
    stems = tile.get("stems")
    if stems is None:
        stems = table.state.get("tiles", {}).get(tile["plant"], {}).get("stems")
    if stems is None:
        stems = evenglow.UPRIGHT_STEMS[tile["plant"]]
    return [{"plant": tile["plant"], "stems": [(stem + turn) % 6 for stem in stems]} for turn in range(6)]


Moves = Iterator[tuple[Any, dict[tuple[str, str], Document]]]


def placements(table: Table, plants: tuple[str, str]) -> Moves:
    """Both tiles on one number that is open in both gardens, either way round."""
    for space in table.places["sunlight"]:
        if any(space in table.gardens[name] for name in NAMES):
            continue
        for one, two in {plants, plants[::-1]}:
            for a, b in product(turns(table, {"plant": one}), turns(table, {"plant": two})):
                yield (space, one, two), {("sunlight", space): a, ("moonlight", space): b}


def unlocked(table: Table) -> list[tuple[str, str]]:
    """Where the tiles lie that may be moved."""
    return [(name, s) for name in NAMES for s in table.gardens[name] if (name, s) not in table.locked]


def swaps(table: Table) -> Moves:
    """Any two tiles that are not locked change places, turned anyhow. ("Essence of Undew")"""
    for (a, s), (b, t) in combinations(unlocked(table), 2):
        for one, two in product(turns(table, table.gardens[a][s]), turns(table, table.gardens[b][t])):
            yield frozenset({(a, s), (b, t)}), {(a, s): two, (b, t): one}


def replacements(table: Table) -> Moves:
    """Any tile that is not locked is replaced by any tile. ("Tincture of Transmutation")"""
    for name, space in unlocked(table):
        for plant in ("vine", "leaves", "henbane", "lions-mane", "mandrake", "elderberries"):
            for tile in turns(table, {"plant": plant}):
                yield (name, space, plant), {(name, space): tile}


def best_by_move(table: Table, moves: Moves) -> dict[Any, int]:
    """The best total of every move over all its rotations."""
    best: dict[Any, int] = {}
    for key, changes in moves:
        total = table.total(table.with_tiles(changes))
        best[key] = max(total, best.get(key, total))
    return best
