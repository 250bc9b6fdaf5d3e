"""A real server process with a real database, for what an app in the test's own process cannot show."""

import contextlib
import http.cookiejar
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`glade serve` (or another command) as a process of its own."""

    def __init__(self, store: Path, port: int | None = None, command: str = "serve", **env: str) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.store = store
        options = ["--host", "127.0.0.1", "--port", str(self.port)] if command == "serve" else []
        self.log = (store.parent / f"{command}-{self.port}.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "web.cli", command, "--store", str(store), *options],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "GLADE_RATE_LIMITS": "off", "GLADE_READERS": "1", **env},
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def wait_until_ready(self, seconds: float = 60) -> "Server":
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.process.poll() is None, Path(self.log.name).read_text()
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/health/ready", timeout=5):
                return self
            time.sleep(0.05)
        raise TimeoutError(Path(self.log.name).read_text())

    def kill(self) -> None:
        """As a power cut does."""
        self.process.kill()
        self.process.wait()
        self.log.close()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        finally:
            if self.process.poll() is None:
                self.process.kill()
            self.log.close()


@contextlib.contextmanager
def running(store: Path, **options: Any) -> Iterator[Server]:
    server = Server(store, **options)
    try:
        yield server.wait_until_ready()
    finally:
        server.stop()


class Caller:
    """A phone that talks to a server process."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        found = re.search(r'csrf-token" content="([^"]+)', self.opener.open(f"{url}/phone", timeout=30).read().decode())
        assert found
        self.token = found[1]

    def new_game(self, *names: str, game: str = "evenglow") -> str:
        fields = [("game", game), *(("name", name) for name in names), ("csrf_token", self.token)]
        answer = self.opener.open(f"{self.url}/new", urllib.parse.urlencode(fields).encode(), timeout=30)
        return urllib.parse.urlsplit(answer.url).path.removesuffix("/invite")

    def get(self, path: str) -> Any:
        return json.load(self.opener.open(self.url + path, timeout=30))

    def send(self, path: str, document: Any) -> tuple[int, Any]:
        headers = {"X-CSRFToken": self.token, "X-Requested-With": "fetch", "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, json.dumps(document).encode(), headers)
        try:
            with self.opener.open(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as err:
            with err:
                return err.code, json.load(err)

    def edit(self, game: str, document: str, body: Any, base: int) -> tuple[int, Any]:
        return self.send(f"{game}/edits.json", {"changes": [{"document": document, "base": base, "body": body}]})

    def events(self, path: str, last_id: int | None = None) -> Iterator[dict[str, Any]]:
        """The events of a live stream, each with its id."""
        headers = {} if last_id is None else {"Last-Event-ID": str(last_id)}
        with self.opener.open(urllib.request.Request(self.url + path, headers=headers), timeout=30) as stream:
            event: dict[str, Any] = {}
            for line in stream:
                text = line.decode().rstrip("\n")
                if text:
                    key, _, value = text.partition(": ")
                    event[key] = value
                elif "data" in event:
                    yield {"id": int(event.get("id", -1)), "event": event["event"], **json.loads(event["data"])}
                    event = {}
                else:
                    event = {}
