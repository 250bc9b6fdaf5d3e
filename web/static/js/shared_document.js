// One document of the table as this phone edits it: changes show at once, are sent in order, survive a reload and a
// lost network, and never overwrite what somebody else did without saying so.
//
// Events: "change" (the body is another one), "sent" (nothing is waiting any more), "waiting" (something is not sent yet),
//         "merged" (detail: who; both changes are in), "clash" (detail: {who, paths, mine}; theirs was kept).

import { Problem } from "./api.js";
import { merge, same } from "./merge.js";

const RETRY_MS = 3000;
const MOST_STEPS = 12; // of a long time without the network, the older changes go together

export class SharedDocument extends EventTarget {
  constructor(table, name) {
    super();
    this.table = table;
    this.name = name;
    this.key = `glade:unsent:${table.base}:${name}`;
    const known = table.documents[name];
    this.base = known; // what the server had when the local changes began
    this.body = known.body;
    this.steps = []; // the bodies before each change that is not sent yet; each goes as an edit of its own, to be undone alone
    this.undone = [];
    this.sending = false;
    this.problem = null;
    table.addEventListener("change", () => this.#follow());
    table.addEventListener("online", (event) => event.detail && this.#send());
    window.addEventListener("online", () => this.#send());
    this.#restore();
  }

  get isWaiting() {
    return this.body !== this.base.body;
  }

  /** Make a change: `edit` gets a copy of the body to work on, or returns another body. */
  change(edit, label = "") {
    const copy = structuredClone(this.body);
    const next = edit(copy) ?? copy;
    if (same(next, this.body)) return;
    this.steps.push(this.body);
    if (this.steps.length > MOST_STEPS) this.steps.splice(1, 1);
    this.undone = [];
    this.label = label;
    this.#set(next);
    this.#send();
  }

  /** Take back: what is not sent yet is taken back here, else the latest change on the server. */
  async undo() {
    if (this.isWaiting && this.steps.length > (this.sending ? 1 : 0)) {
      this.undone.push(this.body);
      const before = this.steps.pop();
      this.#set(this.steps.length ? before : this.base.body);
      if (!this.isWaiting) this.#sent();
      return;
    }
    await this.settled();
    await this.table.undo(this.name);
  }

  async redo() {
    if (this.undone.length) {
      const next = this.undone.pop();
      this.steps.push(this.body);
      this.#set(next);
      this.#send();
      return;
    }
    await this.settled();
    await this.table.redo(this.name);
  }

  /** Resolves when nothing is waiting; rejects when the network or the server says no. */
  settled() {
    if (!this.isWaiting) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const done = () => { this.removeEventListener("sent", done); this.removeEventListener("waiting", failed); resolve(); };
      const failed = () => { this.removeEventListener("sent", done); this.removeEventListener("waiting", failed);
        reject(this.problem ?? new Problem({ code: "offline" })); };
      this.addEventListener("sent", done);
      this.addEventListener("waiting", failed);
      this.#send();
    });
  }

  /** After a clash: put our values over theirs after all. */
  insist(mine, paths) {
    this.change((body) => {
      for (const path of paths) {
        const last = path.at(-1);
        const from = path.slice(0, -1).reduce((value, key) => value?.[key], mine);
        const to = path.slice(0, -1).reduce((value, key) => (value[key] ??= {}), body);
        if (from?.[last] === undefined) delete to[last];
        else to[last] = from[last];
      }
    });
  }

  #set(body) {
    this.body = body;
    this.#keep();
    this.dispatchEvent(new Event("change"));
  }

  #keep() {
    try {
      if (this.isWaiting) localStorage.setItem(this.key, JSON.stringify({ base: this.base, body: this.body }));
      else localStorage.removeItem(this.key);
    } catch { /* private mode: the change lives as long as the page */ }
  }

  #restore() {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(this.key) || "null"); } catch { /* nothing was kept */ }
    if (!kept) return;
    const now = this.base;
    this.base = kept.base;
    this.body = kept.body;
    this.steps = [kept.base.body];
    if (kept.base.version === now.version) this.base = { ...now };
    else this.#take(now);
    queueMicrotask(() => {
      this.dispatchEvent(new Event("change"));
      this.#send();
    });
  }

  /** The table knows a newer version than the one our changes started from. */
  #follow() {
    const now = this.table.documents[this.name];
    if (!now || now.version === this.base.version || this.sending) return;
    this.#take(now);
    this.dispatchEvent(new Event("change"));
    if (this.isWaiting) this.#send();
  }

  #take(now) {
    if (!this.isWaiting) {
      this.base = now;
      this.body = now.body;
      return;
    }
    const mine = this.body;
    if (same(mine, now.body)) { // it had arrived, only the answer had not
      this.base = now;
      this.body = now.body;
      this.steps = [];
      this.#keep();
      return;
    }
    const { merged, clashes } = merge(this.base.body, mine, now.body);
    this.base = now;
    this.body = same(merged, now.body) ? now.body : merged;
    this.steps = this.isWaiting ? [this.base.body] : [];
    this.#keep();
    const who = now.changed_by;
    queueMicrotask(() => this.dispatchEvent(clashes.length
      ? new CustomEvent("clash", { detail: { who, paths: clashes, mine } })
      : new CustomEvent("merged", { detail: { who } })));
  }

  async #send() {
    if (this.sending || !this.isWaiting) return;
    clearTimeout(this.timer);
    this.sending = true;
    const sent = this.steps.length > 1 ? this.steps[1] : this.body;
    try {
      await this.table.save(this.name, sent, this.label);
      this.problem = null;
      const now = this.table.documents[this.name];
      this.steps.shift();
      if (this.body === sent) {
        this.base = now;
        this.body = now.body;
        this.steps = [];
      } else {
        // The version after ours is what we sent, as the server writes it down. Anything later is somebody else's, so quick
        // that it came before our answer: what still waits here must not undo it.
        const isOurs = now.version === this.base.version + 1;
        this.base = { ...now, body: sent };
        if (!isOurs && !same(now.body, sent)) this.#take(now);
      }
    } catch (problem) {
      this.problem = problem;
      if (problem.status === 409 && this.table.documents[this.name].version !== this.base.version) {
        this.#take(this.table.documents[this.name]);
        this.problem = null;
      }
    }
    this.sending = false;
    this.#keep();
    if (!this.isWaiting) this.#sent();
    else if (!this.problem) this.#send();
    else {
      this.dispatchEvent(new Event("waiting"));
      if (!this.problem.status || this.problem.status >= 500 || this.problem.status === 429) {
        this.timer = setTimeout(() => this.#send(), RETRY_MS);
      }
    }
    this.dispatchEvent(new Event("change"));
  }

  #sent() {
    this.dispatchEvent(new Event("sent"));
  }
}
