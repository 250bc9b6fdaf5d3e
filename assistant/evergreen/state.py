"""What lies on the table in a game of Evergreen, and reading it from a state document (contract, "State")."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from assistant.evergreen.fertility import FertilityCard, parse_card
from assistant.evergreen.pieces import PIECES, Expansion, Piece
from assistant.evergreen.planet import Planet, Sun
from assistant.layout import Biome, Layout, Space
from assistant.player_names import MOST_PLAYERS, parse_players
from assistant.strict_json import Node

SEASONS = 4
MOST_POINTS = 9999  # generous: no season comes near it, and a slip of the finger is still refused


@dataclass(frozen=True)
class SeasonPoints:
    """The points of a season that was scored before."""

    light: int
    forest: int


@dataclass(frozen=True)
class Player:
    """One player's planet and the points noted so far. `in_ravines` are pieces placed where nothing grows."""

    name: str
    planet: Planet
    in_ravines: Mapping[Space, Piece]
    start: int
    buds: int
    seasons: tuple[SeasonPoints, ...]


@dataclass(frozen=True)
class State:
    """A whole table; `season` (1..4) is the one now being scored, `fertility` each biome's stack, oldest first."""

    layout: Layout
    expansions: frozenset[Expansion]
    sun: Sun
    season: int
    fertility: Mapping[Biome, tuple[FertilityCard, ...]]
    players: tuple[Player, ...]


def parse_state(node: Node, layout: Layout) -> State:
    """The state in a document whose layout is known. Raises `StateError`."""
    fields = node.fields(
        ("game", "layout", "expansions", "sun", "season", "fertility", "players"),
        required=("game", "sun", "season", "players"),
    )
    expansions = _parse_expansions(fields["expansions"]) if "expansions" in fields else frozenset()
    fertility: dict[Biome, tuple[FertilityCard, ...]] = dict.fromkeys(Biome, ())
    if "fertility" in fields:
        for biome, stack in fields["fertility"].items():
            if biome not in tuple(Biome):
                fields["fertility"].unknown("biome", biome, tuple(Biome))
            fertility[Biome(biome)] = tuple(parse_card(card) for card in stack.elements())
    return State(
        layout,
        expansions,
        Sun(fields["sun"].one_of(tuple(Sun), "side of the Sun")),
        fields["season"].whole_number(1, SEASONS),
        MappingProxyType(fertility),
        tuple(
            _parse_player(name, player, layout, expansions)
            for name, player in parse_players(fields["players"], MOST_PLAYERS)
        ),
    )


def _parse_expansions(node: Node) -> frozenset[Expansion]:
    names = [name.one_of(tuple(Expansion), "expansion") for name in node.elements()]
    if len(set(names)) != len(names):
        node.fail("given-twice", "an expansion is given twice")
    return frozenset(Expansion(name) for name in names)


def _parse_player(name: str, node: Node, layout: Layout, expansions: frozenset[Expansion]) -> Player:
    fields = node.fields(("name", "planet", "points", "seasons"), required=("name",))
    area = layout.areas["planet"]
    pieces: dict[Space, Piece] = {}
    in_ravines: dict[Space, Piece] = {}
    if "planet" in fields:
        for space, piece_node in fields["planet"].items():
            if space not in area.cells and space not in area.ravine_names:
                fields["planet"].unknown("space", space, area.cells)
            if piece_node.value is None:
                continue
            piece = Piece(piece_node.one_of(PIECES, "piece"))
            module = PIECES[piece].module
            if module is not None and module not in expansions:
                piece_node.fail(
                    "module-not-in-play", f'a {piece} belongs to the module "{module}", which is not in "expansions"'
                )
            (pieces if space in area.cells else in_ravines)[space] = piece
    points = fields["points"].fields(("start", "buds")) if "points" in fields else {}
    noted = {key: points[key].whole_number(0, MOST_POINTS) if key in points else 0 for key in ("start", "buds")}
    seasons = tuple(_parse_season(season) for season in fields["seasons"].elements()) if "seasons" in fields else ()
    if len(seasons) > SEASONS:
        fields["seasons"].fail("too-many-seasons", f"has {len(seasons)} seasons, a game has {SEASONS}")
    return Player(
        name,
        Planet(area, MappingProxyType(pieces)),
        MappingProxyType(in_ravines),
        noted["start"],
        noted["buds"],
        seasons,
    )


def _parse_season(node: Node) -> SeasonPoints:
    fields = node.fields(("light", "forest"), required=("light", "forest"))
    return SeasonPoints(*(fields[key].whole_number(0, MOST_POINTS) for key in ("light", "forest")))
