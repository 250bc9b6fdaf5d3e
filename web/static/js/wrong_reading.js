// A wrong reading saved as one file, with consent: whoever mends the reading needs the picture to repeat it.

import { askPerson } from "./dialog.js";
import { notice } from "./notice.js";
import { html } from "./svg.js";
import { _ } from "./words.js";

/** @param mine the document of the board that the photograph shows: what was corrected last is in the file, too */
export async function saveWrongReading(table, shot, mine) {
  const answer = await askPerson(_("Save what was read wrong?"), [["save", _("Save the file"), "main"], ["no", _("Not now")]],
    html("p", {}, _("With this file the mistake can be repeated, and mended. Correct the board first; then it also says what is right.")),
    html("p", {}, _("In it are:")),
    html("ul", {}, [_("the photo, without place, time and device"), _("what was read, and the board as it is now"),
      _("what Glade has learned of this copy, with the picture of its empty board"), _("version numbers of the programs")].map((text) => html("li", {}, text))),
    html("p", {}, _("No names are in it, and nothing is sent: you get the file and decide who is given it.")));
  if (answer !== "save") return;
  await mine.settled().catch(() => null);
  const response = await fetch(`${table.base}/photos/${shot.id}/wrong-reading.zip`, { headers: { "X-Requested-With": "fetch", Accept: "application/json, application/zip" } })
    .catch(() => null);
  if (!response?.ok) {
    const problem = await response?.json().catch(() => null);
    notice(problem?.detail || _("That did not work: there is no network."), { warn: true });
    return;
  }
  const url = URL.createObjectURL(await response.blob());
  html("a", { href: url, download: "glade-wrong-reading.zip" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // some browsers still read it after the click
}
