"""Advice, given only where the table switched it on, for a question about one player's board."""

from typing import Any

from assistant.advice import Advice
from assistant.evenglow import placement, potion_uses
from assistant.evenglow import state as evenglow_state
from assistant.evenglow.plants import Plant
from assistant.evenglow.supply import plant_supply
from assistant.evergreen import advice as evergreen_advice
from assistant.evergreen import state as evergreen_state
from assistant.evergreen.moves import NEEDS_CARD_BIOME, Action
from assistant.evergreen.setup import Power, powers_in_play
from assistant.layout import Biome
from assistant.strict_json import Node
from web.assist.evergreen import tracker_of
from web.assist.view import GameView
from web.errors import NotAllowed
from web.i18n import _

MOST = 5


def answer(view: GameView, question: Node) -> dict[str, Any]:
    """The answer to {"player", "ask", ...}. Raises `NotAllowed` where advice is off, `StateError` if it is wrong."""
    if not view.table["advice"]:
        raise NotAllowed("advice-off", _("Advice is switched off for this game."))
    entries = dict(question.items())
    for key in ("player", "ask"):
        if key not in entries:
            question.fail("missing-key", f'"{key}" is missing')
    seat = view.seat(entries["player"].one_of(view.keys, "player"))
    advice = _evenglow(view, seat, question) if view.game == "evenglow" else _evergreen(view, seat, question)
    return advice.to_json()


def _evenglow(view: GameView, seat: int, question: Node) -> Advice:
    asked = ("placement", "chaos", "undew", "transmutation")
    fields = question.fields(("player", "ask", "own", "other"), required=("player", "ask"))
    state = evenglow_state.parse_state(Node(view.state()), view.layout)
    match fields["ask"].one_of(asked, "question"):
        case "undew":
            return potion_uses.advise_undew(state, seat, MOST)
        case "transmutation":
            left = [pile.plant for pile in plant_supply(state) if not pile.is_out]
            return potion_uses.advise_transmutation(state, seat, left, MOST)
        case "chaos":
            return placement.advise_chaos(state, seat, _pair(fields, "own"), _pair(fields, "other"), MOST)
        case _:
            return placement.advise_placement(state, seat, _pair(fields, "own"), MOST)


def _pair(fields: dict[str, Node], key: str) -> tuple[Plant, Plant]:
    if key not in fields:
        fields["ask"].fail("missing-key", f'the two plants "{key}" are missing')
    plants = [Plant(plant.one_of(tuple(Plant), "plant")) for plant in fields[key].elements()]
    if len(plants) != 2:
        fields[key].fail("not-two", "names two plants")
    return plants[0], plants[1]


def _evergreen(view: GameView, seat: int, question: Node) -> Advice:
    fields = question.fields(("player", "ask", "biome", "horizon"), required=("player", "ask"))
    state = evergreen_state.parse_state(Node(view.state()), view.layout)
    known: dict[str, Action | Power] = {
        **{action.value: action for action in Action},
        **{power.value: power for power in powers(view)},
    }
    what = known[fields["ask"].one_of(tuple(known), "question")]
    biome = Biome(fields["biome"].one_of(tuple(Biome), "biome")) if "biome" in fields else None
    if biome is None and (what is Action.CARD or what in NEEDS_CARD_BIOME):
        fields["ask"].fail("missing-key", 'the "biome" of the card is missing')
    horizon = evergreen_advice.Horizon.SEASON
    if "horizon" in fields:
        chosen = fields["horizon"].one_of(tuple(evergreen_advice.Horizon), "horizon")
        horizon = evergreen_advice.Horizon(chosen)
    return evergreen_advice.advise(state, seat, what, biome, horizon, MOST)


def powers(view: GameView) -> tuple[Power, ...]:
    """The powers in play that change a planet."""
    return tuple(power for power in powers_in_play(tracker_of(view).replaced) if power is not Power.BUD)
