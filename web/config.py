"""The settings of the web app: one frozen object, made from the environment and the command line."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assistant.errors import GladeError
from assistant.store import store_folder

MAX_UPLOAD_BYTES = 40_000_000
"""A 200-megapixel phone photo saved as JPEG has 30 to 40 MB; more is not a photograph of a board."""

TIME_LIMIT_S = 40.0
"""For one photograph: it takes under a second on a laptop, and a slow small computer may need ten."""


HIGHEST_PORT = 65535
SHARED_SCHEMES = {
    "GLADE_QUEUE_URL": ("redis://", "rediss://", "unix://"),
    "GLADE_LIVE_URL": ("redis://", "rediss://", "unix://", "postgres"),
}
"""How the addresses begin that several servers and workers share."""


@dataclass(frozen=True)
class Config:
    """How one installation of Glade runs. Addresses and secrets come from GLADE_... variables."""

    store: Path
    database_url: str = ""
    """Empty: SQLite in the store. `postgresql://...` for PostgreSQL."""
    queue_url: str = ""
    """Empty: a SQLite file in the store, worked off by `glade serve`. `redis://...`: worked off by `glade worker`."""
    live_url: str = ""
    """Empty: Redis when the queue is on Redis, else LISTEN/NOTIFY on PostgreSQL, else within the process."""
    photos_url: str = ""
    """Empty: a folder in the store. `s3://bucket/prefix` for S3-compatible storage (boto3 reads its own variables)."""
    photo_days: int = 30
    """After how many days photographs are deleted; 0: never. Boards and points stay."""
    public_url: str = ""
    """The address phones use, where it is not one of this machine's own (a proxy, a name in the DNS)."""
    secret_key: str = ""
    """Signs the cookies. Empty: made once and kept in the store; several servers must be given the same."""
    host: str = "0.0.0.0"
    port: int = 8027
    threads: int = 64
    """Each open live stream holds one; three quarters of them may (the others poll)."""
    readers: int = 2
    """Photographs read at the same time by one server or worker; 0: none here."""
    reading_limit_s: float = TIME_LIMIT_S
    proxies: int = 0
    """How many trusted proxies stand in front and set X-Forwarded-..."""
    list_games: bool = True
    """Whether the history lists every game of this server, or only those of the asking phone."""
    max_upload_bytes: int = MAX_UPLOAD_BYTES
    rate_limits: bool = True
    testing: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.port <= HIGHEST_PORT:  # the system would quietly take another one
            raise _wrong_setting(f"the port must be from 1 to {HIGHEST_PORT}, not {self.port}")
        for name, url in (("GLADE_QUEUE_URL", self.queue_url), ("GLADE_LIVE_URL", self.live_url)):
            if url and not url.startswith(SHARED_SCHEMES[name]):
                raise _wrong_setting(f"{name} must begin with {' or '.join(SHARED_SCHEMES[name])}")

    @property
    def database(self) -> str:
        """The database as an SQLAlchemy address."""
        url = self.database_url
        if not url:
            return f"sqlite:///{self.store / 'glade.db'}"
        for prefix in ("postgres://", "postgresql://"):
            if url.startswith(prefix):
                return "postgresql+psycopg://" + url.removeprefix(prefix)
        return url


def from_environment(store: str | None = None, environ: Mapping[str, str] | None = None) -> Config:
    """The settings that the GLADE_... variables hold; `store` is the option `--store`."""
    env = os.environ if environ is None else environ
    public_url = env.get("GLADE_PUBLIC_URL", "").rstrip("/")
    return Config(
        store=store_folder(store or env.get("GLADE_STORE")),
        database_url=env.get("GLADE_DATABASE_URL", ""),
        queue_url=env.get("GLADE_QUEUE_URL", ""),
        live_url=env.get("GLADE_LIVE_URL", ""),
        photos_url=env.get("GLADE_PHOTOS_URL", ""),
        photo_days=_number(env, "GLADE_PHOTO_DAYS", Config.photo_days),
        public_url=public_url,
        secret_key=env.get("GLADE_SECRET_KEY", ""),
        host=env.get("GLADE_HOST", Config.host),
        port=_number(env, "GLADE_PORT", Config.port),
        threads=_number(env, "GLADE_THREADS", Config.threads),
        readers=_number(env, "GLADE_READERS", Config.readers),
        proxies=_number(env, "GLADE_PROXIES", Config.proxies),
        rate_limits=env.get("GLADE_RATE_LIMITS", "on") != "off",
        list_games=env.get("GLADE_HISTORY", "mine" if public_url else "all") != "mine",
    )


def _number(env: Mapping[str, str], name: str, default: int) -> int:
    value = env.get(name, "")
    if not value:
        return default
    if not value.isascii() or not value.isdigit():
        raise _wrong_setting(f"{name} must be a whole number, not {value!r}")
    return int(value)


def _wrong_setting(message: str) -> GladeError:
    from web.errors import SettingError

    return SettingError("bad-setting", message)
