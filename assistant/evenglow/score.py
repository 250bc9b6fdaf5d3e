"""The score sheet of Evenglow, one function for each line of the pad (rulebook: "Scoring").

Each function takes what it needs, changes nothing, and returns its line: parts that made points, and misses, which
are what a player might have counted and why it makes none.
"""

from collections.abc import Iterable, Mapping

from assistant.evenglow.garden import Garden
from assistant.evenglow.notices import find_notices
from assistant.evenglow.plants import (
    FAMILY_ELDERBERRIES,
    FAMILY_POINTS_PER_LEAVES_TILE,
    HENBANE_BONUS,
    PLANTS,
    POINTS_PER_LEAF,
    POTION_SET_BONUS,
    POTIONS,
    Plant,
    Potion,
)
from assistant.evenglow.state import Cards, Player, State, Variant
from assistant.layout import Space
from assistant.ranking import EVENGLOW_TIE_BREAKERS, Standing, find_tie, places
from assistant.sheet import Line, Part, PlayerSheet, RulingUsed, ScoreSheet, Unseen, counted, in_order, listed

Gardens = Iterable[Garden]

SOLO_WIN = "A win needs more points than the Unseen."


def score_state(state: State) -> ScoreSheet:
    """The score sheet of a whole table, with places, tie, warnings and the rulings that mattered."""
    family = state.variant is Variant.FAMILY
    lines = [score_family(player) if family else score_player(player) for player in state.players]
    standings = [
        Standing(
            player.name,
            sum(line.points for line in own),
            () if family else (player.potion_count, player.unused_potion_count),
        )
        for player, own in zip(state.players, lines, strict=True)
    ]
    sheets = tuple(
        PlayerSheet(player.name, own, place)
        for player, own, place in zip(state.players, lines, places(standings), strict=True)
    )
    unseen = None
    rulings = [ruling for player in state.players for ruling in _rulings_used(player, family)]
    if state.unseen is not None:
        total = sum(state.unseen.values())
        unseen = Unseen(total, win=sheets[0].total > total)
        if sheets[0].total == total:
            rulings.append(RulingUsed(7, SOLO_WIN, sheets[0].name))
    return ScoreSheet(
        "evenglow",
        {"variant": state.variant.value},
        sheets,
        find_tie(standings, () if family else EVENGLOW_TIE_BREAKERS),
        tuple(find_notices(state)),
        tuple(rulings),
        unseen,
    )


def score_player(player: Player) -> tuple[Line, ...]:
    """The lines of one player, in the order of the score sheet (standard and solo)."""
    gardens = tuple(player.gardens.values())
    return (
        score_vines(gardens),
        score_leaves(gardens),
        score_henbane(gardens),
        score_henbane_bonus(gardens),
        score_lions_mane(gardens),
        score_mandrake(gardens),
        score_elderberries(gardens),
        score_potions(player.potions),
        score_potion_sets(player.potions),
    )


def score_vines(gardens: Gardens) -> Line:
    """1 point for each Vine tile in the largest connected group of each garden. ("Scoring", Vines)"""
    parts, misses = [], []
    for garden in gardens:
        scoring = scoring_vines(garden)
        if scoring:
            why = "1 Vine by itself" if len(scoring) == 1 else f"{len(scoring)} Vines joined by their stems"
            parts.append(Part(len(scoring), f"{why}: the largest group", garden.name, in_order(scoring)))
        for group in garden.joined_groups(Plant.VINE):
            if group != scoring:
                misses.append(Part(0, _why_not_joined(garden, group, scoring), garden.name, in_order(group)))
    return Line("vines", "Vines", tuple(parts), tuple(misses))


def score_leaves(gardens: Gardens) -> Line:
    """2 points for each Leaf joined to a Vine of its garden's largest group. ("Scoring", Leaves)"""
    parts, misses = [], []
    for garden in gardens:
        scoring = scoring_vines(garden)
        for space in garden.spaces_of(Plant.LEAVES):
            vines = _vines_at_leaves(garden, space, scoring)
            if vines:
                joined = "Both Leaves joined" if len(vines) == 2 else f"{counted(len(vines), 'Leaf', 'Leaves')} joined"
                why = f"{joined} to the largest group of Vines, on {listed(vines)}: {POINTS_PER_LEAF} each"
                parts.append(Part(POINTS_PER_LEAF * len(vines), why, garden.name, (space,)))
            else:
                misses.append(Part(0, "No Leaf meets a stem of the largest group of Vines", garden.name, (space,)))
    return Line("leaves", "Leaves", tuple(parts), tuple(misses))


