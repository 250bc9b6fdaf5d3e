// Editing a board by touch, mouse or keyboard.
//
// Two ways that mix freely: tap a space and then a kind, or take up a kind and tap all its spaces (tapping the kind that
// the chosen space has already takes it up, too). Tapping a tile that lies there already turns it. Keys on a space: letters choose the kind, R turns, Delete empties, Ctrl+Z undoes.

import { Board, fromKey, keyOf, kindOf, nameOf } from "./board.js";
import { PIECES } from "./pieces.js";
import { PLANTS } from "./plants.js";
import { html, refill } from "./svg.js";
import { _ } from "./words.js";

export class BoardEditor extends EventTarget {
  /**
   * @param places    {board, palette}: the elements to draw in
   * @param layout    the layout document
   * @param options   kinds: what can lie there; stems; tokens: whether harvest tokens are in the game;
   *                  areas(): contents by area; harvests(): tokens; view(): what else the drawing shows;
   *                  put(area, space, content): change a space; setHarvests(list); undo(), redo()
   */
  constructor(places, layout, options) {
    super();
    this.options = options;
    this.layout = layout;
    this.brush = null;
    this.selected = null;
    this.collected = [];
    this.board = new Board(places.board, layout, {
      stems: options.stems,
      onTap: (area, space) => this.tap(area, space),
      onKey: (event, area, space) => this.#key(event, area, space),
    });
    this.palette = places.palette;
    this.#makePalette();
    document.addEventListener("keydown", (event) => this.#shortcut(event));
    document.addEventListener("click", (event) => {
      if (this.selected && event.target.closest("main") && !event.target.closest(".space")) this.select(null);
    });
    this.show();
  }

  show() {
    this.board.show({
      areas: this.options.areas(),
      harvests: this.options.harvests?.() ?? [],
      selected: this.selected,
      ...this.options.view?.(),
      ...(this.collected.length ? { lit: new Set(this.collected) } : {}),
    });
    for (const button of this.palette.querySelectorAll("[data-pick]")) {
      const { pick } = button.dataset;
      const shown = this.brush ?? (this.selected && (kindOf(this.#contentOf(this.selected)) ?? "empty"));
      button.setAttribute("aria-pressed", String(pick === this.brush));
      button.classList.toggle("is-here", pick === shown && !this.brush);
    }
  }

  select(area, space) {
    this.selected = area ? keyOf(area, space) : null;
    this.show();
  }

  tap(area, space) {
    const key = keyOf(area, space);
    const here = this.board.content(area, space);
    if (this.brush === "token") this.#tapForToken(area, space);
    else if (this.brush) {
      if (this.brush !== "empty" && kindOf(here) === this.brush) this.turn(area, space);
      else this.put(area, space, this.brush);
    } else if (this.selected === key) {
      if (this.#canTurn(here)) this.turn(area, space);
      else this.select(null);
      return;
    }
    this.selected = this.brush ? null : key;
    this.show();
    this.dispatchEvent(new CustomEvent("select", { detail: this.selected }));
  }

  put(area, space, kind) {
    this.options.put(area, space, this.made(kind));
  }

  turn(area, space) {
    const here = this.board.content(area, space);
    if (!this.#canTurn(here)) return;
    const edges = this.layout.grid === "hex" ? 6 : 4;
    const { stems, ...rest } = here;
    const rotation = here.rotation == null ? 0 : (here.rotation + 1) % edges;
    this.options.put(area, space, { ...rest, rotation });
  }

  #canTurn(content) {
    return content != null && typeof content !== "string" && (Boolean(PLANTS[content.plant]?.stems) || content.rotation != null);
  }

  /** What is laid down for a kind: a tile with stems lies upright at first. */
  made(kind) {
    if (kind === "empty") return null;
    if (this.layout.game === "evergreen") return kind;
    if (this.layout.game === "evenglow") return PLANTS[kind].stems ? { plant: kind, rotation: 0 } : { plant: kind };
    return { plant: kind, rotation: 0 };
  }

  #contentOf(key) {
    return this.board.content(...fromKey(key));
  }

  #pick(pick) {
    const here = this.selected && (kindOf(this.#contentOf(this.selected)) ?? "empty");
    if (this.selected && pick !== "token" && pick !== here) {
      this.put(...fromKey(this.selected), pick);
    } else {
      this.brush = this.brush === pick ? null : pick;
      this.selected = null;
      this.collected = [];
    }
    this.show();
    this.#explain();
  }

  #explain() {
    const hint = this.palette.querySelector(".palette-hint");
    if (this.brush === "token") hint.textContent = _("Tap a harvested formation; tap its token again to take it away.");
    else if (this.brush) hint.textContent = _("Tap the spaces. Tap a tile again to turn it.");
    else hint.textContent = _("Tap a space, then what lies there.");
    if (this.brush && this.layout.grid !== "hex") hint.textContent = _("Tap the spaces.");
  }

  /** A token covers a whole group of one plant if it has the right size; in a larger group each tile is tapped. */
  #tapForToken(area, space) {
    const harvests = this.options.harvests();
    const lying = harvests.find((harvest) => harvest.garden === area && harvest.spaces.includes(space));
    if (lying && !this.collected.length) {
      this.options.setHarvests(harvests.filter((harvest) => harvest !== lying));
      return;
    }
    const plant = kindOf(this.board.content(area, space));
    const facts = PLANTS[plant];
    if (!facts?.harvest) {
      this.#say(_("Only Lion's Mane, Mandrake and Elderberries are harvested."));
      return;
    }
    const geometry = this.board.geometry(area);
    const group = geometry.group(space, (other) => kindOf(this.board.content(area, other)) === plant);
    if (group.length <= facts.setSize && !this.collected.length) {
      if (group.length < facts.setSize) {
        this.#say(_("%(plant)s is harvested in sets of exactly %(size)s; here are %(count)s.",
          { plant: facts.name(), size: facts.setSize, count: group.length }));
        return;
      }
      this.options.setHarvests([...harvests, { garden: area, spaces: group }]);
      return;
    }
    const key = keyOf(area, space);
    const others = this.collected.filter((one) => one !== key && fromKey(one)[0] === area
      && kindOf(this.#contentOf(one)) === plant);
    this.collected = this.collected.includes(key) ? others : [...others, key];
    if (this.collected.length === facts.setSize) {
      const spaces = this.collected.map((one) => fromKey(one)[1]);
      this.collected = [];
      this.options.setHarvests([...harvests, { garden: area, spaces }]);
    } else {
      this.#say(_("Tap the %(size)s tiles under the token: %(count)s so far.",
        { size: facts.setSize, count: this.collected.length }));
    }
  }

  #say(text) {
    this.palette.querySelector(".palette-hint").textContent = text;
  }

