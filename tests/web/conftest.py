"""A fresh app and database for each test, and phones to drive it with."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.web.phones import Phone
from web.app import create_app
from web.config import Config


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(store=tmp_path / "store", testing=True, rate_limits=False, public_url="http://glade.test:8027")


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