def score_henbane(gardens: Gardens) -> Line:
    """2 points for each set of exactly two adjacent tiles. ("Scoring", Henbane Flowers)"""
    return _score_sets("henbane", gardens, Plant.HENBANE)


def score_henbane_bonus(gardens: Gardens) -> Line:
    """2 more points for a scoring pair with neither tile on the perimeter. ("Scoring", Henbane Flowers Bonus)"""
    parts, misses = [], []
    for garden in gardens:
        for group in garden.touching_groups(Plant.HENBANE):
            if len(group) != PLANTS[Plant.HENBANE].set_size:
                continue
            outer = group & garden.area.perimeter
            if outer:
                why = f"Space {listed(outer)} is on the perimeter" if len(outer) == 1 else "Both are on the perimeter"
                misses.append(Part(0, why, garden.name, in_order(group)))
            else:
                why = "Neither of the pair is on the perimeter"
                parts.append(Part(HENBANE_BONUS, why, garden.name, in_order(group)))
    return Line("henbane-bonus", "Henbane Bonus", tuple(parts), tuple(misses))


def score_lions_mane(gardens: Gardens) -> Line:
    """3 points for each set of exactly three connected tiles. ("Scoring", Lion's Mane)"""
    return _score_sets("lions-mane", gardens, Plant.LIONS_MANE)


def score_mandrake(gardens: Gardens) -> Line:
    """4 points for each set of exactly four connected tiles. ("Scoring", Mandrake)"""
    return _score_sets("mandrake", gardens, Plant.MANDRAKE)


def score_elderberries(gardens: Gardens) -> Line:
    """1 point for each tile on the perimeter in each set of exactly five. ("Scoring", Berry Bonus)"""
    parts, misses = [], []
    for garden in gardens:
        for group in garden.touching_groups(Plant.ELDERBERRIES):
            outer = group & garden.area.perimeter
            if len(group) != PLANTS[Plant.ELDERBERRIES].set_size:
                misses.append(_miss(garden, Plant.ELDERBERRIES, group))
            elif outer:
                why = f"{len(outer)} of a set of exactly 5 on the perimeter: 1 each"
                parts.append(Part(len(outer), why, garden.name, in_order(outer)))
            else:
                misses.append(Part(0, "A set of 5, but none is on the perimeter", garden.name, in_order(group)))
    return Line("elderberries", "Elderberries", tuple(parts), tuple(misses))


def score_potions(potions: Mapping[Potion, Cards]) -> Line:
    """3, 4 or 5 points for each Potion card, used or not. ("Scoring", Potions)"""
    parts = []
    for potion, facts in POTIONS.items():
        count = potions[potion].count
        if count:
            parts.append(Part(facts.points * count, f"{count} x {facts.label}: {facts.points} each, used or not"))
    return Line("potions", "Potions", tuple(parts))


def score_potion_sets(potions: Mapping[Potion, Cards]) -> Line:
    """3 points for each set of the three Potion cards. ("Scoring", Potion Set Bonus)"""
    sets = min(potions[potion].count for potion in Potion)
    why = f"{counted(sets, 'set')} of all three Potion cards: {POTION_SET_BONUS} each"
    return Line("potion-sets", "Potion Sets", (Part(POTION_SET_BONUS * sets, why),) if sets else ())


def score_family(player: Player) -> tuple[Line, ...]:
    """The lines of one player in "My First Gardens": stems and bonuses do not count. ("Family Variant", "Scoring")"""
    gardens = tuple(player.gardens.values())
    return (
        score_family_vines(gardens),
        score_family_leaves(gardens),
        score_henbane(gardens),
        score_lions_mane(gardens),
        score_mandrake(gardens),
        score_family_elderberries(gardens),
    )


def score_family_vines(gardens: Gardens) -> Line:
    """1 point for each tile in the largest adjacent group of Vines, whether or not the stems meet. (Family, 1)"""
    parts, misses = [], []
    for garden in gardens:
        groups = garden.touching_groups(Plant.VINE)
        largest = max(groups, key=len, default=None)
        for group in groups:
            if group == largest:
                why = f"{counted(len(group), 'Vine')} side by side: the largest group"
                parts.append(Part(len(group), why, garden.name, in_order(group)))
            else:
                misses.append(Part(0, "Not in the largest group of Vines", garden.name, in_order(group)))
    return Line("vines", "Vines", tuple(parts), tuple(misses))


