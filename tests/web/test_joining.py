"""How people come to a table: one phone or several, link, code, QR, claiming, looking on, locking."""

import io
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
import zxingcpp
from flask import Flask
from PIL import Image, ImageDraw

from tests.web.phones import Phone, board_of
from web import network, qr
from web.config import Config
from web.errors import Unprocessable
from web.identifiers import clean_code
from web.network import Interface, ranked_addresses
from web.serve import print_welcome


def test_the_first_page_asks_one_phone_or_several(phone: Phone) -> None:
    page = phone.get("/").text
    assert "Several phones" in page
    assert "This phone only" in page


def test_one_phone_goes_straight_to_the_table(phone: Phone) -> None:
    assert phone.post("/new", game="evenglow", name=["Ada"], phones="one").location.count("/invite") == 0
    assert phone.post("/new", game="evenglow", name=["Ada"]).location.endswith("/invite")


def test_a_phone_joins_by_the_typed_code_in_any_spelling(phone: Phone, other_phone: Phone) -> None:
    game = phone.new_game()
    code = re.search(r'big-code"[^>]*>([A-Z0-9]{6})<', phone.get(f"{game}/invite").text)[1]
    typed = f" {code[:3].lower()}-{code[3:]} "
    assert other_phone.post("/join", code=typed).location == game
    assert other_phone.get(f"/join/{code}").location == game


def test_a_wrong_code_is_answered_with_a_sentence_and_guessing_is_limited(tmp_path) -> None:
    from web.app import create_app

    app = create_app(Config(store=tmp_path, testing=True))
    guesser = Phone(app)
    answers = [guesser.post("/join", code="AAAAA2") for _ in range(11)]
    assert [answer.status_code for answer in answers] == [404] * 10 + [429]
    assert "No game has this code" in answers[0].text
    assert guesser.get("/join").status_code == 200
    assert guesser.get("/join/AAAAA2").status_code == 429, "the address with the code is no second chance"
    app.extensions["glade"].close()


def test_one_phone_may_open_many_pages_of_a_game_at_the_same_moment(phone: Phone, app: Flask) -> None:
    game = phone.new_game()
    newcomer = Phone(app)
    newcomer.get("/phone")
    cookie = newcomer.client.get_cookie("glade")
    assert cookie
    tabs = [Phone(app) for _ in range(8)]
    for tab in tabs:
        tab.client.set_cookie("glade", cookie.value)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda tab: tab.get(game).status_code, tabs))
    assert answers == [200] * 8


def test_codes_have_no_letters_that_are_mistaken_for_each_other() -> None:
    assert clean_code("abc-234") == "ABC234"
    assert clean_code("abc230") == clean_code("abcil2") == clean_code("abc") == ""


def test_who_only_looks_on_cannot_change_anything(phone: Phone, other_phone: Phone) -> None:
    game = phone.new_game()
    other_phone.get(game)
    other_phone.post(f"{game}/claim", player="")
    document, board = board_of(other_phone.table(game), "Ada")
    answer = other_phone.edit(game, document, board["body"] | {"confirmed": True}, 1)
    assert (answer.status_code, answer.json["code"]) == (403, "looking-on")


def test_who_looks_on_by_mistake_finds_the_way_back_on_the_table(phone: Phone, other_phone: Phone) -> None:
    game = phone.new_game()
    ada, bo = (player["id"] for player in phone.table(game)["players"])
    phone.post(f"{game}/claim", player=ada)
    other_phone.get(game)
    other_phone.post(f"{game}/claim", player="")
    page = other_phone.get(game).text
    assert f'value="{bo}"' in page
    assert re.search(rf'name="take_over" value="yes">\s*<button[^>]* value="{ada}"', page)
    assert other_phone.post(f"{game}/claim", player=bo).status_code == 303
    phone.post(f"{game}/lock", locked="yes")
    assert f'value="{ada}"' not in other_phone.get(game).text, "in a locked game who plays for whom stays as it is"
    assert f'value="{bo}"' in phone.get(game).text, "but the host may change it"


def test_the_table_says_who_has_a_phone_as_it_changes(phone: Phone) -> None:
    game = phone.new_game()
    before = phone.table(game)
    phone.post(f"{game}/claim", player=before["players"][1]["id"])
    news = phone.get(f"{game}/changes.json?since={before['revision']}").json
    assert [player["has_phone"] for player in before["players"]] == [False, False]
    assert [player["has_phone"] for player in news["players"]] == [False, True]


