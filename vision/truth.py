"""The truth of a labelled photograph, boards/NNN.json (contract, "Photo set")."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assistant.evergreen.planet import Sun
from assistant.layout import Layout, Space
from assistant.strict_json import Node, file_name, load_json
from vision.errors import VisionError
from vision.homography import Points
from vision.lesson import parse_content, parse_corners, parse_point
from vision.samples import Content


@dataclass(frozen=True, eq=False)
class TrueHarvest:
    """A harvest token: its garden, formation, and where the middle of its top is seen (2,), full-size pixels."""

    garden: str
    spaces: frozenset[Space]
    at: Points


@dataclass(frozen=True, eq=False)
class Truth:
    """What a photograph shows. `corners_xy` (4, 2) in full-size pixels; `sun` only for Evergreen."""

    photo: Path
    conditions: tuple[str, ...]
    corners_xy: Points
    areas: Mapping[str, Mapping[Space, Content | None]]
    harvests: tuple[TrueHarvest, ...]
    sun: str | None


def load_truth(path: Path, layout: Layout) -> Truth:
    """The truth in a file, beside its photograph. Raises `VisionError`, which names the file."""
    try:
        return _parse_truth(load_json(path, VisionError), path.parent, layout)
    except VisionError as err:
        raise VisionError(err.code, f"{file_name(path)}: {err.message}") from err


def _parse_truth(node_of_file: Node, folder: Path, layout: Layout) -> Truth:
    fields = node_of_file.fields(
        ("photo", "conditions", "corners", "areas", "harvests", "sun"), required=("photo", "corners", "areas")
    )
    areas = {}
    for name, node in fields["areas"].items():
        if name not in layout.areas:
            node.unknown("area", name, layout.areas)
        area = layout.areas[name]
        spaces: dict[Space, Content | None] = {}
        for space, content in node.items():
            if space not in area.cells:
                content.unknown("space", space, area.cells)
            spaces[space] = None if content.value is None else parse_content(content, layout)
        areas[name] = spaces
    conditions = fields["conditions"].elements() if "conditions" in fields else []
    harvests = fields["harvests"].elements() if "harvests" in fields else []
    sun = fields.get("sun")
    return Truth(
        folder / fields["photo"].text(),
        tuple(condition.text() for condition in conditions),
        parse_corners(fields["corners"]),
        areas,
        tuple(_parse_harvest(harvest, layout) for harvest in harvests),
        None if sun is None or sun.value is None else sun.one_of(tuple(Sun), "side of the Sun"),
    )


def _parse_harvest(node: Node, layout: Layout) -> TrueHarvest:
    fields = node.fields(("garden", "spaces", "at"), required=("garden", "spaces", "at"))
    garden = fields["garden"].one_of(tuple(layout.areas), "garden")
    spaces = frozenset(space.one_of(layout.areas[garden].cells, "space") for space in fields["spaces"].elements())
    return TrueHarvest(garden, spaces, parse_point(fields["at"]))
