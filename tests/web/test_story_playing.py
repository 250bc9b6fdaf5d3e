"""In the browser: whole games with the assistant, from set-up to the winner. (issue "The game assistant")"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from assistant.scoring import score_document
from tests.web.servers import Server
from tests.web.test_story_joining import new_game

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-playing")]

OpenPhone = Callable[..., Any]
NO_SERVER = ("ERR_CONNECTION_REFUSED", "Failed to load resource", "ERR_EMPTY_RESPONSE", "ERR_INCOMPLETE_CHUNKED")
"""What a browser notes while the server is gone; the story takes it away on purpose."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "store").wait_until_ready()
    yield server
    if server.process.is_alive():
        server.stop()


def main_button(page: Page) -> Locator:
    return page.locator(".assist-bar .button.main")


def data(page: Page, path: str) -> Any:
    answer = page.request.get(path)
    assert answer.ok, answer.text()
    return answer.json()


def tick_everything(page: Page) -> None:
    boxes = page.locator(".set-up input[type=checkbox]")
    for index in range(boxes.count()):
        boxes.nth(index).check()
        expect(page.locator(".set-up li.is-done")).to_have_count(index + 1)


def lay(page: Page, area: str, kind: str, *spaces: str) -> None:
    """On a board's page: take up a kind, tap the spaces, put the kind down, wait until it is saved."""
    if page.locator("#stand-in").is_visible():
        page.locator("#stand-in-ok").click()
    pick = page.locator(f'[data-pick="{kind}"]')
    pick.click()
    for space in spaces:
        page.locator(f'#board [data-area="{area}"][data-space="{space}"]').click()
    pick.click()


def player_id(page: Page, game: str, name: str) -> str:
    players = data(page, f"{game}/changes.json")["players"]
    return str(next(player["id"] for player in players if player["name"] == name))


def open_board(page: Page, game: str, name: str) -> None:
    """From the assistant to a player's board."""
    page.goto(f"{game}/assistant")
    page.locator(f'[data-key="board-{player_id(page, game, name)}"]').click()
    page.wait_for_url("**/board/*")


def saved(page: Page, game: str, name: str, area: str, count: int) -> None:
    """Wait until so many spaces of a player's board are filled on the server."""

    def filled() -> int:
        table = data(page, f"{game}/changes.json")
        [player] = [player for player in table["players"] if player["name"] == name]
        board = table["documents"][f"player:{player['id']}"]["body"]["board"]
        return len(board["planet"] if area == "planet" else board["gardens"].get(area, {}))

    for _attempt in range(100):
        if filled() == count:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{filled()} spaces are filled, not {count}")


def pass_on(page: Page, turn: int) -> None:
    expect(page.locator(".turn-count")).to_contain_text(f"Turn {turn} of 20")
    main_button(page).click()


def player_card(page: Page, name: str) -> Locator:
    return page.locator(".assist-player").filter(has=page.get_by_role("heading", name=name, exact=True))


def harvest(page: Page, name: str, count: int) -> None:
    """Take every harvest that is due."""
    due = player_card(page, name).locator(".due button")
    expect(due).to_have_count(count)
    for left in range(count, 0, -1):
        due.first.click()
        expect(due).to_have_count(left - 1)


def totals(page: Page) -> list[int]:
    return [int(text) for text in page.locator(".row-total .sum").all_inner_texts()]


