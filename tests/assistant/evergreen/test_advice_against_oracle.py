"""Advice on Evergreen against brute force with the slow scorer, on small random planets."""

from random import Random
from typing import Any

import pytest

from assistant.errors import StateError
from assistant.evergreen.advice import Horizon, advise
from assistant.evergreen.moves import NEEDS_CARD_BIOME, Action, moves_of
from assistant.evergreen.pieces import Piece
from assistant.evergreen.planet import Planet
from assistant.evergreen.setup import Power
from assistant.evergreen.state import parse_state
from assistant.layout import Biome, parse_layout
from assistant.strict_json import Node
from tests.oracle import evergreen_moves
from tests.strategies import BIOMES, CORE_PIECES, MODULES, SUNS, odd_planet_layout

Document = dict[str, Any]

BOARDS = 200
MOST_SPACES = 12
SHOWN = 6
ASKED = [
    *Action,
    Power.PLANT_SPROUT,
    Power.PLANT_BUSH,
    Power.PLACE_LAKE,
    Power.SMALL_PINE_GROWTH,
    Power.PLANT_CACTUS,
    Power.SUPER_GROWTH,
    Power.PLANT_MUSHROOM,
]


def small_planet(seed: int) -> tuple[Document, Document]:
    """A state with one planet of few spaces and biomes, rich in sprouts and trees, and its layout."""
    rng = Random(seed)
    while len((layout := odd_planet_layout(rng))["areas"]["planet"]["spaces"]) not in range(3, MOST_SPACES + 1):
        pass
    spaces = layout["areas"]["planet"]["spaces"]
    biomes = rng.sample(BIOMES, 2)
    for place in spaces.values():
        place["biome"] = rng.choice(biomes)
    pieces = [*CORE_PIECES, "sprout", "small-tree", *(piece for module in MODULES.values() for piece in module)]
    state: Document = {
        "game": "evergreen",
        "layout": layout["id"],
        "expansions": list(MODULES),
        "sun": rng.choice(SUNS),
        "season": rng.choice((1, 2, 3, 4)),
        "fertility": {biome: [{"icons": rng.randint(0, 3)}, {"negative": rng.randint(0, 4)}] for biome in biomes},
        "players": [
            {
                "name": "Ada",
                "planet": {s: rng.choice(pieces) for s in rng.sample(list(spaces), rng.randint(1, len(spaces)))},
            }
        ],
    }
    return state, layout


@pytest.mark.parametrize("start", range(0, BOARDS, 100))
def test_advice_is_what_brute_force_finds(start: int) -> None:
    compared = 0
    for seed in range(start, start + 100):
        document, layout = small_planet(seed)
        state = parse_state(Node(document), parse_layout(Node(layout)))
        planet = document["players"][0]["planet"]
        rng = Random(seed)
        horizon = rng.choice(list(Horizon))
        whole_game = horizon is Horizon.GAME
        now = evergreen_moves.points(planet, document, layout, whole_game=whole_game)
        for what in rng.sample(ASKED, 4):
            needs_biome = what is Action.CARD or what in NEEDS_CARD_BIOME
            biome = rng.choice([p["biome"] for p in layout["areas"]["planet"]["spaces"].values()])
            advice = advise(state, 0, what, Biome(biome) if needs_biome else None, horizon, SHOWN)
            found = list(evergreen_moves.moves(planet, layout, what.value, biome if needs_biome else None))
            gains = [evergreen_moves.points(after, document, layout, whole_game=whole_game) - now for after in found]
            assert advice.considered == len(found)
            assert [s.gain for s in advice.suggestions] == sorted(gains, reverse=True)[:SHOWN], what
            for suggestion in advice.suggestions:
                after = planet | {change["space"]: change["piece"] for change in suggestion.changes}
                points = evergreen_moves.points(after, document, layout, whole_game=whole_game)
                assert points - now == suggestion.gain
                other = evergreen_moves.points(planet, document, layout, whole_game=not whole_game)
                points = evergreen_moves.points(after, document, layout, whole_game=not whole_game)
                assert suggestion.also[0][1] == points - other
                assert sum(line.points for line in suggestion.lines) == suggestion.gain
                compared += suggestion.gain > 0
    assert compared > 100


def test_a_power_bound_to_the_card_asks_for_its_biome() -> None:
    document, layout = small_planet(1)
    state = parse_state(Node(document), parse_layout(Node(layout)))
    with pytest.raises(ValueError, match="needs the biome"):
        list(moves_of(state.players[0].planet, Power.PLANT_CACTUS))


def test_no_advice_on_a_planet_too_large_to_try_every_move() -> None:
    spaces = {f"s{x}": {"x": x, "y": 0, "biome": "snow"} for x in range(61)}
    areas = {"planet": {"spaces": spaces}}
    layout = parse_layout(Node({"id": "long", "game": "evergreen", "grid": "square", "areas": areas}))
    document = {"game": "evergreen", "sun": "top", "season": 1, "players": [{"name": "Ada", "planet": {}}]}
    with pytest.raises(StateError, match="up to 60 spaces"):
        advise(parse_state(Node(document), layout), 0, Action.SPROUT)


def test_buds_change_no_planet() -> None:
    document, layout = small_planet(1)
    advice = advise(parse_state(Node(document), parse_layout(Node(layout))), 0, Power.BUD)
    assert (advice.suggestions, advice.considered) == ((), 0)


def test_super_growth_happens_in_the_biome_of_the_card_only() -> None:
    """Giant Trees, "Power Activation": the growth as well as the Giant Tree, not the Giant Tree alone."""
    spaces = {
        "a": {"x": 0, "y": 0, "biome": "snow"},
        "b": {"x": 1, "y": 0, "biome": "snow"},
        "c": {"x": 2, "y": 0, "biome": "rock"},
        "d": {"x": 3, "y": 0, "biome": "rock"},
    }
    areas = {"planet": {"spaces": spaces}}
    layout = parse_layout(Node({"id": "two", "game": "evergreen", "grid": "square", "areas": areas}))
    planet = Planet(layout.areas["planet"], dict.fromkeys("ac", Piece.SPROUT) | dict.fromkeys("bd", Piece.BIG_TREE))
    moves = [dict(move.changes) for move in moves_of(planet, Power.SUPER_GROWTH, Biome.SNOW)]
    assert moves == [{"a": Piece.SMALL_TREE}, {"b": Piece.GIANT_TREE}]
