"""In the browser: two phones come to one table by link and code, claim their players and see each other's changes."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.servers import Caller, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-joining")]


def new_game(page: Any, game: str = "Evenglow", names: tuple[str, ...] = ("Ada", "Bo"), several: bool = True) -> str:
    """Start a game as people do; returns its path."""
    page.goto("/")
    page.get_by_role("link", name="Several phones" if several else "This phone only").click()
    page.get_by_role("radio", name=game, exact=True).check()
    for number, name in enumerate(names, start=1):
        page.get_by_label(f"Player {number}").fill(name)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/invite" if several else "**/g/*")
    path: str = page.evaluate("location.pathname")
    return path.removesuffix("/invite")


def test_two_phones_join_by_link_and_code_and_follow_each_other(
    table_server: Server, open_phone: Callable[..., Any]
) -> None:
    ada = open_phone(table_server.url)
    game = new_game(ada)
    code = ada.locator(".big-code").inner_text()
    ada.locator(".actions").get_by_role("link", name="To the table").click()
    ada.get_by_role("button", name="Ada", exact=True).click()

    bo = open_phone(table_server.url)
    bo.get_by_role("link", name="Join a game").click()
    bo.locator("#code").fill(code.lower())
    bo.get_by_role("button", name="Join").click()
    bo.wait_for_url(f"**{game}")
    expect(bo.get_by_role("button", name="Ada", exact=True)).to_have_count(0)  # taken
    bo.get_by_role("button", name="Bo", exact=True).click()
    expect(bo.locator("#table-state")).to_contain_text("Ada")

    caller = Caller(table_server.url)
    caller.join(game)
    table = caller.get(f"{game}/changes.json")
    for player in table["players"]:
        name = f"player:{player['id']}"
        body = table["documents"][name]["body"] | {"confirmed": True}
        assert caller.edit(game, name, body, table["documents"][name]["version"])[0] == 200
    for page in (ada, bo):
        expect(page.locator("#table-state")).to_contain_text("All boards are final", timeout=5000)


def test_a_phone_that_lost_the_network_is_up_to_date_when_it_comes_back(
    table_server: Server, open_phone: Callable[..., Any]
) -> None:
    page = open_phone(table_server.url, expected=("ERR_INTERNET_DISCONNECTED", "Failed to load resource"))
    game = new_game(page, names=("Ada",), several=False)
    expect(page.locator("#table-state")).to_contain_text("Ada")
    page.context.set_offline(True)
    caller = Caller(table_server.url)
    caller.join(game)
    table = caller.get(f"{game}/changes.json")
    [name] = [name for name in table["documents"] if name.startswith("player:")]
    caller.edit(game, name, table["documents"][name]["body"] | {"confirmed": True}, 1)
    page.context.set_offline(False)
    expect(page.locator("#table-state")).to_contain_text("All boards are final", timeout=15_000)


def test_typed_names_survive_a_reload(table_server: Server, open_phone: Callable[..., Any]) -> None:
    page = open_phone(table_server.url)
    page.goto("/new")
    page.get_by_label("Player 1").fill("Wilhelmina")
    page.get_by_role("radio", name="Evergreen", exact=True).check()
    page.get_by_role("checkbox", name="Cacti").check()
    page.reload()
    expect(page.get_by_label("Player 1")).to_have_value("Wilhelmina")
    expect(page.get_by_role("checkbox", name="Cacti")).to_be_checked()


def test_eight_tabs_of_one_phone_do_not_hang(table_server: Server, open_phone: Callable[..., Any]) -> None:
    page = open_phone(table_server.url)
    game = new_game(page, names=("Ada",), several=False)
    tabs = [page.context.new_page() for _ in range(7)]
    for tab in tabs:
        tab.goto(game)
        expect(tab.locator("#table-state")).to_contain_text("Ada")


def test_the_screen_is_kept_awake_and_asked_for_again(table_server: Server, open_phone: Callable[..., Any]) -> None:
    page = open_phone(table_server.url)
    page.add_init_script(
        "window.asked = 0; Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => "
        "{ window.asked += 1; return {release: async () => {}}; }}});"
    )
    new_game(page, names=("Ada",), several=False)
    page.wait_for_function("window.asked === 1")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("window.asked === 2")


def test_a_phone_is_asked_who_it_is_at_its_first_change(table_server: Server, open_phone: Callable[..., Any]) -> None:
    ada = open_phone(table_server.url)
    game = new_game(ada)
    bo = open_phone(table_server.url, expected=("403",))
    bo.goto(game)
    bo.get_by_role("link", name="Board of Bo", exact=True).click()
    bo.locator("#stand-in-ok").click()
    bo.locator('[data-pick="henbane"]').click()
    bo.locator('#board [data-area="sunlight"][data-space="1"]').click()
    expect(bo.get_by_role("dialog")).to_contain_text("Who are you?")
    bo.get_by_role("dialog").get_by_role("button", name="Bo", exact=True).click()
    expect(bo.locator("body[data-saving]")).to_have_count(0)
    [change] = bo.request.get(f"{game}/trail.json").json()
    assert change["by"] == "Bo"
    bo.locator('#board [data-area="sunlight"][data-space="2"]').click()
    expect(bo.locator("body[data-saving]")).to_have_count(0)
    assert len(bo.request.get(f"{game}/trail.json").json()) == 2
