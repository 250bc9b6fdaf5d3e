"""Imports point one way, web -> vision -> assistant, and `glade score` starts without the heavy libraries."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

NEVER_IMPORTED = {
    "assistant": {"vision", "web", "cv2", "skimage", "numpy", "PIL", "flask", "sqlalchemy"},
    "vision": {"web", "flask", "sqlalchemy"},
}
HEAVY = ("cv2", "skimage", "flask", "numpy", "PIL", "sqlalchemy", "scipy")


def imported_by(path: Path) -> Iterator[str]:
    """The top-level packages that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide which package they reach"
            assert node.module is not None
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("package", NEVER_IMPORTED)
def test_imports_point_one_way(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files
    for path in files:
        assert not set(imported_by(path)) & NEVER_IMPORTED[package], path


def test_no_module_collects_odds_and_ends() -> None:
    for package in ("assistant", "vision", "web"):
        for path in (ROOT / package).rglob("*.py"):
            assert path.stem not in ("utils", "util", "helpers", "common", "misc"), path


def test_scoring_starts_without_the_heavy_libraries(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text(
        '{"game": "evenglow", "variant": "standard", "layout": "evenglow-5x5",'
        ' "players": [{"name": "Ada", "gardens": {"sunlight": {}, "moonlight": {}}}]}',
        encoding="utf-8",
    )
    program = (
        "import sys\n"
        "from web.cli import main\n"
        f"status = main(['score', {str(state)!r}])\n"
        f"heavy = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "assert not heavy, heavy\n"
        "sys.exit(status)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Ada" in done.stdout
