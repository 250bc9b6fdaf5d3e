"""Evergreen during play: how the game stands, the moves of the tracker, and the end of a season."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from assistant.errors import StateError
from assistant.evergreen import rounds
from assistant.evergreen.fertility import parse_card
from assistant.evergreen.guided import CORRECTS, GuidedEnd, StepId, corrected
from assistant.evergreen.pieces import Expansion
from assistant.evergreen.score import score_player
from assistant.evergreen.season import NO_CORRECTIONS
from assistant.evergreen.setup import CORE_POWERS, MODULE_POWERS, ROUNDS_IN_SEASON, STARTING_POINTS, Power
from assistant.evergreen.setup_guide import POWER_NAMES, set_up_steps
from assistant.evergreen.state import SEASONS, State, parse_state
from assistant.evergreen.zone import biome_values, lay_card, opening_zone, parse_revealed
from assistant.guide import Step
from assistant.layout import Area, Biome
from assistant.strict_json import Node
from web import documents
from web.assist.texts import step_json
from web.assist.view import Body, GameView
from web.errors import Conflict
from web.i18n import _
from web.phrasebook import word

Changes = tuple[dict[str, Body], str]


def tracker_of(view: GameView) -> rounds.Tracker:
    """The round tracker, a power proposed for every module that nobody has chosen one for."""
    tracker = rounds.parse_tracker(view.tracker, _area(view))
    modules = [Expansion(name) for name in view.table["state"].get("expansions", [])]
    if set(tracker.replaced) != set(modules):
        tracker = rounds.choose_powers(tracker, rounds.default_powers(modules))
    return tracker


def steps(view: GameView, tracker: rounds.Tracker) -> tuple[Step, ...]:
    """The set-up of this game."""
    return set_up_steps(len(view.players), tracker.replaced)


def standing(view: GameView) -> dict[str, Any]:
    """How the game stands, for the assistant's page. Raises `StateError` where a planet cannot be understood."""
    tracker = tracker_of(view)
    state = parse_state(Node(view.state()), view.layout)
    zone = opening_zone(tracker.revealed)
    return {
        "game": "evergreen",
        "phase": tracker.phase.value,
        "steps": [step_json(step, done=step.id in tracker.done) for step in steps(view, tracker)],
        "season": state.season,
        "seasons": SEASONS,
        "round": min(tracker.round, ROUNDS_IN_SEASON[state.season - 1]),
        "rounds": ROUNDS_IN_SEASON[state.season - 1],
        "sun": state.sun.value,
        "expansions": sorted(module.value for module in state.expansions),
        "powers": [
            {"module": module.value, "new": word(POWER_NAMES[MODULE_POWERS[module]]), "replaces": power.value}
            for module, power in tracker.replaced.items()
        ],
        "core_powers": [{"id": power.value, "label": POWER_NAMES[power]} for power in CORE_POWERS],
        "opening": {"icons": zone.icons, "missing": zone.icons_missing, "shuffle_back": zone.shuffle_back,
                    "revealed": tracker.to_json()["revealed"]},
        "biomes": [value.to_json() for value in biome_values(state)],
        "players": [
            {
                "id": key,
                "name": name,
                "is_confirmed": view.body(key)["confirmed"],
                "is_checked": not view.body(key)["review"],
                "start": state.players[index].start,
                "season": _season_row(view, tracker, guided, key) if guided else None,
            }
            for index, ((key, name), guided) in enumerate(
                zip(view.players, _guides(view, tracker, state), strict=True)
            )
        ],
    }  # fmt: skip


def season_of(view: GameView, player_id: str) -> dict[str, Any]:
    """The guided end of the season of one player. Raises `StateError`."""
    tracker = tracker_of(view)
    state = parse_state(Node(view.state()), view.layout)
    guided = rounds.guides(tracker, state, view.keys)[view.seat(player_id)]
    document = guided.to_json()
    checked = tracker.checked.get(player_id, ())
    steps: Any = document["steps"]
    for shown, step in zip(steps, guided.steps, strict=True):
        shown |= step_json(step.step, done=step.id.value in checked)
    return document | {"season": state.season, "sun": state.sun.value, "phase": tracker.phase.value}


