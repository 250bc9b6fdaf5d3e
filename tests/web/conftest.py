"""A fresh app and database for each test, and phones to drive it with; servers and a browser for whole stories.

Tests that take `config` (or `app`, `phone`) in the modules named in `_ON_BOTH_DATABASES` run on SQLite and PostgreSQL.
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from tests.web import backends
from tests.web.phones import Phone
from tests.web.servers import Server, running
from web.app import create_app
from web.config import Config

_ON_BOTH_DATABASES = ("test_edits", "test_history", "test_joining")

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
def open_phone(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Open pages on phones of their own (360 px wide, touch). `open_phone(server.url)` gives a page of Playwright.

    Afterwards no page may have had a script error, a console error (but those in `expected`) or asked another host.
    """
    opened: list[tuple[Any, list[str], str, tuple[str, ...]]] = []

    def open_one(url: str, *, expected: tuple[str, ...] = (), **options: Any) -> Any:
        settings = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "locale": "en"}
        context = chromium.new_context(**{**settings, "base_url": url, **options})
        context.set_default_timeout(20_000)
        page = context.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(f"script error: {error}"))
        page.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
        page.on(
            "request",
            lambda asked: (
                None if asked.url.startswith((url, "blob:", "data:")) else troubles.append(f"asked {asked.url}")
            ),
        )
        opened.append((context, troubles, url, expected))
        page.goto("/")
        return page

    yield open_one
    for context, _troubles, _url, _expected in opened:
        context.close()
    left = [line for _c, lines, _u, known in opened for line in lines if not any(text in line for text in known)]
    assert left == []
