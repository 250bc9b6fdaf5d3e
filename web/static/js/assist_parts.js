// Parts that both games' assistants show: the set-up list, the switch for advice, small links to the rules.

import { ruleUrl } from "./assist.js";
import { html } from "./svg.js";
import { _ } from "./words.js";

export function ruleLink(topic, name) {
  return html("a", { class: "rule-link", href: ruleUrl(topic), "aria-label": _("The rule: %(name)s", { name }), "data-key": `rule-${topic}` }, "?");
}

/** The steps of the set-up, to be ticked off in any order. */
export function setUpList(assist) {
  const { steps } = assist.standing;
  const done = steps.filter((step) => step.done).length;
  return html("section", { class: "card set-up", "aria-labelledby": "set-up-title" },
    html("h2", { id: "set-up-title" }, _("Set-up"), " ", html("small", { class: "quiet" }, _("%(done)s of %(all)s done", { done, all: steps.length }))),
    html("ol", { class: "ticks" }, steps.map((step) => html("li", { class: step.done ? "is-done" : null },
      html("label", {}, html("input", { type: "checkbox", checked: step.done, "data-key": `step-${step.id}`,
        onchange: (event) => assist.act("tick", { step: step.id, done: event.target.checked }) }),
      html("span", {}, step.words)), ruleLink(step.topic, step.words)))));
}

/** Advice is for the whole table, off until somebody switches it on. */
export function adviceSwitch(assist) {
  const { advice } = assist.standing;
  return html("section", { class: "card advice-switch" },
    html("label", { class: "switch" }, html("input", { type: "checkbox", role: "switch", checked: advice, "data-key": "advice",
      onchange: (event) => assist.act("advice", { on: event.target.checked }) }),
    html("span", {}, html("strong", {}, _("Advice")), html("span", { class: "quiet" }, advice
      ? _("On for everybody in this game: ask under “What if?”.")
      : _("Off. When it is on, everybody in this game can ask for the best moves.")))));
}

export function undoButton(assist) {
  return html("button", { class: "button step", type: "button", "aria-label": _("Undo"), "data-key": "undo", onclick: () => assist.undo() }, "↶");
}

export function mainButton(text, onclick, key = "main") {
  return html("button", { class: "button main", type: "button", "data-key": key, onclick }, text);
}

/** A button that cannot be tapped twice by mistake: it rests until the move is made. It keeps the keyboard meanwhile. */
export function once(work) {
  return async (event) => {
    const button = event.currentTarget;
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    try { await work(); } finally { button.removeAttribute("aria-busy"); }
  };
}
