"""Layouts: what follows from the coordinates, and what a layout file may not say."""

import json
from copy import deepcopy
from math import dist
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given

from assistant.errors import LayoutError
from assistant.layout import Biome, Grid, Layout, find_layout, load_layout, parse_layout, shipped_layouts
from assistant.strict_json import Node
from tests.strategies import SEEDS, odd_garden_layout, odd_planet_layout

Document = dict[str, Any]


def parsed(document: Document) -> Layout:
    return parse_layout(Node(document))


def tiny(**changes: Any) -> Document:
    """A planet of two spaces, with some of its fields changed."""
    spaces = {"a1": {"x": 0, "y": 0, "biome": "snow"}, "b1": {"x": 1, "y": 0, "biome": "rock"}}
    document = {"id": "tiny", "game": "evergreen", "grid": "square", "areas": {"planet": {"spaces": spaces}}}
    return document | changes


def test_a_garden_has_25_spaces_in_rows_of_five() -> None:
    layout = find_layout("evenglow-5x5")
    assert list(layout.areas) == ["sunlight", "moonlight"]
    for garden in layout.areas.values():
        assert list(garden.cells) == [str(number) for number in range(1, 26)]
        assert {"7", "8", "9", "12", "13", "14", "17", "18", "19"} == set(garden.cells) - garden.perimeter
        assert set(garden.neighbours["13"]) == {"7", "8", "12", "14", "17", "18"}
        assert garden.across["13"] == ("8", "14", "18", "17", "12", "7")
        assert garden.across["1"] == (None, "2", "6", None, None, None)
        assert garden.ravines == frozenset()


def test_a_planet_has_42_spaces_seven_of_each_biome_and_ravines() -> None:
    planet = find_layout("evergreen-42").areas["planet"]
    counts = {biome: list(planet.biomes.values()).count(biome) for biome in Biome}
    assert counts == dict.fromkeys(Biome, 7)
    assert dict(planet.ravine_names) == {"c2": (2, 1), "e4": (4, 3), "b6": (1, 5)}
    assert planet.neighbours["b1"] == ("c1", "b2")


def test_shipped_layouts_are_stand_ins_until_somebody_compares_them() -> None:
    assert set(shipped_layouts()) == {"evenglow-5x5", "evergreen-42"}
    assert not any(layout.verified for layout in shipped_layouts().values())


def test_shipped_layouts_are_those_of_the_contract(shared: Path) -> None:
    for layout in shipped_layouts().values():
        assert layout.to_json() == json.loads((shared / "layouts" / f"{layout.id}.json").read_text(encoding="utf-8"))


@given(SEEDS)
def test_neighbours_are_the_spaces_one_pitch_away(seed: int) -> None:
    rng = Random(seed)
    for layout in (parsed(odd_garden_layout(rng)), parsed(odd_planet_layout(rng))):
        for area in layout.areas.values():
            for space, here in area.centres.items():
                near = {other for other, there in area.centres.items() if 0.5 < dist(here, there) < 1.1}
                assert set(area.neighbours[space]) == near
                assert (space in area.perimeter) == (len(near) < layout.grid.edges)


@given(SEEDS)
def test_a_layout_written_and_read_again_is_the_same(seed: int) -> None:
    rng = Random(seed)
    for document in (odd_garden_layout(rng), odd_planet_layout(rng)):
        layout = parsed(document)
        assert layout.to_json() == document
        assert parsed(json.loads(json.dumps(layout.to_json()))) == layout


def test_a_custom_game_has_areas_of_any_name_on_either_grid() -> None:
    layout = parsed(tiny(game="custom", areas={"kingdom": {"spaces": {"here": {"x": 0, "y": 0}}}}))
    assert list(layout.areas) == ["kingdom"]
    assert layout.grid is Grid.SQUARE


def changed(path: list[str | int], value: object) -> Document:
    document = deepcopy(tiny())
    at: Any = document
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return document


SPACES: list[str | int] = ["areas", "planet", "spaces"]


@pytest.mark.parametrize(
    ("document", "code", "named"),
    [
        (tiny(gird="square"), "unknown-key", 'did you mean "grid"'),
        (tiny(game="evergren"), "unknown-game", 'did you mean "evergreen"'),
        (tiny(grid="hex"), "wrong-grid", "is not hex"),
        (tiny(grid="triangle"), "unknown-grid", "triangle"),
        (tiny(areas={}), "missing-area", "planet"),
        (tiny(areas={"planets": {"spaces": {}}}), "unknown-area", 'did you mean "planet"'),
        (tiny(id=""), "empty-text", "id"),
        (tiny(verified="yes"), "wrong-type", "expected true or false"),
        (changed(SPACES, {}), "no-spaces", "planet"),
        (changed([*SPACES, "b1", "x"], 0), "same-cell", "space a1"),
        (changed([*SPACES, "b1", "x"], 1.5), "wrong-type", "b1.x"),
        (changed([*SPACES, "b1", "x"], 10**9), "out-of-range", "b1.x"),
        (changed([*SPACES, "b1", "biome"], "snwo"), "unknown-biome", 'did you mean "snow"'),
        (changed([*SPACES, "b1"], {"x": 1, "y": 0}), "missing-key", "biome"),
        (changed([*SPACES, "b1"], {"q": 1, "r": 0, "biome": "snow"}), "unknown-key", '"q"'),
        (changed([*SPACES, "a\nb"], {"x": 5, "y": 5, "biome": "snow"}), "bad-name", "one line"),
        (changed([*SPACES, " "], {"x": 5, "y": 5, "biome": "snow"}), "bad-name", "1 to 20"),
        (tiny(game="custom", areas={"": {"spaces": {"here": {"x": 0, "y": 0}}}}), "bad-name", "an area's name"),
        (changed([*SPACES, "x" * 21], {"x": 5, "y": 5, "biome": "snow"}), "bad-name", "20 characters"),
        (
            changed(SPACES, {str(n): {"x": n % 50, "y": n // 50, "biome": "snow"} for n in range(1001)}),
            "too-many-spaces",
            "1001",
        ),
    ],
)
def test_a_wrong_layout_is_refused_and_what_is_wrong_named(document: Document, code: str, named: str) -> None:
    with pytest.raises(LayoutError) as caught:
        parsed(document)
    assert caught.value.code == code
    assert named in caught.value.message
    assert "\n" not in caught.value.message


def test_a_layout_of_as_many_spaces_as_are_allowed() -> None:
    spaces = {str(n): {"x": n % 50, "y": n // 50, "biome": "snow"} for n in range(1000)}
    assert len(parsed(changed(SPACES, spaces)).areas["planet"].cells) == 1000


def test_gardens_must_have_the_same_spaces() -> None:
    document = odd_garden_layout(Random(1))
    spaces = document["areas"]["moonlight"]["spaces"]
    spaces["only here"] = spaces.pop(next(iter(spaces)))
    with pytest.raises(LayoutError) as caught:
        parsed(document)
    assert caught.value.code == "not-mirrored"


def test_an_unknown_layout_is_named_with_the_nearest() -> None:
    with pytest.raises(LayoutError) as caught:
        find_layout("evenglow-5x6")
    assert caught.value.code == "unknown-layout"
    assert 'did you mean "evenglow-5x5"' in caught.value.message


def test_a_layout_file_that_is_wrong_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(LayoutError) as caught:
        load_layout(path)
    assert caught.value.message.startswith("layout mine.json: ")
