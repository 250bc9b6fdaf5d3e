"""A photograph that was read wrong, with what is needed to repeat it (`vision.bundle`), and with no name in it."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from web import documents
from web.errors import Conflict, Unprocessable
from web.i18n import _
from web.models import Game, Photo

_OF_THE_PAGES = ("outlines", "copy_learned", "failure")
"""What `web.photos.work` adds to a reading; the rest is the contract's."""


def bundle_parts(session: Session, game: Game, photo: Photo, learned_at: str) -> tuple[Any, Any, dict[str, Any]]:
    """(reading, correction or None, what it was read with) of a photo.

    Raises
    ------
    Unprocessable
        It was not read.
    Conflict
        The copy has learned anew since, so that the reading cannot be repeated any more.
    """
    reading: Any = photo.reading
    if photo.stage != "done" or not reading:
        raise Unprocessable("not-read", _("This photo was not read."))
    if reading.get("copy_learned") != learned_at:
        raise Conflict("copy-changed", _("The copy has learned anew since. Read the photo again first."))
    contract = {key: value for key, value in reading.items() if key not in _OF_THE_PAGES}
    body: Any = None
    if photo.player_id is not None:
        body = documents.parse(documents.load(session, game.id, documents.player_document(photo.player_id)).body)
    is_of_this_photo = body is not None and body["photo"] == photo.id
    asked = {
        "corners": photo.corners,
        "expansions": game.expansions,
        "corrected": {"final": body["confirmed"], "to_check": body["review"]} if is_of_this_photo else None,
    }
    return contract, _correction(reading, body["board"]) if is_of_this_photo else None, asked


def _correction(reading: Mapping[str, Any], board: Mapping[str, Any]) -> dict[str, Any]:
    """A board as the truth of a photograph: every space that was read or is corrected, an empty one as null."""
    areas = board["gardens"] if "gardens" in board else {"planet": board.get("planet", {})}
    truth: dict[str, Any] = {
        "photo": "photo.jpg",
        "corners": reading["board"]["corners"],
        "areas": {
            area: {
                space: areas.get(area, {}).get(space)
                for space in {**reading["areas"].get(area, {}), **areas.get(area, {})}
            }
            for area in {**reading["areas"], **areas}
        },
    }
    if "harvests" in reading:
        truth["harvests"] = board.get("harvests", [])
    return truth
