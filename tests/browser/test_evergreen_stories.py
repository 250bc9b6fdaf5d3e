"""A game of Evergreen over four seasons, with pines that grow and cacti that die."""

from typing import Any

from playwright.sync_api import Page, expect

from assistant.scoring import score_document
from tests.browser.conftest import OpenPhone
from tests.browser.table import ask_why, body_of, get, lay, new_game, saved, totals, way


def expect_totals(page: Page, game: str) -> dict[str, Any]:
    page.goto(f"{game}/sheet")
    expected: Any = score_document(get(page, f"{game}/state.json"))
    assert totals(page) == [player["total"] for player in expected["players"]]
    return dict(expected)


def test_four_seasons_with_pines_and_cacti(open_phone: OpenPhone) -> None:
    page = open_phone()
    game = new_game(page, "evergreen", expansions=("pines", "cacti"))
    way(page, game, "Board of Ada")
    page.locator("#stand-in-ok").click()
    lay(page, "planet", "big-tree", "d1")
    lay(page, "planet", "small-pine", "d2", "f2")  # d2 stands in the shadow of d1 and grows
    lay(page, "planet", "cactus", "d3", "g3")  # d3 dies in the shadow
    lay(page, "planet", "bush", "e1")
    page.locator("#points-buds").fill("4")
    page.locator("#points-buds").blur()
    saved(page)
    way(page, game, "Board of Bo")
    lay(page, "planet", "small-tree", "a3", "a4", "b4")
    page.locator("#points-start").fill("1")
    page.locator("#points-start").blur()
    saved(page)

    first = expect_totals(page, game)
    light = {line["id"]: line for line in first["players"][0]["lines"]}["season-1-light"]
    assert [miss["spaces"] for miss in light["misses"] if "died" in miss["why"]] == [["d3"]]
    expect(ask_why(page, 0, "season-1-light").locator(".sun")).to_be_visible()
    assert page.locator("#why .space.is-dark").count() > 0
    expect(ask_why(page, 0, "season-1-forest").locator(".forest")).to_have_count(1)

    noted = []
    for season in (1, 2, 3):
        sheet = expect_totals(page, game)
        noted.append([player["total"] for player in sheet["players"]])
        page.goto(f"{game}/zone")
        page.locator("#end-season").click()
        expect(page.locator(f'input[name=season][value="{season + 1}"]')).to_be_checked()
    planet = body_of(page, game, "Ada")["board"]["planet"]
    assert planet["d2"] == "big-pine"
    assert "d3" not in planet
    assert len(body_of(page, game, "Bo")["board"]["seasons"]) == 3
    assert get(page, f"{game}/state.json")["sun"] == "left"
    page.locator("#undo").click()
    expect(page.locator('input[name=season][value="3"]')).to_be_checked()
    assert len(body_of(page, game, "Bo")["board"]["seasons"]) == 2  # the whole table goes back together
    page.locator("#redo").click()
    expect(page.locator('input[name=season][value="4"]')).to_be_checked()

    swamp = page.locator('[data-biome="swamp"]')
    for card in ("icons3", "icons2", "skull", "negative2", "icons1"):
        swamp.locator(f'[data-card="{card}"]').click()
    expect(swamp.locator("output")).to_have_text("2")  # 3 + 2 (face down: 0) + skull 0 - 2 + 1
    saved(page)
    last = expect_totals(page, game)
    assert [player["lines"][-1]["id"] for player in last["players"]] == ["fertility", "fertility"]
    assert [player["total"] for player in last["players"]] != noted[-1]
    for name in ("Ada", "Bo"):
        way(page, game, f"Board of {name}")
        page.locator("#confirm").click()
        saved(page)
    page.goto(f"{game}/sheet")
    expect(page.locator(".result")).not_to_contain_text("Not final")
