// A phone that changes something for the first time says who it is: the server answers "who-are-you" with the players.

import { Problem, ask } from "./api.js";
import { askPerson } from "./dialog.js";
import { notice } from "./notice.js";
import { _ } from "./words.js";

let asking = null; // several requests may be refused at the same moment: one question answers all

/** If this problem is that question: ask, tell the server, and say whether the phone may change things now. */
export function sayWho(problem) {
  if (problem.code !== "who-are-you") return Promise.resolve(false);
  asking ??= askWho(problem.facts.players).finally(() => { asking = null; });
  return asking;
}

async function askWho(players) {
  const choices = players.map(({ id, name, has_phone }) =>
    [id, has_phone ? _("%(name)s (this phone takes over)", { name }) : name]);
  const answer = await askPerson(_("Who are you?"),
    [...choices, ["helps", _("I help")], ["looks-on", _("I look on")]]);
  if (answer === null) return false;
  const form = new FormData();
  if (answer === "helps") form.append("helps", "yes");
  else if (answer !== "looks-on") form.append("player", answer);
  if (players.some(({ id, has_phone }) => id === answer && has_phone)) form.append("take_over", "yes");
  try {
    const { looks_on } = await ask(`${document.body.dataset.game}/claim`, { method: "POST", form }, true);
    return !looks_on;
  } catch (refused) {
    if (refused instanceof Problem && refused.message) notice(refused.message, { warn: true });
    return false;
  }
}
