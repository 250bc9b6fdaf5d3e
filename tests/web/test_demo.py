"""`glade demo`: a sample photograph of each game becomes its score sheet, and `--serve` prepares a game to try."""

import io
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import SAMPLES
from tests.web.phones import Phone
from web import demo
from web.app import create_app
from web.config import Config
from web.errors import SettingError
from web.games import first_board
from web.readings import document_from


@pytest.fixture
def samples(config: Config, learned_samples: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    """A store with the Evenglow copy learned, and only that game in the demo: learning the other takes long."""
    shutil.copytree(learned_samples, config.store)
    monkeypatch.setattr(demo, "BOARDS", {"evenglow": demo.BOARDS["evenglow"]})
    return config


def test_the_demo_shows_the_sheet_of_a_sample_photograph(samples: Config) -> None:
    out = io.StringIO()
    assert demo.run(samples, SAMPLES, then_serve=False, out=out) == 0
    text = out.getvalue()
    assert "Learned" not in text  # it was before
    assert "evenglow/002.jpg" in text
    assert "Henbane Bonus" in text
    assert "Total" in text


def test_the_sample_game_is_made_once_with_boards_and_photos(samples: Config) -> None:
    out = io.StringIO()
    copies = {"evenglow": demo.learned(samples.store, SAMPLES / "evenglow", out)}
    app = create_app(samples)
    path = demo.prepare_games(app, SAMPLES, copies)
    assert demo.prepare_games(app, SAMPLES, copies) == path
    phone = Phone(app)
    assert phone.get(path).status_code == 200
    table = phone.table(path)
    assert {photo["stage"] for photo in table["photos"]} == {"done"}
    state = phone.get(f"{path}/state.json").json
    assert [player["name"] for player in state["players"]] == ["Ada", "Bo"]
    assert all(player["gardens"]["sunlight"] for player in state["players"])
    assert phone.get(f"{path}/sheet.json").status_code == 200
    second = Phone(app)
    assert "/delete" not in second.get(f"{path}/settings").text
    second.get(path)
    assert "/delete" not in second.get(f"{path}/settings").text
    assert "/delete" in phone.get(f"{path}/settings").text  # whoever opens the sample game first is its host
    app.extensions["glade"].close()


def test_without_the_samples_the_demo_says_what_to_name(config: Config, tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="--samples"):
        demo.run(replace(config), tmp_path / "none", then_serve=False)


def seen(piece: str | None, review: bool = False, **more: Any) -> dict[str, Any]:
    return {"plant": piece, "piece": piece, "confidence": 0.5, "review": review, **more}


def test_what_was_not_seen_is_not_filled_in_and_doubts_are_asked_about() -> None:
    before = first_board("evenglow") | {"confirmed": True}
    before["board"]["potions"] = {"chaos": {"unused": 1}}
    reading = {
        "game": "evenglow",
        "areas": {
            "sunlight": {"1": seen("vine", rotation=2), "2": seen(None), "3": seen(None, review=True)},
            "moonlight": {"1": seen("henbane", review=True, rotation=1)},
        },
        "harvests": [{"garden": "sunlight", "spaces": ["1"], "at": [1, 2], "confidence": 1.0, "review": False}],
    }
    document = document_from(reading, "photo", before)
    assert document["board"]["gardens"]["sunlight"] == {"1": {"plant": "vine", "rotation": 2}}
    assert document["board"]["harvests"] == [{"garden": "sunlight", "spaces": ["1"]}]
    assert document["board"]["potions"] == {"chaos": {"unused": 1}}
    assert document["review"] == {"sunlight": ["3"], "moonlight": ["1"]}
    assert (document["confirmed"], document["photo"]) == (False, "photo")
    planet = {"game": "evergreen", "areas": {"planet": {"b3": seen("lake"), "b4": seen(None, review=True)}}}
    document = document_from(planet, "photo", first_board("evergreen"))
    assert document["board"]["planet"] == {"b3": "lake"}
    assert document["review"] == {"planet": ["b4"]}
