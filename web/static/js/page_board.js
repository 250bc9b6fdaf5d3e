// A player's board: drawn and edited, with its photograph beside it, the doubtful spaces first.

import { BoardEditor } from "./board_editor.js";
import { fromKey, keyOf, kindOf } from "./board.js";
import { BoardLesson } from "./board_lesson.js";
import { fillCards } from "./cards.js";
import { table } from "./game.js";
import { notice } from "./notice.js";
import { page } from "./page_data.js";
import { PhotoMap } from "./photo_map.js";
import { drawOverlay } from "./photo_overlay.js";
import { PIECES } from "./pieces.js";
import { PLANTS } from "./plants.js";
import { Review, count } from "./review.js";
import { SharedDocument } from "./shared_document.js";
import { keepingFocus, refillChanged } from "./redraw.js";
import { SunOffer } from "./sun_offer.js";
import { html } from "./svg.js";
import { watchUnsent } from "./unsent.js";
import { _ } from "./words.js";
import { saveWrongReading } from "./wrong_reading.js";

const $ = (id) => document.getElementById(id);
const { layout } = page;
const isEvenglow = layout.game === "evenglow";
const mine = new SharedDocument(table, `player:${page.player}`);
const shared = () => table.documents.table.body.state;
const board = () => mine.body.board;

const areas = () => (isEvenglow ? (board().gardens ?? {}) : { planet: board().planet ?? {} });
const harvests = () => board().harvests ?? [];
const kinds = isEvenglow ? Object.keys(PLANTS)
  : Object.keys(PIECES).filter((piece) => !PIECES[piece].module || (shared().expansions ?? []).includes(PIECES[piece].module)
    || Object.values(board().planet ?? {}).includes(piece));
const stems = Object.fromEntries(Object.entries(shared().tiles ?? {}).map(([plant, tile]) => [plant, tile.stems]));

function mapOf(body) {
  const map = isEvenglow ? (body.board.gardens ??= {}) : null;
  return (area) => (isEvenglow ? (map[area] ??= {}) : (body.board.planet ??= {}));
}

/** Set a space, and call it checked. */
function put(area, space, content, label = "") {
  mine.change((body) => {
    const spaces = mapOf(body)(area);
    if (content == null) delete spaces[space];
    else spaces[space] = content;
    settle(body, area, space);
    body.confirmed = false;
  }, label);
}

function settle(body, area, space) {
  const left = (body.review[area] ?? []).filter((other) => other !== space);
  if (left.length) body.review[area] = left;
  else delete body.review[area];
}

const photo = () => table.photos[mine.body.photo] ?? null;
const reading = () => photo()?.reading ?? null;
const readOf = (area, space) => reading()?.areas?.[area]?.[space] ?? null;
const contentOf = (read) => {
  const kind = read && kindOf(read);
  if (kind == null) return null;
  if (!isEvenglow) return kind;
  return read.rotation == null ? { plant: kind } : { plant: kind, rotation: read.rotation };
};

function doubtful() {
  const keys = Object.entries(mine.body.review).flatMap(([area, spaces]) => spaces.map((space) => keyOf(area, space)));
  const sure = (key) => readOf(...fromKey(key))?.confidence ?? 1;
  return keys.sort((a, b) => sure(a) - sure(b));
}

const editor = new BoardEditor({ board: $("board"), palette: $("palette") }, layout, {
  kinds, stems, areas, harvests,
  tokens: isEvenglow && page.variant !== "family",
  view: () => ({ doubtful: new Set(doubtful()), sun: isEvenglow ? null : shared().sun }),
  put,
  setHarvests: (list) => mine.change((body) => { body.board.harvests = list; body.confirmed = false; }),
  undo: () => step("undo"),
  redo: () => step("redo"),
});

async function step(what) {
  try { await mine[what](); } catch (problem) {
    notice(problem.status ? problem.message : _("There is no network: this can wait until it is back."), { warn: !problem.status });
  }
}

const tokenOn = (area, space) => harvests().find((token) => token.garden === area && token.spaces.includes(space));

const review = new Review($("review"), {
  board: editor.board, doubtful,
  content: (area, space) => editor.board.content(area, space),
  alternatives,
  crop: (area, space) => photoMap()?.crop(area, space, _("Photo of space %(space)s", { space })) ?? null,
  token: (area, space) => tokenOn(area, space)?.spaces ?? null,
  takeToken: (area, space) => mine.change((body) => {
    const token = tokenOn(area, space);
    body.board.harvests = body.board.harvests.filter(({ garden, spaces }) => garden !== token.garden || spaces.join() !== token.spaces.join());
    body.confirmed = false;
  }),
  accept: (area, space) => mine.change((body) => settle(body, area, space)),
  choose: (area, space, content) => put(area, space, content),
  turn: (area, space) => mine.change((body) => {
    const spaces = mapOf(body)(area);
    spaces[space] = { ...spaces[space], rotation: ((spaces[space].rotation ?? 0) + 1) % 6 };
    body.confirmed = false;
  }),
  other: (area, space) => { editor.select(area, space); editor.board.focus(area, space); },
});

