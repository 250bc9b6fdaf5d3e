"""The commands that serve people: `glade serve`, `worker` and `demo`.

Flask is imported when a command runs, so that the others start fast."""

import argparse
from typing import Any


def add_commands(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add this package's commands; `shared` holds the options that every command has."""
