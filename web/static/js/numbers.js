// Whole numbers as people type them, and the fields to type them in. Empty is not 0.

import { html } from "./svg.js";
import { _ } from "./words.js";

/** {value} (null where nothing was typed) or {problem}: a sentence. */
export function parseWhole(text, { min = 0, max = 9999 } = {}) {
  const plain = text.normalize("NFKC").replace(/[\s\u200e\u200f\u061c]/g, "").replace(/[\u2212\u2012-\u2014\u207b]/g, "-")
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
  if (plain === "") return { value: null };
  if (!/^[+-]?\d+$/.test(plain)) return { problem: _("Type a whole number, like 12.") };
  const value = Number(plain) || 0;
  if (value < min) return { problem: min === 0 ? _("This line cannot be below 0.") : _("At least %(min)s.", { min }) };
  if (value > max) return { problem: _("At most %(max)s.", { max }) };
  return { value };
}

/** A digit of any script: scripts put their ten digits in a row, and each row begins at a zero. */
function digitValue(digit) {
  const code = digit.codePointAt(0);
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}

/**
 * A labelled field for a whole number.
 * @param options  label, value (null: empty), min, max, steps: − and + buttons, onValue(value)
 */
export function numberField({ id, label, value, min = 0, max = 9999, steps = false, onValue }) {
  let timer;
  let last = value;
  const input = html("input", { id, type: "text", inputmode: min < 0 ? "text" : "numeric", autocomplete: "off", value: value ?? "",
    class: "number", "aria-describedby": `${id}-problem` });
  const problem = html("span", { id: `${id}-problem`, class: "field-problem", role: "alert" });
  const take = () => {
    clearTimeout(timer);
    const read = parseWhole(input.value, { min, max });
    problem.textContent = read.problem ?? "";
    input.toggleAttribute("aria-invalid", Boolean(read.problem));
    if (read.problem || read.value === last) return;
    last = read.value;
    onValue(read.value);
  };
  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(take, 350); });
  input.addEventListener("change", take);
  const step = (by, sign, name) => html("button", { type: "button", class: "button step", "aria-label": `${label}: ${name}`,
    onclick: () => { input.value = Math.min(max, Math.max(min, (last ?? 0) + by)); take(); } }, sign);
  const negate = min < 0 && html("button", { type: "button", class: "button step", "aria-label": _("%(label)s: plus or minus", { label }),
    onclick: () => { input.value = -(parseWhole(input.value, { min, max }).value ?? 0) || ""; take(); input.focus(); } }, "±");
  const element = html("div", { class: "number-field" }, html("label", { for: id }, label),
    html("span", { class: "number-box" }, negate || [], steps ? step(-1, "−", _("one less")) : [], input,
      steps ? step(1, "+", _("one more")) : []), problem);
  return {
    element,
    /** Show another value, unless somebody is typing here: what is in the field has not been taken yet. */
    show(next) {
      const isHere = document.activeElement === input; // a phone may leave it here when a button is tapped, "Undo" for one
      if (isHere && (next === last || (input.value !== "" && parseWhole(input.value, { min, max }).value !== last))) return;
      last = next;
      input.value = next ?? "";
    },
  };
}
