"""Evergreen photo sets of copies that nobody has seen, made out of a labelled one by changing all its photographs.

A change of paint (the printing's and the pieces') is the same in all photographs of the set; a change of light, camera
or file differs from photograph to photograph, teaching photographs included, by chance that the file's name fixes.
"""

import json
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image

from vision.decode import read_photo
from vision.homography import Pixels
from vision.pieces.light import to_linear

Change = Callable[[Pixels, np.random.Generator], Pixels]

_QUALITY = 95  # of the JPEGs written: the photographs are not made worse


def _channels(order: tuple[int, int, int]) -> Change:
    return lambda pixels, _: np.asarray(np.ascontiguousarray(pixels[..., order]), np.uint8)


def _turned_hues(degrees: float) -> Change:
    cos, sin = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return _in_lab(np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]]))


def _other_hues(degrees: float) -> Change:
    """Hues moved on around the colour wheel, saturations and values kept: every colour stays a possible one."""

    def change(pixels: Pixels, _: np.random.Generator) -> Pixels:
        hsv = cv2.cvtColor(pixels.astype(np.float32) / 255, cv2.COLOR_RGB2HSV)
        hsv[..., 0] = (hsv[..., 0] + degrees) % 360
        return _bytes(np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)))

    return change


def _in_lab(matrix: np.ndarray, offset: tuple[float, float, float] = (0, 0, 0)) -> Change:
    def change(pixels: Pixels, _: np.random.Generator) -> Pixels:
        lab = cv2.cvtColor(pixels.astype(np.float32) / 255, cv2.COLOR_RGB2Lab)
        lab = cv2.transform(lab, np.column_stack([matrix, offset]).astype(np.float32))
        return _bytes(np.asarray(cv2.cvtColor(np.asarray(lab), cv2.COLOR_Lab2RGB)))

    return change


def _bytes(coded: np.ndarray) -> Pixels:
    return np.clip(coded * 255 + 0.5, 0, 255).astype(np.uint8)


def _from_linear(linear: np.ndarray) -> Pixels:
    linear = np.clip(linear, 0, 1)
    return _bytes(np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055))


def _lamp(pixels: Pixels, random: np.random.Generator) -> Pixels:
    """Another lamp: up to a quarter more or less of each channel."""
    return _from_linear(to_linear(pixels) * np.exp(random.uniform(-0.25, 0.25, 3)).astype(np.float32))


def _exposure(pixels: Pixels, random: np.random.Generator) -> Pixels:
    return _from_linear(to_linear(pixels) * np.float32(np.exp(random.uniform(-0.8, 0.25))))


def _tone(pixels: Pixels, random: np.random.Generator) -> Pixels:
    """Another telephone's tone curve: gamma 0.75 to 1.3."""
    return _bytes((pixels / np.float32(255)) ** np.float32(np.exp(random.uniform(np.log(0.75), np.log(1.3)))))


def _haze(pixels: Pixels, random: np.random.Generator) -> Pixels:
    veil = random.uniform(0.0, 0.12) * random.uniform(0.8, 1.0, 3)
    return _from_linear(to_linear(pixels) * np.float32(0.9) + veil.astype(np.float32))


def _shade(pixels: Pixels, random: np.random.Generator) -> Pixels:
    """A soft shadow edge across the picture, darkening one side to between 35 and 80 %, and darker corners."""
    rows, columns = pixels.shape[:2]
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    u, v = (x / columns - 0.5), (y / rows - 0.5)
    angle, at, width = random.uniform(0, 2 * np.pi), random.uniform(-0.15, 0.15), random.uniform(0.01, 0.2)
    side = 1 / (1 + np.exp(-np.clip((np.cos(angle) * u + np.sin(angle) * v - at) / width * 4, -30, 30)))
    light = 1 - (1 - random.uniform(0.35, 0.8)) * side
    light *= 1 - random.uniform(0.0, 0.6) * (u * u + v * v)
    return _from_linear(to_linear(pixels) * light[..., None].astype(np.float32))


def _blur(pixels: Pixels, random: np.random.Generator) -> Pixels:
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), random.uniform(0.8, 1.8)), np.uint8)


def _noise(pixels: Pixels, random: np.random.Generator) -> Pixels:
    grain = random.normal(0, random.uniform(4, 10), pixels.shape).astype(np.float32)
    return np.asarray(np.clip(pixels + grain, 0, 255), np.uint8)


def _plain(pixels: Pixels, _: np.random.Generator) -> Pixels:
    return pixels


CHANGES: Mapping[str, Change] = {
    "same": _plain,
    # paint
    "red-blue": _channels((2, 1, 0)),
    "red-green": _channels((1, 0, 2)),
    "green-blue": _channels((0, 2, 1)),
    "gbr": _channels((1, 2, 0)),
    "brg": _channels((2, 0, 1)),
    "hue-60": _other_hues(60),
    "hue-180": _other_hues(180),
    "hue-300": _other_hues(300),
    "hue-20": _turned_hues(20),
    "hue+20": _turned_hues(-20),
    "pale": _in_lab(np.diag([0.85, 0.6, 0.6]), (15, 0, 0)),
    "dark": _in_lab(np.diag([0.75, 0.9, 0.9])),
    "grey": _in_lab(np.diag([1, 0.4, 0.4])),
    "vivid": _in_lab(np.diag([1, 1.3, 1.3])),
    # light, camera, file
    "lamp": _lamp,
    "exposure": _exposure,
    "tone": _tone,
    "haze": _haze,
    "shade": _shade,
    "blur": _blur,
    "noise": _noise,
    "jpeg-50": _plain,
    "small": _plain,
    # lesson
    "mirrored": _plain,
    "first-only": _plain,
    "second-only": _plain,
    "taught-by-boards": _plain,
}


