"""The commands that need only the rules: `glade score`."""

import argparse
from typing import Any


def add_commands(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add this package's commands; `shared` holds the options that every command has."""
