"""The photographs of a game: added, asked to be read, shown, deleted with everything that was stored of them."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from web import documents
from web.errors import NotFound, Unprocessable
from web.i18n import _
from web.identifiers import new_id
from web.models import Game, Photo, Player, now
from web.photos.storage import PhotoStorage, content_key

MOST_PHOTOS = 200
"""Of one game: four players, four seasons and many second tries."""


@dataclass(frozen=True)
class TakenIn:
    """A picture as the sandbox gave it back."""

    jpeg: bytes
    width_px: int
    height_px: int


def add(
    session: Session, game: Game, storage: PhotoStorage, picture: TakenIn, player: Player | None, copy: str
) -> Photo:
    """A new photo of a game, waiting to be read."""
    count = session.scalar(select(func.count()).select_from(Photo).where(Photo.game_id == game.id)) or 0
    if count >= MOST_PHOTOS:
        raise Unprocessable("too-many-photos", _("This game has very many photos already. Delete some first."))
    key = content_key(picture.jpeg)
    storage.put(key, picture.jpeg)
    photo = Photo(
        id=new_id(),
        game_id=game.id,
        player_id=player.id if player else None,
        key=key,
        width_px=picture.width_px,
        height_px=picture.height_px,
        copy=copy,
        job=1,
        stage="waiting",
        season=_season(session, game),
        revision=documents.next_revision(game),
    )
    session.add(photo)
    return photo


def _season(session: Session, game: Game) -> int | None:
    state: Any = documents.parse(documents.load(session, game.id, documents.TABLE).body)["state"]
    return state.get("season") if game.game == "evergreen" else None


def ask_again(game: Game, photo: Photo, copy: str, corners: list[list[float]] | None) -> int:
    """Have a photo read anew; returns the number of this request."""
    photo.job += 1
    photo.stage, photo.error = "waiting", None  # the reading that is there stays until the next one
    photo.copy, photo.corners, photo.held_at = copy, corners, now()
    photo.revision = documents.next_revision(game)
    return photo.job


def find(session: Session, game: Game, photo_id: str) -> Photo:
    """A photo of this game and of no other."""
    photo = session.get(Photo, photo_id)
    if photo is None or photo.game_id != game.id:
        raise NotFound("no-such-photo", _("This photo is not part of the game."))
    return photo


def delete(session: Session, photos: list[Photo]) -> list[str]:
    """Take photos out of the database; returns the names in the storage that nothing needs any more."""
    for photo in photos:
        session.delete(photo)
    session.flush()
    keys = {photo.key for photo in photos}
    still = set(session.scalars(select(Photo.key).where(Photo.key.in_(keys))))
    return sorted(keys - still)


def corners_from(document: Any) -> list[list[float]] | None:
    """Four corners as a program sent them. Raises `Unprocessable`."""
    if document is None:
        return None
    good = isinstance(document, list) and len(document) == 4
    good = good and all(isinstance(point, list) and len(point) == 2 for point in document)
    if good:
        numbers = [value for point in document for value in point]
        good = all(isinstance(v, int | float) and not isinstance(v, bool) and abs(v) < 1e6 for v in numbers)
    if not good:
        raise Unprocessable("bad-corners", _("Four corners are needed, each with two numbers."))
    return [[float(x), float(y)] for x, y in document]
