// The Sun of Evergreen as a photograph shows it, offered to the table. The table's Sun changes by a tap and never by a
// photograph alone: seen elsewhere it is offered, not seen it is asked about, seen where the table has it nothing is said.
//
// Only a photograph of the season that is being played says anything: at the end of each season the Sun moves on.

import { html, refill } from "./svg.js";
import { notice } from "./notice.js";
import { _ } from "./words.js";

const SIDES = ["top", "right", "bottom", "left"];
const SHOWN = { top: () => _("The photo shows the Sun at the top."), right: () => _("The photo shows the Sun on the right."),
  bottom: () => _("The photo shows the Sun at the bottom."), left: () => _("The photo shows the Sun on the left.") };
const NOTED = { top: () => _("At the table it is noted at the top."), right: () => _("At the table it is noted on the right."),
  bottom: () => _("At the table it is noted at the bottom."), left: () => _("At the table it is noted on the left.") };
const NAMES = { top: () => _("Top"), right: () => _("Right"), bottom: () => _("Bottom"), left: () => _("Left") };

/** What there is to say about the Sun of a photograph: null, {seen: side}, or {seen: null} where it has to be asked. */
export function sunQuestion(shot, state, photos) {
  if (!shot?.reading || !("sun" in shot.reading) || !shot.reading.board?.corners || shot.stage !== "done") return null;
  if (shot.season !== state.season || shot.reading.sun === state.sun) return null;
  const seen = shot.reading.sun ?? null;
  const isKnown = photos.some((other) => other.season === state.season && other.reading?.sun === state.sun);
  return seen === null && isKnown ? null : { seen };
}

export class SunOffer {
  /** @param host the section; @param table the table (game.js); @param photo() the photograph that is shown, or null */
  constructor(host, table, photo) {
    Object.assign(this, { host, table, photo });
    table.addEventListener("change", () => this.show());
    this.show();
  }

  show() {
    const shot = this.photo();
    const { state } = this.table.documents.table.body;
    const question = sunQuestion(shot, state, Object.values(this.table.photos));
    const key = question && `glade:sun-answered:${shot.id}:${state.season}:${question.seen}`;
    this.host.hidden = !question || localStorage.getItem(key) !== null;
    if (this.host.hidden) return;
    const button = (text, side, kind = "") => html("button", { type: "button", class: `button ${kind}`, "data-sun": side,
      onclick: () => this.#answer(key, side) }, text);
    if (question.seen) {
      refill(this.host, html("p", {}, html("strong", {}, SHOWN[question.seen]()), " ", NOTED[state.sun]()),
        html("div", { class: "inline" }, button(_("Use it"), question.seen, "main"), button(_("Leave it"), state.sun)));
    } else {
      refill(this.host, html("p", {}, html("strong", {}, _("The photo does not show clearly where the Sun stands.")), " ", NOTED[state.sun](), " ",
        _("Where does it stand?")),
        html("div", { class: "sides" }, SIDES.map((side) => button(NAMES[side](), side, side === state.sun ? "is-noted" : ""))));
    }
  }

  async #answer(key, side) {
    const body = structuredClone(this.table.documents.table.body);
    const isNew = body.state.sun !== side;
    body.state.sun = side;
    try {
      if (isNew) await this.table.save("table", body, _("Sun"));
    } catch (problem) {
      notice(problem.message || _("That did not work: there is no network."), { warn: true });
      return;
    }
    localStorage.setItem(key, side);
    this.show();
    if (isNew) notice(_("Noted for the whole table."));
  }
}
