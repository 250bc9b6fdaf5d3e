// A small picture of a board, for a glance: its spaces in the colours of what lies there. Words say the rest.

import { kindOf } from "./board.js";
import { AreaGeometry } from "./grids.js";
import { drawPiece } from "./pieces.js";
import { svg } from "./svg.js";

const BETWEEN = 60; // two gardens lie side by side

/** The picture of what lies on all areas of a layout. */
function miniature(layout, areas) {
  let right = 0;
  let height = 0;
  const parts = Object.keys(layout.areas).map((area) => {
    const geometry = new AreaGeometry(layout, area);
    const [x, y, w, h] = geometry.frame(4);
    const group = svg("g", { transform: `translate(${right - x} ${-y})` },
      geometry.names.map((space) => drawSpace(geometry, space, areas[area]?.[space], layout.areas[area].spaces[space].biome)));
    right += w + BETWEEN;
    height = Math.max(height, h);
    return group;
  });
  return svg("svg", { class: `mini mini-${layout.grid}`, viewBox: `0 0 ${right - BETWEEN} ${height}`, "aria-hidden": "true" }, parts);
}

function drawSpace(geometry, space, content, biome) {
  const kind = kindOf(content);
  const [x, y] = geometry.centre(space);
  const corners = geometry.grid.corners.map(([dx, dy]) => `${dx} ${dy}`).join("L");
  return svg("g", { class: biome ? `biome biome-${biome}` : "", "data-kind": biome ? null : kind, transform: `translate(${x} ${y})` },
    svg("path", { class: "ground", d: `M${corners}Z` }), (biome && kind && drawPiece(kind)) || []);
}

/** A player's board, or a sheet of paper where the points are typed. */
export function boardPicture(layout, body) {
  return body.mode === "pad" ? padPicture() : miniature(layout, areasOf(body.board));
}

function padPicture() {
  return svg("svg", { class: "mini mini-pad", viewBox: "0 0 44 56", "aria-hidden": "true" }, svg("path", { class: "mini-paper", d: "M3 3H41V53H3Z" }),
    svg("path", { class: "mini-lines", d: "M9 13H24M9 22H24M9 31H24M32 13H35M32 22H35M32 31H35M9 44H35" }));
}

/** The areas of a player's board as drawings have them. */
function areasOf(board) {
  return board.gardens ?? { planet: board.planet ?? {} };
}
