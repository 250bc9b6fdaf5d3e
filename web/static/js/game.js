// A page inside a game: the table's state kept up to date (see live.js), shown in one line, the screen kept awake.
// Other modules import `table` and listen to its events instead of opening a stream of their own.

import { Table } from "./live.js";
import { notice } from "./notice.js";
import { keepAwake, letSleep } from "./wake.js";
import { _ } from "./words.js";

const data = document.getElementById("game-data");
export const table = new Table(document.body.dataset.game, data ? JSON.parse(data.textContent) : null);
export const me = document.body.dataset.phonePlayer || null;

const ROOM_FOR_NAMES = 16; // letters that the smallest phone shows beside the way back

function showState() {
  const line = document.getElementById("table-state");
  if (!line || !table.players) return;
  const missing = table.players.filter((player) => !table.documents[`player:${player.id}`]?.body.confirmed);
  const names = missing.map((player) => player.name).join(", ");
  const text = !missing.length ? _("All boards are final")
    : names.length <= ROOM_FOR_NAMES || missing.length === 1 ? _("Not final: %(names)s", { names })
      : _("%(count)s of %(all)s final", { count: table.players.length - missing.length, all: table.players.length });
  if (line.textContent !== text) line.textContent = text;
}

table.addEventListener("change", showState);
table.addEventListener("gone", () => {
  notice(_("This game was deleted. Nothing can be changed any more."), { warn: true, stay: true });
  letSleep();
});
showState();
table.follow();
if (table.game?.closed) letSleep(); else keepAwake();
table.addEventListener("change", (event) => {
  if (event.detail?.game?.closed) letSleep();
});
