// The badge "not sent yet", and what to say when two people changed the same thing.

import { askPerson } from "./dialog.js";
import { notice } from "./notice.js";
import { html } from "./svg.js";
import { _ } from "./words.js";

/** Keep `badge` and the notices in step with the documents. */
export function watchUnsent(badge, ...documents) {
  const show = () => {
    const waiting = documents.filter((document) => document.isWaiting && document.problem);
    badge.hidden = waiting.length === 0;
    badge.textContent = _("not sent yet");
    const refused = waiting.find((document) => document.problem.status >= 400 && document.problem.status < 500);
    if (refused && refused.problem.message) notice(refused.problem.message, { warn: true });
  };
  for (const document of documents) {
    for (const event of ["sent", "waiting", "change"]) document.addEventListener(event, show);
    document.addEventListener("merged", ({ detail }) =>
      notice(_("%(who)s changed this at the same time. Both changes are in.", { who: detail.who || _("Another phone") })));
    document.addEventListener("clash", async ({ detail }) => {
      const who = detail.who || _("Another phone");
      const answer = await askPerson(_("Changed at the same time"), [
        ["theirs", _("Keep what %(who)s did", { who }), "main"],
        ["mine", _("Put mine back")],
      ], html("p", {}, _("%(who)s changed the same thing a moment before you. What should stay?", { who })));
      if (answer === "mine") document.insist(detail.mine, detail.paths);
    });
  }
  show();
}
