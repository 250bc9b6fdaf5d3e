"""Stacks of fertility cards and what they are worth (core game; "Duplicate" and "Negative Fertility Icons").

A card is icons (counted), a skull (0), negative icons (counted below zero) or a duplicate (worth what the card
below it is worth); a card turned face down is worth 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from assistant.strict_json import Node

MOST_ICONS = 20  # no card shows anywhere near as many; a limit against slips


class CardKind(StrEnum):
    """What a card in the Fertility Zone shows; the names are the keys of the state document."""

    ICONS = "icons"
    SKULL = "skull"
    NEGATIVE = "negative"
    DUPLICATE = "duplicate"


@dataclass(frozen=True)
class FertilityCard:
    """One card of a stack; `icons` is the number of icons, of either sign, that it shows."""

    kind: CardKind
    icons: int = 0
    flipped: bool = False


def card_values(stack: Sequence[FertilityCard]) -> tuple[int, ...]:
    """What each card of a stack is worth, the oldest first.

    A duplicate copies the effective value of the card below it, 0 at the bottom of a stack (ruling 3).
    """
    values: list[int] = []
    for card in stack:
        if card.flipped or card.kind is CardKind.SKULL:
            values.append(0)
        elif card.kind is CardKind.DUPLICATE:
            values.append(values[-1] if values else 0)
        else:
            values.append(card.icons if card.kind is CardKind.ICONS else -card.icons)
    return tuple(values)


def fertility_value(stack: Sequence[FertilityCard]) -> int:
    """The fertility value of a biome: the sum of its cards; it can be below 0."""
    return sum(card_values(stack))


def parse_card(node: Node) -> FertilityCard:
    """One card of a state document: exactly one kind, and `flipped` where it lies face down."""
    fields = node.fields((*CardKind, "flipped"))
    kinds = [kind for kind in CardKind if kind in fields]
    if len(kinds) != 1:
        found = f"it has {' and '.join(kinds)}" if kinds else "it has none"
        node.fail("one-kind-of-card", f"a fertility card has exactly one of {', '.join(CardKind)}; {found}")
    kind = kinds[0]
    flipped = fields["flipped"].flag() if "flipped" in fields else False
    if kind in (CardKind.SKULL, CardKind.DUPLICATE):
        if not fields[kind].flag():
            fields[kind].fail("wrong-type", "can only be true")
        return FertilityCard(kind, 0, flipped)
    return FertilityCard(kind, fields[kind].whole_number(0, MOST_ICONS), flipped)
