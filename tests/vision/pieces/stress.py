"""How well copies that nobody has seen are read: labelled Evergreen sets under every change of `unseen`.

python -m tests.vision.pieces.stress SET [SET ...] [--changes NAME[,NAME][+NAME...]] [--keep DIR] [--json OUT]

One line a variant; changes joined by a plus sign are made together. Without --changes: all of `VARIANTS`.
"""

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import cv2

from tests.vision.pieces.unseen import CHANGES, write_unseen
from vision.bench import PhotoResult, SetResult, bench_set
from vision.errors import VisionError

VARIANTS = (
    *(change for change in CHANGES if change not in ("second-only",)),
    "mirrored+gbr+lamp",
    "hue-20+shade+jpeg-50",
    "dark+tone+noise",
    "pale+haze+blur",
    "taught-by-boards+hue+20+lamp",
)


def stress(source: Path, variant: str, folder: Path) -> SetResult:
    """One variant of a set, written to `folder`, taught and read."""
    write_unseen(source, changes_of(variant), folder)
    return bench_set(folder)


def changes_of(variant: str) -> list[str]:
    """The changes that a name like "hue+20+lamp" joins."""
    changes: list[str] = []
    rest = variant
    while rest:
        name = max((change for change in CHANGES if rest == change or rest.startswith(change + "+")), key=len)
        changes.append(name)
        rest = rest[len(name) + 1 :]
    return changes


def row(name: str, photos: Sequence[PhotoResult]) -> dict[str, object]:
    """The figures of a variant."""
    spaces = [space for photo in photos for space in photo.spaces]
    found = [photo for photo in photos if photo.reading.location is not None]
    read = [space for photo in found for space in photo.spaces]
    suns = [photo.sun for photo in photos]
    return {
        "variant": name,
        "found": f"{len(found)}/{len(photos)}",
        "exact": sum(photo.exact for photo in photos),
        "wrong": sum(not space.right for space in read),
        "right %": round(100 * sum(space.right for space in spaces) / len(spaces), 2),
        "silent": sum(space.silent for space in spaces),
        "review %": round(100 * sum(space.doubted for space in read) / max(1, len(read)), 2),
        "sun": "/".join(str(suns.count(answer)) for answer in ("right", "not seen", "wrong")),
    }


def _line(values: Sequence[object]) -> str:
    return f"{values[0]!s:<40}" + "".join(f"{value!s:>10}" for value in values[1:])


def main() -> None:
    """Stress the sets that the command line names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--changes")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    rows: list[dict[str, object]] = []
    for variant in chosen.changes.split(",") if chosen.changes else VARIANTS:
        for source in chosen.sets:
            with tempfile.TemporaryDirectory(prefix="glade-stress-") as temporary:
                folder = (chosen.keep or Path(temporary)) / f"{source.name.split('-')[-1]}-{variant.replace('+', '_')}"
                try:
                    rows.append(row(folder.name, stress(source, variant, folder).photos))
                except VisionError as err:
                    rows.append({"variant": folder.name, "error": err.message})
            if len(rows) == 1:
                print(_line(list(rows[0])), flush=True)
            print(_line(list(rows[-1].values())), flush=True)
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
