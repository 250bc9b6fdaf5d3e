"""Evergreen: a planet of wooden trees, light and shadow, fertility, and four modules.

`pieces` (every piece as one table), `planet` (pieces on spaces, shadows, the biggest forest), `season` (the
end-of-season procedure), `fertility` (stacks of cards), `state` (what lies on the table), `score` (one function for
each line), `notices` (warnings), `setup`.
"""
