"""Evenglow: two phones, one photograph, one board by hand; the plain pad; ties; keyboard; two at one board."""

import re
from pathlib import Path

from playwright.sync_api import expect

from assistant.scoring import score_document
from tests.browser.conftest import SAMPLES, OpenPhone
from tests.browser.table import (
    ask_why,
    body_of,
    check_all,
    claim,
    get,
    lay,
    new_game,
    saved,
    send_photo,
    space,
    totals,
    way,
)

SAMPLE = SAMPLES / "evenglow" / "boards" / "002.jpg"


def test_two_phones_one_photo_one_board_by_hand(open_phone: OpenPhone) -> None:
    ada, bo = open_phone(), open_phone()
    game = new_game(ada, copy="birch")
    claim(ada, game, "Ada")
    code = ada.goto(f"{game}/invite") and ada.locator(".big-code").inner_text()
    bo.goto("/join")
    bo.locator("input[name=code]").fill(code.lower())
    bo.keyboard.press("Enter")
    bo.wait_for_url(re.compile(re.escape(game)))
    claim(bo, game, "Bo")

    way(ada, game, "Photograph the board of Ada")
    send_photo(ada, SAMPLE)
    ada.locator("#use").wait_for(timeout=60_000)
    expect(ada.locator(".overlay .photo-space")).to_have_count(50)
    ada.locator("#use").click()
    ada.wait_for_url(re.compile("/board/"))
    ada.locator("#stand-in-ok").click()
    check_all(ada)
    lay(ada, "moonlight", "elderberries", "11")
    saved(ada)
    assert body_of(ada, game, "Ada")["board"]["gardens"]["moonlight"]["11"] == {"plant": "elderberries"}
    ada.locator("#confirm").click()
    expect(ada.locator("#to-sheet")).to_be_visible()

    expect(bo.locator("#table-state")).to_have_text("Not final: Bo")  # Ada's word arrives without a reload
    way(bo, game, "Board of Bo")
    bo.locator("#stand-in-ok").click()
    lay(bo, "sunlight", "vine", "1", "2", "6")
    space(bo, "sunlight", "6").click()  # nothing is taken up: the first tap chooses, the next ones turn
    space(bo, "sunlight", "6").click()
    bo.locator("h1").click()  # beside the board: nothing is chosen any more
    lay(bo, "sunlight", "lions-mane", "9", "10", "15")
    lay(bo, "sunlight", "token", "10")
    bo.locator("#take-earned").click()  # the token stands for a card
    expect(bo.locator("#potion-undew-unused")).to_have_value("1")
    bo.locator("#potion-undew-used").fill("1")
    bo.locator("#potion-undew-used").blur()
    bo.locator("#potion-undew-unused").fill("0")
    bo.locator("#potion-undew-unused").blur()
    saved(bo)
    board = body_of(bo, game, "Bo")["board"]
    assert board["gardens"]["sunlight"]["6"] == {"plant": "vine", "rotation": 1}
    assert board["potions"]["undew"] == {"unused": 0, "used": 1}
    assert board["harvests"] == [{"garden": "sunlight", "spaces": ["9", "10", "15"]}]
    bo.locator("#confirm").click()
    expect(bo.locator("#to-sheet")).to_be_visible()
    saved(bo)

    bo.goto(f"{game}/sheet")
    expected = score_document(get(bo, f"{game}/state.json"))
    assert totals(bo) == [player["total"] for player in expected["players"]]  # type: ignore[attr-defined]
    expect(bo.locator(".result")).to_contain_text("wins with")
    expect(ask_why(bo, 1, "lions-mane")).to_contain_text("A set of exactly 3 connected Lion's Mane")
    lit = bo.locator("#why .space.is-lit")
    assert {one.get_attribute("data-space") for one in lit.all()} == {"9", "10", "15"}
    ask_why(bo, 0, "vines")
    assert bo.locator("#why .photo-space.is-lit").count() == bo.locator("#why .space.is-lit").count() > 0


def test_doubtful_spaces_come_one_after_another(open_phone: OpenPhone) -> None:
    page = open_phone()
    game = new_game(page, copy="birch")
    way(page, game, "Photograph the board of Ada")
    send_photo(page, SAMPLE, "#pick")
    page.locator("#use").wait_for(timeout=60_000)
    page.locator("#use").click()
    page.wait_for_url(re.compile("/board/"))
    page.locator("#stand-in-ok").click()
    check_all(page)
    # Doubt three spaces, as a poorer photograph would.
    page.evaluate(
        """async ([game]) => {
          const token = document.querySelector("meta[name=csrf-token]").content;
          const id = location.pathname.split("/").pop();
          const { documents } = await (await fetch(`${game}/changes.json`)).json();
          const { version, body } = documents[`player:${id}`];
          body.review = { sunlight: ["7", "8"], moonlight: ["3"] };
          const headers = { "X-CSRFToken": token, "Content-Type": "application/json" };
          await fetch(`${game}/edits.json`, { method: "POST", headers,
            body: JSON.stringify({ changes: [{ document: `player:${id}`, base: version, body }] }) });
        }""",
        [game],
    )
    expect(page.locator("#check")).to_have_text("3 spaces to check")
    expect(page.locator("#board .is-doubtful")).to_have_count(3)
    before = body_of(page, game, "Ada")["board"]["gardens"]
    page.locator("#check").click()
    expect(page.locator("#review .crop")).to_be_visible()
    page.locator("[data-do=accept]").click()
    expect(page.locator(".review-place")).to_have_text("2 spaces to check")
    page.get_by_role("button", name="Later").click()
    expect(page.locator("#check")).to_have_text("2 spaces to check")
    page.locator("#check").click()
    page.locator("[data-do=choose]").first.click()
    page.locator("[data-do=accept]").click()
    expect(page.locator("#review")).to_be_hidden()
    expect(page.locator("#confirm")).to_be_enabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#check")).to_have_text("1 space to check")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#check")).to_have_text("2 spaces to check")
    saved(page)
    assert body_of(page, game, "Ada")["board"]["gardens"] == before
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#check")).to_have_text("1 space to check")


