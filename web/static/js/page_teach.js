// Teach a copy, one step after the other: the empty board, its corners, a few named spaces, stems, samples, a test.
// Each step has an address (#board, #anchors, ...), and everything entered is on the server at once.

import { ask } from "./api.js";
import { AREA_NAMES } from "./board.js";
import { BoardEditor } from "./board_editor.js";
import { AreaGeometry } from "./grids.js";
import { howToHold } from "./how_to_hold.js";
import { notice } from "./notice.js";
import { page } from "./page_data.js";
import { PhotoMap } from "./photo_map.js";
import { drawOverlay } from "./photo_overlay.js";
import { PIECES } from "./pieces.js";
import { PLANTS, drawStems } from "./plants.js";
import { PointPicker } from "./point_picker.js";
import { withReading } from "./reading_board.js";
import { sendPhoto } from "./send_photo.js";
import { html, refill, svg } from "./svg.js";
import { _ } from "./words.js";

const $ = (id) => document.getElementById(id);
const base = location.pathname;
const { lesson, layout } = page;
const { game } = layout;
const sizes = {}; // width and height of the photographs, by name
let learned = null;
let tested = null;
let takePhoto = null; // what happens with the next picture

const CORNERS = [_("Top left corner"), _("Top right corner"), _("Bottom right corner"), _("Bottom left corner")];

const STEPS = {
  board: { name: () => _("Board"), draw: boardStep },
  anchors: { name: () => _("Spaces"), draw: anchorStep },
  ...(game === "evenglow" ? { stems: { name: () => _("Stems"), draw: stemStep } } : {}),
  samples: { name: () => _("Samples"), draw: sampleStep },
  test: { name: () => _("Learn"), draw: testStep },
};
const names = Object.keys(STEPS);
const step = () => (location.hash.slice(1).split("-")[0] in STEPS ? location.hash.slice(1).split("-")[0] : "board");

let saving = Promise.resolve();
let waiting = false;
const unsent = `lesson:${base}`;

const entered = () => ({ tiles: lesson.tiles, board: lesson.board, samples: lesson.samples });

/** What was tapped but not sent when the page was left, by a reload or by a phone short of memory, comes back. */
function takeUpUnsent() {
  let kept = null;
  try { kept = JSON.parse(sessionStorage.getItem(unsent)); } catch { /* private mode: nothing was kept */ }
  if (!kept) return;
  Object.assign(lesson, kept);
  save();
}

/** Keep everything on the server, one sending after the other; what changes meanwhile goes with the next one. */
function save() {
  try { sessionStorage.setItem(unsent, JSON.stringify(entered())); } catch { /* private mode: the server has it soon */ }
  if (waiting) return saving;
  waiting = true;
  saving = saving.then(async () => {
    waiting = false;
    try {
      await ask(`${base}/save.json`, { method: "POST", json: entered() });
      if (!waiting) try { sessionStorage.removeItem(unsent); } catch { /* nothing was kept */ }
    } catch (problem) {
      notice(problem.message || _("Not saved yet: there is no network."), { warn: true });
    }
  });
  return saving;
}

function go(name) {
  location.hash = name;
}

function show() {
  const now = step();
  refill($("steps"), names.map((name, index) => html("li", {}, html("a", { href: `#${name}`, "aria-current": name === now ? "step" : null },
    html("span", { class: "step-number" }, `${index + 1}`), html("span", { class: "step-name" }, STEPS[name].name())))));
  refill($("palette")).hidden = true;
  document.querySelector(".teach-bar").hidden = now === "samples"; // there the palette holds the buttons as well
  refill($("step"));
  refill($("teach-main"));
  STEPS[now].draw();
}

const button = (id, text, onclick, kind = "") => html("button", { class: `button ${kind}`, type: "button", id, onclick }, text);
const next = () => button("next", _("Next"), () => go(names[names.indexOf(step()) + 1]), "main");

