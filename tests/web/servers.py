"""A real server process with a real database, for what an app in the test's own process cannot show."""

import contextlib
import http.cookiejar
import json
import multiprocessing
import os
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["web.serve"])  # then a server starts in a moment instead of seconds


class Server:
    """`glade serve` (or `worker`) as a process of its own, started from one that has the imports done."""

    def __init__(self, store: Path, port: int | None = None, command: str = "serve", **env: str) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.store = store
        self.log = store.parent / f"{command}-{self.port}.log"
        settings = {"GLADE_HOST": "127.0.0.1", "GLADE_PORT": str(self.port), "GLADE_RATE_LIMITS": "off", **env}
        settings.setdefault("GLADE_READERS", "1")
        self.process = _forks.Process(target=_run, args=(command, str(store), settings, str(self.log)))
        self.process.start()

    def wait_until_ready(self, seconds: float = 60) -> "Server":
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.process.is_alive(), self.log.read_text()
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/health/ready", timeout=5):
                return self
            time.sleep(0.02)
        raise TimeoutError(self.log.read_text())

    def kill(self) -> None:
        """As a power cut does."""
        self.process.kill()
        self.process.join()

    def stop(self) -> None:
        self.process.terminate()
        self.process.join(timeout=30)
        if self.process.is_alive():
            self.kill()
            raise TimeoutError(f"the server did not stop: {self.log.read_text()[-2000:]}")


def _run(command: str, store: str, settings: dict[str, str], log: str) -> None:
    from web.config import from_environment
    from web.serve import serve, work

    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    config = from_environment(store, settings)
    serve(config) if command == "serve" else work(config)


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

    def join(self, game: str) -> None:
        """Come to a game as somebody who helps at every board."""
        form = urllib.parse.urlencode({"helps": "yes", "csrf_token": self.token}).encode()
        self.opener.open(f"{self.url}{game}/claim", form, timeout=30).close()

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

    def post(self, path: str, **fields: str) -> None:
        """Send a form."""
        form = urllib.parse.urlencode({**fields, "csrf_token": self.token}).encode()
        self.opener.open(self.url + path, form, timeout=30).close()

    def upload(self, path: str, picture: bytes, **fields: str) -> tuple[int, Any]:
        """Send a picture as the photo page does."""
        boundary = "glade-picture"
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n' for k, v in fields.items()
        ]
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        body = "".join([*parts, head]).encode() + picture + f"\r\n--{boundary}--\r\n".encode()
        headers = {
            "X-CSRFToken": self.token,
            "X-Requested-With": "fetch",
            "Content-Type": f"multipart/form-data; boundary={boundary}",
        }
        request = urllib.request.Request(self.url + path, body, headers)
        with self.opener.open(request, timeout=60) as answer:
            return answer.status, json.load(answer)

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
