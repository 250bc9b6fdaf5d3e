// What the table shares: Evergreen's season, Sun and fertility zone; in a solo game of Evenglow the rows of the Unseen.

import { ask } from "./api.js";
import { table } from "./game.js";
import { notice } from "./notice.js";
import { numberField } from "./numbers.js";
import { page } from "./page_data.js";
import { BIOMES, drawBiome } from "./pieces.js";
import { PLANTS } from "./plants.js";
import { endSeason, isSeasonEntered } from "./season.js";
import { SharedDocument } from "./shared_document.js";
import { keepingFocus, refillChanged } from "./redraw.js";
import { html, refill, svg } from "./svg.js";
import { watchUnsent } from "./unsent.js";
import { _ } from "./words.js";

const $ = (id) => document.getElementById(id);
const mine = new SharedDocument(table, "table");
const state = () => mine.body.state;
const change = (edit, label) => mine.change((body) => edit(body.state), label);

const SIDES = { top: () => _("Top"), right: () => _("Right"), bottom: () => _("Bottom"), left: () => _("Left") };

function segments(name, legend, choices, value, pick) {
  return html("fieldset", { class: `segments${name === "season" ? " narrow" : ""}` }, html("legend", {}, legend), Object.entries(choices).map(([id, label]) =>
    html("label", {}, html("input", { type: "radio", name, value: id, checked: id === String(value), "data-key": `${name}-${id}`, onchange: () => pick(id) }),
      html("span", {}, label))));
}

function cardText(card) {
  if (card.skull) return _("skull");
  if (card.duplicate) return _("duplicate");
  if (card.negative != null) return `−${card.negative}`;
  return `+${card.icons}`;
}

function stack(biome, values) {
  const cards = state().fertility?.[biome] ?? [];
  const modules = state().expansions ?? [];
  const name = BIOMES[biome].name();
  const codeOf = (card) => Object.keys(card)[0] + (Object.values(card)[0] === true ? "" : Object.values(card)[0]);
  const put = (card, label) => html("button", { class: "button card-button", type: "button", "aria-label": `${name}: ${label}`,
    "data-card": codeOf(card), "data-key": `${biome}-${codeOf(card)}`, onclick: () => addCard(biome, card) },
    cardText(card));
  return html("section", { class: `card fertility biome biome-${biome}`, "data-biome": biome },
    html("h3", {}, svg("svg", { viewBox: "-14 -14 28 28", class: "biome-icon", "aria-hidden": "true" }, drawBiome(biome)), name,
      html("output", { class: "total", "aria-label": _("Fertility value") }, values?.[biome]?.value ?? "…")),
    html("ol", { class: "cards-lying" }, cards.map((card, index) => html("li", { class: card.flipped ? "is-flipped" : null },
      html("button", { type: "button", class: "lying", "data-key": `${biome}-lying-${index}`, "aria-label": card.flipped ? _("%(card)s, face down: turn it over", { card: cardText(card) })
        : _("%(card)s: turn it face down", { card: cardText(card) }), onclick: () => change((now) => {
        const one = now.fertility[biome][index];
        if (one.flipped) delete one.flipped;
        else one.flipped = true;
      }) }, cardText(card))))),
    html("div", { class: "inline" }, put({ icons: 1 }, _("a card with 1 icon")), put({ icons: 2 }, _("a card with 2 icons")),
      put({ icons: 3 }, _("a card with 3 icons")), put({ skull: true }, _("a skull: turns the latest card face down")),
      modules.includes("cacti") ? put({ negative: 2 }, _("a card with 2 negative icons")) : [],
      modules.includes("giant-trees") ? put({ duplicate: true }, _("a duplicate card")) : [],
      cards.length ? html("button", { class: "button card-button", type: "button", "aria-label": _("%(biome)s: take the latest card away", { biome: name }),
        "data-card": "away", "data-key": `${biome}-away`, onclick: () => takeCard(biome) }, "⌫") : []));
}

