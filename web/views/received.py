"""A file that came with a form."""

from contextlib import closing

from flask import request


def received(field: str) -> bytes:
    """The content of the file in this field of the form; nothing where there is none."""
    file = request.files.get(field)
    if file is None:
        return b""
    with closing(file):  # a large one lies on the disk meanwhile
        content: bytes = file.read()
        return content