/** Other readings of a space: what the photo may show as well, else the likeliest kinds. */
function alternatives(area, space) {
  const now = JSON.stringify(editor.board.content(area, space));
  const read = readOf(area, space);
  const offers = [read, ...(read?.alternatives ?? [])].map(contentOf);
  if (read) offers.push(null);
  // Where the photo gave no second thought, everything that the game has is one tap away.
  if (!read?.alternatives?.length) offers.push(...kinds.map((kind) => editor.made(kind)));
  const seen = new Set([now]);
  return offers.filter((content) => {
    const key = JSON.stringify(content);
    if (seen.has(key) || (content && !kinds.includes(kindOf(content)))) return false;
    seen.add(key);
    return true;
  }).slice(0, 12);
}

const photoMap = () => PhotoMap.of(table, photo());

function showPhoto() {
  const map = photoMap();
  $("photo").hidden = !map;
  if (map) {
    drawOverlay($("photo-picture"), map, { areas: areas(), doubtful: new Set(doubtful()) },
      (area, space) => review.open(keyOf(area, space)));
  }
}

function showMain() {
  const left = doubtful().length;
  const sheet = html("a", { class: "button", href: `${table.base}/sheet`, "data-key": "sheet" }, _("Score sheet"));
  const main = left ? html("button", { class: "button main", type: "button", id: "check", "data-key": "main", onclick: () => review.open() }, count(left))
    : mine.body.confirmed ? html("a", { class: "button main", href: `${table.base}/sheet`, id: "to-sheet", "data-key": "main" }, _("Final ✓ Score sheet"))
      : html("button", { class: "button main", type: "button", id: "confirm", "data-key": "main", onclick: confirmBoard }, _("This board is final"));
  const place = $("palette").querySelector(".palette-main");
  keepingFocus(place, () => refillChanged(place, left || !mine.body.confirmed ? sheet : [], main));
  $("reopen").hidden = !mine.body.confirmed;
}

function confirmBoard() {
  mine.change((body) => { body.confirmed = true; body.mode = "board"; }, _("final"));
  lesson.offer();
}

/** What lies on spaces that a corrected layout no longer has. */
function strays(body) {
  return Object.entries(isEvenglow ? (body.board.gardens ?? {}) : { planet: body.board.planet ?? {} }).flatMap(([area, spaces]) =>
    Object.keys(spaces).filter((space) => !(space in (layout.areas[area]?.spaces ?? {})) && !isRavine(area, space))
      .map((space) => [area, space]));
}

/** A piece may stand in a ravine by mistake: the sheet warns of it, and it stays until somebody takes it away. */
function isRavine(area, space) {
  const found = /^([a-z])(\d+)$/.exec(space);
  const cell = found && [found[1].charCodeAt(0) - 97, Number(found[2]) - 1];
  return Boolean(cell) && editor.board.geometry(area).ravines().some(([x, y]) => x === cell[0] && y === cell[1]);
}

function dropStrays() {
  mine.change((body) => {
    for (const [area, space] of strays(body)) {
      delete mapOf(body)(area)[space];
      settle(body, area, space);
    }
    const gone = ({ garden, spaces }) => spaces.some((space) => !(space in layout.areas[garden].spaces));
    if (body.board.harvests) body.board.harvests = body.board.harvests.filter((harvest) => !gone(harvest));
  });
}

function showAll() {
  $("strays").hidden = strays(mine.body).length === 0;
  editor.show();
  showMain();
  showPhoto();
  cards.show();
  $("mode-note").hidden = mine.body.mode !== "pad";
  if (review.isOpen) {
    if (review.current && doubtful().length === 0) review.close();
    else review.show();
  }
}

$("wrong").addEventListener("click", () => saveWrongReading(table, photo(), mine));
const lesson = new BoardLesson($("lesson"), table, mine, { hasPhoto: () => Boolean(photoMap()), doubtful });
const cards = fillCards($("cards"), { game: layout.game, variant: page.variant, document: mine, shared });
mine.addEventListener("change", showAll);
table.addEventListener("change", () => { showMain(); showPhoto(); cards.show(); });
review.addEventListener("show", ({ detail }) => {
  $("palette").hidden = true;
  editor.selected = detail;
  editor.show();
  const space = editor.board.element(...fromKey(detail));
  const clear = document.querySelector(".bar").offsetHeight + 48; // the panel covers the lower part of a small screen
  window.scrollBy({ top: space.getBoundingClientRect().top - clear, behavior: "smooth" });
});
review.addEventListener("close", () => {
  const isHere = review.host.contains(document.activeElement) || document.activeElement === document.body;
  $("palette").hidden = false;
  editor.select(null);
  if (isHere) $("palette").querySelector('[data-key="main"]')?.focus({ preventScroll: true });
});
review.addEventListener("finished", () => notice(_("All checked. Look at the board once more, then call it final.")));
$("reopen").addEventListener("click", () => mine.change((body) => { body.confirmed = false; }));
$("drop-strays").addEventListener("click", dropStrays);
$("use-board").addEventListener("click", () => mine.change((body) => { body.mode = "board"; }));
watchUnsent($("unsent"), mine);

const standIn = `glade:stand-in-seen:${layout.id}`;
if (!layout.verified && !localStorage.getItem(standIn)) $("stand-in").hidden = false;
$("stand-in-ok").addEventListener("click", () => { localStorage.setItem(standIn, "1"); $("stand-in").hidden = true; });

showAll();
if ($("sun-offer")) new SunOffer($("sun-offer"), table, photo);
if (location.hash === "#check" && doubtful().length) review.open();
