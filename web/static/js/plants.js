// The six plants of Evenglow: names, letters and our own small drawings on a hexagon 100 wide.

import { svg } from "./svg.js";
import { turn } from "./grids.js";
import { _ } from "./words.js";

/** Kinds in the order of the score pad. `setSize` tiles make a set; `harvest` says that a set can carry a token. */
export const PLANTS = {
  vine: { letter: "V", stems: [0, 2, 3, 5], name: () => _("Vine") },
  leaves: { letter: "L", stems: [1, 4], name: () => _("Leaves") },
  henbane: { letter: "H", setSize: 2, name: () => _("Henbane Flowers") },
  "lions-mane": { letter: "LM", setSize: 3, harvest: true, name: () => _("Lion's Mane") },
  mandrake: { letter: "M", setSize: 4, harvest: true, name: () => _("Mandrake") },
  elderberries: { letter: "E", setSize: 5, harvest: true, name: () => _("Elderberries") },
};

/** The drawing of a plant. Vines and leaves are drawn by `drawStems` instead, because theirs follow the edges. */
export function drawPlant(plant) {
  return svg("g", { class: "plant-art", "aria-hidden": "true" }, ...(ART[plant]?.() ?? []));
}

/** Stems from the middle to the edges, lying upright (turn the group by 60 degrees a step). */
export function drawStems(plant, stems, edgeAngle) {
  const art = plant === "leaves" ? stems.flatMap((edge) => leaf(edgeAngle(edge))) : vine(stems.map(edgeAngle));
  return svg("g", { class: "plant-art", "aria-hidden": "true" }, ...art);
}

function path(d, kind) {
  return svg("path", { d, class: kind });
}

function dot(x, y, r, kind) {
  return svg("circle", { cx: x, cy: y, r, class: kind });
}

function vine(angles) {
  const stems = angles.map((angle) => {
    const [x, y] = turn(50, angle);
    const [bx, by] = turn(24, angle + 26);
    return `M0 0 Q${bx} ${by} ${x} ${y}`;
  });
  const shoots = angles.flatMap((angle) => {
    const [x, y] = turn(27, angle + 19);
    const g = path("M0 0 C4 -8 13 -8 17 -2 C11 4 4 4 0 0Z", "ink-fill");
    g.setAttribute("transform", `translate(${x} ${y}) rotate(${angle + 70})`);
    return [g];
  });
  const curl = "M0 0 C7 -2 8 7 1 9 C-8 10 -11 -3 -3 -8 C7 -13 16 -4 14 6";
  return [path(stems.join(""), "stem-edge"), path(stems.join(""), "stem"), ...shoots, dot(0, 0, 9, "knot"),
    path(curl, "curl")];
}

function leaf(angle) {
  const blade = "M44 0 C38 -21 16 -23 5 -3 C4 -1 4 1 5 3 C16 23 38 21 44 0Z";
  const parts = [path("M30 0 L50 0", "stem-edge"), path("M30 0 L50 0", "stem"), path(blade, "ink-fill"),
    path("M40 0 L11 0 M32 0 L25 -9 M32 0 L25 9 M23 0 L17 -7 M23 0 L17 7", "vein")];
  return [svg("g", { transform: `rotate(${angle})` }, ...parts)];
}

const ART = {
  henbane: () => [
    ...[0, 1, 2, 3, 4].map((k) => {
      const petal = path("M0 -3 C-15 -10 -14 -28 0 -30 C14 -28 15 -10 0 -3Z", "ink-fill");
      petal.setAttribute("transform", `rotate(${72 * k})`);
      return petal;
    }),
    path([0, 1, 2, 3, 4].map((k) => {
      const [x, y] = turn(21, -90 + 72 * k);
      return `M0 0L${x} ${y}`;
    }).join(""), "vein"),
    dot(0, 0, 7, "light-fill"), dot(0, 0, 3, "ink-fill"),
  ],
  "lions-mane": () => [
    path("M-27 -2 C-30 -24 -12 -31 0 -31 C12 -31 30 -24 27 -2 C24 4 -24 4 -27 -2Z", "ink-fill"),
    path("M-24 1 L-25 17 M-17 2 L-19 24 M-10 3 L-11 29 M-3 3 L-3 31 M4 3 L4 31 M11 3 L12 28 M18 2 L20 23 M24 1 L26 16",
      "fringe"),
    path("M-16 -18 C-10 -24 -4 -25 1 -25 M-19 -10 C-18 -12 -17 -13 -16 -14", "vein"),
  ],
  mandrake: () => [
    path("M0 -12 C-20 -14 -21 -27 -15 -33 C-7 -31 -1 -24 0 -12 C1 -24 7 -31 15 -33 C21 -27 20 -14 0 -12Z", "ink-fill"),
    path("M-9 -10 C-16 1 -11 8 -14 17 C-16 23 -20 27 -23 30 C-14 29 -8 25 -5 17 C-4 13 4 13 5 17 C8 25 14 29 23 30 "
      + "C20 27 16 23 14 17 C11 8 16 1 9 -10 C4 -14 -4 -14 -9 -10Z", "ink-fill"),
    dot(-4, -3, 2, "light-fill"), dot(4, -3, 2, "light-fill"), path("M-4 4 Q0 7 4 4", "vein"),
  ],
  elderberries: () => [
    path("M0 30 L0 6 M0 14 L-15 -4 M0 14 L15 -4 M0 6 L0 -12 M-8 5 L-22 4 M8 5 L22 4", "twig"),
    ...[[0, -23], [-14, -16], [14, -16], [-25, -2], [25, -2], [-9, -5], [9, -5], [-17, 9], [17, 9]].map(([x, y]) =>
      dot(x, y, 7.5, "ink-fill")),
    ...[[-2, -25], [-16, -18], [12, -18], [-11, -7], [7, -7]].map(([x, y]) => dot(x, y, 2, "light-fill")),
  ],
};