  #makePalette() {
    const kinds = this.options.kinds.map((kind) => {
      const content = this.made(kind);
      const button = html("button", { class: "pick", type: "button", "data-pick": kind, "aria-pressed": "false",
        onclick: () => this.#pick(kind) }, this.board.portrait(content), html("span", {}, nameOf(content)));
      return button;
    });
    const empty = html("button", { class: "pick", type: "button", "data-pick": "empty", "aria-pressed": "false",
      onclick: () => this.#pick("empty") }, this.board.portrait(null), html("span", {}, _("Empty")));
    const token = this.options.tokens && html("button", { class: "pick", type: "button", "data-pick": "token",
      "aria-pressed": "false", onclick: () => this.#pick("token") },
      html("span", { class: "token-sign", "aria-hidden": "true" }), html("span", {}, _("Harvest token")));
    const step = (name, sign, label) => html("button", { class: "button step", type: "button", "aria-label": label,
      "data-step": name, onclick: () => this.options[name]() }, sign);
    refill(this.palette,
      html("p", { class: "palette-hint", role: "status" }),
      html("div", { class: "palette-kinds", role: "group", "aria-label": _("What lies there") }, kinds, empty, token || []),
      html("div", { class: "palette-steps" }, step("undo", "↶", _("Undo")), step("redo", "↷", _("Redo")),
        html("button", { class: "button step", type: "button", "aria-label": _("Turn the tile"), "data-step": "turn",
          onclick: () => this.selected && this.turn(...fromKey(this.selected)), hidden: this.layout.grid !== "hex" }, "⟳")),
      html("div", { class: "palette-main" }));
    this.#explain();
  }

  #key(event, area, space) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (event.key === "Delete" || event.key === "Backspace") this.put(area, space, "empty");
    else if (key === "r") this.turn(area, space);
    else if (event.key === "Escape") { this.brush = null; this.select(null); this.#explain(); }
    else {
      const match = this.options.kinds.filter((kind) => letterOf(kind).toLowerCase().startsWith(key));
      if (!match.length || event.key.length !== 1) return;
      const exact = match.find((kind) => letterOf(kind) === event.key);
      const now = kindOf(this.board.content(area, space));
      const next = exact && now !== exact ? exact : match[(match.indexOf(now) + 1) % match.length];
      this.put(area, space, next);
    }
    event.preventDefault();
  }

  #shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest?.("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    const isRedo = key === "y" || (key === "z" && event.shiftKey);
    if (!isRedo && key !== "z") return;
    event.preventDefault();
    this.options[isRedo ? "redo" : "undo"]();
  }
}

function letterOf(kind) {
  return (PLANTS[kind] ?? PIECES[kind])?.letter ?? kind.slice(0, 1);
}
