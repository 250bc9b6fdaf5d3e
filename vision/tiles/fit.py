"""How well a reference, put into the light of the photograph, explains what a patch shows.

Each pixel is either explained (the reference, brighter or darker, under a veil of glare) or an outlier of fixed cost (a
token, a reflection, the edge of a shadow), so that what covers a part of a tile does not decide what the tile is.
"""

from dataclasses import dataclass

import numpy as np

from vision.tiles.patch import Floats

PIXELS_WORTH = 40.0
"""How many independent observations the pixels of a tile are worth: neighbours share blur, light and misplacement."""

MISFIT = 0.12
"""Part of a reference's own contrast (variance) that a true match leaves unexplained: print, sheen, shade."""

MISPLACED_PX = 0.8
"""How far a true match is off at a pixel (the rest of the search, blur, the lens): counts where the print is steep."""

NOISE = 6.0
"""Grey levels that sensor, print and JPEG leave unexplained where nothing is printed."""

TINT = 0.05
"""Relative error of the light that was estimated for the place."""

_OUTLIER = 5.0
"""Squared error, in units of what is expected, from which a pixel counts as covered; and what it then costs."""

_VEIL = 128.0
_VEIL_RANGE = (-0.5, 0.7)
"""Haze and glare, in units of mid grey; below 0 where the teaching photograph was the hazier one."""

_BRIGHTNESS = (0.3, 1.8)
_BRIGHTNESS_SPREAD = 0.35
"""Shade and lamps: natural log of how much brighter or darker a tile may be than its surroundings lead to expect."""

_VEIL_SPREAD = 0.3
_ROUNDS = 2
_UNKNOWN_CONTRAST = 14.0
"""Grey levels of contrast that a picture which was never taught has at least: an unprinted space has less."""

_UNEXPLAINED = 0.7
"""An unknown picture is assumed to leave this part of a patch's contrast unexplained: a reference that explains less
than the rest is no better than saying "something else"."""


@dataclass(frozen=True, eq=False)
class Reference:
    """References for H fits, channel by channel.

    Attributes
    ----------
    pixels : (3, H, P) float32
        Grey levels under the tile's mask.
    steepness : (H, P) float32
        Squared change from pixel to pixel, mean of channels and directions.
    mean, variance : (H, 3) float32
        Of the pixels of each channel.
    """

    pixels: Floats
    steepness: Floats
    mean: Floats
    variance: Floats


@dataclass(frozen=True, eq=False)
class Fit:
    """Fits of H references to H patches.

    Attributes
    ----------
    log_likelihood : (H,) float32
        Over that of "something that was never taught": above 0 the reference explains the patch better.
    cost : (H, P) float32
        Of each pixel: minus twice its log likelihood, up to a constant that all explanations share.
    brightness, veil : (H,) float32
    """

    log_likelihood: Floats
    cost: Floats
    brightness: Floats
    veil: Floats


def fit_references(seen: Floats, reference: Reference, gain: Floats, valid: Floats, unexplained: Floats) -> Fit:
    """Fit references to patches, pixel by pixel.

    Parameters
    ----------
    seen : (3, H, P) float32
        Pixels of the patches under the tile's mask, grey levels.
    gain : (H, 3) float32
        Light of the photograph over the light of the references.
    valid : (H, P) float32
        0 for pixels that say nothing (blown out, known to be covered), else 1.
    unexplained : (H,) float32
        `unexplained_costs` of each patch, what likelihoods are measured against; a pixel that says nothing counts so.
    """
    veil_colour = gain / gain.mean(axis=1, keepdims=True) * _VEIL
    lit_lit, lit_seen, lit_veil, veil_seen, seen_seen = (np.zeros(valid.shape, np.float32) for _ in range(5))
    for channel in range(3):
        lit = reference.pixels[channel] * gain[:, channel, None]
        colour = veil_colour[:, channel, None]
        patch = seen[channel]
        lit_lit += lit * lit
        lit_seen += lit * patch
        lit_veil += lit * colour
        veil_seen += patch * colour
        seen_seen += patch * patch
    veil_veil = (veil_colour**2).sum(axis=1)
    contrast = (reference.variance * gain**2).mean(axis=1)
    level = (reference.mean**2 * gain**2).mean(axis=1)
    steep = reference.steepness * ((gain**2).mean(axis=1) * MISPLACED_PX**2)[:, None]
    flat = MISFIT * contrast + TINT**2 * level
    weight = valid
    for _ in range(_ROUNDS + 1):
        ll, ls, lv, vs = (np.einsum("hp,hp->h", q, weight) for q in (lit_lit, lit_seen, lit_veil, veil_seen))
        brightness, veil = _solve(ll, ls, lv, vs, veil_veil * weight.sum(axis=1))
        a, b = brightness[:, None], veil[:, None]
        squared = (
            seen_seen
            + a * (a * lit_lit - 2 * lit_seen + 2 * b * lit_veil)
            + b * (b * veil_veil[:, None] - 2 * veil_seen)
        )
        expected = NOISE**2 + a**2 * (flat[:, None] + steep)
        error = np.maximum(squared, 0) / (3 * expected)
        weight = valid / (1 + error / _OUTLIER) ** 2
    cost = np.minimum(error, _OUTLIER) + np.log(expected)
    worth = PIXELS_WORTH / valid.shape[1]
    prior = (np.log(brightness) / _BRIGHTNESS_SPREAD) ** 2 + (veil / _VEIL_SPREAD) ** 2
    better = unexplained * valid.sum(axis=1) - np.einsum("hp,hp->h", cost, valid)
    likelihood = np.asarray(0.5 * (worth * better - prior), np.float32)
    return Fit(likelihood, np.asarray(cost, np.float32), brightness, veil)


def unexplained_costs(seen: Floats, valid: Floats) -> tuple[Floats, Floats]:
    """What each pixel of patches (3, N, P) costs, (N,) and (N,), if they show something that was never taught.

    The first is for comparison with tiles: a plain patch is explained by no pattern, so that its colours decide. The
    second is for comparison with an empty space, which is plain itself: what lies on it is expected to show.
    """
    count = np.maximum(valid.sum(axis=1), 1.0)
    mean = (seen * valid).sum(axis=2) / count
    variance = ((seen**2 * valid).sum(axis=2) / count - mean**2).mean(axis=0)
    contrast = _UNEXPLAINED * np.maximum(variance, 0)
    tile = 1 + np.log(NOISE**2 + contrast)
    empty = 1 + np.log(NOISE**2 + np.maximum(contrast, _UNKNOWN_CONTRAST**2))
    return np.asarray(tile, np.float32), np.asarray(empty, np.float32)


def _solve(
    lit_lit: Floats, lit_seen: Floats, lit_veil: Floats, veil_seen: Floats, veil_veil: Floats
) -> tuple[Floats, Floats]:
    """Least squares of ``seen = brightness * lit + veil * veil_colour``, both kept within reason."""
    determinant = np.maximum(lit_lit * veil_veil - lit_veil**2, 1e-3 * lit_lit * veil_veil + 1e-6)
    veil = np.clip((lit_lit * veil_seen - lit_veil * lit_seen) / determinant, *_VEIL_RANGE)
    brightness = np.clip((lit_seen - veil * lit_veil) / np.maximum(lit_lit, 1e-6), *_BRIGHTNESS)
    return np.asarray(brightness, np.float32), np.asarray(veil, np.float32)
