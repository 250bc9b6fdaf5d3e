"""A picture of every wrong or doubted space of a bench: what was seen, what was read and what is true."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.bench import PhotoResult, SetResult, SpaceResult
from vision.decode import Photo, read_photo
from vision.location import Location
from vision.patches import sample_patch
from vision.samples import Content

_PATCH_PX = 120
_SPAN = 1.7  # pitches: the space and what lies around it
_CELL = (150, 190)
_COLUMNS = 10
_MAX_CELLS = 400
_TITLE_PX = 30
_SILENT, _WRONG, _DOUBTED = (190, 20, 20), (200, 110, 0), (70, 70, 70)


@dataclass(frozen=True, eq=False)
class _Cell:
    patch: Image.Image
    lines: tuple[str, ...]
    colour: tuple[int, int, int]


def draw_sheet(results: Sequence[SetResult], path: Path) -> int:
    """Write the sheet as PNG and return how many spaces it shows (the first few hundred, silent errors first)."""
    cells = [cell for result in results for photo in result.photos for cell in _cells(result, photo)]
    order = (_SILENT, _WRONG, _DOUBTED)
    cells.sort(key=lambda cell: order.index(cell.colour))
    shown = cells[:_MAX_CELLS]
    rows = max(1, -(-len(shown) // _COLUMNS))
    sheet = Image.new("RGB", (_COLUMNS * _CELL[0], _TITLE_PX + rows * _CELL[1]), "white")
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(13)
    title = f"{len(cells)} spaces wrong or doubted (red: wrong and not marked, orange: wrong but marked, grey: right)"
    draw.text((8, 8), title, "black", font)
    for index, cell in enumerate(shown):
        x, y = index % _COLUMNS * _CELL[0] + 15, _TITLE_PX + index // _COLUMNS * _CELL[1]
        sheet.paste(cell.patch, (x, y))
        draw.rectangle((x - 2, y - 2, x + _PATCH_PX + 1, y + _PATCH_PX + 1), outline=cell.colour, width=3)
        for line, text in enumerate(cell.lines):
            draw.text((x, y + _PATCH_PX + 4 + 15 * line), text, cell.colour, font)
    sheet.save(path, "PNG")
    return len(cells)


def _cells(result: SetResult, photo: PhotoResult) -> list[_Cell]:
    location = photo.reading.location
    odd = [space for space in photo.spaces if space.read is not None and (space.doubted or not space.right)]
    if location is None or not odd:
        return []
    picture = read_photo(photo.truth.photo)
    height, width = picture.pixels.shape[:2]
    location = location.at_size((width, height))
    return [_cell(result, photo, space, picture, location) for space in odd]


def _cell(result: SetResult, photo: PhotoResult, space: SpaceResult, picture: Photo, location: Location) -> _Cell:
    patch = sample_patch(picture, location, result.copy.lattice, space.area, space.space, _PATCH_PX, _SPAN)
    read = space.read
    assert read is not None
    lines = (
        f"{result.copy.name[:10]} {photo.truth.photo.stem}",
        f"{space.area[:9]} {space.space}",
        f"read {_name(Content(read.piece, read.rotation) if read.piece else None)} {read.confidence:.2f}",
        f"true {_name(space.true)}",
    )
    colour = _SILENT if space.silent else (_DOUBTED if space.right else _WRONG)
    return _Cell(Image.fromarray(np.ascontiguousarray(patch)), lines, colour)


def _name(content: Content | None) -> str:
    if content is None:
        return "empty"
    return content.piece[:12] if content.rotation is None else f"{content.piece[:12]} {content.rotation}"
