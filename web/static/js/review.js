// The doubtful spaces of a photographed board, one after another: what the photo shows beside what was read.

import { AREA_NAMES, fromKey, nameOf } from "./board.js";
import { listed } from "./lists.js";
import { html, refill } from "./svg.js";
import { _ } from "./words.js";

export class Review extends EventTarget {
  /**
   * @param host     the panel to draw in
   * @param options  board: the drawn board (for portraits); doubtful(): keys in the order to ask; content(area, space);
   *                 alternatives(area, space): contents to offer; crop(area, space): element or null;
   *                 token(area, space): the spaces of the harvest token that lies there, or null;
   *                 accept(area, space), choose(area, space, content), turn(area, space), other(area, space),
   *                 takeToken(area, space)
   */
  constructor(host, options) {
    super();
    this.host = host;
    this.options = options;
    this.current = null;
  }

  get isOpen() {
    return !this.host.hidden;
  }

  open(key = null) {
    this.current = key ?? this.options.doubtful()[0] ?? null;
    if (!this.current) { this.close(); return; }
    this.show();
    this.#takeFocus();
  }

  /** The keyboard waits on "Looks right", which is read out together with the space that is asked about. */
  #takeFocus(what = "accept") {
    this.host.querySelector(`[data-do="${what}"]`)?.focus({ preventScroll: true });
  }

  close() {
    this.current = null;
    this.host.hidden = true;
    this.dispatchEvent(new Event("close"));
  }

  show() {
    if (!this.current) return;
    const { options } = this;
    const doing = this.host.contains(document.activeElement) ? document.activeElement.dataset.do : null;
    const doubtful = options.doubtful();
    const [area, space] = fromKey(this.current);
    const content = options.content(area, space);
    const biome = options.board.layout.areas[area].spaces[space]?.biome;
    const place = doubtful.indexOf(this.current);
    const alternatives = options.alternatives(area, space);
    const token = options.token(area, space);
    const turn = content?.rotation != null && html("button", { class: "button", type: "button", "data-do": "turn",
      onclick: () => options.turn(area, space) }, _("Turn"));
    refill(this.host,
      html("p", { class: "review-place" }, place >= 0 ? count(doubtful.length) : _("Checked")),
      html("h2", { class: "review-title", id: "review-title" }, `${AREA_NAMES[area]?.() ?? area}, ${_("Space %(space)s", { space })}: ${nameOf(content)}`),
      html("div", { class: "review-pair" },
        html("figure", {}, options.crop(area, space) ?? html("span", { class: "crop crop-none" }, _("no photo")), html("figcaption", {}, _("Photo"))),
        html("figure", {}, options.board.portrait(content, biome), html("figcaption", {}, _("Read as")))),
      html("div", { class: "review-do" },
        html("button", { class: "button main", type: "button", "data-do": "accept", "aria-describedby": "review-title", onclick: () => this.#done(() => options.accept(area, space)) },
          _("Looks right")), turn || []),
      token && html("div", { class: "review-token" }, html("p", {}, _("With a harvest token over %(spaces)s.", { spaces: listed(token) })),
        html("button", { class: "button", type: "button", "data-do": "no-token", onclick: () => options.takeToken(area, space) }, _("No token there"))),
      html("p", { class: "quiet" }, _("Or is it:")),
      html("div", { class: "review-others", role: "group", "aria-label": _("Other readings") },
        alternatives.map((other) => html("button", { class: "pick", type: "button", "data-do": "choose",
          onclick: () => this.#done(() => options.choose(area, space, other)) }, options.board.portrait(other, biome),
          html("span", {}, nameOf(other)))),
        html("button", { class: "button", type: "button", "data-do": "other", onclick: () => { this.close(); options.other(area, space); } },
          _("Something else"))),
      html("div", { class: "review-steps" },
        html("button", { class: "button", type: "button", "data-do": "back", disabled: doubtful.length < 2, onclick: () => this.#step(-1) }, _("Back")),
        html("button", { class: "button", type: "button", "data-do": "later", onclick: () => this.close() }, _("Later")),
        html("button", { class: "button", type: "button", "data-do": "next", disabled: doubtful.length < 2, onclick: () => this.#step(1) }, _("Next"))));
    this.host.hidden = false;
    if (doing) this.#takeFocus(doing === "choose" ? "accept" : doing);
    this.dispatchEvent(new CustomEvent("show", { detail: this.current }));
  }

  #done(act) {
    const before = this.options.doubtful();
    const place = Math.max(0, before.indexOf(this.current));
    act();
    const left = this.options.doubtful();
    this.current = left[Math.min(place, left.length - 1)] ?? null;
    if (this.current) {
      this.show();
      this.#takeFocus();
    } else {
      this.close();
      this.dispatchEvent(new Event("finished"));
    }
  }

  #step(by) {
    const doubtful = this.options.doubtful();
    const place = doubtful.indexOf(this.current);
    this.current = doubtful[(place + by + doubtful.length) % doubtful.length];
    this.show();
  }
}

/** "3 spaces to check" */
export function count(number) {
  return number === 1 ? _("1 space to check") : _("%(num)d spaces to check", { num: number });
}
