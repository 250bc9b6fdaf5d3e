"""What a photograph offers, and what it never does unasked: the Sun, reading again, learning, a wrong reading saved."""

import json
import os
import re
import time
import zipfile
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from assistant.layout import find_layout
from tests.browser.conftest import OpenPhone
from tests.browser.table import body_of, get, lay, new_game, put_reading, saved, space, way
from tests.browser.test_evenglow_stories import SAMPLE, check_all, send_photo
from tests.web.servers import Server


def planet_reading(sun: str | None, **pieces: str) -> dict[str, Any]:
    """A reading of a planet on which these pieces stand and every other space is empty."""
    cells = find_layout("evergreen-42").areas["planet"].cells
    outlines, spaces = {}, {}
    for number, name in enumerate(cells):
        x, y = 60 + 90 * (number % 8), 60 + 90 * (number // 8)
        outlines[name] = [[x, y], [x + 80, y], [x + 80, y + 80], [x, y + 80]]
        piece = pieces.get(name)
        spaces[name] = {"piece": piece, "plant": piece, "confidence": 0.99, "review": False}
    return {
        "game": "evergreen",
        "copy": "linen",
        "board": {"corners": [[0, 0], [800, 0], [800, 600], [0, 600]], "method": "features", "confidence": 0.99},
        "areas": {"planet": spaces},
        "sun": sun,
        "sun_confidence": 0.97 if sun else 0.0,
        "outlines": {"planet": outlines},
    }


def sun_of(page: Page, game: str) -> str:
    return str(get(page, f"{game}/state.json")["sun"])


def choose_copy(page: Page, game: str, name: str) -> None:
    """What the new-game form does where a copy is learned."""
    page.evaluate(
        """async ([game, name]) => {
          const token = document.querySelector("meta[name=csrf-token]").content;
          const { documents } = await (await fetch(`${game}/changes.json`)).json();
          const { version, body } = documents.table;
          const headers = { "X-CSRFToken": token, "Content-Type": "application/json" };
          await fetch(`${game}/edits.json`, { method: "POST", headers,
            body: JSON.stringify({ changes: [{ document: "table", base: version, body: { ...body, copy: name } }] }) });
        }""",
        [game, name],
    )


def test_the_sun_of_a_photograph_is_offered_and_never_taken_over_unasked(open_phone: OpenPhone, server: Server) -> None:
    page = open_phone()
    game = new_game(page, "evergreen")
    choose_copy(page, game, "linen")
    put_reading(server, page, game, "Ada", planet_reading("left", b3="bush"))
    way(page, game, "Photograph the board of Ada")
    offer = page.locator("#sun-offer")
    expect(offer).to_contain_text("The photo shows the Sun on the left. At the table it is noted at the top.")
    assert sun_of(page, game) == "top"
    page.locator("#use").click()  # the board is taken over, the Sun is not
    page.wait_for_url("**/board/*")
    expect(offer).to_be_visible()
    assert sun_of(page, game) == "top"
    offer.get_by_role("button", name="Use it").click()
    expect(offer).to_be_hidden()
    assert sun_of(page, game) == "left"
    page.goto(f"{game}/zone")
    page.locator("#undo").click()
    expect(page.locator("input[name=sun][value=top]")).to_be_checked()
    way(page, game, "Board of Ada")
    expect(page.locator("#board")).to_be_visible()
    expect(offer).to_be_hidden()  # answered is answered


def test_a_sun_that_the_photograph_does_not_show_is_asked_about_once(open_phone: OpenPhone, server: Server) -> None:
    page = open_phone()
    game = new_game(page, "evergreen")
    choose_copy(page, game, "linen")
    put_reading(server, page, game, "Ada", planet_reading(None, b3="bush"))
    way(page, game, "Photograph the board of Ada")
    offer = page.locator("#sun-offer")
    expect(offer).to_contain_text("does not show clearly where the Sun stands")
    expect(offer.get_by_role("button")).to_have_count(4)
    offer.get_by_role("button", name="Bottom").click()
    expect(offer).to_be_hidden()
    assert sun_of(page, game) == "bottom"
    put_reading(server, page, game, "Bo", planet_reading("bottom"))
    way(page, game, "Photograph the board of Bo")
    expect(page.locator("#use")).to_be_visible()
    expect(offer).to_be_hidden()  # it shows what the table has


@pytest.mark.parametrize(
    ("shot", "state", "others", "expected"),
    [
        ({"sun": "left"}, {"sun": "top", "season": 1}, [], {"seen": "left"}),
        ({"sun": "top"}, {"sun": "top", "season": 1}, [], None),
        ({"sun": "left"}, {"sun": "top", "season": 2}, [], None),  # the Sun has moved on since
        ({"sun": None}, {"sun": "top", "season": 1}, [], {"seen": None}),
        ({"sun": None}, {"sun": "top", "season": 1}, [{"season": 1, "reading": {"sun": "top"}}], None),
        ({"sun": None}, {"sun": "top", "season": 1}, [{"season": 1, "reading": {"sun": "left"}}], {"seen": None}),
        ({}, {"sun": "top", "season": 1}, [], None),
    ],
)
def test_only_a_photograph_of_this_season_says_anything_about_the_sun(
    open_phone: OpenPhone, shot: dict[str, Any], state: dict[str, Any], others: list[Any], expected: Any
) -> None:
    page = open_phone()
    page.goto("/tie")
    photo = {"stage": "done", "season": 1, "reading": {"board": {"corners": [1]}, **shot}}
    assert (
        page.evaluate(
            """async ([args]) => {
              const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
              return (await import(`${base}sun_offer.js`)).sunQuestion(...JSON.parse(args));
            }""",
            [json.dumps([photo, state, others])],
        )
        == expected
    )


def test_a_photograph_is_read_again_when_its_copy_has_learned_and_corrections_stay(
    open_phone: OpenPhone, server: Server
) -> None:
    page = open_phone()
    game = new_game(page, copy="birch")
    way(page, game, "Photograph the board of Ada")
    send_photo(page, SAMPLE)
    page.locator("#use").wait_for(timeout=60_000)
    expect(page.locator("#read-with")).to_have_text("Read with the copy birch.")
    page.locator("#use").click()
    page.wait_for_url(re.compile("/board/"))
    page.locator("#stand-in-ok").click()
    check_all(page)
    lay(page, "moonlight", "elderberries", "11")
    saved(page)
    corrected = body_of(page, game, "Ada")
    assert corrected["read"]["areas"]["moonlight"].get("11") != {"plant": "elderberries"}

    learned = server.store / "copies" / "birch" / "copy.json"
    os.utime(learned, (time.time(), time.time()))  # what teaching it again does
    way(page, game, "Photograph the board of Ada")
    expect(page.locator("#read-with")).to_have_text("Read with the copy birch. It has learned anew since.")
    page.locator("#read-again").click()
    expect(page.locator("#read-with")).to_have_text("Read with the copy birch.", timeout=60_000)
    expect(page.locator("#photo-state")).to_contain_text("1 space stays as it was set by hand.")
    assert body_of(page, game, "Ada") == corrected  # the board changes only when somebody says so
    page.locator("#use").click()
    page.wait_for_url(re.compile("/board/"))
    expect(space(page, "moonlight", "11")).to_have_attribute("data-kind", "elderberries")
    assert body_of(page, game, "Ada")["board"] == corrected["board"]


def test_the_token_over_a_doubtful_space_is_said_and_can_be_taken_away(open_phone: OpenPhone, server: Server) -> None:
    page = open_phone()
    game = new_game(page)
    way(page, game, "Board of Ada")
    page.locator("#stand-in-ok").click()
    lay(page, "sunlight", "mandrake", "1", "2", "3", "4")
    lay(page, "sunlight", "token", "1")
    saved(page)
    page.evaluate(
        """async ([game]) => {
          const token = document.querySelector("meta[name=csrf-token]").content;
          const id = location.pathname.split("/").pop();
          const { documents } = await (await fetch(`${game}/changes.json`)).json();
          const { version, body } = documents[`player:${id}`];
          body.review = { sunlight: ["2"] };
          const headers = { "X-CSRFToken": token, "Content-Type": "application/json" };
          await fetch(`${game}/edits.json`, { method: "POST", headers,
            body: JSON.stringify({ changes: [{ document: `player:${id}`, base: version, body }] }) });
        }""",
        [game],
    )
    page.locator("#check").click()
    expect(page.locator(".review-token")).to_contain_text("With a harvest token over 1, 2, 3 and 4.")
    page.locator("[data-do=no-token]").click()
    expect(page.locator(".review-token")).to_have_count(0)
    page.locator("[data-do=accept]").click()
    saved(page)
    assert body_of(page, game, "Ada")["board"]["harvests"] == []


def checked_board_of_a_photograph(page: Page) -> None:
    """Ada's board as a photograph shows it, every doubtful space checked."""
    game = new_game(page, copy="birch")
    way(page, game, "Photograph the board of Ada")
    send_photo(page, SAMPLE)
    page.locator("#use").wait_for(timeout=60_000)
    page.locator("#use").click()
    page.wait_for_url(re.compile("/board/"))
    page.locator("#stand-in-ok").click()
    check_all(page)


def test_glade_learns_from_a_final_board_and_forgets_it_again(open_phone: OpenPhone) -> None:
    page = open_phone()
    checked_board_of_a_photograph(page)
    lay(page, "moonlight", "elderberries", "11")  # nothing lies there in the photo
    expect(page.locator("#learn-board")).to_have_count(0)
    page.locator("#confirm").click()
    page.get_by_role("button", name="Learn from it").click()
    question = page.locator("dialog.question")
    expect(question).to_contain_text("Moonlight garden: 11", timeout=60_000)
    page.get_by_role("button", name="No, the board has changed").click()
    expect(page.locator("#learn-board")).to_be_visible()  # it was not learned, and still can be
    page.get_by_role("button", name="Undo").click()  # not final any more
    page.get_by_role("button", name="Undo").click()  # nothing on 11 any more
    expect(space(page, "moonlight", "11")).to_have_class(re.compile("is-empty"))
    page.locator("#confirm").click()
    page.get_by_role("button", name="Learn from it").click()
    expect(page.locator("#lesson")).to_contain_text("Glade has learned from this board.", timeout=60_000)
    page.reload()
    page.locator("#forget-board").click()
    expect(page.locator("#learn-board")).to_be_visible(timeout=60_000)


def test_a_wrong_reading_is_saved_as_a_file_after_saying_what_is_in_it(open_phone: OpenPhone) -> None:
    page = open_phone()
    checked_board_of_a_photograph(page)
    page.locator("#wrong").click()
    expect(page.locator("dialog.question")).to_contain_text("No names are in it, and nothing is sent")
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("button", name="Save the file").click()
    assert download.value.suggested_filename == "glade-wrong-reading.zip"
    with zipfile.ZipFile(download.value.path()) as archive:
        assert {"photo.jpg", "reading.json", "correction.json", "copy/copy.json"} <= set(archive.namelist())
