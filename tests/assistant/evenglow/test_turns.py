"""The turn tracker of Evenglow. ("On Your Turn", "Using Potions", "Game End")"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import StateError
from assistant.evenglow.plants import Potion
from assistant.evenglow.setup import set_up_steps
from assistant.evenglow.state import Variant
from assistant.evenglow.turns import (
    Phase,
    Tracker,
    begin,
    current_turn,
    note_potion,
    parse_tracker,
    pass_draft_board,
    tick,
)
from assistant.strict_json import Node, parse_json

THREE = ("ada", "bo", "cy")


def test_the_draft_board_goes_round_clockwise_from_the_first_player() -> None:
    tracker = begin(Tracker(), "bo")
    seen = []
    for _ in range(5):
        seen.append(current_turn(tracker, THREE).active)
        tracker = pass_draft_board(tracker, THREE)
    assert seen == ["bo", "cy", "ada", "bo", "cy"]


@pytest.mark.parametrize(("players", "cards"), [(1, 18), (2, 20), (3, 21), (4, 20)])
def test_the_game_ends_when_the_last_card_is_played(players: int, cards: int) -> None:
    keys = [f"p{seat}" for seat in range(players)]
    tracker = begin(Tracker(), "p0")
    left = []
    while tracker.phase is Phase.PLAY:
        turn = current_turn(tracker, keys)
        assert turn.active is not None
        assert turn.cards_in_hands == min(players, turn.cards_left)
        left.append(turn.cards_left)
        tracker = pass_draft_board(tracker, keys)
    assert left == list(range(cards, 0, -1))
    end = current_turn(tracker, keys)
    assert (end.active, end.cards_left, end.number) == (None, 0, cards)
    with pytest.raises(StateError, match="during the game"):
        pass_draft_board(tracker, keys)


def test_a_pile_that_runs_out_ends_the_game_with_the_current_turn() -> None:
    tracker = begin(Tracker(), "ada")
    assert pass_draft_board(tracker, THREE, is_a_pile_out=True).phase is Phase.OVER


def test_each_player_uses_one_potion_a_turn() -> None:
    tracker = note_potion(begin(Tracker(), "ada"), "bo", Potion.CHAOS)
    tracker = note_potion(tracker, "ada", Potion.UNDEW)
    with pytest.raises(StateError, match="Only one potion a turn") as refused:
        note_potion(tracker, "bo", Potion.UNDEW)
    assert refused.value.code == "potion-used-this-turn"
    assert note_potion(pass_draft_board(tracker, THREE), "bo", Potion.UNDEW).used == {"bo": Potion.UNDEW}


def test_steps_ticked_off_stand_in_the_order_of_the_guide() -> None:
    steps = [step.id for step in set_up_steps(2)]
    tracker = tick(tick(Tracker(), "seed", done=True, steps=steps), "deck", done=True, steps=steps)
    assert tracker.done == ("deck", "seed")
    assert tick(tracker, "deck", done=False, steps=steps).done == ("seed",)


def test_a_player_who_left_does_not_stop_the_tracker() -> None:
    assert current_turn(begin(Tracker(), "gone"), ("ada", "bo")).active == "ada"


@given(st.lists(st.sampled_from(["pass", "potion", "tick"]), max_size=30), st.sampled_from([1, 2, 3, 4]))
def test_a_tracker_is_kept_to_the_byte(moves: list[str], players: int) -> None:
    keys = [f"p{seat}" for seat in range(players)]
    steps = [step.id for step in set_up_steps(players, Variant.SOLO if players == 1 else Variant.STANDARD)]
    tracker, history = begin(Tracker(), keys[-1]), []
    for number, move in enumerate(moves):
        history.append((tracker, json.dumps(tracker.to_json())))
        try:
            if move == "pass":
                tracker = pass_draft_board(tracker, keys)
            elif move == "potion":
                tracker = note_potion(tracker, keys[number % players], Potion.UNDEW)
            else:
                tracker = tick(tracker, steps[number % len(steps)], done=number % 3 > 0, steps=steps)
        except StateError:
            pass
        text = json.dumps(tracker.to_json())
        assert parse_tracker(parse_json(text)) == tracker
        assert json.dumps(parse_tracker(parse_json(text)).to_json()) == text
    for earlier, text in history:
        assert json.dumps(earlier.to_json()) == text, "no step changes an earlier tracker"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "version"),
        ({"turn": 0}, "turn"),
        ({"phase": "playing"}, "play"),
        ({"used": {"ada": "undoo"}}, "undew"),
        ({"trun": 3}, "turn"),
    ],
)
def test_a_tracker_that_is_wrong_is_refused_with_its_place(change: dict[str, object], words: str) -> None:
    with pytest.raises(StateError, match=words):
        parse_tracker(Node(Tracker().to_json() | change))


def test_no_tracker_yet_is_a_game_not_set_up() -> None:
    assert parse_tracker(Node({})) == Tracker()
