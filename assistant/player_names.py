"""The list of players in a state document: one to four, each with a name of their own."""

import unicodedata

from assistant.strict_json import Node

MOST_PLAYERS = 4
LONGEST_NAME = 60


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
        alike = unicodedata.normalize("NFKC", name.strip()).casefold()
        if alike in seen:
            name_node.fail("duplicate-name", f'two players are called "{name}"')
        seen[alike] = name
        named.append((name, player))
    return named
