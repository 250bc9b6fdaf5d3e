"""The truth of a labelled photograph, boards/NNN.json (contract, "Photo set")."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assistant.layout import Layout, Space
from assistant.strict_json import Node, load_json
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
    """The truth in a file, beside its photograph. Raises `VisionError`."""
    fields = load_json(path, VisionError).fields(
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
    sun = fields["sun"].value if "sun" in fields else None
    return Truth(
        path.parent / fields["photo"].text(),
        tuple(condition.text() for condition in conditions),
        parse_corners(fields["corners"]),
        areas,
        tuple(_parse_harvest(harvest) for harvest in harvests),
        sun if isinstance(sun, str) else None,
    )


def _parse_harvest(node: Node) -> TrueHarvest:
    fields = node.fields(("garden", "spaces", "at"), required=("garden", "spaces", "at"))
    spaces = frozenset(space.text() for space in fields["spaces"].elements())
    return TrueHarvest(fields["garden"].text(), spaces, np.asarray(parse_point(fields["at"])))
