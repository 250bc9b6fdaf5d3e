// The layout editor: add, move, renumber and remove spaces, set biomes. A gap between spaces of a planet is a ravine.

import { ask } from "./api.js";
import { Board, keyOf } from "./board.js";
import { askPerson } from "./dialog.js";
import { AreaGeometry, gridOf } from "./grids.js";
import { notice } from "./notice.js";
import { page } from "./page_data.js";
import { BIOMES } from "./pieces.js";
import { html, refill } from "./svg.js";
import { _ } from "./words.js";

const $ = (id) => document.getElementById(id);
let layout = page.layout;
let { version } = page;
let tool = "number";
let biome = "meadow";
let moving = null; // [area, space]
let next = null; // the number that the next tap gives, while counting
const past = [];
const future = [];
const isEvergreen = layout.game === "evergreen";

const TOOLS = {
  number: () => _("Number"), add: () => _("Add"), move: () => _("Move"), remove: () => isEvergreen ? _("Ravine or none") : _("Remove"),
  ...(isEvergreen ? { biome: () => _("Biome") } : {}),
};
const HINTS = {
  number: () => next === null ? _("Tap a space to give it another name.") : _("Tap the space that has number %(next)s.", { next }),
  add: () => _("Tap where a space is missing."),
  move: () => moving ? _("Tap where space %(space)s belongs.", { space: moving[1] }) : _("Tap the space to move."),
  remove: () => isEvergreen ? _("Tap a space where nothing grows: a gap between spaces is a ravine.") : _("Tap a space that the board does not have."),
  biome: () => _("Choose a biome, then tap its spaces."),
};

function change(edit) {
  past.push(layout);
  future.length = 0;
  layout = structuredClone(layout);
  edit(layout);
  draw();
}

/** The areas that a change of `area` concerns. */
const touched = (area) => ($("both")?.checked ? Object.keys(layout.areas) : [area]);
const axes = gridOf(layout).axes;
const cellOf = (spaces, space) => axes.map((axis) => spaces[space][axis]).join();
const put = (spaces, name, cell) => { spaces[name] = { ...(spaces[name] ?? {}), [axes[0]]: cell[0], [axes[1]]: cell[1] }; };

/** Cells around the spaces where another one could lie. */
function freeCells(area) {
  const geometry = new AreaGeometry(layout, area);
  const free = new Map();
  for (const space of geometry.names) {
    for (const [da, db] of geometry.grid.steps) {
      const [a, b] = geometry.cell(space);
      const cell = [a + da, b + db];
      if (!geometry.byCell.has(String(cell))) free.set(String(cell), cell);
    }
  }
  return [...free.values()];
}

function draw() {
  const shown = structuredClone(layout);
  const ghosts = new Map();
  if (tool === "add" || (tool === "move" && moving)) {
    for (const area of Object.keys(layout.areas)) {
      for (const cell of freeCells(area)) {
        const name = `+${cell}`;
        put(shown.areas[area].spaces, name, cell);
        ghosts.set(keyOf(area, name), cell);
      }
    }
  }
  const board = new Board($("board"), shown, { onTap: (area, space) => tap(area, space, ghosts.get(keyOf(area, space))) });
  board.show({ areas: {}, selected: moving && keyOf(...moving) });
  for (const [key] of ghosts) {
    const [area, name] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
    const group = board.element(area, name);
    group.classList.add("is-ghost");
    group.setAttribute("aria-label", _("a space here"));
    group.querySelector(".space-name").textContent = "+";
  }
  drawTools();
}

