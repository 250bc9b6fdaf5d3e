"""What was learned of an Evergreen copy, as named arrays that a learned copy stores, and back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.errors import CopyError
from vision.pieces.body import SIDE, Body
from vision.pieces.learn import Kind
from vision.pieces.light import BareBoard
from vision.pieces.palette import Palette, paint_table


@dataclass(frozen=True, eq=False)
class References:
    """The bare ground under the taught light; each kind's body and palette; its colour table."""

    board: BareBoard
    kinds: Mapping[str, Kind]
    tables: Mapping[str, NDArray[np.float32]]


def to_arrays(board: BareBoard, kinds: Mapping[str, Kind]) -> dict[str, NDArray[Any]]:
    """The arrays that `from_arrays` reads."""
    arrays: dict[str, NDArray[Any]] = {
        "board": board.linear.astype(np.float16),
        "kinds": np.array(list(kinds), dtype=np.str_),
    }
    for name, kind in kinds.items():
        arrays[f"{name}/layers"] = np.packbits(kind.body.layers.reshape(len(kind.body.layers), -1), axis=1)
        arrays[f"{name}/weights"] = kind.palette.weights
        arrays[f"{name}/means"] = kind.palette.means
        arrays[f"{name}/covariances"] = kind.palette.covariances
        arrays[f"{name}/table"] = paint_table(kind.palette).astype(np.float16)
    return arrays


def from_arrays(arrays: Mapping[str, NDArray[Any]]) -> References:
    """What was learned. Raises `CopyError` when the copy was taught no pieces."""
    if "kinds" not in arrays:
        raise CopyError("no-pieces", "This copy was taught no pieces: teach it with photographs of sample pieces.")
    kinds: dict[str, Kind] = {}
    tables: dict[str, NDArray[np.float32]] = {}
    for name in (str(n) for n in arrays["kinds"]):
        packed = arrays[f"{name}/layers"]
        layers = np.unpackbits(packed, axis=1, count=SIDE * SIDE).reshape(-1, SIDE, SIDE).astype(bool)
        palette = Palette(*(arrays[f"{name}/{part}"] for part in ("weights", "means", "covariances")))
        kinds[name] = Kind(Body(layers), palette)
        tables[name] = arrays[f"{name}/table"].astype(np.float32)
    return References(BareBoard(arrays["board"].astype(np.float32)), kinds, tables)
