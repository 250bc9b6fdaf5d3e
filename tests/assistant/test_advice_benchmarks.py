"""How long advice takes, in processor time. Run by `make benchmark`, reported with moves per second, never asserted."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from assistant.advice import Advice
from assistant.evenglow.garden import Garden, Tile
from assistant.evenglow.placement import advise_placement
from assistant.evenglow.plants import PLANTS, STEMMED, Plant, Potion, turned
from assistant.evenglow.potion_uses import advise_transmutation, advise_undew
from assistant.evenglow.state import Cards, Player, State, Variant
from assistant.evergreen import advice, moves, pieces, planet
from assistant.evergreen import state as evergreen_state
from assistant.evergreen.fertility import CardKind, FertilityCard
from assistant.evergreen.setup import Power
from assistant.layout import Biome, find_layout

pytestmark = pytest.mark.benchmark(timer=time.process_time)

KINDS = {"all plants": tuple(Plant), "vines and leaves only": STEMMED}


def gardens(tiles: int, plants: tuple[Plant, ...] = tuple(Plant)) -> State:
    """One player with so many random tiles in each garden of the shipped layout."""
    rng = Random(20)
    layout = find_layout("evenglow-5x5")
    spaces = rng.sample(list(layout.areas["sunlight"].cells), tiles)
    stems = {plant: frozenset(PLANTS[plant].stems) for plant in STEMMED}

    def tile() -> Tile:
        plant = rng.choice(plants)
        return Tile(plant, turned(PLANTS[plant].stems, rng.randrange(6)))

    boards = {name: Garden(area, {space: tile() for space in spaces}) for name, area in layout.areas.items()}
    player = Player("Ada", boards, (), {potion: Cards(1) for potion in Potion})
    return State(Variant.STANDARD, layout, stems, (player,))


def report(benchmark: Any, ask: Callable[[], list[Advice]]) -> None:
    answers = benchmark(ask)
    considered = sum(answer.considered for answer in answers)
    benchmark.extra_info["moves"] = considered
    if benchmark.stats is not None:
        benchmark.extra_info["moves_per_second"] = round(considered / benchmark.stats.stats.median)
    assert considered > 0


@pytest.mark.parametrize("kinds", KINDS)
def test_every_use_of_the_potions_on_a_full_garden(benchmark: Any, kinds: str) -> None:
    state = gardens(25, KINDS[kinds])
    report(benchmark, lambda: [advise_undew(state, 0), advise_transmutation(state, 0)])


def test_a_placement_search(benchmark: Any) -> None:
    state = gardens(8)
    report(benchmark, lambda: [advise_placement(state, 0, (Plant.VINE, Plant.LEAVES))])


def test_a_placement_search_on_empty_gardens(benchmark: Any) -> None:
    state = gardens(0)
    report(benchmark, lambda: [advise_placement(state, 0, (Plant.VINE, Plant.LEAVES))])


@pytest.mark.parametrize("what", [moves.Action.CARD, moves.Action.SPROUT, Power.PLACE_LAKE])
def test_advice_on_a_planet_over_all_suns(benchmark: Any, what: moves.Action | Power) -> None:
    rng = Random(20)
    layout = find_layout("evergreen-42")
    area = layout.areas["planet"]
    kinds = [*pieces.Piece, *[pieces.Piece.SPROUT, pieces.Piece.SMALL_TREE] * 4]
    standing = {space: rng.choice(kinds) for space in rng.sample(list(area.cells), 25)}
    player = evergreen_state.Player("Ada", planet.Planet(area, standing), {}, 0, 0, ())
    zone = dict.fromkeys(Biome, (FertilityCard(CardKind.ICONS, 2),))
    modules = frozenset(pieces.Expansion)
    state = evergreen_state.State(layout, modules, planet.Sun.TOP, 1, zone, (player,))
    report(benchmark, lambda: [advice.advise(state, 0, what, Biome.SNOW, advice.Horizon.GAME)])
