"""How photo sets are read when everything about them is changed, in a way that can be repeated.

python -m tests.vision.stress SET... [--copies LIST] [--photos LIST]

Copies nobody has seen are made out of each set (tests.vision.unseen_copies) and taught anew; photographs are spoiled
(tests.vision.spoiled) and read with the set's own copy. One line each: boards found and exact, spaces right, silent
errors, spaces marked for review, tokens, the Sun; silent errors are named below their line. LIST is "all", "none" or
names between commas; changes of a copy are joined with "+".
"""

import argparse
import io
import tempfile
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.vision.spoiled import SPOILED
from tests.vision.unseen_copies import save_photo, write_unseen
from vision.bench import PhotoResult, compare, summary
from vision.copies import LearnedCopy
from vision.decode import read_photo
from vision.lesson import load_lesson
from vision.pipeline import read_board
from vision.teach import learn_copy
from vision.truth import Truth, load_truth

COPIES = (
    "red-blue",
    "brg",
    "hue-60",
    "hue-90",
    "hue-180",
    "hue-270",
    "gamma-0.7",
    "gamma-1.4",
    "mirrored+brg",
    "mirrored+renumbered",
    "half-turned+restemmed",
    "first-only",
    "second-only",
)


def read_set(folder: Path, copy: LearnedCopy, spoil: str = "as-it-is") -> list[PhotoResult]:
    """Every photograph of a set, spoiled, read and compared."""
    results = []
    for path in sorted((folder / "boards").glob("*.json")):
        truth = load_truth(path, copy.layout)
        data, seen = spoiled_photo(truth, spoil)
        corners = None if copy.board_picture is not None else seen.corners_xy
        reading = read_board(data, copy, truth.photo.name, corners)
        results.append(compare(seen, reading, copy, 1.0))
    return results


def spoiled_photo(truth: Truth, spoil: str) -> tuple[bytes, Truth]:
    """The file of a spoiled photograph, and the truth about it."""
    if spoil == "as-it-is":
        return truth.photo.read_bytes(), truth
    photo = read_photo(truth.photo)
    random = np.random.default_rng(zlib.crc32(f"{truth.photo.stem} {spoil}".encode()))
    corners = truth.corners_xy * photo.scale
    pixels, moved = SPOILED[spoil](photo.pixels, corners, random)
    buffer = io.BytesIO()
    save_photo(pixels, buffer, photo.focal_px)
    harvests = tuple(replace(h, at=moved((h.at * photo.scale).reshape(1, 2))[0]) for h in truth.harvests)
    return buffer.getvalue(), replace(truth, corners_xy=moved(corners), harvests=harvests)


def _line(name: str, photos: Sequence[PhotoResult]) -> str:
    found = summary(photos)
    exact = sum(photo.exact for photo in photos)
    line = (
        f"{name:<44}{found['boards_found']:>3}/{found['photos']:<3}{exact:>3} exact  right {found['spaces_right']:.2%}"
        f"  silent {found['silent_errors']:<3} review {found['review'] or 0:.2%}"
    )
    if found["tokens"]:
        line += f"  tokens {found['tokens_found']}/{found['tokens']} +{found['tokens_invented']}"
    if found["sun"]:
        line += f"  sun {found['sun']}"
    return line


def _show(name: str, photos: Sequence[PhotoResult]) -> None:
    print(_line(name, photos), flush=True)
    for photo in photos:
        for space in photo.spaces:
            if space.silent:
                assert space.read is not None
                read = (space.read.piece, space.read.rotation, round(space.read.confidence, 3))
                print(f"    silent: {photo.truth.photo.stem} {space.area} {space.space} read {read} true {space.true}")


def _chosen(names: str, known: Sequence[str]) -> list[str]:
    if names == "all":
        return list(known)
    return [] if names == "none" else names.split(",")


def main() -> None:
    """Print a line for every change."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--copies", default="all")
    parser.add_argument("--photos", default="all")
    args = parser.parse_args()
    for folder in args.sets:
        copy = learn_copy(load_lesson(folder / "teach.json"))
        for spoil in _chosen(args.photos, list(SPOILED)):
            _show(f"{folder.name}, photographs {spoil}", read_set(folder, copy, spoil))
        for changes in _chosen(args.copies, COPIES):
            with tempfile.TemporaryDirectory() as temporary:
                unseen = Path(temporary) / "unseen"
                write_unseen(folder, changes.split("+"), unseen)
                _show(
                    f"{folder.name}, copy {changes}", read_set(unseen, learn_copy(load_lesson(unseen / "teach.json")))
                )


if __name__ == "__main__":
    main()
