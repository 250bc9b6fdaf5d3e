"""The guided end of a season: the same as the score sheet, step by step, and correctable. (core game; modules)"""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from assistant.errors import StateError
from assistant.evergreen.guided import (
    CORRECTS,
    GuidedEnd,
    StepId,
    corrected,
    corrections_to_json,
    guide_end_of_season,
    parse_corrections,
)
from assistant.evergreen.pieces import PIECES, Piece
from assistant.evergreen.season import NO_CORRECTIONS, Corrections
from assistant.evergreen.state import State, parse_state
from assistant.layout import Layout, find_layout, parse_layout
from assistant.scoring import score_document
from assistant.strict_json import Node
from tests.boards import evergreen, points
from tests.strategies import Board, build_evergreen

Document = dict[str, Any]

PLANETS = 1000


def read(board: Board) -> tuple[State, Layout]:
    document, layout_document = board
    layout = find_layout(document["layout"]) if layout_document is None else parse_layout(Node(layout_document))
    return parse_state(Node(document), layout), layout


def followed(guided: GuidedEnd, before: dict[str, str]) -> tuple[int, int, dict[str, str]]:
    """Light, forest and planet of somebody who does with the hands what each step says, and nothing else."""
    planet = dict(before)
    light = forest = 0
    for step in guided.steps:
        assert {space: piece.value for space, piece in step.pieces.items()} == planet, step.id
        if step.id is StepId.PINES:
            planet |= dict.fromkeys(step.spaces, "big-pine")
        elif step.id is StepId.CACTI:
            planet = {space: piece for space, piece in planet.items() if space not in step.spaces}
        elif step.id is StepId.LIGHT:
            facts = {space: PIECES[Piece(piece)] for space, piece in planet.items()}
            light = sum(f.dark if space in step.spaces else f.light for space, f in facts.items())
            assert step.line is not None
            assert step.line.points == light
        elif step.id is StepId.MUSHROOMS:
            planet |= dict.fromkeys(step.spaces, "double-mushroom")
        elif step.id is StepId.FOREST:
            forest = len(step.spaces)
    return light, forest, planet


@pytest.mark.parametrize("start", range(0, PLANETS, 500))
def test_the_guided_list_comes_to_what_the_score_sheet_says(start: int) -> None:
    planets = 0
    seed = start * 10
    while planets < PLANETS / 2:
        seed += 1
        board = build_evergreen(Random(seed))
        if not board[0].get("expansions"):
            continue
        state, layout = read(board)
        sheet: Any = score_document(board[0], layout)
        for player, column in zip(state.players, sheet["players"], strict=True):
            guided = guide_end_of_season(state, player, NO_CORRECTIONS)
            before = {space: piece.value for space, piece in player.planet.pieces.items()}
            lines = {line["id"]: line["points"] for line in column["lines"]}
            light, forest = lines[f"season-{state.season}-light"], lines[f"season-{state.season}-forest"]
            assert followed(guided, before) == (light, forest, column["after"])
            assert (guided.light, guided.forest) == (light, forest)
            if state.season == 4:
                (fertility,) = [step.line for step in guided.steps if step.id is StepId.FERTILITY]
                assert fertility is not None
                assert fertility.points == lines["fertility"]
            order = [step.id for step in guided.steps]
            assert order == sorted(order, key=list(StepId).index)
            assert not guided.is_corrected
            planets += 1


ROW = "BT SP CA -- SM BU"


def guide(corrections: Corrections = NO_CORRECTIONS, season: int = 1) -> GuidedEnd:
    document, layout = evergreen(ROW, sun="left", season=season)
    state = parse_state(Node(document), layout)
    return guide_end_of_season(state, state.players[0], corrections)


def step(guided: GuidedEnd, which: StepId) -> Any:
    return next(entry for entry in guided.steps if entry.id is which)


def test_each_step_names_who_is_in_whose_shadow() -> None:
    guided = guide()
    assert step(guided, StepId.PINES).casters == {"b1": ("a1",)}
    assert step(guided, StepId.CACTI).casters == {"c1": ("b1", "a1")}
    assert step(guided, StepId.CACTI).choices == ("c1",)
    assert "top" in step(guided, StepId.SUN).step.words


def test_a_correction_of_a_step_carries_on_to_those_after_it() -> None:
    guided = guide(corrected(NO_CORRECTIONS, StepId.PINES, []))
    assert step(guided, StepId.PINES).is_corrected
    assert step(guided, StepId.PINES).spaces == ()
    assert guided.end.after.pieces["b1"] is Piece.SMALL_PINE
    assert step(guided, StepId.CACTI).spaces == ("c1",), "the Big Tree still darkens it"
    kept = guide(Corrections(grown=frozenset(), died=frozenset()))
    assert kept.end.after.pieces["c1"] is Piece.CACTUS
    assert kept.forest == guided.forest + 1


def test_light_and_forest_can_be_corrected_by_hand() -> None:
    plain = guide()
    assert plain.light == 2, "the Big Tree; the pine is dark, the mushroom lit"
    dark_mushroom = guide(corrected(NO_CORRECTIONS, StepId.LIGHT, ["b1", "e1"]))
    assert dark_mushroom.light == 4
    assert dark_mushroom.end.after.pieces["e1"] is Piece.DOUBLE_MUSHROOM
    assert guide(corrected(NO_CORRECTIONS, StepId.FOREST, ["a1", "b1", "f1"])).forest == 3


def test_a_new_correction_drops_those_of_later_steps() -> None:
    chosen = corrected(corrected(NO_CORRECTIONS, StepId.FOREST, ["a1"]), StepId.CACTI, [])
    assert chosen == Corrections(died=frozenset())
    assert corrected(chosen, StepId.CACTI, None) == NO_CORRECTIONS
    with pytest.raises(StateError, match="only sums up"):
        corrected(chosen, StepId.SUN, [])


def test_a_correction_outlives_a_change_of_the_planet() -> None:
    guided = guide(Corrections(grown=frozenset({"a1", "d1"})))
    assert step(guided, StepId.PINES).spaces == (), "no small pine stands there"


def test_corrections_are_kept_as_a_document() -> None:
    area = evergreen(ROW)[1].areas["planet"]
    chosen = Corrections(grown=frozenset({"b1"}), forest=frozenset())
    document = corrections_to_json(chosen)
    assert document == {"grown": ["b1"], "forest": []}
    assert parse_corrections(Node(document), area) == chosen
    with pytest.raises(StateError, match="unknown space"):
        parse_corrections(Node({"grown": ["z9"]}), area)
    with pytest.raises(StateError, match="did you mean"):
        parse_corrections(Node({"grow": []}), area)


def test_corrections_have_no_say_where_nobody_made_any() -> None:
    assert set(CORRECTS.values()) == set(corrections_to_json(Corrections(*[frozenset()] * 5)))


def test_the_last_season_scores_fertility_and_moves_no_sun() -> None:
    document, layout = evergreen(ROW, season=4, fertility={"snow": [{"icons": 3}]})
    state = parse_state(Node(document), layout)
    guided = guide_end_of_season(state, state.players[0], NO_CORRECTIONS)
    assert [entry.id for entry in guided.steps][-2:] == [StepId.FERTILITY, StepId.BOOK]
    assert guided.next_sun is None
    sheet: Any = score_document(deepcopy(document), layout)
    assert step(guided, StepId.FERTILITY).line.points == points(sheet)["fertility"] == 6
