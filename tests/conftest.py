"""What all tests share: where the labelled photographs are, and the reason for skipping without them."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of labelled photo sets and contract files beside the project."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared (labelled photo sets) is not beside this checkout")
    return SHARED
