"""A second scorer of both games: plain, slow, and without a line in common with `assistant`.

It reads the same state and layout documents and was written from the rulebooks and the contract alone. Where it and
`assistant` differ, one of them is wrong.
"""
