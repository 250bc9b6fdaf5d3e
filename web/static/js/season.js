// The end of a season of Evergreen for the whole table, in one change that can be undone in one step.

import { ask } from "./api.js";

/** Note every player's light and forest, leave the planets as they are afterwards, move the Sun, begin the next season. */
export async function endSeason(table) {
  const { season } = table.documents.table.body.state;
  const json = { action: "book", season, early: true };
  table.take(await ask(`${table.base}/assistant/act.json`, { method: "POST", json }), false);
}
