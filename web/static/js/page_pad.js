// The plain pad of one player: each line typed as on paper, with the running total.

import { fillCards } from "./cards.js";
import { table } from "./game.js";
import { numberField } from "./numbers.js";
import { page } from "./page_data.js";
import { SharedDocument } from "./shared_document.js";
import { html, refill } from "./svg.js";
import { watchUnsent } from "./unsent.js";
import { _ } from "./words.js";

const $ = (id) => document.getElementById(id);
const mine = new SharedDocument(table, `player:${page.player}`);
const points = (line) => mine.body.pad[line.id] ?? null;

const rows = page.lines.map((line) => {
  const field = numberField({
    id: `line-${line.id}`, label: line.label, value: points(line), min: line.negative ? -9999 : 0,
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

const cards = page.layout.game === "evenglow"
  ? fillCards($("cards"), { game: "evenglow", variant: page.variant, document: mine, shared: () => table.documents.table.body.state })
  : { show() {} };
$("cards").hidden = page.layout.game !== "evenglow" || page.variant === "family";

function show() {
  rows.forEach(({ line, field }) => field.show(points(line)));
  cards.show();
  const missing = page.lines.filter((line) => points(line) === null).length;
  const total = page.lines.reduce((sum, line) => sum + (points(line) ?? 0), 0);
  $("pad-total").textContent = total;
  $("pad-missing").textContent = missing === 0 ? _("all lines filled in")
    : missing === 1 ? _("1 line still empty") : _("%(num)d lines still empty", { num: missing });
  $("mode-note").hidden = mine.body.mode === "pad";
  const main = mine.body.confirmed
    ? html("a", { class: "button main", id: "to-sheet", href: `${table.base}/sheet` }, _("Final ✓ Score sheet"))
    : html("button", { class: "button main", id: "confirm", type: "button", disabled: missing > 0,
      onclick: () => mine.change((body) => { body.mode = "pad"; body.confirmed = true; }, _("final")) }, _("These points are final"));
  refill($("pad-main"), html("button", { class: "button step", type: "button", "aria-label": _("Undo"), id: "undo", onclick: () => mine.undo().catch(() => {}) }, "↶"),
    html("button", { class: "button step", type: "button", "aria-label": _("Redo"), id: "redo", onclick: () => mine.redo().catch(() => {}) }, "↷"),
    mine.body.confirmed ? [] : html("a", { class: "button", href: `${table.base}/sheet` }, _("Score sheet")), main);
}

$("use-pad").addEventListener("click", () => mine.change((body) => { body.mode = "pad"; }));
mine.addEventListener("change", show);
watchUnsent($("unsent"), mine);
show();
