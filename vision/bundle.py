"""A wrong reading as one file with which it can be repeated: made in the web app, read again by `glade rerun`.

photo.jpg          the picture that was read, without metadata
reading.json       what was read (contract, "Command line")
correction.json    what really lies there, as people corrected it (contract, "Truth"); absent where nobody has
copy/              the learned copy that it was read with
bundle.json        corners and modules of the reading, whether the correction is final, and the versions of everything
                   that can make a reading different

No names, no addresses, nothing of the game but this one board.
"""

import io
import json
import platform
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from assistant.strict_json import parse_json
from vision.copies import LearnedCopy, load_copy
from vision.errors import BundleError
from vision.pipeline import read_board
from vision.reading import Reading

FORMAT = "glade-wrong-reading"
VERSION = 1

_COPY = "copy"
_COPY_FILES = ("copy.json", "board.png", "references.npz")
_PACKAGES = ("glade", "opencv-python-headless", "numpy", "pillow", "pillow-heif", "scikit-image")
_MOST_BYTES = 200_000_000
"""Of all files of a bundle together, unpacked: the largest copy has 6 MB, a photograph 2 MB."""


_DAMAGE = (OSError, zipfile.BadZipFile, zlib.error, LookupError, TypeError, AttributeError, ValueError, RuntimeError)
"""What a cut or mutated file raises (RuntimeError: it is encrypted, or packed in a way that is not known)."""


@dataclass(frozen=True, eq=False)
class Bundle:
    """An opened bundle. `correction` is None where nobody has corrected the board."""

    photo: bytes
    reading: Mapping[str, Any]
    correction: Mapping[str, Any] | None
    facts: Mapping[str, Any]
    copy: LearnedCopy

    def read_again(self) -> Reading:
        """The photograph read as it was read then, by what is installed here."""
        return read_board(
            self.photo,
            self.copy,
            name=str(self.reading.get("photo", "")),
            corners_xy=self.facts["corners"],
            expansions=self.facts["expansions"],
        )


def make_bundle(
    copy_folder: Path,
    photo: bytes,
    reading: Mapping[str, Any],
    correction: Mapping[str, Any] | None,
    asked: Mapping[str, Any],
) -> bytes:
    """The bundle as a zip file. `asked` has the "corners" and "expansions" that the reading was asked for with."""
    facts = {"format": FORMAT, "version": VERSION, **asked, "versions": _versions()}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bundle.json", json.dumps(facts, indent=1))
        archive.writestr("photo.jpg", photo)
        archive.writestr("reading.json", json.dumps(reading, indent=1))
        if correction is not None:
            archive.writestr("correction.json", json.dumps(correction, indent=1))
        for name in _COPY_FILES:
            if (copy_folder / name).is_file():
                archive.write(copy_folder / name, f"copy/{name}")
    return buffer.getvalue()


def open_bundle(path: Path) -> Bundle:
    """The bundle in a file. Raises `BundleError`, or `CopyError` where its copy was learned by another version."""
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > _MOST_BYTES:
                raise BundleError("bundle-too-large", f"unpacked it has more than {_MOST_BYTES // 1_000_000} MB")
            facts = _object(archive, "bundle.json")
            if facts.get("format") != FORMAT or facts.get("version") != VERSION:
                raise BundleError("other-format", "it is not a wrong reading saved by this version of Glade")
            names = archive.namelist()
            correction = _object(archive, "correction.json") if "correction.json" in names else None
            reading = _object(archive, "reading.json")
            with _unpacked_copy(archive) as store:
                copy = load_copy(store, _COPY)
            bundle = Bundle(archive.read("photo.jpg"), reading, correction, facts, copy)
            _check_shape(bundle)
            return bundle
    except _DAMAGE as err:
        if isinstance(err, OSError) and err.strerror:
            raise BundleError("cannot-read", f"it cannot be read: {err.strerror}") from err
        raise BundleError("damaged-bundle", "it is not a wrong reading that Glade has saved, or it is damaged") from err


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Where two readings (or a reading and a truth) say different things: kinds, turns, tokens, the Sun."""
    found = [
        f"{area} {space}: {_said(first)} - {_said(second)}"
        for area in sorted({*one["areas"], *other["areas"]})
        for space in sorted({*one["areas"].get(area, {}), *other["areas"].get(area, {})})
        if _said(first := one["areas"].get(area, {}).get(space))
        != _said(second := other["areas"].get(area, {}).get(space))
    ]
    tokens = [
        sorted(f"{harvest['garden']} {', '.join(sorted(harvest['spaces']))}" for harvest in document["harvests"])
        for document in (one, other)
        if "harvests" in document
    ]
    if len(tokens) == 2 and tokens[0] != tokens[1]:
        found.append(f"harvest tokens: {'; '.join(tokens[0]) or 'none'} - {'; '.join(tokens[1]) or 'none'}")
    if "sun" in one and "sun" in other and one["sun"] != other["sun"]:
        found.append(f"Sun: {one['sun'] or 'not seen'} - {other['sun'] or 'not seen'}")
    return found


def _said(content: Any) -> str:
    """A space in words: of a reading, of a truth, with or without a doubt."""
    if content is None or isinstance(content, str):
        return content or "empty"
    kind = content.get("plant", content.get("piece"))
    turn = content.get("rotation")
    return f"{kind or 'empty'}{'' if turn is None else f' turned {turn}'}"


def doubts(reading: Mapping[str, Any]) -> set[tuple[str, str]]:
    """The spaces that a reading asks about."""
    areas = reading["areas"].items()
    return {(area, space) for area, spaces in areas for space, seen in spaces.items() if seen["review"]}


def _check_shape(bundle: Bundle) -> None:
    """Go through everything that is used later; what is not there raises here."""
    _ = bundle.facts["corners"], bundle.facts["expansions"], doubts(bundle.reading)
    differences(bundle.reading, bundle.correction or bundle.reading)


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "machine": f"{platform.system()} {platform.machine()}"}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def _object(archive: zipfile.ZipFile, name: str) -> Mapping[str, Any]:
    value: Any = parse_json(archive.read(name)).value
    if not isinstance(value, dict):
        raise BundleError("damaged-bundle", f"{name} in it is damaged")
    return value


@contextmanager
def _unpacked_copy(archive: zipfile.ZipFile) -> Iterator[Path]:
    """A store with nothing in it but the copy of a bundle; only files known by name are unpacked."""
    with TemporaryDirectory(prefix="glade-") as folder:
        place = Path(folder) / "copies" / _COPY
        place.mkdir(parents=True)
        for file in _COPY_FILES:
            if f"copy/{file}" in archive.namelist():
                (place / file).write_bytes(archive.read(f"copy/{file}"))
        yield Path(folder)
