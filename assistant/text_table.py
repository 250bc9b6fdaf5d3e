"""A score sheet as text for a terminal: players as columns, lines as rows, as on the pad."""

import unicodedata
from collections.abc import Iterator

from assistant.sheet import Line, Part, ScoreSheet, listed

DECIDED = {
    "potions": "the most potions decide",
    "unused-potions": "the most unused potions decide",
    "shared": "they share the victory",
}


def format_sheet(sheet: ScoreSheet, with_reasons: bool = False) -> str:
    """The table, the ranking, what decided a tie, and the warnings; with `with_reasons` every part of every line."""
    return "\n".join(_rows(sheet, with_reasons)) + "\n"


def _rows(sheet: ScoreSheet, with_reasons: bool) -> Iterator[str]:
    options = [f"season {value}" if key == "season" else _option(key, value) for key, value in sheet.options.items()]
    yield f"{sheet.game.capitalize()}: {', '.join(filter(None, options))}"
    yield ""
    yield from _table(sheet)
    yield ""
    if len(sheet.players) > 1:
        yield from _ranking(sheet)
    if sheet.unseen is not None:
        result = "you outscore the Unseen and win" if sheet.unseen.win else "the Unseen wins"
        yield f"The Unseen scores {sheet.unseen.total}: {result}."
    if with_reasons:
        yield from _reasons(sheet)
    for ruling in sheet.rulings:
        yield f"Ruling {ruling.number}{_whose(ruling.player)}: {ruling.message}"
    for warning in sheet.warnings:
        yield f"Please check{_whose(warning.player)}: {warning.message}"


def _option(key: str, value: object) -> str:
    if key == "expansions" and isinstance(value, list):
        return "with " + ", ".join(value) if value else "core game"
    return f"Sun at the {value}" if key == "sun" else str(value)


def _table(sheet: ScoreSheet) -> Iterator[str]:
    first = max(width(line.label) for line in sheet.players[0].lines)
    names = [_shortened(player.name) for player in sheet.players]
    widths = [max(width(name), 5) for name in names]

    def row(label: str, cells: list[str]) -> str:
        padded = [" " * (w - width(cell)) + cell for cell, w in zip(cells, widths, strict=True)]
        return (label + " " * (first - width(label)) + "  " + "  ".join(padded)).rstrip()

    rule = "-" * (first + sum(w + 2 for w in widths))
    yield row("", names)
    yield rule
    for index, line in enumerate(sheet.players[0].lines):
        yield row(line.label, [_points(player.lines[index]) for player in sheet.players])
    yield rule
    yield row("Total", [str(player.total) for player in sheet.players])
    if len(sheet.players) > 1:
        yield row("Place", [f"{player.place}." for player in sheet.players])


def _points(line: Line) -> str:
    return str(line.points) if line.is_noted else "?"


def _ranking(sheet: ScoreSheet) -> Iterator[str]:
    for player in sorted(sheet.players, key=lambda player: player.place):
        yield f"{player.place}. {player.name}, {player.total} points"
    if sheet.tie is not None:
        names = listed_names(sheet.tie.players)
        yield f"{names} have the same total: {DECIDED[sheet.tie.decided_by]}."


def _reasons(sheet: ScoreSheet) -> Iterator[str]:
    for player in sheet.players:
        yield player.name
        for line in player.lines:
            yield f"  {line.label}: {_points(line)}"
            yield from (f"    {part.points:+d}  {_part(part)}" for part in line.parts)
            yield from (f"     0  {_part(part)}" for part in line.misses)
        yield ""


def _part(part: Part) -> str:
    if not part.spaces:
        return part.why
    where = f"{part.area} {listed(part.spaces)}" if part.area else listed(part.spaces)
    return f"{where}: {part.why}"


def listed_names(names: tuple[str, ...]) -> str:
    """Names as a person would say them, in the order given.

    >>> listed_names(("Cy", "Ada", "Bo"))
    'Cy, Ada and Bo'
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def width(text: str) -> int:
    """The columns that a text takes in a terminal: wide characters take two, combining ones none."""
    return sum(
        0
        if unicodedata.combining(c) or unicodedata.category(c) == "Cf"
        else 2
        if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in text
    )


def _shortened(name: str, longest: int = 16) -> str:
    while width(name) > longest:
        name = name.rstrip("…")[:-1] + "…"
    return name


def _whose(player: str | None) -> str:
    return f" ({player})" if player else ""
