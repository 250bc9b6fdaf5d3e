"""Copies that the vision tests read with: each is taught once in a test session."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT
from vision.copies import LearnedCopy
from vision.lesson import load_lesson
from vision.teach import learn_copy

SAMPLES = ROOT / "sample_photos"


@cache
def taught(folder: Path) -> LearnedCopy:
    """The copy of a photo set."""
    return learn_copy(load_lesson(folder / "teach.json"))


@cache
def board_only(folder: Path) -> LearnedCopy:
    """The copy of a photo set without what its samples teach: enough to find the board, and much faster to learn."""
    return learn_copy(replace(load_lesson(folder / "teach.json"), samples=()))


@pytest.fixture(scope="session")
def evenglow() -> LearnedCopy:
    """The Evenglow copy of the sample photographs."""
    return taught(SAMPLES / "evenglow")


@pytest.fixture(scope="session")
def evergreen_board() -> LearnedCopy:
    """The Evergreen board of the sample photographs."""
    return board_only(SAMPLES / "evergreen")
