"""What browsers do to an app by themselves: many tabs, back and reload, cleared data."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.table import body_of, claim, get, lay, new_game, saved, space, way


def test_of_many_tabs_one_has_the_stream_and_none_in_the_background(open_phone: OpenPhone) -> None:
    first = open_phone()
    game = new_game(first)
    open_streams: set[Any] = set()

    def note(request: Any) -> None:
        if "/live?" in request.url:
            open_streams.add(request)

    for event in ("requestfinished", "requestfailed"):
        first.context.on(event, lambda request: open_streams.discard(request))
    first.context.on("request", note)
    first.goto(game)
    tabs = [first]
    for _number in range(8):  # a browser has six connections for a host
        tabs.append(first.context.new_page())
        tabs[-1].goto(game)
        expect(tabs[-1].locator("#players .player")).to_have_count(2)
    _until(first, lambda: len(open_streams) == 1)
    for tab in tabs:  # no tab hangs, and each follows
        assert tab.evaluate("fetch('/health/live').then((answer) => answer.status)") == 200
    last = tabs[-1]
    last.evaluate(
        """() => {
          Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    _until(first, lambda: not open_streams)
    form: dict[str, str | float | bool] = {
        "name": "Cleo",
        "csrf_token": first.locator("meta[name=csrf-token]").get_attribute("content") or "",
    }
    assert first.request.post(f"{game}/players", form=form).ok
    expect(tabs[3].locator("#table-state")).to_contain_text("Cleo")  # by asking now and then
    last.evaluate(
        """() => {
          delete document.visibilityState;
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    expect(last.locator("#table-state")).to_contain_text("Cleo")
    _until(first, lambda: len(open_streams) == 1)


def _until(page: Page, holds: Callable[[], bool]) -> None:
    for _attempt in range(100):
        if holds():
            return
        page.wait_for_timeout(50)
    assert holds()


def test_back_and_reload_repeat_no_change_and_lose_none(open_phone: OpenPhone) -> None:
    page = open_phone()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    game = new_game(page)
    claim(page, game, "Ada")
    page.goto(f"{game}/settings")
    page.get_by_label("One more player").fill("Cleo")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("li.row")).to_have_count(3)
    page.get_by_role("button", name="Take Cleo out").click()
    expect(page.get_by_role("button", name="Bring back")).to_be_visible()
    page.get_by_role("button", name="Finish").click()
    page.goto(f"{game}/settings")
    page.get_by_role("button", name="Open it again").click()
    way(page, game, "Board of Ada")
    page.locator("#stand-in-ok").click()
    lay(page, "sunlight", "vine", "1", "2")
    saved(page)
    way(page, game, "Type the points of Bo")
    page.locator("#line-vines").fill("7")
    page.locator("#line-vines").blur()
    saved(page)
    page.goto(f"{game}/sheet")
    before, trail, changes = get(page, f"{game}/state.json"), get(page, f"{game}/trail.json"), len(sent)

    seen = []
    while re.search(r"/g/|/new", page.url):  # back to the very beginning, each step also pulled down to load it anew
        page.reload()
        seen.append(page.url)
        if page.go_back() is None:
            break
    assert {"sheet", "settings", "invite"} <= {url.rsplit("/", 1)[1] for url in seen}
    page.goto(f"{game}/sheet")
    assert sent[changes:] == []
    assert (get(page, f"{game}/state.json"), get(page, f"{game}/trail.json")) == (before, trail)
    way(page, game, "Board of Ada")
    expect(space(page, "sunlight", "2")).to_have_attribute("data-kind", "vine")


def test_a_phone_without_its_data_comes_back_by_the_link(open_phone: OpenPhone) -> None:
    page = open_phone()
    game = new_game(page)
    claim(page, game, "Ada")
    way(page, game, "Board of Ada")
    page.locator("#stand-in-ok").click()
    lay(page, "sunlight", "vine", "1")
    saved(page)
    board = body_of(page, game, "Ada")
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.context.clear_cookies()
    page.goto(game)
    page.locator("summary", has_text="Another player on this phone?").click()
    page.get_by_role("button", name=re.compile("^Ada")).click()  # this phone takes over from the one it was
    expect(page.locator(".player-state", has_text="you")).to_have_count(1)
    assert body_of(page, game, "Ada") == board
    way(page, game, "Board of Ada")
    expect(space(page, "sunlight", "1")).to_have_attribute("data-kind", "vine")
    page.locator("#stand-in-ok").click()
    lay(page, "sunlight", "vine", "2")
    saved(page)
    assert set(body_of(page, game, "Ada")["board"]["gardens"]["sunlight"]) == {"1", "2"}


def test_a_number_typed_just_before_the_page_is_left_is_on_the_sheet(open_phone: OpenPhone) -> None:
    page = open_phone()
    game = new_game(page)
    way(page, game, "Type the points of Ada")
    page.locator("#line-vines").fill("7")
    page.evaluate(  # the tap on the link takes the cursor from the field, and the page is gone in the same moment
        """(to) => { document.activeElement.blur(); location.href = to; }""",
        f"{game}/sheet",
    )
    page.wait_for_url("**/sheet")
    expect(page.locator('.points[data-line="vines"]').first).to_have_text("7")
    way(page, game, "Type the points of Ada")
    expect(page.locator("#line-vines")).to_have_value("7")
    saved(page)
    expect(page.locator("#notice")).to_have_text("")  # nobody else changed anything
    assert len(get(page, f"{game}/trail.json")) == 1
