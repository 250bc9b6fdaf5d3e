"""Evenglow: two mirrored gardens of hexagonal plant tiles, harvests and potions.

`plants` (tiles and potions as tables), `garden` (groups and stems), `harvests` (formations and tokens), `state`
(what lies on the table), `score` (one function for each line of the pad), `notices` (warnings), `setup`.
"""
