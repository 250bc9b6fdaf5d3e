"""Addresses for whoever watches the server, and the two files that browsers want at the root."""

from flask import Blueprint, Response, jsonify, render_template
from sqlalchemy.exc import SQLAlchemyError

from web import static_files
from web.services import services

blueprint = Blueprint("health", __name__)


@blueprint.get("/health/live")
def live() -> Response:
    """The process answers."""
    return jsonify(status="ok")


@blueprint.get("/health/ready")
def ready() -> Response:
    """The database answers too."""
    try:
        is_ready = services().database.is_ready()
    except SQLAlchemyError:
        is_ready = False
    response = jsonify(status="ok" if is_ready else "database-unavailable")
    response.status_code = 200 if is_ready else 503
    return response


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """How the app looks when it is put on a phone's first screen."""
    response = Response(render_template("manifest.webmanifest"), mimetype="application/manifest+json")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """The service worker; at the root, because it may only serve addresses below its own."""
    script = (static_files.FOLDER / "js" / "service-worker.js").read_text(encoding="utf-8")
    response = Response(script.replace("{{ release }}", static_files.version()), mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response
