"""The command that needs only the rules: `glade score`."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from assistant.errors import InputError, LayoutError, StateError
from assistant.layout import Layout, find_layout, load_layout
from assistant.scoring import score
from assistant.store import store_folder, stored_layouts
from assistant.strict_json import Node, load_json, on_one_line, read_json
from assistant.text_table import format_sheet

NAMELESS = '""'
"""How a file whose name is empty is called in a message."""


def add_commands(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add this package's commands; `shared` holds the options that every command has."""
    parser = commands.add_parser(
        "score",
        parents=[shared],
        help="the score sheet of what lies on the boards",
        description="The official score sheet of each state file, line by line.",
    )
    parser.add_argument("states", nargs="+", metavar="STATE.json", help="a state file; - is standard input")
    parser.add_argument("--layout", metavar="L", help="a layout's id or file, instead of the one the state names")
    parser.add_argument("--json", action="store_true", help="one JSON document per line and state file")
    parser.add_argument("--why", action="store_true", help="add every line's parts with spaces and reasons")
    parser.set_defaults(run=run_score, several="states")


def run_score(args: argparse.Namespace) -> int:
    """Print the score sheet of each state file; the others go on where one is wrong."""
    try:
        layouts = stored_layouts(store_folder(args.store), _tell_left_out)
        layout = None if args.layout is None else _chosen_layout(args.layout, layouts)
    except InputError as err:
        if args.json:  # every state fails for this, and each has its document
            for name in args.states:
                print(json.dumps({"state": name, "error": {"code": err.code, "message": err.message}}))
        raise
    status = 0
    for index, name in enumerate(args.states):
        try:
            sheet = score(_load_state(name), layout, layouts)
        except InputError as err:
            status = 1
            message = f"{on_one_line(name) or NAMELESS}: {err.message}"
            if args.json:
                print(json.dumps({"state": name, "error": {"code": err.code, "message": message}}))
            print(f"glade: {message}", file=sys.stderr)
            continue
        if args.json:
            print(json.dumps(sheet.to_json()))
        else:
            heading = [f"{on_one_line(name)}\n"] if len(args.states) > 1 else []
            print("\n".join([*[""][: index > 0], *heading, format_sheet(sheet, args.why)]), end="")
    return status


def _load_state(name: str) -> Node:
    if name != "-":
        return load_json(Path(name), StateError)
    if sys.stdin is None:
        raise StateError("cannot-read", "standard input is closed")
    return read_json(sys.stdin.buffer, StateError)


def _tell_left_out(err: LayoutError) -> None:
    print(f"glade: left out: {err.message}", file=sys.stderr)


def _chosen_layout(name: str, layouts: tuple[Layout, ...]) -> Layout:
    path = Path(name)
    try:
        is_file = path.suffix == ".json" or path.is_file()
    except (OSError, ValueError) as err:
        raise LayoutError("unknown-layout", "the layout's name is not a usable file name") from err
    return load_layout(path) if is_file else find_layout(name, layouts)
