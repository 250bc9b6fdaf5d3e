// How the game stands as the server's assistant sees it, and the moves of the tracker.
//
// Events: "change" (there is a new standing). Every move is one change on the server, for all phones, and can be undone.

import { ask } from "./api.js";
import { notice } from "./notice.js";
import { _ } from "./words.js";

const PAUSE_MS = 300; // between two questions, so that a busy table does not ask all the time

export class Assist extends EventTarget {
  /**
   * `fetchNow` is the address of the standing, `standing` what the page came with; `concerns(names)` says whether
   * changes of documents with these names matter here.
   */
  constructor(table, fetchNow, standing, concerns = () => true) {
    super();
    this.table = table;
    this.fetchNow = fetchNow;
    this.standing = standing;
    this.touched = null; // the document of the latest move made here, for undo
    this.revision = table.revision;
    this.refreshing = null;
    this.sending = 0; // moves under way: what was ticked or tapped stays on the screen until the server has said something
    table.addEventListener("online", ({ detail }) => { if (detail && this.isStale) this.refresh(); });
    table.addEventListener("change", ({ detail }) => {
      if (table.revision === this.revision) return;
      this.revision = table.revision;
      if (detail.players || concerns(Object.keys(detail.documents ?? {}))) this.refresh();
    });
  }

  /** Ask for the standing again; while an answer is under way only one more is asked for. Resolves after the last one. */
  refresh() {
    if (this.refreshing) this.again = true;
    else this.refreshing = this.#askUntilFresh();
    return this.refreshing;
  }

  async #askUntilFresh() {
    do {
      if (this.again) await new Promise((resolve) => { setTimeout(resolve, PAUSE_MS); });
      this.again = false;
      try {
        this.standing = await ask(this.fetchNow);
        this.isStale = false;
        this.#tell();
      } catch {
        this.isStale = true; // the network's return brings it
      }
    } while (this.again);
    this.refreshing = null;
  }

  /** Make a move. Says what went wrong and resolves to false when it was refused. */
  async act(action, fields = {}) {
    return this.#send(async () => {
      const answer = await ask(`${this.table.base}/assistant/act.json`, { method: "POST", json: { action, ...fields } });
      const names = Object.keys(answer.documents);
      this.touched = names.includes("table") ? "table" : names[0] ?? this.touched;
      this.table.take(answer, false);
    });
  }

  async undo() {
    return this.#send(() => this.table.undo(this.touched ?? "table"));
  }

  async #send(work) {
    this.sending += 1;
    try {
      await work();
      await this.refresh();
      return true;
    } catch (problem) {
      notice(problem.status ? problem.message : _("There is no network: this can wait until it is back."), { warn: true });
      if (problem.status === 409) await this.refresh();
      return false;
    } finally {
      this.sending -= 1;
      this.#tell();
    }
  }

  #tell() {
    if (!this.sending) this.dispatchEvent(new Event("change"));
  }
}

/** The way to a rule and back to this page. */
export function ruleUrl(topic) {
  return `/rules/${topic}?back=${encodeURIComponent(location.pathname)}`;
}
