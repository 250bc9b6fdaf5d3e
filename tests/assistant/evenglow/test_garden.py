"""A garden changed tile by tile, as the search of advice does, against the same garden laid anew."""

from random import Random

from hypothesis import given, settings

from assistant.evenglow.garden import Garden, Tile
from assistant.evenglow.plants import STEMMED, Plant
from assistant.layout import find_layout
from tests.strategies import SEEDS


@settings(max_examples=200)
@given(SEEDS)
def test_a_garden_with_some_tiles_changed_is_the_garden_laid_anew(seed: int) -> None:
    rng = Random(seed)
    area = find_layout("evenglow-5x5").areas["sunlight"]

    def some(share: float) -> dict[str, Tile | None]:
        tiles: dict[str, Tile | None] = {}
        for space in area.cells:
            if rng.random() < share:
                plant = rng.choice(list(Plant))
                stems = rng.sample(range(6), rng.randrange(5)) if plant in STEMMED else ()
                tiles[space] = rng.choice([None, Tile(plant, frozenset(stems)), Tile(plant, frozenset(stems))])
        return tiles

    laid = Garden(area, {space: tile for space, tile in some(0.9).items() if tile is not None})
    changes = list(some(0.3).items())
    rng.shuffle(changes)
    changed = laid.with_tiles(changes)
    expected = {**laid.tiles, **dict(changes)}
    anew = Garden(area, {space: tile for space, tile in expected.items() if tile is not None})
    assert dict(changed.tiles) == dict(anew.tiles)
    for space in anew.tiles:
        assert sorted(changed.joined_neighbours(space)) == sorted(anew.joined_neighbours(space))
    for plant in STEMMED:
        assert set(changed.joined_groups(plant)) == set(anew.joined_groups(plant))
