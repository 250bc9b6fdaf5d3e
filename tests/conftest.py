"""What all tests share: where the labelled photographs are, a browser, and the reasons for skipping without them."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# No test depends on how fast the machine is; a failure says how to repeat it.
settings.register_profile("glade", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("glade")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let `--dist loadgroup` see the groups: what one group teaches or starts is then taught and started once.

    A worker of pytest-xdist 3.8 writes the group behind a test's id into an attribute that pytest 9.2 no longer reads
    (it keeps a structured id), so no group was ever kept together. Here it goes into that one too.
    """
    if not getattr(config.option, "loadgroup", False):
        return
    for item in items:
        groups = sorted({str(mark.args[0]) for mark in item.iter_markers("xdist_group")})
        if groups and "@" not in item.nodeid.rpartition("]")[2] and hasattr(item, "_id"):
            item._id = type(item._id).parse(f"{item.nodeid}@{'_'.join(groups)}")


ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of labelled photo sets and contract files beside the project."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared (labelled photo sets) is not beside this checkout")
    return SHARED


@pytest.fixture(scope="session", autouse=True)
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A store of the tests' own: whatever the person who runs them has learned must not matter."""
    store = tmp_path_factory.mktemp("store")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GLADE_STORE", str(store))
        yield store


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The one browser of a test process, without a window: Playwright cannot be started twice in one."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        pytest.skip("no Chromium is installed here (Debian: chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()