/** A skull turns the most recent card of the stack face down (core game). */
function addCard(biome, card) {
  change((now) => {
    const cards = ((now.fertility ??= {})[biome] ??= []);
    if (card.skull && cards.length) cards.at(-1).flipped = true;
    cards.push({ ...card });
  }, _("fertility"));
}

function takeCard(biome) {
  change((now) => {
    const cards = now.fertility[biome];
    if (cards.pop().skull && cards.length) delete cards.at(-1).flipped;
    if (!cards.length) delete now.fertility[biome];
  }, _("fertility"));
}

let values = null;

async function refresh() {
  if (page.layout.game !== "evergreen") return;
  try {
    values = await ask(`${table.base}/fertility.json`);
    draw();
  } catch { /* shown again when the network is back */ }
}

function draw() {
  if (page.layout.game !== "evergreen") return;
  const now = state();
  keepingFocus(document.body, () => drawParts(now));
}

const stacks = html("div", { class: "stacks" });

function drawParts(now) {
  refillChanged(stacks, Object.keys(BIOMES).map((biome) => stack(biome, values)));
  if (!stacks.isConnected) refill($("zone"), html("div", { class: "stack" }), html("h2", {}, _("Fertility zone")), stacks);
  refillChanged($("zone").firstElementChild,
    segments("season", _("Season"), { 1: "1", 2: "2", 3: "3", 4: "4" }, now.season, (value) => change((s) => { s.season = Number(value); })),
    segments("sun", _("The Sun stands"), Object.fromEntries(Object.entries(SIDES).map(([side, name]) => [side, name()])), now.sun,
      (value) => change((s) => { s.sun = value; })));
  refillChanged($("zone-main"), undoButtons(),
    now.season < 4 ? html("button", { class: "button main", type: "button", id: "end-season", "data-key": "end-season", onclick: finishSeason },
      _("Season %(number)s is over: note the points", { number: now.season }))
      : html("a", { class: "button main", href: `${table.base}/sheet` }, _("Score sheet")));
}

async function finishSeason() {
  if (!await isSeasonEntered(table)) return;
  try {
    await mine.settled();
    await endSeason(table);
    notice(_("Noted. The Sun has moved on."));
  } catch (problem) {
    notice(problem.message || _("That did not work: there is no network."), { warn: true });
  }
}

const undoButtons = () => [["undo", "↶", _("Undo")], ["redo", "↷", _("Redo")]].map(([what, sign, label]) =>
  html("button", { class: "button step", type: "button", "aria-label": label, id: what, "data-key": what, onclick: () => mine[what]().catch((problem) =>
    notice(problem.message, { warn: true })) }, sign));

function drawUnseen() {
  const rows = Object.entries(PLANTS).map(([plant, facts]) => numberField({ id: `unseen-${plant}`, label: facts.name(), steps: false,
    value: state().unseen?.rows?.[plant] ?? null, max: 999, onValue: (value) => change((now) => {
      const rows = ((now.unseen ??= { rows: {} }).rows ??= {});
      if (value === null) delete rows[plant];
      else rows[plant] = value;
    }) }));
  rows.forEach((row, index) => { row.element.dataset.kind = Object.keys(PLANTS)[index]; });
  refill($("zone"), html("p", {}, _("The highest value that is covered in each row of the Solo board:")),
    html("div", { class: "card noted" }, rows.map((row) => row.element)));
  refill($("zone-main"), undoButtons(), html("a", { class: "button main", href: `${table.base}/sheet` }, _("Score sheet")));
  mine.addEventListener("change", () => Object.keys(PLANTS).forEach((plant, index) => rows[index].show(state().unseen?.rows?.[plant] ?? null)));
}

watchUnsent($("unsent"), mine);
if (page.layout.game === "evergreen") {
  mine.addEventListener("change", draw);
  table.addEventListener("change", refresh);
  draw();
  refresh();
} else drawUnseen();
