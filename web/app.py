"""The app factory: everything that belongs to one running web app, put together."""

import contextlib
import os
import secrets
from datetime import timedelta
from pathlib import Path

from flask import Flask
from flask_compress import Compress
from flask_wtf.csrf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from web import i18n, limits, problems, security, static_files
from web.config import Config
from web.services import open_services


def create_app(config: Config) -> Flask:
    """The web app for these settings; its tables are brought up to date."""
    app = Flask("web", static_folder=None)
    app.config.update(
        SECRET_KEY=config.secret_key or kept_secret(config.store),
        MAX_CONTENT_LENGTH=config.max_upload_bytes + 100_000,  # the form around the file
        MAX_FORM_MEMORY_SIZE=500_000,
        SESSION_COOKIE_NAME="glade",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SECURE=config.public_url.startswith("https://"),
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),  # the most that browsers keep
        WTF_CSRF_TIME_LIMIT=None,  # a page may lie open on the table all evening
        WTF_CSRF_SSL_STRICT=False,  # proxies of small servers drop the Referer; the token and SameSite suffice
        COMPRESS_STREAMS=False,
        COMPRESS_MIMETYPES=[
            "text/html", "text/css", "text/javascript", "application/json", "application/problem+json",
            "application/manifest+json", "image/svg+xml",
        ],
        TESTING=config.testing,
        PROPAGATE_EXCEPTIONS=False,
    )  # fmt: skip
    app.extensions["glade"] = open_services(config)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # gardens and spaces stay in the order of their layout
    app.jinja_env.policies["json.dumps_kwargs"] = {}  # Jinja's own filter would sort them all the same
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    if config.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=config.proxies, x_proto=config.proxies, x_host=config.proxies
        )
    security.init_app(app)
    problems.init_app(app)
    i18n.init_app(app)
    static_files.init_app(app)
    limits.init_app(
        app,
        config.queue_url if config.queue_url.startswith("redis") else "",
        max_upload_bytes=config.max_upload_bytes,
        enabled=config.rate_limits,
    )
    CSRFProtect(app)
    Compress(app)
    _register_views(app)
    return app


def kept_secret(store: Path) -> str:
    """The key that signs this server's cookies; made at the first start and kept in the store."""
    path = store / "secret-key"
    store.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        fresh = store / f".secret-key-{secrets.token_hex(8)}"
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(32))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):  # another process was faster: its key counts
            os.link(fresh, path)
        fresh.unlink()
    return path.read_text().strip()


def _register_views(app: Flask) -> None:
    from web.views import (
        assist,
        edits,
        health,
        history,
        layout_editor,
        live,
        photos,
        play,
        rules,
        sheet,
        start,
        table,
        teach,
    )  # fmt: skip

    pages = (start, table, edits, live, photos, play, assist, rules, sheet, teach, layout_editor, history, health)
    for module in pages:
        app.register_blueprint(module.blueprint)
