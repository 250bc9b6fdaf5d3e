"""What people do at the table, as the stories say it."""

import io
import re
from typing import Any

from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.web.servers import Server
from web import documents, games
from web.database import Database
from web.photos import album
from web.photos.storage import FolderStorage


def new_game(page: Page, game: str = "evenglow", names: tuple[str, ...] = ("Ada", "Bo"), **chosen: Any) -> str:
    """Start a game through the form; returns its path. `copy`, `expansions`, `variant` as the form has them."""
    page.goto(f"/new?game={game}")
    for index, name in enumerate(names):
        page.locator("input[name=name]").nth(index).fill(name)
    for option in chosen.get("expansions", ()):
        page.locator(f"input[name=expansion][value={option}]").check(force=True)
    if "variant" in chosen:
        page.locator(f"input[name=variant][value={chosen['variant']}]").check(force=True)
    if "copy" in chosen:
        page.locator(f"select[name=copy-{game}]").evaluate("(e, v) => { e.value = v; }", chosen["copy"])
    page.locator(".actions .button.main").click()
    page.wait_for_url(re.compile("/invite$"))
    return "/g/" + page.url.split("/g/")[1].removesuffix("/invite")


def claim(page: Page, game: str, name: str) -> None:
    page.goto(game)
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".player-state", has_text="you")).to_have_count(1)


def way(page: Page, game: str, label: str) -> None:
    """From the table to a page of a player: "Board of Ada", "Type the points of Bo", ..."""
    page.goto(game)
    page.get_by_role("link", name=label, exact=True).click()


def space(page: Page, area: str, name: str) -> Locator:
    return page.locator(f'#board [data-area="{area}"][data-space="{name}"]')


def lay(page: Page, area: str, kind: str, *spaces: str) -> None:
    """Take up a kind, tap the spaces, and put the kind down again."""
    pick = page.locator(f'[data-pick="{kind}"]')
    pick.click()
    expect(pick).to_have_attribute("aria-pressed", "true")
    for name in spaces:
        space(page, area, name).click()
    pick.click()


def saved(page: Page) -> None:
    """Wait until everything on this page is on the server."""
    expect(page.locator("body[data-saving]")).to_have_count(0)


def send_photo(page: Page, file: object, button: str = "#take") -> None:
    with page.expect_file_chooser() as chooser:
        page.locator(button).click()
    chooser.value.set_files(str(file))


def check_all(page: Page) -> None:
    """Say "looks right" to every doubtful space that is asked about."""
    check = page.locator("#check")
    review = page.locator("#review")
    if not review.is_visible() and check.count():
        check.click()
    while review.is_visible():
        page.locator("[data-do=accept]").click()


def ask_why(page: Page, player: int, line: str) -> Locator:
    """Tap a number of the sheet; returns the panel with its reasons."""
    panel = page.locator("#why")
    if panel.is_visible():
        panel.locator(".close").click()
    number = page.locator(f'.points[data-player="{player}"][data-line="{line}"]')
    number.evaluate("(one) => one.scrollIntoView({ block: 'center', inline: 'center' })")  # clear of the bars
    number.click()
    expect(panel).to_be_visible()
    return panel


def get(page: Page, path: str) -> Any:
    """A JSON document, with this phone's cookies."""
    answer = page.request.get(path)
    assert answer.ok, answer.text()
    return answer.json()


def body_of(page: Page, game: str, name: str) -> dict[str, Any]:
    table = get(page, f"{game}/changes.json")
    [player] = [player for player in table["players"] if player["name"] == name]
    return dict(table["documents"][f"player:{player['id']}"]["body"])


def totals(page: Page) -> list[int]:
    """The bottom line of the sheet that is open."""
    return [int(text) for text in page.locator(".row-total .sum").all_inner_texts()]


def put_reading(server: Server, page: Page, game: str, name: str, reading: dict[str, Any]) -> str:
    """A photograph of a player's board that was read as the story needs it; returns its id."""
    database = Database(f"sqlite:///{server.store / 'glade.db'}")
    buffer = io.BytesIO()
    Image.new("RGB", (800, 600), "darkolivegreen").save(buffer, "JPEG")
    [player] = [player for player in get(page, f"{game}/changes.json")["players"] if player["name"] == name]
    try:
        with database.writing() as session:
            row = documents.lock_game(session, games.find_by_token(session, game.removeprefix("/g/")).id)
            picture = album.TakenIn(buffer.getvalue(), 800, 600)
            storage = FolderStorage(server.store / "photos")
            owner = games.find_player(session, row, player["id"])
            photo = album.add(session, row, storage, picture, owner, reading["copy"])
            photo.stage, photo.reading = "done", reading
            return photo.id
    finally:
        database.close()
