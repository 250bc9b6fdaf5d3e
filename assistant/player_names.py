"""The list of players in a state document: one to four, each with a name of their own."""

import unicodedata

from assistant.strict_json import Node

MOST_PLAYERS = 4
LONGEST_NAME = 60

JOINERS = "\u200c\u200d"
"""Zero-width (non-)joiners: not printable by themselves, but Persian names and many emoji are written with them."""


LONGEST_FOLDED = 160
"""Characters of a folded name that count; some letters of Arabic are spelt out in up to 18."""


def folded_name(name: str) -> str:
    """The form in which two spellings of one person's name are equal (case, accents composed or not, spaces).

    >>> folded_name(" ADA  Bo") == folded_name("ada bo")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())[:LONGEST_FOLDED]


def is_readable_name(name: str) -> bool:
    """Whether a name shows something and keeps to its place: no invisible letters, none that turn the line around.

    >>> is_readable_name("Ada"), is_readable_name("\u200b"), is_readable_name("Ada\u202eB")
    (True, False, False)
    """
    shown = "".join(name.split()).translate(dict.fromkeys(map(ord, JOINERS)))
    return bool(shown) and shown.isprintable()


def parse_players(node: Node, most: int) -> list[tuple[str, Node]]:
    """The players' names with their nodes; names that look the same are refused as one."""
    players = node.elements()
    if not players:
        node.fail("no-players", "there are no players")
    if len(players) > most:
        limit = "a solo game has 1" if most == 1 else f"at most {most} can play"
        node.fail("too-many-players", f"there are {len(players)} players, {limit}")
    named = []
    seen: dict[str, str] = {}
    for player in players:
        name_node = dict(player.items()).get("name")
        if name_node is None:
            player.fail("missing-key", '"name" is missing')
        name = name_node.text(LONGEST_NAME)
        if not is_readable_name(name):
            name_node.fail("bad-text", "has characters that cannot be seen")
        alike = folded_name(name)
        if alike in seen:
            name_node.fail("duplicate-name", f'two players are called "{name}"')
        seen[alike] = name
        named.append((name, player))
    return named
