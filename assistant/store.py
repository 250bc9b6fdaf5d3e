"""The folder where learned copies, layouts and games live."""

import os
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_data_path

from assistant.errors import InputError, LayoutError
from assistant.layout import Layout, load_layout


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
    """The layouts that people have made or corrected, in the store's folder `layouts`.

    What is damaged or may not be read is left out and told to `on_damaged`: it must not keep anybody from scoring on
    another layout.
    """
    try:
        files = sorted((store / "layouts").glob("*.json"))
    except OSError as err:
        on_damaged(LayoutError("cannot-read", f"the store's layouts cannot be read: {err.strerror}"))
        return ()
    layouts = []
    for file in files:
        try:
            layouts.append(load_layout(file))
        except LayoutError as err:
            on_damaged(err)
    return tuple(layouts)
