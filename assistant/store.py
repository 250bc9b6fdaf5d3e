"""The folder where learned copies, layouts and games live."""

import os
from pathlib import Path

from platformdirs import user_data_path

from assistant.layout import Layout, load_layout


def store_folder(chosen: str | None = None) -> Path:
    """The store: `chosen` (the option `--store`), else the variable GLADE_STORE, else the user's data folder.

    The folder need not exist yet; whoever writes into it makes it.
    """
    name = chosen or os.environ.get("GLADE_STORE")
    return Path(name).expanduser() if name else user_data_path("glade", appauthor=False)


def stored_layouts(store: Path) -> tuple[Layout, ...]:
    """The layouts that people have made or corrected, in the store's folder `layouts`. Raises `LayoutError`."""
    folder = store / "layouts"
    return tuple(load_layout(file) for file in sorted(folder.glob("*.json"))) if folder.is_dir() else ()
