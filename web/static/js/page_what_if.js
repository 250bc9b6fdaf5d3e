// What if: a board to try changes on. Nothing is saved until somebody lays it for real; the difference comes from the server.

import { AdvicePanel } from "./advice_panel.js";
import { ask } from "./api.js";
import { BoardEditor } from "./board_editor.js";
import { keyOf } from "./board.js";
import { table } from "./game.js";
import { same } from "./merge.js";
import { notice } from "./notice.js";
import { page } from "./page_data.js";
import { PIECES } from "./pieces.js";
import { PLANTS } from "./plants.js";
import { pointsText, signed } from "./points.js";
import { SharedDocument } from "./shared_document.js";
import { html, refill } from "./svg.js";
import { _ } from "./words.js";

const $ = (id) => document.getElementById(id);
const isEvenglow = page.layout.game === "evenglow";
const mine = new SharedDocument(table, `player:${page.player}`);
const { state } = table.documents.table.body;
const stems = Object.fromEntries(Object.entries(state.tiles ?? {}).map(([plant, tile]) => [plant, tile.stems]));
const kinds = isEvenglow ? Object.keys(PLANTS)
  : Object.keys(PIECES).filter((piece) => !PIECES[piece].module || (state.expansions ?? []).includes(PIECES[piece].module));

let draft = structuredClone(mine.body.board);
let earlier = []; // drafts before each change
let later = [];
let answer = null;
let asked = 0;

const areasOf = (board) => (isEvenglow ? board.gardens ?? {} : { planet: board.planet ?? {} });

/** Spaces on which the draft differs from what lies there. */
function changedKeys() {
  const [before, after] = [areasOf(mine.body.board), areasOf(draft)];
  return Object.keys(page.layout.areas).flatMap((area) => Object.keys(page.layout.areas[area].spaces)
    .filter((space) => !same(before[area]?.[space] ?? null, after[area]?.[space] ?? null))
    .map((space) => keyOf(area, space)));
}

function put(spaces) {
  earlier.push(draft);
  later = [];
  draft = structuredClone(draft);
  for (const [area, space, content] of spaces) {
    const map = isEvenglow ? ((draft.gardens ??= {})[area] ??= {}) : (draft.planet ??= {});
    if (content == null) delete map[space];
    else map[space] = content;
  }
  compare();
}

function step(from, to) {
  if (!from.length) return;
  to.push(draft);
  draft = from.pop();
  compare();
}

const editor = new BoardEditor({ board: $("board"), palette: $("palette") }, page.layout, {
  kinds, stems, tokens: false,
  areas: () => areasOf(draft),
  harvests: () => draft.harvests ?? [],
  view: () => ({ sun: isEvenglow ? null : state.sun, changed: new Set(changedKeys()) }),
  put: (area, space, content) => put([[area, space, content]]),
  undo: () => step(earlier, later),
  redo: () => step(later, earlier),
});

async function compare() {
  editor.show();
  const number = ++asked;
  if (!changedKeys().length) { answer = null; show(); return; }
  try {
    const found = await ask(`${table.base}/assistant/what-if.json`, { method: "POST", json: { player: page.player, board: draft } });
    if (number !== asked) return; // a later change was asked about meanwhile
    answer = found;
  } catch (problem) {
    if (number !== asked) return;
    answer = { problem: problem.status ? problem.message : _("There is no network: this can wait until it is back.") };
  }
  show();
}

function drawLine(line) {
  const why = [...line.gained.map((part) => [part.points, part.why]), ...line.lost.map((part) => [-part.points, _("no longer: %(why)s", { why: part.why })]),
    ...line.fell_short.map((part) => [0, part.why])];
  return html("li", { "data-line": line.id }, html("strong", { class: "change" }, signed(line.points)), html("span", {}, html("strong", {}, line.label),
    html("span", { class: "quiet" }, ` ${pointsText(line.before)} → ${pointsText(line.after)}`),
    html("ul", { class: "plain" }, why.map(([, text]) => html("li", {}, text))),
    html("a", { class: "rule-link", href: `/rules/for/${page.layout.game}?line=${line.id}&back=${encodeURIComponent(location.pathname)}`,
      "aria-label": _("The rule: %(name)s", { name: line.label }) }, "?")));
}

function show() {
  const host = $("difference");
  const count = changedKeys().length;
  if (!count) refill(host, html("p", {}, _("Tap the board and change something: the difference in points shows here.")));
  else if (!answer) refill(host, html("p", {}, "…"));
  else if (answer.problem) refill(host, html("p", { class: "problem" }, answer.problem));
  else {
    const name = table.players.find((player) => player.id === page.player)?.name;
    const column = answer.players.find((one) => one.name === name);
    refill(host,
      html("p", { class: "difference-total" }, html("strong", { class: "change", id: "difference-points" }, signed(column.points)),
        html("span", {}, _("points: %(before)s → %(after)s", { before: pointsText(column.before), after: pointsText(column.after) }))),
      column.lines.length ? html("ul", { class: "difference-lines" }, column.lines.map(drawLine)) : html("p", { class: "quiet" }, _("No line changes.")),
      (answer.spoils ?? []).map((one) => html("p", { class: "problem" }, one.message)),
      (answer.due ?? []).map((one) => html("p", { class: "due-note" }, one.words)));
  }
  const said = answer && !answer.problem ? host.querySelector(".difference-total").textContent : "";
  if (said && $("difference-said").textContent !== said) $("difference-said").textContent = said;
  refill($("palette").querySelector(".palette-main"),
    html("button", { class: "button", type: "button", id: "start-over", disabled: !count, onclick: startOver }, _("Start over")),
    html("button", { class: "button main", type: "button", id: "lay", disabled: !count, onclick: lay }, _("Lay it for real")));
}

function startOver() {
  earlier.push(draft);
  draft = structuredClone(mine.body.board);
  compare();
}

async function lay() {
  const board = structuredClone(draft);
  mine.change((body) => { body.board = board; body.confirmed = false; }, _("tried out first"));
  try {
    await mine.settled();
    location.assign(`${table.base}/assistant`);
  } catch (problem) {
    notice(problem.status ? problem.message : _("There is no network: this can wait until it is back."), { warn: true });
  }
}

/** Somebody changed the board meanwhile: what was not touched here follows. */
mine.addEventListener("change", () => {
  if (!earlier.length) draft = structuredClone(mine.body.board);
  compare();
});

const advice = new AdvicePanel($("advice"), { isEvenglow, table, page, show: put, reset: () => { draft = structuredClone(mine.body.board); } });
table.addEventListener("change", () => { $("advice").hidden = !table.documents.table.body.advice; });
advice.draw();
show();
