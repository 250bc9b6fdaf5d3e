"""Photo sets of copies that nobody has seen, made out of one: other colours, the mirror image, fewer samples.

python -m tests.vision.unseen_copies SET CHANGE[,CHANGE] OUT_DIR        then: glade bench OUT_DIR

red-blue     red and blue exchanged          brg          the channels moved on by one
hue-90       all hues turned by 90 degrees   mirrored     the mirror image: layout, stems and turns too
first-only   the first sample photo teaches alone         second-only  the second one
without-X    plant X is not taught (every one of them must then be marked for review)
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image

from assistant.layout import Grid
from vision.decode import read_photo
from vision.homography import Pixels

_QUALITY = 95  # of the JPEGs written: the photographs are not made worse


def write_unseen(source: Path, changes: list[str], folder: Path) -> None:
    """Write a photo set with some changes into `folder`."""
    (folder / "boards").mkdir(parents=True)
    lesson, layout = (json.loads((source / name).read_text()) for name in ("teach.json", "layout.json"))
    is_mirrored = "mirrored" in changes
    lesson["copy"] = folder.name
    if "first-only" in changes or "second-only" in changes:
        lesson["samples"] = [lesson["samples"]["second-only" in changes]]
    for sample in lesson["samples"]:
        _copy_photo(source / sample["photo"], folder / sample["photo"], changes)
        for spaces in sample["areas"].values():
            for space in [s for s, content in spaces.items() if f"without-{content['plant']}" in changes]:
                del spaces[space]
        if is_mirrored:
            _mirror_turns(sample["areas"])
    board = lesson["board"]
    width = _copy_photo(source / board["photo"], folder / board["photo"], changes)
    if is_mirrored:
        board["corners"] = _mirror_corners(board["corners"], width)
        board["anchors"] = {
            area: {space: [width - 1 - x, y] for space, (x, y) in spaces.items()}
            for area, spaces in board["anchors"].items()
        }
        for area in layout["areas"].values():
            area["spaces"] = {s: {"q": -cell["q"] - cell["r"], "r": cell["r"]} for s, cell in area["spaces"].items()}
        for tile in lesson["tiles"].values():
            tile["stems"] = [Grid.HEX.edges - 1 - edge for edge in tile["stems"]]
    for name in sorted((source / "boards").glob("*.json")):
        truth = json.loads(name.read_text())
        width = _copy_photo(name.parent / truth["photo"], folder / "boards" / truth["photo"], changes)
        if is_mirrored:
            truth["corners"] = _mirror_corners(truth["corners"], width)
            _mirror_turns(truth["areas"])
            for harvest in truth["harvests"]:
                harvest["at"][0] = width - 1 - harvest["at"][0]
        (folder / "boards" / name.name).write_text(json.dumps(truth))
    (folder / "layout.json").write_text(json.dumps(layout))
    (folder / "teach.json").write_text(json.dumps(lesson))


def recoloured(pixels: Pixels, changes: list[str]) -> Pixels:
    """The picture in other colours."""
    if "red-blue" in changes:
        pixels = pixels[..., ::-1]
    if "brg" in changes:
        pixels = pixels[..., [2, 0, 1]]
    if "hue-90" in changes:
        lab = cv2.cvtColor(np.ascontiguousarray(pixels).astype(np.float32) / 255, cv2.COLOR_RGB2Lab)
        lab[..., 1], lab[..., 2] = -lab[..., 2], lab[..., 1].copy()
        pixels = np.clip(cv2.cvtColor(lab, cv2.COLOR_Lab2RGB) * 255 + 0.5, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(pixels)


def _copy_photo(source: Path, target: Path, changes: list[str]) -> int:
    """Write the changed photograph, upright, and return its width."""
    pixels = recoloured(read_photo(source).pixels, changes)
    Image.fromarray(pixels[:, ::-1] if "mirrored" in changes else pixels).save(target, quality=_QUALITY)
    return pixels.shape[1]


def _mirror_corners(corners: list[list[float]], width: int) -> list[list[float]]:
    top_left, top_right, bottom_right, bottom_left = ([width - 1 - x, y] for x, y in corners)
    return [top_right, top_left, bottom_left, bottom_right]


def _mirror_turns(areas: Mapping[str, Mapping[str, Any]]) -> None:
    for spaces in areas.values():
        for content in spaces.values():
            if content is not None:
                content["rotation"] = -content["rotation"] % Grid.HEX.edges


if __name__ == "__main__":
    write_unseen(Path(sys.argv[1]), sys.argv[2].split(","), Path(sys.argv[3]))
