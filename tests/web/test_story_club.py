"""In the browser: one table, its phones on two servers, two workers that read (PostgreSQL, Redis, photographs)."""

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import body_of, check_all, claim, get, lay, new_game, saved, send_photo, space, totals, way
from tests.conftest import ROOT
from tests.web.conftest import SAMPLES, Club
from tests.web.servers import Server
from tests.web.watched_phones import OpenPhone

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.xdist_group("postgres"),
]

PHOTO = SAMPLES / "evenglow" / "boards" / "002.jpg"


def test_two_phones_on_two_servers_play_one_game(club: Club, open_phone: OpenPhone, tmp_path: Path) -> None:
    ada, bo = (open_phone(server.url) for server in club.servers)
    game = new_game(ada, copy="birch")
    link = ada.locator("main a.link").get_attribute("href")
    assert link
    assert link.endswith(game)
    claim(ada, game, "Ada")
    bo.goto(link.replace(club.servers[0].url, club.servers[1].url))  # as a balancer in front of both leads it
    bo.get_by_role("button", name="Bo", exact=True).click()

    way(ada, game, "Photograph the board of Ada")
    send_photo(ada, PHOTO)
    ada.locator("#use").wait_for(timeout=60_000)
    expect(ada.locator(".overlay .photo-space")).to_have_count(50)
    ada.locator("#use").click()
    ada.wait_for_url(re.compile("/board/"))
    ada.locator("#stand-in-ok").click()
    check_all(ada)

    # Bo enters by hand, and has Ada's board before his eyes while she corrects a space of it.
    watcher = bo.context.new_page()
    way(watcher, game, "Board of Ada")
    watcher.locator("#stand-in-ok").click()
    expect(watcher.locator("#board [data-kind=vine]").first).to_be_visible()
    asked = polls(watcher)
    lay(ada, "moonlight", "elderberries", "11")
    expect(space(watcher, "moonlight", "11")).to_have_attribute("data-kind", "elderberries")
    assert asked == [], "the change came over the live stream, nobody had to ask for it"
    way(bo, game, "Board of Bo")
    if bo.locator("#stand-in").is_visible():
        bo.locator("#stand-in-ok").click()
    lay(bo, "sunlight", "mandrake", "1", "2", "6")
    saved(bo)
    ada.locator("#confirm").click()
    bo.locator("#confirm").click()
    for page in (ada, bo):
        expect(page.locator("#to-sheet")).to_be_visible()
        saved(page)

    sheets = []
    for page in (ada, bo):
        page.goto(f"{game}/sheet")
        expect(page.locator(".result")).to_contain_text("wins with")
        sheets.append(totals(page))
    assert sheets[0] == sheets[1] == glade_score(get(bo, f"{game}/state.json"), tmp_path, club.store)


def test_a_worker_killed_in_the_middle_of_reading_loses_no_photo(club: Club, open_phone: OpenPhone) -> None:
    ada = open_phone(club.servers[0].url)
    game = new_game(ada, names=("Ada",), copy="birch")
    way(ada, game, "Photograph the board of Ada")
    readers = [process for worker in club.workers for process in children(worker)]
    for process in readers:
        process.suspend()  # whichever takes the photo will not get done with it
    send_photo(ada, PHOTO)
    reader = who_reads(ada, club.workers)
    reader.kill()
    for process in readers:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.resume()
    assert state_of_photo(ada, game) not in ("done", "failed")
    # The other worker notices that nobody reads it any more and does; the page shows it without a tap.
    ada.locator("#use").wait_for(timeout=90_000)
    assert state_of_photo(ada, game) == "done"
    ada.locator("#use").click()
    ada.wait_for_url(re.compile("/board/"))
    assert body_of(ada, game, "Ada")["photo"]


def polls(page: Page) -> list[str]:
    """Requests of this page from now on that ask what is new."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "changes.json" in request.url else None)
    return asked


def glade_score(state: Any, folder: Path, store: Path) -> list[int]:
    """The totals that `glade score` gives for a state."""
    file = folder / "state.json"
    file.write_text(json.dumps(state), encoding="utf-8")
    command = [sys.executable, "-m", "web.cli", "score", str(file), "--json", "--store", str(store)]
    done = subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, check=True)
    return [player["total"] for player in json.loads(done.stdout)["players"]]


def children(worker: Server) -> list[psutil.Process]:
    """The processes in which a worker opens pictures, once they are there."""
    assert worker.process.pid
    process = psutil.Process(worker.process.pid)
    while True:
        found = [child for child in process.children() if "spawn_main" in " ".join(child.cmdline())]
        if found:
            return found


def who_reads(page: Page, workers: list[Server]) -> Server:
    """The worker that has begun to read a photo."""
    for _attempt in range(1200):
        for worker in workers:
            if " begun" in worker.log.read_text():
                return worker
        page.wait_for_timeout(50)
    raise AssertionError("no worker has begun")


def state_of_photo(page: Page, game: str) -> str:
    [photo] = get(page, f"{game}/changes.json")["photos"]
    return str(photo["stage"])
