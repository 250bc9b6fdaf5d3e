"""The game assistant on the phones: what `assistant` knows about a game in progress, and what people do with it.

`view` reads a game's documents, `evenglow` and `evergreen` say how the game stands and make its moves, `advice` answers
questions where the table switched advice on, `what_if` compares a change that nobody has confirmed, `texts` turns what
the assistant says into the language of the phone.
"""
