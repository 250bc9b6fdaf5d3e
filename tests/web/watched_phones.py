"""Phones in a real browser, each watched: no script error, no console error, no request to another host."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

OpenPhone = Callable[..., Page]


@contextmanager
def watched_phones(chromium: Browser, **usual: Any) -> Iterator[OpenPhone]:
    """Gives `open_phone(url, expected=(), **options)`: a page on a phone of its own (its own cookies, touch).

    At the end none of the pages, nor any that they opened, may have had a script error, a console error (but those that
    hold one of the texts `expected`, which the story causes on purpose) or asked another host than its own.
    """
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def watch(page: Page, url: str, expected: tuple[str, ...]) -> None:
        def note_console(kind: str, text: str) -> None:
            if kind == "error" and not any(known in text for known in expected):
                troubles.append(f"console: {text}")

        def note_request(asked: str) -> None:
            if not asked.startswith((f"{url}/", "blob:", "data:")):
                troubles.append(f"request to another host: {asked}")

        page.on("pageerror", lambda error: troubles.append(f"script error: {error}"))
        page.on("console", lambda line: note_console(line.type, line.text))
        page.on("request", lambda request: note_request(request.url))

    def open_phone(url: str, *, expected: tuple[str, ...] = (), timeout_ms: int = 20_000, **options: Any) -> Page:
        settings = {"has_touch": True, "is_mobile": True, **usual, **options}
        context = chromium.new_context(base_url=url, **settings)
        context.set_default_timeout(timeout_ms)
        context.on("page", lambda page: watch(page, url, expected))
        contexts.append(context)
        return context.new_page()

    yield open_phone
    for context in contexts:
        context.close()
    assert troubles == []
