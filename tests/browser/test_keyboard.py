"""The keyboard keeps its place: after a step it waits where the next one is taken; nothing is drawn needlessly."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPhone, Prepared
from tests.browser.evening import MODULES, Host, Table
from tests.browser.table import saved


def start(page: Page, game: str, *names: str, **fields: Any) -> Table:
    return Host(page.request).game(game, *names, **fields)


def stays(element: Locator) -> Any:
    """A question for later: is the very element that is there now still there?"""
    handle = element.element_handle()
    return lambda: handle.evaluate("(one) => one.isConnected")


def test_a_reason_keeps_the_keyboard_when_it_is_chosen(open_phone: OpenPhone, prepared: Prepared) -> None:
    page = open_phone(storage_state=prepared.cookies)
    page.goto(f"{prepared.evening.evenglow}/sheet")
    number = page.locator('.points[data-player="0"][data-line="vines"]')
    number.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_be_focused()
    reasons = page.locator("#why .reason")
    reasons.nth(1).focus()
    for pressed in ("true", "false", "true"):
        page.keyboard.press("Space")
        expect(reasons.nth(1)).to_have_attribute("aria-pressed", pressed)
        expect(reasons.nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(number).to_be_focused()


def test_doubtful_spaces_are_checked_with_one_key(open_phone: OpenPhone) -> None:
    page = open_phone()
    table = start(page, "evenglow", "Ada")
    spaces = {name: {"plant": "henbane"} for name in ("1", "2", "3")}
    player = table.id_of("Ada")
    table.change(
        f"player:{player}", board={"gardens": {"sunlight": spaces, "moonlight": {}}}, review={"sunlight": list(spaces)}
    )
    page.goto(f"{table.path}/board/{player}")
    page.locator("#check").focus()
    page.keyboard.press("Enter")
    for left in ("3 spaces", "2 spaces", "1 space"):
        expect(page.locator(".review-place")).to_have_text(f"{left} to check")
        expect(page.locator('[data-do="accept"]')).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#to-sheet")).to_be_focused()
    saved(page)


def test_what_has_not_changed_is_not_drawn_again(open_phone: OpenPhone) -> None:
    page = open_phone()
    game = start(page, "evenglow", "Ada", "Bo")
    page.goto(f"{game.path}/assistant")
    who_begins = stays(page.locator('.first-player input[type="radio"]').nth(1))
    step = page.locator(".ticks input").first
    tick = stays(step)
    step.check()
    expect(page.locator(".ticks .is-done")).to_have_count(1)
    assert not tick()  # the list that has changed is drawn anew: the question above can be answered with no
    assert who_begins()
    expect(step).to_be_focused()

    zone = start(page, "evergreen", "Ada", expansions=MODULES)
    page.goto(f"{zone.path}/zone")
    season, swamp = stays(page.locator('input[name="season"]').first), page.locator('[data-biome="swamp"]')
    meadow = stays(page.locator('[data-biome="meadow"]'))
    swamp.locator('[data-card="icons3"]').click()
    expect(swamp.locator("output")).to_have_text("3")
    assert season()
    assert meadow()
    expect(swamp.locator('[data-card="icons3"]')).to_be_focused()
    page.locator('input[name="sun"][value="left"]').focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator('input[name="sun"]:checked')).to_be_focused()
    saved(page)


def test_the_end_of_a_season_is_gone_through_by_keyboard(open_phone: OpenPhone, prepared: Prepared) -> None:
    page = open_phone(storage_state=prepared.cookies)
    table = start(page, "evergreen", "Ada", expansions=("pines",))
    player = table.id_of("Ada")
    table.board("Ada", confirmed=False, planet={"d1": "big-tree", "d2": "small-pine"})
    standing = table.act("begin")
    while standing["phase"] == "play":
        standing = table.act("end-round", season=standing["season"], round=standing["round"])
    page.goto(f"{table.path}/assistant/season/{player}")
    page.locator('[data-key="check-pines"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".guided-step.is-open .guided-title")).to_be_focused()
    expect(page.locator('[data-step="pines"]')).not_to_have_class("is-open")
    page.locator('[data-step="pines"] .guided-title').press("Enter")
    page.locator('[data-key="correct-pines"]').press("Enter")
    expect(page.locator('[data-key="keep"]')).to_be_focused()
    page.locator('[data-key="leave"]').press("Enter")
    expect(page.locator('[data-key="correct-pines"]')).to_be_focused()
