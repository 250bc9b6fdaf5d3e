// Where the spaces of a board lie in a photograph: their outlines as the reading gives them, in pixels of the photo.

import { svg } from "./svg.js";

export class PhotoMap {
  /** @param photo {url, width, height}; @param outlines {area: {space: [[x, y], ...]}} */
  constructor(photo, outlines) {
    this.photo = photo;
    this.outlines = outlines;
  }

  /** The map of a photo of the table (see photo_json in web/changes.py), or null where no board was found in it. */
  static of(table, shot) {
    const outlines = shot?.reading?.outlines;
    if (!outlines || Object.keys(outlines).length === 0) return null;
    return new PhotoMap({ url: `${table.base}/photos/${shot.id}.jpg`, width: shot.width_px, height: shot.height_px }, outlines);
  }

  outline(area, space) {
    return this.outlines[area]?.[space] ?? null;
  }

  centre(area, space) {
    const outline = this.outline(area, space);
    return [0, 1].map((axis) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);
  }

  /** [left, top, width, height] of what to show: the spaces with something around, within the picture. */
  frame() {
    const points = Object.values(this.outlines).flatMap((spaces) => Object.values(spaces).flat());
    const ends = [0, 1].map((axis) => points.map((point) => point[axis]));
    const margin = 0.09 * Math.max(...ends.map((values) => Math.max(...values) - Math.min(...values)));
    const [left, top] = ends.map((values) => Math.max(0, Math.min(...values) - margin));
    const [right, bottom] = ends.map((values, axis) => Math.min([this.photo.width, this.photo.height][axis], Math.max(...values) + margin));
    return [left, top, right - left, bottom - top].map(Math.round);
  }

  /** A picture of one space, cut out of the photograph with a little of what is around; null where it is not known. */
  crop(area, space, label) {
    const outline = this.outline(area, space);
    if (!outline) return null;
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
