// How a board is photographed: the phone flat above it, the whole board in the picture.

import { svg } from "./svg.js";

export function howToHold() {
  const ray = (d) => svg("path", { class: "hold-ray", d });
  return svg("svg", { class: "hold", viewBox: "0 0 240 150", "aria-hidden": "true" },
    svg("path", { class: "hold-table", d: "M4 140H236" }),
    svg("path", { class: "hold-board", d: "M42 138L66 104H174L198 138Z" }),
    svg("path", { class: "hold-spaces", d: "M70 130H110M130 130H170M76 121H112M128 121H164M81 112H113M127 112H159" }),
    ray("M96 34L54 122"), ray("M144 34L186 122"),
    svg("rect", { class: "hold-phone", x: 84, y: 14, width: 72, height: 14, rx: 5 }),
    svg("circle", { class: "hold-lens", cx: 120, cy: 30, r: 5 }));
}
