// The small drawings of a board besides plants and pieces: grounds, rings, signs, tokens, the Sun with rays and shadows.

import { drawBiome } from "./pieces.js";
import { svg } from "./svg.js";

const points = (corners, scale) => corners.map(([x, y]) => `${x * scale},${y * scale}`).join(" ");

/** Of a space, what its ground fills: the rest is the gap between neighbours. */
export const GROUND_SHARE = 0.965;

export function ground(grid, biome) {
  const shape = svg("polygon", { class: "ground", points: points(grid.corners, GROUND_SHARE) });
  if (!biome) return shape;
  const mark = drawBiome(biome);
  mark?.setAttribute("transform", "translate(-34 34)");
  return svg("g", { class: `biome biome-${biome}` }, shape, mark ?? []);
}

export const ring = (grid) => svg("polygon", { class: "ring", points: points(grid.corners, 0.88) });

export function sign(text, kind) {
  return svg("g", { class: kind, transform: "translate(27 -24)", "aria-hidden": "true" }, svg("circle", { r: 15 }),
    svg("text", { y: 7 }, text));
}

export function lock() {
  return svg("g", { class: "sign lock", transform: "translate(-27 -24)", "aria-hidden": "true" },
    svg("path", { class: "shackle", d: "M-5 -1 V-6 a5 5 0 0 1 10 0 V-1" }),
    svg("rect", { x: -9, y: -2, width: 18, height: 13, rx: 3 }));
}

export function token(x, y) {
  return svg("g", { class: "token", transform: `translate(${x} ${y})` }, svg("circle", { r: 19 }),
    svg("path", { d: "M-9 -3 C-9 -13 9 -13 9 -3 M-12 -3 H12 L9 10 H-9Z M-4 -3 L-3 10 M4 -3 L3 10" }));
}

export function ravine([x, y]) {
  return svg("g", { class: "ravine", transform: `translate(${x} ${y})` }, svg("rect", { x: -47, y: -47, width: 94, height: 94, rx: 18 }),
    svg("path", { d: "M-26 -30 L-10 -12 L-18 4 L4 16 L0 34 M22 -34 L12 -16 L24 2" }));
}

export function drawSun(x, y) {
  const beams = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => {
    const [c, s] = [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)];
    return `M${c * 19} ${s * 19} L${c * 27} ${s * 27}`;
  });
  return svg("g", { class: "sun", transform: `translate(${x} ${y})` }, svg("circle", { r: 15 }), svg("path", { d: beams.join("") }));
}

export function drawShadow([x, y], [dx, dy], length) {
  const [ex, ey] = [x + dx * length * 100, y + dy * length * 100];
  const [px, py] = [dy * 26, dx * 26];
  return svg("path", { class: "shadow", d: `M${x + px} ${y + py} L${ex + px * 0.8 + dx * 36} ${ey + py * 0.8 + dy * 36} `
    + `L${ex - px * 0.8 + dx * 36} ${ey - py * 0.8 + dy * 36} L${x - px} ${y - py}Z` });
}

export function ray(line, along, [dx, dy]) {
  const sign = dx + dy;
  const [start, end] = [sign * (along - 62), sign * (along - 36)];
  return svg("path", { class: "ray", d: dx ? `M${start} ${line} H${end}` : `M${line} ${start} V${end}` });
}

/** The border of a group of square spaces. */
export function outline(geometry, group) {
  const inside = new Set(group);
  const parts = [];
  for (const space of group) {
    const [x, y] = geometry.centre(space);
    geometry.grid.corners.forEach(([ax, ay], edge) => {
      if (inside.has(geometry.across(space, edge))) return;
      const [bx, by] = geometry.grid.corners[(edge + 1) % geometry.grid.edges];
      parts.push(`M${x + ax} ${y + ay} L${x + bx} ${y + by}`);
    });
  }
  return parts.join("");
}

export function hatch(area) {
  return svg("defs", {}, svg("pattern", { id: `hatch-${area}`, width: 9, height: 9, patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)" }, svg("path", { class: "hatching", d: "M0 0 V9" })));
}
