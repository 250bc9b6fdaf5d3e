"""Look at a layout, correct it, or draw a new one."""

from flask import Blueprint, Response, jsonify, render_template, request

from assistant.errors import LayoutError
from assistant.strict_json import parse_json
from web import layouts, limits
from web.errors import NotAllowed, NotFound
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
@limits.drawings
def save() -> Response:
    """Store the layout in the body, made from the version in the header X-Base-Version."""
    store = services().config.store
    body = request.get_data()
    if not services().config.list_games and _names_a_known_one(body):
        message = _("Many tables share the layouts of this server. Save yours under a new name.")
        raise NotAllowed("shared-layout", message)
    layout = layouts.save_layout(store, body, request.headers.get("X-Base-Version", ""))
    return jsonify({"id": layout.id, "version": layouts.layout_version(store, layout.id)})


def _names_a_known_one(body: bytes) -> bool:
    """Whether a layout document would go in place of one that other tables may be playing on."""
    known = layouts.known_layouts(services().config.store)
    return any(key == "id" and node.value in known for key, node in parse_json(body, LayoutError).items())
