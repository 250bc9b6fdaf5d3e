"""A fresh app and database for each test, and phones to drive it with; servers and a browser for whole stories.

Tests that take `config` (or `app`, `phone`) in the modules named in `_ON_BOTH_DATABASES` run on SQLite and PostgreSQL.
"""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.web import backends
from tests.web.phones import Phone
from tests.web.servers import Server, running
from tests.web.watched_phones import OpenPhone, watched_phones
from web.app import create_app
from web.config import Config

_ON_BOTH_DATABASES = ("test_edits", "test_history", "test_joining", "test_migrations")

POSTGRES = pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.xdist_group("postgres")])

SAMPLES = Path(__file__).resolve().parents[2] / "sample_photos"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "config" in metafunc.fixturenames and metafunc.module.__name__.rpartition(".")[2] in _ON_BOTH_DATABASES:
        metafunc.parametrize("config", ["sqlite", POSTGRES], indirect=True)


@pytest.fixture
def config(tmp_path: Path, request: pytest.FixtureRequest) -> Config:
    config = Config(store=tmp_path / "store", testing=True, rate_limits=False, public_url="http://glade.test:8027")
    if getattr(request, "param", "sqlite") == "postgres":
        server = request.getfixturevalue("postgres_server")
        config = replace(config, database_url=backends.new_database(server, f"test-{uuid4().hex}"))
    return config


@pytest.fixture
def app(config: Config) -> Iterator[Flask]:
    app = create_app(config)
    yield app
    app.extensions["glade"].close()


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def other_phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server, without a database's name."""
    with backends.running_postgres() as address:
        yield address


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with backends.running_redis() as url:
        yield url


@pytest.fixture(scope="session")
def learned_samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which the Evenglow copy of sample_photos is learned; copy it, do not write into it."""
    from vision.copies import save_copy
    from vision.lesson import load_lesson
    from vision.teach import learn_copy

    store = tmp_path_factory.mktemp("samples") / "store"
    save_copy(store, learn_copy(load_lesson(SAMPLES / "evenglow" / "teach.json")))
    return store


@pytest.fixture(scope="module", params=["sqlite", POSTGRES])
def table_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, learned_samples: Path
) -> Iterator[Server]:
    """`glade serve` as a process of its own with the sample copies learned, on each database."""
    store = tmp_path_factory.mktemp("server") / "store"
    shutil.copytree(learned_samples, store)
    env = {}
    if request.param == "postgres":
        server = request.getfixturevalue("postgres_server")
        env["GLADE_DATABASE_URL"] = backends.new_database(server, f"stories-{uuid4().hex}")
    with running(store, **env) as server:
        yield server


@pytest.fixture
def open_phone(chromium: Any) -> Iterator[OpenPhone]:
    """Watched phones of the smallest size, on their first page: `open_phone(server.url)` (see `watched_phones`)."""
    with watched_phones(chromium, viewport={"width": 360, "height": 740}, locale="en") as open_one:

        def open_first_page(url: str, **options: Any) -> Page:
            page = open_one(url, **options)
            page.goto("/")
            return page

        yield open_first_page


@pytest.fixture
def club(tmp_path: Path, postgres_server: str, redis_url: str, learned_samples: Path) -> Iterator["Club"]:
    """Two web servers and two workers on one PostgreSQL, one Redis and one store."""
    store = tmp_path / "store"
    shutil.copytree(learned_samples, store)
    env = {
        "GLADE_DATABASE_URL": backends.new_database(postgres_server, f"club-{uuid4().hex}"),
        "GLADE_QUEUE_URL": redis_url,
        "GLADE_SECRET_KEY": "the same on all",
    }
    with ExitStack() as stack:
        servers = [stack.enter_context(running(store, **env)) for _ in range(2)]
        workers = [Server(store, command="worker", **env) for _ in range(2)]
        for worker in workers:
            stack.callback(worker.stop)
        yield Club(store, servers, workers)


@dataclass(frozen=True)
class Club:
    """Several processes that are one Glade."""

    store: Path
    servers: list[Server]
    workers: list[Server]
