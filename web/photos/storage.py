"""Where the pictures lie: a folder, or S3-compatible storage. Four operations, names by content.

A name is the hash of the content, so the same picture sent twice is stored once, nothing is ever overwritten with
something else, and no name clashes however many servers write.
"""

import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from web.config import Config
from web.errors import NotFound, SettingError
from web.i18n import _

_KEY = re.compile(r"[0-9a-f]{40}\.jpg")


class PhotoStorage(Protocol):
    """What the app needs of a storage."""

    def put(self, key: str, data: bytes) -> None:
        """Store the picture; doing so again changes nothing."""

    def get(self, key: str) -> bytes:
        """The picture. Raises `NotFound`."""

    def exists(self, key: str) -> bool:
        """Whether it is there."""

    def delete(self, key: str) -> None:
        """Take it away; it may be gone already."""


def content_key(data: bytes) -> str:
    """The name of a picture."""
    return hashlib.sha256(data).hexdigest()[:40] + ".jpg"


class FolderStorage:
    """Pictures in a folder of this machine (or of a shared disk)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, key: str, data: bytes) -> None:
        """Store the picture; it is complete or not there at all."""
        path = self._path(key)
        if path.exists():
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=".draft-")
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.replace(draft, path)

    def get(self, key: str) -> bytes:
        """The picture. Raises `NotFound`."""
        try:
            return self._path(key).read_bytes()
        except FileNotFoundError as err:
            raise _missing() from err

    def exists(self, key: str) -> bool:
        """Whether it is there."""
        return self._path(key).is_file()

    def delete(self, key: str) -> None:
        """Take it away; it may be gone already."""
        self._path(key).unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self._folder / _checked(key)[:2] / key


class S3Storage:
    """Pictures in a bucket. The client reads its address and credentials from boto3's own variables."""

    def __init__(self, bucket: str, prefix: str, client: Any = None) -> None:
        if client is None:
            import boto3

            client = boto3.client("s3")
        self._client = client
        self._bucket = bucket
        self._prefix = f"{prefix}/" if prefix else ""

    def put(self, key: str, data: bytes) -> None:
        """Store the picture."""
        self._client.put_object(Bucket=self._bucket, Key=self._name(key), Body=data, ContentType="image/jpeg")

    def get(self, key: str) -> bytes:
        """The picture. Raises `NotFound`."""
        try:
            answer = self._client.get_object(Bucket=self._bucket, Key=self._name(key))
        except self._client.exceptions.NoSuchKey as err:
            raise _missing() from err
        data: bytes = answer["Body"].read()
        return data

    def exists(self, key: str) -> bool:
        """Whether it is there."""
        listed = self._client.list_objects_v2(Bucket=self._bucket, Prefix=self._name(key), MaxKeys=1)
        return bool(listed.get("KeyCount", 0))

    def delete(self, key: str) -> None:
        """Take it away; it may be gone already."""
        self._client.delete_object(Bucket=self._bucket, Key=self._name(key))

    def _name(self, key: str) -> str:
        return self._prefix + _checked(key)


def make_storage(config: Config) -> PhotoStorage:
    """The storage for these settings."""
    if not config.photos_url:
        return FolderStorage(config.store / "photos")
    url = urlsplit(config.photos_url)
    if url.scheme != "s3" or not url.netloc:
        raise SettingError("bad-setting", "GLADE_PHOTOS_URL must look like s3://bucket/prefix")
    return S3Storage(url.netloc, url.path.strip("/"))


def _checked(key: str) -> str:
    if not _KEY.fullmatch(key):
        raise ValueError(f"not a picture's name: {key!r}")
    return key


def _missing() -> NotFound:
    return NotFound("photo-gone", _("This photo is no longer here."))
