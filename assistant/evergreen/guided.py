"""The end of a season as a guided list: every step in its order, with what happens where and because of what.

Core game ("end of season") and the special rules of the modules. The work is done by `season.end_season`; here it is
told step by step. Each step can be corrected, and the steps after it follow the correction.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from assistant.errors import StateError
from assistant.evergreen.pieces import PIECES, Expansion, Piece
from assistant.evergreen.planet import Planet, Sun
from assistant.evergreen.score import score_fertility, score_forest, score_light
from assistant.evergreen.season import Casters, Corrections, EndOfSeason, end_season
from assistant.evergreen.state import SEASONS, Player, State
from assistant.guide import Step
from assistant.layout import Area, Space
from assistant.sheet import Line, in_order, listed
from assistant.strict_json import Node


class StepId(StrEnum):
    """The steps of the end of a season, in their order."""

    PINES = "pines"
    CACTI = "cacti"
    LIGHT = "light"
    MUSHROOMS = "mushrooms"
    FOREST = "forest"
    FERTILITY = "fertility"
    BOOK = "book"
    SUN = "sun"


CORRECTS: Mapping[StepId, str] = {
    StepId.PINES: "grown",
    StepId.CACTI: "died",
    StepId.LIGHT: "dark",
    StepId.MUSHROOMS: "doubled",
    StepId.FOREST: "forest",
}
"""Which of the `Corrections` belongs to a step; the others cannot be corrected, they only sum up."""


@dataclass(frozen=True)
class GuidedStep:
    """One step on one planet.

    `pieces` is the planet as the step finds it, for drawing; `spaces` are where it happens (grows, dies, is dark,
    doubles, belongs to the forest) and `choices` where it could; `casters` is who darkens whom; `line` has the points.
    """

    id: StepId
    step: Step
    pieces: Mapping[Space, Piece]
    spaces: tuple[Space, ...] = ()
    choices: tuple[Space, ...] = ()
    casters: Casters | None = None
    line: Line | None = None
    is_corrected: bool = False

    def to_json(self) -> dict[str, object]:
        """The step as the web app shows it."""
        return {
            **self.step.to_json(),
            "id": self.id.value,
            "pieces": {space: piece.value for space, piece in self.pieces.items()},
            "spaces": list(self.spaces),
            "choices": list(self.choices),
            "casters": {space: list(by) for space, by in (self.casters or {}).items()},
            "points": None if self.line is None else self.line.points,
            "line": None if self.line is None else self.line.to_json(),
            "can_be_corrected": self.id in CORRECTS,
            "is_corrected": self.is_corrected,
        }


@dataclass(frozen=True)
class GuidedEnd:
    """The end of one season on one planet: its steps, and what they come to."""

    steps: tuple[GuidedStep, ...]
    end: EndOfSeason
    light: int
    forest: int
    next_sun: Sun | None

    @property
    def is_corrected(self) -> bool:
        """Whether people decided a step otherwise than Glade."""
        return any(step.is_corrected for step in self.steps)

    def to_json(self) -> dict[str, object]:
        """The list as the web app shows it."""
        return {
            "steps": [step.to_json() for step in self.steps],
            "light": self.light,
            "forest": self.forest,
            "after": {space: self.end.after.pieces[space].value for space in in_order(self.end.after.pieces)},
            "next_sun": None if self.next_sun is None else self.next_sun.value,
            "is_corrected": self.is_corrected,
        }


def guide_end_of_season(state: State, player: Player, corrections: Corrections) -> GuidedEnd:
    """Every step at the end of the season that `state` is in, on this player's planet."""
    end = end_season(player.planet, state.sun, corrections)
    light, forest = score_light(end, state.season), score_forest(end, state.season)
    last = state.season == SEASONS
    next_sun = None if last else list(Sun)[(list(Sun).index(state.sun) + 1) % len(Sun)]
    steps = []
    if Expansion.PINES in state.expansions:
        steps.append(_pines(end))
    if Expansion.CACTI in state.expansions:
        steps.append(_cacti(end))
    steps.append(_light(end, light))
    if Expansion.MUSHROOMS in state.expansions:
        steps.append(_mushrooms(end))
    steps.append(_forest(end, forest))
    if last:
        line = score_fertility(end.after, state.fertility)
        text = "The game ends: each biome's fertility value counts for its tall trees, {points} points in all."
        step = Step(StepId.FERTILITY.value, text, {"points": line.points}, "evergreen-fertility")
        scoring = tuple(space for part in line.parts for space in part.spaces)
        steps.append(GuidedStep(StepId.FERTILITY, step, end.after.pieces, scoring, line=line))
    values = {"light": light.points, "forest": forest.points, "season": state.season}
    text = "Book the points of season {season}: {light} for light and {forest} for the forest."
    steps.append(GuidedStep(StepId.BOOK, Step(StepId.BOOK.value, text, values, "evergreen-season"), end.after.pieces))
    if next_sun is not None:
        text = "Move the Sun a quarter turn clockwise: from the {sun} to the {next}."
        step = Step(StepId.SUN.value, text, {"sun": state.sun.value, "next": next_sun.value}, "evergreen-sun")
        steps.append(GuidedStep(StepId.SUN, step, end.after.pieces))
    marked = tuple(
        replace(step, is_corrected=step.id in CORRECTS and getattr(corrections, CORRECTS[step.id]) is not None)
        for step in steps
    )
    return GuidedEnd(marked, end, light.points, forest.points, next_sun)


