"""The command `glade`: one parser for the commands of all three packages.

Exit status: 0 done, 1 the input is wrong (a one-line reason on standard error), 2 usage.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import NoReturn

import assistant.commands
import vision.commands
import web.commands
from assistant.errors import GladeError
from assistant.strict_json import on_one_line


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; each sets `run`, a function from the parsed options to an exit status, and `several`
    where it takes any number of files: the name that these have."""
    parser = argparse.ArgumentParser(
        prog="glade",
        description="Score pad and game assistant for Evenglow and Evergreen.",
        epilog="Exit status: 0 done, 1 the input is wrong, 2 usage.",
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="show the version and exit")
    parser.add_argument("--store", metavar="DIR", help=_STORE_HELP)
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--store", metavar="DIR", default=argparse.SUPPRESS, help=_STORE_HELP)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for package in (assistant.commands, vision.commands, web.commands):
        package.add_commands(commands, shared)
    printing = commands.add_parser("print", help="PDF to print")
    printables = printing.add_subparsers(title="what to print", metavar="WHAT", required=True)
    vision.commands.add_printables(printables, shared)
    web.commands.add_printables(printables, shared)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    if sys.stdout is None:  # closed by whoever started the program
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - as long as the program runs
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that cannot show a name shows its code instead
            stream.reconfigure(errors="backslashreplace")
    args = _parse(argv)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except GladeError as err:
        print(f"glade: {on_one_line(err.message)}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader of a pipe, `head` for example, has seen enough
        _write_no_more()
        return 0
    except OSError as err:  # a full disk, a folder that may not be entered: wherever nobody has said it better
        with suppress(OSError):
            print(f"glade: {_what_failed(err)}", file=sys.stderr)
        _write_no_more()
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """The parsed options. Files may also stand behind options: argparse by itself takes them in one place only."""
    parser = build_parser()
    args, rest = parser.parse_known_args(argv)
    if rest:
        files: list[str] | None = getattr(args, getattr(args, "several", ""), None)
        strange = [word for word in rest if files is None or (word.startswith("-") and word != "-")]
        if files is None or strange:
            parser.error(f"unrecognized arguments: {' '.join(strange)}")
        files.extend(rest)
    return args


def _write_no_more() -> None:
    """Drop what is still waiting to be written: Python would stumble over it once more at the end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _what_failed(err: OSError) -> str:
    reason = err.strerror or str(err) or type(err).__name__
    return on_one_line(f"{err.filename}: {reason}" if err.filename else f"the output cannot be written: {reason}")


class _ShowVersion(argparse.Action):
    """Looks the version up only when it is asked for: that takes as long as scoring a game."""

    def __call__(self, parser: argparse.ArgumentParser, *args: object) -> NoReturn:
        from importlib.metadata import version

        print(f"glade {version('glade')}")
        parser.exit()


_STORE_HELP = "where learned copies and games live (default: GLADE_STORE, else the user's data folder)"

if __name__ == "__main__":
    sys.exit(main())
