// What a photograph of a board does not show and each player has besides: potion cards, or points noted at the table.

import { numberField } from "./numbers.js";
import { html, refill } from "./svg.js";
import { _ } from "./words.js";

export const POTIONS = {
  undew: { name: () => _("Essence of Undew"), points: 3, plant: "lions-mane" },
  chaos: { name: () => _("Chaos Elixir"), points: 4, plant: "mandrake" },
  transmutation: { name: () => _("Tincture of Transmutation"), points: 5, plant: "elderberries" },
};

const MOST_CARDS = 10;

/** Fill `host`; returns {show}, to be called when the document has changed. `shared()` is the state of the table. */
export function fillCards(host, { game, variant, document, shared }) {
  if (game === "evenglow" && variant === "family") {
    host.hidden = true;
    return { show() {} };
  }
  return game === "evenglow" ? potionCards(host, document) : notedPoints(host, document, shared);
}

function potionCards(host, document) {
  const fields = [];
  const rows = Object.entries(POTIONS).map(([potion, facts]) => {
    const field = (side, label) => {
      const made = numberField({ id: `potion-${potion}-${side}`, label, value: count(document, potion, side), max: MOST_CARDS, steps: true,
        onValue: (value) => document.change((body) => {
          const cards = ((body.board.potions ??= {})[potion] ??= { unused: 0, used: 0 });
          cards[side] = value ?? 0;
        }) });
      fields.push(() => made.show(count(document, potion, side)));
      return made.element;
    };
    return html("fieldset", { class: "potion", "data-kind": facts.plant },
      html("legend", {}, `${facts.name()} (${facts.points})`), field("unused", _("Unused")), field("used", _("Used")));
  });
  // Each harvest earned a card: the tokens on the board say how many there must be, though not which were used.
  const hint = html("p", { class: "inline" });
  const showHint = () => {
    const earned = earnedCards(document.body.board);
    const differs = Object.keys(POTIONS).some((potion) => earned[potion] !== count(document, potion, "unused") + count(document, potion, "used"));
    refill(hint, differs ? [html("span", { class: "grow" }, _("The harvest tokens on the board stand for %(cards)s.", { cards: Object.entries(POTIONS)
      .map(([potion, facts]) => `${earned[potion]} ${facts.name()}`).join(", ") })),
    html("button", { class: "button", type: "button", id: "take-earned", onclick: () => document.change((body) => {
      for (const potion of Object.keys(POTIONS)) {
        const cards = ((body.board.potions ??= {})[potion] ??= { unused: 0, used: 0 });
        cards.used = Math.min(cards.used ?? 0, earned[potion]);
        cards.unused = earned[potion] - cards.used;
      }
    }) }, _("Enter these"))] : []);
    hint.hidden = !differs;
  };
  refill(host, html("h2", {}, _("Potion cards")), hint, html("div", { class: "potions" }, rows));
  showHint();
  return { show: () => { fields.forEach((show) => show()); showHint(); } };
}

/** How many cards of each potion the harvest tokens on a board stand for. */
function earnedCards(board) {
  const earned = Object.fromEntries(Object.keys(POTIONS).map((potion) => [potion, 0]));
  for (const { garden, spaces } of board.harvests ?? []) {
    const plants = new Set(spaces.map((space) => board.gardens?.[garden]?.[space]?.plant));
    const potion = Object.keys(POTIONS).find((one) => plants.size === 1 && plants.has(POTIONS[one].plant));
    if (potion) earned[potion] += 1;
  }
  return earned;
}

function count(document, potion, side) {
  return document.body.board.potions?.[potion]?.[side] ?? 0;
}

function notedPoints(host, document, shared) {
  let drawn;
  let fields = [];
  const field = (id, label, read, write) => {
    const made = numberField({ id, label, value: read(document.body.board), onValue: (value) => document.change((body) => write(body.board, value)) });
    fields.push(() => made.show(read(document.body.board)));
    return made.element;
  };
  const point = (name, label) => field(`points-${name}`, label, (board) => board.points?.[name] ?? null, (board, value) => {
    board.points ??= {};
    if (value == null) delete board.points[name];
    else board.points[name] = value;
  });
  // A season counts once both of its numbers are known: half a season would read as 0 points for the other half.
  const halves = {};
  const season = (number, what, label) => field(`season-${number}-${what}`, label,
    (board) => board.seasons?.[number - 1]?.[what] ?? halves[number]?.[what] ?? null,
    (board, value) => {
      const known = board.seasons?.[number - 1];
      const both = { ...known, ...halves[number], [what]: value };
      halves[number] = both;
      if (both.light == null || both.forest == null || (board.seasons ?? []).length < number - 1) return;
      board.seasons ??= [];
      board.seasons[number - 1] = { light: both.light, forest: both.forest };
      delete halves[number];
    });
  const show = () => {
    const now = shared().season;
    if (drawn !== now) {
      drawn = now;
      fields = [];
      const past = Array.from({ length: now - 1 }, (_none, index) => index + 1);
      refill(host, html("h2", {}, _("Points noted at the table")),
        html("div", { class: "noted" }, point("start", _("Start")), point("buds", _("Buds")),
          past.flatMap((number) => [season(number, "light", _("Season %(number)s: light", { number })),
            season(number, "forest", _("Season %(number)s: forest", { number }))])));
    }
    fields.forEach((each) => each());
  };
  show();
  return { show };
}
