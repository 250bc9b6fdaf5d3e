// The assistant's page: the same on every phone of the game, drawn from what the server's assistant says.

import { Assist } from "./assist.js";
import { drawEvenglow } from "./assist_evenglow.js";
import { drawEvergreen } from "./assist_evergreen.js";
import { table } from "./game.js";
import { page } from "./page_data.js";
import { keepingFocus, refillChanged } from "./redraw.js";
import { html, refill } from "./svg.js";
import { _ } from "./words.js";

const host = document.getElementById("assist");
const said = document.getElementById("assist-said"); // whose turn it is, when that changes
const bar = document.getElementById("assist-main");
const assist = new Assist(table, `${table.base}/assistant/now.json`, page.standing);

function show() {
  const { standing } = assist;
  if (standing.problem) {
    refill(host, html("p", { class: "problem", role: "alert" }, _("A board cannot be understood: "), standing.problem),
      html("ul", { class: "list" }, table.players.map((player) => html("li", {},
        html("a", { class: "row", href: `${table.base}/board/${player.id}` }, player.name)))));
    refill(bar);
    return;
  }
  const [parts, buttons] = standing.game === "evenglow" ? drawEvenglow(assist) : drawEvergreen(assist);
  said.textContent = parts.flat().find((part) => part.matches?.(".turn"))?.querySelector(".turn-active")?.textContent ?? "";
  keepingFocus(document.body, () => { refillChanged(host, parts); refillChanged(bar, buttons); });
}

assist.addEventListener("change", show);
show();
