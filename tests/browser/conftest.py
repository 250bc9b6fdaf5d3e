"""One server process and one browser for all stories; every page is watched for errors and foreign requests."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from assistant.store import store_folder
from tests.conftest import ROOT
from tests.web.servers import Server, running
from vision.copies import save_copy
from vision.lesson import load_lesson
from vision.teach import learn_copy

PHONE = {"width": 390, "height": 844}
SAMPLES = ROOT / "sample_photos"

OpenPhone = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in Path(item.fspath).parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    store = store_folder(str(tmp_path_factory.mktemp("browser") / "store"))
    save_copy(store, learn_copy(load_lesson(SAMPLES / "evenglow" / "teach.json")))
    with running(store) as server:
        yield server


@pytest.fixture
def open_phone(chromium: Browser, server: Server) -> Iterator[OpenPhone]:
    """Opens phones (each with its own cookies); after the test none of them may have seen an error."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: problems.append(f"page error: {error}"))
        page.on("console", lambda message: _note_console(message, problems))
        page.on("request", lambda request: _note_request(request.url, server.url, problems))

    def open_one(**options: Any) -> Page:
        options = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": "en-GB", **options}
        context = chromium.new_context(base_url=server.url, service_workers="block", **options)
        context.set_default_timeout(15_000)
        context.on("page", watch)
        contexts.append(context)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()
    assert problems == []


def _note_console(message: Any, problems: list[str]) -> None:
    # A refused request and a lost network are things that stories do on purpose; the page itself must say so.
    if message.type == "error" and "Failed to load resource" not in message.text:
        problems.append(f"console: {message.text}")


def _note_request(url: str, ours: str, problems: list[str]) -> None:
    if not url.startswith((ours, "data:", "blob:")):
        problems.append(f"request to another host: {url}")
