"""Live messages over Redis: publish and subscribe on one channel."""

import threading

import redis

from web.live.notifier import SharedNotifier

CHANNEL = "glade:revisions"

_TICK_S = 0.5  # how often the listener looks whether it should stop


class RedisNotifier(SharedNotifier):
    """Hears and tells over Redis."""

    def __init__(self, url: str) -> None:
        self._redis = redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=5)
        super().__init__()

    def send(self, message: str) -> None:
        """Publish to all subscribers."""
        self._redis.publish(CHANNEL, message)

    def listen(self, stop: threading.Event) -> None:
        """Hear what is published."""
        with self._redis.pubsub(ignore_subscribe_messages=True) as channel:  # type: ignore[no-untyped-call]
            channel.subscribe(CHANNEL)
            while not stop.is_set():
                message = channel.get_message(timeout=_TICK_S)
                if message:
                    self.hear(message["data"].decode())

    def close(self) -> None:
        """Stop listening and give the connections back."""
        super().close()
        self._redis.close()
