"""Advice for Evergreen: the best growth, planting or power by the points of this season, and by all remaining Suns.

Every way of the move asked for is tried. "All remaining Suns" lets the seasons that are left pass over the planet with
nothing more planted or grown, the Sun moving on, and counts fertility as the zone stands now.
"""

from dataclasses import dataclass
from enum import StrEnum

from assistant.advice import Advice, Suggestion, require_small
from assistant.difference import compare_lines
from assistant.evergreen.moves import Action, Move, moves_of
from assistant.evergreen.pieces import PIECES, Piece
from assistant.evergreen.planet import Planet, Sun
from assistant.evergreen.score import score_fertility, score_forest, score_light
from assistant.evergreen.season import EndOfSeason, end_season
from assistant.evergreen.setup import Power
from assistant.evergreen.state import SEASONS, State
from assistant.layout import Biome, Space
from assistant.sheet import Line


class Horizon(StrEnum):
    """Which points count: those of this season's end, or those of every season's end that is still to come."""

    SEASON = "season"
    GAME = "game"


@dataclass(frozen=True)
class _Worth:
    season: int
    game: int

    def of(self, horizon: Horizon) -> int:
        return self.season if horizon is Horizon.SEASON else self.game


def advise(
    state: State,
    who: int,
    what: Action | Power,
    biome: Biome | None = None,
    horizon: Horizon = Horizon.SEASON,
    most: int = 5,
) -> Advice:
    """The best ways for player number `who` to do something; the other horizon's gain stands beside each."""
    planet = state.players[who].planet
    require_small(planet.area)
    moves = list(moves_of(planet, what, biome))
    search = _Search(state)
    now = search.worth(planet)
    worths = [(search.worth(planet.with_pieces(move.changes)), move) for move in moves]
    other = Horizon.GAME if horizon is Horizon.SEASON else Horizon.SEASON
    best = sorted(worths, key=lambda entry: (-entry[0].of(horizon), -entry[0].of(other)))[:most]
    label = "over all remaining Suns" if other is Horizon.GAME else "at the end of this season"
    before = forecast(planet, state, horizon)
    return Advice(
        f"{what.value.replace('-', ' ').capitalize()}: where?",
        tuple(
            Suggestion(
                move.words,
                _changes(move),
                worth.of(horizon) - now.of(horizon),
                compare_lines(before, forecast(planet.with_pieces(move.changes), state, horizon)),
                also=((label, worth.of(other) - now.of(other)),),
            )
            for worth, move in best
        ),
        len(moves),
        True,
        "Every way to do this on the planet. Nothing that is planted or grown later is foreseen."
        + (" Fertility counts as the zone stands now." if horizon is Horizon.GAME or state.season == SEASONS else ""),
    )


def forecast(planet: Planet, state: State, horizon: Horizon) -> tuple[Line, ...]:
    """The lines that a planet would score at the end of this season, or of every season still to come."""
    lines: list[Line] = []
    for season, end in _ends(planet, state, horizon):
        lines += [score_light(end, season), score_forest(end, season)]
        if season == SEASONS:
            lines.append(score_fertility(end.after, state.fertility))
    return tuple(lines)


def _ends(planet: Planet, state: State, horizon: Horizon) -> list[tuple[int, EndOfSeason]]:
    ends = []
    sides = list(Sun)
    for season in range(state.season, (SEASONS if horizon is Horizon.GAME else state.season) + 1):
        sun = sides[(sides.index(state.sun) + season - state.season) % len(sides)]
        end = end_season(planet, sun)
        ends.append((season, end))
        planet = end.after
    return ends


INERT = frozenset(
    piece
    for piece, facts in PIECES.items()
    if not (facts.height or facts.shadow or facts.light or facts.dark or facts.forest or facts.fertility)
)
"""Pieces that make no points and change nobody else's: sprouts and lakes."""


class _Search:
    """The worth of planets for both horizons, each planet that matters counted once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._known: dict[frozenset[tuple[Space, Piece]], _Worth] = {}

    def worth(self, planet: Planet) -> _Worth:
        """The points of both horizons, without the reasons."""
        key = frozenset(entry for entry in planet.pieces.items() if entry[1] not in INERT)
        if key not in self._known:
            self._known[key] = self._count(Planet(planet.area, dict(key)))
        return self._known[key]

    def _count(self, planet: Planet) -> _Worth:
        points = []
        for season, end in _ends(planet, self.state, Horizon.GAME):
            light = sum(
                PIECES[piece].dark if space in end.dark else PIECES[piece].light
                for space, piece in end.lit_planet.pieces.items()
            )
            fertility = score_fertility(end.after, self.state.fertility).points if season == SEASONS else 0
            points.append(light + len(end.forest) + fertility)
        return _Worth(points[0], sum(points))


def _changes(move: Move) -> tuple[dict[str, object], ...]:
    return tuple({"space": space, "piece": piece.value} for space, piece in move.changes.items())
