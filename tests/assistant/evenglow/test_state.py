"""A table of Evenglow read from a document and its tiles written again."""

from random import Random

from hypothesis import given, settings

from assistant.evenglow.state import parse_state, tile_to_json
from assistant.layout import parse_layout
from assistant.strict_json import Node
from tests.strategies import SEEDS, build_evenglow, layout_of


@settings(max_examples=200)
@given(SEEDS)
def test_tiles_written_and_read_again_are_the_same(seed: int) -> None:
    board = build_evenglow(Random(seed))
    layout = parse_layout(Node(layout_of(board)))
    state = parse_state(Node(board[0]), layout)
    written = [
        {
            "name": player.name,
            "gardens": {
                name: {space: tile_to_json(tile, state.stems) for space, tile in garden.tiles.items()}
                for name, garden in player.gardens.items()
            },
        }
        for player in state.players
    ]
    again = parse_state(Node(board[0] | {"players": written}), layout)
    for before, after in zip(state.players, again.players, strict=True):
        assert {name: garden.tiles for name, garden in before.gardens.items()} == {
            name: garden.tiles for name, garden in after.gardens.items()
        }
