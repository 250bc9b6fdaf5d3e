// The wooden pieces and the biomes of Evergreen: names, letters, and silhouettes on a square 100 wide.
// A piece stands on its foot at y = 34; a taller one reaches higher.

import { svg } from "./svg.js";
import { _ } from "./words.js";

export const PIECES = {
  sprout: { letter: "s", height: 0, name: () => _("Sprout") },
  "small-tree": { letter: "t", height: 1, name: () => _("Small Tree") },
  "big-tree": { letter: "T", height: 2, name: () => _("Big Tree") },
  bush: { letter: "B", height: 0, name: () => _("Bush") },
  lake: { letter: "L", height: 0, name: () => _("Lake") },
  "small-pine": { letter: "p", height: 1, module: "pines", name: () => _("Small Pine") },
  "big-pine": { letter: "P", height: 2, module: "pines", name: () => _("Big Pine") },
  cactus: { letter: "C", height: 0, module: "cacti", name: () => _("Cactus") },
  "giant-tree": { letter: "G", height: 3, module: "giant-trees", name: () => _("Giant Tree") },
  "single-mushroom": { letter: "m", height: 0, module: "mushrooms", name: () => _("Single Mushroom") },
  "double-mushroom": { letter: "M", height: 0, module: "mushrooms", name: () => _("Double Mushroom") },
};

export const BIOMES = {
  meadow: { name: () => _("Meadow") },
  flower: { name: () => _("Flower") },
  wheat: { name: () => _("Wheat") },
  rock: { name: () => _("Rock") },
  swamp: { name: () => _("Swamp") },
  snow: { name: () => _("Snow") },
};

/** The silhouette of a piece, or undefined for a name that is not a piece of Evergreen. */
export function drawPiece(piece) {
  return ART[piece] && svg("g", { class: `piece piece-${piece}`, "aria-hidden": "true" }, ...ART[piece]());
}

/** The little sign of a biome, drawn around its own middle. */
export function drawBiome(biome) {
  return GROUND[biome] && svg("path", { d: GROUND[biome], class: `biome-sign sign-${biome}`, "aria-hidden": "true" });
}

const path = (d, kind = "body") => svg("path", { d, class: kind });
const TRUNK = (top, half) => path(`M${-half} ${top} L${-half - 1} 34 L${half + 1} 34 L${half} ${top}Z`, "trunk");

function cap(x, foot, size) {
  return [
    path(`M${x - size * 0.3} ${foot - size} L${x - size * 0.35} ${foot} L${x + size * 0.35} ${foot} `
      + `L${x + size * 0.3} ${foot - size}Z`, "stalk"),
    path(`M${x - size} ${foot - size * 0.9} C${x - size} ${foot - size * 2.4} ${x + size} ${foot - size * 2.4} `
      + `${x + size} ${foot - size * 0.9}Z`, "body"),
    svg("circle", { cx: x - size * 0.35, cy: foot - size * 1.4, r: size * 0.17, class: "spot" }),
    svg("circle", { cx: x + size * 0.35, cy: foot - size * 1.3, r: size * 0.2, class: "spot" }),
  ];
}

