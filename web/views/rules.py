"""Rules at hand: a search over short answers, and the way from a score line or a warning to the rule behind it."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from assistant.rules import all_topics, search, topic_of_line, topic_of_warning
from web.assist.texts import rules_language
from web.errors import NotFound
from web.i18n import _

blueprint = Blueprint("rules", __name__)

GAMES = ("evenglow", "evergreen")


@blueprint.get("/rules")
def index() -> str:
    """All rules, or those that hold the words of the search `q`, of one `game` or both."""
    game = request.args.get("game", "")
    words = request.args.get("q", "")[:100]
    found = search(words, game if game in GAMES else None, rules_language(), most=50)
    return render_template("rules.html", topics=found, words=words, chosen=game, games=GAMES, back=_back())


@blueprint.get("/rules/<topic_id>")
def topic(topic_id: str) -> str:
    """One rule."""
    topics = all_topics(rules_language())
    if topic_id not in topics:
        raise NotFound("no-such-rule", _("There is no rule under this address."))
    found = topics[topic_id]
    return render_template("rule.html", topic=found, see=[topics[other] for other in found.see], back=_back())


@blueprint.get("/rules/for/<game>")
def explain(game: str) -> Response:
    """The rule behind a score `line` or a `warning`; the search where there is none."""
    line, code = request.args.get("line", ""), request.args.get("warning", "")
    found = topic_of_line(game, line) if line else topic_of_warning(game, code)
    if found is None:
        return redirect(url_for("rules.index", game=game, back=_back() or None), 303)
    return redirect(url_for("rules.topic", topic_id=found.id, back=_back() or None), 303)


def _back() -> str:
    """Where the person came from: an address of this server's own games, or nothing."""
    back = request.args.get("back", "")
    return back if back.startswith("/g/") and "\\" not in back and not any(c.isspace() for c in back) else ""
