// The plain pad of one player: each line typed as on paper, with the running total.

import { table } from "./game.js";
import { numberField } from "./numbers.js";
import { page } from "./page_data.js";
import { SharedDocument } from "./shared_document.js";
import { keepingFocus, refillChanged } from "./redraw.js";
import { html, refill } from "./svg.js";
import { watchUnsent } from "./unsent.js";
import { _ } from "./words.js";

const $ = (id) => document.getElementById(id);
const mine = new SharedDocument(table, `player:${page.player}`);
const points = (line) => mine.body.pad[line.id] ?? null;

const rows = page.lines.map((line) => {
  const field = numberField({
    id: `line-${line.id}`, label: line.label, value: points(line), min: line.negative ? -999 : 0, max: 999,
    onValue: (value) => mine.change((body) => {
      body.pad[line.id] = value;
      body.mode = "pad";
      body.confirmed = false;
    }, line.label),
  });
  field.element.classList.add("pad-line");
  field.element.dataset.line = line.id;
  return { line, field };
});
refill($("pad"), rows.map(({ field }) => field.element));

// For a tie: how many Potion cards, and how many of them unused.
const hasCards = page.layout.game === "evenglow" && page.variant !== "family";
const cards = (hasCards ? [["potion-cards", _("All Potion cards")], ["unused-potions", _("Unused Potion cards")]] : []).map(([id, label]) => {
  const field = numberField({ id: `line-${id}`, label, value: mine.body.pad[id] ?? null, max: 30, steps: true,
    onValue: (value) => mine.change((body) => { body.pad[id] = value; body.confirmed = false; }, label) });
  return { id, field };
});
if (hasCards) {
  refill($("cards"), html("h2", {}, _("For a tie")), html("div", { class: "noted" }, cards.map(({ field }) => field.element)));
}
$("cards").hidden = !hasCards;

function show() {
  rows.forEach(({ line, field }) => field.show(points(line)));
  cards.forEach(({ id, field }) => field.show(mine.body.pad[id] ?? null));
  const missing = page.lines.filter((line) => points(line) === null).length;
  const total = page.lines.reduce((sum, line) => sum + (points(line) ?? 0), 0);
  $("pad-total").textContent = total;
  $("pad-missing").textContent = missing === 0 ? _("all lines filled in")
    : missing === 1 ? _("1 line still empty") : _("%(num)d lines still empty", { num: missing });
  $("mode-note").hidden = mine.body.mode === "pad";
  const main = mine.body.confirmed
    ? html("a", { class: "button main", id: "to-sheet", "data-key": "main", href: `${table.base}/sheet` }, _("Final ✓ Score sheet"))
    : html("button", { class: "button main", id: "confirm", "data-key": "main", type: "button", disabled: missing > 0,
      onclick: () => mine.change((body) => { body.mode = "pad"; body.confirmed = true; }, _("final")) }, _("These points are final"));
  keepingFocus($("pad-main"), () => refillChanged($("pad-main"), html("button", { class: "button step", type: "button", "aria-label": _("Undo"), id: "undo", "data-key": "undo", onclick: () => mine.undo().catch(() => {}) }, "↶"),
    html("button", { class: "button step", type: "button", "aria-label": _("Redo"), id: "redo", "data-key": "redo", onclick: () => mine.redo().catch(() => {}) }, "↷"),
    mine.body.confirmed ? [] : html("a", { class: "button", href: `${table.base}/sheet`, "data-key": "sheet" }, _("Score sheet")), main));
}

$("use-pad").addEventListener("click", () => mine.change((body) => { body.mode = "pad"; }));
mine.addEventListener("change", show);
watchUnsent($("unsent"), mine);
show();
