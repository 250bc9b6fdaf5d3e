"""The first pages: one phone or several, a new game, a code to type, language and theme."""

from urllib.parse import urlsplit

from flask import Blueprint, redirect, render_template, request, url_for
from flask import session as cookie
from werkzeug.wrappers import Response

from web import games, limits
from web.copies import CopyName, learned_copies
from web.errors import WebError
from web.game_names import module_names, variant_names
from web.i18n import LANGUAGES
from web.identifiers import clean_code
from web.layouts import known_layouts
from web.services import services
from web.views.access import phone_id

blueprint = Blueprint("start", __name__)

THEMES = ("system", "sunlight", "moonlight")


@blueprint.get("/")
def first() -> str:
    """One phone or several? Plus the games this phone is in."""
    with services().database.reading() as session:
        mine = games.of_phone(session, phone_id(), limit=5)
        return render_template("start.html", mine=mine)


@blueprint.route("/new", methods=["GET", "POST"])
@limits.new_games
def new() -> Response | str | tuple[str, int]:
    """Choose a game and who plays."""
    if request.method == "GET":
        return _new_page(
            {"phones": request.args.get("phones", "several"), "game": request.args.get("game", "evenglow")}
        )
    form = request.form
    variant = form.get("variant", "standard") if form.get("game") == "evenglow" else "standard"
    names = [name for name in form.getlist("name") if name.strip()]
    known = known_layouts(services().config.store)
    copy = _chosen_copy(form.get("game", ""), form.get(f"copy-{form.get('game')}", ""))
    chosen = games.NewGame(
        game=form.get("game", ""),
        names=names,
        variant=variant,
        expansions=form.getlist("expansion") if form.get("game") == "evergreen" else (),
        layout=copy.layout.id if copy else form.get(f"layout-{form.get('game')}", ""),
        copy=copy.name if copy else "",
        stems=copy.stems if copy and copy.game == "evenglow" else {},
        several_phones=form.get("phones") != "one",
    )
    try:
        with services().database.writing() as session:
            game = games.start(session, chosen, phone_id(), known.values())
            token, several = game.token, game.several_phones
    except WebError as err:
        return _new_page({key: form[key] for key in form} | {"names": form.getlist("name")}, err.message), err.status
    return redirect(url_for("table.invite" if several else "table.lobby", token=token), 303)


@blueprint.route("/join", methods=["GET", "POST"])
@limits.code_guesses
def by_code() -> Response | str | tuple[str, int]:
    """Type the short code of a game."""
    if request.method == "GET":
        return render_template("code.html", code="", problem=None)
    return _open_code(request.form.get("code", ""))


@blueprint.get("/join/<code>")
@limits.code_guesses
def by_link_with_code(code: str) -> Response | str | tuple[str, int]:
    """The short code as part of an address."""
    return _open_code(code)


@blueprint.get("/phone")
def about_phone() -> str:
    """Language and theme of this phone."""
    return render_template("about_phone.html", back=_own_path(request.args.get("back", "/")))


@blueprint.post("/preferences")
def preferences() -> Response:
    """Language and theme, kept in the cookie."""
    if request.form.get("language") in LANGUAGES:
        cookie["language"] = request.form["language"]
    if request.form.get("theme") in THEMES:
        cookie["theme"] = request.form["theme"]
    cookie.permanent = True
    return redirect(_own_path(request.form.get("back", "/")), 303)


def _open_code(typed: str) -> Response | str | tuple[str, int]:
    code = clean_code(typed)
    try:
        with services().database.reading() as session:
            game = games.find_by_code(session, code)
    except WebError as err:
        return render_template("code.html", code=typed[:20], problem=err.message), err.status
    return redirect(url_for("table.lobby", token=game.token), 303)


def _chosen_copy(game: str, name: str) -> CopyName | None:
    """The learned copy that was chosen; it brings its layout and its tiles' stems along."""
    copies = learned_copies(services().config.store)
    return next((copy for copy in copies if copy.name == name and copy.game == game), None)


def _new_page(chosen: dict[str, object], problem: str | None = None) -> str:
    layouts = list(known_layouts(services().config.store).values())
    return render_template(
        "new.html",
        chosen=chosen,
        problem=problem,
        layouts=layouts,
        copies=learned_copies(services().config.store),
        expansions=games.EXPANSIONS["evergreen"],
        max_players=games.MAX_PLAYERS,
        variants=variant_names(),
        module_names=module_names(),
    )


def _own_path(path: str) -> str:
    """A path of this server, whatever somebody put into the form."""
    if not path.isprintable():  # browsers drop tabs and line ends, and "/<tab>/host" becomes "//host"
        return "/"
    parts = urlsplit(path)
    return path if path.startswith("/") and not parts.netloc and not path.startswith(("//", "/\\")) else "/"
