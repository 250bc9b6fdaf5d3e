"""What the views of one running web app work with."""

import threading
from dataclasses import dataclass, field
from typing import cast

from flask import current_app

from web.config import Config
from web.database import Database
from web.live.notifier import Notifier


@dataclass
class Services:
    """The settings and everything opened from them."""

    config: Config
    database: Database
    notifier: Notifier
    stream_slots: threading.Semaphore = field(init=False)
    """Open live streams may hold at most three quarters of the server's threads, so that the others always find one."""

    def __post_init__(self) -> None:
        self.stream_slots = threading.Semaphore(max(1, self.config.threads * 3 // 4))

    def announce(self, game_id: str, revision: int) -> None:
        """Tell every phone of the game that there is something new; call it after the transaction."""
        self.notifier.publish(game_id, revision)

    def close(self) -> None:
        """Give everything back."""
        self.notifier.close()
        self.database.close()


def services() -> Services:
    """The services of the app that handles this request."""
    return cast(Services, current_app.extensions["glade"])
