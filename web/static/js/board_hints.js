// Below a board of Evenglow: the harvests that are due now, and what is odd. What a move has just brought is told at once.

import { Assist } from "./assist.js";
import { drawHints } from "./assist_evenglow.js";
import { table } from "./game.js";
import { notice } from "./notice.js";
import { page } from "./page_data.js";
import { keepingFocus } from "./redraw.js";
import { refill } from "./svg.js";

const BEING_LAID = "gardens-do-not-mirror"; // true of every board on which one garden is entered before the other
const host = document.getElementById("hints");
const assist = new Assist(table, `${table.base}/assistant/now.json`, {},
  (names) => names.includes(`player:${page.player}`) || names.includes("table"));
let told = null; // what was said before; null: nothing was compared yet

assist.addEventListener("change", () => {
  const found = assist.standing.players?.find((one) => one.id === page.player);
  if (!found) return;
  const player = { ...found, warnings: found.warnings.filter((warning) => warning.code !== BEING_LAID) };
  keepingFocus(host, () => refill(host, ...drawHints(assist, player)));
  const forfeits = player.warnings.filter((warning) => warning.code === "harvest-forfeited").map((warning) => warning.message);
  const due = player.due.map((one) => one.words);
  const fresh = told && [...forfeits, ...due].find((words) => !told.has(words));
  if (fresh) notice(fresh, { warn: forfeits.includes(fresh) });
  told = new Set([...forfeits, ...due]);
});
assist.refresh();
