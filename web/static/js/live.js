// The table's state on this phone: loaded once, then followed. One stream per tab, none while the tab is hidden
// (browsers allow six connections per host), polling where a stream does not get through. Of several tabs or windows
// side by side only the one used last has a stream, for the same reason; the others poll.
//
// Events: "change" after every update (detail: the answer of the server), "conflict" when somebody was faster, "online"
// when the server is lost or found again (detail: whether it is there), "gone" when the game was deleted.

import { Problem, ask } from "./api.js";

const POLL_MS = 2000;
const RETRY_MS = 1500;

export class Table extends EventTarget {
  constructor(base, data) {
    super();
    this.base = base;
    this.revision = -1;
    this.documents = {};
    this.players = null;
    this.photos = {};
    this.game = null;
    this.source = null;
    this.online = true;
    this.hasYielded = false; // another tab of this browser has the stream
    this.tabs = "BroadcastChannel" in window ? new BroadcastChannel("glade-stream") : null;
    if (data) this.take(data);
  }

  // Put an answer of the server into the state. Answers hold states, so an old or repeated one does no harm.
  // The answer to a change of ours is not `complete`: what others did just before it is still to come.
  take(answer, complete = true) {
    for (const [name, document] of Object.entries(answer.documents || {})) {
      const known = this.documents[name];
      if (!known || known.version < document.version) this.documents[name] = document;
    }
    if (complete && answer.revision >= this.revision) {
      if (answer.players) this.players = answer.players;
      if (answer.game) this.game = answer.game;
      for (const photo of answer.photos || []) this.photos[photo.id] = photo;
      this.revision = answer.revision;
    }
    this.dispatchEvent(new CustomEvent("change", { detail: answer }));
  }

  async load() {
    const news = await ask(`${this.base}/changes.json?since=${this.revision}`);
    if (news) this.take(news);
  }

  // Save a document made from the version this phone knows. Throws Problem; on 409 the newer version is taken first.
  async save(name, body, label = "") {
    return this.saveAll([[name, body]], label);
  }

  async saveAll(bodies, label = "") {
    const changes = bodies.map(([name, body]) => ({ document: name, base: this.documents[name].version, body }));
    try {
      this.take(await ask(`${this.base}/edits.json`, { method: "POST", json: label ? { changes, label } : { changes } }), false);
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 409 && problem.facts.current) {
        this.take({ documents: { [problem.facts.document]: problem.facts.current } }, false);
        this.dispatchEvent(new CustomEvent("conflict", { detail: problem }));
      }
      throw problem;
    }
  }

  async undo(name) { this.take(await ask(`${this.base}/undo.json`, { method: "POST", json: name ? { document: name } : {} }), false); }

  async redo(name) { this.take(await ask(`${this.base}/redo.json`, { method: "POST", json: name ? { document: name } : {} }), false); }

  follow() {
    document.addEventListener("visibilitychange", () => this._turn());
    window.addEventListener("focus", () => { if (this.hasYielded) this._turn(); });
    this.tabs?.addEventListener("message", () => this._yield());
    window.addEventListener("online", () => this._turn());
    window.addEventListener("pagehide", () => this._stop());
    window.addEventListener("pageshow", () => this._turn());
    this._turn();
  }

  _turn() {
    this._stop();
    if (document.visibilityState === "visible") this._open();
  }

  _stop() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  _open() {
    if (!("EventSource" in window)) { this._poll(); return; }
    this.hasYielded = false;
    this.tabs?.postMessage("streaming here now");
    this.source = new EventSource(`${this.base}/live?since=${this.revision}`);
    this.source.addEventListener("state", (event) => { this._online(true); this.take(JSON.parse(event.data)); });
    this.source.addEventListener("gone", () => { this._stop(); this.dispatchEvent(new Event("gone")); });
    this.source.addEventListener("open", () => this._online(true));
    this.source.addEventListener("error", () => {
      this._stop(); // our own retry names the revision we have; the browser's would repeat an old address
      this._poll(RETRY_MS);
    });
  }

  _yield() {
    if (document.visibilityState !== "visible") return;
    this._stop();
    this.hasYielded = true;
    this._poll();
  }

  // One question, then a stream again; if the stream is refused (too many phones) this goes on as polling.
  _poll(wait = 0) {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      try {
        await this.load();
        this._online(true);
        if (this.hasYielded) this._poll(POLL_MS);
        else this.timer = setTimeout(() => this._open(), POLL_MS - RETRY_MS);
      } catch (problem) {
        if (problem.status === 404) { this.dispatchEvent(new Event("gone")); return; }
        this._online(false);
        this._poll(POLL_MS);
      }
    }, wait);
  }

  _online(online) {
    if (this.online === online) return;
    this.online = online;
    this.dispatchEvent(new CustomEvent("online", { detail: online }));
  }
}
