"""Languages: English, which the texts are written in, and German. Chosen by the phone, kept when somebody switches."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from pathlib import Path

from babel.core import negotiate_locale
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, Response, has_request_context, jsonify, request, session
from flask_babel import Babel, format_date, format_decimal, format_time, gettext, ngettext

TRANSLATIONS = Path(__file__).parent / "translations"

LANGUAGES = {"en": "English", "de": "Deutsch"}


_speaking: ContextVar[str | None] = ContextVar("speaking", default=None)


@contextmanager
def speaking(chosen: str) -> Iterator[None]:
    """Within it every text is in this language, whoever asks: for what is made once for many phones."""
    before = _speaking.set(chosen)
    try:
        yield
    finally:
        _speaking.reset(before)


def _(message: str, **values: object) -> str:
    """The message in the language of the phone that asks; as written where nobody asks (workers, the command line)."""
    chosen = _speaking.get()
    if chosen is not None:
        message = _texts(chosen).gettext(message)
    elif has_request_context():
        return str(gettext(message, **values))
    return message % values if values else message


def counted(one: str, many: str, number: int) -> str:
    """The form of a message for this number, `%(num)d` in it replaced."""
    chosen = _speaking.get()
    if chosen is not None:
        return _texts(chosen).ngettext(one, many, number) % {"num": number}
    if has_request_context():
        return str(ngettext(one, many, number))
    return (one if number == 1 else many) % {"num": number}


@cache
def _texts(chosen: str) -> NullTranslations:
    return Translations.load(str(TRANSLATIONS), [chosen])


def language() -> str:
    """The language for this request, or the one that is spoken anyway."""
    spoken = _speaking.get()
    if spoken is not None:
        return spoken
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    wanted = list(request.accept_languages.values())
    return negotiate_locale(wanted, LANGUAGES, sep="-") or "en"  # unlike Werkzeug's, takes de-AT for de before en


def init_app(app: Flask) -> None:
    """Switch translation on."""
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(TRANSLATIONS)
    Babel(app, locale_selector=language)
    app.jinja_env.globals.update(language=language, languages=LANGUAGES)
    app.jinja_env.filters.update(moment=moment, one_decimal=one_decimal, points=points_text)
    app.add_url_rule("/words/<release>/<chosen>.json", "words", words)


def moment(value: datetime) -> str:
    """Date and time as people here write them; the server stands in the players' time zone."""
    here = value.astimezone().replace(tzinfo=None)
    return f"{format_date(here, 'medium', rebase=False)}, {format_time(here, 'short', rebase=False)}"


def one_decimal(value: float) -> str:
    """A number with one decimal: 41.5, in German 41,5."""
    return str(format_decimal(round(value, 1), "0.0"))


def points_text(points: int | None) -> str:
    """Points as they stand on a sheet: with a real minus sign, a dash where they are not known yet."""
    return "–" if points is None else str(points).replace("-", "\u2212")


def words(release: str, chosen: str) -> Response:
    """The translations for scripts, kept by the browser until the next release."""
    response = jsonify(_catalogue(chosen) if chosen in LANGUAGES else {})
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


@cache
def _catalogue(chosen: str) -> dict[str, str]:
    path = TRANSLATIONS / chosen / "LC_MESSAGES" / "messages.po"
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        catalogue = read_po(file)
    texts: dict[str, str] = {}
    for message in catalogue:
        ids = (message.id,) if isinstance(message.id, str) else message.id
        forms = (message.string,) if isinstance(message.string, str) else message.string or ()
        # of a plural, a script asks for the form that it needs
        texts |= {text: form for text, form in zip(ids, forms, strict=False) if text and form}
    return texts