function photoButtons(then, isMain) {
  return [button("take", _("Take a photo"), () => open("camera", then), isMain ? "main" : ""), button("pick", _("Choose a picture"), () => open("choose", then))];
}

function open(id, then) {
  takePhoto = then;
  $(id).value = "";
  $(id).click();
}

for (const id of ["camera", "choose"]) {
  $(id).addEventListener("change", async () => {
    const [file] = $(id).files;
    $(id).value = "";
    if (!file || !takePhoto) return;
    const bar = html("progress", { max: 1, value: 0, "aria-label": _("Sending the picture…") });
    $("step").prepend(bar);
    try {
      await takePhoto(file, (share) => { bar.value = share; });
    } catch (problem) {
      notice(problem.message || _("The picture is not sent yet: there is no network."), { warn: true, stay: true });
    }
    bar.remove();
  });
}

async function upload(file, progress) {
  const answer = await sendPhoto(`${base}/photos`, file, {}, progress);
  sizes[answer.photo] = answer;
  return answer;
}

async function sized(name) {
  if (!sizes[name]) {
    const image = new Image();
    image.src = `${base}/${name}`;
    await image.decode();
    sizes[name] = { width: image.naturalWidth, height: image.naturalHeight };
  }
  return { url: `${base}/${name}`, ...sizes[name] };
}

async function boardStep() {
  const take = async (file, progress) => {
    const { photo, width: w, height: h } = await upload(file, progress);
    lesson.board = { photo, corners: [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]].map(([x, y]) => [Math.round(x * w), Math.round(y * h)]), anchors: {} };
    await save();
    show();
  };
  if (!lesson.board) {
    refill($("step"), html("p", { class: "lead" }, _("Photograph the empty board from above: the whole board in the picture, good light, no flash.")), howToHold());
    refill($("teach-main"), photoButtons(take, true));
    return;
  }
  refill($("step"), html("p", { class: "lead" }, _("Drag the four points onto the corners of the board, the top left one as you see the board.")), html("div", { id: "picture" }));
  refill($("teach-main"), photoButtons(take, false), next());
  const picker = new PointPicker($("picture"), await sized(lesson.board.photo),
    lesson.board.corners.map((xy, index) => ({ id: String(index), label: CORNERS[index], xy })), { polygon: true });
  picker.addEventListener("change", () => {
    lesson.board.corners = [0, 1, 2, 3].map((index) => picker.values[index]);
    save();
  });
}

/** Spaces far apart in each area, whose centres say where all the others lie. */
function anchorSpaces(area) {
  const geometry = new AreaGeometry(layout, area);
  const ends = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([dx, dy]) => geometry.names.reduce((best, space) => {
    const value = (one) => geometry.centre(one)[0] * dx + geometry.centre(one)[1] * dy;
    return value(space) > value(best) ? space : best;
  }));
  return [...new Set(ends)];
}

async function anchorStep() {
  if (!lesson.board) { go("board"); return; }
  const points = Object.keys(layout.areas).flatMap((area) => anchorSpaces(area).map((space) => ({
    id: `${area}:${space}`, short: space, label: `${AREA_NAMES[area]?.() ?? area}, ${_("Space %(space)s", { space })}`, xy: lesson.board.anchors[area]?.[space] ?? null })));
  refill($("step"), html("p", { class: "lead" }, _("Tap the middle of the spaces that are asked for, one after the other.")), html("div", { id: "picture" }));
  const picker = new PointPicker($("picture"), await sized(lesson.board.photo), points);
  const showMain = () => refill($("teach-main"), button("again", _("Tap them again"), () => { lesson.board.anchors = {}; save(); show(); }),
    picker.isComplete ? next() : []);
  picker.addEventListener("change", () => {
    lesson.board.anchors = {};
    for (const [key, xy] of Object.entries(picker.values)) {
      const [area, space] = key.split(":");
      (lesson.board.anchors[area] ??= {})[space] = xy;
    }
    save();
    showMain();
  });
  showMain();
}

