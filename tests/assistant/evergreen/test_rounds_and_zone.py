"""Set-up, rounds, seasons booked, and the Fertility Zone of Evergreen. (core game; both expansion rulebooks)"""

import json
from typing import Any

import pytest

from assistant.errors import StateError
from assistant.evergreen.guided import StepId, corrected
from assistant.evergreen.pieces import Expansion
from assistant.evergreen.rounds import (
    Phase,
    Tracker,
    begin,
    book_season,
    check_step,
    choose_powers,
    default_powers,
    end_round,
    guides,
    parse_tracker,
    reveal,
    rounds_left,
    tick,
    with_corrections,
)
from assistant.evergreen.season import NO_CORRECTIONS
from assistant.evergreen.setup import Power
from assistant.evergreen.setup_guide import set_up_steps
from assistant.evergreen.state import parse_state
from assistant.evergreen.zone import biome_values, lay_card, opening_zone, parse_revealed
from assistant.layout import Biome, find_layout
from assistant.scoring import score_document
from assistant.strict_json import Node, parse_json
from tests.boards import evergreen

AREA = find_layout("evergreen-42").areas["planet"]


def revealed(biome: str, card: dict[str, Any] | None) -> Any:
    return parse_revealed(Node({"biome": biome, "card": card}))


def test_each_module_takes_seven_cards_out_and_puts_seven_in() -> None:
    replaced = {Expansion.PINES: Power.BUD, Expansion.MUSHROOMS: Power.PLACE_LAKE}
    words = {step.id: step.words for step in set_up_steps(3, replaced)}
    assert words["module-pines"].startswith("Small Pine Growth replaces Bud: put the 7 Biome cards with Bud back")
    assert "add the 7 with Plant Mushroom" in words["module-mushrooms"]
    assert "42 Biome cards" in words["deck"]
    assert "0, 1 and 2 points" in words["start-points"]


def test_the_zone_step_tells_of_the_icons_that_the_modules_bring() -> None:
    def zone(*modules: Expansion) -> str:
        return next(step.words for step in set_up_steps(2, default_powers(modules)) if step.id == "zone")

    assert "Negative" not in zone(Expansion.PINES)
    assert "Negative icons count towards the 5" in zone(Expansion.CACTI)
    assert "Duplicate" in zone(Expansion.GIANT_TREES)


def test_two_modules_cannot_replace_one_power() -> None:
    chosen = default_powers([Expansion.CACTI, Expansion.PINES])
    assert choose_powers(Tracker(), chosen).replaced == chosen
    with pytest.raises(StateError, match="a power of its own"):
        choose_powers(Tracker(), dict.fromkeys(chosen, Power.BUD))


def test_the_zone_opens_with_five_icons_negative_ones_counted() -> None:
    zone = opening_zone([revealed("snow", {"icons": 2}), revealed("rock", {"negative": 2})])
    assert (zone.icons, zone.icons_missing) == (4, 1)
    zone = opening_zone(
        [revealed("snow", {"icons": 2}), revealed("rock", {"negative": 2}), revealed("snow", {"icons": 2})]
    )
    assert (zone.icons, zone.icons_missing) == (6, 0)
    assert zone.to_json() == {"snow": [{"icons": 2}, {"icons": 2}], "rock": [{"negative": 2}]}


def test_duplicates_skulls_and_cards_without_icons_are_shuffled_back() -> None:
    cards = [revealed("snow", {"duplicate": True}), revealed("rock", {"skull": True}), revealed("wheat", None)]
    zone = opening_zone(cards)
    assert (zone.icons, zone.shuffle_back, zone.to_json()) == (0, 3, {})


def test_no_card_is_turned_up_after_the_fifth_icon() -> None:
    zone = opening_zone([revealed("snow", {"icons": 5}), revealed("snow", {"icons": 1})])
    assert zone.to_json() == {"snow": [{"icons": 5}]}


def test_a_skull_turns_down_the_latest_card_of_its_biome() -> None:
    stack = lay_card(lay_card(lay_card([], {"icons": 2}), {"icons": 1}), {"skull": True})
    assert stack == [{"icons": 2}, {"icons": 1, "flipped": True}, {"skull": True}]
    assert lay_card([], {"skull": True}) == [{"skull": True}]
    with pytest.raises(StateError, match="exactly one"):
        lay_card([], {"icons": 1, "skull": True})


def test_the_zone_tells_what_one_more_tree_is_worth() -> None:
    stacks = {"snow": [{"icons": 2}, {"duplicate": True}], "rock": [{"icons": 1}, {"negative": 2}]}
    document, layout = evergreen("BT", season=4, fertility=stacks)
    values = {entry.biome: entry for entry in biome_values(parse_state(Node(document), layout))}
    assert (values[Biome.SNOW].value, values[Biome.SNOW].cards) == (4, (2, 2))
    assert (values[Biome.SNOW].one_more_big_tree, values[Biome.SNOW].one_more_giant_tree) == (4, 8)
    assert values[Biome.ROCK].one_more_big_tree == -1
    before: Any = score_document(document, layout)
    more, layout = evergreen("BT BT", season=4, fertility=stacks)
    after: Any = score_document(more, layout)

    def fertility(sheet: Any) -> int:
        return next(line["points"] for line in sheet["players"][0]["lines"] if line["id"] == "fertility")

    assert fertility(after) - fertility(before) == values[Biome.SNOW].one_more_big_tree


