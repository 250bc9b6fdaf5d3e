"""Headers, CSRF, error shape, health, static files, migrations, settings."""

import io
import json
import re
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from tests.web.phones import Phone
from web import static_files
from web.app import create_app
from web.config import Config, from_environment
from web.database import Database
from web.errors import SettingError
from web.models import Base

PAGES = ("/", "/new", "/join", "/phone", "/nowhere")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_a_strict_policy_and_no_inline_script_or_style(phone: Phone, path: str) -> None:
    answer = phone.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "upgrade-insecure-requests" not in policy
    assert "Strict-Transport-Security" not in answer.headers
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", answer.text)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", answer.text)
    assert not re.search(r'(src|href)="(https?:)?//', answer.text)


def test_a_form_without_the_token_is_refused_as_page_and_as_json(phone: Phone) -> None:
    page = phone.client.post("/new", data={"game": "evenglow", "name": "Ada"})
    assert page.status_code == 400
    assert "Load it again" in page.text
    answer = phone.client.post("/new", json={}, headers={"X-Requested-With": "fetch"})
    assert (answer.status_code, answer.json["code"]) == (400, "page-too-old")


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/nowhere.json", 404, "not-found"),
        ("/g/none/changes.json", 404, "no-such-game"),
        ("/g/x/state.json", 404, "no-such-game"),
    ],
)
def test_json_errors_have_one_shape(phone: Phone, path: str, status: int, code: str) -> None:
    answer = phone.get(path)
    assert answer.mimetype == "application/problem+json"
    body = json.loads(answer.text)
    assert set(body) >= {"type", "status", "code", "title", "detail", "request"}
    assert (body["status"], body["code"]) == (status, code) == (answer.status_code, code)


def test_an_error_of_our_own_is_a_page_without_its_traceback(app: Flask, phone: Phone, caplog) -> None:
    @app.get("/broken")
    def broken() -> str:
        raise RuntimeError("the secret inside")

    answer = phone.get("/broken")
    assert answer.status_code == 500
    assert "Glade stumbled" in answer.text
    assert "secret inside" not in answer.text


def test_the_log_names_no_player_and_no_game_link(phone: Phone, caplog) -> None:
    caplog.set_level("INFO")
    game = phone.new_game(names=("Wilhelmina",))
    phone.get(game)
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("glade")]
    assert any("table.lobby" in line and "request=" in line for line in lines)
    assert not any("Wilhelmina" in line or game.split("/")[2] in line for line in lines)


def test_health_and_readiness_answer(phone: Phone, app: Flask, monkeypatch) -> None:
    assert phone.get("/health/live").json == {"status": "ok"}
    assert phone.get("/health/ready").status_code == 200
    monkeypatch.setattr(app.extensions["glade"].database, "is_ready", lambda: False)
    assert phone.get("/health/ready").status_code == 503


def test_static_files_are_kept_for_ever_only_under_the_current_hash(phone: Phone) -> None:
    current = f"/static/{static_files.version()}/js/live.js"
    assert "immutable" in phone.get(current).headers["Cache-Control"]
    assert phone.get(current).mimetype == "text/javascript"
    assert phone.get("/static/000000000000/js/live.js").headers["Cache-Control"] == "no-cache"
    assert phone.get("/static/0/../app.py").status_code == 404


def test_pages_and_worker_are_never_kept_by_the_browser(phone: Phone) -> None:
    assert phone.get("/").headers["Cache-Control"] == "no-store"
    worker = phone.get("/sw.js")
    assert worker.headers["Cache-Control"] == "no-cache"
    assert static_files.version() in worker.text
    manifest = json.loads(phone.get("/manifest.webmanifest").text)
    for icon in manifest["icons"]:
        assert phone.get(icon["src"]).status_code == 200


def test_the_first_page_is_light(phone: Phone) -> None:
    headers = {"Accept-Encoding": "gzip, br"}
    page = phone.get("/", headers=headers)
    sizes = {"/": len(page.data)}
    pending = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css|svg))"', phone.get("/").text)
    while pending:
        path = pending.pop()
        if path in sizes:
            continue
        sizes[path] = len(phone.get(path, headers=headers).data)
        for name in re.findall(r'from "\./([^"]+)"', phone.get(path).text):
            pending.append(path.rsplit("/", 1)[0] + "/" + name)
    assert len(sizes) > 5
    assert sum(sizes.values()) < 150_000


def test_a_page_lying_open_all_evening_still_works(app: Flask) -> None:
    assert app.config["WTF_CSRF_TIME_LIMIT"] is None


def test_zoom_stays_allowed_and_inputs_are_large_enough(phone: Phone) -> None:
    assert "user-scalable" not in phone.get("/new").text
    assert "maximum-scale" not in phone.get("/new").text


def test_models_and_migrations_say_the_same(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'glade.db'}")
    database.migrate()
    database.migrate()  # the second time there is nothing to do
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
        pragmas = {
            p: connection.exec_driver_sql(f"PRAGMA {p}").scalar()
            for p in ("journal_mode", "synchronous", "foreign_keys")
        }
        assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    database.close()


