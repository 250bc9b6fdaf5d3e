"""What the web app refuses, each with the HTTP status that `web.problems` answers.

    GladeError
    +-- WebError            status 400 unless a subclass says otherwise
        +-- SettingError    a GLADE_... variable or an option is wrong
        +-- NotFound        404  no such game, player, photo
        +-- NotAllowed      403  looking on, locked, not the host
        +-- Conflict        409  somebody else was faster; carries the newer version
        +-- TooLarge        413
        +-- Unprocessable   422  the content is wrong
        +-- TooMany         429/503  wait a little
        +-- Unavailable     503

Other members of the family (`InputError`, the errors of `vision`) answer 422: what was given is wrong.
"""

from collections.abc import Mapping

from assistant.errors import GladeError


class WebError(GladeError):
    """Something the web app refuses; `facts` are further fields of the JSON answer."""

    status = 400

    def __init__(self, code: str, message: str, facts: Mapping[str, object] | None = None) -> None:
        super().__init__(code, message)
        self.facts = dict(facts or {})


class SettingError(WebError):
    """A setting is wrong; the server does not start."""


class NotFound(WebError):
    """There is no such thing, or not for this phone."""

    status = 404


class NotAllowed(WebError):
    """This phone may not do that."""

    status = 403


class Conflict(WebError):
    """The document has changed since it was read; `facts` holds the newer version and who made it."""

    status = 409


class TooLarge(WebError):
    """The upload is over the limit."""

    status = 413


class Unprocessable(WebError):
    """The content is wrong."""

    status = 422


class Unavailable(WebError):
    """Not now; try again in a moment."""

    status = 503
