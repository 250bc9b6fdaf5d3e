// The table: who is in and what is missing, kept up to date.

import { me, table } from "./game.js";
import { boardPicture } from "./miniature.js";
import { page } from "./page_data.js";
import { count } from "./review.js";
import { refill } from "./svg.js";
import { _ } from "./words.js";

function stateOf(body) {
  const toCheck = Object.values(body.review).reduce((sum, spaces) => sum + spaces.length, 0);
  if (body.confirmed) return _("final");
  if (body.mode === "board" && toCheck) return count(toCheck);
  return _("not final yet");
}

const isDoubtful = (body) => Object.values(body.review).some((spaces) => spaces.length);

/** What the board looks like; drawn anew only when it has changed. */
function showBoard(row, { body, version }) {
  const place = row.querySelector(".player-board");
  if (!page.layout || place.dataset.version === String(version)) return;
  place.dataset.version = version;
  refill(place, boardPicture(page.layout, body));
}

function show() {
  for (const row of document.querySelectorAll("[data-player]")) {
    const known = table.documents[`player:${row.dataset.player}`];
    const line = row.querySelector(".player-state");
    if (!known || !line) continue;
    const player = table.players?.find((one) => one.id === row.dataset.player);
    const who = me === row.dataset.player ? _("you") : player?.has_phone && _("has a phone");
    line.textContent = [stateOf(known.body), who].filter(Boolean).join(" · ");
    if (player) row.querySelector("strong").textContent = player.name;
    row.classList.toggle("is-final", known.body.confirmed);
    row.classList.toggle("is-doubtful", !known.body.confirmed && known.body.mode === "board" && isDoubtful(known.body));
    showBoard(row, known);
  }
  const names = new Set((table.players ?? []).map((player) => player.id));
  const shown = new Set([...document.querySelectorAll("[data-player]")].map((row) => row.dataset.player));
  if (names.size && (names.size !== shown.size || [...names].some((id) => !shown.has(id)))) location.reload();
}

table.addEventListener("change", show);
show();
