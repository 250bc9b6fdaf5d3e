"""From likelihoods to a reading: what each space holds, how sure that is, what a person should check."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp

import numpy as np
from numpy.typing import NDArray

from vision.reading import Alternative, SpaceReading
from vision.tiles.bank import Bank
from vision.tiles.looks import STRANGE_PALETTE, References
from vision.tiles.match import PALETTE_WORTH, Matches

_PALETTE_ALONE = 4.0
"""Tiles of a kind that do not look alike are told by their colours alone, which then weigh this much more."""

_UNMIRRORED = 1e-4
"""Prior odds that only one garden holds a tile on a space ("Plant Tiles": always in mirrored spaces)."""

_CERTAIN = 20.0  # log odds that nothing overturns
_SURE = 0.99
"""Confidence below which a person is asked."""

_WEAK = 5.0
"""Log likelihood of the pattern below which a person is asked, however much likelier it is than all others: what
was never taught always looks more like one of the taught kinds than like the rest. Right readings have 6 to 40."""

_NAMED = 0.5
"""Share of the probability that may lie on "something that was never taught" before no name is given at all."""

_FEW_SAMPLES = 12
"""Samples of a kind told by its colours below which a tile like nothing else is still called that, and asked about: how
much its colours vary is not known then."""

_LIKE_NOTHING_ELSE = 10.0  # log likelihood by which such a kind must lead the next

_TURN_LEAD = 4.6
"""Log likelihood (odds of 99 to 1) by which the turn that is told must lead every other turn of the same tile."""

_SHOWN = 1e-3  # alternatives less probable than this are left out
_MOST_SHOWN = 3
TILES_PER_KIND = 44  # Evenglow rulebook, "Components"


@dataclass(frozen=True)
class Verdict:
    """One thing that a space may hold. `piece` None is the empty space; `is_known` False is something never taught."""

    piece: str | None
    rotation: int | None
    is_known: bool
    log_likelihood: float
    pattern: float
    """Log likelihood of the pattern alone, over that of something unknown."""
    lacks_turn: bool = False
    """Whether how it lies matters and is not known: it has stems but was taught without its rotation, or another turn
    fits nearly as well."""
    is_rare: bool = False
    """Whether few samples of the piece were taught, and they differ."""


def verdicts(
    matches: Matches, references: References, bank: Bank, stems: Mapping[str, Sequence[int]], edges: int
) -> list[list[Verdict]]:
    """For each space everything that it may hold; turns of a tile that show the same stems are one."""
    candidates = matches.candidates
    spaces: list[list[Verdict]] = []
    strange = PALETTE_WORTH * float(np.log(STRANGE_PALETTE))
    samples = np.bincount(references.palette_kind, minlength=len(references.kinds))
    rows_of = _rows_by_space(candidates.space, len(matches.palette))
    for space, rows in enumerate(rows_of):
        best: dict[tuple[int, frozenset[int] | None], tuple[float, int | None]] = {}
        turns: dict[int, list[tuple[float, int | None, bool]]] = {}
        for row in rows:
            entry = int(candidates.entry[row])
            likelihood = float(matches.log_likelihood[row])
            rotation: int | None = None
            group: frozenset[int] | None = None
            kind = -1
            if entry >= 0:
                look = bank.look[entry]
                kind = int(references.look_kind[look])
                if references.look_turned[look]:
                    rotation = int(bank.rotation[entry])
                    edge_list = stems.get(references.kinds[kind])
                    if edge_list:
                        group = frozenset((edge + rotation) % edges for edge in edge_list)
                if group is None:
                    turns.setdefault(kind, []).append((likelihood, rotation, bool(bank.turns_alike[look])))
                if not references.rigid[kind]:
                    # Tiles of this kind differ: one that no look explains may still be of it, by its colours.
                    likelihood = max(likelihood, 0.0)
            key = (kind, group)
            if key not in best or likelihood > best[key][0]:
                best[key] = (likelihood, rotation)
        found = [Verdict(None, None, False, strange, 0.0)]
        for (kind, _), (likelihood, rotation) in best.items():
            if kind < 0:
                found.append(Verdict(None, None, True, likelihood + float(matches.palette_empty[space]), likelihood))
            else:
                palette = float(matches.palette[space, kind])
                pattern = likelihood
                if not references.rigid[kind]:
                    pattern = np.inf
                    floor = PALETTE_WORTH * float(np.log(references.palette_floor[kind]))
                    palette = strange + _PALETTE_ALONE * (palette - floor)
                lacks_turn = rotation is None and bool(stems.get(references.kinds[kind]))
                if kind in turns and rotation is not None:
                    rotation, is_doubtful = _turn(turns[kind])
                    lacks_turn = is_doubtful and not stems  # where some tiles have stems, only those need their turn
                total = likelihood + palette
                is_rare = not references.rigid[kind] and samples[kind] < _FEW_SAMPLES
                found.append(Verdict(references.kinds[kind], rotation, True, total, pattern, lacks_turn, is_rare))
        spaces.append(found)
    return spaces


def _turn(fits: Sequence[tuple[float, int | None, bool]]) -> tuple[int | None, bool]:
    """How a tile without stems lies, from (log likelihood, rotation, whether its look is alike in some turns) of its
    candidates, and whether that is doubtful. A tile that no look explains, or that looks alike however it lies, has no
    turn that could be told."""
    likelihood, rotation, is_alike = max(fits, key=lambda fit: fit[0])
    if rotation is None or is_alike or likelihood < _WEAK:
        return None, False
    others = [other for other, turn, _ in fits if turn is not None and turn != rotation]
    return rotation, likelihood - max(others, default=-np.inf) < _TURN_LEAD


def mirrored(spaces: list[list[Verdict]], pairs: Sequence[tuple[int, int]]) -> list[list[Verdict]]:
    """Verdicts that take into account that both gardens fill the same spaces."""
    changed = list(spaces)
    for a, b in pairs:
        odds = {row: _empty_or_tile(spaces[row]) for row in (a, b)}
        if any(all(odds[row][side] < -_CERTAIN for row in (a, b)) for side in (0, 1)):
            continue  # both gardens say the same beyond doubt
        for mine, other in ((a, b), (b, a)):
            empty, tile = odds[other]
            if_empty = np.logaddexp(empty, tile + np.log(_UNMIRRORED))
            if_tile = np.logaddexp(tile, empty + np.log(_UNMIRRORED))
            changed[mine] = [
                replace(
                    v, log_likelihood=v.log_likelihood + float(if_empty if v.is_known and v.piece is None else if_tile)
                )
                for v in spaces[mine]
            ]
    return changed


def read_space(
    found: Sequence[Verdict], is_doubtful: bool = False, guesses: Sequence[Alternative] = (), may_guess: bool = False
) -> SpaceReading:
    """The reading of one space.

    Parameters
    ----------
    is_doubtful : bool
        Ask for a review whatever the likelihoods say.
    guesses : sequence of Alternative
        What it may be that was never taught, the likeliest first.
    may_guess : bool
        Whether the first guess is named (for review) rather than nothing.
    """
    ranked = sorted(found, key=lambda v: -v.log_likelihood)
    probability = _probabilities([v.log_likelihood for v in ranked])
    unknown = float(sum(p for v, p in zip(ranked, probability, strict=True) if not v.is_known))
    known = [(v, float(p)) for v, p in zip(ranked, probability, strict=True) if v.is_known]
    if not known or unknown > _NAMED:
        if known and known[0][0].is_rare and _leads(known):
            (best, confidence), *less = known
            shown = [Alternative(v.piece, v.rotation, p) for v, p in less if p >= _SHOWN][:_MOST_SHOWN]
            return SpaceReading(best.piece, best.rotation, confidence, True, tuple(shown))
        others = [*guesses, *(Alternative(v.piece, v.rotation, p) for v, p in known)]
        if may_guess and guesses:
            first, *rest = others
            return SpaceReading(first.piece, None, first.confidence, True, tuple(rest[:_MOST_SHOWN]))
        return SpaceReading(None, None, 0.0, True, tuple(others[:_MOST_SHOWN]))
    (best, confidence), *less = known
    review = is_doubtful or confidence < _SURE or best.pattern < _WEAK or best.lacks_turn
    shown = [Alternative(v.piece, v.rotation, p) for v, p in less if p >= _SHOWN][:_MOST_SHOWN]
    return SpaceReading(best.piece, best.rotation, confidence, review, tuple(shown))


def _leads(known: Sequence[tuple[Verdict, float]]) -> bool:
    (first, _), *less = known
    return not less or first.log_likelihood - less[0][0].log_likelihood > _LIKE_NOTHING_ELSE


def holds_tile(found: Sequence[Verdict]) -> bool:
    """Whether something, taught or not, rather lies on a space than nothing."""
    best = max(found, key=lambda v: v.log_likelihood)
    return best.piece is not None or not best.is_known


def too_many(readings: Sequence[SpaceReading], limit: int = TILES_PER_KIND) -> list[int]:
    """Indices of the least certain readings of each kind of which there are more than the box holds."""
    by_kind: dict[str, list[int]] = {}
    for index, reading in enumerate(readings):
        if reading.piece is not None:
            by_kind.setdefault(reading.piece, []).append(index)
    doubted: list[int] = []
    for indices in by_kind.values():
        if len(indices) > limit:
            doubted += sorted(indices, key=lambda i: readings[i].confidence)[: len(indices) - limit]
    return doubted


def _empty_or_tile(found: Sequence[Verdict]) -> tuple[float, float]:
    """Log probabilities that a space is empty and that something lies on it."""
    empty = [v.log_likelihood for v in found if v.is_known and v.piece is None]
    tile = [v.log_likelihood for v in found if not (v.is_known and v.piece is None)]
    most = [float(np.logaddexp.reduce(side)) if side else -np.inf for side in (empty, tile)]
    total = float(np.logaddexp(most[0], most[1]))
    return most[0] - total, most[1] - total


def _probabilities(log_likelihoods: Sequence[float]) -> list[float]:
    """Shares of the whole, of log likelihoods of which the first is the greatest."""
    weights = [exp(one - log_likelihoods[0]) for one in log_likelihoods]
    total = sum(weights)
    return [weight / total for weight in weights]


def _rows_by_space(space: NDArray[np.int64], count: int) -> list[NDArray[np.int64]]:
    order = np.argsort(space, kind="stable")
    bounds = np.searchsorted(space[order], np.arange(count + 1))
    return [order[bounds[i] : bounds[i + 1]] for i in range(count)]