function stemStep() {
  const draw = () => {
    refill($("step"), html("p", { class: "lead" }, _("Lay a Vine and a Leaves tile upright before you. Tap the edges to which a stem runs.")),
      html("div", { class: "stem-tiles" }, ["vine", "leaves"].map(stemTile)));
    refill($("teach-main"), next());
  };
  const stemTile = (plant) => {
    const stems = lesson.tiles[plant]?.stems ?? [];
    const angle = (edge) => -60 + 60 * edge;
    const corner = (k) => [57.7 * Math.cos(((-90 + 60 * k) * Math.PI) / 180), 57.7 * Math.sin(((-90 + 60 * k) * Math.PI) / 180)];
    const edges = [0, 1, 2, 3, 4, 5].map((edge) => {
      const on = stems.includes(edge);
      const toggle = () => {
        lesson.tiles[plant] = { stems: on ? stems.filter((one) => one !== edge) : [...stems, edge].sort() };
        save();
        draw();
        document.querySelector(`[data-edge="${plant}-${edge}"]`)?.focus();
      };
      const [a, b] = [corner(edge), corner(edge + 1)];
      const group = svg("g", { class: `edge${on ? " is-on" : ""}`, role: "checkbox", "aria-checked": String(on), tabindex: "0", "data-edge": `${plant}-${edge}`,
        "aria-label": _("%(plant)s: edge %(edge)s", { plant: PLANTS[plant].name(), edge }), onclick: toggle },
        svg("path", { class: "edge-touch", d: `M0 0 L${a} L${b}Z` }), svg("path", { class: "edge-line", d: `M${a} L${b}` }));
      group.addEventListener("keydown", (event) => { if (event.key === " " || event.key === "Enter") { event.preventDefault(); toggle(); } });
      return group;
    });
    const hexagon = svg("polygon", { class: "ground", points: [0, 1, 2, 3, 4, 5].map((k) => corner(k).join()).join(" ") });
    return html("figure", {}, svg("svg", { viewBox: "-64 -64 128 128", class: "stem-tile space", "data-kind": plant, role: "group", "aria-label": PLANTS[plant].name() },
      svg("g", { "data-kind": plant, class: "space" }, hexagon, drawStems(plant, stems, angle)), edges), html("figcaption", {}, PLANTS[plant].name()));
  };
  draw();
}

/** A first proposal of what lies where: every kind once in each garden, or twice on the planet. */
function proposal() {
  const areas = {};
  if (game === "evenglow") {
    for (const [index, area] of Object.keys(layout.areas).entries()) {
      const spaces = new AreaGeometry(layout, area).names;
      areas[area] = Object.fromEntries(Object.keys(PLANTS).map((plant, number) => [spaces[(number * 2 + index) % spaces.length],
        PLANTS[plant].stems ? { plant, rotation: 0 } : { plant }]));
    }
  } else {
    const spaces = new AreaGeometry(layout, "planet").names;
    const kinds = ["sprout", "small-tree", "big-tree", "bush", "lake"];
    areas.planet = Object.fromEntries([...kinds, ...kinds].map((kind, number) => [spaces[(number * 4 + 1) % spaces.length], kind]));
  }
  return areas;
}

