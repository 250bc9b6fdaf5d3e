// The end of a season on one planet: every step in its order, drawn, checked, and corrected where the table sees it otherwise.

import { Assist } from "./assist.js";
import { once, ruleLink, undoButton } from "./assist_parts.js";
import { Board, keyOf, nameOf } from "./board.js";
import { table } from "./game.js";
import { listed } from "./lists.js";
import { page } from "./page_data.js";
import { signed } from "./points.js";
import { keepingFocus } from "./redraw.js";
import { html, refill } from "./svg.js";
import { _ } from "./words.js";

const $ = (id) => document.getElementById(id);
const SHOWS_LIGHT = ["pines", "cacti", "light", "mushrooms"];
const assist = new Assist(table, `${table.base}/assistant/season/${page.player}.json`, page.season);
let open = null; // the id of the step that is shown
let marked = null; // the spaces of a correction that is being made
let board = null;

const steps = () => assist.standing.steps;
const current = () => steps().find((step) => step.id === open) ?? steps()[0];

function tap(space) {
  const step = current();
  if (!marked || !step.choices.includes(space)) return;
  if (marked.has(space)) marked.delete(space);
  else marked.add(space);
  show();
}

function drawBoard(step) {
  const spaces = marked ? [...marked] : step.spaces;
  const view = { areas: { planet: step.pieces }, sun: step.id === "sun" ? assist.standing.next_sun : assist.standing.sun };
  if (SHOWS_LIGHT.includes(step.id)) Object.assign(view, { showLight: true, dark: step.casters });
  if (step.id === "forest") view.forest = spaces;
  else if (step.id in HAPPENS && spaces.length) view.changed = new Set(spaces.map((space) => keyOf("planet", space)));
  board.show(view);
}

const HAPPENS = {
  pines: () => _("grows"), cacti: () => _("dies"), light: () => _("dark"), mushrooms: () => _("becomes double"), fertility: () => _("scores"),
};


/** Why it happens where it happens: who stands in whose shadow. */
function reasons(step) {
  if (step.id === "light") {
    return [...step.line.parts.map((part) => html("li", {}, html("strong", {}, signed(part.points)), ` ${part.why} (${part.spaces.join(", ")})`)),
      ...step.line.misses.map((part) => html("li", { class: "quiet" }, `${part.why} (${part.spaces.join(", ")})`))];
  }
  if (step.line) return step.line.parts.map((part) => html("li", {}, html("strong", {}, signed(part.points)), ` ${part.why} (${part.spaces.join(", ")})`));
  if (!(step.id in HAPPENS)) return [];
  return step.spaces.map((space) => html("li", {}, `${nameOf(step.pieces[space])} ${space} ${HAPPENS[step.id]()}`,
    step.casters[space]?.length ? `: ${_("in the shadow of %(spaces)s", { spaces: listed(step.casters[space]) })}` : ""));
}

function drawStep(step, index) {
  const isOpen = step === current();
  const title = html("button", { class: "guided-title", type: "button", "aria-expanded": String(isOpen), "data-key": `open-${step.id}`,
    onclick: () => { open = step.id; marked = null; show(); bringUp(); } },
  html("span", { class: "guided-number", "aria-hidden": "true" }, step.done ? "✓" : String(index + 1)),
  html("span", {}, step.words, step.done ? html("span", { class: "hidden" }, ` (${_("checked")})`) : ""),
  step.is_corrected ? html("span", { class: "badge" }, _("corrected")) : []);
  return html("li", { class: `guided-step${isOpen ? " is-open" : ""}${step.done ? " is-done" : ""}`, "data-step": step.id }, title,
    isOpen ? html("div", { class: "guided-body" }, html("ul", { class: "plain" }, reasons(step)), drawButtons(step)) : []);
}

function drawButtons(step) {
  if (assist.standing.phase !== "season-end") return html("p", { class: "quiet" }, _("A look ahead: the season is not over yet."));
  if (marked) {
    return html("div", { class: "inline" }, html("p", { class: "quiet" }, _("Tap the spaces on the planet where it happens.")),
      html("button", { class: "button main", type: "button", "data-key": "keep", onclick: once(() => correct([...marked])) }, _("Keep this correction")),
      html("button", { class: "button", type: "button", "data-key": "leave", onclick: () => { marked = null; show(); focusOn(`correct-${step.id}`); } }, _("Leave it")));
  }
  return html("div", { class: "inline" },
    html("button", { class: "button", type: "button", "data-key": `check-${step.id}`, "aria-pressed": String(step.done),
      onclick: once(() => check(step)) }, step.done ? _("Checked ✓") : _("That is right")),
    step.can_be_corrected && step.choices.length ? html("button", { class: "button", type: "button", "data-key": `correct-${step.id}`,
      onclick: () => { marked = new Set(step.spaces); show(); $("board").scrollIntoView({ block: "start" }); focusOn("keep"); } }, _("Correct")) : [],
    step.is_corrected ? html("button", { class: "button", type: "button", "data-key": `back-${step.id}`, onclick: once(() => correct(null)) },
      _("As Glade sees it")) : [],
    ruleLink(step.topic, step.words));
}

const focusOn = (key) => document.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });

/** The open step comes to where it can be read, below the planet. */
function bringUp() {
  document.querySelector(".guided-step.is-open")?.scrollIntoView({ block: matchMedia("(max-width: 899px)").matches ? "start" : "nearest" });
}

async function check(step) {
  const done = !step.done;
  if (!await assist.act("check", { player: page.player, step: step.id, done })) return;
  if (done) open = steps()[steps().findIndex((one) => one.id === step.id) + 1]?.id ?? step.id;
  show();
  bringUp();
  if (done) focusOn(`open-${open}`);
}

async function correct(spaces) {
  const { id } = current();
  if (await assist.act("correct", { player: page.player, step: id, spaces })) marked = null;
  show();
  if (!marked) focusOn(`correct-${id}`);
}

function show() {
  if (assist.standing.problem) {
    refill($("steps"), html("li", { class: "problem" }, assist.standing.problem));
    return;
  }
  $("season-title").textContent = _("End of season %(season)s", assist.standing);
  if (!board || Boolean(board.onTap) !== Boolean(marked)) { // a picture to look at, but for a correction
    board = new Board($("board"), page.layout, marked ? { onTap: (_area, space) => tap(space) } : {});
    $("board").classList.toggle("is-marking", Boolean(marked));
  }
  open ??= steps().find((step) => !step.done)?.id ?? steps()[0].id;
  drawBoard(current());
  keepingFocus(document.body, () => {
    refill($("steps"), steps().map(drawStep));
    refill($("season-main"), undoButton(assist), html("a", { class: "button main", href: `${table.base}/assistant`, "data-key": "main" },
      _("Light %(light)s, forest %(forest)s · back", assist.standing)));
  });
}

assist.addEventListener("change", show);
show();
