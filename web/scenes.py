"""What a drawing of an Evergreen planet shows besides its pieces: who is dark and by whom, the biggest forest, what the
end of the season changes. As the rules engine judged it, so that the page never judges for itself."""

from collections.abc import Mapping
from typing import Any

from assistant.evergreen.fertility import card_values, fertility_value
from assistant.evergreen.season import end_season
from assistant.evergreen.state import parse_state
from assistant.layout import Layout
from assistant.sheet import in_order
from assistant.strict_json import Node


def planet_scenes(state: Mapping[str, Any], layout: Layout) -> list[dict[str, Any]]:
    """For each player of a state of Evergreen, in order: the end of the season. Raises `StateError`."""
    scenes = []
    parsed = parse_state(Node(dict(state)), layout)
    for player in parsed.players:
        end = end_season(player.planet, parsed.sun)
        scenes.append(
            {
                "sun": parsed.sun.value,
                "before": {space: piece.value for space, piece in player.planet.pieces.items()},
                "lit": {space: piece.value for space, piece in end.lit_planet.pieces.items()},
                "after": {space: piece.value for space, piece in end.after.pieces.items()},
                "dark": {space: list(casters) for space, casters in end.dark.items()},
                "grown": {space: list(casters) for space, casters in end.grown.items()},
                "died": {space: list(casters) for space, casters in end.died.items()},
                "doubled": list(end.doubled),
                "forest": list(in_order(end.forest)),
            }
        )
    return scenes


def fertility_values(state: Mapping[str, Any], layout: Layout) -> dict[str, dict[str, Any]]:
    """The fertility value of each biome and of each card in its stack. Raises `StateError`."""
    parsed = parse_state(Node(dict(state)), layout)
    return {
        biome.value: {"value": fertility_value(stack), "cards": list(card_values(stack))}
        for biome, stack in parsed.fertility.items()
    }
