"""A server after some full evenings: games of every kind, so that each page has something to show."""

import json
import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import APIRequestContext, APIResponse

from tests.conftest import ROOT
from web.readings import document_from

SAMPLES = ROOT / "sample_photos"
LONG_NAME = "Maximiliane von Hohenstein-Gotha"
MODULES = ("pines", "cacti", "giant-trees", "mushrooms")

TIED_PADS: tuple[tuple[str, list[int], int, int], ...] = (
    ("Ada", [7, 8, 4, 0, 3, 4, 9, 7, 0], 2, 0),
    ("Bo", [5, 10, 2, 4, 6, 4, 4, 7, 0], 2, 1),
    ("Cleo", [3, 6, 2, 0, 3, 8, 4, 3, 0], 1, 1),
)
_EVENGLOW_LINES = ("vines", "leaves", "henbane", "henbane-bonus", "lions-mane", "mandrake", "elderberries", "potions",
                   "potion-sets")  # fmt: skip


class Host:
    """The phone that started all the games: its cookies, and the token that its pages carry."""

    def __init__(self, request: APIRequestContext) -> None:
        self.request = request
        found = re.search(r'csrf-token" content="([^"]+)', request.get("/phone").text())
        assert found
        self.token = found[1]

    def _checked(self, answer: APIResponse) -> APIResponse:
        assert answer.ok, f"{answer.url}: {answer.text()[:400]}"
        return answer

    def get(self, path: str) -> Any:
        return self._checked(self.request.get(path)).json()

    def form(self, path: str, *fields: tuple[str, str]) -> str:
        """Send a form; the path that it leads to."""
        body = urlencode([*fields, ("csrf_token", self.token)])
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return urlsplit(self._checked(self.request.post(path, data=body, headers=headers)).url).path

    def send(self, path: str, document: Any) -> Any:
        headers = {"X-CSRFToken": self.token, "X-Requested-With": "fetch", "Content-Type": "application/json"}
        return self._checked(self.request.post(path, data=json.dumps(document), headers=headers)).json()

    def upload(self, path: str, picture: bytes, **fields: str) -> Any:
        headers = {"X-CSRFToken": self.token, "X-Requested-With": "fetch"}
        file = {"name": "board.jpg", "mimeType": "image/jpeg", "buffer": picture}
        return self._checked(
            self.request.post(path, multipart={"photo": file, **fields}, headers=headers)  # type: ignore[arg-type]
        ).json()

    def game(self, game: str, *names: str, **fields: Any) -> "Table":
        """A new game."""
        if "copy" in fields:
            fields[f"copy-{game}"] = fields.pop("copy")
        several = [("expansion", name) for name in fields.pop("expansions", ())]
        path = self.form("/new", ("game", game), *(("name", name) for name in names), *several, *fields.items())
        return Table(self, path.removesuffix("/invite"))


class Table:
    """One game, as its host's phone changes it."""

    def __init__(self, host: Host, path: str) -> None:
        self.host = host
        self.path = path

    def state(self) -> Any:
        return self.host.get(f"{self.path}/changes.json")

    def id_of(self, name: str) -> str:
        return str(next(player["id"] for player in self.state()["players"] if player["name"] == name))

    def change(self, document: str, **changes: Any) -> None:
        """Put something into a document; `board` and `state` are filled up, not replaced."""
        now = self.state()["documents"][document]
        body = now["body"]
        for key in ("board", "state"):
            if key in changes:
                body[key] = {**body[key], **changes.pop(key)}
        change = {"document": document, "base": now["version"], "body": {**body, **changes}}
        self.host.send(f"{self.path}/edits.json", {"changes": [change]})

    def board(self, name: str, confirmed: bool = True, **board: Any) -> None:
        self.change(f"player:{self.id_of(name)}", board=board, confirmed=confirmed)

    def photograph(self, name: str, photo: str, copy: str) -> Any:
        """A board as it is read from a sample photograph; nothing is confirmed yet."""
        player = self.id_of(name)
        picture = (SAMPLES / "evenglow" / "boards" / photo).read_bytes()
        taken = self.host.upload(f"{self.path}/photos", picture, player=player, copy=copy)
        for _attempt in range(600):
            shot = self.host.get(f"{self.path}/photos/{taken['id']}.json")
            if shot["stage"] in ("done", "failed"):
                break
            time.sleep(0.05)
        assert shot["stage"] == "done", shot
        before = self.state()["documents"][f"player:{player}"]["body"]
        self.change(f"player:{player}", **document_from(shot["reading"], taken["id"], before))

    def act(self, action: str, **fields: Any) -> Any:
        return self.host.send(f"{self.path}/assistant/act.json", {"action": action, **fields})["standing"]

    def finish(self) -> None:
        self.host.form(f"{self.path}/finish", ("closed", "yes"))


