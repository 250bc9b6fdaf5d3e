// The badge "not sent yet", and what to say when two people changed the same thing.

import { askPerson } from "./dialog.js";
import { notice } from "./notice.js";
import { html } from "./svg.js";
import { _ } from "./words.js";

/** Keep `badge` and the notices in step with the documents. */
export function watchUnsent(badge, ...documents) {
  const show = () => {
    document.body.toggleAttribute("data-saving", documents.some((one) => one.isWaiting));
    const waiting = documents.filter((one) => one.isWaiting && one.problem);
    badge.hidden = waiting.length === 0;
    badge.textContent = _("not sent yet");
    const refused = waiting.find((one) => one.problem.status >= 400 && one.problem.status < 500);
    if (refused && refused.problem.message) notice(refused.problem.message, { warn: true });
  };
  for (const one of documents) {
    for (const event of ["sent", "waiting", "change"]) one.addEventListener(event, show);
    one.addEventListener("merged", ({ detail }) =>
      notice(_("%(who)s changed this at the same time. Both changes are in.", { who: detail.who || _("Another phone") })));
    one.addEventListener("clash", async ({ detail }) => {
      const who = detail.who || _("Another phone");
      const answer = await askPerson(_("Changed at the same time"), [
        ["theirs", _("Keep what %(who)s did", { who }), "main"],
        ["mine", _("Put mine back")],
      ], html("p", {}, _("%(who)s changed the same thing a moment before you. What should stay?", { who })));
      if (answer === "mine") one.insist(detail.mine, detail.paths);
    });
  }
  show();
}
