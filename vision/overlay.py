"""The reading drawn over the photograph: every space's outline with what was read on it, doubtful ones by shape too."""

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.copies import LearnedCopy
from vision.decode import Photo
from vision.homography import Points
from vision.lattice import board_corners
from vision.location import Location
from vision.reading import Reading, SpaceReading

_CERTAIN, _DOUBTFUL, _BOARD, _TOKEN = (40, 200, 90), (255, 150, 0), (90, 160, 255), (255, 60, 160)
_SIDE_POINTS = 12  # on each side of the board: the lens bends them


def draw_overlay(photo: Photo, reading: Reading, copy: LearnedCopy) -> Image.Image:
    """A picture of the size of `photo.pixels`; without a location it is the photograph with a line that says so.

    A space that is marked for review has a thick orange outline and a question mark, so that colour is not needed.
    """
    picture = Image.fromarray(photo.pixels).copy()
    draw = ImageDraw.Draw(picture)
    if reading.location is None:
        draw.text((20, 20), "The board was not found.", _DOUBTFUL, _font(36), stroke_width=2, stroke_fill="black")
        return picture
    location = reading.location.at_size(picture.size)  # it may have been read in a smaller form
    draw.line(_tuples(_bent(location, board_corners(copy.lattice.size))), _BOARD, 3)
    for name, spaces in reading.board.areas.items():
        for space, read in spaces.items():
            outline = location.to_photo(copy.lattice.outline(name, space, 0.9))
            _draw_space(draw, outline, location.to_photo(copy.lattice.centres[name][space])[0], read, copy)
    for harvest in reading.board.harvests:
        board = reading.location.to_board(np.array([harvest.at]))
        x, y = location.to_photo(board)[0]
        radius = 0.2 * copy.lattice.pitch * location.pixels_per_unit(board[0])
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=_TOKEN, width=4)
    if reading.board.sun is not None:
        draw.text((20, 20), f"Sun: {reading.board.sun}", _TOKEN, _font(36), stroke_width=2, stroke_fill="black")
    return picture


def encode_png(picture: Image.Image) -> bytes:
    """The picture as the bytes of a PNG file."""
    encoded = cv2.imencode(".png", np.asarray(picture)[:, :, ::-1])[1]
    return encoded.tobytes()


def _draw_space(
    draw: ImageDraw.ImageDraw, outline: Points, centre: Points, read: SpaceReading, copy: LearnedCopy
) -> None:
    colour, width = (_DOUBTFUL, 4) if read.review else (_CERTAIN, 2)
    draw.line(_tuples(np.vstack([outline, outline[:1]])), colour, width)
    label = "" if read.piece is None else read.piece
    if read.piece is not None and read.rotation is not None and read.piece in copy.stems:
        label += f" {read.rotation}"
        reach = outline - centre
        edges = (outline + np.roll(outline, -1, axis=0)) / 2 - centre  # middles of the edges: NE first, as edge 0 is
        if len(reach) == copy.layout.grid.edges:
            for stem in copy.stems[read.piece]:
                end = centre + 0.95 * edges[(stem + read.rotation) % len(edges)]
                draw.line(_tuples(np.array([centre, end])), "white", 3)
    if read.review:
        label = f"{label}?" if label else "?"
    if label:
        size = max(11, round(0.2 * float(np.hypot(*(outline[0] - outline[len(outline) // 2])))))
        draw.text(
            (float(centre[0]), float(centre[1])), label, "white", _font(size), "mm", stroke_width=2, stroke_fill="black"
        )


def _bent(location: Location, corners: Points) -> Points:
    steps = np.linspace(0, 1, _SIDE_POINTS)[:, None]
    sides = [(1 - steps) * a + steps * b for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return location.to_photo(np.vstack(sides))


def _tuples(points: Points) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in points]


def _font(size: int) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    return ImageFont.load_default(size)
