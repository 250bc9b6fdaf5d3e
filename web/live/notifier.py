"""Waiting for the next revision of a game within one process; the base of the notifiers that reach others."""

import logging
import threading
import time

_log = logging.getLogger("glade.live")


class Notifier:
    """Streams wait here; whoever changes a game publishes its new revision."""

    patience_s = 1.0
    """How long a stream waits before it looks into the database itself: other processes on the same SQLite file
    cannot be heard, and phones should follow each other within a second or so."""

    def __init__(self) -> None:
        self._latest: dict[str, int] = {}
        self._news = threading.Condition()
        self._closed = False

    def publish(self, game_id: str, revision: int) -> None:
        """Tell everybody who waits, here and in other processes. Never fails: the database is the truth."""
        self.tell_here(game_id, revision)

    def tell_here(self, game_id: str, revision: int) -> None:
        """Wake the streams of this process."""
        with self._news:
            if self._latest.get(game_id, -1) < revision:
                self._latest[game_id] = revision
                self._news.notify_all()

    def wait(self, game_id: str, revision: int, timeout_s: float) -> bool:
        """Wait until a game is known to be beyond `revision`; whether it is."""
        end = time.monotonic() + timeout_s
        with self._news:
            while not self._closed and self._latest.get(game_id, -1) <= revision:
                left = end - time.monotonic()
                if left <= 0:
                    return False
                self._news.wait(left)
            return not self._closed

    def latest(self, game_id: str) -> int:
        """The newest revision of a game that was heard of; -1 where none was."""
        with self._news:
            return self._latest.get(game_id, -1)

    @property
    def is_closed(self) -> bool:
        """Whether the server is going down."""
        return self._closed

    def close(self) -> None:
        """Let every stream end."""
        with self._news:
            self._closed = True
            self._news.notify_all()


class SharedNotifier(Notifier):
    """A notifier that also hears other processes, on a thread of its own that reconnects for ever."""

    patience_s = 5.0  # only for messages lost while reconnecting
    _RECONNECT_S = 1.0

    def __init__(self) -> None:
        super().__init__()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=type(self).__name__, daemon=True)
        self._thread.start()

    def publish(self, game_id: str, revision: int) -> None:
        """Tell the streams here at once and the other processes by message."""
        self.tell_here(game_id, revision)
        try:
            self.send(f"{game_id}:{revision}")
        except Exception:  # whatever the transport raises: the other processes then look after `patience_s`
            _log.warning("could not tell other processes of a change", exc_info=True)

    def hear(self, message: str) -> None:
        """A message of another process has come."""
        game_id, _, revision = message.partition(":")
        if revision.isdecimal():
            self.tell_here(game_id, int(revision))

    def close(self) -> None:
        """Stop listening and let every stream end."""
        self._stop.set()
        super().close()
        self._thread.join(timeout=5)

    def send(self, message: str) -> None:
        """Send a message to all processes."""
        raise NotImplementedError

    def listen(self, stop: threading.Event) -> None:
        """Hear messages until `stop` is set or the connection breaks."""
        raise NotImplementedError

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self.listen(self._stop)
            except Exception:
                if not self._stop.is_set():
                    _log.warning("lost the connection for live messages; trying again", exc_info=True)
            self._stop.wait(self._RECONNECT_S)