def test_four_seasons_of_five_four_three_and_two_rounds() -> None:
    tracker, played = begin(Tracker()), []
    for season in (1, 2, 3, 4):
        rounds = 0
        while tracker.phase is Phase.PLAY:
            assert rounds_left(tracker, season) == (5, 4, 3, 2)[season - 1] - rounds
            tracker = end_round(tracker, season)
            rounds += 1
        played.append(rounds)
        with pytest.raises(StateError, match="during the game"):
            end_round(tracker, season)
        tracker = begin(tracker)
    assert played == [5, 4, 3, 2]


def at_season_end(season: int = 1) -> Tracker:
    tracker = begin(Tracker())
    while tracker.phase is Phase.PLAY:
        tracker = end_round(tracker, season)
    return tracker


def test_booking_a_season_notes_points_grows_planets_and_moves_the_sun() -> None:
    document, layout = evergreen("BT SP CA -- SM BU", sun="left")
    state = parse_state(Node(document), layout)
    tracker, after = book_season(at_season_end(), document, state, ["ada"])
    sheet: Any = score_document(document, layout)
    assert after["players"][0]["planet"] == sheet["players"][0]["after"]
    lines = {line["id"]: line["points"] for line in sheet["players"][0]["lines"]}
    assert after["players"][0]["seasons"] == [{"light": lines["season-1-light"], "forest": lines["season-1-forest"]}]
    assert (after["sun"], after["season"], tracker.phase, tracker.round) == ("top", 2, Phase.PLAY, 1)
    assert document["season"] == 1
    again: Any = score_document(after, layout)
    assert again["warnings"] == []


def test_booking_follows_the_corrections_of_the_table() -> None:
    document, layout = evergreen("BT SP CA -- SM BU", sun="left")
    state = parse_state(Node(document), layout)
    tracker = with_corrections(at_season_end(), "ada", corrected(NO_CORRECTIONS, StepId.LIGHT, []))
    (guided,) = guides(tracker, state, ["ada"])
    after_tracker, after = book_season(tracker, document, state, ["ada"])
    assert after["players"][0]["seasons"] == [{"light": guided.light, "forest": guided.forest}]
    assert after_tracker.corrections == {}
    assert guided.light == 3, "the Big Tree and the grown pine in the light; cactus died before"


def test_a_season_is_booked_only_after_its_last_round_and_those_before_it() -> None:
    document, layout = evergreen("BT", season=3)
    state = parse_state(Node(document), layout)
    with pytest.raises(StateError, match="after its last round"):
        book_season(begin(Tracker()), document, state, ["ada"])
    document["players"][0]["seasons"] = []
    with pytest.raises(StateError, match="season 1 of Ada"):
        book_season(at_season_end(3), document, parse_state(Node(document), layout), ["ada"])


def test_after_the_fourth_season_the_game_is_over_and_the_planets_stay() -> None:
    document, layout = evergreen("BT SM", season=4)
    state = parse_state(Node(document), layout)
    tracker, after = book_season(at_season_end(4), document, state, ["ada"])
    assert (tracker.phase, after) == (Phase.OVER, document)


def test_a_tracker_is_kept_to_the_byte() -> None:
    tracker = choose_powers(Tracker(), default_powers(Expansion))
    tracker = tick(tracker, "deck", done=True, steps=["planets", "deck"])
    tracker = reveal(reveal(tracker, revealed("snow", {"icons": 2})), revealed("rock", {"duplicate": True}))
    tracker = reveal(reveal(tracker, revealed("snow", None)), revealed("rock", {"negative": 1, "flipped": True}))
    tracker = check_step(check_step(tracker, "ada", "pines", done=True), "ada", "light", done=True)
    tracker = with_corrections(tracker, "ada", corrected(NO_CORRECTIONS, StepId.PINES, ["b3"]))
    text = json.dumps(tracker.to_json())
    assert parse_tracker(parse_json(text), AREA) == tracker
    assert json.dumps(parse_tracker(parse_json(text), AREA).to_json()) == text
    assert check_step(tracker, "ada", "pines", done=False).checked == {"ada": ("light",)}
    assert with_corrections(tracker, "ada", NO_CORRECTIONS).corrections == {}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 0}, "version"),
        ({"round": 6}, "round"),
        ({"replaced": {"palms": "bud"}}, "unknown module"),
        ({"replaced": {"pines": "budd"}}, "did you mean"),
        ({"corrections": {"ada": {"grown": ["a1"]}}}, "unknown space"),
        ({"revealed": [{"biome": "snow"}]}, "card"),
        ({"rond": 1}, "did you mean"),
    ],
)
def test_a_tracker_that_is_wrong_is_refused_with_its_place(change: dict[str, object], words: str) -> None:
    with pytest.raises(StateError, match=words):
        parse_tracker(Node(Tracker().to_json() | change), AREA)
