"""Advice on Evenglow against brute force with the slow scorer, on small random boards."""

from math import dist
from random import Random
from typing import Any

import pytest

from assistant.advice import Advice
from assistant.errors import StateError
from assistant.evenglow.placement import advise_chaos, advise_placement
from assistant.evenglow.plants import Plant
from assistant.evenglow.potion_uses import advise_transmutation, advise_undew
from assistant.evenglow.state import State, parse_state
from assistant.layout import parse_layout
from assistant.strict_json import Node
from tests.oracle.evenglow_moves import (
    NAMES,
    Table,
    best_by_move,
    placements,
    replacements,
    swaps,
)
from tests.strategies import PLANTS, POTIONS, edges, odd_garden_layout

Document = dict[str, Any]

BOARDS = 200
MOST_SPACES = 9
MOST_TILES = (4, 4, 4, 5)  # the cost of brute force grows with the square of the tiles
SHOWN = 6
POOLS = (
    PLANTS,
    ("vine", "vine", "leaves"),
    ("lions-mane", "lions-mane", "vine"),
    ("mandrake", "mandrake", "mandrake", "leaves"),
    ("elderberries",) * 7 + ("henbane",),
)
"""Few plants a board, so that formations and groups of the right size come about."""


def small_board(seed: int) -> tuple[Document, Document]:
    """A state with one player and few tiles of few plants, some of them harvested, and its layout."""
    rng = Random(seed)
    while len((layout := odd_garden_layout(rng))["areas"]["sunlight"]["spaces"]) not in range(4, MOST_SPACES + 1):
        pass
    state: Document = {
        "game": "evenglow",
        "layout": layout["id"],
        "variant": rng.choice(("standard", "standard", "standard", "solo", "family")),
    }
    if rng.random() < 0.4:
        state["tiles"] = {"vine": {"stems": edges(rng, 4)}, "leaves": {"stems": edges(rng, 2)}}
    plants = rng.choice(POOLS)
    spaces = list(layout["areas"]["sunlight"]["spaces"])
    places = Table(state | {"players": [{"name": "Ada", "gardens": {}}]}, layout).places[rng.choice(NAMES)]
    start = places[rng.choice(spaces)]
    spaces.sort(key=lambda space: dist(places[space], start))  # tiles lie together in one of the gardens
    shared = spaces[: rng.randint(2, min(rng.choice(MOST_TILES), len(spaces) - 1))]
    gardens = {
        name: {
            space: {"plant": (plant := rng.choice(plants))}
            | ({"rotation": rng.randrange(6)} if plant in ("vine", "leaves") else {})
            for space in shared
        }
        for name in NAMES
    }
    player: Document = {"name": "Ada", "gardens": gardens}
    state["players"] = [player]
    if state["variant"] != "family":
        player["potions"] = {kind: {"unused": rng.randint(0, 2), "used": rng.randint(0, 1)} for kind in POTIONS}
        player["harvests"] = [
            {"garden": name, "spaces": sorted(spaces)}
            for name, spaces in sorted(Table(state, layout).tokens, key=str)
            if rng.random() < 0.6
        ]
        for harvest in player["harvests"]:  # some harvested sets are forfeited later, and can be restored
            if rng.random() < 0.3:
                garden, space = gardens[harvest["garden"]], rng.choice(spaces)
                if space not in harvest["spaces"]:
                    garden[space] = dict(garden[harvest["spaces"][0]])
    return state, layout


def read(board: tuple[Document, Document]) -> State:
    return parse_state(Node(board[0]), parse_layout(Node(board[1])))


def check(advice: Advice, table: Table, expected: dict[Any, int]) -> None:
    """The best moves gain what brute force says, in its order; each one leads to the total it promises."""
    now = table.total(table.gardens)
    best = sorted((total - now for total in expected.values()), reverse=True)
    assert [suggestion.gain for suggestion in advice.suggestions] == best[:SHOWN]
    assert advice.exhaustive
    for suggestion in advice.suggestions:
        changes: dict[tuple[str, str], Any] = {(c["garden"], c["space"]): c["tile"] for c in suggestion.changes}  # type: ignore[misc]
        assert table.total(table.with_tiles(changes)) - now == suggestion.gain
        assert sum(line.points for line in suggestion.lines) == suggestion.gain, "the lines make up the gain"
        assert all(line.points or line.gained or line.lost for line in suggestion.lines)


def test_no_advice_on_gardens_too_large_to_try_every_move() -> None:
    spaces = {f"s{q}": {"q": q, "r": 0} for q in range(61)}
    areas = {name: {"spaces": spaces} for name in NAMES}
    layout = {"id": "long", "game": "evenglow", "grid": "hex", "areas": areas}
    state = read(({"game": "evenglow", "players": [{"name": "Ada", "gardens": {}}]}, layout))
    with pytest.raises(StateError, match="up to 60 spaces"):
        advise_undew(state, 0)


@pytest.mark.parametrize("start", range(0, BOARDS, 50))
def test_advice_is_what_brute_force_finds(start: int) -> None:
    useful, harvesting = 0, 0
    for seed in range(start, start + 50):
        board = small_board(seed)
        state, table, rng = read(board), Table(*board), Random(seed)
        pool = [tile["plant"] for garden in table.gardens.values() for tile in garden.values()]
        pair, other = (rng.choices([*PLANTS, *pool], k=2) for _ in range(2))
        advice = advise_placement(state, 0, (Plant(pair[0]), Plant(pair[1])), SHOWN)
        check(advice, table, best_by_move(table, placements(table, (pair[0], pair[1]))))
        undew = advise_undew(state, 0, SHOWN)
        check(undew, table, best_by_move(table, swaps(table)))
        transmutation = advise_transmutation(state, 0, most=SHOWN)
        check(transmutation, table, best_by_move(table, replacements(table)))
        chaos = advise_chaos(state, 0, (Plant(pair[0]), Plant(pair[1])), (Plant(other[0]), Plant(other[1])), SHOWN)
        mixed = {(mine, theirs) for mine in pair for theirs in other}
        every = {
            (mix, key): total for mix in mixed for key, total in best_by_move(table, placements(table, mix)).items()
        }
        check(chaos, table, every)
        found = [s for advice in (advice, undew, transmutation, chaos) for s in advice.suggestions]
        useful += any(s.gain > 0 for s in found)
        harvesting += any(line.id == "potions" for s in found for line in s.lines)
    assert useful > 40
    assert harvesting > 5