def test_a_player_has_one_phone_unless_it_is_taken_over(phone: Phone, other_phone: Phone) -> None:
    game = phone.new_game()
    ada = phone.table(game)["players"][0]["id"]
    phone.post(f"{game}/claim", player=ada)
    assert other_phone.post(f"{game}/claim", player=ada).status_code == 403
    assert other_phone.post(f"{game}/claim", player=ada, take_over="yes").status_code == 303


def test_a_locked_game_keeps_its_phones_and_lets_nobody_new_in(phone: Phone, other_phone: Phone, app) -> None:
    game = phone.new_game()
    other_phone.get(game)
    assert other_phone.post(f"{game}/lock", locked="yes").status_code == 403
    assert phone.post(f"{game}/lock", locked="yes").status_code == 303
    assert other_phone.get(game).status_code == 200
    stranger = Phone(app)
    for path in (game, f"{game}/changes.json", f"{game}/sheet.json", f"{game}/state.json", f"{game}/invite"):
        assert stranger.get(path).status_code == 403
    assert "locked" in stranger.get(game).text


def test_the_host_link_makes_another_phone_the_host(phone: Phone, other_phone: Phone) -> None:
    game = phone.new_game()
    link = re.search(r'href="http://glade.test:8027(/g/[^"]+/host/[^"]+)"', phone.get(f"{game}/settings").text)[1]
    assert other_phone.post(f"{game}/lock", locked="yes").status_code == 403
    assert other_phone.post(link[:-4] + "abcd").status_code == 403
    assert other_phone.post(link).status_code == 303
    assert other_phone.post(f"{game}/lock", locked="yes").status_code == 303


def test_players_are_renamed_moved_removed_and_brought_back_without_loss(phone: Phone) -> None:
    game = phone.new_game(names=("Ada", "Bo", "Cy"))
    _, bo, cy = (player["id"] for player in phone.table(game)["players"])
    document, board = board_of(phone.table(game), "Bo")
    phone.edit(game, document, board["body"] | {"confirmed": True}, 1)
    phone.post(f"{game}/players/{bo}", action="rename", name="Bob")
    phone.post(f"{game}/players/{cy}", action="up")
    assert [player["name"] for player in phone.table(game)["players"]] == ["Ada", "Cy", "Bob"]
    phone.post(f"{game}/players/{bo}", action="remove")
    assert [player["name"] for player in phone.table(game)["players"]] == ["Ada", "Cy"]
    assert "Bob" in phone.get(f"{game}/settings").text
    phone.post(f"{game}/players/{bo}", action="restore")
    assert board_of(phone.table(game), "Bob")[1]["body"]["confirmed"] is True
    assert phone.post(f"{game}/players/{bo}", action="rename", name="ada").status_code == 422


@pytest.mark.parametrize("names", [(), ("Ada", "ada"), ("A" * 41,), ("Ada", "Ａｄａ"), ("\u202e\x07",)])
def test_names_that_cannot_be_told_apart_or_printed_are_refused(phone: Phone, names: tuple[str, ...]) -> None:
    assert phone.post("/new", game="evenglow", name=list(names)).status_code == 422


def test_a_name_is_text_and_never_markup(phone: Phone) -> None:
    game = phone.new_game(names=("<b>Ada</b>", "</script><script>x"))
    page = phone.get(game).text
    assert "<b>Ada" not in page
    assert "<script>x" not in page


def test_the_qr_code_on_the_page_reads_as_the_public_address_of_the_game(phone: Phone) -> None:
    game = phone.new_game()
    page = phone.get(f"{game}/invite", headers={"Host": "evil.example"}).text
    assert read_svg(page) == f"http://glade.test:8027{game}"
    assert "evil.example" not in page


def read_svg(page: str) -> str:
    """What a phone's camera reads from the SVG code on a page."""
    size = int(re.search(r'class="qr" viewBox="0 0 (\d+)', page)[1])
    path = re.search(r'<path fill="#000" d="([^"]+)"', page)[1]
    scale = 6
    image = Image.new("L", (size * scale, size * scale), 255)
    draw = ImageDraw.Draw(image)
    for x, y, run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path):
        left, top = int(x) * scale, int(y) * scale
        draw.rectangle((left, top, left + int(run) * scale - 1, top + scale - 1), fill=0)
    [result] = zxingcpp.read_barcodes(image)
    return result.text


def test_a_link_too_long_for_a_code_is_a_sentence() -> None:
    with pytest.raises(Unprocessable, match="too long"):
        qr.svg("x" * 3000, "")


