"""What lies over the planet and is neither its print nor a piece: a hand, a sleeve, a card.

Under it nothing can be read, and beside it pieces are taken for others or overlooked. It gives itself away by ground in
the middle of nowhere that no piece explains and that does not look bare.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.layout import Space
from vision.pieces.decide import Planet
from vision.pieces.ground import PX

_NOT_BARE = -12.0
"""Log density of bare board below which ground shows something else."""
_GROWN_PX, _OPENED_PX = 9, 11
"""Ground this near to a piece that was read may show its rim or its shade; what is narrower than this is clutter."""
_LEAST_PITCHES = 0.1
"""Square pitches of such ground in one piece that make a foreign thing: photographs without one have none at all."""
_REACH = 1.0
"""How near to a space it must come to be in the way, pitches."""
_EVERYWHERE = 0.25
"""Square pitches of it from which no space is believed: more of it was taken for pieces, and it spoils the light."""


def spaces_in_doubt(planet: Planet) -> frozenset[Space]:
    """The spaces that a foreign thing lies on or near."""
    mask = _foreign(planet)
    covered = float(np.count_nonzero(mask)) / PX**2
    if covered == 0.0:
        return frozenset()
    centres = planet.frame.centres
    if covered >= _EVERYWHERE:
        return frozenset(centres)
    distance = cv2.distanceTransform((~mask).astype(np.uint8), cv2.DIST_L2, 5)
    found = set()
    for space, centre in centres.items():
        x, y = np.rint(planet.frame.to_pixels(centre[None]))[0].astype(int)
        if distance[y, x] < _REACH * PX:
            found.add(space)
    return frozenset(found)


def _foreign(planet: Planet) -> NDArray[np.bool_]:
    """Where it lies on the ground (H, W)."""
    pieces = np.zeros(planet.frame.shape, np.uint8)
    for _, shape, dx, dy in planet.standing.values():
        rows, columns = shape.window(dx, dy, pieces.shape)
        top, left = rows.start - shape.y - dy, columns.start - shape.x - dx
        part = shape.mask[top : top + rows.stop - rows.start, left : left + columns.stop - columns.start]
        pieces[rows, columns] |= part
    near = cv2.dilate(pieces, np.ones((_GROWN_PX, _GROWN_PX), np.uint8)).astype(bool)
    seen = planet.seen
    strange = (seen.board < _NOT_BARE) & planet.frame.disc & seen.ground.valid & ~near
    opened = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, np.ones((_OPENED_PX, _OPENED_PX), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
    large = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= _LEAST_PITCHES * PX**2]
    return np.isin(labels, large)
