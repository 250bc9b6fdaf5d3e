"""In the browser: a new version of Glade is seen at once, and what was seen before is there without the network."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.servers import free_port
from web import static_files
from web.app import create_app
from web.config import Config
from web.serve import make_server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-joining")]


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let the server in this process be of another release."""

    def set_release(name: str) -> None:
        monkeypatch.setattr(static_files, "version", lambda: name)

    return set_release


@pytest.fixture
def server_here(tmp_path: Path, release: Callable[[str], None]) -> Iterator[str]:
    """A server on a thread of this process, so that its release can change while the browser stays."""
    config = Config(store=tmp_path, host="127.0.0.1", port=free_port(), threads=8, rate_limits=False)
    app = create_app(config)
    server = make_server(app, config)
    stop = threading.Event()

    def run() -> None:
        while not stop.is_set():
            server.asyncore.loop(timeout=0.05, count=1, map=server._map)

    thread = threading.Thread(target=run)
    thread.start()
    yield f"http://127.0.0.1:{config.port}"
    app.extensions["glade"].notifier.close()
    stop.set()
    thread.join()
    server.task_dispatcher.shutdown()
    server.close()
    for channel in list(server.active_channels.values()):
        channel.handle_close()
    app.extensions["glade"].close()


def caches(page: Any) -> list[str]:
    found: list[str] = page.evaluate("caches.keys()")
    return found


def test_the_second_visit_shows_the_new_version_and_the_old_cache_is_gone(
    server_here: str, release: Callable[[str], None], open_phone: Callable[..., Any]
) -> None:
    release("aaaaaaaaaaaa")
    page = open_phone(server_here)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.reload()
    page.wait_for_function("caches.keys().then((keys) => keys.length === 1)")
    assert caches(page) == ["glade-aaaaaaaaaaaa"]
    release("bbbbbbbbbbbb")
    page.reload()
    assert "/static/bbbbbbbbbbbb/" in page.content()  # at once: pages come from the network first
    expect(page.locator("#notice")).to_contain_text("Glade was updated")
    page.wait_for_function("caches.keys().then((keys) => keys.length === 1 && keys[0] === 'glade-bbbbbbbbbbbb')")


def test_a_page_seen_before_opens_without_the_network(
    server_here: str, release: Callable[[str], None], open_phone: Callable[..., Any]
) -> None:
    release("cccccccccccc")
    page = open_phone(server_here, expected=("ERR_INTERNET_DISCONNECTED", "Failed to load resource"))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/new")
    page.reload()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    page.context.set_offline(False)
