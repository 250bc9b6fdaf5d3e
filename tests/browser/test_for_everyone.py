"""Every page for everyone: axe finds nothing serious, targets and letters are large enough, nothing is cut off."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.table import ask_why, get, lay, new_game, saved, way

AXE = Axe()

PLAIN = ("/", "/new", "/join", "/phone", "/history", "/tie", "/layouts", "/layouts/evergreen-42",
         "/teach?game=evenglow", "/rules?game=evenglow", "/rules/evergreen-season", "/nowhere")  # fmt: skip

TARGETS = """() => {
  const small = [];
  for (const one of document.querySelectorAll("a, button, input, select, summary, [role=button], [role=slider]")) {
    const isSeen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isSeen || one.closest(".skip, p")) continue;
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


def serious(page: Page, *rules: str) -> list[str]:
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found: Any = AXE.run(page, options=options).response
    return [
        f"{page.url}: {one['id']} ({one['impact']}): {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


def look(page: Page, problems: list[str], *, small_phone: bool) -> None:
    """Everything by light, and the colours by night as well."""
    problems += serious(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    problems += [f"by night: {one}" for one in serious(page, "color-contrast")]
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    if small_phone:
        problems += [f"{page.url}: small target {one}" for one in page.evaluate(TARGETS)]
        problems += [f"{page.url}: small letters {one}" for one in page.evaluate(LETTERS)]
        if page.evaluate(SIDEWAYS) > 0:
            problems.append(f"{page.url}: wider than the screen")


def test_every_page_can_be_used_by_everyone(open_phone: OpenPhone) -> None:
    page = open_phone(viewport={"width": 360, "height": 740}, locale="de-DE", reduced_motion="reduce")
    problems: list[str] = []
    for path in PLAIN:
        page.goto(path)
        look(page, problems, small_phone=True)
    for game in ("evenglow", "evergreen"):
        address = new_game(
            page,
            game,
            ("A" * 40, "Bo", "Cy", "Di"),
            expansions=("pines", "cacti", "giant-trees", "mushrooms") if game == "evergreen" else (),
        )
        look(page, problems, small_phone=True)
        [ada, *_others] = get(page, f"{address}/changes.json")["players"]
        page.goto(f"{address}/board/{ada['id']}")
        look(page, problems, small_phone=True)
        page.locator("#stand-in-ok").click()
        if game == "evenglow":
            for plant, spaces in (("vine", "12"), ("leaves", "34"), ("henbane", "67"), ("lions-mane", "89")):
                lay(page, "sunlight", plant, *spaces)
            lay(page, "moonlight", "mandrake", "1", "2")
            lay(page, "moonlight", "elderberries", "3", "4")
        else:
            for piece, space in (
                ("sprout", "b1"),
                ("big-tree", "d1"),
                ("small-pine", "d2"),
                ("lake", "a3"),
                ("cactus", "g3"),
            ):
                lay(page, "planet", piece, space)
        saved(page)
        look(page, problems, small_phone=True)
        for path in (
            "",
            "/settings",
            f"/pad/{ada['id']}",
            f"/photo/{ada['id']}",
            "/sheet",
            "/print",
            *(("/zone",) if game == "evergreen" else ()),
        ):
            page.goto(address + path)
            page.wait_for_timeout(100)
            look(page, problems, small_phone=True)
        page.goto(f"{address}/sheet")
        ask_why(page, 0, "vines" if game == "evenglow" else "season-1-light")
        look(page, problems, small_phone=False)
    assert not problems, "\n".join(problems)


def test_the_assistant_can_be_used_by_everyone(open_phone: OpenPhone) -> None:
    page = open_phone(viewport={"width": 360, "height": 740}, locale="de-DE", reduced_motion="reduce")
    problems: list[str] = []
    modules = ("pines", "cacti", "giant-trees", "mushrooms")
    for game in ("evenglow", "evergreen"):
        address = new_game(page, game, ("A" * 40, "Bo"), expansions=modules if game == "evergreen" else ())
        [ada, *_others] = get(page, f"{address}/changes.json")["players"]
        page.goto(f"{address}/assistant")
        look(page, problems, small_phone=True)
        page.locator('[data-key="advice"]').check()
        expect(page.locator('[data-key="advice"]')).to_be_checked()
        page.locator('.assist-bar [data-key="main"]').click()
        expect(page.locator(".turn-active")).to_be_visible()
        look(page, problems, small_phone=True)
        if game == "evergreen":
            page.locator(".left-over summary").click()
            look(page, problems, small_phone=True)
        page.goto(f"{address}/assistant/what-if/{ada['id']}")
        if game == "evenglow":
            lay(page, "sunlight", "lions-mane", "1", "2", "6")
        else:
            lay(page, "planet", "small-tree", "b1")
        expect(page.locator("#difference-points")).to_be_visible()
        page.locator("#ask").click()
        expect(page.locator("#advice-answer p").last).to_be_visible()
        look(page, problems, small_phone=True)
        page.locator("#lay").click()
        page.wait_for_url("**/assistant")
        if game == "evenglow":
            expect(page.locator(".due")).to_be_visible()
            look(page, problems, small_phone=True)
            continue
        page.goto(f"{address}/assistant/season/{ada['id']}")
        page.locator('[data-step="light"] .guided-title').click()
        look(page, problems, small_phone=True)
        page.goto(f"{address}/assistant")
        for number in range(5):
            expect(page.locator("progress")).to_have_attribute("value", str(number))
            page.locator('.assist-bar [data-key="main"]').click()
        expect(page.locator("#end-title")).to_be_visible()
        look(page, problems, small_phone=True)
    assert not problems, "\n".join(problems)


def test_the_pages_fit_a_desktop_too(open_phone: OpenPhone) -> None:
    page = open_phone(viewport={"width": 1280, "height": 860}, is_mobile=False, has_touch=False)
    game = new_game(page)
    problems: list[str] = []
    way(page, game, "Board of Ada")
    expect(page.locator("#board .space")).to_have_count(50)
    look(page, problems, small_phone=False)
    page.goto(f"{game}/sheet")
    look(page, problems, small_phone=False)
    assert page.evaluate(SIDEWAYS) <= 0
    assert not problems, "\n".join(problems)
