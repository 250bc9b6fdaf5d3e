"""Headers that every answer carries, the request's id, and one log line per request without names or links.

The policy allows nothing but this server's own files: no inline script or style, no other host. It does not ask for
https (`upgrade-insecure-requests`, HSTS): in a living room the pages come over plain http.
"""

import logging
import secrets
import time

from flask import Flask, Response, g, request

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)

_log = logging.getLogger("glade.request")


def init_app(app: Flask) -> None:
    """Put the headers on every answer."""

    @app.before_request
    def _begin() -> None:
        g.request_id = secrets.token_hex(6)
        g.began = time.monotonic()

    @app.after_request
    def _finish(response: Response) -> Response:
        headers = response.headers
        headers["X-Request-Id"] = g.get("request_id", "")
        headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Referrer-Policy"] = "same-origin"
        headers["Permissions-Policy"] = "browsing-topics=()"
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
        headers["Cross-Origin-Resource-Policy"] = "same-origin"
        headers.setdefault("Cache-Control", "no-store" if request.endpoint != "static_files.file" else "no-cache")
        _log.info(
            "request=%s %s %s status=%d ms=%.0f",
            g.get("request_id", "-"),
            request.method,
            request.endpoint or "unknown-address",  # not the path: it holds the game's secret
            response.status_code,
            (time.monotonic() - g.get("began", time.monotonic())) * 1000,
        )
        return response
