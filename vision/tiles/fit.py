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
"""Part of a reference's own contrast (variance) that a true match leaves unexplained everywhere: print, sheen, shade."""

MISPLACED_PX = 0.8
"""How far a true match is off by at a pixel (what is left after the search, blur, the lens): counts where the print is steep."""

NOISE = 6.0
"""Grey levels that sensor, print and JPEG leave unexplained where nothing is printed."""

TINT = 0.05
"""Relative error of the light that was estimated for the place."""

_OUTLIER = 5.0
"""Squared error, in units of what is expected, from which a pixel counts as covered; and what it then costs."""

_VEIL = 128.0
_MAX_VEIL = 0.7
_BRIGHTNESS = (0.3, 1.8)
_BRIGHTNESS_SPREAD = 0.35
"""Shade and lamps: natural log of how much brighter or darker a tile may be than its surroundings lead to expect."""

_VEIL_SPREAD = 0.3
_ROUNDS = 2
_UNKNOWN_CONTRAST = 14.0
"""Grey levels of contrast that a picture which was never taught is expected to have at least: an unprinted space has less."""

_UNEXPLAINED = 0.7
"""An unknown picture is assumed to leave this part of a patch's contrast unexplained: a reference that explains less than
the rest is no better than saying "something else"."""


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


def fit_references(
    seen: Floats, reference: Floats, steepness: Floats, gain: Floats, valid: Floats, unexplained: Floats
) -> Fit:
    """Fit references to patches, pixel by pixel.

    Parameters
    ----------
    seen, reference : (H, P, 3) float32
        Pixels under the tile's mask, grey levels.
    steepness : (H, P) float32
        Squared change of the reference from pixel to pixel, mean of channels and directions.
    gain : (H, 3) float32
        Light of the photograph over the light of the references.
    valid : (H, P) float32
        0 for pixels that say nothing (blown out, known to be covered), else 1.
    unexplained : (H,) float32
        `unexplained_cost` of each patch, what likelihoods are measured against: a pixel that says nothing counts as that.
    """
    lit = reference * gain[:, None, :]
    veil_colour = (gain / gain.mean(axis=1, keepdims=True) * _VEIL)[:, None, :]
    count = np.maximum(valid.sum(axis=1), 1.0)
    mean = (lit * valid[:, :, None]).sum(axis=1) / count[:, None]
    steepness = steepness * ((gain**2).mean(axis=1))[:, None]
    contrast = ((lit**2).sum(axis=2) * valid).sum(axis=1) / count / 3 - (mean**2).mean(axis=1)
    level = (mean**2).mean(axis=1)
    weight = valid
    brightness = np.ones(len(seen), np.float32)
    veil = np.zeros(len(seen), np.float32)
    error = np.zeros(valid.shape, np.float32)
    for _ in range(_ROUNDS + 1):
        brightness, veil = _solve(seen, lit, veil_colour, weight)
        difference = seen - brightness[:, None, None] * lit
        difference -= veil[:, None, None] * veil_colour
        expected = (NOISE**2 + brightness**2 * (MISFIT * np.maximum(contrast, 0) + TINT**2 * level))[:, None]
        expected = expected + (brightness * MISPLACED_PX)[:, None] ** 2 * steepness
        error = np.einsum("hpc,hpc->hp", difference, difference) / (3 * expected)
        weight = valid / (1 + error / _OUTLIER) ** 2
    cost = np.minimum(error, _OUTLIER) + np.log(expected)
    worth = PIXELS_WORTH / valid.shape[1]
    prior = (np.log(brightness) / _BRIGHTNESS_SPREAD) ** 2 + (veil / _VEIL_SPREAD) ** 2
    better = ((unexplained[:, None] - cost) * valid).sum(axis=1)
    return Fit(np.asarray(0.5 * (worth * better - prior), np.float32), cost, brightness, veil)


def unexplained_cost(seen: Floats, valid: Floats) -> Floats:
    """What each pixel of patches (N, P, 3) costs, (N,), if they show something that was never taught."""
    count = np.maximum(valid.sum(axis=1), 1.0)
    mean = (seen * valid[:, :, None]).sum(axis=1) / count[:, None]
    variance = ((seen**2).sum(axis=2) * valid).sum(axis=1) / count / 3 - (mean**2).mean(axis=1)
    return np.asarray(1 + np.log(NOISE**2 + np.maximum(_UNEXPLAINED * variance, _UNKNOWN_CONTRAST**2)), np.float32)


def _solve(seen: Floats, lit: Floats, veil_colour: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Weighted least squares of ``seen = brightness * lit + veil * veil_colour``, both kept within reason."""
    ll = (np.einsum("hpc,hpc->hp", lit, lit) * weight).sum(axis=1)
    lv = (np.einsum("hpc,hoc->hp", lit, veil_colour) * weight).sum(axis=1)
    ls = (np.einsum("hpc,hpc->hp", lit, seen) * weight).sum(axis=1)
    vv = (veil_colour[:, 0] ** 2).sum(axis=1) * weight.sum(axis=1)
    vs = (np.einsum("hpc,hoc->hp", seen, veil_colour) * weight).sum(axis=1)
    determinant = np.maximum(ll * vv - lv**2, 1e-3 * ll * vv + 1e-6)
    veil = np.clip((ll * vs - lv * ls) / determinant, 0.0, _MAX_VEIL)
    brightness = np.clip((ls - veil * lv) / np.maximum(ll, 1e-6), *_BRIGHTNESS)
    return np.asarray(brightness, np.float32), np.asarray(veil, np.float32)
