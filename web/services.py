"""What the views of one running web app work with."""

from dataclasses import dataclass
from typing import cast

from flask import current_app

from web.config import Config
from web.database import Database


@dataclass
class Services:
    """The settings and everything opened from them."""

    config: Config
    database: Database

    def close(self) -> None:
        """Give everything back."""
        self.database.close()

    def announce(self, game_id: str, revision: int) -> None:
        """Tell every phone of the game that there is something new; call it after the transaction."""


def services() -> Services:
    """The services of the app that handles this request."""
    return cast(Services, current_app.extensions["glade"])
