"""One server process and one browser for all stories; every page is watched for errors and foreign requests."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from assistant.store import store_folder
from tests.browser.evening import Evening, prepare
from tests.conftest import ROOT
from tests.web.servers import Server, running
from tests.web.watched_phones import OpenPhone, watched_phones
from vision.material import learn_and_keep

PHONE = {"width": 390, "height": 844}
SAMPLES = ROOT / "sample_photos"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in Path(item.fspath).parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    store = store_folder(str(tmp_path_factory.mktemp("browser") / "store"))
    learn_and_keep(store, SAMPLES / "evenglow" / "teach.json")
    with running(store) as server:
        yield server


@dataclass(frozen=True)
class Prepared:
    """The games of some full evenings, and the cookies of the phone that hosted them."""

    evening: Evening
    cookies: Any


@pytest.fixture(scope="session")
def prepared(chromium: Browser, server: Server) -> Prepared:
    context = chromium.new_context(base_url=server.url)
    evening = prepare(context.request)
    found = Prepared(evening, context.storage_state())
    context.close()
    return found


@pytest.fixture
def open_phone(chromium: Browser, server: Server) -> Iterator[OpenPhone]:
    """Watched phones at the server of these stories (see `watched_phones`)."""
    with watched_phones(chromium, viewport=PHONE, locale="en-GB", service_workers="block") as open_one:
        # A refused request and a lost network are things that stories do on purpose; the page itself must say so.
        yield partial(open_one, server.url, expected=("Failed to load resource",), timeout_ms=15_000)
