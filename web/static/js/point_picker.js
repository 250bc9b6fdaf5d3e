// Points on a photograph that a person drags into place, with a magnifier and by arrow keys: the corners of the board,
// the centres of named spaces. Coordinates are pixels of the photograph.

import { html, refill, svg } from "./svg.js";
import { _ } from "./words.js";

const HANDLE_PX = 24;
const MAGNIFIER_PX = 132;
const ZOOM = 2.5; // times what the page shows
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class PointPicker extends EventTarget {
  /**
   * @param host     the element to draw in
   * @param photo    {url, width, height}
   * @param points   [{id, label, xy}]; xy null: put at the next tap on the picture
   * @param options  polygon: whether the points are joined; outside: how far they may leave the picture (share of it)
   */
  constructor(host, photo, points, { polygon = false, outside = 0.25 } = {}) {
    super();
    this.photo = photo;
    this.points = points.map((point) => ({ ...point }));
    this.polygon = polygon;
    this.outside = outside;
    this.picture = svg("svg", { class: "picker", viewBox: this.#box(), role: "group", "aria-label": _("The photograph") });
    this.live = html("p", { class: "picker-place", role: "status" });
    refill(host, this.picture, this.live);
    this.picture.addEventListener("pointerdown", (event) => this.#down(event));
    this.picture.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) this.picture.addEventListener(end, () => this.#up());
    new ResizeObserver(() => this.#draw()).observe(this.picture);
    this.#draw();
  }

  /** The points as {id: [x, y]}; those that were not put yet are left out. */
  get values() {
    return Object.fromEntries(this.points.filter(({ xy }) => xy).map(({ id, xy }) => [id, xy.map((n) => Math.round(n * 10) / 10)]));
  }

  get isComplete() {
    return this.points.every(({ xy }) => xy);
  }

  #box() {
    const margin = this.polygon ? 0.06 : 0; // room for a handle on the picture's own corner
    const { width, height } = this.photo;
    return [-margin * width, -margin * height, width * (1 + 2 * margin), height * (1 + 2 * margin)].join(" ");
  }

  get #scale() {
    const box = this.picture.viewBox.baseVal;
    return box.width / (this.picture.clientWidth || 360);
  }

  #draw() {
    const scale = this.#scale;
    const { url, width, height } = this.photo;
    const placed = this.points.filter(({ xy }) => xy);
    const shape = this.polygon && placed.length > 2 ? svg("polygon", { class: "picker-shape", points: placed.map(({ xy }) => xy).join(" "),
      "stroke-width": 2.5 * scale }) : [];
    const active = document.activeElement?.dataset?.point;
    const handles = placed.map((point) => this.#handle(point, scale));
    refill(this.picture, svg("image", { href: url, width, height, preserveAspectRatio: "none" }), shape, handles);
    if (active) handles.find((handle) => handle.dataset.point === active)?.focus({ preventScroll: true });
    if (this.dragged) this.picture.append(this.#magnifier(this.dragged, scale));
    const next = this.points.find(({ xy }) => !xy);
    this.live.textContent = next ? _("Tap the middle of %(name)s.", { name: next.label })
      : _("Drag a point, or choose it and use the arrow keys.");
  }

  #handle(point, scale) {
    const [x, y] = point.xy;
    const group = svg("g", { class: "handle", transform: `translate(${x} ${y})`, tabindex: "0", role: "slider",
      "aria-label": point.label, "aria-valuenow": Math.round(x), "aria-valuetext": `${Math.round(x)}, ${Math.round(y)}`,
      "data-point": point.id },
      svg("circle", { class: "handle-touch", r: HANDLE_PX * scale }),
      svg("circle", { class: "handle-ring", r: 11 * scale, "stroke-width": 3 * scale }),
      svg("path", { class: "handle-cross", d: `M${-5 * scale} 0 H${5 * scale} M0 ${-5 * scale} V${5 * scale}`, "stroke-width": 1.5 * scale }),
      this.polygon ? [] : svg("text", { class: "handle-name", y: -15 * scale, "font-size": 15 * scale }, point.short ?? point.id));
    group.addEventListener("keydown", (event) => {
      if (!(event.key in KEYS)) return;
      event.preventDefault();
      const step = (event.shiftKey ? 20 : 2) * Math.max(1, scale / 2);
      this.#put(point, [x + KEYS[event.key][0] * step, y + KEYS[event.key][1] * step]);
      this.dragged = point;
      this.#draw();
      this.dragged = null;
      this.dispatchEvent(new Event("change"));
    });
    return group;
  }

  #magnifier(point, scale) {
    const [x, y] = point.xy;
    const size = MAGNIFIER_PX * scale;
    const reach = size / 2 / ZOOM;
    const box = this.picture.viewBox.baseVal;
    const left = x > box.x + box.width / 2 ? box.x + 6 * scale : box.x + box.width - size - 6 * scale;
    const { url, width, height } = this.photo;
    return svg("svg", { class: "magnifier", x: left, y: box.y + 6 * scale, width: size, height: size,
      viewBox: `${x - reach} ${y - reach} ${2 * reach} ${2 * reach}` },
      svg("rect", { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach, class: "magnifier-ground" }),
      svg("image", { href: url, width, height, preserveAspectRatio: "none" }),
      svg("path", { class: "magnifier-cross", d: `M${x - reach} ${y} H${x + reach} M${x} ${y - reach} V${y + reach}`, "stroke-width": reach / 40 }),
      svg("rect", { class: "magnifier-edge", x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach, "stroke-width": reach / 12 }));
  }

  #at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.picture.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  #down(event) {
    const [x, y] = this.#at(event);
    const reach = HANDLE_PX * 1.6 * this.#scale;
    const near = this.points.filter(({ xy }) => xy).map((point) => [Math.hypot(point.xy[0] - x, point.xy[1] - y), point])
      .filter(([distance]) => distance < reach).sort(([a], [b]) => a - b)[0]?.[1];
    const next = this.points.find(({ xy }) => !xy);
    const point = near ?? next;
    if (!point) return;
    event.preventDefault();
    try { this.picture.setPointerCapture(event.pointerId); } catch { /* the pointer is gone already */ }
    if (!near) this.#put(point, [x, y]);
    this.grip = [point.xy[0] - x, point.xy[1] - y];
    this.dragged = point;
    this.#draw();
  }

  #move(event) {
    if (!this.dragged) return;
    const [x, y] = this.#at(event);
    this.#put(this.dragged, [x + this.grip[0], y + this.grip[1]]);
    this.#draw();
  }

  #up() {
    if (!this.dragged) return;
    const { id } = this.dragged;
    this.dragged = null;
    this.#draw();
    this.picture.querySelector(`[data-point="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
    this.dispatchEvent(new Event("change"));
  }

  #put(point, [x, y]) {
    const { width, height } = this.photo;
    const within = (n, size) => Math.min(size * (1 + this.outside), Math.max(-size * this.outside, n));
    point.xy = [within(x, width), within(y, height)];
  }
}