def test_the_terminal_code_has_the_matrix_in_half_blocks() -> None:
    rows = qr.matrix("http://192.168.1.20:8027")
    drawn = qr.terminal("http://192.168.1.20:8027").splitlines()
    assert len(drawn) == (len(rows) + 1) // 2
    halves = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}
    assert [halves[c][0] for c in drawn[4]] == rows[8]
    assert [halves[c][1] for c in drawn[4]] == rows[9]


def test_in_a_light_terminal_the_code_is_dark_on_light_as_well() -> None:
    plain = qr.terminal("http://192.168.1.20:8027").splitlines()
    coloured = qr.terminal("http://192.168.1.20:8027", colour=True).splitlines()
    assert coloured == [f"\x1b[38;5;231;48;5;16m{line}\x1b[0m" for line in plain]


@pytest.mark.parametrize(("encoding", "shown"), [("utf-8", True), ("ascii", False), ("latin-1", False)])
def test_the_welcome_shows_the_code_wherever_it_can_be_written(config: Config, encoding: str, shown: bool) -> None:
    written = io.BytesIO()
    out = io.TextIOWrapper(written, encoding=encoding)
    print_welcome(config, out, "/g/abc")
    text = written.getvalue().decode(encoding)
    assert ("▀" in text) == shown
    assert "/g/abc" in text


LO = Interface("lo", ("127.0.0.1", "::1"))
DOCKER = Interface("docker0", ("172.17.0.1",))
VPN = Interface("tun0", ("10.8.0.2",))
WIFI = Interface("wlan0", ("192.168.1.20", "fe80::1", "2001:db8::20"))


@pytest.mark.parametrize(
    ("found", "default", "best"),
    [
        ((LO, DOCKER, VPN, WIFI), "10.8.0.2", "192.168.1.20"),  # the VPN holds the default route
        ((LO, VPN), "10.8.0.2", "10.8.0.2"),
        ((LO,), None, None),
        ((), None, None),
        ((LO, Interface("eth0", ("2001:db8::5", "fe80::5"))), None, "2001:db8::5"),
        ((LO, Interface("wlan0", ("192.168.1.20",), is_up=False), Interface("eth0", ("10.0.0.7",))), None, "10.0.0.7"),
        ((Interface("vEthernet (WSL)", ("172.28.0.1",)), Interface("Wi-Fi", ("10.1.1.5",))), None, "10.1.1.5"),
        ((Interface("eth0", ("169.254.3.4",)), Interface("eth1", ("172.20.0.9",))), None, "172.20.0.9"),
        ((Interface("eth0", ("10.0.0.7",)), Interface("eth1", ("10.0.1.7",))), "10.0.1.7", "10.0.1.7"),
    ],
)
def test_the_address_that_phones_reach_is_offered_first(found, default, best) -> None:
    ranked = ranked_addresses(found, default)
    assert (ranked[0] if ranked else None) == best


def test_only_addresses_that_answer_are_offered(monkeypatch) -> None:
    monkeypatch.setattr(network, "interfaces", lambda: [LO, WIFI])
    monkeypatch.setattr(network, "default_address", lambda: None)
    wifi_4, wifi_6 = "http://192.168.1.20:8027", "http://[2001:db8::20]:8027"
    assert network.join_urls("", "0.0.0.0", 8027) == [wifi_4]
    assert network.join_urls("", "::", 8027) == [wifi_6]
    assert network.join_urls("", "*", 8027) == [wifi_4, wifi_6]
    monkeypatch.setattr(network, "interfaces", lambda: [LO])
    assert network.join_urls("", "::", 8027) == ["http://[::1]:8027"]


def test_without_a_network_the_page_offers_this_machine_and_says_so(monkeypatch) -> None:
    monkeypatch.setattr(network, "interfaces", lambda: [LO])
    assert network.join_urls("", "0.0.0.0", 8027) == ["http://127.0.0.1:8027"]
    assert network.join_urls("", "192.168.1.20", 80) == ["http://192.168.1.20"]
    assert network.join_urls("https://glade.club", "0.0.0.0", 8027) == ["https://glade.club"]
    assert network.base_url("2001:db8::5", 8027) == "http://[2001:db8::5]:8027"


def test_a_phone_without_a_player_is_told_that_the_game_is_locked(phone: Phone, other_phone: Phone) -> None:
    game = phone.new_game()
    assert "Who are you?" in other_phone.get(game).text  # it has joined, and has not chosen yet
    phone.post(f"{game}/lock", locked="yes")
    page = other_phone.get(game).text
    assert "Who are you?" not in page
    assert "This phone can look on" in page
    assert "Who are you?" in phone.get(game).text  # the host may still choose
    phone.post(f"{game}/lock", locked="no")
    assert "Who are you?" in other_phone.get(game).text