async function tap(area, space, free) {
  if (tool === "add" && free) {
    change((now) => {
      for (const name of touched(area)) {
        const { spaces } = now.areas[name];
        if (Object.keys(spaces).some((one) => cellOf(spaces, one) === free.join())) continue;
        const fresh = freshName(spaces, free);
        put(spaces, fresh, free);
        if (isEvergreen) spaces[fresh].biome = biome;
      }
    });
  } else if (tool === "move") {
    if (!moving) { moving = [area, space]; draw(); return; }
    const [from, name] = moving;
    moving = null;
    if (free && from === area) change((now) => touched(area).forEach((one) => now.areas[one].spaces[name] && put(now.areas[one].spaces, name, free)));
    else draw();
  } else if (tool === "remove") {
    change((now) => touched(area).forEach((one) => { if (Object.keys(now.areas[one].spaces).length > 1) delete now.areas[one].spaces[space]; }));
  } else if (tool === "biome") {
    change((now) => { now.areas[area].spaces[space].biome = biome; });
  } else if (next !== null) {
    const number = String(next);
    next += 1;
    change((now) => touched(area).forEach((one) => rename(now.areas[one], space, number)));
  } else {
    const input = html("input", { id: "new-name", value: space, maxlength: 20, autocomplete: "off" });
    const answer = await askPerson(_("Name of this space"), [["name", _("Rename"), "main"], ["count", _("Count on from here")]],
      html("label", { for: "new-name" }, _("Name or number, as printed")), input);
    const name = input.value.trim();
    if (!answer || !name) return;
    change((now) => touched(area).forEach((one) => rename(now.areas[one], space, name)));
    if (answer === "count" && /^\d+$/.test(name)) { next = Number(name) + 1; draw(); }
  }
}

/** Another name for a space; who had that name takes the old one. */
function rename(area, from, to) {
  if (from === to || !(from in area.spaces)) return;
  area.spaces = Object.fromEntries(Object.entries(area.spaces).map(([name, space]) =>
    [name === from ? to : name === to ? from : name, space]));
}

function freshName(spaces, [a, b]) {
  if (isEvergreen) {
    const map = a >= 0 && a < 26 ? `${String.fromCharCode(97 + a)}${b + 1}` : "";
    if (map && !(map in spaces)) return map;
  }
  const numbers = Object.keys(spaces).map(Number).filter((n) => n > 0);
  return String(Math.max(0, ...numbers) + 1);
}

function drawTools() {
  const pick = (id, label) => html("button", { class: "pick", type: "button", "aria-pressed": String(tool === id), "data-tool": id,
    onclick: () => { tool = id; moving = null; next = null; draw(); } }, label);
  const biomes = tool === "biome" || (tool === "add" && isEvergreen) ? html("div", { class: "palette-kinds", role: "group", "aria-label": _("Biome") },
    Object.entries(BIOMES).map(([id, facts]) => html("button", { class: `pick biome-pick biome-${id}`, type: "button", "aria-pressed": String(biome === id),
      onclick: () => { biome = id; drawTools(); } }, facts.name()))) : [];
  refill($("tools"), html("p", { class: "palette-hint", role: "status" }, HINTS[tool]()),
    html("div", { class: "palette-steps" },
      html("button", { class: "button step", type: "button", "aria-label": _("Undo"), disabled: !past.length, onclick: () => { future.push(layout); layout = past.pop(); draw(); } }, "↶"),
      html("button", { class: "button step", type: "button", "aria-label": _("Redo"), disabled: !future.length, onclick: () => { past.push(layout); layout = future.pop(); draw(); } }, "↷")),
    html("div", { class: "palette-kinds layout-tools", role: "group", "aria-label": _("Tools") }, Object.entries(TOOLS).map(([id, label]) => pick(id, label()))),
    html("div", { class: "layout-biomes" }, biomes),
    html("div", { class: "palette-main" }, html("button", { class: "button main", type: "button", id: "save", onclick: save }, _("Save the layout"))));
}

async function save() {
  const id = $("layout-id").value.trim();
  const body = { ...layout, id, verified: $("verified").checked };
  const isNew = id !== page.layout.id;
  try {
    const answer = await ask("/layouts/save.json", { method: "POST", json: body, headers: { "X-Base-Version": isNew ? "" : version } });
    if (isNew) { location.assign(`/layouts/${encodeURIComponent(answer.id)}`); return; }
    ({ version } = answer);
    layout = body;
    notice(_("Saved."));
  } catch (problem) {
    notice(problem.message || _("There is no network."), { warn: true, stay: true });
  }
}

$("verified").checked = Boolean(layout.verified);
draw();
