// The score sheet: tap a number, and the spaces that made it light up on the board and on the photograph, with the reason.

import { AREA_NAMES, Board, fromKey, keyOf } from "./board.js";
import { table } from "./game.js";
import { boardPicture } from "./miniature.js";
import { notice } from "./notice.js";
import { PhotoMap } from "./photo_map.js";
import { drawOverlay } from "./photo_overlay.js";
import { pointsText } from "./points.js";
import { keepingFocus } from "./redraw.js";
import { html, refill } from "./svg.js";
import { _ } from "./words.js";

const $ = (id) => document.getElementById(id);
let page = JSON.parse($("page-data").textContent);
let open = null; // {player, line} or {warning}
let revision = Number($("sheet").dataset.revision); // of what the page shows; the table may know more by now

$("sheet-place").addEventListener("click", (event) => {
  const points = event.target.closest(".points");
  const warning = event.target.closest("[data-warning]");
  if (points) explain({ player: Number(points.dataset.player), line: points.dataset.line });
  else if (warning) explain({ warning: Number(warning.dataset.warning) });
});

function explain(what) {
  open = what;
  show();
  $("why").focus({ preventScroll: true }); // with the keyboard the reasons come next, not the rest of the table
  $("why").scrollTop = 0;
}

/** Back to the table, to the number whose reasons were shown. */
function close() {
  const from = document.querySelector('.points[aria-expanded="true"]');
  open = null;
  show();
  from?.focus({ preventScroll: true });
}

$("why").addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });

function show() {
  for (const cell of document.querySelectorAll(".points")) {
    const isOpen = open && Number(cell.dataset.player) === open.player && cell.dataset.line === open.line;
    cell.setAttribute("aria-expanded", String(Boolean(isOpen)));
    cell.closest("td").classList.toggle("is-open", Boolean(isOpen));
  }
  $("why").hidden = !open;
  if (open) draw();
}

function draw() {
  const { sheet } = page;
  const warning = open.warning === undefined ? null : sheet?.warnings[open.warning];
  const index = warning ? sheet.players.findIndex((one) => one.name === warning.player) : open.player;
  const column = sheet?.players[index];
  const line = column?.lines.find((one) => one.id === open.line);
  if (!warning && !line) { open = null; $("why").hidden = true; return; }
  const player = table.players.find((one) => one.name === column?.name);
  const parts = warning ? [] : [...line.parts, ...line.misses];
  const marked = warning ? [warning] : parts;
  const chosen = open.part == null ? null : parts[open.part];
  const lit = new Set((chosen ? [chosen] : warning ? marked : line.parts).flatMap((part) => spacesOf(part)));
  const board = html("div", {});
  const picture = html("div", { class: "why-photo" });
  const label = document.querySelector(`tr[data-line="${CSS.escape(open.line ?? "")}"] .line-label`)?.textContent;
  refill($("why"),
    html("button", { class: "button close", type: "button", "aria-label": _("Close"), onclick: close }, "×"),
    html("h2", {}, warning ? (warning.player ?? _("The table")) : `${column.name} · ${label}: ${pointsText(line.points)}`),
    warning ? html("p", {}, warning.message) : [],
    board, warning ? [] : reasons(line), picture,
    html("a", { class: "button rule", href: `/rules/for/${page.layout.game}?${warning ? `warning=${warning.code}` : `line=${line.id}`}&back=${encodeURIComponent(location.pathname)}` },
      _("The rule")),
    player ? html("a", { class: "button", href: `${table.base}/${column.source === "pad" ? "pad" : "board"}/${player.id}` },
      column.source === "pad" ? _("Correct the points") : _("Correct the board")) : []);
  if (!player || column.source === "pad" || !marked.some((part) => part.spaces.length)) return;
  drawBoard(board, player, index, lit, chosen);
  drawPhoto(picture, player, lit);
}

function reasons(line) {
  const parts = [...line.parts, ...line.misses];
  if (!parts.length) return html("p", {}, _("Nothing on the board makes points here."));
  return html("ul", { class: "reasons-list" }, parts.map((part, index) => html("li", {},
    html("button", { type: "button", class: `reason${part.points ? "" : " is-miss"}`, "aria-pressed": String(open.part === index),
      "data-key": `reason-${index}`,
      onclick: () => { open.part = open.part === index ? null : index; keepingFocus($("why"), draw); } },
    html("strong", {}, pointsText(part.points)), html("span", {}, part.why,
      part.spaces.length ? html("small", {}, ` ${part.area && part.area !== "planet" ? AREA_NAMES[part.area]?.() ?? part.area : ""} ${part.spaces.join(", ")}`) : [])))));
}