def _guides(view: GameView, tracker: rounds.Tracker, state: State) -> tuple[GuidedEnd | None, ...]:
    if tracker.phase is not rounds.Phase.SEASON_END:
        return (None,) * len(view.players)
    return rounds.guides(tracker, state, view.keys)


def _season_row(view: GameView, tracker: rounds.Tracker, guided: GuidedEnd, key: str) -> dict[str, Any]:
    checked = tracker.checked.get(key, ())
    return {
        "light": guided.light,
        "forest": guided.forest,
        "is_corrected": guided.is_corrected,
        "is_typed": view.body(key)["mode"] == "pad",
        "checked": sum(step.id.value in checked for step in guided.steps),
        "steps": len(guided.steps),
    }


def act(view: GameView, name: str, action: Node) -> Changes:
    """The documents after an action of the assistant's page. Raises `WebError` and `StateError`."""
    if name not in _ACTIONS:
        action.unknown("action", name, tuple(_ACTIONS))
    return _ACTIONS[name](view, action)


def _powers(view: GameView, action: Node) -> Changes:
    fields = action.fields(("action", "replaced"), required=("replaced",))
    replaced = {}
    for module, power in fields["replaced"].items():
        if module not in tuple(Expansion):
            fields["replaced"].unknown("module", module, tuple(Expansion))
        replaced[Expansion(module)] = Power(power.one_of(CORE_POWERS, "power"))
    tracker = rounds.choose_powers(tracker_of(view), replaced)
    return view.with_tracker(tracker.to_json()), _("powers chosen")


def _tick(view: GameView, action: Node) -> Changes:
    fields = action.fields(("action", "step", "done"), required=("step", "done"))
    tracker = tracker_of(view)
    guide = [step.id for step in steps(view, tracker)]
    step = fields["step"].one_of(guide, "step")
    ticked = rounds.tick(tracker, step, done=fields["done"].flag(), steps=guide)
    return view.with_tracker(ticked.to_json()), _("set-up")


def _reveal(view: GameView, action: Node) -> Changes:
    """One more card of the opening; with the fifth icon the zone is laid out."""
    fields = action.fields(("action", "card"), required=("card",))
    tracker = rounds.reveal(tracker_of(view), parse_revealed(fields["card"]))
    zone = opening_zone(tracker.revealed)
    changes = view.with_tracker(tracker.to_json())
    changes[documents.TABLE]["state"]["fertility"] = zone.to_json()
    return changes, _("a card for the Fertility Zone")


def _start_points(view: GameView, action: Node) -> Changes:
    """The starting points by turn order, for the players in the order given."""
    fields = action.fields(("action", "order"), required=("order",))
    order = [player.one_of(view.keys, "player") for player in fields["order"].elements()]
    if sorted(order) != sorted(view.keys):
        fields["order"].fail("not-everybody", "names each player once")
    changes: dict[str, Body] = {}
    for player, points in zip(order, STARTING_POINTS, strict=False):
        board = deepcopy(view.body(player)["board"])
        board["points"] = {**board.get("points", {}), "start": points}
        changes |= view.with_board(player, board)
    return changes, _("starting points")


def _begin(view: GameView, action: Node) -> Changes:
    action.fields(("action",))
    return view.with_tracker(rounds.begin(tracker_of(view)).to_json()), _("the game begins")


def _lay(view: GameView, action: Node) -> Changes:
    """The card left over in a round goes onto its biome's stack."""
    fields = action.fields(("action", "biome", "card"), required=("biome", "card"))
    biome = fields["biome"].one_of(tuple(Biome), "biome")
    parse_card(Node(fields["card"].value, "card", StateError))
    table = deepcopy(view.table)
    zone = table["state"].setdefault("fertility", {})
    card: Any = fields["card"].value
    zone[biome] = lay_card(zone.get(biome, []), card)
    return {documents.TABLE: table}, _("a card for the Fertility Zone")


