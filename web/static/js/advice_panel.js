// Questions that a table which switched advice on can ask, and the answers: each with what it gains and why.

import { ask } from "./api.js";
import { BIOMES } from "./pieces.js";
import { PLANTS } from "./plants.js";
import { signed } from "./points.js";
import { html, refill } from "./svg.js";
import { _ } from "./words.js";

const EVENGLOW = {
  placement: () => _("Plant a card"), chaos: () => _("Chaos Elixir"), undew: () => _("Essence of Undew"),
  transmutation: () => _("Tincture of Transmutation"),
};
const EVERGREEN = {
  card: () => _("The card's action"), growth: () => _("One growth"), sprout: () => _("One sprout"), "plant-sprout": () => _("Power: Plant Sprout"),
  "grow-small-tree": () => _("Power: Grow Small Tree"), "grow-big-tree": () => _("Power: Grow Big Tree"), "plant-bush": () => _("Power: Plant Bush"),
  "place-lake": () => _("Power: Place Lake"), "small-pine-growth": () => _("Power: Small Pine Growth"), "plant-cactus": () => _("Power: Plant Cactus"),
  "super-growth": () => _("Power: Super Growth"), "plant-mushroom": () => _("Power: Plant Mushroom"),
};
const NEEDS_BIOME = ["card", "plant-cactus", "super-growth"];

const alike = (number) => (number === 1 ? _("as good in one more rotation") : _("as good in %(number)s more rotations", { number }));

export class AdvicePanel {
  /** `show(spaces)` tries a suggestion on the board after `reset()`; spaces are [area, space, content]. */
  constructor(host, options) {
    this.host = host;
    this.options = options;
    const { isEvenglow, page } = options;
    const offered = isEvenglow ? Object.keys(EVENGLOW).filter((one) => one === "placement" || page.variant !== "family")
      : ["card", "growth", "sprout", ...(page.powers ?? [])];
    this.names = isEvenglow ? EVENGLOW : EVERGREEN;
    this.offered = offered;
    this.question = { ask: offered[0], own: ["vine", "vine"], other: ["vine", "vine"], biome: Object.keys(BIOMES)[0], horizon: "season" };
    this.answer = null;
  }

  draw() {
    const { isEvenglow } = this.options;
    const asked = this.question.ask;
    refill(this.host, html("h2", {}, _("Advice")),
      this.#select("ask", _("Question"), this.offered.map((one) => [one, this.names[one]()]), this.question.ask, (value) => { this.question.ask = value; this.answer = null; this.draw(); }),
      isEvenglow && ["placement", "chaos"].includes(asked) ? this.#plants("own", _("Your side of the card")) : [],
      isEvenglow && asked === "chaos" ? this.#plants("other", _("The far side of the card")) : [],
      !isEvenglow && NEEDS_BIOME.includes(asked) ? this.#select("biome", _("Biome of the card"), Object.entries(BIOMES).map(([id, { name }]) => [id, name()]),
        this.question.biome, (value) => { this.question.biome = value; }) : [],
      isEvenglow ? [] : this.#select("horizon", _("Points that count"), [["season", _("This season's end")], ["game", _("All remaining Suns")]],
        this.question.horizon, (value) => { this.question.horizon = value; }),
      html("button", { class: "button main", type: "button", id: "ask", onclick: () => this.#ask() }, _("What is best?")),
      html("div", { id: "advice-answer", "aria-live": "polite" }, this.#answer()));
  }

  #select(name, label, choices, value, pick) {
    return html("label", { class: "stack-tight" }, html("span", {}, label), html("select", { name, onchange: (event) => pick(event.target.value) },
      choices.map(([id, text]) => html("option", { value: id, selected: id === value }, text))));
  }

  #plants(key, label) {
    const choices = Object.entries(PLANTS).map(([id, { name }]) => [id, name()]);
    return html("fieldset", { class: "pair" }, html("legend", {}, label), [0, 1].map((index) => html("select", { name: `${key}-${index}`,
      "aria-label": index ? _("second tile") : _("first tile"), onchange: (event) => { this.question[key][index] = event.target.value; } },
    choices.map(([id, text]) => html("option", { value: id, selected: id === this.question[key][index] }, text)))));
  }

  async #ask() {
    const { isEvenglow, table, page } = this.options;
    const { ask: what, own, other, biome, horizon } = this.question;
    const json = { player: page.player, ask: what };
    if (isEvenglow && ["placement", "chaos"].includes(what)) json.own = own;
    if (isEvenglow && what === "chaos") json.other = other;
    if (!isEvenglow) Object.assign(json, { horizon }, NEEDS_BIOME.includes(what) ? { biome } : {});
    try {
      this.answer = await ask(`${table.base}/assistant/advice.json`, { method: "POST", json });
    } catch (problem) {
      this.answer = { problem: problem.message || _("There is no network: this can wait until it is back.") };
    }
    this.draw();
  }

  #answer() {
    const { answer } = this;
    if (!answer) return [];
    if (answer.problem) return html("p", { class: "problem" }, answer.problem);
    const best = answer.suggestions[0];
    return [
      !best ? html("p", {}, _("There is no such move on this board."))
        : best.gain <= 0 ? html("p", {}, _("Nothing gains points now; the least bad first:")) : [],
      html("ol", { class: "suggestions" }, answer.suggestions.map((one) => html("li", {},
        html("button", { class: "suggestion", type: "button", onclick: () => this.#try(one) },
          html("strong", { class: "change" }, signed(one.gain)), html("span", {}, html("strong", {}, one.words),
            Object.entries(one.also).map(([label, points]) => html("small", { class: "quiet" }, ` ${signed(points)} ${label}`)),
            one.alike ? html("small", { class: "quiet" }, ` ${alike(one.alike)}`) : [])),
        one.reasons.length ? html("ul", { class: "plain" }, one.reasons.map((reason) => html("li", {}, reason))) : [],
        one.notices.map((notice) => html("p", { class: "problem" }, notice.message))))),
      html("p", { class: "quiet" }, _("%(number)s moves compared.", { number: answer.considered }), " ", answer.note),
    ].flat();
  }

  #try(suggestion) {
    this.options.reset();
    this.options.show(suggestion.changes.map((change) => ("garden" in change ? [change.garden, change.space, change.tile] : ["planet", change.space, change.piece])));
    document.getElementById("difference").scrollIntoView({ block: "start", behavior: "smooth" });
  }
}
