"""Every example in a docstring is run."""

import doctest
import importlib
from pathlib import Path

import pytest

from tests.conftest import ROOT

WITH_EXAMPLES = sorted(
    path.relative_to(ROOT)
    for package in ("assistant", "vision", "web")
    for path in (ROOT / package).rglob("*.py")
    if ">>>" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=str)
def test_examples_in_docstrings_are_right(path: Path) -> None:
    parts = path.with_suffix("").parts
    module = importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
