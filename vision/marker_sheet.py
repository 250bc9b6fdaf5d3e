"""The corner markers as a PDF page to print and cut out (`glade print markers`)."""

from fpdf import FPDF

from vision.markers import COUNT, MARGIN, marker_modules

_PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm
PAPERS = tuple(_PAPERS)
DEFAULT_SIDE_MM = 40.0
MIN_SIDE_MM, MAX_SIDE_MM = 15.0, 60.0
"""At 15 mm a module is 2.5 mm, about 4 pixels on a 2000-pixel photograph of a board 45 cm wide; ArUco needs 3."""

_PLACES = ("top left", "top right", "bottom right", "bottom left")
_TOUCHES = ("bottom right", "bottom left", "top left", "top right")
_GAP_MM = 14.0


def marker_pdf(side_mm: float = DEFAULT_SIDE_MM, paper: str = "a4") -> bytes:
    """The page as PDF bytes; `side_mm` is the side of a black square."""
    width, _ = _PAPERS[paper]
    pdf = FPDF(unit="mm", format=_PAPERS[paper])
    pdf.set_creator("Glade")
    pdf.set_title("Glade corner markers")
    pdf.set_auto_page_break(False)
    pdf.add_page()
    pdf.set_font("helvetica", "B", 15)
    pdf.text(18, 20, "Glade corner markers")
    pdf.set_font("helvetica", size=9.5)
    for line, text in enumerate(
        (
            "Print at 100 %. Cut along the dashed lines. Lay each marker beside the board so that its marked corner",
            "touches the board's corner and its sides run along the board's. All four must lie flat, in the photo.",
        )
    ):
        pdf.text(18, 27 + 4.6 * line, text)
    paper_side = side_mm * (1 + 2 * MARGIN)
    left, top = (width - 2 * paper_side - _GAP_MM) / 2, 44.0
    columns, rows = (0, 1, 1, 0), (0, 0, 1, 1)
    for number in range(COUNT):
        x = left + columns[number] * (paper_side + _GAP_MM)
        y = top + rows[number] * (paper_side + _GAP_MM)
        _draw_marker(pdf, number, x, y, side_mm)
    return bytes(pdf.output())


def _draw_marker(pdf: FPDF, number: int, x: float, y: float, side: float) -> None:
    margin = side * MARGIN
    paper = side + 2 * margin
    pdf.set_draw_color(120)
    pdf.set_line_width(0.2)
    pdf.set_dash_pattern(dash=1.5, gap=1.5)
    pdf.rect(x, y, paper, paper)
    pdf.set_dash_pattern()
    pdf.set_fill_color(0)
    module = side / 6
    for row, values in enumerate(marker_modules(number)):
        for column, value in enumerate(values):
            if value == 0:  # 0.02 mm of overlap: no hairlines between the modules on any printer
                pdf.rect(x + margin + column * module, y + margin + row * module, module + 0.02, module + 0.02, "F")
    # A triangle in the corner that touches the board.
    right, bottom = "right" in _TOUCHES[number], "bottom" in _TOUCHES[number]
    cx, cy = x + paper * right, y + paper * bottom
    size = margin * 0.6
    pdf.polygon([(cx, cy), (cx - size * (1 if right else -1), cy), (cx, cy - size * (1 if bottom else -1))], style="F")
    pdf.set_font("helvetica", size=8)
    pdf.text(x, y - 1.5, f"{number}: at the board's {_PLACES[number]} corner")
