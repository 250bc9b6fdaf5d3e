"""PostgreSQL and Redis of the tests' own, started from Debian's programs on free ports and ended afterwards."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from tests.web.servers import free_port


def postgres_programs() -> Path:
    """The folder of PostgreSQL's server programs; skips where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    on_path = shutil.which("postgres")
    if not found and not on_path:
        pytest.skip("no PostgreSQL server program is installed here (Debian: postgresql)")
    if os.geteuid() == 0 and not shutil.which("runuser"):
        pytest.skip("PostgreSQL does not run as root, and there is no runuser to change the user")
    return found[-1].parent if found else Path(str(on_path)).parent


@contextlib.contextmanager
def running_postgres() -> Iterator[str]:
    """A PostgreSQL server; gives the address of its databases without the name."""
    programs = postgres_programs()
    folder = Path(tempfile.mkdtemp(prefix="glade-postgres-", dir="/tmp"))
    as_user: list[str] = []
    if os.geteuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]
    port = free_port()
    data = folder / "data"
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
    try:
        _run(
            *as_user,
            programs / "initdb",
            "-D",
            data,
            "-U",
            "glade",
            "-A",
            "trust",
            "--no-sync",
            "-E",
            "UTF8",
            cwd=folder,
        )
        _run(*as_user, programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start", cwd=folder)
        try:
            yield f"postgresql://glade@127.0.0.1:{port}"
        finally:
            _run(*as_user, programs / "pg_ctl", "-D", data, "-m", "immediate", "stop", cwd=folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(server: str, name: str) -> str:
    """An empty database on a running server."""
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"{server}/{name}"


@contextlib.contextmanager
def running_redis() -> Iterator[str]:
    """A Redis server that keeps nothing on the disk."""
    program = shutil.which("redis-server")
    if not program:
        pytest.skip("no Redis server program is installed here (Debian: redis-server)")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="glade-redis-") as folder:
        process = subprocess.Popen(
            [program, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", folder],
            stdout=subprocess.DEVNULL,
        )
        try:
            url = f"redis://127.0.0.1:{port}/0"
            end = time.monotonic() + 20
            with redis.Redis.from_url(url) as client:
                while True:
                    try:
                        client.ping()
                        break
                    except redis.ConnectionError:
                        assert time.monotonic() < end
                        time.sleep(0.05)
            yield url
        finally:
            process.terminate()
            process.wait(timeout=20)


def _run(*command: object, cwd: Path) -> None:
    done = subprocess.run([str(part) for part in command], cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
