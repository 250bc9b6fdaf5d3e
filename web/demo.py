"""`glade demo`: one sample photograph of each game turned into its score sheet, and a ready-made game to try."""

import contextlib
import sys
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from flask import Flask

from assistant.evergreen.pieces import PIECES, Expansion, Piece
from assistant.scoring import score
from assistant.strict_json import Node
from assistant.text_table import format_sheet
from vision.copies import LearnedCopy, list_copies, load_copy
from vision.errors import CopyError
from vision.lesson import load_lesson
from vision.material import learn_and_keep
from web import documents, games
from web.config import Config
from web.errors import SettingError
from web.layouts import known_layouts
from web.models import Game, Photo
from web.photos import album, work
from web.readings import document_from
from web.serve import serve
from web.services import Services
from web.state import assemble

SAMPLES = Path(__file__).resolve().parent.parent / "sample_photos"

BOARDS = {"evenglow": ("002.jpg", "001.jpg"), "evergreen": ("001.jpg", "002.jpg")}
"""The first is shown in the terminal; both are boards of the sample game."""

NAMES = ("Ada", "Bo")

_SAMPLE_GAMES = uuid.UUID("9f0c7a52-5d3b-4d0b-9a1e-6f61deadbea7")  # so that starting twice makes one game


@dataclass(frozen=True)
class SampleBoard:
    """A sample photograph, taken in and read."""

    jpeg: bytes
    width_px: int
    height_px: int
    reading: dict[str, Any]


def run(config: Config, folder: Path, *, then_serve: bool, out: TextIO = sys.stdout) -> int:
    """Learn the sample copies, show a sheet of each game, and with `then_serve` start the app with a sample game."""
    if not folder.is_dir():
        raise SettingError(
            "no-samples", f"the sample photographs are not in {folder}: name their folder with --samples"
        )
    copies = {game: learned(config.store, folder / game, out) for game in BOARDS}
    for game, copy in copies.items():
        show(config.store, folder / game / "boards" / BOARDS[game][0], copy, out)
    if not then_serve:
        print("Start the web app with a sample game: glade demo --serve", file=out)
        return 0
    return serve(config, out, lambda app: prepare_games(app, folder, copies))


def learned(store: Path, folder: Path, out: TextIO) -> LearnedCopy:
    """The sample copy of one game, learned now unless it was before."""
    lesson = load_lesson(folder / "teach.json")
    if lesson.copy in list_copies(store):
        with contextlib.suppress(CopyError):  # one that another version learned is learned anew
            return load_copy(store, lesson.copy)
    began = time.perf_counter()
    copy = learn_and_keep(store, folder / "teach.json")
    print(
        f'Learned the copy "{copy.name}" of {copy.game.capitalize()} in {time.perf_counter() - began:.1f} s', file=out
    )
    return copy


def show(store: Path, photo: Path, copy: LearnedCopy, out: TextIO) -> None:
    """Read a photograph and print its score sheet."""
    began = time.perf_counter()
    board = read_sample(store, photo, copy)
    seconds = time.perf_counter() - began
    document = document_from(board.reading, "", games.first_board(copy.game))
    doubts = sum(len(spaces) for spaces in document["review"].values())
    found = sum(
        len(area) for area in (document["board"].get("gardens") or {"": document["board"].get("planet")}).values()
    )
    print(f"\n{photo.parent.parent.name}/{photo.name}: {found} pieces read in {seconds:.2f} s", file=out)
    if doubts:
        print(f"{doubts} spaces to check: the web app asks about them, here they count as read", file=out)
    state = assemble(copy.game, {"state": shared_state(copy, board.reading)}, [(NAMES[0], document)])
    print(f"\n{format_sheet(score(Node(state), layouts=known_layouts(store).values()))}", file=out)


def read_sample(store: Path, photo: Path, copy: LearnedCopy) -> SampleBoard:
    """A photograph taken in and read as the web app does it."""
    taken = work.intake(photo.read_bytes(), _quiet)
    reading = work.read(taken["jpeg"], str(store), copy.name, None, modules(copy), _quiet)
    return SampleBoard(taken["jpeg"], taken["width_px"], taken["height_px"], reading)


def modules(copy: LearnedCopy) -> list[str]:
    """The modules whose pieces a copy of Evergreen has."""
    if copy.game != "evergreen":
        return []
    found = {PIECES[Piece(name)].module for name in copy.pieces if name in tuple(Piece)}
    return [module.value for module in Expansion if module in found]


def shared_state(copy: LearnedCopy, reading: dict[str, Any]) -> dict[str, Any]:
    """The table's part of the State for a sample game."""
    if copy.game == "evenglow":
        stems = {plant: {"stems": list(edges)} for plant, edges in copy.stems.items()}
        return {"variant": "standard", "layout": copy.layout.id, "tiles": stems}
    sun = reading.get("sun") or "top"
    return {"layout": copy.layout.id, "expansions": modules(copy), "sun": sun, "season": 1, "fertility": {}}


def prepare_games(app: Flask, folder: Path, copies: dict[str, LearnedCopy]) -> str:
    """Make the sample games, unless they are there, and return the path of the first one."""
    shared: Services = app.extensions["glade"]
    tokens = [_sample_game(shared, folder / game / "boards", copy) for game, copy in copies.items()]
    return f"/g/{tokens[0]}"


def _sample_game(shared: Services, boards: Path, copy: LearnedCopy) -> str:
    game_id = uuid.uuid5(_SAMPLE_GAMES, copy.game).hex
    with shared.database.reading() as session:
        known = session.get(Game, game_id)
        if known is not None:
            return known.token
    samples = [read_sample(shared.config.store, boards / name, copy) for name in BOARDS[copy.game]]
    with shared.database.writing() as session:
        chosen = games.NewGame(
            game=copy.game,
            names=NAMES,
            expansions=modules(copy),
            layout=copy.layout.id,
            copy=copy.name,
            stems=copy.stems if copy.game == "evenglow" else {},
        )
        game = games.start(session, chosen, None, known_layouts(shared.config.store).values(), game_id=game_id)
        for player, sample in zip(games.players(session, game), samples, strict=True):
            picture = album.TakenIn(sample.jpeg, sample.width_px, sample.height_px)
            photo: Photo = album.add(session, game, shared.storage, picture, player, copy.name)
            photo.stage, photo.reading = "done", sample.reading
            document = documents.load(session, game.id, documents.player_document(player.id))
            body = document_from(sample.reading, photo.id, documents.parse(document.body))
            documents.write(
                session, game, [documents.Change(document.name, document.version, body)], "", "sample photograph"
            )
        return game.token


def _quiet(_stage: str) -> None:
    pass
