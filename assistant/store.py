"""The folder where learned copies, layouts and games live."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

from assistant.errors import InputError, LayoutError
from assistant.layout import Layout, load_layout, parse_layout
from assistant.strict_json import load_json


def store_folder(chosen: str | None = None) -> Path:
    """The store: `chosen` (the option `--store`), else the variable GLADE_STORE, else the user's data folder.

    The folder need not exist yet; whoever writes into it makes it. Raises `InputError`.
    """
    name = chosen or os.environ.get("GLADE_STORE")
    try:
        return Path(name).expanduser() if name else user_data_path("glade", appauthor=False)
    except RuntimeError as err:
        raise InputError("no-home-folder", f"the store {name} is in a home folder that is not there") from err


def stored_layouts(store: Path, on_damaged: Callable[[LayoutError], object]) -> tuple[Layout, ...]:
    """The layouts of the store: those of the learned copies, then those that people have made or corrected.

    Of two with the same id the later one counts. So a state that was played on a copy's own board is scored in the same
    way by whatever looks into the same store.

    What is damaged or may not be read is left out and told to `on_damaged`: it must not keep anybody from scoring on
    another layout. (A damaged copy is left out silently: reading a photograph with it says so.)
    """
    try:
        files = sorted((store / "layouts").glob("*.json"))
    except OSError as err:
        on_damaged(LayoutError("cannot-read", f"the store's layouts cannot be read: {err.strerror}"))
        return ()
    layouts = _layouts_of_copies(store)
    for file in files:
        try:
            layouts.append(load_layout(file))
        except LayoutError as err:
            on_damaged(err)
    return tuple(layouts)


def _layouts_of_copies(store: Path) -> list[Layout]:
    found = []
    with suppress(OSError):
        for file in sorted((store / "copies").glob("[a-z0-9]*/copy.json")):
            with suppress(InputError, KeyError):
                layout = parse_layout(dict(load_json(file).items())["layout"])
                if layout.game != "custom":  # nothing is scored on those
                    found.append(layout)
    return found
