"""A board that a person has confirmed, as a lesson for the copy: whether it may teach, and what it teaches.

A wrong lesson makes every later reading worse, so a board teaches only when it was read from the photograph that it
names, with the copy that is to learn, in this season, and when nothing on it is left to check.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from web import documents
from web.errors import Unprocessable
from web.i18n import _
from web.models import Game, Photo, Player
from web.photos import album
from web.teaching import DEFAULT_STEMS

Areas = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class ConfirmedBoard:
    """What a confirmed board can teach."""

    copy: str
    photo: Photo
    corners: Any
    areas: Areas
    harvests: list[Any]
    read: Mapping[str, Any]
    tiles: Mapping[str, Any]
    layout: str

    def differs_from_reading(self) -> dict[str, list[str]]:
        """The spaces that were read without a doubt and are confirmed as something else: mistakes of the reading, or
        a board that has changed since the photograph."""
        found = {
            area: [
                space
                for space in sorted({*self.areas.get(area, {}), *self.read["areas"].get(area, {})})
                if space not in self.read["review"].get(area, [])
                and self.areas.get(area, {}).get(space) != self.read["areas"].get(area, {}).get(space)
            ]
            for area in {*self.areas, *self.read["areas"]}
        }
        return {area: spaces for area, spaces in sorted(found.items()) if spaces}

    def require_same_board(self, lesson: Mapping[str, Any]) -> None:
        """Raises `Unprocessable` where spaces or stems mean something else to the lesson than to the table."""
        if lesson["layout"]["id"] != self.layout:
            raise Unprocessable("other-layout", _("The copy was taught with another layout than this game has."))
        for plant, edges in DEFAULT_STEMS.items():
            here = self.tiles.get(plant, {}).get("stems", edges)
            if lesson["game"] == "evenglow" and lesson["tiles"].get(plant, {}).get("stems", edges) != here:
                raise Unprocessable("other-stems", _("The copy was taught with other stems than this game has."))

    def lesson_areas(self) -> dict[str, dict[str, Any]]:
        """What lies where, as teach.json has it; tiles under a token, or of stems of their own, teach nothing."""
        hidden = {(token["garden"], space) for token in self.harvests for space in token["spaces"]}
        return {
            area: {
                space: content
                for space, content in spaces.items()
                if (area, space) not in hidden and not (isinstance(content, dict) and "stems" in content)
            }
            for area, spaces in self.areas.items()
        }


def confirmed_board(session: Session, game: Game, player: Player) -> ConfirmedBoard:
    """The confirmed board of a player. Raises `Unprocessable` for one that may not teach."""
    body: Any = documents.parse(documents.load(session, game.id, documents.player_document(player.id)).body)
    table: Any = documents.parse(documents.load(session, game.id, documents.TABLE).body)
    if not body["confirmed"] or body["mode"] != "board" or not body["photo"] or any(body["review"].values()):
        raise Unprocessable("not-confirmed", _("Only a board that is confirmed and has a photo can teach."))
    photo = album.find(session, game, body["photo"])
    reading: Any = photo.reading or {}
    if photo.stage != "done" or not (reading.get("board") or {}).get("corners"):
        raise Unprocessable("board-not-found", _("The board was not found in this photo."))
    if reading["copy"] != table["copy"] or "read" not in body:
        raise Unprocessable(
            "read-otherwise", _("Read the photo again with the chosen copy and put it on the board: then it can teach.")
        )
    if photo.season != table["state"].get("season"):
        raise Unprocessable("season-over", _("The season of this photo is over: the board has changed since."))
    return ConfirmedBoard(
        copy=table["copy"],
        photo=photo,
        corners=reading["board"]["corners"],
        areas=body["board"].get("gardens", {})
        if game.game == "evenglow"
        else {"planet": body["board"].get("planet", {})},
        harvests=body["board"].get("harvests", []),
        read=body["read"],
        tiles=table["state"].get("tiles", {}),
        layout=table["state"]["layout"],
    )
