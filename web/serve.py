"""`glade serve`: the production server with its address and QR code in the terminal."""

import logging
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

import waitress.server
from flask import Flask
from redis.exceptions import RedisError
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from vision.opencv_builds import require_one_opencv
from web import network, qr
from web.app import create_app
from web.config import Config
from web.errors import SettingError
from web.photos.retention import delete_regularly
from web.services import open_services


def serve(config: Config, out: TextIO = sys.stdout, prepare: Callable[[Flask], str] | None = None) -> int:
    """Serve until told to stop; `prepare` may put something into the app and says where the printed address leads."""
    set_up_logs()
    require_one_opencv()
    with _refusals_in_one_line(config):
        app = create_app(config)
        server = make_server(app, config)
        path = prepare(app) if prepare else "/"
        print_welcome(config, out, path)
        start_readers(app)
    stop_on_signals(app.extensions["glade"].notifier.close)  # open streams end first, else the server waits for them
    try:
        server.run()
    finally:
        server.close()
        app.extensions["glade"].close()
    return 0


@contextmanager
def _refusals_in_one_line(config: Config) -> Iterator[None]:
    """While a server opens what it works with: a store, database or queue that cannot be used ends in one line."""
    try:
        yield
    except OSError as err:
        raise SettingError("store-not-usable", f"the store {config.store} cannot be used: {err.strerror}") from err
    except (SQLAlchemyError, ImportError) as err:
        raise SettingError("database-not-usable", f"the database cannot be used: {_first_line(err)}") from err
    except RedisError as err:
        raise SettingError("queue-not-usable", f"the queue cannot be used: {_first_line(err)}") from err


def _first_line(err: Exception) -> str:
    said = str(err.orig) if isinstance(err, DBAPIError) else str(err)
    return next(iter(said.strip().splitlines()), type(err).__name__)


def start_readers(app: Flask) -> None:
    """Get ready for photographs: the queue is worked off here unless it is on Redis, for `glade worker`."""
    shared = app.extensions["glade"]
    if shared.config.photo_days:
        delete_regularly(shared.database, shared.storage, shared.config.photo_days, shared.stopping)
    if not shared.config.readers:
        return
    shared.intake.warm()
    if shared.jobs.is_local:
        shared.jobs.ask_again()
        shared.jobs.start_here()


def work(config: Config) -> int:
    """`glade worker`: read photographs from the shared queue until told to stop."""
    set_up_logs()
    require_one_opencv()
    with _refusals_in_one_line(config):
        shared = open_services(config)
        shared.jobs.ask_again()
    try:
        shared.jobs.run_here()
    finally:
        shared.close()
    return 0


def make_server(app: Flask, config: Config) -> waitress.server.BaseWSGIServer:
    """The server, bound to its address but not yet running."""
    try:
        return waitress.server.create_server(
            app,
            host=config.host,
            port=config.port,
            threads=config.threads,
            ident="glade",
            connection_limit=1000,
            channel_request_lookahead=1,  # tells a stream that its phone went away
            max_request_body_size=2 * config.max_upload_bytes,  # above it the app cannot answer with a sentence
            trusted_proxy=None,
            clear_untrusted_proxy_headers=False,  # ProxyFix decides, by the number of proxies in the settings
        )
    except (OSError, ValueError) as err:  # the second for a host that no network knows
        reason = (isinstance(err, OSError) and err.strerror) or "not possible"
        raise SettingError("cannot-listen", f"cannot listen on {config.host}:{config.port}: {reason}") from err


def print_welcome(config: Config, out: TextIO, path: str = "/") -> None:
    """The address that phones can reach, as text and as a code to scan."""
    urls = network.join_urls(config.public_url, config.host, config.port)
    address = urls[0] + path
    if qr.fits(out.encoding):
        print(qr.terminal(address, colour=out.isatty()), file=out)
    print(f"Glade is open at {address}", file=out)
    for other in urls[1:4]:
        print(f"                 {other}{path}  (if phones cannot reach the first)", file=out)
    print("Stop it with Ctrl+C.", file=out, flush=True)


def set_up_logs() -> None:
    """Log lines on standard error; neither players' names nor links are in them (waitress would log paths at info)."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s", stream=sys.stderr)
    for name in ("waitress", "alembic", "huey", "werkzeug"):
        logging.getLogger(name).setLevel(logging.WARNING)


def stop_on_signals(stop: Callable[[], object]) -> None:
    """End cleanly on SIGTERM and Ctrl+C: `stop`, then SystemExit in the main thread."""

    def _stop(_signal: int, _frame: FrameType | None) -> None:
        stop()
        raise SystemExit(0)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop)
