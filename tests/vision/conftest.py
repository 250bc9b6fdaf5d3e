"""Copies that the vision tests read with: each is taught once in a test session."""

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
    copy = learn_copy(load_lesson(folder / "teach.json"))
    assert copy.landmarks is not None
    copy.landmarks.warm_up()
    return copy


@pytest.fixture(scope="session")
def evenglow() -> LearnedCopy:
    """The Evenglow copy of the sample photographs."""
    return taught(SAMPLES / "evenglow")


@pytest.fixture(scope="session")
def evergreen() -> LearnedCopy:
    """The Evergreen copy of the sample photographs."""
    return taught(SAMPLES / "evergreen")