def test_evenglow_from_set_up_to_the_winner(server: Server, open_phone: OpenPhone) -> None:
    ada = open_phone(server.url, expected=NO_SERVER)
    game = new_game(ada, names=("Ada", "Bo"))
    ada.goto(game)
    ada.get_by_role("button", name="Ada", exact=True).click()
    ada.get_by_role("link", name="Assistant").click()
    expect(ada.get_by_text("count off a deck of 20")).to_be_visible()
    tick_everything(ada)
    ada.get_by_label("Bo", exact=True).check(force=True)
    main_button(ada).click()
    expect(ada.locator(".turn-active")).to_have_text("Bo is the active player")

    bo = open_phone(server.url, expected=NO_SERVER)
    bo.goto(game)
    bo.get_by_role("button", name="Bo", exact=True).click()
    bo.goto(f"{game}/assistant")
    pass_on(bo, 1)
    expect(ada.locator(".turn-active")).to_have_text("Ada is the active player", timeout=5000)

    # Ada has a triangle of Lion's Mane in both gardens, Bo a line of Mandrakes in one.
    open_board(ada, game, "Ada")
    for area in ("sunlight", "moonlight"):
        lay(ada, area, "lions-mane", "1", "2", "6")
    saved(ada, game, "Ada", "moonlight", 3)
    open_board(bo, game, "Bo")
    lay(bo, "sunlight", "mandrake", "11", "12", "13", "14")
    lay(bo, "moonlight", "henbane", "11", "12", "13", "14")
    saved(bo, game, "Bo", "moonlight", 4)
    ada.goto(f"{game}/assistant")
    expect(ada.locator('.supply [data-kind="lions-mane"] output')).to_have_text("38")
    harvest(ada, "Ada", 2)
    expect(player_card(ada, "Ada").locator('[data-potion="undew"]')).to_contain_text("2 unused, 0 used")
    bo.goto(f"{game}/assistant")
    harvest(bo, "Bo", 1)

    # Three potions are taken; Ada uses one, and cannot use a second one in this turn.
    expect(ada.locator('[data-potion="chaos"]').nth(1)).to_contain_text("1 unused", timeout=5000)
    use = player_card(ada, "Ada").locator('[data-potion="undew"] button')
    use.click()
    expect(player_card(ada, "Ada").locator('[data-potion="undew"]')).to_contain_text("1 unused, 1 used")
    expect(use).to_be_disabled()
    ada.get_by_role("button", name="Undo").click()
    expect(player_card(ada, "Ada").locator('[data-potion="undew"]')).to_contain_text("2 unused, 0 used")
    use.click()
    expect(player_card(ada, "Ada").locator('[data-potion="undew"]')).to_contain_text("1 unused, 1 used")
    pass_on(ada, 2)
    expect(ada.locator(".turn-count")).to_contain_text("Turn 3 of 20")
    expect(use).to_be_enabled()

    # The server is cut off and comes back: every phone goes on where it was.
    before = data(ada, f"{game}/assistant/now.json")
    server.kill()
    restarted = Server(server.store, port=server.port).wait_until_ready()
    try:
        assert data(ada, f"{game}/assistant/now.json") == before
        for page in (ada, bo):
            page.reload()
            expect(page.locator(".turn-count")).to_contain_text("Turn 3 of 20")
            expect(page.locator('.supply [data-kind="mandrake"] output')).to_have_text("40")
        for turn in range(3, 21):
            pass_on(ada if turn % 2 else bo, turn)
        expect(ada.get_by_role("heading", name="The game is over")).to_be_visible()
        expect(bo.get_by_role("heading", name="The game is over")).to_be_visible(timeout=5000)

        for page, name in ((ada, "Ada"), (bo, "Bo")):
            open_board(page, game, name)
            page.locator("#confirm").click()
            expect(page.locator("#to-sheet")).to_be_visible()
        ada.wait_for_timeout(300)
        ada.goto(f"{game}/sheet")
        expected: Any = score_document(data(ada, f"{game}/state.json"))
        assert totals(ada) == [player["total"] for player in expected["players"]]
        assert [player["total"] for player in expected["players"]] == [3 + 3 + 6, 4 + 4]
        expect(ada.locator(".result")).to_contain_text("Ada")
        ada.locator('.points[data-player="0"][data-line="potions"]').click()
        ada.get_by_role("link", name="The rule").click()
        expect(ada.get_by_role("heading", name="Potions")).to_be_visible()
        ada.get_by_role("link", name="Back to the game").click()
        ada.wait_for_url(f"**{game}/sheet")
    finally:
        restarted.stop()


