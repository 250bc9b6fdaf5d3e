"""The score sheet as a PDF: the filled one of a game, and a blank one to print and write on.

A letter that no font of this machine has is drawn as a box: a name never keeps a sheet from being printed.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from assistant.layout import AREAS
from assistant.player_names import JOINERS
from web.fonts import font_files
from web.i18n import _, points_text
from web.line_names import line_label, lines_so_far
from web.sheet_rows import LINE_COLOURS, Row

_LABEL_MM, _ROW_MM, _TOTAL_MM = 62.0, 9.0, 14.0
_PAGE_MM = 180.0
_LINE_MM, _POINTS_MM, _REASON_MM = 44.0, 12.0, 4.8  # of the reasons: the line's name, its points, the height of a row

logging.getLogger("fpdf").setLevel(logging.ERROR)  # else one line for each letter that a font lacks
logging.getLogger("fontTools").setLevel(logging.ERROR)


def sheet_pdf(
    title: str, sheet: Mapping[str, Any] | None, rows: Sequence[Row], words: str, missing: Sequence[str]
) -> bytes:
    """The sheet of a game with every reason; `sheet` None: only the title, because the boards cannot be counted."""
    page = _Page(f"{title}: {_('Score sheet')}")
    if sheet is None:
        page.line(_("The boards cannot be counted yet."))
        return page.body()
    if missing:
        page.line(_("Not final yet.") + " " + " · ".join(missing))
    page.line(words)
    names = [column["name"] for column in sheet["players"]]
    page.table(names, [(row.id, row.kind, row.label, [points_text(cell.points) for cell in row.cells]) for row in rows])
    for column in sheet["players"]:
        lines = [line for line in column["lines"] if line["parts"]]
        page.keep_together(1 + min(3, len(lines)))
        page.heading(f"{column['name']}: {points_text(column['total'])}")
        for line in lines:
            label = line_label(line["id"])
            for part in line["parts"]:
                page.reason(label, points_text(part["points"]), part["why"] + _where(part))
                label = ""
        page.space()
    return page.body()


def blank_pdf(game: str, players: int = 4) -> bytes:
    """An empty sheet of a game, to print."""
    page = _Page(f"{game.capitalize()}: {_('Score sheet')}")
    lines = [(line.id, "line", line_label(line.id), [""] * players) for line in lines_so_far(game, "standard", 4)]
    page.table([""] * players, [*lines, ("total", "total", _("Total"), [""] * players)])
    return page.body()


def _where(part: Mapping[str, Any]) -> str:
    """The spaces of a reason; both gardens have a space 7, so the garden is named."""
    garden = [_(part["area"])] if part["area"] in AREAS["evenglow"] else []
    return f" ({', '.join([*part['spaces'], *garden])})" if part["spaces"] else ""


class _Page:
    """A PDF being written, with whatever font this machine has."""

    def __init__(self, title: str) -> None:
        self.pdf = FPDF(format="A4")
        self.pdf.set_title(title)
        self.pdf.set_creator("Glade")
        self.pdf.set_margin(15)
        self.pdf.set_auto_page_break(True, margin=15)
        self.is_unicode = False
        files = font_files()
        self.family = "helvetica"
        if files is not None:
            try:
                self.pdf.add_font("sheet", "", files[0])
                self.pdf.add_font("sheet", "B", files[1])
                self.family, self.is_unicode = "sheet", True
            except Exception:  # a damaged font file of the system must not keep a sheet from being printed
                logging.getLogger("glade.pdf").warning("a system font could not be used: %s", files[0].name)
        self.pdf.add_page()
        self.heading(title, 18)

    def heading(self, text: str, size: float = 13) -> None:
        self.pdf.set_font(self.family, "B", size)
        self.pdf.multi_cell(0, size * 0.5, self._printable(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.pdf.ln(1)

    def line(self, text: str) -> None:
        if not text:
            return
        self.pdf.set_font(self.family, "", 11)
        self.pdf.multi_cell(0, 6, self._printable(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def reason(self, label: str, points: str, why: str) -> None:
        """One reason: the line's name (empty where it stands above), the points, and why."""
        pdf = self.pdf
        pdf.set_font(self.family, "B", 9)
        pdf.cell(_LINE_MM, _REASON_MM, self._fitted(label, _LINE_MM - 2))
        pdf.cell(_POINTS_MM, _REASON_MM, self._printable(points), align="R")
        pdf.set_font(self.family, "", 9)
        pdf.cell(3, _REASON_MM)
        pdf.multi_cell(0, _REASON_MM, self._printable(why), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def keep_together(self, rows: int) -> None:
        """Begin a new page unless a heading and this many reasons have room on this one."""
        if self.pdf.will_page_break(8 + rows * _REASON_MM):
            self.pdf.add_page()

    def space(self) -> None:
        self.pdf.ln(3)

    def table(self, names: Sequence[str], rows: Sequence[tuple[str, str, str, Sequence[str]]]) -> None:
        """`rows` are (id, kind, label, numbers)."""
        pdf, width = self.pdf, (_PAGE_MM - _LABEL_MM) / len(names)
        pdf.ln(2)
        pdf.set_font(self.family, "B", 10)
        headings = [self._two_lines(name, width - 3) for name in names]
        height = _ROW_MM if all(len(heading) == 1 for heading in headings) else _ROW_MM + 5
        top = pdf.get_y()
        pdf.cell(_LABEL_MM, height, "", border=1)
        for index, heading in enumerate(headings):
            left = pdf.l_margin + _LABEL_MM + index * width
            pdf.rect(left, top, width, height)
            for below, text in enumerate(heading):
                pdf.set_xy(left, top + (height - 5 * len(heading)) / 2 + 5 * below)
                pdf.cell(width, 5, text, align="C")
        pdf.set_xy(pdf.l_margin, top + height)
        for line_id, kind, label, numbers in rows:
            height = _TOTAL_MM if kind == "total" else _ROW_MM
            pdf.set_fill_color(*LINE_COLOURS.get(line_id, (236, 230, 214) if kind != "line" else (255, 255, 255)))
            pdf.set_font(self.family, "" if kind == "line" else "B", 14 if kind == "total" else 10.5)
            pdf.cell(_LABEL_MM, height, self._fitted(label, _LABEL_MM - 2), border=1, fill=True)
            for number in numbers:
                pdf.cell(width, height, self._printable(number), border=1, align="C")
            pdf.ln()
        pdf.ln(3)

    def body(self) -> bytes:
        return bytes(self.pdf.output())

    def _two_lines(self, text: str, width: float) -> list[str]:
        """A name in one line or two, broken between words; what does not fit then is cut."""
        words = self._printable(text).split()
        first: list[str] = []
        while words and self.pdf.get_string_width(" ".join([*first, words[0]])) <= width:
            first.append(words.pop(0))
        lines = [" ".join(first), " ".join(words)] if first else [" ".join(words)]
        return [self._fitted(line, width) for line in lines if line] or [""]

    def _fitted(self, text: str, width: float) -> str:
        text = self._printable(text)
        if self.pdf.get_string_width(text) <= width:
            return text
        while text and self.pdf.get_string_width(text + "...") > width:
            text = text[:-1]
        return text + "..."

    def _printable(self, text: str) -> str:
        if self.is_unicode:
            return "".join(c if c.isprintable() else " " for c in text if c not in JOINERS)
        return text.replace("–", "-").replace("·", "-").encode("latin-1", "replace").decode("latin-1")
