"""Set-up, plant supply, due harvests, and warnings before a move. ("Setup", "Game End", "Gaining Potions")"""

from typing import Any

import pytest

from assistant.errors import StateError
from assistant.evenglow.due import due_harvests, locked, take_harvests, warn_of, with_tiles
from assistant.evenglow.garden import Tile
from assistant.evenglow.plants import Plant, Potion
from assistant.evenglow.potion_cards import with_harvest, with_potion_used
from assistant.evenglow.setup import set_up_steps
from assistant.evenglow.state import State, Variant, parse_state
from assistant.evenglow.supply import plant_supply, potion_supply
from assistant.layout import find_layout
from assistant.strict_json import Node
from tests.boards import evenglow, parse_garden, score_document

TRIANGLE = """
    LM LM -- -- --
      LM -- -- -- --
    -- -- -- MA MA
      -- -- -- -- --
    -- -- -- -- --
"""


def read(document: dict[str, Any]) -> State:
    return parse_state(Node(document), find_layout("evenglow-5x5"))


@pytest.mark.parametrize(("players", "cards"), [(2, 20), (3, 21), (4, 20)])
def test_the_deck_has_the_cards_of_the_chart(players: int, cards: int) -> None:
    steps = set_up_steps(players)
    (deck,) = [step for step in steps if step.id == "deck"]
    assert f"{cards}" in deck.words
    assert [step.id for step in steps] == ["boards", "tiles", "potions", "deck", "deal", "first", "seed"]
    assert "space 7" in steps[-1].words


def test_solo_and_family_are_set_up_in_their_own_way() -> None:
    solo = {step.id: step.words for step in set_up_steps(1, Variant.SOLO)}
    assert "deck of 18" in solo["deck"]
    assert "the rest (3)" in solo["deck"]
    assert "Solo board" in solo["boards"]
    family = {step.id: step.words for step in set_up_steps(3, Variant.FAMILY)}
    assert "without" in family["potions"]
    with pytest.raises(ValueError, match="solo is not played by 2"):
        set_up_steps(2, Variant.SOLO)


def test_the_supply_is_44_less_the_tiles_on_the_boards() -> None:
    piles = {pile.plant: pile for pile in plant_supply(read(evenglow(TRIANGLE, TRIANGLE)))}
    assert (piles[Plant.LIONS_MANE].left, piles[Plant.LIONS_MANE].on_boards) == (38, 6)
    assert piles[Plant.VINE].left == 44
    assert not any(pile.is_low for pile in piles.values())


def test_a_pile_that_the_next_turn_could_use_up_is_low_and_an_empty_one_ends_the_game() -> None:
    full = parse_garden("\n".join(["HF HF HF HF HF"] * 5))
    state = evenglow()
    state["players"] = [{"name": "Ada", "gardens": {"sunlight": full, "moonlight": dict(list(full.items())[:15])}}]
    (pile,) = [pile for pile in plant_supply(read(state)) if pile.plant is Plant.HENBANE]
    assert (pile.left, pile.is_low) == (4, False)
    state["players"].append({"name": "Bo", "gardens": {}})
    (pile,) = [pile for pile in plant_supply(read(state)) if pile.plant is Plant.HENBANE]
    assert (pile.left, pile.is_low, pile.is_out) == (4, True, False)
    assert pile.warning.startswith("4 Henbane Flowers left")
    state["players"][1]["gardens"] = {"sunlight": dict(list(full.items())[:4])}
    (pile,) = [pile for pile in plant_supply(read(state)) if pile.plant is Plant.HENBANE]
    assert pile.is_out
    assert "the game ends once this turn is completed" in pile.warning


def test_potion_cards_taken_leave_the_supply() -> None:
    assert potion_supply(read(evenglow(potions={"undew": 3})))[Potion.UNDEW] == 7


def test_a_formation_without_a_token_is_due_and_harvesting_locks_it() -> None:
    document = evenglow(TRIANGLE, TRIANGLE, harvests=[{"garden": "sunlight", "spaces": ["1", "2", "6"]}])
    state = read(document)
    (due,) = due_harvests(state.players[0], state.variant)
    assert (due.garden, due.potion, due.spaces) == ("moonlight", Potion.UNDEW, {"1", "2", "6"})
    assert "Essence of Undew" in due.words
    after = take_harvests(state.players[0], state.variant)
    assert locked(after) == {"sunlight": {"1", "2", "6"}, "moonlight": {"1", "2", "6"}}
    assert due_harvests(after, state.variant) == ()
    board = with_harvest(document["players"][0], due)
    assert read(document | {"players": [board]}).players[0] == after
    assert document["players"][0]["harvests"] == [{"garden": "sunlight", "spaces": ["1", "2", "6"]}]


def test_nothing_is_harvested_in_my_first_gardens() -> None:
    state = read(evenglow(TRIANGLE, variant="family"))
    assert due_harvests(state.players[0], state.variant) == ()


def test_a_tile_that_would_forfeit_a_harvested_set_is_warned_of_with_its_loss() -> None:
    document = evenglow(TRIANGLE, harvests=[{"garden": "sunlight", "spaces": ["1", "2", "6"]}], potions={"undew": 1})
    player = read(document).players[0]
    touching = with_tiles(player, {("sunlight", "3"): Tile(Plant.LIONS_MANE)})
    (notice,) = warn_of(player, touching)
    assert (notice.code, notice.spaces) == ("would-forfeit", ("3",))
    assert warn_of(player, with_tiles(player, {("sunlight", "25"): Tile(Plant.LIONS_MANE)})) == ()
    assert warn_of(touching, touching) == (), "what is forfeited already is not warned of again"
    before = score_document(document)["players"][0]["total"]  # type: ignore[index]
    document["players"][0]["gardens"]["sunlight"]["3"] = {"plant": "lions-mane"}
    assert score_document(document)["players"][0]["total"] == before - 3  # type: ignore[index]


def test_moving_a_locked_tile_is_warned_of() -> None:
    player = read(evenglow(TRIANGLE, harvests=[{"garden": "sunlight", "spaces": ["1", "2", "6"]}])).players[0]
    (notice,) = warn_of(player, with_tiles(player, {("sunlight", "1"): None}))
    assert (notice.code, notice.spaces) == ("locked-tile-moved", ("1",))


def test_a_potion_is_used_once_and_stays_in_front_of_the_player() -> None:
    board = {"gardens": {}, "potions": {"undew": {"unused": 1, "used": 0}}}
    used = with_potion_used(board, Potion.UNDEW)
    assert used["potions"]["undew"] == {"unused": 0, "used": 1}
    with pytest.raises(StateError, match="no unused card of Essence of Undew"):
        with_potion_used(used, Potion.UNDEW)
    assert board["potions"]["undew"] == {"unused": 1, "used": 0}  # type: ignore[index]