const ART = {
  sprout: () => [
    path("M0 34 C0 24 0 20 0 14", "line"),
    path("M0 16 C-4 4 -14 4 -20 6 C-18 16 -8 20 0 16Z"),
    path("M0 16 C4 4 14 4 20 6 C18 16 8 20 0 16Z"),
  ],
  "small-tree": () => [TRUNK(16, 3), path("M0 -12 C-17 -12 -23 8 -18 16 C-14 23 14 23 18 16 C23 8 17 -12 0 -12Z")],
  "big-tree": () => [
    TRUNK(14, 4.5),
    path("M0 -40 C-14 -41 -20 -32 -20 -25 C-31 -21 -33 -4 -26 6 C-20 19 -8 20 0 16 C8 20 20 19 26 6 C33 -4 31 -21 20 -25 "
      + "C20 -32 14 -41 0 -40Z"),
    path("M-10 -20 C-6 -26 2 -27 6 -25 M-17 -4 C-15 -9 -11 -11 -8 -11", "shine"),
  ],
  "giant-tree": () => [
    path("M-8 6 C-8 18 -10 28 -17 34 L17 34 C10 28 8 18 8 6Z", "trunk"),
    path("M0 -48 C-12 -49 -18 -43 -19 -38 C-32 -38 -36 -28 -33 -21 C-44 -17 -45 0 -36 6 C-34 17 -18 20 -10 13 "
      + "C-4 18 4 18 10 13 C18 20 34 17 36 6 C45 0 44 -17 33 -21 C36 -28 32 -38 19 -38 C18 -43 12 -49 0 -48Z"),
    path("M-12 -32 C-7 -37 2 -38 8 -35 M-28 -10 C-26 -16 -20 -18 -16 -17 M10 -8 C15 -13 23 -12 26 -8", "shine"),
  ],
  bush: () => [path("M-26 34 C-34 26 -28 13 -19 14 C-18 4 -5 2 -1 9 C4 2 18 4 18 14 C29 13 34 26 26 34Z"),
    svg("circle", { cx: -11, cy: 22, r: 3, class: "spot" }), svg("circle", { cx: 4, cy: 18, r: 3, class: "spot" }),
    svg("circle", { cx: 15, cy: 25, r: 3, class: "spot" })],
  lake: () => [path("M-34 18 C-36 6 -18 2 -4 4 C8 -1 34 4 34 17 C36 29 16 33 2 31 C-14 34 -32 31 -34 18Z"),
    path("M-20 13 q5 -5 10 0 t10 0 M-8 22 q5 -5 10 0 t10 0", "shine")],
  "small-pine": () => [TRUNK(24, 3), path("M0 -14 L-12 8 L-7 8 L-19 26 L19 26 L7 8 L12 8Z")],
  "big-pine": () => [TRUNK(24, 4), path("M0 -46 L-14 -22 L-8 -22 L-20 -1 L-12 -1 L-27 25 L27 25 L12 -1 L20 -1 L8 -22 "
    + "L14 -22Z"), path("M-7 -22 L0 -25 L6 -22 M-11 -1 L-2 -5 L9 -1", "shine")],
  cactus: () => [
    path("M-7 34 L-7 24 C-22 25 -26 18 -25 5 C-25 -1 -15 -1 -15 5 C-15 12 -13 14 -7 14 L-7 -8 C-7 -17 7 -17 7 -8 L7 6 "
      + "C13 6 15 4 15 -3 C15 -9 25 -9 25 -3 C26 10 22 17 7 16 L7 34Z"),
    path("M0 -6 L0 28", "shine")],
  "single-mushroom": () => cap(0, 34, 20),
  "double-mushroom": () => [...cap(-12, 34, 19), ...cap(19, 34, 13)],
};

const GROUND = {
  meadow: "M-9 6 Q-8 -2 -10 -6 M-3 6 Q-3 -4 -3 -9 M3 6 Q4 -2 6 -6 M9 6 Q9 1 11 -2",
  flower: "M0 -2.5 a3.5 3.5 0 1 1 .1 0Z M6 3 a3.5 3.5 0 1 1 .1 0Z M-6 3 a3.5 3.5 0 1 1 .1 0Z M0 9 a3.5 3.5 0 1 1 .1 0Z",
  wheat: "M0 9 L0 -9 M0 -3 L-5 -8 M0 -3 L5 -8 M0 3 L-5 -2 M0 3 L5 -2",
  rock: "M-10 7 L-4 -5 L1 2 L5 -3 L10 7Z",
  swamp: "M-10 -4 q5 -5 10 0 t10 0 M-10 4 q5 -5 10 0 t10 0",
  snow: "M0 -9 L0 9 M-8 -4.5 L8 4.5 M-8 4.5 L8 -4.5",
};
