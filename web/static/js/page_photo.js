// Photograph a board: take or choose a picture, follow its reading, see the result over the photo, help with the corners.

import { ask } from "./api.js";
import { table } from "./game.js";
import { howToHold } from "./how_to_hold.js";
import { notice } from "./notice.js";
import { page } from "./page_data.js";
import { PhotoMap } from "./photo_map.js";
import { drawOverlay } from "./photo_overlay.js";
import { PointPicker } from "./point_picker.js";
import { countDoubtful, countKept, withReading } from "./reading_board.js";
import { sendPhoto } from "./send_photo.js";
import { refillChanged } from "./redraw.js";
import { SunOffer } from "./sun_offer.js";
import { html, refill } from "./svg.js";
import { _ } from "./words.js";

const $ = (id) => document.getElementById(id);
const name = `player:${page.player}`;
const { game } = page.layout;
let sending = null; // {share} while a picture is on its way
let unsent = null; // the file that did not get through
let adjusting = false; // the corners are being dragged
let picker = null;
let shown = "";

const CORNERS = [_("Top left corner"), _("Top right corner"), _("Bottom right corner"), _("Bottom left corner")];
const STAGES = { waiting: () => _("waiting its turn"), decode: () => _("opening the picture"), locate: () => _("looking for the board"),
  classify: () => _("looking at the spaces") };

const copy = () => table.documents.table.body.copy;
const photo = () => Object.values(table.photos).filter((one) => one.player === page.player).at(-1) ?? null;

for (const id of ["camera", "choose"]) {
  $(id).addEventListener("change", () => {
    const [file] = $(id).files;
    if (file) send(file);
    $(id).value = ""; // so that the same picture can be chosen again
  });
}

function open(id) {
  $(id).value = "";
  $(id).click();
}

async function send(file) {
  sending = { share: 0 };
  notice(""); // what was said of the picture before
  unsent = null;
  adjusting = false;
  show();
  try {
    const answer = await sendPhoto(`${table.base}/photos`, file, { player: page.player }, (share) => { sending = { share }; showState(); });
    for (const note of answer.notes ?? []) notice(note);
    table.take({ revision: table.revision, photos: [answer] });
  } catch (problem) {
    if (canBeSentAgain(problem)) unsent = file;
    notice(problem.message || _("The picture is not sent yet: there is no network."), { warn: true, stay: true });
  }
  sending = null;
  show();
}

/** The network or a busy server may do better next time; a file that was refused is refused again. */
const canBeSentAgain = ({ status }) => !status || status >= 500 || status === 429;

function button(id, text, onclick, kind = "") {
  return html("button", { class: `button ${kind}`, type: "button", id, onclick }, text);
}

function showState() {
  const shot = photo();
  const host = $("photo-state");
  if (sending) {
    refillChanged(host, html("p", { class: "lead" }, _("Sending the picture…")),
      html("progress", { max: 1, value: sending.share, "aria-label": _("Sending the picture…") }));
  } else if (!copy()) {
    refillChanged(host, html("p", { class: "lead" }, page.copies.length ? _("Choose the copy first: Glade reads what it has learned.")
      : _("Glade has not learned a copy of this game yet. Teach it yours with three photos, or enter the board by hand.")));
  } else if (!page.copy_fits) {
    refillChanged(host, html("p", { class: "problem", role: "alert" },
      _("This copy was taught with other spaces than the layout of this game has. Choose another copy, or correct the layout.")));
  } else if (!shot) {
    refillChanged(host, html("p", { class: "lead" }, _("Hold the phone flat above the board: the whole board in the picture, no flash.")), howToHold());
  } else if (shot.stage in STAGES) {
    refillChanged(host, html("p", { class: "lead", id: "stage" }, _("Reading the photo: %(stage)s", { stage: STAGES[shot.stage]() })),
      html("progress", { "aria-label": _("Reading the photo") }));
  } else if (shot.stage === "failed") {
    refillChanged(host, html("p", { class: "problem", role: "alert" }, shot.error?.message ?? _("Reading this photo did not work.")), readWith(shot));
  } else if (!corners(shot)) {
    refillChanged(host, html("p", { class: "lead" }, _("Glade did not find the board. Drag the four points onto the corners of the board.")),
      shot.reading.failure ? html("p", { class: "quiet" }, shot.reading.failure) : [], notes(shot), readWith(shot));
  } else if (adjusting) {
    refillChanged(host, html("p", { class: "lead" }, _("Drag the four points onto the corners of the board.")));
  } else {
    const left = countDoubtful(read(shot).review);
    const kept = countKept(table.documents[name].body, shot.reading, shot.id, rules());
    const doubtful = left === 1 ? _("1 space to check, the one with a dashed ring.")
      : _("%(num)d spaces to check, the ones with a dashed ring.", { num: left });
    refillChanged(host, html("p", { class: "lead" }, left ? doubtful : _("Every space was read clearly. Does it look right?"),
    kept ? ` ${kept === 1 ? _("1 space stays as it was set by hand.") : _("%(num)d spaces stay as they were set by hand.", { num: kept })}` : ""),
    notes(shot), readWith(shot));
  }
}

