// A confirmed board from a photograph can teach Glade more about the copy; what was learned from it can be forgotten.

import { ask } from "./api.js";
import { AREA_NAMES } from "./board.js";
import { askPerson } from "./dialog.js";
import { notice } from "./notice.js";
import { page } from "./page_data.js";
import { html, refill } from "./svg.js";
import { _ } from "./words.js";

export class BoardLesson {
  /** @param host where to show it; @param mine the board's document; @param options hasPhoto(), doubtful() */
  constructor(host, table, mine, options) {
    Object.assign(this, { host, table, mine, options, isBusy: false, learned: new Set(page.learned_boards) });
    for (const source of [table, mine]) source.addEventListener("change", () => this.show());
    this.show();
  }

  get canTeach() {
    const { confirmed, mode, photo } = this.mine.body;
    return Boolean(page.can_learn && confirmed && mode === "board" && photo) && this.options.hasPhoto() && !this.options.doubtful().length;
  }

  show() {
    const hasTaught = page.can_learn && this.learned.has(this.mine.body.photo);
    if (this.isBusy) refill(this.host, html("p", { role: "status" }, _("Glade is learning. This may take a minute.")), html("progress", {}));
    else if (hasTaught) {
      refill(this.host, html("p", {}, _("Glade has learned from this board.")),
        html("button", { class: "button", type: "button", id: "forget-board", onclick: () => this.#forget() }, _("Forget it again")));
    } else if (this.canTeach) {
      refill(this.host, html("button", { class: "button", type: "button", id: "learn-board", onclick: () => this.#learn() }, _("Learn from this board")));
    } else refill(this.host);
  }

  /** Right after a board was called final. */
  async offer() {
    if (!this.canTeach || this.learned.has(this.mine.body.photo)) return;
    const answer = await askPerson(_("Learn from this board?"), [["learn", _("Learn from it"), "main"], ["no", _("Not now")]],
      html("p", {}, _("Glade can add these tiles to what it knows of this copy, so that the next photo is read better.")));
    if (answer === "learn") await this.#learn();
  }

  async #learn(agrees = false) {
    const problem = await this.#send("learn", agrees ? { agrees } : {});
    if (problem?.code === "differs-from-photo" && await this.#isSameBoard(problem.facts.spaces)) await this.#learn(true);
    else if (!problem) notice(_("Thank you. Glade has learned from this board."));
    else if (problem.code !== "differs-from-photo") this.#tell(problem);
  }

  /** Clear readings that were changed are either its mistakes, or the board is not the one of the photo any more. */
  async #isSameBoard(differing) {
    const places = Object.entries(differing).map(([area, spaces]) => html("li", {}, `${AREA_NAMES[area]?.() ?? area}: ${spaces.join(", ")}`));
    const answer = await askPerson(_("Does the photo show the board as it is now?"),
      [["same", _("Yes, it was read wrong there")], ["changed", _("No, the board has changed")]],
      html("p", {}, _("On these spaces the photo was clearly read otherwise:")), html("ul", {}, places));
    return answer === "same";
  }

  async #forget() {
    const problem = await this.#send("forget", {});
    if (problem) this.#tell(problem);
    else notice(_("Forgotten. The copy is as it was before this board."));
  }

  async #send(what, json) {
    const { photo } = this.mine.body;
    this.isBusy = true;
    this.show();
    try {
      await this.mine.settled();
      await ask(`${this.table.base}/${what}/${page.player}`, { method: "POST", json });
      if (what === "learn") this.learned.add(photo);
      else this.learned.delete(photo);
      return null;
    } catch (problem) {
      return problem;
    } finally {
      this.isBusy = false;
      this.show();
    }
  }

  #tell(problem) {
    notice(problem.message || _("That did not work: there is no network."), { warn: true });
  }
}