def corrected(corrections: Corrections, step: StepId, spaces: Iterable[Space] | None) -> Corrections:
    """Other corrections, in which a step happens on these spaces; None takes the table's word back.

    What follows the step is worked out anew: corrections of later steps are dropped. Raises `StateError`.
    """
    if step not in CORRECTS:
        raise StateError("not-correctable", f'the step "{step}" only sums up and cannot be corrected')
    order = list(StepId)
    later = {CORRECTS[other]: None for other in order[order.index(step) :] if other in CORRECTS}
    return replace(corrections, **later | {CORRECTS[step]: None if spaces is None else frozenset(spaces)})


def parse_corrections(node: Node, area: Area) -> Corrections:
    """The corrections of a document: {"grown": [spaces], ...}, each of them optional. Raises `StateError`."""
    node = Node(node.value, node.path, StateError)
    found = node.fields([field.name for field in fields(Corrections)])
    return Corrections(
        **{
            name: frozenset(space.one_of(area.cells, "space") for space in spaces.elements())
            for name, spaces in found.items()
        }
    )


def corrections_to_json(corrections: Corrections) -> dict[str, list[Space]]:
    """The document of `parse_corrections`."""
    chosen = {field.name: getattr(corrections, field.name) for field in fields(Corrections)}
    return {name: list(in_order(spaces)) for name, spaces in chosen.items() if spaces is not None}


def _of(planet: Planet, *kinds: Piece) -> tuple[Space, ...]:
    return in_order(space for space, piece in planet.pieces.items() if piece in kinds)


def _pines(end: EndOfSeason) -> GuidedStep:
    text = "Small Pines in shadow grow into Big Pines, all at once: {spaces}."
    if not end.grown:
        text = "Small Pines in shadow grow into Big Pines: none is in shadow."
    return GuidedStep(
        StepId.PINES,
        Step(StepId.PINES.value, text, {"spaces": listed(end.grown)}, "evergreen-pines"),
        end.before.pieces,
        in_order(end.grown),
        _of(end.before, Piece.SMALL_PINE),
        end.grown,
    )


def _cacti(end: EndOfSeason) -> GuidedStep:
    found = end.before.with_pieces(dict.fromkeys(end.grown, Piece.BIG_PINE))
    text = "Cacti in shadow die and leave the planet: {spaces}."
    if not end.died:
        text = "Cacti in shadow die and leave the planet: none is in shadow."
    return GuidedStep(
        StepId.CACTI,
        Step(StepId.CACTI.value, text, {"spaces": listed(end.died)}, "evergreen-cacti"),
        found.pieces,
        in_order(end.died),
        _of(found, Piece.CACTUS),
        end.died,
    )


def _light(end: EndOfSeason, line: Line) -> GuidedStep:
    text = "Collect light: {points} points. In shadow: {spaces}."
    if not end.dark:
        text = "Collect light: {points} points. Nothing is in shadow."
    scoring = [piece for piece, facts in PIECES.items() if facts.light or facts.dark]
    return GuidedStep(
        StepId.LIGHT,
        Step(StepId.LIGHT.value, text, {"points": line.points, "spaces": listed(end.dark)}, "evergreen-light"),
        end.lit_planet.pieces,
        in_order(end.dark),
        _of(end.lit_planet, *scoring),
        end.dark,
        line,
    )


def _mushrooms(end: EndOfSeason) -> GuidedStep:
    text = "Single Mushrooms in shadow become Double Mushrooms: {spaces}."
    if not end.doubled:
        text = "Single Mushrooms in shadow become Double Mushrooms: none is in shadow."
    return GuidedStep(
        StepId.MUSHROOMS,
        Step(StepId.MUSHROOMS.value, text, {"spaces": listed(end.doubled)}, "evergreen-mushrooms"),
        end.lit_planet.pieces,
        in_order(end.doubled),
        _of(end.lit_planet, Piece.SINGLE_MUSHROOM),
        end.dark,
    )


def _forest(end: EndOfSeason, line: Line) -> GuidedStep:
    text = "The biggest forest has {points} trees, bushes and their like: {spaces}."
    if not end.forest:
        text = "There is no forest yet."
    return GuidedStep(
        StepId.FOREST,
        Step(StepId.FOREST.value, text, {"points": line.points, "spaces": listed(end.forest)}, "evergreen-forest"),
        end.after.pieces,
        in_order(end.forest),
        _of(end.after, *(piece for piece, facts in PIECES.items() if facts.forest)),
        line=line,
    )
