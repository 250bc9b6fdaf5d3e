"""How well photographs of a real tile game are read: `python -m tests.vision.real_tiles [KINGDOM KINGDOM ...]`.

The boards of four kingdoms teach (by default the first, second, 19th and 23rd of layouts.json: together they show
every motif), all others are read. A kingdom is never split. Castles and cells under a standing castle are left out;
bare table must be read as nothing that is known. The photographs lie beside the project, in ../shared/real-tiles.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from assistant.layout import Layout, parse_layout
from assistant.strict_json import parse_json
from vision.copies import LearnedCopy
from vision.decode import read_photo
from vision.errors import TeachError
from vision.lattice import lattice_without_board
from vision.locate import locate_from_corners
from vision.reading import BoardReading
from vision.samples import Content, Sample
from vision.tiles import learn, read

REAL_TILES = Path(__file__).resolve().parents[3] / "shared" / "real-tiles"
TAUGHT_KINGDOMS = (0, 1, 18, 22)
_SIDE = 5
_AREA = "kingdom"


@dataclass(frozen=True)
class Score:
    """Cells read: how many, right, wrong without a mark, marked; and those with a known motif whose turn is right."""

    cells: int
    right: int
    silent: int
    review: int
    motifs: int
    turned_right: int


def read_kingdoms(folder: Path, taught: Sequence[int]) -> Score:
    """Teach the boards of some kingdoms (rows of layouts.json) and read all others."""
    kingdoms, truth, occluded, art = (_load(folder, name) for name in ("layouts", "truth", "occluded", "art"))
    teaching = [board for number in taught for board in kingdoms[number]]
    copy = _teach(folder, teaching, truth, occluded, art)
    counts = np.zeros(6, int)
    for board, rows in truth.items():
        if board in teaching:
            continue
        reading = _read(folder, board, copy)
        for row in range(_SIDE):
            for column in range(_SIDE):
                cell = f"{row},{column}"
                terrain = rows[row][column]
                if terrain == "castle" or cell in occluded.get(board, {}):
                    continue
                seen = reading.areas[_AREA][cell]
                right = seen.piece == (None if terrain == "empty" else terrain)
                counts[:4] += (1, right, not right and not seen.review, seen.review)
                if cell in art.get(board, {}):
                    counts[4:] += (1, seen.rotation == art[board][cell]["k"])
    return Score(*counts.tolist())


def _teach(folder: Path, boards: Sequence[str], truth: Any, occluded: Any, art: Any) -> LearnedCopy:
    layout = _layout()
    copy = LearnedCopy("real-tiles", "custom", layout, lattice_without_board(layout))
    samples = []
    for board in boards:
        photo = read_photo(folder / "boards" / f"{board}.jpg")
        contents = {}
        for row in range(_SIDE):
            for column in range(_SIDE):
                cell, terrain = f"{row},{column}", truth[board][row][column]
                if terrain in ("castle", "empty") or cell in occluded.get(board, {}):
                    continue
                motif = art.get(board, {}).get(cell)
                contents[cell] = Content(terrain, motif["k"] if motif else None)
        location = locate_from_corners(photo, copy.lattice, _corners())
        samples.append(Sample(photo, location, {_AREA: contents}))
    return replace(copy, references=learn(samples, copy))


def _read(folder: Path, board: str, copy: LearnedCopy) -> BoardReading:
    photo = read_photo(folder / "boards" / f"{board}.jpg")
    return read(photo, locate_from_corners(photo, copy.lattice, _corners()), copy)


def _layout() -> Layout:
    spaces = {f"{row},{column}": {"x": column, "y": row} for row in range(_SIDE) for column in range(_SIDE)}
    document = {"id": "5x5", "game": "custom", "grid": "square", "areas": {_AREA: {"spaces": spaces}}}
    return parse_layout(parse_json(json.dumps(document).encode(), TeachError))


def _corners() -> list[list[float]]:
    return [[-0.5, -0.5], [499.5, -0.5], [499.5, 499.5], [-0.5, 499.5]]


def _load(folder: Path, name: str) -> Any:
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def main() -> None:
    """Print the figures for the kingdoms named on the command line."""
    taught = tuple(int(number) for number in sys.argv[1:]) or TAUGHT_KINGDOMS
    score = read_kingdoms(REAL_TILES, taught)
    print(f"kingdoms {', '.join(map(str, taught))} taught; {score.cells} cells of the others read")
    print(f"right       {score.right / score.cells:.2%}")
    print(f"silent      {score.silent / score.cells:.2%}")
    print(f"review      {score.review / score.cells:.2%}")
    print(f"turn right  {score.turned_right / score.motifs:.2%} of {score.motifs} with a known motif")


if __name__ == "__main__":
    main()