function sampleStep() {
  const index = Number(location.hash.split("-")[1] ?? 0);
  const sample = lesson.samples[index];
  const take = async (file, progress) => {
    const { photo } = await upload(file, progress);
    const lying = draft.areas;
    if (sample) { sample.photo = photo; delete sample.corners; } else lesson.samples.push({ photo, areas: lying });
    await save();
    show();
  };
  const draft = sample ?? { areas: proposal() };
  const past = [];
  const future = [];
  refill($("step"),
    html("nav", { class: "inline", "aria-label": _("Samples") }, [...lesson.samples, null].map((one, number) =>
      html("a", { class: "button", href: `#samples-${number}`, "aria-current": number === index ? "true" : null },
        one ? _("Sample %(number)s", { number: number + 1 }) : `+ ${_("Sample %(number)s", { number: number + 1 })}`))),
    html("p", { class: "lead" }, sample ? _("Is this what lies on the board in the photo? Correct it here.")
      : _("Lay these pieces on the board, or show here what you laid instead. Then photograph it.")),
    html("div", { class: "board-and-photo" }, html("div", { id: "sample-board" }),
      sample ? html("img", { class: "overlay", src: `${base}/${sample.photo}`, alt: _("The photograph") }) : []));
  $("palette").hidden = false;
  const put = (areas) => { draft.areas = areas; if (sample) save(); editor.show(); };
  const editor = new BoardEditor({ board: $("sample-board"), palette: $("palette") }, layout, {
    kinds: game === "evenglow" ? Object.keys(PLANTS) : Object.keys(PIECES),
    stems: Object.fromEntries(Object.entries(lesson.tiles ?? {}).map(([plant, tile]) => [plant, tile.stems])),
    tokens: false, areas: () => draft.areas,
    put: (area, space, content) => {
      past.push(structuredClone(draft.areas));
      future.length = 0;
      const areas = structuredClone(draft.areas);
      if (content == null) delete (areas[area] ??= {})[space];
      else (areas[area] ??= {})[space] = content;
      put(areas);
    },
    undo: () => past.length && (future.push(draft.areas), put(past.pop())),
    redo: () => future.length && (past.push(draft.areas), put(future.pop())),
  });
  editor.show();
  refill($("palette").querySelector(".palette-main"), photoButtons(take, !sample),
    sample ? button("drop", _("Remove"), () => { lesson.samples.splice(index, 1); save(); go("samples"); show(); }) : [], lesson.samples.length ? next() : []);
}

async function testStep() {
  const take = async (file, progress) => {
    const answer = await sendPhoto(`${base}/test`, file, {}, progress);
    tested = answer;
    show();
  };
  refill($("step"), html("p", { class: "lead", id: "learned", role: "status" }, learned ? _("Learned: %(pieces)s. Now try it on a photo of a board.",
    { pieces: learned.pieces.map((kind) => (PLANTS[kind] ?? PIECES[kind])?.name() ?? kind).join(", ") }) : _("Everything is there. Let Glade learn it.")), html("div", { id: "picture" }));
  if (tested) drawTest();
  refill($("teach-main"), learned ? photoButtons(take, !tested) : [],
    button("learn", learned ? _("Learn again") : _("Learn this copy"), learn, learned ? "" : "main"),
    tested ? html("a", { class: "button main", href: `/new?game=${game}` }, _("Start a game")) : []);
}

function drawTest() {
  const { reading, photo, width, height } = tested;
  if (!reading.outlines || !Object.keys(reading.outlines).length) {
    refill($("picture"), html("p", { class: "problem" }, _("The board was not found in this photo. Look at its corners, or take the photo from further above.")));
    return;
  }
  const body = withReading({ board: {}, photo: null, review: {} }, reading, null, { game, expansions: ["pines", "cacti", "giant-trees", "mushrooms"] });
  const doubtful = new Set(Object.entries(body.review).flatMap(([area, spaces]) => spaces.map((space) => `${area}:${space}`)));
  const map = new PhotoMap({ url: `${base}/${photo}`, width, height }, reading.outlines);
  drawOverlay($("picture"), map, { areas: body.board.gardens ?? { planet: body.board.planet }, doubtful });
}

async function learn() {
  const main = $("learn");
  main.disabled = true;
  main.textContent = _("Learning…");
  try {
    await save();
    learned = await ask(`${base}/learn.json`, { method: "POST", json: {} });
    notice(_("Learned."));
    for (const warning of learned.warnings) notice(warning, { warn: true, stay: true });
  } catch (problem) {
    notice(problem.message || _("There is no network."), { warn: true, stay: true });
  }
  show();
}

window.addEventListener("hashchange", () => {
  show();
  $("step").focus({ preventScroll: true }); // a new step is read from its beginning
  window.scrollTo(0, 0);
});
takeUpUnsent();
show();
