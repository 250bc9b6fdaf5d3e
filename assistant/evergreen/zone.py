"""The Fertility Zone during play: laying cards, what each biome is worth now, and how the zone begins.

Core game (set-up, fertility zone); "Duplicate Fertility Icon"; "Negative Fertility Icons". Stacks are lists of card
documents, the oldest first, as the contract's State holds them; nothing that comes in is changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.errors import StateError
from assistant.evergreen.fertility import CardKind, FertilityCard, card_values, fertility_value, parse_card
from assistant.evergreen.pieces import PIECES, Piece
from assistant.evergreen.setup import FERTILITY_ICONS_AT_START
from assistant.evergreen.state import State
from assistant.layout import Biome
from assistant.strict_json import Node

CardDocument = Mapping[str, Any]
Stacks = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class BiomeValue:
    """One biome now: its value, what each card of its stack counts, and what one more tree there would be worth.

    The points for trees are those after the last season, if the value stays; a season's light and forest come on top.
    """

    biome: Biome
    value: int
    cards: tuple[int, ...]
    one_more_big_tree: int
    one_more_giant_tree: int

    def to_json(self) -> dict[str, object]:
        """The biome as the web app shows it."""
        return {
            "biome": self.biome.value,
            "value": self.value,
            "cards": list(self.cards),
            "one_more_big_tree": self.one_more_big_tree,
            "one_more_giant_tree": self.one_more_giant_tree,
        }


def biome_values(state: State) -> tuple[BiomeValue, ...]:
    """Every biome as it is worth now."""
    found = []
    for biome in Biome:
        value = fertility_value(state.fertility[biome])
        big, giant = (PIECES[piece].fertility * value for piece in (Piece.BIG_TREE, Piece.GIANT_TREE))
        found.append(BiomeValue(biome, value, card_values(state.fertility[biome]), big, giant))
    return tuple(found)


def lay_card(stack: Sequence[CardDocument], card: CardDocument) -> list[dict[str, Any]]:
    """A stack with the card that was left over laid on it; a skull turns the card below it face down.

    >>> lay_card([{"icons": 2}], {"skull": True})
    [{'icons': 2, 'flipped': True}, {'skull': True}]
    """
    parsed = parse_card(Node(dict(card), "card", StateError))
    laid = [dict(below) for below in stack]
    if parsed.kind is CardKind.SKULL and laid:
        laid[-1]["flipped"] = True
    return [*laid, dict(card)]


@dataclass(frozen=True)
class Revealed:
    """A Biome card turned up while the zone is set up; `card` is None where it shows no fertility icon at all."""

    biome: Biome
    card: FertilityCard | None

    @property
    def goes_back(self) -> bool:
        """Whether it is shuffled back: it has no icons to count, or it is a duplicate."""
        return self.card is None or self.card.kind in (CardKind.SKULL, CardKind.DUPLICATE)


@dataclass(frozen=True)
class OpeningZone:
    """The zone while it is set up: the stacks so far, the icons counted, and how many cards go back."""

    stacks: Mapping[Biome, tuple[FertilityCard, ...]]
    icons: int
    shuffle_back: int

    @property
    def icons_missing(self) -> int:
        """How many icons must still come up."""
        return max(0, FERTILITY_ICONS_AT_START - self.icons)

    def to_json(self) -> Stacks:
        """The stacks as the contract's State holds them."""
        return {
            biome.value: [{card.kind.value: card.icons} for card in stack]
            for biome, stack in self.stacks.items()
            if stack
        }


def opening_zone(revealed: Sequence[Revealed]) -> OpeningZone:
    """The zone that these cards make. Cards after the fifth icon are not turned up, so they do not count.

    Negative icons count towards the five. A duplicate is shuffled back, and so is every card without a fertility icon;
    a skull is one of these, because there is nothing yet that it could turn down.
    """
    stacks: dict[Biome, tuple[FertilityCard, ...]] = dict.fromkeys(Biome, ())
    icons = back = 0
    for entry in revealed:
        if icons >= FERTILITY_ICONS_AT_START:
            break
        if entry.goes_back or entry.card is None:
            back += 1
        else:
            stacks[entry.biome] += (entry.card,)
            icons += entry.card.icons
    return OpeningZone(stacks, icons, back)


def parse_revealed(node: Node) -> Revealed:
    """One revealed card of a document: {"biome": ..., "card": a fertility card or null}. Raises `StateError`."""
    fields = node.fields(("biome", "card"), required=("biome", "card"))
    biome = Biome(fields["biome"].one_of(tuple(Biome), "biome"))
    return Revealed(biome, None if fields["card"].value is None else parse_card(fields["card"]))