/** What a person should know about the picture: two boards in it, no colour, corners that do not fit. */
const notes = (shot) => (shot.reading.notes ?? []).map((note) => html("p", { class: "problem" }, note));

/** With which copy a photo was read, and the way to have it read again: plainly where another reading is to be expected. */
function readWith(shot) {
  const { copy: used, copy_learned: learned } = shot.reading ?? {};
  const chosen = copy();
  const isOther = used !== undefined && used !== chosen;
  const hasLearned = !isOther && learned && page.copies_learned[chosen] > learned; // the page may be older than the reading
  const now = [used === undefined ? [] : _("Read with the copy %(copy)s.", { copy: used }),
    isOther ? _("The copy %(copy)s is chosen now.", { copy: chosen }) : hasLearned ? _("It has learned anew since.") : []];
  const words = now.flat().join(" ");
  return html("div", { class: "read-with" }, html("p", { class: isOther || hasLearned ? "" : "quiet", id: "read-with" }, words),
    button("read-again", _("Read again"), () => {
      const now = photo(); // not the one that was drawn: this button stays where another photo is shown with the same words
      readAgain(now.stage === "failed" ? null : now.corners);
    }));
}

const corners = (shot) => shot.reading?.board?.corners ?? null;

const rules = () => ({ game, expansions: table.documents.table.body.state.expansions });

function read(shot) {
  return withReading(table.documents[name].body, shot.reading, shot.id, rules());
}

function show() {
  const shot = photo();
  showState();
  $("copy-choice").hidden = Boolean(copy()) && page.copies.length < 2 && page.copy_fits;
  const isDone = shot?.stage === "done" && !sending;
  const hasFailed = shot?.stage === "failed" && !sending; // crossed corners, for example: they can be dragged again
  const needsCorners = (isDone && (!corners(shot) || adjusting)) || (hasFailed && adjusting);
  const key = JSON.stringify([shot?.id, shot?.stage, needsCorners, Boolean(sending), copy()]);
  if (key === shown) return;
  shown = key;
  const view = $("photo-view");
  if (!shot || sending || !copy()) refill(view);
  else if (needsCorners) pickCorners(shot);
  else if (isDone) drawReading(shot);
  else refill(view, html("img", { class: "overlay", src: `${table.base}/photos/${shot.id}.jpg`, alt: _("The photograph") }));
  showMain(shot, isDone, needsCorners, hasFailed);
}

