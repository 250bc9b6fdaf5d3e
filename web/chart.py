"""A small chart of a player's totals, drawn as SVG on the server: it prints, scales and needs no script."""

from collections.abc import Sequence

from markupsafe import Markup

from web.i18n import points_text

WIDTH, HEIGHT, MARGIN = 320, 130, 14

MOST_POINTS = 40
"""Dots that a phone's width can show apart; the latest games are shown."""


def totals_chart(totals: Sequence[int], label: str) -> Markup:
    """The totals in the order they were played: a line with dots; numbers at both ends and on the best one."""
    shown = list(totals)[-MOST_POINTS:]
    if not shown:
        return Markup("")
    low, high = min(shown), max(shown)
    step = (WIDTH - 2 * MARGIN) / max(1, len(shown) - 1)
    scale = (HEIGHT - 5 * MARGIN) / max(1, high - low)
    dots = [(MARGIN + index * step, HEIGHT - 2 * MARGIN - (total - low) * scale) for index, total in enumerate(shown)]
    best_x, best_y = dots[shown.index(high)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
    circles = Markup("").join(
        Markup('<circle cx="{x}" cy="{y}" r="{r}" class="{kind}"><title>{total}</title></circle>').format(
            x=f"{x:.1f}",
            y=f"{y:.1f}",
            r=5 if total == high else 3.5,
            kind="best" if total == high else "dot",
            total=points_text(total),
        )
        for (x, y), total in zip(dots, shown, strict=True)
    )
    return Markup(
        '<svg class="chart" viewBox="0 0 {w} {h}" role="img" aria-label="{label}">'
        '<line x1="{m}" y1="{base}" x2="{right}" y2="{base}" class="axis"/><polyline points="{line}" class="line"/>'
        '{circles}<text x="{best_x}" y="{best_y}" class="number middle">{best}</text>'
        '<text x="{m}" y="{foot}" class="number">{first}</text>'
        '<text x="{right}" y="{foot}" class="number last">{last}</text></svg>'
    ).format(
        w=WIDTH, h=HEIGHT, label=label, m=MARGIN, base=HEIGHT - 2 * MARGIN + 8, right=WIDTH - MARGIN, line=line,
        circles=circles, foot=HEIGHT - 2, first=points_text(shown[0]), last=points_text(shown[-1]),
        best=points_text(high), best_x=f"{best_x:.1f}", best_y=f"{best_y - 9:.1f}",
    )  # fmt: skip
