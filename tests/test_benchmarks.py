"""How long scoring takes: run by `make benchmark`, reported, never asserted. (`make test` runs each once, untimed.)"""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from assistant.scoring import score_document
from tests.conftest import ROOT
from tests.strategies import BIOMES, CORE_PIECES, MODULES, PLANTS, POTIONS, shipped

Document = dict[str, Any]
FOUR = ("Ada", "Ben", "Cleo", "Dan")


def full_evenglow() -> Document:
    """Four players at the end of a game: 21 of 25 spaces filled, some tokens and potions."""
    rng = Random(2)
    players = []
    for name in FOUR:
        filled = rng.sample(list(shipped("evenglow-5x5")["areas"]["sunlight"]["spaces"]), 21)
        gardens = {
            area: {space: {"plant": rng.choice(PLANTS), "rotation": rng.randrange(6)} for space in filled}
            for area in ("sunlight", "moonlight")
        }
        potions = {kind: {"unused": 1, "used": 1} for kind in POTIONS}
        harvests = [{"garden": "sunlight", "spaces": filled[:3]}]
        players.append({"name": name, "gardens": gardens, "potions": potions, "harvests": harvests})
    return {"game": "evenglow", "variant": "standard", "layout": "evenglow-5x5", "players": players}


def full_evergreen() -> Document:
    """Four players at the end of the fourth season, with all modules: 36 of 42 spaces filled."""
    rng = Random(2)
    pieces = [*CORE_PIECES, *(piece for module in MODULES.values() for piece in module)]
    spaces = list(shipped("evergreen-42")["areas"]["planet"]["spaces"])
    return {
        "game": "evergreen",
        "layout": "evergreen-42",
        "expansions": list(MODULES),
        "sun": "right",
        "season": 4,
        "fertility": {biome: [{"icons": 2}, {"duplicate": True}, {"negative": 1}] for biome in BIOMES},
        "players": [
            {
                "name": name,
                "planet": {space: rng.choice(pieces) for space in rng.sample(spaces, 36)},
                "points": {"start": 1, "buds": 4},
                "seasons": [{"light": 7, "forest": 5}] * 3,
            }
            for name in FOUR
        ],
    }


STATES = {"evenglow": full_evenglow(), "evergreen": full_evergreen()}


@pytest.mark.parametrize("game", STATES)
def test_a_full_score_of_four_players(game: str, benchmark: BenchmarkFixture) -> None:
    sheet = benchmark(score_document, STATES[game])
    assert len(sheet["players"]) == 4


@pytest.mark.parametrize("game", STATES)
def test_the_command_from_start_to_end(game: str, benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """`glade score STATE.json --json`, the start of Python included."""
    path = tmp_path / "state.json"
    path.write_text(json.dumps(STATES[game]), encoding="utf-8")
    command = [sys.executable, "-m", "web.cli", "score", str(path), "--json"]
    done = benchmark.pedantic(
        lambda: subprocess.run(command, cwd=ROOT, capture_output=True, check=True), rounds=7, warmup_rounds=1
    )
    assert json.loads(done.stdout)["game"] == game
