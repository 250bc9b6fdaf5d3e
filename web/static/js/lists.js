// Lists as a person would say them.

import { _ } from "./words.js";

/** "2, 3 and 10" */
export function listed(names) {
  if (names.length < 2) return names.join("");
  return _("%(some)s and %(last)s", { some: names.slice(0, -1).join(", "), last: names.at(-1) });
}
