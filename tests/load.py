"""A table of many phones on one server: are edits lost, do requests fail, how long do they take?

    make load                    20 phones, 200 edits a minute, 2 minutes
    python -m tests.load --phones 40 --edits 600 --seconds 60

Starts a server of its own on the loopback interface with an empty store, and ends by itself. Every phone keeps a live
stream open; an edit counts when the server has acknowledged it, and at the end all must be there.
"""

import argparse
import random
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.web.servers import Caller, running


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--phones", type=int, default=20)
    parser.add_argument("--edits", type=int, default=200, help="a minute, all phones together")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--database", default="", help="GLADE_DATABASE_URL of the server")
    args = parser.parse_args()
    if args.seconds > 600 or args.phones > 200 or args.edits > 6000:
        parser.error("at most 600 seconds, 200 phones and 6000 edits a minute")
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "store", GLADE_DATABASE_URL=args.database) as server,
    ):
        return report(Table(server.url, args.phones, args.edits, args.seconds).play())


class Table:
    """The phones, what they did, and what came of it."""

    def __init__(self, url: str, phones: int, edits_a_minute: int, seconds: int) -> None:
        self.phones = [Caller(url) for _ in range(phones)]
        self.game = self.phones[0].new_game("Ada", "Bo", "Cy", "Di")
        self.boards = [name for name in self.phones[0].get(f"{self.game}/changes.json")["documents"] if name != "table"]
        self.pause_s = 60 * phones / edits_a_minute
        self.end = time.monotonic() + seconds
        self.lock = threading.Lock()
        self.times_ms: list[float] = []
        self.lags_ms: list[float] = []
        self.sent: dict[int, float] = {}
        self.acknowledged: set[int] = set()
        self.overtaken = 0
        self.failures: list[str] = []

    def play(self) -> "Table":
        threads = [threading.Thread(target=self._edit, args=(i,)) for i in range(len(self.phones))]
        listeners = [threading.Thread(target=self._listen, args=(phone,), daemon=True) for phone in self.phones]
        for thread in [*listeners, *threads]:
            thread.start()
        for thread in threads:
            thread.join()
        time.sleep(1)
        documents = self.phones[0].get(f"{self.game}/changes.json")["documents"]
        stored = {edit for name in self.boards for edit in edits_in(documents[name]["body"])}
        self.lost = self.acknowledged - stored
        return self

    def _edit(self, index: int) -> None:
        phone, name = self.phones[index], self.boards[index % len(self.boards)]
        generator = random.Random(index)
        phone.join(self.game)
        number = 0
        time.sleep(generator.uniform(0, self.pause_s))
        while time.monotonic() < self.end:
            due = time.monotonic() + self.pause_s * generator.uniform(0.5, 1.5)
            number += 1
            try:
                self._save(phone, name, index * 100_000 + number)
            except Exception as err:
                with self.lock:
                    self.failures.append(repr(err))
            time.sleep(max(0.0, due - time.monotonic()))

    def _save(self, phone: Caller, name: str, edit: int) -> None:
        while True:  # as people do: look at the newer version, then again
            document = phone.get(f"{self.game}/changes.json")["documents"][name]
            body = document["body"]
            body["board"]["gardens"]["sunlight"][str(edit)] = {"plant": "vine"}
            with self.lock:
                self.sent[edit] = time.monotonic()
            began = time.monotonic()
            status, answer = phone.edit(self.game, name, body, document["version"])
            took_ms = (time.monotonic() - began) * 1000
            with self.lock:
                self.times_ms.append(took_ms)
                if status == 200:
                    self.acknowledged.add(edit)
                    return
                if status != 409:
                    self.failures.append(f"{status} {answer}")
                    return
                self.overtaken += 1

    def _listen(self, phone: Caller) -> None:
        try:
            for event in phone.events(f"{self.game}/live"):
                at = time.monotonic()
                with self.lock:
                    for document in event.get("documents", {}).values():
                        newest = edits_in(document["body"])[-1:]
                        if newest and newest[0] in self.sent:
                            self.lags_ms.append((at - self.sent[newest[0]]) * 1000)
        except OSError as err:
            with self.lock:
                self.failures.append(f"stream: {err!r}")


def edits_in(body: dict[str, Any]) -> list[int]:
    """The edits that a document holds, the latest last: each put a tile on a space of its own."""
    gardens = body.get("board", {}).get("gardens", {})
    return [int(space) for space in gardens.get("sunlight", {})]


def report(table: Table) -> int:
    times, lags = sorted(table.times_ms), sorted(table.lags_ms)
    print(f"{len(table.phones)} phones, {len(table.acknowledged)} edits acknowledged, {len(table.lost)} lost")
    print(f"{table.overtaken} overtaken and made again, {len(table.failures)} failures {table.failures[:3]}")
    for label, values in (("saving", times), ("seen on another phone after", lags)):
        p95 = values[int(len(values) * 0.95)]
        print(f"{label}: median {statistics.median(values):.0f} ms, p95 {p95:.0f} ms, worst {values[-1]:.0f} ms")
    return 1 if table.lost or table.failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