@dataclass(frozen=True)
class Evening:
    """Addresses of what was prepared."""

    evenglow: str
    """Four players: a board from a photograph, one with spaces to check, one by hand, one typed. Not final."""
    tie: str
    """Three typed columns; unused potions decide. Finished."""
    solo: str
    family: str
    new_evenglow: str
    """Nothing has been entered; the assistant stands at the set-up."""
    turn: str
    """Evenglow in the middle of a turn, with advice and a harvest that is due."""
    evergreen: str
    """All modules, second season."""
    evergreen_over: str
    new_evergreen: str
    season_end: str
    locked: str
    lesson: str
    empty_lesson: str
    deleted: str
    ids: dict[str, str]
    """Players by "game name"."""

    def player(self, game: str, name: str = "Ada") -> str:
        return self.ids[f"{game} {name}"]


def truth(game: str, number: str) -> Any:
    return json.loads((SAMPLES / game / "boards" / f"{number}.json").read_text())


def gardens(number: str) -> dict[str, Any]:
    """A labelled board of Evenglow as a player's board has it."""
    found = truth("evenglow", number)
    areas = {area: {s: t for s, t in spaces.items() if t} for area, spaces in found["areas"].items()}
    harvests = [{"garden": h["garden"], "spaces": h["spaces"]} for h in found["harvests"]]
    return {"gardens": areas, "harvests": harvests}


def planet(number: str, **more: str) -> dict[str, str]:
    found = truth("evergreen", number)["areas"]["planet"]
    return {space: piece for space, piece in found.items() if piece} | more


def prepare(request: APIRequestContext, copy: str = "birch") -> Evening:
    """Fill the server. The copy of Evenglow named `copy` is learned already."""
    host = Host(request)
    evenglow = _evenglow(host, copy)
    tie = _typed(host, *TIED_PADS)
    solo = host.game("evenglow", "Ada", variant="solo")
    solo.board(
        "Ada", **gardens("001"), potions={"chaos": {"unused": 1, "used": 0}, "transmutation": {"unused": 0, "used": 1}}
    )
    solo.change("table", state={"unseen": {"rows": {"vine": 6, "leaves": 4, "henbane": 5}}})
    family = host.game("evenglow", "Ada", "Bo", variant="family")
    family.board("Ada", **{**gardens("002"), "harvests": []})
    family.board("Bo", **{**gardens("003"), "harvests": []})
    family.finish()
    new_evenglow = host.game("evenglow", "Ada", LONG_NAME)
    new_evergreen = host.game("evergreen", "Ada", "Bo", expansions=MODULES)
    evergreen, over, season_end = _evergreens(host)
    locked = host.game("evenglow", "Ada", "Bo")
    deleted = host.game("evenglow", "Ada")
    host.form(f"{deleted.path}/delete")
    tables = {
        "evenglow": evenglow, "tie": tie, "solo": solo, "family": family, "new_evenglow": new_evenglow,
        "turn": _turn(host, copy), "evergreen": evergreen, "evergreen_over": over, "new_evergreen": new_evergreen,
        "season_end": season_end, "locked": locked, "deleted": deleted,
    }  # fmt: skip
    ids = {
        f"{game} {player['name']}": player["id"]
        for game, table in tables.items()
        if game != "deleted"
        for player in table.state()["players"]
    }
    _earlier_evenings(host, tie, over)
    host.form("/teach", ("game", "evenglow"), ("name", "empty"), ("layout", "evenglow-5x5"))
    return Evening(
        **{game: table.path for game, table in tables.items()},
        lesson=_lesson(host),
        empty_lesson=host.form("/teach", ("game", "evenglow"), ("name", "first-try"), ("layout", "evenglow-5x5")),
        ids=ids,
    )


def _evenglow(host: Host, copy: str) -> Table:
    table = host.game("evenglow", "Ada", "Bo", LONG_NAME, "Çiçek", copy=copy)
    host.form(f"{table.path}/claim", ("player", table.id_of("Ada")))
    table.photograph("Ada", "002.jpg", copy)
    table.change(
        f"player:{table.id_of('Ada')}",
        board={"potions": {"undew": {"unused": 1, "used": 0}, "chaos": {"unused": 0, "used": 1}}},
        review={},
        confirmed=True,
    )
    table.photograph(LONG_NAME, "001.jpg", copy)
    table.change(
        f"player:{table.id_of(LONG_NAME)}",
        board={"potions": {"chaos": {"unused": 1, "used": 0}, "transmutation": {"unused": 1, "used": 0}}},
        review={"sunlight": ["7", "8"], "moonlight": ["3"]},  # as a poorer photograph would have it
    )
    cards = {"undew": {"unused": 1, "used": 1}, "chaos": {"unused": 0, "used": 1}}
    table.board("Bo", **gardens("003"), potions=cards)
    _type(table, "Çiçek", TIED_PADS[1][1], 2, 1)
    return table


