"""The photographs of a real tile game beside the project, as a photo set that Glade can be taught and benched with.

    python -m tests.vision.kingdom_set OUT_DIR        then: glade bench OUT_DIR

Four kingdoms teach, all others are read; a kingdom is never split. Cells are taught and compared as terrains, those
with a crown with their quarter turns, bare table as an empty space; the castle and cells under it are left out.
"""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.conftest import SHARED
from tests.vision.real_tiles import TAUGHT_KINGDOMS

_CORNERS = [[-0.5, -0.5], [499.5, -0.5], [499.5, 499.5], [-0.5, 499.5]]  # the grid fills the picture


def write_set(source: Path, folder: Path) -> None:
    """Write layout.json, teach.json, the photographs and their truth into `folder`."""
    truth, art, occluded, kingdoms = (
        json.loads((source / f"{name}.json").read_text()) for name in ("truth", "art", "occluded", "layouts")
    )
    (folder / "boards").mkdir(parents=True)
    spaces = {f"{row},{column}": {"x": column, "y": row} for row in range(5) for column in range(5)}
    layout = {"id": "kingdom-5x5", "game": "custom", "grid": "square", "areas": {"kingdom": {"spaces": spaces}}}
    (folder / "layout.json").write_text(json.dumps(layout))

    def cells(board: str) -> Iterator[tuple[str, Any]]:
        for space, cell in spaces.items():
            terrain = truth[board][cell["y"]][cell["x"]]
            if terrain == "castle" or space in occluded.get(board, {}):
                continue
            motif = art.get(board, {}).get(space)
            content: Any = {"plant": terrain} if motif is None else {"plant": terrain, "rotation": motif["k"]}
            yield space, None if terrain == "empty" else content

    samples = []
    for index, boards in enumerate(kingdoms):
        for board in boards:
            contents = {"kingdom": dict(cells(board))}
            if index in TAUGHT_KINGDOMS:
                shutil.copyfile(source / f"boards/{board}.jpg", folder / f"{board}.jpg")
                samples.append({"photo": f"{board}.jpg", "areas": contents})
                continue
            name = f"{int(board):03d}"
            shutil.copyfile(source / f"boards/{board}.jpg", folder / f"boards/{name}.jpg")
            label = {"photo": f"{name}.jpg", "corners": _CORNERS, "areas": contents}
            (folder / f"boards/{name}.json").write_text(json.dumps(label))
    lesson = {"game": "custom", "copy": "kingdom", "layout": "layout.json", "samples": samples}
    (folder / "teach.json").write_text(json.dumps(lesson))


if __name__ == "__main__":
    write_set(SHARED / "real-tiles", Path(sys.argv[1]))
