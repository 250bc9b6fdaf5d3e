"""Evenglow during play: how the game stands, and the moves of the tracker."""

from collections.abc import Callable
from typing import Any

from assistant.evenglow import turns
from assistant.evenglow.due import due_harvests, locked
from assistant.evenglow.notices import find_notices
from assistant.evenglow.plants import PLANTS, POTIONS, Potion
from assistant.evenglow.potion_cards import with_harvest, with_potion_used
from assistant.evenglow.setup import set_up_steps
from assistant.evenglow.state import State, Variant, parse_state
from assistant.evenglow.supply import plant_supply
from assistant.guide import Step
from assistant.rules import topic_of_warning
from assistant.sheet import in_order
from assistant.strict_json import Node
from web.assist.texts import step_json
from web.assist.view import Body, GameView
from web.errors import Conflict, Unprocessable
from web.i18n import _

Changes = tuple[dict[str, Body], str]
"""The documents to write, and what the trail calls the change."""


def steps(view: GameView) -> tuple[Step, ...]:
    """The set-up of this game; none for a number of players that the rulebook does not know."""
    variant = Variant(view.table["state"].get("variant", "standard"))
    if (variant is Variant.SOLO) != (len(view.players) == 1):
        return ()
    return set_up_steps(len(view.players), variant)


def standing(view: GameView) -> dict[str, Any]:
    """How the game stands, for the assistant's page. Raises `StateError` where a board cannot be understood."""
    tracker = turns.parse_tracker(view.tracker)
    state = parse_state(Node(view.state()), view.layout)
    turn = turns.current_turn(tracker, view.keys)
    return {
        "game": "evenglow",
        "variant": state.variant.value,
        "phase": tracker.phase.value,
        "steps": [step_json(step, done=step.id in tracker.done) for step in steps(view)],
        "first": tracker.first,
        "turn": turn.to_json(),
        "supply": [{**pile.to_json(), "label": PLANTS[pile.plant].plural} for pile in plant_supply(state)],
        "is_a_pile_out": any(pile.is_out for pile in plant_supply(state)),
        "players": [_player(view, state, tracker, index) for index in range(len(view.players))],
    }


def _player(view: GameView, state: State, tracker: turns.Tracker, index: int) -> dict[str, Any]:
    key, name = view.players[index]
    player = state.players[index]
    is_checked = not view.body(key)["review"]
    return {
        "id": key,
        "name": name,
        "is_confirmed": view.body(key)["confirmed"],
        "is_checked": is_checked,
        "used_now": tracker.used[key].value if key in tracker.used else None,
        "potions": [
            {
                "id": potion.value,
                "label": facts.label,
                "points": facts.points,
                "topic": f"evenglow-{potion.value}",
                "unused": player.potions[potion].unused,
                "used": player.potions[potion].used,
            }
            for potion, facts in POTIONS.items()
        ]
        if state.variant is not Variant.FAMILY
        else [],
        "warnings": _warnings(state, name),
        "due": [due.to_json() for due in due_harvests(player, state.variant)] if is_checked else [],
        "locked": {garden: list(in_order(spaces)) for garden, spaces in locked(player).items() if spaces},
    }


def _warnings(state: State, name: str) -> list[dict[str, Any]]:
    """What is odd on a player's board, each with the rule; a harvest that is due is told by itself."""
    found = []
    for notice in find_notices(state):
        if notice.player == name and notice.code != "unharvested-formation":
            topic = topic_of_warning("evenglow", notice.code)
            found.append({"code": notice.code, "message": notice.message, "topic": topic.id if topic else None})
    return found


def act(view: GameView, name: str, action: Node) -> Changes:
    """The documents after an action of the assistant's page. Raises `WebError` and `StateError`."""
    if name not in _ACTIONS:
        action.unknown("action", name, tuple(_ACTIONS))
    return _ACTIONS[name](view, action)


def _tick(view: GameView, action: Node) -> Changes:
    fields = action.fields(("action", "step", "done"), required=("step", "done"))
    guide = [step.id for step in steps(view)]
    step = fields["step"].one_of(guide, "step")
    tracker = turns.tick(turns.parse_tracker(view.tracker), step, done=fields["done"].flag(), steps=guide)
    return view.with_tracker(tracker.to_json()), _("set-up")


def _begin(view: GameView, action: Node) -> Changes:
    fields = action.fields(("action", "first"), required=("first",))
    first = fields["first"].one_of(view.keys, "player")
    return view.with_tracker(turns.begin(turns.parse_tracker(view.tracker), first).to_json()), _("the game begins")


def _pass(view: GameView, action: Node) -> Changes:
    fields = action.fields(("action", "turn"), required=("turn",))
    tracker = turns.parse_tracker(view.tracker)
    _require_turn(fields["turn"], tracker)
    state = parse_state(Node(view.state()), view.layout)
    out = any(pile.is_out for pile in plant_supply(state))
    passed = turns.pass_draft_board(tracker, view.keys, is_a_pile_out=out)
    return view.with_tracker(passed.to_json()), _("the Draft board goes on")


def _use(view: GameView, action: Node) -> Changes:
    fields = action.fields(("action", "player", "potion", "turn"), required=("player", "potion", "turn"))
    tracker = turns.parse_tracker(view.tracker)
    _require_turn(fields["turn"], tracker)
    player = fields["player"].one_of(view.keys, "player")
    potion = Potion(fields["potion"].one_of(tuple(Potion), "potion"))
    board = with_potion_used(view.body(player)["board"], potion)
    noted = turns.note_potion(tracker, player, potion)
    changes = view.with_tracker(noted.to_json()) | view.with_board(player, board)
    return changes, _("%(potion)s used", potion=POTIONS[potion].label)


def _harvest(view: GameView, action: Node) -> Changes:
    fields = action.fields(("action", "player", "garden", "spaces"), required=("player", "garden", "spaces"))
    player = fields["player"].one_of(view.keys, "player")
    wanted = (fields["garden"].text(), frozenset(space.text() for space in fields["spaces"].elements()))
    state = parse_state(Node(view.state()), view.layout)
    for due in due_harvests(state.players[view.seat(player)], state.variant):
        if (due.garden, due.spaces) == wanted:
            board = with_harvest(view.body(player)["board"], due)
            return view.with_board(player, board), _("harvest: %(potion)s", potion=POTIONS[due.potion].label)
    raise Unprocessable("not-due", _("This harvest is not due any more. Look at the board again."))


def _require_turn(node: Node, tracker: turns.Tracker) -> None:
    """Two phones may tap at once: what was meant for an earlier turn changes nothing."""
    if node.whole_number(1, 99) != tracker.turn:
        raise Conflict("other-turn", _("The game has moved on to another turn meanwhile."))


_ACTIONS: dict[str, Callable[[GameView, Node], Changes]] = {
    "tick": _tick,
    "begin": _begin,
    "pass": _pass,
    "use-potion": _use,
    "harvest": _harvest,
}
