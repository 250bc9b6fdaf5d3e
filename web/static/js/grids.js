// Where the spaces of a layout lie, in the units of the drawings: the centres of two neighbours are 100 apart.
// The rules of the two grids are those of assistant/hexgrid.py and assistant/squaregrid.py.

export const PITCH = 100;
const HEX_RADIUS = PITCH / Math.sqrt(3);

const hex = {
  edges: 6,
  axes: ["q", "r"],
  steps: [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]],
  centre: ([q, r]) => [PITCH * (q + r / 2), (PITCH * r * Math.sqrt(3)) / 2],
  cellAt: (x, y) => roundHex(x / PITCH - y / PITCH / Math.sqrt(3), ((y / PITCH) * 2) / Math.sqrt(3)),
  corners: [0, 1, 2, 3, 4, 5].map((k) => turn(HEX_RADIUS, -90 + 60 * k)),
  edgeAngle: (edge) => -60 + 60 * edge,
  reach: [PITCH / 2, HEX_RADIUS],
};

const square = {
  edges: 4,
  axes: ["x", "y"],
  steps: [[0, -1], [1, 0], [0, 1], [-1, 0]],
  centre: ([x, y]) => [PITCH * x, PITCH * y],
  cellAt: (x, y) => [Math.round(x / PITCH), Math.round(y / PITCH)],
  corners: [[-50, -50], [50, -50], [50, 50], [-50, 50]],
  edgeAngle: (edge) => -90 + 90 * edge,
  reach: [50, 50],
};

/** The grid that a layout lies on. */
export function gridOf(layout) {
  return layout.grid === "hex" ? hex : square;
}

/** A point at this distance and angle (degrees, clockwise from the right). */
export function turn(distance, angle) {
  const radians = (angle * Math.PI) / 180;
  return [distance * Math.cos(radians), distance * Math.sin(radians)];
}

/** The spaces of one area: their cells and centres, what lies across their edges, their gaps, and the frame around. */
export class AreaGeometry {
  constructor(layout, name) {
    this.grid = gridOf(layout);
    this.spaces = layout.areas[name].spaces;
    this.names = Object.keys(this.spaces).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    this.byCell = new Map(this.names.map((space) => [String(this.cell(space)), space]));
  }

  cell(space) {
    return this.grid.axes.map((axis) => this.spaces[space][axis]);
  }

  centre(space) {
    return this.grid.centre(this.cell(space));
  }

  /** The space across an edge, or undefined. */
  across(space, edge) {
    const [a, b] = this.cell(space);
    const [da, db] = this.grid.steps[edge];
    return this.byCell.get(String([a + da, b + db]));
  }

  neighbours(space) {
    return this.grid.steps.map((_, edge) => this.across(space, edge)).filter(Boolean);
  }

  /** The spaces that hang together with `space` among those for which `belongs` is true. */
  group(space, belongs) {
    const found = new Set([space]);
    for (const one of found) for (const other of this.neighbours(one)) if (belongs(other)) found.add(other);
    return this.names.filter((name) => found.has(name));
  }

  /** Cells without a space that have spaces on both sides in their row or column (square grids only). */
  ravines() {
    if (this.grid !== square) return [];
    const rows = new Map();
    const columns = new Map();
    for (const space of this.names) {
      const [x, y] = this.cell(space);
      rows.set(y, [...(rows.get(y) ?? []), x]);
      columns.set(x, [...(columns.get(x) ?? []), y]);
    }
    const gaps = new Map();
    const note = (cell) => this.byCell.has(String(cell)) || gaps.set(String(cell), cell);
    for (const [y, xs] of rows) for (let x = Math.min(...xs); x < Math.max(...xs); x++) note([x, y]);
    for (const [x, ys] of columns) for (let y = Math.min(...ys); y < Math.max(...ys); y++) note([x, y]);
    return [...gaps.values()];
  }

  /** [left, top, width, height] around all spaces. */
  frame(margin = 0) {
    const centres = this.names.map((space) => this.centre(space));
    const [across, down] = this.grid.reach;
    const xs = centres.map(([x]) => x);
    const ys = centres.map(([, y]) => y);
    const left = Math.min(...xs) - across - margin;
    const top = Math.min(...ys) - down - margin;
    return [left, top, Math.max(...xs) + across + margin - left, Math.max(...ys) + down + margin - top];
  }

  /** The space to which an arrow key leads: the nearest one within 60 degrees of that direction. */
  towards(space, [dx, dy]) {
    const [x, y] = this.centre(space);
    let best;
    for (const other of this.names) {
      const [ox, oy] = this.centre(other);
      const distance = Math.hypot(ox - x, oy - y);
      const along = (ox - x) * dx + (oy - y) * dy;
      if (other === space || along < distance * 0.499) continue;
      const cost = distance + (distance - along) * 1.5;
      if (!best || cost < best.cost) best = { other, cost };
    }
    return best?.other;
  }
}

function roundHex(q, r) {
  let [a, b] = [Math.round(q), Math.round(r)];
  const c = Math.round(-q - r);
  const off = [Math.abs(a - q), Math.abs(b - r), Math.abs(c + q + r)];
  if (off[0] > off[1] && off[0] > off[2]) a = -b - c;
  else if (off[1] > off[2]) b = -a - c;
  return [a, b];
}
