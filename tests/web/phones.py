"""Phones to drive the app with."""

import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse


class Phone:
    """A phone at the table: a client with its own cookies that sends the CSRF token as our pages do."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()

    def get(self, path: str, **options: Any) -> TestResponse:
        return self.client.get(path, **options)

    def csrf(self) -> str:
        found = re.search(r'name="csrf-token" content="([^"]+)"', self.client.get("/phone").text)
        assert found
        return found[1]

    def post(self, path: str, **fields: Any) -> TestResponse:
        """Send a form."""
        return self.client.post(path, data={**fields, "csrf_token": self.csrf()})

    def send(self, path: str, document: Any = None) -> TestResponse:
        """Send JSON as our scripts do."""
        headers = {"X-CSRFToken": self.csrf(), "X-Requested-With": "fetch"}
        return self.client.post(path, json={} if document is None else document, headers=headers)

    def new_game(self, game: str = "evenglow", names: tuple[str, ...] = ("Ada", "Bo"), **fields: Any) -> str:
        """Start a game; returns its address."""
        answer = self.post("/new", game=game, name=list(names), **fields)
        assert answer.status_code == 303, answer.text
        return answer.location.removesuffix("/invite")

    def claim(self, game: str, name: str = "", **form: str) -> TestResponse:
        """Play for somebody; without a name help or look on (`helps="yes"` or nothing)."""
        self.get(game)
        if name:
            [form["player"]] = [player["id"] for player in self.table(game)["players"] if player["name"] == name]
        return self.post(f"{game}/claim", **form)

    def table(self, game: str) -> dict[str, Any]:
        answer = self.get(f"{game}/changes.json")
        assert answer.status_code == 200, answer.text
        return dict(answer.json or {})

    def edit(self, game: str, document: str, body: Any, base: int) -> TestResponse:
        return self.send(f"{game}/edits.json", {"changes": [{"document": document, "base": base, "body": body}]})


def board_of(table: dict[str, Any], name: str) -> tuple[str, dict[str, Any]]:
    """The document name and the document of the player called `name`."""
    [player] = [player for player in table["players"] if player["name"] == name]
    document = f"player:{player['id']}"
    return document, table["documents"][document]
