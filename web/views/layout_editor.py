"""Look at a layout, correct it, or draw a new one."""

from flask import Blueprint, Response, jsonify, render_template, request

from web import layouts
from web.errors import NotFound
from web.i18n import _
from web.services import services

blueprint = Blueprint("layout_editor", __name__, url_prefix="/layouts")


@blueprint.get("")
def index() -> str:
    """Every layout of this server."""
    return render_template("layouts.html", layouts=list(layouts.known_layouts(services().config.store).values()))


@blueprint.get("/<layout_id>")
def edit(layout_id: str) -> str:
    """The editor with one layout in it."""
    store = services().config.store
    known = layouts.known_layouts(store)
    if layout_id not in known:
        raise NotFound("no-such-layout", _("There is no layout of this name."))
    page = {"layout": known[layout_id].to_json(), "version": layouts.layout_version(store, layout_id)}
    return render_template("layout.html", layout=known[layout_id], page=page)


@blueprint.post("/save.json")
def save() -> Response:
    """Store the layout in the body, made from the version in the header X-Base-Version."""
    store = services().config.store
    layout = layouts.save_layout(store, request.get_data(), request.headers.get("X-Base-Version", ""))
    return jsonify({"id": layout.id, "version": layouts.layout_version(store, layout.id)})
