"""Set-up and components, counted against the rulebooks' component lists."""

from itertools import product

import pytest

from assistant.evenglow.plants import HARVEST_TOKENS, PLANTS, POTION_CARDS_OF_A_KIND, POTIONS, TILES_OF_A_KIND
from assistant.evenglow.setup import SEED_SPACE, SOLO_EMPTY_SPACES, deck_size
from assistant.evergreen.pieces import PIECES, Expansion, Piece
from assistant.evergreen.planet import Sun
from assistant.evergreen.setup import (
    CARDS_OF_A_POWER,
    CORE_POWERS,
    FERTILITY_ICONS_AT_START,
    ROUNDS_IN_SEASON,
    STARTING_POINTS,
    Power,
    powers_in_play,
    set_up_modules,
    sun_side,
)
from assistant.layout import find_layout


def test_evenglow_components() -> None:
    """264 Plant tiles (44 of each), 30 Potion cards (10 of each), 24 Harvest tokens."""
    assert len(PLANTS) * TILES_OF_A_KIND == 264
    assert len(POTIONS) * POTION_CARDS_OF_A_KIND == 30
    assert HARVEST_TOKENS == 24
    assert sorted(facts.points for facts in POTIONS.values()) == [3, 4, 5]
    assert {plant: facts.potion for plant, facts in PLANTS.items() if facts.potion} == {
        facts.plant: potion for potion, facts in POTIONS.items()
    }


@pytest.mark.parametrize(("players", "cards"), [(1, 18), (2, 20), (3, 21), (4, 20)])
def test_evenglow_setup_plant_cards_by_players(players: int, cards: int) -> None:
    assert deck_size(players) == cards


@pytest.mark.parametrize("players", [0, 5, -1])
def test_evenglow_setup_has_1_to_4_players(players: int) -> None:
    with pytest.raises(ValueError, match="1 to 4"):
        deck_size(players)


def test_evenglow_solo_leaves_six_spaces_empty() -> None:
    spaces = find_layout("evenglow-5x5").areas["sunlight"].cells
    assert len(spaces) - 1 - deck_size(1) == SOLO_EMPTY_SPACES == 6
    assert SEED_SPACE in spaces


@pytest.mark.parametrize(
    ("module", "counts"),
    [
        (None, {"sprout": 45, "small-tree": 54, "big-tree": 61, "bush": 20, "lake": 20}),
        ("pines", {"small-pine": 15, "big-pine": 23}),
        ("cacti", {"cactus": 34}),
        ("giant-trees", {"giant-tree": 16}),
        ("mushrooms", {"single-mushroom": 19, "double-mushroom": 23}),
    ],
)
def test_evergreen_components(module: str | None, counts: dict[str, int]) -> None:
    assert {piece.value: facts.count for piece, facts in PIECES.items() if facts.module == module} == counts


def test_evergreen_height_summary() -> None:
    """The summaries on the sheets of both expansions; a shadow is as long as its piece is tall."""
    by_height: dict[int, set[str]] = {}
    for piece, facts in PIECES.items():
        by_height.setdefault(facts.height, set()).add(piece.value)
        assert facts.shadow == facts.height
    assert by_height == {
        0: {"sprout", "lake", "bush", "cactus", "single-mushroom", "double-mushroom"},
        1: {"small-tree", "small-pine"},
        2: {"big-tree", "big-pine"},
        3: {"giant-tree"},
    }
    assert set(PIECES) == set(Piece)


def test_evergreen_rounds_and_starting_points() -> None:
    assert ROUNDS_IN_SEASON == (5, 4, 3, 2)
    assert sum(ROUNDS_IN_SEASON) == 14
    assert STARTING_POINTS == (0, 1, 2, 3)
    assert FERTILITY_ICONS_AT_START == 5


@pytest.mark.parametrize("first", list(Sun))
def test_evergreen_the_sun_moves_a_quarter_turn_clockwise_each_season(first: Sun) -> None:
    clockwise = [Sun.TOP, Sun.RIGHT, Sun.BOTTOM, Sun.LEFT] * 2
    start = clockwise.index(first)
    assert [sun_side(season, first) for season in (1, 2, 3, 4)] == clockwise[start : start + 4]
    with pytest.raises(ValueError, match="1 to 4"):
        sun_side(5, first)


def test_evergreen_six_powers_are_always_in_play() -> None:
    for count in range(5):
        modules = list(Expansion)[:count]
        for powers in product(CORE_POWERS, repeat=count):
            if len(set(powers)) < count:
                continue
            replaced = dict(zip(modules, powers, strict=True))
            in_play = powers_in_play(replaced)
            assert len(set(in_play)) == 6
            assert not set(in_play) & set(powers)
            for step in set_up_modules(replaced):
                assert (step.cards_out, step.cards_in) == (7, 7)
                assert step.power in in_play
                assert step.replaces == replaced[step.expansion]
    assert len(CORE_POWERS) * CARDS_OF_A_POWER == 42


def test_evergreen_a_power_is_replaced_once_and_only_by_a_module() -> None:
    with pytest.raises(ValueError, match="of its own"):
        set_up_modules({Expansion.PINES: Power.BUD, Expansion.CACTI: Power.BUD})
    with pytest.raises(ValueError, match="core game"):
        set_up_modules({Expansion.PINES: Power.PLANT_CACTUS})