def test_trying_a_move_and_asking_for_advice(server: Server, open_phone: OpenPhone) -> None:
    page = open_phone(server.url)
    game = new_game(page, names=("Ada", "Bo"))
    page.goto(game)
    page.get_by_role("button", name="Ada", exact=True).click()
    page.goto(f"{game}/assistant")
    main_button(page).click()
    open_board(page, game, "Ada")
    lay(page, "sunlight", "lions-mane", "1", "2", "6")
    lay(page, "moonlight", "henbane", "1", "2", "6")
    saved(page, game, "Ada", "moonlight", 3)
    page.goto(f"{game}/assistant")
    harvest(page, "Ada", 1)

    page.locator('[data-key^="what-if-"]').first.click()
    expect(page.locator("#advice")).to_be_hidden()
    lay(page, "sunlight", "lions-mane", "3")
    expect(page.locator("#difference-points")).to_have_text("−3")
    expect(page.locator("#difference")).to_contain_text("forfeits a harvested set")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("#difference-points")).to_have_count(0)
    assert "3" not in data(page, f"{game}/state.json")["players"][0]["gardens"]["sunlight"]

    page.goto(f"{game}/assistant")
    page.get_by_role("switch").check()
    expect(page.locator(".advice-switch")).to_contain_text("On for everybody")
    page.locator('[data-key^="what-if-"]').first.click()
    page.locator("select[name=own-0]").select_option("vine")
    page.locator("select[name=own-1]").select_option("leaves")
    page.get_by_role("button", name="What is best?").click()
    best = page.locator(".suggestion").first
    gain = best.locator(".change").inner_text()
    best.click()
    expect(page.locator("#difference-points")).to_have_text(gain)
    before = score_document(data(page, f"{game}/state.json"))
    page.get_by_role("button", name="Lay it for real").click()
    page.wait_for_url("**/assistant")
    after = score_document(data(page, f"{game}/state.json"))
    gained = [sheet["players"][0]["total"] for sheet in (after, before)]  # type: ignore[index]
    assert f"+{gained[0] - gained[1]}" == gain


def enter(page: Page, game: str, name: str, count: int, **kinds: tuple[str, ...]) -> None:
    """Put pieces on a planet by its page; `count` is how many spaces are filled afterwards."""
    open_board(page, game, name)
    for kind, spaces in kinds.items():
        lay(page, "planet", kind.replace("_", "-"), *spaces)
    saved(page, game, name, "planet", count)


def go_through_the_season(page: Page, game: str, name: str) -> tuple[int, int]:
    """Check every step on one planet; returns light and forest as the page tells them."""
    page.goto(f"{game}/assistant")
    page.locator(f'[data-key="season-{player_id(page, game, name)}"]').click()
    steps = page.locator(".guided-step")
    expect(steps.first).to_be_visible()
    for index in range(steps.count()):
        page.get_by_role("button", name="That is right").click()
        expect(page.locator(".guided-step.is-done")).to_have_count(index + 1)
    found = re.search(r"Light (\d+), forest (\d+)", main_button(page).inner_text())
    assert found
    return int(found[1]), int(found[2])