function showMain(shot, isDone, needsCorners, hasFailed) {
  const canShoot = Boolean(copy()) && page.copy_fits && !sending;
  const again = [button("take", shot ? _("Take again") : _("Take a photo"), () => open("camera"), shot || unsent ? "" : "main"),
    button("pick", _("Choose a picture"), () => open("choose"))];
  let buttons = canShoot ? again : [];
  if (unsent) buttons = [...again, button("resend", _("Send again"), () => send(unsent), "main")];
  else if (needsCorners) buttons = [corners(shot) || hasFailed ? button("cancel", _("Cancel"), () => { adjusting = false; show(); }) : again, button("read-corners", _("Read with these corners"), readWithCorners, "main")];
  else if (hasFailed && canShoot) buttons = [...again, button("adjust", _("Corners"), () => { adjusting = true; show(); })];
  else if (isDone && canShoot) {
    buttons = [...again, button("adjust", _("Corners"), () => { adjusting = true; show(); }),
      button("use", _("Put it on the board"), use, "main")];
  }
  const wasHere = $("photo-main").contains(document.activeElement);
  refill($("photo-main"), buttons);
  // What follows is the main button, or what the tapped one has become; while a picture is on its way, what is told.
  if (wasHere) ($("photo-main").querySelector(".main, .button") ?? $("photo-state")).focus({ preventScroll: true });
}

function drawReading(shot) {
  const next = read(shot);
  const areas = game === "evenglow" ? next.board.gardens : { planet: next.board.planet };
  const doubtful = new Set(Object.entries(next.review).flatMap(([area, spaces]) => spaces.map((space) => `${area}:${space}`)));
  const map = PhotoMap.of(table, shot);
  drawOverlay($("photo-view"), map, { areas, doubtful });
}

function pickCorners(shot) {
  const [w, h] = [shot.width_px, shot.height_px];
  const start = corners(shot) ?? shot.corners ?? [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]].map(([x, y]) => [x * w, y * h]);
  picker = new PointPicker($("photo-view"), { url: `${table.base}/photos/${shot.id}.jpg`, width: w, height: h },
    start.map((xy, index) => ({ id: String(index), label: CORNERS[index], xy })), { polygon: true });
}

async function readWithCorners() {
  adjusting = false;
  await readAgain([0, 1, 2, 3].map((index) => picker.values[index]));
}

/** Have the photo read anew with the chosen copy; the board changes only when the new reading is put on it. */
async function readAgain(four) {
  try {
    const json = { corners: four, ...(copy() && { copy: copy() }) };
    table.take({ revision: table.revision, photos: [await ask(`${table.base}/photos/${photo().id}/read.json`, { method: "POST", json })] });
  } catch (problem) {
    notice(problem.message || _("There is no network."), { warn: true });
  }
}

/** Take the reading over, with the stems of this copy's tiles: rotations mean nothing without them. */
async function use() {
  const shot = photo();
  const changes = [[name, read(shot)]];
  const shared = structuredClone(table.documents.table.body);
  const stems = Object.entries(page.stems ?? {});
  if (game === "evenglow" && stems.length) {
    shared.state.tiles = Object.fromEntries(stems.filter(([plant]) => plant === "vine" || plant === "leaves").map(([plant, edges]) => [plant, { stems: edges }]));
    if (JSON.stringify(shared) !== JSON.stringify(table.documents.table.body)) changes.push(["table", shared]);
  }
  try {
    await table.saveAll(changes, _("photo"));
    location.assign(`${table.base}/board/${page.player}#check`);
  } catch (problem) {
    notice(problem.message || _("There is no network: the photo waits here."), { warn: true });
  }
}

$("copy").replaceChildren(html("option", { value: "" }, "–"), ...page.copies.map((one) => html("option", { value: one, selected: one === copy() }, one)));
$("copy").addEventListener("change", async () => {
  const body = structuredClone(table.documents.table.body);
  body.copy = $("copy").value || null;
  try {
    await table.save("table", body, _("copy"));
    location.reload(); // the learned copy brings its own stems
  } catch (problem) {
    notice(problem.message || _("There is no network."), { warn: true });
  }
});

table.addEventListener("change", show);
show();
if ($("sun-offer")) new SunOffer($("sun-offer"), table, () => (sending ? null : photo()));
