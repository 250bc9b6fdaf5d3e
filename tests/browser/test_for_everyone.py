"""Every page for everyone: axe finds nothing, targets and letters are large enough, nothing is cut off."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone, Prepared
from tests.browser.table import claim, get, new_game
from tests.browser.walk import PARTS, walk

AXE = Axe()

TARGETS = """() => {
  const small = [];
  for (const one of document.querySelectorAll("a, button, input, select, summary, [role=button], [role=slider]")) {
    const isSeen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    // Spaces on the photograph lie as they lie there; each is as large as it should be on the drawn board beside it.
    if (!isSeen || one.closest(".skip, p, .photo-space")) continue;
    let box = one.getBoundingClientRect();
    if (one.matches("input[type=checkbox], input[type=radio]")) box = one.closest("label").getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    if (box.width >= 43.5 && box.height >= 43.5) continue;
    small.push(`${one.outerHTML.slice(0, 90)} ${box.width.toFixed(0)}x${box.height.toFixed(0)}`);
  }
  return small;
}"""

LETTERS = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((one) => one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 16)
  .map((one) => one.outerHTML)"""

SIDEWAYS = "() => document.scrollingElement.scrollWidth - document.documentElement.clientWidth"


def violations(page: Page) -> list[str]:
    """What axe finds, serious or not."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    found: Any = AXE.run(page, options=options).response
    return [
        f"{page.url}: {one['id']} ({one['impact']}): {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for one in found["violations"]
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("part", PARTS)
def test_every_page_can_be_used_by_everyone(open_phone: OpenPhone, prepared: Prepared, part: str) -> None:
    """All states of the walk on the smallest phone, by day and by night; in German, whose words are the longest."""
    phone = {"viewport": {"width": 360, "height": 740}, "locale": "de-DE", "reduced_motion": "reduce"}
    problems: list[str] = []
    host, guest = open_phone(storage_state=prepared.cookies, **phone), open_phone(**phone)
    for name, page in PARTS[part](host, guest, prepared.evening):
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            problems += [f"{name}, {theme}: {one}" for one in violations(page)]
        problems += [f"{name}: small target {one}" for one in page.evaluate(TARGETS)]
        problems += [f"{name}: small letters {one}" for one in page.evaluate(LETTERS)]
        if page.evaluate(SIDEWAYS) > 0:
            problems.append(f"{name}: wider than the screen")
    assert not problems, "\n".join(problems)


def test_every_page_fits_a_desktop_too(open_phone: OpenPhone, prepared: Prepared) -> None:
    desktop = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False}
    host, guest = open_phone(storage_state=prepared.cookies, **desktop), open_phone(**desktop)
    wide = [name for name, page in walk(host, guest, prepared.evening) if page.evaluate(SIDEWAYS) > 0]
    assert wide == []


NARROWED = "() => document.scrollingElement.scrollWidth > screen.width"  # a phone shows a page that is too wide smaller
WIDEST = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth && !one.closest(".sheet-scroll"))
  .map((one) => `${one.tagName}.${one.className} ${one.textContent.slice(0, 20)}`)"""

LONG_NAMES = (
    "Maximiliane-Alexandrina von und zu Hohen",
    "Bartholomäus Featherstonehaugh-Cholmonde",
    "Οδυσσέας Παπαδόπουλος ο Πολύτροπος τρίτ",
    "W" * 40,
)


@pytest.mark.parametrize("game", ["evenglow", "evergreen"])
def test_four_long_names_fit_the_narrowest_phone(open_phone: OpenPhone, game: str) -> None:
    page = open_phone(viewport={"width": 320, "height": 640})
    path = new_game(page, game, LONG_NAMES)
    wide = []

    def look(where: str) -> None:
        if page.evaluate(NARROWED):
            wide.append(f"{where}: {page.evaluate(WIDEST)}")

    def look_at(*pages: str) -> None:
        for where in pages:
            page.goto(f"{path}/{where}".rstrip("/"))
            look(where)

    look("invite")
    claim(page, path, LONG_NAMES[3])
    look_at("", "sheet", "print", "settings", "assistant")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("button", name="Start the game")).to_have_count(0)
    look("assistant in play")
    players = [player["id"] for player in get(page, f"{path}/changes.json")["players"]]
    look_at(*(f"{what}/{players[3]}" for what in ("board", "pad", "photo", "assistant/what-if")))
    if game == "evergreen":
        look_at("zone", f"assistant/season/{players[3]}")
    assert wide == []
