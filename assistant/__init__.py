"""The rules of both games, and nothing of pixels or HTTP.

Where to look: `layout` (where the spaces lie), `hexgrid` and `squaregrid` (neighbours), `evenglow` and
`evergreen` (pieces, state, score sheet, warnings, set-up), `sheet` (what a score sheet is), `scoring`
(a state in, a score sheet out), `strict_json` (reading files without surprises).
"""