def test_the_plain_pad_and_a_tie_that_unused_potions_decide(open_phone: OpenPhone) -> None:
    page = open_phone(viewport={"width": 360, "height": 740})
    game = new_game(page)
    points = {
        "vines": 7, "leaves": 8, "henbane": 0, "henbane-bonus": 0, "lions-mane": 3, "mandrake": 4, "elderberries": 0,
        "potions": 7, "potion-sets": 0,
    }  # fmt: skip
    for name, unused in (("Ada", 0), ("Bo", 1)):
        way(page, game, f"Type the points of {name}")
        expect(page.locator("#confirm")).to_be_disabled()
        for wrong, sentence in (("2,5", "whole number"), ("1e3", "whole number"), ("-5", "below 0")):
            page.locator("#line-vines").fill(wrong)
            expect(page.locator("#line-vines-problem")).to_contain_text(sentence)
        for line, value in points.items():
            expect(page.locator("#confirm")).to_be_disabled()  # an empty line is not a 0
            page.locator(f"#line-{line}").fill(str(value))
            page.locator(f"#line-{line}").blur()
        expect(page.locator("#pad-total")).to_have_text("29")
        page.locator("#line-potion-cards").fill("2")
        page.locator("#line-unused-potions").fill(str(unused))
        page.locator("#line-unused-potions").blur()
        saved(page)
        page.reload()
        expect(page.locator("#line-mandrake")).to_have_value("4")
        page.locator("#confirm").click()
        expect(page.locator("#to-sheet")).to_be_visible()
        saved(page)
    page.locator("#to-sheet").click()
    expect(page.locator(".result")).to_contain_text("Bo wins: more unused ones.")
    assert totals(page) == [29, 29]
    assert page.locator("thead .place").all_inner_texts() == ["2nd", "1st"]


def test_a_board_by_keyboard_alone(open_phone: OpenPhone) -> None:
    page = open_phone(viewport={"width": 1100, "height": 900}, is_mobile=False, has_touch=False)
    game = new_game(page)
    way(page, game, "Board of Ada")
    page.locator("#stand-in-ok").click()
    space(page, "sunlight", "1").focus()
    for key in (
        "v",
        "r",
        "r",
        "ArrowRight",
        "h",
        "ArrowDown",
        "m",
        "ArrowRight",
        "m",
        "m",
        "Delete",
        "ArrowRight",
        "e",
    ):
        page.keyboard.press(key)
    expect(space(page, "sunlight", "1")).to_have_attribute("aria-label", re.compile("Vine, turned 2 of 6"))
    saved(page)
    tiles = body_of(page, game, "Ada")["board"]["gardens"]["sunlight"]
    assert tiles["1"] == {"plant": "vine", "rotation": 2}
    assert tiles["2"] == {"plant": "henbane"}
    kinds = sorted(tile["plant"] for tile in tiles.values())
    assert kinds == ["elderberries", "henbane", "mandrake", "vine"]
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect(space(page, "sunlight", "2").and_(page.locator(".is-empty"))).to_have_count(0)
    for _ in range(12):  # along the row into the other garden, and never out of the board
        page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.dataset.area")
    assert focused == "moonlight"


def test_two_people_at_one_board_lose_nothing(open_phone: OpenPhone) -> None:
    one, two = open_phone(), open_phone()
    game = new_game(one)
    claim(one, game, "Ada")
    claim(two, game, "Bo")
    for page in (one, two):
        way(page, game, "Board of Ada")
        page.locator("#stand-in-ok").click()
    lay(one, "sunlight", "henbane", "1")
    expect(space(two, "sunlight", "1")).to_have_attribute("data-kind", "henbane")
    # Both change the board while they cannot hear each other.
    two.context.set_offline(True)
    lay(two, "sunlight", "vine", "2")
    expect(two.locator("#unsent")).to_have_text("not sent yet")
    lay(one, "sunlight", "leaves", "3")
    saved(one)
    two.context.set_offline(False)
    expect(space(one, "sunlight", "2")).to_have_attribute("data-kind", "vine")
    expect(space(two, "sunlight", "3")).to_have_attribute("data-kind", "leaves")
    expect(two.locator("#unsent")).to_be_hidden()
    # The same space: the later one is told, and can insist.
    two.context.set_offline(True)
    lay(two, "sunlight", "mandrake", "5")
    lay(one, "sunlight", "elderberries", "5")
    saved(one)
    two.context.set_offline(False)
    expect(two.locator("dialog")).to_contain_text("changed the same thing")
    expect(space(two, "sunlight", "5")).to_have_attribute("data-kind", "elderberries")
    two.get_by_role("button", name="Put mine back").click()
    expect(space(one, "sunlight", "5")).to_have_attribute("data-kind", "mandrake")


