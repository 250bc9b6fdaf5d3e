"""Photo sets of copies that nobody has seen, made out of one: other colours, the mirror image, fewer samples.

python -m tests.vision.unseen_copies SET CHANGE[,CHANGE] OUT_DIR        then: glade bench OUT_DIR

red-blue     red and blue exchanged          brg          the channels moved on by one
hue-N        all hues turned by N degrees    gamma-N      all photographs with gamma N
mirrored     the mirror image: layout, stems and turns too
half-turned  the board's owner sits on the other side: corners, layout and turns too
restemmed    the upright position of every tile is another one: stems and turns too
renumbered   the spaces have each other's numbers, differently in each area
first-only   the first sample photo teaches alone         second-only  the second one
without-X    plant X is not taught (every one of them must then be marked for review)

Evenglow and Evergreen sets; what has no meaning for a game (stems of trees) changes nothing.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image

from vision.decode import read_photo
from vision.homography import Pixels

_QUALITY = 95  # of the JPEGs written: the photographs are not made worse
_DIAGONAL_35MM = 43.27
_FOCAL_TAG = 0xA405  # FocalLengthIn35mmFilm

Json = dict[str, Any]


def write_unseen(source: Path, changes: Sequence[str], folder: Path) -> None:
    """Write a photo set with some changes into `folder`, which takes its name."""
    (folder / "boards").mkdir(parents=True)
    lesson, layout = (json.loads((source / name).read_text()) for name in ("teach.json", "layout.json"))
    truths = [json.loads(path.read_text()) for path in sorted((source / "boards").glob("*.json"))]
    lesson["copy"] = folder.name
    if "first-only" in changes or "second-only" in changes:
        lesson["samples"] = [lesson["samples"]["second-only" in changes]]
    for sample in lesson["samples"]:
        for spaces in sample["areas"].values():
            for space in [s for s, content in spaces.items() if f"without-{_piece(content)}" in changes]:
                del spaces[space]
    widths = {
        name: _copy_photo(source / name, folder / name, changes)
        for name in (
            lesson["board"]["photo"],
            *(sample["photo"] for sample in lesson["samples"]),
            *(f"boards/{truth['photo']}" for truth in truths),
        )
    }
    edges = 6 if layout["grid"] == "hex" else 4
    if "mirrored" in changes:
        _mirror(lesson, layout, truths, widths, edges)
    if "half-turned" in changes:
        _turn_half(lesson, layout, truths, edges)
    if "restemmed" in changes:
        for tile in lesson.get("tiles", {}).values():
            tile["stems"] = [(edge + 1) % edges for edge in tile["stems"]]
        _change_turns(lesson, truths, lambda turn: (turn - 1) % edges)
    if "renumbered" in changes:
        _renumber(lesson, layout, truths)
    for truth in truths:
        (folder / "boards" / truth["photo"]).with_suffix(".json").write_text(json.dumps(truth))
    (folder / "layout.json").write_text(json.dumps(layout))
    (folder / "teach.json").write_text(json.dumps(lesson))


def recoloured(pixels: Pixels, changes: Sequence[str]) -> Pixels:
    """The picture in other colours."""
    for change in changes:
        name, _, number = change.partition("-")
        if change == "red-blue":
            pixels = pixels[..., ::-1]
        elif change == "brg":
            pixels = pixels[..., [2, 0, 1]]
        elif name == "hue":
            lab = cv2.cvtColor(np.ascontiguousarray(pixels).astype(np.float32) / 255, cv2.COLOR_RGB2Lab)
            a, b, angle = lab[..., 1].copy(), lab[..., 2].copy(), np.deg2rad(float(number))
            lab[..., 1], lab[..., 2] = a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)
            pixels = np.clip(cv2.cvtColor(lab, cv2.COLOR_Lab2RGB) * 255 + 0.5, 0, 255).astype(np.uint8)
        elif name == "gamma":
            table = np.rint(255 * (np.arange(256) / 255) ** float(number)).astype(np.uint8)
            pixels = table[pixels]
    return np.ascontiguousarray(pixels)


def save_photo(pixels: Pixels, target: Any, focal_px: float | None, quality: int = _QUALITY) -> None:
    """Write a JPEG into a file, with the focal length of the photograph it was made from."""
    exif = Image.Exif()
    if focal_px is not None:
        focal = round(focal_px * _DIAGONAL_35MM / float(np.hypot(*pixels.shape[:2])))
        exif.get_ifd(0x8769)[_FOCAL_TAG] = focal
    Image.fromarray(pixels).save(target, "JPEG", quality=quality, exif=exif)


def _copy_photo(source: Path, target: Path, changes: Sequence[str]) -> int:
    """Write the changed photograph, upright, and return its width."""
    photo = read_photo(source)
    pixels = recoloured(photo.pixels, changes)
    if "mirrored" in changes:
        pixels = np.ascontiguousarray(pixels[:, ::-1])
    save_photo(pixels, target, photo.focal_px)
    return int(pixels.shape[1])


def _piece(content: Any) -> str:
    return str(content["plant"]) if isinstance(content, dict) else str(content)


def _mirror(lesson: Json, layout: Json, truths: list[Json], widths: dict[str, int], edges: int) -> None:
    board = lesson["board"]
    width = widths[board["photo"]]
    board["corners"] = _mirror_corners(board["corners"], width)
    board["anchors"] = {
        area: {space: [width - 1 - x, y] for space, (x, y) in spaces.items()}
        for area, spaces in board["anchors"].items()
    }
    for cell in _cells(layout):
        if "q" in cell:
            cell["q"] = -cell["q"] - cell["r"]
        else:
            cell["x"] = -cell["x"]
    _make_positive(layout)
    for tile in lesson.get("tiles", {}).values():
        tile["stems"] = [edges - 1 - edge for edge in tile["stems"]]
    _change_turns(lesson, truths, lambda turn: -turn % edges)
    for truth in truths:
        width = widths[f"boards/{truth['photo']}"]
        truth["corners"] = _mirror_corners(truth["corners"], width)
        for harvest in truth.get("harvests", []):
            harvest["at"][0] = width - 1 - harvest["at"][0]
        if "sun" in truth:
            truth["sun"] = {"left": "right", "right": "left"}.get(truth["sun"], truth["sun"])


def _turn_half(lesson: Json, layout: Json, truths: list[Json], edges: int) -> None:
    lesson["board"]["corners"] = lesson["board"]["corners"][2:] + lesson["board"]["corners"][:2]
    for cell in _cells(layout):
        for axis in ("q", "r", "x", "y"):
            if axis in cell:
                cell[axis] = -cell[axis]
    _make_positive(layout)
    _change_turns(lesson, truths, lambda turn: (turn + edges // 2) % edges)
    for truth in truths:
        truth["corners"] = truth["corners"][2:] + truth["corners"][:2]
        if "sun" in truth:
            across = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
            truth["sun"] = across.get(truth["sun"], truth["sun"])


def _renumber(lesson: Json, layout: Json, truths: list[Json]) -> None:
    """Both gardens of Evenglow fill the same numbered spaces, so that the areas of one set share their numbers."""
    names: dict[str, dict[str, str]] = {}
    shared: dict[tuple[str, ...], dict[str, str]] = {}
    for area, described in layout["areas"].items():
        spaces = tuple(described["spaces"])
        if spaces not in shared:
            shuffled = np.random.default_rng(len(spaces)).permutation(len(spaces))
            shared[spaces] = {space: spaces[int(i)] for space, i in zip(spaces, shuffled, strict=True)}
        names[area] = shared[spaces]
        described["spaces"] = {names[area][space]: cell for space, cell in described["spaces"].items()}
    contents = [lesson["board"]["anchors"], *(sample["areas"] for sample in lesson["samples"])]
    for areas in (*contents, *(truth["areas"] for truth in truths)):
        for area, spaces_of_area in areas.items():
            areas[area] = {names[area][space]: value for space, value in spaces_of_area.items()}
    for truth in truths:
        for harvest in truth.get("harvests", []):
            harvest["spaces"] = [names[harvest["garden"]][space] for space in harvest["spaces"]]


def _change_turns(lesson: Json, truths: list[Json], change: Callable[[int], int]) -> None:
    for areas in (*(sample["areas"] for sample in lesson["samples"]), *(truth["areas"] for truth in truths)):
        for spaces in areas.values():
            for content in spaces.values():
                if isinstance(content, dict) and "rotation" in content:
                    content["rotation"] = change(content["rotation"])


def _cells(layout: Json) -> list[Json]:
    return [cell for area in layout["areas"].values() for cell in area["spaces"].values()]


def _make_positive(layout: Json) -> None:
    """Squares counted from 0 again, as layouts of square grids usually are."""
    for area in layout["areas"].values():
        for axis in ("x", "y"):
            if all(axis in cell for cell in area["spaces"].values()):
                least = min(cell[axis] for cell in area["spaces"].values())
                for cell in area["spaces"].values():
                    cell[axis] -= least


def _mirror_corners(corners: list[list[float]], width: int) -> list[list[float]]:
    top_left, top_right, bottom_right, bottom_left = ([width - 1 - x, y] for x, y in corners)
    return [top_right, top_left, bottom_left, bottom_right]


if __name__ == "__main__":
    write_unseen(Path(sys.argv[1]), sys.argv[2].split(","), Path(sys.argv[3]))
