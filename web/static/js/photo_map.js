// Where the spaces of a board lie in a photograph: the four corners carry the learned board onto the picture.
//
// A *lattice* (from the learned copy) is {basis: [[a, b], [c, d]], centres: {area: {space: [u, v]}}}, all on the unit
// square that the board's corners span; `basis` takes a step of one pitch across (a, c) and down (b, d).

import { gridOf } from "./grids.js";
import { svg } from "./svg.js";

/** The map from the unit square to four corners, clockwise from the top left (Heckbert 1989, section 2.2.3). */
export function unitSquareTo(corners) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + h * x3, y1 - y0 + g * y1, y3 - y0 + h * y3];
  return ([u, v]) => {
    const w = g * u + h * v + 1;
    return [(a * u + b * v + x0) / w, (d * u + e * v + y0) / w];
  };
}

export class PhotoMap {
  constructor(photo, lattice, layout) {
    this.photo = photo; // {url, width, height, corners}
    this.lattice = lattice;
    this.layout = layout;
    this.project = unitSquareTo(photo.corners);
  }

  /** The outline of a space in photo pixels. */
  outline(area, space, size = 0.96) {
    const [u, v] = this.lattice.centres[area][space];
    const [[a, b], [c, d]] = this.lattice.basis;
    return gridOf(this.layout).corners.map(([x, y]) => {
      const [px, py] = [(x / 100) * size, (y / 100) * size];
      return this.project([u + a * px + b * py, v + c * px + d * py]);
    });
  }

  centre(area, space) {
    return this.project(this.lattice.centres[area][space]);
  }

  /** A picture of one space, cut out of the photograph with a little of what is around. */
  crop(area, space, label) {
    const outline = this.outline(area, space, 1);
    const [cx, cy] = this.centre(area, space);
    const reach = 1.25 * Math.max(...outline.map(([x, y]) => Math.max(Math.abs(x - cx), Math.abs(y - cy))));
    return svg("svg", { class: "crop", viewBox: `${cx - reach} ${cy - reach} ${2 * reach} ${2 * reach}`, role: "img",
      "aria-label": label }, this.image(), svg("polygon", { class: "crop-outline", points: outline.join(" ") }));
  }

  image() {
    const { url, width, height } = this.photo;
    return svg("image", { href: url, width, height, preserveAspectRatio: "none" });
  }
}