def write_unseen(source: Path, changes: list[str], folder: Path) -> None:
    """Write the photo set `source` into `folder` with some of `CHANGES`, applied in their order."""
    (folder / "boards").mkdir(parents=True)
    lesson, layout = (json.loads((source / name).read_text()) for name in ("teach.json", "layout.json"))
    truths = {path.name: json.loads(path.read_text()) for path in sorted((source / "boards").glob("*.json"))}
    is_mirrored = "mirrored" in changes
    lesson["copy"] = folder.name
    if "first-only" in changes or "second-only" in changes:
        lesson["samples"] = [lesson["samples"]["second-only" in changes]]
    if "taught-by-boards" in changes:
        lesson["samples"], truths = _exchanged(lesson["samples"], truths)
    for sample in lesson["samples"]:
        target = folder / Path(sample["photo"]).name
        _copy_photo(source / sample["photo"], target, changes)
        sample["photo"] = target.name
    board = lesson["board"]
    width, scale = _copy_photo(source / board["photo"], folder / board["photo"], changes)
    board["corners"] = _moved(board["corners"], width, scale, is_mirrored)
    if is_mirrored:
        board["corners"] = _other_way_round(board["corners"])
        for area in layout["areas"].values():
            last = max(cell["x"] for cell in area["spaces"].values())
            for cell in area["spaces"].values():
                cell["x"] = last - cell["x"]
    board["anchors"] = {
        area: dict(zip(spaces, _moved(list(spaces.values()), width, scale, is_mirrored), strict=True))
        for area, spaces in board["anchors"].items()
    }
    for name, truth in truths.items():
        target = folder / "boards" / Path(truth["photo"]).name
        width, scale = _copy_photo(source / "boards" / truth["photo"], target, changes)
        truth["photo"] = target.name
        truth["corners"] = _moved(truth["corners"], width, scale, is_mirrored)
        if is_mirrored:
            truth["corners"] = _other_way_round(truth["corners"])
            truth["sun"] = {"left": "right", "right": "left"}.get(truth["sun"], truth["sun"])
        (folder / "boards" / name).write_text(json.dumps(truth))
    (folder / "layout.json").write_text(json.dumps(layout))
    (folder / "teach.json").write_text(json.dumps(lesson))


def _exchanged(samples: list[Any], truths: dict[str, Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The boards that together show most of every kind (twice, where they can) teach; the others are read."""
    wanted = {piece for sample in samples for piece in sample["areas"]["planet"].values()}
    chosen: list[str] = []
    have = dict.fromkeys(wanted, 0)
    while len(chosen) < 5 and min(have.values()) < 2:
        counts = {
            name: sum(min(2, have[p] + _times(truth, p)) - min(2, have[p]) for p in wanted)
            for name, truth in truths.items()
            if name not in chosen and not {"blur", "far"} & set(truth["conditions"])
        }
        best = max(counts, key=lambda name: counts[name])
        if counts[best] == 0:
            break
        chosen.append(best)
        for piece in wanted:
            have[piece] += _times(truths[best], piece)
    taught = [
        {
            "photo": "boards/" + truths[name]["photo"],
            "areas": {"planet": {s: p for s, p in truths[name]["areas"]["planet"].items() if p is not None}},
        }
        for name in chosen
    ]
    return taught, {name: truth for name, truth in truths.items() if name not in chosen}


def _times(truth: Mapping[str, Any], piece: str) -> int:
    return list(truth["areas"]["planet"].values()).count(piece)


def _moved(points: list[list[float]], width: int, scale: float, mirrored: bool) -> list[list[float]]:
    """Points of the source photograph in the copy, which is `width` wide and `scale` times as large."""
    placed = [[(x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5] for x, y in points]
    return [[width - 1 - x, y] for x, y in placed] if mirrored else placed


def _other_way_round(corners: list[list[float]]) -> list[list[float]]:
    top_left, top_right, bottom_right, bottom_left = corners
    return [top_right, top_left, bottom_left, bottom_right]


def _copy_photo(source: Path, target: Path, changes: list[str]) -> tuple[int, float]:
    """Write the changed photograph, upright; return its width and how large it is against the source."""
    pixels = read_photo(source).pixels
    full = pixels.shape[1]
    random = np.random.default_rng(zlib.crc32(source.name.encode()))
    for change in changes:
        pixels = CHANGES[change](pixels, random)
    if "small" in changes:
        pixels = np.asarray(cv2.resize(pixels, None, fx=0.625, fy=0.625, interpolation=cv2.INTER_AREA), np.uint8)
    scale = pixels.shape[1] / full
    quality = 50 if "jpeg-50" in changes else _QUALITY
    Image.fromarray(pixels[:, ::-1] if "mirrored" in changes else pixels).save(target, quality=quality)
    return pixels.shape[1], scale
