// On every page: the service worker, where the browser allows one (https or localhost), and the drafts of forms.

import { keepDrafts } from "./draft.js";
import { notice } from "./notice.js";
import { _ } from "./words.js";

keepDrafts();

if ("serviceWorker" in navigator && window.isSecureContext) {
  const had = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (had) notice(_("Glade was updated. Load the page again for the new version."), { stay: true });
  });
}
