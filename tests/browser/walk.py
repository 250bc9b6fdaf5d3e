"""A walk through every page and every state that people meet, once: for the pictures, and for what must hold on each.

`walk` yields the name of a state as soon as a page shows it, and the page. It changes no game for good but where
a photograph is sent, so it can be taken again.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.evening import LONG_NAME, SAMPLES, Evening
from tests.browser.table import ask_why, lay, space
from tests.web.test_photos import picture

State = tuple[str, Page]


def walk(page: Page, guest: Page, evening: Evening) -> Iterator[State]:
    """Every state of every page. `page` is the host's phone, `guest` one that has never been here."""
    for part in PARTS.values():
        yield from part(page, guest, evening)


def _open(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_load_state("load")


def _first_pages(page: Page, guest: Page, evening: Evening) -> Iterator[State]:
    _open(guest, "/")
    yield "start-first-visit", guest
    _open(page, "/")
    yield "start", page
    _open(page, "/new?phones=several")
    yield "new-evenglow", page
    page.locator("input[value=evergreen]").check(force=True)
    page.locator("input[value=one]").check(force=True)
    page.locator("summary").click()
    yield "new-evergreen-one-phone", page
    _open(page, "/new")
    for index, name in enumerate(("Ada", "ada")):
        page.locator("input[name=name]").nth(index).fill(name)
    page.locator(".actions .button.main").click()
    expect(page.locator(".problem")).to_be_visible()
    yield "new-refused", page
    _open(page, "/join")
    yield "join", page
    page.locator("#code").fill("AAAAAA")
    page.locator(".actions .button.main").click()
    expect(page.locator(".problem")).to_be_visible()
    yield "join-refused", page
    _open(page, "/phone")
    yield "language-and-colours", page
    _open(page, "/rules?game=evenglow")
    yield "rules", page
    _open(page, "/rules?q=xylophone")
    yield "rules-nothing-found", page
    _open(page, "/rules/evergreen-season")
    yield "rule", page
    _open(page, "/tie")
    yield "tie-check", page
    query = "&".join(
        f"name={n}&total={t}&potions={p}&unused={u}"
        for n, t, p, u in (("Ada", 42, 3, 1), ("Bo", 42, 3, 2), ("Cleo", 40, 1, 0))
    )
    _open(page, f"/tie?{query}")
    yield "tie-check-decided", page
    _open(page, "/nowhere")
    yield "error-no-such-page", page
    _open(page, evening.deleted)
    yield "error-no-such-game", page


def _table(page: Page, guest: Page, evening: Evening) -> Iterator[State]:
    _open(page, f"{evening.new_evenglow}/invite")
    yield "invite", page
    _open(guest, evening.new_evenglow)
    yield "table-who-are-you", guest
    _open(page, evening.new_evenglow)
    yield "table-new", page
    _open(page, evening.evenglow)
    yield "table-evenglow", page
    _open(page, evening.evergreen)
    yield "table-evergreen", page
    _open(page, evening.tie)
    yield "table-finished", page
    _open(page, f"{evening.evenglow}/settings")
    yield "settings", page
    _open(page, f"{evening.evenglow}/delete")
    yield "delete", page
    _open(guest, evening.locked)
    _lock(page, evening.locked)
    _open(guest, evening.locked)
    yield "table-locked-for-a-guest", guest
    guest.context.clear_cookies()
    _open(guest, evening.locked)
    yield "error-locked", guest
    _open(page, f"{evening.locked}/settings")
    yield "settings-locked", page
    _lock(page, evening.locked)
    host_link = page.goto(f"{evening.locked}/settings") and page.locator("details .link").get_attribute("href")
    _open(guest, re.sub(r"^https?://[^/]+", "", host_link or ""))
    yield "host", guest


def _lock(page: Page, game: str) -> None:
    page.goto(f"{game}/settings")
    page.locator("button[name=locked]").click()
    page.wait_for_load_state("load")


def _send(page: Page, picture_of: Path | bytes) -> None:
    content = picture_of if isinstance(picture_of, bytes) else picture_of.read_bytes()
    page.locator("#choose").set_input_files({"name": "board.jpg", "mimeType": "image/jpeg", "buffer": content})


def _cut_off(route: Route) -> None:
    route.abort()


def _photograph(page: Page, _guest: Page, evening: Evening) -> Iterator[State]:
    _open(page, f"{evening.evergreen}/photo/{evening.player('evergreen')}")
    yield "photo-no-copy", page
    address = f"{evening.evenglow}/photo/{evening.player('evenglow', 'Bo')}"
    _open(page, address)
    if not page.locator("#photo-view img, #photo-view svg").count():
        yield "photo", page
    page.route("**/live?*", _cut_off)
    page.route("**/changes.json*", _cut_off)
    _open(page, address)
    _send(page, SAMPLES / "evenglow" / "boards" / "003.jpg")
    expect(page.locator("#stage")).to_be_visible()
    yield "photo-reading", page
    page.unroute("**/live?*")
    page.unroute("**/changes.json*")
    _open(page, address)
    page.locator("#use").wait_for(timeout=60_000)
    yield "photo-read", page
    page.locator("#adjust").click()
    expect(page.locator(".handle")).to_have_count(4)
    yield "photo-corners", page
    _send_anew(page, address, picture(900, 700))
    expect(page.locator(".handle")).to_have_count(4, timeout=60_000)
    handle = page.locator('[data-point="2"]')
    handle.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    box = handle.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"], box["y"] - 20, steps=3)
    expect(page.locator(".magnifier")).to_be_visible()
    yield "photo-not-found-magnifier", page
    page.mouse.up()
    _send_anew(page, address, b"no picture at all")
    expect(page.locator("#notice")).to_be_visible()
    yield "photo-refused", page


def _send_anew(page: Page, address: str, content: bytes) -> None:
    _open(page, address)
    _send(page, content)


def _boards(page: Page, _guest: Page, evening: Evening) -> Iterator[State]:
    by_hand = f"{evening.new_evenglow}/board/{evening.player('new_evenglow')}"
    _open(page, by_hand)
    expect(page.locator("#board .space")).to_have_count(50)
    yield "board-empty", page
    page.locator("#stand-in-ok").click()
    _open(page, f"{evening.evenglow}/board/{evening.player('evenglow', 'Bo')}")
    yield "board-evenglow", page
    space(page, "sunlight", "8").click()
    yield "board-space-chosen", page
    page.locator('[data-pick="token"]').click()
    yield "board-token-taken-up", page
    page.keyboard.press("Escape")
    page.locator("#cards").scroll_into_view_if_needed()
    yield "board-potions", page
    doubtful = f"{evening.evenglow}/board/{evening.player('evenglow', LONG_NAME)}"
    _open(page, doubtful)
    expect(page.locator("#check")).to_be_visible()
    yield "board-doubtful", page
    page.locator("#check").click()
    expect(page.locator("#review .crop")).to_be_visible()
    page.wait_for_timeout(350)  # it scrolls to the space
    yield "review", page
    _open(page, f"{evening.evenglow}/board/{evening.player('evenglow')}")
    yield "board-final", page
    _open(page, f"{evening.evergreen}/board/{evening.player('evergreen')}")
    page.locator("#stand-in-ok").click()
    yield "board-evergreen", page
    space(page, "planet", "d1").click()
    yield "board-evergreen-space-chosen", page
    _open(page, f"{evening.evenglow}/pad/{evening.player('evenglow', 'Çiçek')}")
    yield "pad-evenglow", page
    _open(page, f"{evening.new_evenglow}/pad/{evening.player('new_evenglow')}")
    page.locator("#line-vines").fill("2,5")
    yield "pad-wrong-number", page
    _open(page, f"{evening.evergreen}/pad/{evening.player('evergreen', LONG_NAME)}")
    yield "pad-evergreen", page
    _open(page, f"{evening.evergreen}/zone")
    expect(page.locator("#end-season")).to_be_visible()
    yield "fertility-zone", page
    _open(page, f"{evening.solo}/zone")
    yield "the-unseen", page
    _open(page, "/layouts")
    yield "layouts", page
    _open(page, "/layouts/evenglow-5x5")
    yield "layout-evenglow", page
    page.locator('[data-tool="number"]').click()
    space(page, "sunlight", "1").click()
    expect(page.locator("#new-name")).to_be_visible()
    yield "layout-renumber", page
    _open(page, "/layouts/evergreen-42")
    page.locator('[data-tool="add"]').click()
    yield "layout-evergreen", page


def _sheets(page: Page, _guest: Page, evening: Evening) -> Iterator[State]:
    for name in ("evenglow", "tie", "solo", "family", "evergreen", "evergreen_over"):
        _open(page, f"{getattr(evening, name)}/sheet")
        expect(page.locator(".row-total")).to_be_visible()
        yield f"sheet-{name.replace('_', '-')}", page
    _open(page, f"{evening.evenglow}/sheet")
    ask_why(page, 0, "vines")
    yield "sheet-reasons", page
    page.locator("#why .reason").first.click()
    yield "sheet-one-reason", page
    _open(page, f"{evening.evergreen}/sheet")
    ask_why(page, 0, "season-2-light")
    yield "sheet-reasons-light", page
    ask_why(page, 0, "season-2-forest")
    yield "sheet-reasons-forest", page
    _open(page, f"{evening.evenglow}/sheet")
    page.locator(".share summary").click()
    page.locator(".share").scroll_into_view_if_needed()
    yield "sheet-share", page
    for name in ("evenglow", "evergreen"):
        _open(page, f"{getattr(evening, name)}/print")
        yield f"print-{name}", page


def _assistant(page: Page, _guest: Page, evening: Evening) -> Iterator[State]:
    for name in ("new_evenglow", "new_evergreen"):
        _open(page, f"{getattr(evening, name)}/assistant")
        yield f"assistant-set-up-{name.removeprefix('new_')}", page
    _open(page, f"{evening.turn}/assistant")
    expect(page.locator(".due").first).to_be_visible()
    yield "assistant-turn", page
    _open(page, f"{evening.evergreen}/assistant")
    page.locator(".left-over summary").click()
    yield "assistant-round", page
    _open(page, f"{evening.season_end}/assistant")
    expect(page.locator("#end-title")).to_be_visible()
    yield "assistant-season-end", page
    _open(page, f"{evening.season_end}/assistant/season/{evening.player('season_end')}")
    for step in ("pines", "light", "forest"):
        title = page.locator(f'[data-step="{step}"] .guided-title')
        title.click()
        expect(title).to_have_attribute("aria-expanded", "true")
        yield f"season-end-{step}", page
    _open(page, f"{evening.turn}/assistant/what-if/{evening.player('turn', 'Bo')}")
    yield "what-if", page
    empty = page.locator('#board [data-area="sunlight"].is-empty').first.get_attribute("data-space")
    lay(page, "sunlight", "henbane", empty or "1")
    expect(page.locator("#difference-points")).to_be_visible()
    page.locator("#ask").click()
    expect(page.locator("#advice-answer p").last).to_be_visible()
    yield "what-if-and-advice", page
    _open(page, f"{evening.evergreen}/assistant/what-if/{evening.player('evergreen')}")
    lay(page, "planet", "small-tree", "c6")
    expect(page.locator("#difference-points")).to_be_visible()
    yield "what-if-evergreen", page


def _history(page: Page, _guest: Page, _evening: Evening) -> Iterator[State]:
    _open(page, "/history")
    yield "history", page
    page.locator("summary").last.click()
    page.locator("details").last.scroll_into_view_if_needed()
    yield "history-save", page
    _open(page, "/history?name=nobody")
    yield "history-nothing-found", page
    _open(page, "/people?name=Ada")
    yield "statistics", page
    _open(page, "/people?name=nobody")
    yield "statistics-nothing", page


def _teaching(page: Page, _guest: Page, evening: Evening) -> Iterator[State]:
    _open(page, "/teach?game=evenglow")
    yield "teach", page
    page.locator("input[name=name]").fill("Our Copy!")
    page.locator(".actions .button.main").click()
    expect(page.locator(".problem")).to_be_visible()
    yield "teach-refused", page
    _open(page, f"{evening.empty_lesson}#board")
    yield "teach-photograph", page
    _open(page, "/phone")  # so that the next address is a page of its own, not a hash of this one
    _open(page, f"{evening.lesson}#board")
    expect(page.locator(".handle")).to_have_count(4)
    yield "teach-corners", page
    for step in ("anchors", "stems", "samples-0", "samples-2", "test"):
        page.evaluate("(hash) => { location.hash = hash; }", step)
        page.wait_for_timeout(150)
        yield f"teach-{step}", page
    page.locator("#learn").click()
    expect(page.locator("#pick")).to_be_visible(timeout=60_000)
    with page.expect_file_chooser() as chooser:
        page.locator("#pick").click()
    chooser.value.set_files(str(SAMPLES / "evenglow" / "boards" / "002.jpg"))
    page.locator(".overlay .photo-space").first.wait_for(timeout=60_000)
    yield "teach-tried", page


PARTS: dict[str, Callable[[Page, Page, Evening], Iterator[State]]] = {
    "first-pages": _first_pages,
    "table": _table,
    "photograph": _photograph,
    "boards": _boards,
    "sheets": _sheets,
    "assistant": _assistant,
    "history": _history,
    "teaching": _teaching,
}
"""The walk in parts, each of which can be taken by itself."""
