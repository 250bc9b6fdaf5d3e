"""How often an address may try: guessing codes and sending photographs cost others something."""

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

limiter = Limiter(key_func=get_remote_address, headers_enabled=False)


def init_app(app: Flask, storage_url: str, *, enabled: bool = True) -> None:
    """Count in this process, or in Redis where several servers share it."""
    app.config.update(
        RATELIMIT_STORAGE_URI=storage_url or "memory://",
        RATELIMIT_STRATEGY="fixed-window",
        RATELIMIT_SWALLOW_ERRORS=True,  # without Redis the game goes on, uncounted
        RATELIMIT_ENABLED=enabled,
    )
    limiter.init_app(app)