def test_settings_come_from_the_environment() -> None:
    env = {
        "GLADE_STORE": "/s",
        "GLADE_DATABASE_URL": "postgres://u@h/d",
        "GLADE_PUBLIC_URL": "https://x.org/",
        "GLADE_PORT": "9",
    }
    config = from_environment(None, env)
    assert (config.database, config.public_url, config.port) == ("postgresql+psycopg://u@h/d", "https://x.org", 9)
    assert config.list_games is False
    assert from_environment("/t", {}).database == "sqlite:////t/glade.db"
    with pytest.raises(SettingError, match="GLADE_PORT"):
        from_environment(None, {"GLADE_PORT": "many"})


def test_the_key_for_cookies_is_made_once_and_private(tmp_path: Path) -> None:
    first = create_app(Config(store=tmp_path, testing=True))
    second = create_app(Config(store=tmp_path, testing=True))
    assert first.config["SECRET_KEY"] == second.config["SECRET_KEY"]
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0
    for app in (first, second):
        app.extensions["glade"].close()


@pytest.mark.parametrize("target", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:1"])
def test_nobody_is_sent_to_another_host(phone: Phone, target: str) -> None:
    assert phone.post("/preferences", back=target).location == "/"


def test_language_follows_the_phone_and_can_be_switched(phone: Phone) -> None:
    assert '<html lang="de"' in phone.get("/", headers={"Accept-Language": "de-AT, en;q=0.5"}).text
    phone.post("/preferences", language="en", theme="moonlight", back="/new")
    page = phone.get("/", headers={"Accept-Language": "de"}).text
    assert '<html lang="en" data-theme="moonlight"' in page


@pytest.mark.parametrize("target", ["/\t/evil.example", "/\n//evil.example", "/x\r\nSet-Cookie: a=b"])
def test_what_browsers_leave_out_of_an_address_leads_nowhere_else(phone: Phone, target: str) -> None:
    answer = phone.post("/preferences", back=target)
    assert answer.location == "/"
    assert "a=b" not in str(answer.headers)


def test_every_address_that_changes_something_wants_the_token(app: Flask, phone: Phone) -> None:
    phone.get("/")
    tried = 0
    for rule in app.url_map.iter_rules():
        if rule.methods and "POST" in rule.methods:
            path = re.sub(r"<[^>]*>", "x" * 22, rule.rule)
            for headers in ({}, {"X-CSRFToken": "wrong"}, {"Origin": "https://evil.example"}):
                answer = phone.client.post(path, json={}, headers={"X-Requested-With": "fetch", **headers})
                assert (answer.status_code, answer.json["code"]) == (400, "page-too-old"), path
            tried += 1
    assert tried > 20


def test_cookies_are_for_this_server_alone(phone: Phone, tmp_path: Path) -> None:
    cookie = phone.get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie, "plain http at home"
    app = create_app(Config(store=tmp_path, testing=True, public_url="https://glade.example"))
    assert "Secure" in Phone(app).get("/", base_url="https://glade.example").headers["Set-Cookie"]
    app.extensions["glade"].close()


def test_no_address_of_ours_is_built_from_what_a_request_says(phone: Phone) -> None:
    game = phone.new_game()
    headers = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    for path in ("/", game, f"{game}/invite", f"{game}/settings", "/history", "/manifest.webmanifest"):
        assert "evil.example" not in phone.get(path, headers=headers).text


@pytest.mark.parametrize("name", ["../../secret-key", "x" * 500, "a\x00b", "..", "/etc/passwd"])
def test_a_copys_name_leads_out_of_no_folder(phone: Phone, app: Flask, name: str) -> None:
    shared = app.extensions["glade"]
    shared.jobs.huey.immediate = True
    shared.intake = type("Taker", (), {"run": lambda *_a: {"jpeg": b"x", "width_px": 9, "height_px": 9, "notes": []}})()
    shared.intake.close = lambda: None
    game = phone.new_game()
    form = {"photo": (io.BytesIO(b"x"), "a.jpg"), "copy": name, "csrf_token": phone.csrf()}
    answer = phone.client.post(f"{game}/photos", data=form, headers={"X-Requested-With": "fetch"})
    assert answer.status_code == 202
    told = phone.get(f"{game}/photos/{answer.json['id']}.json").json
    assert told["stage"] == "failed"
    again = phone.send(f"{game}/photos/{answer.json['id']}/read.json", {"copy": name})
    assert again.status_code in (202, 422)


def test_errors_of_the_database_hold_no_names(app: Flask) -> None:
    shared = app.extensions["glade"]
    with pytest.raises(OperationalError) as caught, shared.database.reading() as session:
        session.execute(text("SELECT :name FROM nowhere"), {"name": "Wilhelmina"})
    assert "Wilhelmina" not in str(caught.value)
