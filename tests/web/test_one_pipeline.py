"""A photograph is read alike whichever door it comes through, and wherever the store lies."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.web.conftest import SAMPLES
from tests.web.phones import Phone
from tests.web.test_photos import send
from vision.copies import load_copy
from vision.material import learn_and_keep
from vision.pipeline import read_board
from web.app import create_app
from web.config import Config


def test_the_phone_and_the_command_line_read_the_same(config: Config, tmp_path: Path) -> None:
    store = tmp_path / "jeu d'été" / "Übung 日本"
    learn_and_keep(store, SAMPLES / "evenglow" / "teach.json")
    copy = load_copy(store, "birch")
    app = create_app(replace(config, store=store))
    try:
        app.extensions["glade"].jobs.huey.immediate = True  # read within the request, by the real reader
        phone = Phone(app)
        game = phone.new_game(copy="birch")
        player = phone.table(game)["players"][0]["id"]
        for path in sorted((SAMPLES / "evenglow" / "boards").glob("*.jpg")):
            sent = send(phone, game, path.read_bytes(), player=player, copy="birch")
            assert sent.status_code == 202
            photo: Any = phone.get(f"{game}/photos/{sent.json['id']}.json").json
            assert photo["stage"] == "done", photo
            expected = read_board(path, copy).to_json()
            for part in ("areas", "harvests"):
                assert photo["reading"][part] == expected[part], path.name
    finally:
        app.extensions["glade"].close()
