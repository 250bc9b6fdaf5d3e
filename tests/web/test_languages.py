"""German: every text is there, says the same thing with the same placeholders, and calls things by one name."""

import json
import re
from datetime import datetime
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from flask import Flask

from assistant.rules import all_topics
from tests.conftest import ROOT
from tests.web.phones import Phone
from web.i18n import moment, one_decimal, points_text

WEB = Path(__file__).resolve().parents[2] / "web"
GERMAN = WEB / "translations" / "de" / "LC_MESSAGES"
METHODS = [("**.py", "python"), ("**/templates/**", "jinja2"), ("templates/**", "jinja2"), ("**.js", "javascript")]
KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "N_": None, "counted": (1, 2)}

GLOSSARY = {
    "Vine": "Ranke",
    "Henbane": "Bilsenkraut",
    "Lion's Mane": "Löwenmähne",
    "Mandrake": "Alraune",
    "Elderberries": "Holunder",
    "Potion card": "Trankkarte",
    "Harvest token": "Erntemarker",
    "fertility zone": "Fruchtbarkeitszone",
    "Draft board": "Auswahlplan",
    "Sprout": "Setzling",
    "duplicate": "Verdopplung",
    "the Sun": "Sonne",
    "score sheet": "Wertungsblatt",
    "stand-in": "Platzhalter",
}
"""The words of the two games and of Glade, each with the one German word that stands for it."""


def german() -> dict[str, str]:
    with (GERMAN / "messages.po").open("rb") as file:
        return singular(read_po(file))


def singular(catalogue: Catalog) -> dict[str, str]:
    """The texts and their translations, of plural ones the first form."""
    pairs = [(message.id, message.string) for message in catalogue if message.id]
    return {
        (one if isinstance(one, str) else one[0]): (other if isinstance(other, str) else other[0])
        for one, other in pairs
    }


def test_every_text_is_translated() -> None:
    found = set()
    for _file, _line, message, _comments, _context in extract_from_dir(WEB, METHODS, keywords=KEYWORDS):
        found.add(message if isinstance(message, str) else message[0])
    missing = sorted(text for text in found if text and text not in german())
    assert not missing, "add these to web/translations/de (docs/web.md, Languages):\n" + "\n".join(missing)
    assert all(german().values())


def test_placeholders_are_the_same() -> None:
    placeholder = re.compile(r"%\(\w+\)[sd]")
    for message, translated in german().items():
        assert sorted(placeholder.findall(message)) == sorted(placeholder.findall(translated)), message


def test_the_compiled_catalogue_is_that_of_the_text_file() -> None:
    with (GERMAN / "messages.mo").open("rb") as file:
        assert singular(read_mo(file)) == german()


@pytest.mark.parametrize(("word", "translated"), GLOSSARY.items())
def test_a_word_of_the_game_has_one_translation(word: str, translated: str) -> None:
    texts = [(m, t) for m, t in german().items() if re.search(rf"\b{re.escape(word)}", m, re.IGNORECASE)]
    assert texts
    assert [m for m, t in texts if translated.lower() not in t.lower()] == []


@pytest.mark.parametrize(("word", "translated"), GLOSSARY.items())
def test_rules_and_guides_use_the_same_words(word: str, translated: str) -> None:
    english, topics = all_topics("en"), all_topics("de")
    pairs = [
        (f"{english[key].title}. {english[key].answer}", f"{topics[key].title}. {topics[key].answer}") for key in topics
    ]
    pairs += json.loads((ROOT / "assistant" / "phrases" / "de.json").read_text(encoding="utf-8")).items()
    texts = [(text, other) for text, other in pairs if re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE)]
    assert [text for text, other in texts if translated.lower() not in other.lower()] == []


def test_pages_and_scripts_speak_german(phone: Phone) -> None:
    answer = phone.get("/new", headers={"Accept-Language": "de-CH,de;q=0.9"})
    assert "Wer spielt?" in answer.text
    assert 'lang="de"' in answer.text
    words = phone.get("/words/any/de.json").json
    assert words is not None
    assert words["Undo"] == "Rückgängig"


def test_dates_decimals_and_minus_signs_are_written_as_people_write_them(app: Flask) -> None:
    noted = datetime(2026, 11, 30, 21, 5).astimezone()
    for accepted, date, decimal in (("en", "Nov 30, 2026, 9:05 PM", "41.5"), ("de", "30.11.2026, 21:05", "41,5")):
        with app.test_request_context(headers={"Accept-Language": accepted}):
            assert moment(noted).replace("\u202f", " ") == date
            assert one_decimal(41.52) == decimal
    assert [points_text(points) for points in (None, 0, -3)] == ["–", "0", "\u22123"]


def test_the_table_for_a_spreadsheet_is_in_german(phone: Phone) -> None:
    game = phone.new_game("evergreen")
    text = phone.get(f"{game}/sheet.csv", headers={"Accept-Language": "de"}).text
    names = [line.split(",")[0] for line in text.lstrip("\ufeff").splitlines()]
    assert names == ["", "Start", "Knospen", "Saison 1: Licht", "Saison 1: Wald", "Summe", "Platz"]


def test_variants_and_modules_have_names(phone: Phone) -> None:
    options = phone.get("/history", headers={"Accept-Language": "de"}).text
    for name in ("Familie", "Kiefern", "Kakteen", "Riesenbäume", "Pilze"):
        assert f">{name}</option>" in options


def test_a_script_is_given_both_forms_of_a_plural(phone: Phone) -> None:
    words = phone.get("/words/any/de.json").json
    assert words is not None
    assert words["1 space to check"] == "1 Feld anzusehen"
    assert words["%(num)d spaces to check"] == "%(num)d Felder anzusehen"