def _end_round(view: GameView, action: Node) -> Changes:
    fields = action.fields(("action", "season", "round"), required=("season", "round"))
    tracker = tracker_of(view)
    season = int(view.table["state"]["season"])
    now = season, min(tracker.round, ROUNDS_IN_SEASON[season - 1])  # somebody may have typed another season
    if (fields["season"].whole_number(1, SEASONS), fields["round"].whole_number(1, 9)) != now:
        raise Conflict("other-round", _("The game has moved on to another round meanwhile."))
    return view.with_tracker(rounds.end_round(tracker, season).to_json()), _("the round is over")


def _check(view: GameView, action: Node) -> Changes:
    fields = action.fields(("action", "player", "step", "done"), required=("player", "step", "done"))
    player = fields["player"].one_of(view.keys, "player")
    step = fields["step"].one_of(tuple(StepId), "step")
    checked = rounds.check_step(tracker_of(view), player, step, done=fields["done"].flag())
    return view.with_tracker(checked.to_json()), _("season's end checked")


def _correct(view: GameView, action: Node) -> Changes:
    fields = action.fields(("action", "player", "step", "spaces"), required=("player", "step", "spaces"))
    player = fields["player"].one_of(view.keys, "player")
    step = StepId(fields["step"].one_of(tuple(CORRECTS), "step"))
    spaces = None
    if fields["spaces"].value is not None:
        spaces = [space.one_of(_area(view).cells, "space") for space in fields["spaces"].elements()]
    tracker = tracker_of(view)
    chosen = corrected(tracker.corrections.get(player, NO_CORRECTIONS), step, spaces)
    return view.with_tracker(rounds.with_corrections(tracker, player, chosen).to_json()), _("season's end corrected")


def _book(view: GameView, action: Node) -> Changes:
    """The season's points noted, the planets as they are afterwards, the Sun moved: all of it one change.

    Players who type their points keep doing so. After the fourth season a planet whose steps were corrected is booked
    as typed points, because the score sheet would count it without the corrections. `early` ends a season whose rounds
    nobody counted.
    """
    fields = action.fields(("action", "season", "early"), required=("season",))
    state = parse_state(Node(view.state()), view.layout)
    if fields["season"].whole_number(1, SEASONS) != state.season:
        raise Conflict("other-season", _("This season is booked already."))
    tracker = tracker_of(view)
    if "early" in fields and fields["early"].flag() and tracker.phase is not rounds.Phase.OVER:
        tracker = rounds.end_rounds(tracker)
    after_tracker, after = rounds.book_season(tracker, view.state(), state, view.keys)
    changes = view.with_tracker(after_tracker.to_json())
    changes[documents.TABLE]["state"] |= {key: after[key] for key in ("season", "sun")}
    guides = rounds.guides(tracker, state, view.keys)
    for key, player, document, guided in zip(view.keys, state.players, after["players"], guides, strict=True):
        if view.body(key)["mode"] == "pad":
            continue
        board = {name: value for name, value in document.items() if name != "name"}
        changed = view.with_board(key, board)
        [body] = changed.values()
        if state.season < SEASONS:
            body["confirmed"] = False
        elif guided.is_corrected:
            body["mode"] = "pad"
            body["pad"] = {line.id: line.points for line in score_player(player, guided.end, state) if line.is_noted}
        changes |= changed
    return changes, _("season %(number)d is over", number=state.season)


def _area(view: GameView) -> Area:
    return view.layout.areas["planet"]


_ACTIONS: dict[str, Callable[[GameView, Node], Changes]] = {
    "powers": _powers,
    "tick": _tick,
    "reveal": _reveal,
    "start-points": _start_points,
    "begin": _begin,
    "lay": _lay,
    "end-round": _end_round,
    "check": _check,
    "correct": _correct,
    "book": _book,
}
