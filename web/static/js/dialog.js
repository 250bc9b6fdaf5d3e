// A question that covers the page, and can always be left.

import { html } from "./svg.js";
import { _ } from "./words.js";

/**
 * Ask and wait for the answer: the value of the chosen button, or null when the dialog was left.
 * `choices` are [value, text, kind]; kind "main" is the likely one. `content` is shown between title and choices.
 */
export function askPerson(title, choices, ...content) {
  return new Promise((resolve) => {
    const buttons = choices.map(([value, text, kind = ""]) =>
      html("button", { class: `button ${kind}`, type: "button", onclick: () => finish(value) }, text));
    const close = html("button", { class: "button close", type: "button", "aria-label": _("Close"), onclick: () => finish(null) }, "×");
    const dialog = html("dialog", { class: "question", "aria-labelledby": "question-title" },
      html("h2", { id: "question-title" }, title), close, ...content, html("div", { class: "question-choices" }, buttons));
    let answer = null;
    const finish = (value) => { answer = value; dialog.close(); };
    dialog.addEventListener("close", () => { dialog.remove(); resolve(answer); });
    dialog.addEventListener("click", (event) => event.target === dialog && finish(null));
    document.body.append(dialog);
    dialog.showModal();
  });
}
