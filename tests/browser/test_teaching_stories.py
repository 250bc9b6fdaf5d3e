"""Teaching a copy in the browser from the sample photographs, a layout corrected, corners dragged."""

import json
import re
from typing import Any

from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import SAMPLES, OpenPhone
from tests.browser.table import body_of, check_all, get, new_game, saved, send_photo, space, way
from tests.web.test_photos import picture

LESSON: Any = json.loads((SAMPLES / "evenglow" / "teach.json").read_text())
FOLDER = SAMPLES / "evenglow"


def on_screen(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a pixel of the photograph that is being worked on lies in the window."""
    point = page.locator(".picker").evaluate(
        "(picture, [x, y]) => new DOMPoint(x, y).matrixTransform(picture.getScreenCTM()).toJSON()", [x, y]
    )
    return point["x"], point["y"]


def drag_corners(page: Page, corners: list[list[float]]) -> None:
    for index, (x, y) in enumerate(corners):
        handle = page.locator(f'[data-point="{index}"]')
        page.locator(".picker").scroll_into_view_if_needed()
        box = handle.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        end = on_screen(page, x, y)
        page.mouse.move(*end, steps=4)
        expect(page.locator(".magnifier")).to_be_visible()
        page.mouse.up()
        expect(page.locator(".magnifier")).to_have_count(0)


def lay_sample(page: Page, areas: dict[str, dict[str, dict[str, Any]]]) -> None:
    """Make the proposed board show what lies on the photographed one."""
    lying = page.locator("#sample-board .space[data-kind]")
    while lying.count():
        lying.first.focus()
        page.keyboard.press("Delete")
    letters = {"vine": "v", "leaves": "L", "henbane": "h", "lions-mane": "LM", "mandrake": "M", "elderberries": "e"}
    for area, spaces in areas.items():
        for name, tile in spaces.items():
            one = page.locator(f'#sample-board [data-area="{area}"][data-space="{name}"]')
            one.focus()
            page.keyboard.press(letters[tile["plant"]][0])
            while one.get_attribute("data-kind") != tile["plant"]:  # letters that two kinds share lead on to the next
                page.keyboard.press(letters[tile["plant"]][0].lower())
            for _ in range(tile.get("rotation") or 0):
                page.keyboard.press("r")


def test_a_copy_is_taught_from_the_sample_photographs_and_reads_a_board(open_phone: OpenPhone) -> None:
    page = open_phone(viewport={"width": 1280, "height": 1000}, is_mobile=False, has_touch=False)
    page.goto("/teach?game=evenglow")
    page.locator("input[name=name]").fill("Our Copy!")
    page.locator(".actions .button.main").click()
    expect(page.locator(".problem")).to_contain_text("small letters")
    page.locator("input[name=name]").fill("our-copy")
    page.locator(".actions .button.main").click()
    page.wait_for_url(re.compile("/teach/"))

    send_photo(page, FOLDER / LESSON["board"]["photo"], "#pick")
    expect(page.locator(".handle")).to_have_count(4)
    drag_corners(page, LESSON["board"]["corners"])
    page.locator("#next").click()

    page.route("**/save.json", lambda route: route.abort())  # the network is gone while the spaces are tapped
    while not page.locator("#next").count():
        place = page.locator(".picker-place").inner_text()
        area = "sunlight" if "Sunlight" in place else "moonlight"
        found = re.search(r"Space (\w+)", place)
        assert found
        anchors = LESSON["board"]["anchors"][area]
        corner = [anchors["5"][axis] + anchors["21"][axis] - anchors["1"][axis] for axis in (0, 1)]
        x, y = anchors.get(found[1], corner)
        page.mouse.click(*on_screen(page, x, y))
    page.unroute("**/save.json")
    page.reload()
    expect(page.locator(".handle")).to_have_count(8)  # what was tapped is still there
    page.locator("#next").click()

    edge = page.locator('[data-edge="vine-1"]')
    expect(edge).to_have_attribute("aria-checked", "false")
    edge.click()
    expect(edge).to_have_attribute("aria-checked", "true")
    edge.press("Enter")
    expect(edge).to_have_attribute("aria-checked", "false")
    page.locator("#next").click()

    for number, sample in enumerate(LESSON["samples"]):
        page.goto(f"{page.url.split('#')[0]}#samples-{number}")
        send_photo(page, FOLDER / sample["photo"], "#pick")
        expect(page.locator("#step img.overlay")).to_be_visible()
        lay_sample(page, sample["areas"])
    page.locator("#next").click()
    page.locator("#learn").click()
    expect(page.locator("#learned")).to_contain_text("Learned:", timeout=60_000)
    expect(page.locator("#learned")).to_contain_text("Henbane")
    send_photo(page, FOLDER / "boards" / "002.jpg", "#pick")
    page.locator(".overlay .photo-space").first.wait_for(timeout=60_000)

    game = new_game(page, copy="our-copy")
    way(page, game, "Photograph the board of Ada")
    send_photo(page, FOLDER / "boards" / "002.jpg", "#pick")
    page.locator("#use").wait_for(timeout=60_000)
    page.locator("#use").click()
    page.wait_for_url(re.compile("/board/"))
    page.locator("#stand-in-ok").click()
    check_all(page)
    saved(page)
    truth = json.loads((FOLDER / "boards" / "002.json").read_text())["areas"]
    read = body_of(page, game, "Ada")["board"]["gardens"]
    plants = {(a, s): (t or {}).get("plant") for a, spaces in truth.items() for s, t in spaces.items()}
    wrong = [key for key, plant in plants.items() if (read[key[0]].get(key[1]) or {}).get("plant") != plant]
    assert wrong == []
    page.locator("#confirm").click()
    page.get_by_role("button", name="Learn from it").click()
    expect(page.locator("#notice")).to_contain_text("Thank you", timeout=60_000)


def test_corners_by_drag_where_the_board_is_not_found(open_phone: OpenPhone) -> None:
    page = open_phone()
    game = new_game(page, copy="birch")
    way(page, game, "Photograph the board of Ada")
    noise: FilePayload = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": picture(900, 700)}
    with page.expect_file_chooser() as chooser:
        page.locator("#take").click()
    chooser.value.set_files(noise)
    expect(page.locator("#photo-state")).to_contain_text("did not find the board", timeout=60_000)
    expect(page.locator(".handle")).to_have_count(4)
    corner = page.locator('[data-point="2"]')
    corner.focus()
    before = corner.get_attribute("aria-valuetext")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    assert page.locator('[data-point="2"]').get_attribute("aria-valuetext") != before

    # A photograph in which the board is found: its corners can be corrected all the same.
    send_photo(page, FOLDER / "boards" / "001.jpg", "#pick")
    page.locator("#use").wait_for(timeout=60_000)
    page.locator("#adjust").click()
    truth = json.loads((FOLDER / "boards" / "001.json").read_text())
    x, y = truth["corners"][0]
    drag_corners(page, [[x + 90, y + 60], *truth["corners"][1:]])  # askew: what is read with it is askew too
    page.locator("#read-corners").click()
    expect(page.locator("#adjust")).to_be_visible(timeout=60_000)
    [photo] = [shot for shot in get(page, f"{game}/changes.json")["photos"] if shot["corners"]]
    assert photo["reading"]["board"]["method"] == "corners"
    assert abs(photo["corners"][0][0] - x - 90) < 12
    assert abs(photo["corners"][2][0] - truth["corners"][2][0]) < 12

    # Corners that cross are refused with a sentence, and can be dragged again on the same photograph.
    page.locator("#adjust").click()
    first, second, *others = truth["corners"]
    drag_corners(page, [second, first, *others])
    page.locator("#read-corners").click()
    expect(page.locator("#photo-state .problem")).to_contain_text("cross", timeout=60_000)
    page.locator("#adjust").click()
    drag_corners(page, truth["corners"])
    page.locator("#read-corners").click()
    page.locator("#use").wait_for(timeout=60_000)


def test_a_layout_is_corrected_and_ticked_off(open_phone: OpenPhone) -> None:
    page = open_phone()
    page.goto("/layouts/evenglow-5x5")
    board = page.locator("#board")
    page.locator('[data-tool="remove"]').click()
    space(page, "sunlight", "25").click()
    expect(board.locator('[data-space="25"]')).to_have_count(0)  # in both gardens
    page.locator('[data-tool="add"]').click()
    board.locator('[data-area="sunlight"] >> nth=0')
    page.locator('#board .is-ghost[data-area="moonlight"][data-space="+2,4"]').click()
    expect(board.locator('[data-space="25"]')).to_have_count(2)
    page.locator('[data-tool="number"]').click()
    space(page, "sunlight", "1").click()
    page.locator("#new-name").fill("2")
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Redo").click()
    page.locator("#verified").check()
    page.locator("#layout-id").fill("our-board")
    page.locator("#save").click()
    page.wait_for_url(re.compile("/layouts/our-board"))
    expect(page.locator("#verified")).to_be_checked()
    page.goto("/layouts")
    expect(page.locator("main")).to_contain_text("our-board")
    game = new_game(page)
    state = get(page, f"{game}/state.json")
    assert state["layout"] in ("evenglow-5x5", "our-board")