def score_family_leaves(gardens: Gardens) -> Line:
    """2 points for each Leaves tile next to any Vine, whether or not the stems meet. (Family, 1)"""
    parts, misses = [], []
    for garden in gardens:
        vines = set(garden.spaces_of(Plant.VINE))
        for space in garden.spaces_of(Plant.LEAVES):
            near = vines.intersection(garden.area.neighbours[space])
            if near:
                why = f"Leaves beside the Vine on {listed(near)}"
                parts.append(Part(FAMILY_POINTS_PER_LEAVES_TILE, why, garden.name, (space,)))
            else:
                misses.append(Part(0, "No Vine beside it", garden.name, (space,)))
    return Line("leaves", "Leaves", tuple(parts), tuple(misses))


def score_family_elderberries(gardens: Gardens) -> Line:
    """5 points for each set of exactly five connected tiles. (Family, 5)"""
    return _score_sets("elderberries", gardens, Plant.ELDERBERRIES, FAMILY_ELDERBERRIES)


def scoring_vines(garden: Garden) -> frozenset[Space]:
    """The group of Vines that scores: the largest, and among those of one size the best for the leaves (ruling 2).

    Empty where there is no Vine; a lone Vine is a group of one (ruling 1).
    """
    groups = _largest_groups(garden)
    if len(groups) < 2:
        return groups[0] if groups else frozenset()
    at_leaves = _tiles_at_leaves(garden)
    return max(groups, key=lambda group: _count_leaves(at_leaves, group))


def vine_and_leaf_points(garden: Garden) -> int:
    """The sum of `score_vines` and `score_leaves` for one garden, without the reasons: for the search of advice."""
    groups = _largest_groups(garden)
    if not groups:
        return 0
    at_leaves = _tiles_at_leaves(garden)
    return len(groups[0]) + POINTS_PER_LEAF * max(_count_leaves(at_leaves, group) for group in groups)


def _largest_groups(garden: Garden) -> list[frozenset[Space]]:
    groups = garden.joined_groups(Plant.VINE)
    size = max(map(len, groups), default=0)
    return [group for group in groups if len(group) == size]


def _tiles_at_leaves(garden: Garden) -> list[Space]:
    """The tiles that a leaf's stem meets, one for each leaf."""
    return [other for space in garden.spaces_of(Plant.LEAVES) for other in garden.joined_neighbours(space)]


def _count_leaves(at_leaves: list[Space], vines: frozenset[Space]) -> int:
    return sum(other in vines for other in at_leaves)


def _vines_at_leaves(garden: Garden, space: Space, vines: frozenset[Space]) -> list[Space]:
    """The Vines among `vines` that the leaves on `space` join, one for each leaf that is joined."""
    return [other for other in garden.joined_neighbours(space) if other in vines]


def _score_sets(line_id: str, gardens: Gardens, plant: Plant, points: int | None = None) -> Line:
    facts = PLANTS[plant]
    points = facts.set_points if points is None else points
    parts, misses = [], []
    for garden in gardens:
        for group in garden.touching_groups(plant):
            if len(group) == facts.set_size:
                together = "adjacent" if facts.set_size == 2 else "connected"
                why = f"A set of exactly {facts.set_size} {together} {facts.plural}"
                parts.append(Part(points, why, garden.name, in_order(group)))
            else:
                misses.append(_miss(garden, plant, group))
    return Line(line_id, facts.label, tuple(parts), tuple(misses))


def _miss(garden: Garden, plant: Plant, group: frozenset[Space]) -> Part:
    size, needed = len(group), PLANTS[plant].set_size
    found = "1 alone" if size == 1 else f"{size} together"
    return Part(0, f"{found}: a set has exactly {needed}", garden.name, in_order(group))


def _why_not_joined(garden: Garden, group: frozenset[Space], scoring: frozenset[Space]) -> str:
    touched = {other for space in group for other in garden.area.neighbours[space] if other in scoring}
    if touched:
        return f"Beside the largest group (on {listed(touched)}), but the stems do not meet"
    if len(group) == len(scoring):
        return "As large as the scoring group, but only one group of each garden scores"
    return "Not joined to the largest group"


def _rulings_used(player: Player, family: bool) -> Iterable[RulingUsed]:
    for garden in player.gardens.values():
        groups = garden.touching_groups(Plant.VINE) if family else _largest_groups(garden)
        if max(map(len, groups), default=0) == 1:
            yield RulingUsed(1, f"A lone Vine is a group of one ({garden.name}).", player.name)
        at_leaves = _tiles_at_leaves(garden)
        if not family and len({_count_leaves(at_leaves, group) for group in groups}) > 1:
            chosen = listed(scoring_vines(garden))
            message = f"Of the largest groups of Vines in {garden.name}, that on {chosen} gives the Leaves the most."
            yield RulingUsed(2, message, player.name)