def test_evergreen_with_giant_trees_and_mushrooms_through_four_seasons(server: Server, open_phone: OpenPhone) -> None:
    page = open_phone(server.url)
    page.goto("/new?game=evergreen")
    for index, name in enumerate(("Ada", "Bo")):
        page.locator("input[name=name]").nth(index).fill(name)
    for module in ("giant-trees", "mushrooms"):
        page.locator(f"input[name=expansion][value={module}]").check(force=True)
    page.locator(".actions .button.main").click()
    page.wait_for_url(re.compile("/invite$"))
    game = "/g/" + page.url.split("/g/")[1].removesuffix("/invite")
    page.goto(game)
    page.get_by_role("button", name="Ada", exact=True).click()
    page.get_by_role("link", name="Assistant").click()

    page.locator('[data-key="power-mushrooms"]').select_option("bud")
    expect(page.locator(".set-up")).to_contain_text("Plant Mushroom replaces Bud: put the 7 Biome cards with Bud back")
    opening = page.locator(".card").filter(has_text="Opening the Fertility Zone")
    opening.get_by_label("Swamp").check(force=True)
    opening.get_by_role("button", name="duplicate").click()  # goes back
    expect(opening).to_contain_text("0 icons so far, 5 to go")
    opening.get_by_role("button", name="3 icons").click()
    expect(opening).to_contain_text("3 icons so far, 2 to go")
    opening.get_by_role("button", name="2 icons").click()
    expect(opening).to_contain_text("5 icons: the zone is open. Shuffle 1 cards back.")
    tick_everything(page)
    page.locator('[data-key^="order-"]').nth(1).check(force=True)
    expect(page.get_by_text("Bo starts with 0 · Ada starts with 1")).to_be_visible()
    main_button(page).click()

    # Swamp: c1 to f1 and d2, e2. Season after season the Sun moves on around these planets.
    plans: list[dict[str, Any]] = [
        {"count": 4, "big_tree": ("d1",), "single_mushroom": ("d2",), "small_tree": ("e1",), "bush": ("f1",)},
        {"count": 5, "giant_tree": ("d1",), "single_mushroom": ("c1",)},
        {"count": 6, "giant_tree": ("e1",), "sprout": ("g2",)},
        {"count": 7, "big_tree": ("e2",)},
    ]
    booked = []
    for season, rounds in enumerate((5, 4, 3, 2), start=1):
        for number in range(1, rounds + 1):
            expect(page.locator(".turn-active")).to_have_text(f"Round {number} of {rounds}")
            if season == 2 and number == 1:
                page.locator(".left-over summary").click()
                page.locator(".left-over").get_by_label("Swamp").check(force=True)
                page.locator(".left-over").get_by_role("button", name="duplicate").click()
                expect(page.locator('.biome-values [data-biome="swamp"] output')).to_have_text("7")  # 3 + 2 + 2
            main_button(page).click()
        expect(page.locator("#end-title")).to_be_visible()
        enter(page, game, "Ada", **plans[season - 1])
        if season == 1:
            enter(page, game, "Bo", 2, small_tree=("b1", "b2"))
        points = go_through_the_season(page, game, "Ada")
        sheet: Any = score_document(data(page, f"{game}/state.json"))
        lines = {line["id"]: line["points"] for line in sheet["players"][0]["lines"]}
        assert points == (lines[f"season-{season}-light"], lines[f"season-{season}-forest"])
        booked.append(points)
        page.goto(f"{game}/assistant")
        main_button(page).click()
        if season < 4:
            expect(page.locator(".turn-count")).to_contain_text(f"Season {season + 1} of 4")
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    assert booked[0] == (2 + 2 + 1, 3), "big and small tree lit, the mushroom dark; d1, e1, f1"

    state = data(page, f"{game}/state.json")
    assert (state["season"], state["sun"]) == (4, "left")
    assert [(s["light"], s["forest"]) for s in state["players"][0]["seasons"]] == booked[:3]
    assert state["players"][0]["planet"]["d2"] == "double-mushroom"
    final: Any = score_document(state)
    ada = {line["id"]: line["points"] for line in final["players"][0]["lines"]}
    assert ada["fertility"] == 7 * (2 + 2 + 1), "two giant trees and a big tree in the swamp"
    for name in ("Ada", "Bo"):
        open_board(page, game, name)
        page.locator("#confirm").click()
        expect(page.locator("#to-sheet")).to_be_visible()
    page.wait_for_timeout(300)
    page.goto(f"{game}/sheet")
    assert totals(page) == [player["total"] for player in final["players"]]
    expect(page.locator(".result")).to_contain_text("Ada")