function spacesOf(part) {
  const areas = part.area ? [part.area] : Object.keys(page.layout.areas);
  return areas.flatMap((area) => part.spaces.map((space) => keyOf(area, space)));
}

function drawBoard(host, player, index, lit, chosen) {
  const { body } = table.documents[`player:${player.id}`];
  const { state } = table.documents.table.body;
  const stems = Object.fromEntries(Object.entries(state.tiles ?? {}).map(([plant, tile]) => [plant, tile.stems]));
  const concerned = new Set([...lit].map((key) => fromKey(key)[0]));
  const areas = Object.fromEntries(Object.entries(page.layout.areas).filter(([area]) => !concerned.size || concerned.has(area)));
  const board = new Board(host, { ...page.layout, areas }, { stems });
  const view = { lit: lit.size ? lit : null };
  if (page.layout.game === "evenglow") {
    Object.assign(view, { areas: body.board.gardens ?? {}, harvests: body.board.harvests ?? [] });
  } else {
    const scene = page.scenes?.[index];
    const isLight = open.line?.endsWith("-light");
    const isNow = open.line?.startsWith(`season-${state.season}-`);
    view.areas = { planet: !scene ? body.board.planet ?? {} : isLight && isNow ? withDead(scene, chosen) : open.line ? scene.after : scene.before };
    if (scene && isNow) {
      view.sun = scene.sun;
      view.showLight = isLight;
      view.dark = { ...scene.dark, ...(chosen ? scene.died : {}) };
      if (open.line.endsWith("-forest")) view.forest = scene.forest;
    }
  }
  board.show(view);
}

/** The planet while light is collected; a cactus that died is shown where its reason is asked for. */
function withDead(scene, chosen) {
  const dead = chosen ? chosen.spaces.filter((space) => scene.died[space]) : [];
  return { ...scene.lit, ...Object.fromEntries(dead.map((space) => [space, "cactus"])) };
}

function drawPhoto(host, player, lit) {
  const { body } = table.documents[`player:${player.id}`];
  const photo = table.photos[body.photo];
  const map = PhotoMap.of(table, photo);
  if (!map) return;
  const areas = page.layout.game === "evenglow" ? body.board.gardens ?? {} : { planet: body.board.planet ?? {} };
  drawOverlay(host, map, { areas, lit: lit.size ? lit : null });
}

/** Every player's board at a glance, below the sheet or beside it. */
function drawGallery() {
  refill($("gallery"), (table.players ?? []).map((player) => {
    const { body } = table.documents[`player:${player.id}`];
    return html("li", {}, html("a", { href: `${table.base}/${body.mode === "pad" ? "pad" : "board"}/${player.id}` },
      boardPicture(page.layout, body), html("span", {}, player.name)));
  }));
}

/** Numbers that somebody's change has altered: {player and line: what they were}. */
const numbers = () => Object.fromEntries([...document.querySelectorAll("#sheet [data-cell]")].map((cell) => [cell.dataset.cell, cell.textContent]));

drawGallery();
table.addEventListener("change", refresh);
refresh(); // what came before this script listened

async function refresh() {
  if (table.revision === revision) return;
  revision = table.revision;
  try {
    const response = await fetch(`${table.base}/sheet-table`, { headers: { "X-Requested-With": "fetch" } });
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("sheet");
    const focus = document.activeElement?.matches?.(".points") && { ...document.activeElement.dataset };
    const before = numbers();
    $("sheet").replaceWith(fresh);
    for (const cell of fresh.querySelectorAll("[data-cell]")) cell.classList.toggle("is-changed", before[cell.dataset.cell] !== cell.textContent);
    drawGallery();
    page = JSON.parse($("page-data").textContent);
    if (focus) document.querySelector(`.points[data-player="${focus.player}"][data-line="${focus.line}"]`)?.focus();
    keepingFocus($("why"), show);
  } catch { /* the next change brings it */ }
}

$("share").addEventListener("click", async () => {
  const url = location.href.split("#")[0];
  try {
    if (navigator.share) await navigator.share({ title: document.title, url });
    else if (navigator.clipboard) { await navigator.clipboard.writeText(url); notice(_("The link is copied.")); }
    else notice(url, { stay: true });
  } catch { /* the person changed their mind */ }
});
