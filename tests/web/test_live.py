"""Phones follow each other: the stream, its gap-free return, and the server staying free while streams are open."""

import threading
import time
from pathlib import Path
from urllib.error import HTTPError

import pytest
from flask import Flask

from tests.web.phones import Phone, board_of
from tests.web.servers import Caller, running
from web.live.notifier import Notifier

pytestmark = pytest.mark.xdist_group("live")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    with running(tmp_path_factory.mktemp("live") / "store", GLADE_THREADS="8") as server:
        yield server


def document_of(caller: Caller, game: str) -> tuple[str, dict]:
    [(name, document)] = [
        (name, document)
        for name, document in caller.get(f"{game}/changes.json")["documents"].items()
        if name.startswith("player:")
    ]
    return name, document


def test_a_stream_brings_changes_and_after_a_break_only_what_was_missed(server) -> None:
    ada = Caller(server.url)
    game = ada.new_game("Ada")
    name, document = document_of(ada, game)
    watcher = Caller(server.url)
    events = watcher.events(f"{game}/live")
    first = next(events)
    assert set(first["documents"]) == {"table", name}
    ada.edit(game, name, document["body"] | {"confirmed": True}, 1)
    second = next(events)
    assert list(second["documents"]) == [name]
    assert second["documents"][name]["body"]["confirmed"] is True
    events.close()
    ada.edit(game, name, document["body"] | {"mode": "pad"}, 2)
    again = watcher.events(f"{game}/live?since=-1", last_id=second["id"])  # the header goes before an old address
    missed = next(again)
    assert list(missed["documents"]) == [name]
    assert missed["documents"][name]["version"] == 3
    again.close()


def test_many_open_streams_leave_the_server_free_and_one_too_many_is_told_to_poll(server) -> None:
    ada = Caller(server.url)
    game = ada.new_game("Ada")
    streams = [patiently_opened(server, game) for _ in range(6)]  # three quarters of 8 threads
    status, problem = ada.send(f"{game}/undo.json", {})
    assert (status, problem["code"]) == (409, "nothing-to-undo")
    with pytest.raises(HTTPError, match="503"):
        next(Caller(server.url).events(f"{game}/live"))
    for stream in streams:
        stream.close()
    patiently_opened(server, game).close()


def patiently_opened(server, game: str):
    """A stream with its first event read; a place that another stream held is free within a second or two."""
    end = time.monotonic() + 20
    while True:
        stream = Caller(server.url).events(f"{game}/live")
        try:
            next(stream)
            return stream
        except HTTPError:
            assert time.monotonic() < end
            time.sleep(0.1)


def test_a_stream_of_no_game_is_refused(server) -> None:
    ada = Caller(server.url)
    with pytest.raises(HTTPError, match="404"):
        next(ada.events("/g/nothing/live"))


def test_waiting_ends_with_the_news_with_the_time_and_with_the_server() -> None:
    notifier = Notifier()
    notifier.publish("g", 3)
    assert notifier.wait("g", 2, 0) is True
    assert notifier.wait("g", 3, 0.01) is False
    assert notifier.wait("other", 0, 0.01) is False
    threading.Timer(0.05, notifier.publish, ("g", 4)).start()
    assert notifier.wait("g", 3, 10) is True
    threading.Timer(0.05, notifier.close).start()
    assert notifier.wait("g", 4, 10) is False


def test_a_change_by_another_process_on_the_same_file_arrives_too(server, tmp_path: Path) -> None:
    with running(server.store) as second:
        ada, bo = Caller(server.url), Caller(second.url)
        game = ada.new_game("Ada")
        events = bo.events(f"{game}/live")
        next(events)
        name, document = document_of(ada, game)
        ada.edit(game, name, document["body"] | {"confirmed": True}, 1)
        assert next(events)["documents"][name]["version"] == 2
        events.close()


def test_news_are_made_once_for_all_who_ask_and_never_too_old(app: Flask, phone: Phone) -> None:
    shared = app.extensions["glade"]
    game = phone.new_game(names=("Ada",))
    table = phone.table(game)
    game_id, revision = table["game"]["id"], table["revision"]
    first = shared.news.news(game_id, -1, revision, 0)
    assert first.text is not None
    assert shared.news.news(game_id, -1, revision, 0) is first
    name, board = board_of(table, "Ada")
    phone.edit(game, name, board["body"] | {"confirmed": True}, 1)
    second = shared.news.news(game_id, -1, revision + 1, 60)
    assert second.revision == revision + 1
    nothing = shared.news.news(game_id, revision + 1, -1, 60)
    assert nothing.text is None
    assert shared.news.news(game_id, revision + 1, -1, 60) is nothing
    phone.send(f"{game}/undo.json")
    assert shared.news.news(game_id, revision + 1, -1, 0).revision == revision + 2  # not heard of, but looked after
    phone.post(f"{game}/delete")
    assert shared.news.news(game_id, revision + 2, -1, 0).is_gone
