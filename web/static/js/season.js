// The end of a season of Evergreen for the whole table, in one change that can be undone in one step.

import { ask } from "./api.js";
import { _ } from "./words.js";

const SIDES = ["top", "right", "bottom", "left"];

/** Note every player's light and forest, leave the planets as they are afterwards, move the Sun, begin the next season. */
export async function endSeason(table) {
  const sheet = await ask(`${table.base}/sheet.json`);
  const { season } = sheet;
  const changes = [];
  for (const player of table.players) {
    const name = `player:${player.id}`;
    const body = structuredClone(table.documents[name].body);
    const column = sheet.players.find((one) => one.name === player.name);
    if (body.mode !== "board" || !column?.after) continue;
    const points = (what) => column.lines.find((line) => line.id === `season-${season}-${what}`).points;
    body.board.seasons = [...(body.board.seasons ?? []).slice(0, season - 1), { light: points("light"), forest: points("forest") }];
    body.board.planet = column.after;
    body.confirmed = false;
    changes.push([name, body]);
  }
  const shared = structuredClone(table.documents.table.body);
  shared.state.season = season + 1;
  shared.state.sun = SIDES[(SIDES.indexOf(shared.state.sun) + 1) % 4];
  changes.push(["table", shared]);
  await table.saveAll(changes, _("Season %(number)s is over", { number: season }));
}