def _typed(host: Host, *columns: tuple[str, list[int], int, int]) -> Table:
    table = host.game("evenglow", *(name for name, *_rest in columns))
    for name, points, cards, unused in columns:
        _type(table, name, points, cards, unused)
    table.finish()
    return table


def _type(table: Table, name: str, points: list[int], cards: int, unused: int) -> None:
    pad = dict(zip(_EVENGLOW_LINES, points, strict=True)) | {"potion-cards": cards, "unused-potions": unused}
    table.change(f"player:{table.id_of(name)}", mode="pad", pad=pad, confirmed=True)


def _turn(host: Host, copy: str) -> Table:
    table = host.game("evenglow", "Ada", "Bo", LONG_NAME, copy=copy)
    due = gardens("002")
    table.board("Ada", confirmed=False, **{**due, "harvests": []}, potions={"undew": {"unused": 1, "used": 1}})
    table.board("Bo", confirmed=False, **gardens("003"))
    table.act("advice", on=True)
    table.act("begin", first=table.id_of("Ada"))
    return table


def _evergreens(host: Host) -> tuple[Table, Table, Table]:
    cards = {"meadow": [{"icons": 2}, {"icons": 1}], "wheat": [{"icons": 1}, {"negative": 2}],
             "rock": [{"icons": 2}, {"duplicate": True}],
             "flower": [{"icons": 3}, {"icons": 1, "flipped": True}, {"skull": True}]}  # fmt: skip
    names = ("Ada", LONG_NAME, "Bo")
    more = {"d4": "small-pine", "c5": "big-pine", "c1": "cactus", "f3": "single-mushroom", "e4": "double-mushroom"}

    def begin(season: int, sun: str) -> Table:
        table = host.game("evergreen", *names, expansions=MODULES)
        table.change("table", state={"season": season, "sun": sun, "fertility": cards})
        noted = [{"light": 6 + s, "forest": 3 + s} for s in range(season - 1)]
        for index, name in enumerate(names):
            table.board(name, confirmed=season == 4, planet=planet(f"00{index + 1}", **more),
                        points={"start": index, "buds": 4 + index}, seasons=noted)  # fmt: skip
        return table

    evergreen, over, season_end = begin(2, "right"), begin(4, "left"), begin(1, "top")
    over.finish()
    standing = season_end.act("begin")
    while standing["phase"] == "play":
        standing = season_end.act("end-round", season=standing["season"], round=standing["round"])
    evergreen.act("advice", on=True)
    evergreen.act("begin")
    return evergreen, over, season_end


def _earlier_evenings(host: Host, *tables: Table) -> None:
    """Games of the last two years, as a file from another server brings them."""
    exported = [host.get(f"{table.path}/export.json") for table in tables]
    people = ("Ada", "Bo", "Cleo", "Dimitri", "Edda", LONG_NAME)
    games = []
    for number in range(36):
        game = json.loads(json.dumps(exported[number % 3 == 2]))
        began = datetime.now(UTC) - timedelta(days=19 * number + 1, hours=2)
        game |= {"id": f"{number:032x}", "created_at": began.isoformat(),
                 "closed_at": (began + timedelta(hours=1)).isoformat() if number % 7 else None}  # fmt: skip
        for seat, player in enumerate(game["players"]):
            player["id"] = f"{number * 8 + seat:032x}"
            player["name"] = people[(number + seat) % len(people)]
            for line in player["document"]["pad"]:
                player["document"]["pad"][line] = max(
                    0, player["document"]["pad"][line] + (number * (seat + 3)) % 5 - 2
                )
            player["document"]["pad"].pop("unused-potions", None)
        games.append(game)
    file = json.dumps({"format": "glade-games", "games": games}).encode()
    answer = host.request.post(
        "/import",
        multipart={
            "file": {"name": "games.json", "mimeType": "application/json", "buffer": file},
            "csrf_token": host.token,
        },
    )
    assert "imported=36" in answer.url, answer.url


def _lesson(host: Host) -> str:
    """A lesson in which everything has been entered, from the sample lesson."""
    folder = SAMPLES / "evenglow"
    sample = json.loads((folder / "teach.json").read_text())
    path = host.form("/teach", ("game", "evenglow"), ("name", "walked"), ("layout", "evenglow-5x5"))

    def add(photo: str) -> str:
        return str(host.upload(f"{path}/photos", (folder / photo).read_bytes())["photo"])

    board = {**sample["board"], "photo": add(sample["board"]["photo"])}
    samples = [{"photo": add(one["photo"]), "areas": one["areas"]} for one in sample["samples"]]
    host.send(f"{path}/save.json", {"tiles": sample["tiles"], "board": board, "samples": samples})
    return path
