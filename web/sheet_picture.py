"""The score sheet as a PNG to send around, in the colours of the light theme."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from web.fonts import font_files
from web.i18n import _, points_text
from web.sheet_rows import LINE_COLOURS, Row

_PAPER, _SHEET, _INK, _SOFT, _LINE = "#f6efdf", "#fffaf0", "#2b2a24", "#5c5747", "#d8cbab"
_LABEL_PX, _COLUMN_PX, _ROW_PX, _TOTAL_PX, _MARGIN_PX = 380, 200, 62, 96, 40

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def sheet_png(
    title: str, sheet: Mapping[str, Any] | None, rows: Sequence[Row], words: str, missing: Sequence[str]
) -> bytes:
    """The table with names, numbers and the result in words."""
    names = [column["name"] for column in sheet["players"]] if sheet else []
    width = 2 * _MARGIN_PX + _LABEL_PX + _COLUMN_PX * max(1, len(names))
    result = " ".join([_("Not final yet.") if missing else "", words]).strip() or (
        "" if sheet else _("The boards cannot be counted yet.")
    )
    plain = _font(26)
    lines = _wrapped(result, plain, width - 2 * _MARGIN_PX)
    height = 2 * _MARGIN_PX + 70 + 38 * len(lines) + 20 + _ROW_PX + sum(_height(row) for row in rows)
    image = Image.new("RGB", (width, height), _PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((_MARGIN_PX, _MARGIN_PX), f"{title}: {_('Score sheet')}", _INK, _font(40, bold=True))
    top = _MARGIN_PX + 70
    for line in lines:
        draw.text((_MARGIN_PX, top), line, _INK, plain)
        top += 38
    top += 20
    for index, name in enumerate(names):
        left = _MARGIN_PX + _LABEL_PX + index * _COLUMN_PX
        _centred(draw, _cut(name, _font(26, bold=True), _COLUMN_PX - 16), left, top, _ROW_PX, _font(26, bold=True))
    top += _ROW_PX
    for row in rows:
        top = _draw_row(draw, row, top, width)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw_row(draw: ImageDraw.ImageDraw, row: Row, top: int, width: int) -> int:
    height, is_total = _height(row), row.kind == "total"
    draw.rectangle((_MARGIN_PX, top, width - _MARGIN_PX, top + height), _SHEET, _LINE)
    band = LINE_COLOURS.get(row.id)
    if band:
        draw.rectangle((_MARGIN_PX, top, _MARGIN_PX + _LABEL_PX, top + height), band, _LINE)
    font = _font(34 if is_total else 26, bold=row.kind != "line")
    box = draw.textbbox((0, 0), "X", font)
    draw.text(
        (_MARGIN_PX + 16, top + (height - (box[1] + box[3])) // 2), _cut(row.label, font, _LABEL_PX - 24), _INK, font
    )
    for cell in row.cells:
        text = points_text(cell.points)
        left = _MARGIN_PX + _LABEL_PX + cell.player * _COLUMN_PX
        _centred(draw, text, left, top, height, _font(48 if is_total else 30, bold=is_total))
    return top + height


def _height(row: Row) -> int:
    return _TOTAL_PX if row.kind == "total" else _ROW_PX


def _font(size: int, bold: bool = False) -> Font:
    files = font_files()
    return ImageFont.truetype(str(files[bold]), size) if files else ImageFont.load_default(size)


def _centred(draw: ImageDraw.ImageDraw, text: str, left: int, top: int, height: int, font: Font) -> None:
    box = draw.textbbox((0, 0), text, font)
    x = left + (_COLUMN_PX - (box[0] + box[2])) // 2
    draw.text((x, top + (height - (box[1] + box[3])) // 2), text, _INK, font)


def _cut(text: str, font: Font, width: int) -> str:
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(text + "…") > width:
        text = text[:-1]
    return text + "…"


def _wrapped(text: str, font: Font, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and font.getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(_cut(word, font, width))
    return lines
