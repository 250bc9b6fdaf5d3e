"""What can be wrong with what a person gave us.

    GladeError            anything Glade refuses, with a code for programs and one line for people
    +-- InputError        a file or a value is wrong; the command line ends with status 1
        +-- LayoutError   a layout file
        +-- StateError    a state file

`vision` and `web` derive their own families from `GladeError`. Programming mistakes stay `ValueError` and `TypeError`.
"""


class GladeError(Exception):
    """Something Glade refuses: `code` is for programs (lower-case words joined by hyphens), `message` for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class InputError(GladeError):
    """What was given is wrong; the message is one line that names what and where."""


class LayoutError(InputError):
    """A layout file is wrong."""


class StateError(InputError):
    """A state file is wrong."""