def test_what_was_not_sent_survives_a_closed_page(open_phone: OpenPhone) -> None:
    page = open_phone()
    game = new_game(page)
    way(page, game, "Board of Ada")
    page.locator("#stand-in-ok").click()
    address = page.url
    saved(page)
    page.context.set_offline(True)
    lay(page, "moonlight", "henbane", "8", "9")
    expect(page.locator("#unsent")).to_be_visible()
    page.close()
    context = page.context
    context.set_offline(False)
    again = context.new_page()
    again.goto(address)
    expect(space(again, "moonlight", "9")).to_have_attribute("data-kind", "henbane")
    saved(again)
    assert set(body_of(again, game, "Ada")["board"]["gardens"]["moonlight"]) == {"8", "9"}


def test_every_tap_is_undone_by_itself_however_slow_the_network(open_phone: OpenPhone) -> None:
    page = open_phone()
    game = new_game(page)
    way(page, game, "Board of Ada")
    page.locator("#stand-in-ok").click()
    saved(page)
    before = body_of(page, game, "Ada")
    page.route("**/edits.json", lambda route: (page.wait_for_timeout(250), route.continue_())[1])
    lay(page, "sunlight", "henbane", "1", "2", "3", "4", "5")
    saved(page)
    page.unroute_all()
    assert len(get(page, f"{game}/trail.json")) == 5
    for left in (4, 3, 2, 1, 0):
        page.get_by_role("button", name="Undo").click()
        expect(page.locator('#board [data-kind="henbane"]')).to_have_count(left)
    saved(page)
    assert body_of(page, game, "Ada") == before
    page.get_by_role("button", name="Redo").click()
    expect(page.locator('#board [data-kind="henbane"]')).to_have_count(1)


def test_undo_shows_in_the_field_that_still_has_the_cursor(open_phone: OpenPhone) -> None:
    page = open_phone()
    game = new_game(page)
    way(page, game, "Type the points of Ada")
    field = page.locator("#line-vines")
    field.fill("7")
    expect(page.locator("#pad-total")).to_have_text("7")
    saved(page)
    page.locator("#undo").evaluate(
        "button => button.click()"
    )  # as on phones where a tap leaves the cursor in the field
    expect(page.locator("#pad-total")).to_have_text("0")
    expect(field).to_have_value("")
    expect(field).to_be_focused()


def test_who_types_fast_is_not_told_of_somebody_else(open_phone: OpenPhone) -> None:
    page = open_phone()
    game = new_game(page)
    way(page, game, "Type the points of Ada")
    page.route("**/edits.json", lambda route: (page.wait_for_timeout(150), route.continue_())[1])
    for index, line in enumerate(("vines", "leaves", "mandrake", "potions")):
        page.locator(f"#line-{line}").fill(str(index + 1))
    expect(page.locator("#pad-total")).to_have_text("10")
    saved(page)
    page.unroute_all()
    expect(page.locator("#notice")).to_have_text("")
    assert len(get(page, f"{game}/trail.json")) == 4  # each line is an edit of its own
    assert body_of(page, game, "Ada")["pad"] == {
        "vines": 1, "leaves": 2, "mandrake": 3, "potions": 4, "potion-cards": None, "unused-potions": None,
    }  # fmt: skip


def test_after_a_file_that_is_no_picture_another_one_can_be_chosen(open_phone: OpenPhone, tmp_path: Path) -> None:
    page = open_phone()
    game = new_game(page, copy="birch")
    way(page, game, "Photograph the board of Ada")
    broken = tmp_path / "photo.jpg"
    broken.write_bytes(b"no picture")
    send_photo(page, broken)
    expect(page.locator(".notice")).to_contain_text("not a picture")
    expect(page.locator("#resend")).to_have_count(0)  # sent again it would be refused again
    send_photo(page, broken)
    page.route("**/photos", lambda route: route.abort())
    send_photo(page, SAMPLE, "#pick")
    expect(page.locator("#resend")).to_be_visible()
    expect(page.locator("#take")).to_be_visible()


def test_the_reasons_are_reached_and_left_with_the_keyboard(open_phone: OpenPhone) -> None:
    page = open_phone()
    game = new_game(page)
    page.goto(f"{game}/sheet")
    number = page.locator(".points").first
    number.focus()
    page.keyboard.press("Enter")
    panel = page.locator("#why")
    expect(panel).to_be_focused()
    page.keyboard.press("Tab")
    expect(panel.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(number).to_be_focused()
