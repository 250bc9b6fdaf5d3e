"""How long a photograph is on its way beside being read: from the upload to the live event with the reading.

    make latency                 the Evenglow sample photo 002, sent 20 times
    python -m tests.latency --times 40 --photo sample_photos/evergreen/boards/001.jpg \
                            --teach sample_photos/evergreen/teach.json

Starts a server of its own on the loopback interface with an empty store, teaches it the copy, and ends by itself. The
first photographs are not counted: they wait for the processes to start and for the copy to be loaded. Each photograph
is deleted before it is sent again, so that its picture is stored anew.
"""

import argparse
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from tests.web.servers import Caller, Server, running

SAMPLES = ROOT / "sample_photos"
PHOTO = SAMPLES / "evenglow" / "boards" / "002.jpg"
PATIENCE_S = 60.0
UNCOUNTED = 3
"""Photographs sent before those that count: each of the two readers loads the copy when it first needs it."""


@dataclass(frozen=True)
class Passage:
    """What one photograph took, milliseconds."""

    intake: float = field(metadata={"means": "taking the picture in (request to answer)"})
    waiting: float = field(metadata={"means": "then until its reading begins"})
    reading: float = field(metadata={"means": "the reading itself (timing_ms.total)"})
    telling: float = field(metadata={"means": "from its end to the live event"})

    @property
    def beside(self) -> float:
        """Everything but the reading itself."""
        return self.intake + self.waiting + self.telling


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--photo", type=Path, default=PHOTO)
    parser.add_argument("--teach", type=Path, default=SAMPLES / "evenglow" / "teach.json", help="the copy to read with")
    args = parser.parse_args()
    if not 1 <= args.times <= 500:
        parser.error("--times: between 1 and 500")
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        game, copy = taught(store, args.teach)
        with running(store, GLADE_READERS="2") as server:
            return report(measure(server, game, copy, args.photo.read_bytes(), args.times))


def taught(store: Path, teach: Path) -> tuple[str, str]:
    """Teach a copy; returns its game and name."""
    from vision.copies import save_copy
    from vision.lesson import load_lesson
    from vision.teach import learn_copy

    copy = learn_copy(load_lesson(teach))
    save_copy(store, copy)
    return copy.game, copy.name


def measure(server: Server, kind: str, copy: str, data: bytes, times: int) -> list[Passage]:
    """Send the photograph, again and again, with one phone that follows the game."""
    phone = Caller(server.url)
    game = phone.new_game("Ada", game=kind)
    player = phone.get(f"{game}/changes.json")["players"][0]["id"]
    with following(phone, game) as stages:
        passages = [
            passage(phone, game, {"player": player, "copy": copy}, data, stages) for _ in range(times + UNCOUNTED)
        ]
    return passages[UNCOUNTED:]


class Stages:
    """When each stage of each photograph was heard of."""

    def __init__(self) -> None:
        self._heard: dict[tuple[str, str], tuple[float, dict[str, Any]]] = {}
        self._news = threading.Condition()

    def note(self, photo: dict[str, Any]) -> None:
        with self._news:
            self._heard.setdefault((photo["id"], photo["stage"]), (time.perf_counter(), photo))
            self._news.notify_all()

    def of(self, photo: str) -> dict[str, float]:
        """The moment of each stage of a photograph that was heard of."""
        return {stage: at for (known, stage), (at, _photo) in self._heard.items() if known == photo}

    def end_of(self, photo: str) -> dict[str, Any]:
        """The photograph when it is read."""
        with self._news:
            if not self._news.wait_for(lambda: {"done", "failed"} & self.of(photo).keys(), PATIENCE_S):
                raise TimeoutError(f"no reading; heard of {sorted(self.of(photo))}")
            if (photo, "failed") in self._heard:
                raise SystemExit(f"not read: {self._heard[photo, 'failed'][1]['error']}")
            return self._heard[photo, "done"][1]


@contextmanager
def following(phone: Caller, game: str) -> Iterator[Stages]:
    """What the live stream of a game tells of its photographs."""
    stages = Stages()
    is_open = threading.Event()

    def listen() -> None:
        for event in phone.events(f"{game}/live"):
            is_open.set()
            for photo in event.get("photos", []):
                stages.note(photo)

    threading.Thread(target=listen, daemon=True).start()  # it ends with the server
    if not is_open.wait(PATIENCE_S):
        raise TimeoutError("no live stream")
    yield stages


def passage(phone: Caller, game: str, form: dict[str, str], data: bytes, stages: Stages) -> Passage:
    began = time.perf_counter()
    status, answer = phone.upload(f"{game}/photos", data, **form)
    answered = time.perf_counter()
    if status != 202:
        raise SystemExit(f"not taken: {status} {answer}")
    photo = stages.end_of(answer["id"])
    heard = stages.of(answer["id"])
    reading_ms = float(photo["reading"]["timing_ms"]["total"])
    begins = heard.get("decode", answered)  # quick stages may come as one event
    phone.post(f"{game}/photos/{answer['id']}/delete")
    return Passage(
        intake=(answered - began) * 1000,
        waiting=(begins - answered) * 1000,
        reading=reading_ms,
        telling=(heard["done"] - begins) * 1000 - reading_ms,
    )


def report(passages: list[Passage]) -> int:
    loads = " ".join(f"{load:.1f}" for load in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    print(
        f"{len(passages)} photographs; median and (in brackets) quartiles, milliseconds; load of the machine: {loads}"
    )
    for one in fields(Passage):
        _print(one.metadata["means"], [getattr(passage, one.name) for passage in passages])
    _print("upload to overlay beside the reading itself", [passage.beside for passage in passages])
    return 0


def _print(label: str, values: list[float]) -> None:
    low, middle, high = statistics.quantiles(values, n=4) if len(values) > 1 else values * 3
    print(f"{label:45} {middle:6.0f}  ({low:.0f} to {high:.0f})")


if __name__ == "__main__":
    raise SystemExit(main())
