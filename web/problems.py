"""Errors for people and programs: the same content as a page or as `application/problem+json`, in one shape.

{"type": "about:blank", "status": 409, "code": "newer-version", "title": ..., "detail": ..., "request": id, ...}
"""

import json
import logging

from flask import Flask, Response, g, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DataError, IntegrityError, OperationalError
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge, TooManyRequests

from assistant.errors import GladeError
from web import limits
from web.errors import WebError
from web.i18n import _
from web.phrasebook import refusal

_MENDED_AT_THE_TABLE = ("who-are-you", "looking-on")

_log = logging.getLogger("glade.problem")


def wants_json() -> bool:
    """Whether the request came from a script of ours or a program, not from somebody who opens a page."""
    if request.path.endswith(".json") or request.headers.get("X-Requested-With") == "fetch" or request.is_json:
        return True
    best = request.accept_mimetypes.best_match(["text/html", "application/json", "application/problem+json"])
    return best is not None and best != "text/html"


def problem(status: int, code: str, title: str, detail: str, facts: dict[str, object] | None = None) -> Response:
    """The answer for an error, as page or as JSON."""
    if wants_json():
        body: dict[str, object] = {
            "type": "about:blank",
            "status": status,
            "code": code,
            "title": title,
            "detail": detail,
            "request": g.get("request_id", ""),
            **(facts or {}),
        }
        response = make_response(json.dumps(body), status)
        response.mimetype = "application/problem+json"
        return response
    page = render_template(
        "error.html",
        status=status,
        title=title,
        detail=detail,
        code=code,
        request_id=g.get("request_id", ""),
        table=(request.view_args or {}).get("token") if code in _MENDED_AT_THE_TABLE else None,
    )
    return make_response(page, status)


def init_app(app: Flask) -> None:
    """Answer every kind of error in the one shape."""

    @app.errorhandler(GladeError)
    def _glade(err: GladeError) -> Response:
        status = err.status if isinstance(err, WebError) else 422
        if isinstance(err, WebError):
            return problem(status, err.code, _title(status), err.message, err.facts)
        # people read it in their words; a program is told what the command line says, with the path of what is wrong
        return problem(status, err.code, _title(status), refusal(err.message), {"reason": err.message})

    @app.errorhandler(CSRFError)
    def _csrf(_err: CSRFError) -> Response:
        return problem(
            400,
            "page-too-old",
            _title(400),
            _("This page is too old or was opened in another way. Load it again; nothing is lost."),
        )

    @app.errorhandler(RequestEntityTooLarge)
    def _too_large(_err: RequestEntityTooLarge) -> Response:
        limit = request.max_content_length or app.config["MAX_CONTENT_LENGTH"]
        return problem(
            413,
            "too-large",
            _title(413),
            _("This file is too large: at most %(limit)d MB are taken.", limit=limit // 1_000_000),
            {"limit_bytes": limit},
        )

    @app.errorhandler(TooManyRequests)
    def _too_many(_err: TooManyRequests) -> Response:
        seconds = limits.seconds_to_wait()
        minutes = max(1, round(seconds / 60))
        detail = _("That was a little too fast. Try again in %(minutes)d min.", minutes=minutes)
        response = problem(429, "too-many-requests", _title(429), detail, {"retry_after": seconds})
        response.headers["Retry-After"] = str(seconds)
        return response

    @app.errorhandler(HTTPException)
    def _http(err: HTTPException) -> Response | HTTPException:
        status = err.code or 500
        if status < 400:
            return err
        details = {
            404: _("There is nothing at this address. Perhaps a letter is missing."),
            405: _("This address does not take that kind of request."),
        }
        response = problem(status, _code(err), _title(status), details.get(status, _("This cannot be done.")))
        if status == 405:
            response.headers.extend(err.get_headers())
            response.headers["Content-Type"] = response.content_type
        return response

    @app.errorhandler(IntegrityError)
    def _twice(_err: IntegrityError) -> Response:
        _log.warning("request=%s %s came twice at once", g.get("request_id", "-"), request.endpoint)
        return problem(
            409, "twice-at-once", _title(409), _("The same thing was done twice at once. Look at the page again.")
        )

    @app.errorhandler(DataError)
    def _not_text(_err: DataError) -> Response:  # PostgreSQL takes no text with a NUL in it
        return problem(400, "not-text", _title(400), _("This cannot be done."))

    @app.errorhandler(OperationalError)
    def _no_database(_err: OperationalError) -> Response:
        _log.exception("request=%s %s: the database does not answer", g.get("request_id", "-"), request.endpoint)
        response = problem(
            503,
            "database-unavailable",
            _title(503),
            _("Glade cannot reach its records just now. Try again in a moment."),
        )
        response.headers["Retry-After"] = "5"
        return response

    @app.errorhandler(Exception)
    def _unexpected(err: Exception) -> Response:
        if app.testing and app.config.get("PROPAGATE_EXCEPTIONS"):
            raise err
        _log.exception("request=%s %s failed", g.get("request_id", "-"), request.endpoint)
        return problem(
            500,
            "internal-error",
            _title(500),
            _("Something went wrong in Glade itself. What you had saved is safe. Try again in a moment."),
        )


def _code(err: HTTPException) -> str:
    return err.name.lower().replace(" ", "-")


def _title(status: int) -> str:
    titles = {
        400: _("That did not work"),
        403: _("Not from this phone"),
        404: _("Nothing here"),
        405: _("Not this way"),
        409: _("Somebody was faster"),
        413: _("Too large"),
        422: _("Something is not right yet"),
        429: _("Slowly"),
        500: _("Glade stumbled"),
        503: _("In a moment"),
    }
    return titles.get(status, _("That did not work"))
