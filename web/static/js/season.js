// The end of a season of Evergreen for the whole table, in one change that can be undone in one step.

import { ask } from "./api.js";
import { askPerson } from "./dialog.js";
import { listed } from "./lists.js";
import { html } from "./svg.js";
import { _ } from "./words.js";

/** Before a season is booked: ask about spaces nobody checked and planets nobody entered. Resolves to whether to go on. */
export async function isSeasonEntered(table) {
  const players = table.players.map(({ id, name }) => ({ id, name, body: table.documents[`player:${id}`].body }))
    .filter(({ body }) => body.mode === "board");
  const doubtful = players.filter(({ body }) => Object.values(body.review).some((spaces) => spaces.length));
  const empty = players.filter(({ body }) => !Object.keys(body.board.planet ?? {}).length);
  const [first] = [...doubtful, ...empty];
  if (!first) return true;
  const names = (some) => ({ names: listed(some.map(({ name }) => name)) });
  const answer = await askPerson(doubtful.length ? _("Some spaces are still to be checked") : _("Some planets are empty"),
    [["check", doubtful.length ? _("Check them first") : _("Enter them first"), "main"], ["go", _("Note the points anyway")]],
    doubtful.length ? html("p", {}, _("On the board of %(names)s.", names(doubtful))) : [],
    empty.length ? html("p", {}, _("Nothing stands on the planet of %(names)s.", names(empty))) : []);
  if (answer === "check") location.assign(`${table.base}/board/${first.id}${doubtful.length ? "#check" : ""}`);
  return answer === "go";
}

/** Note every player's light and forest, leave the planets as they are afterwards, move the Sun, begin the next season. */
export async function endSeason(table) {
  const { season } = table.documents.table.body.state;
  const json = { action: "book", season, early: true };
  table.take(await ask(`${table.base}/assistant/act.json`, { method: "POST", json }), false);
}
