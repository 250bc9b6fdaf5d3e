"""The live stream of a game (server-sent events): the state's changes as they happen, a heartbeat between them.

Each event is the answer of `changes_since` with the revision as its id. A browser that comes back sends the last id,
and a phone may also say `since`; either way the first event closes the gap.
"""

import time
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from web.errors import Unavailable
from web.i18n import _, language
from web.services import Services, services
from web.views.access import looking

blueprint = Blueprint("live", __name__, url_prefix="/g/<token>")

HEARTBEAT_S = 15.0
"""Proxies cut a silent connection after 30 to 60 seconds, and only by writing do we notice a phone that went away."""

RETRY_MS = 1500


@blueprint.get("/live")
def stream(token: str) -> Response:
    """The stream. 503 when so many are open that ordinary requests would have to wait: the phone then polls."""
    with looking(token) as (_session, game):
        game_id = game.id
    since = request.headers.get("Last-Event-ID", type=int)
    if since is None:
        since = request.args.get("since", default=-1, type=int)
    shared = services()
    if not shared.stream_slots.acquire(blocking=False):
        raise Unavailable("too-many-streams", _("Very many phones are connected. This one asks again now and then."))
    gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    response = Response(_Events(shared, game_id, since, gone, language()), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


class _Events:
    """The body of a stream. Its slot is given back however the stream ends (the server calls `close`)."""

    def __init__(self, shared: Services, game_id: str, since: int, gone: Callable[[], bool], spoken: str) -> None:
        self._shared = shared
        self._events = _events(shared, game_id, since, gone, spoken)
        self._open = True

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self._events)

    def close(self) -> None:
        """Give the slot back, once."""
        if self._open:
            self._open = False
            self._shared.stream_slots.release()


def _events(shared: Services, game_id: str, revision: int, gone: Callable[[], bool], spoken: str) -> Iterator[str]:
    yield f"retry: {RETRY_MS}\n\n"
    quiet_since = time.monotonic()
    patience_s = shared.notifier.patience_s
    while not shared.notifier.is_closed and not gone():
        news = shared.news.news(game_id, revision, shared.notifier.latest(game_id), patience_s / 2, spoken)
        if news.is_gone:
            yield "event: gone\ndata: {}\n\n"
            return
        if news.text is not None:
            revision = news.revision
            yield f"id: {revision}\nevent: state\ndata: {news.text}\n\n"
            quiet_since = time.monotonic()
        elif time.monotonic() - quiet_since > HEARTBEAT_S:
            yield ": still here\n\n"
            quiet_since = time.monotonic()
        shared.notifier.wait(game_id, revision, patience_s)
