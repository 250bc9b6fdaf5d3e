// Evenglow during play: set-up, the turn, potions and due harvests, the supply.

import { adviceSwitch, mainButton, once, ruleLink, setUpList, undoButton } from "./assist_parts.js";
import { AREA_NAMES, Board } from "./board.js";
import { table } from "./game.js";
import { page } from "./page_data.js";
import { html } from "./svg.js";
import { _ } from "./words.js";

const POTION_PLANTS = { undew: "lions-mane", chaos: "mandrake", transmutation: "elderberries" };
const drawing = new Board(document.createElement("div"), page.layout);
const nameOf = (standing, key) => standing.players.find((player) => player.id === key)?.name ?? "";
let first = null;

/** [what the page shows, what its bar shows] */
export function drawEvenglow(assist) {
  const { standing } = assist;
  if (standing.phase === "setup") return drawSetUp(assist);
  const over = standing.phase === "over";
  return [
    [over ? drawEnd() : drawTurn(standing), ...standing.players.map((player) => drawPlayer(assist, player, over)),
      drawSupply(standing), adviceSwitch(assist)],
    [undoButton(assist), over
      ? html("a", { class: "button main", href: `${table.base}/sheet`, "data-key": "main" }, _("Score sheet"))
      : mainButton(passWords(standing), once(() => assist.act("pass", { turn: assist.standing.turn.number })))],
  ];
}

function drawSetUp(assist) {
  const { standing } = assist;
  first ??= standing.players[0].id;
  if (!standing.players.some((player) => player.id === first)) first = standing.players[0].id;
  const who = html("section", { class: "card" }, html("fieldset", { class: "segments first-player" },
    html("legend", {}, _("Who begins?")), standing.players.map((player) => html("label", {},
      html("input", { type: "radio", name: "first", value: player.id, checked: player.id === first, "data-key": `first-${player.id}`,
        onchange: () => { first = player.id; } }), html("span", {}, player.name)))));
  return [
    [standing.steps.length ? setUpList(assist) : html("p", { class: "card note" }, _("The set-up is for 2 to 4 players, or one in a solo game.")),
      standing.players.length > 1 ? who : [], adviceSwitch(assist)].flat(),
    [undoButton(assist), mainButton(_("Start the game"), once(() => assist.act("begin", { first })))],
  ];
}

function passWords({ turn, is_a_pile_out: isOut, players }) {
  if (turn.next_active === null || isOut) return _("All have planted: the game ends");
  if (players.length === 1) return _("Next card");
  return _("Draft board to %(name)s", { name: nameOf({ players }, turn.next_active) });
}

function drawTurn(standing) {
  const { turn } = standing;
  return html("section", { class: "card turn" },
    html("p", { class: "quiet turn-count" }, _("Turn %(number)s of %(all)s", { number: turn.number, all: turn.of }), ruleLink("evenglow-turn", _("A turn"))),
    html("h2", { class: "turn-active" }, standing.players.length === 1 ? _("Your turn")
      : _("%(name)s is the active player", { name: nameOf(standing, turn.active) })),
    html("p", {}, turn.next_active ? _("Then %(name)s.", { name: nameOf(standing, turn.next_active) }) : _("This is the last card."), " ",
      _("Cards: %(deck)s in the deck, %(hands)s in hand.", { deck: turn.cards_in_deck, hands: turn.cards_in_hands })),
    html("progress", { max: turn.of, value: turn.number - 1, "aria-label": _("Cards played") }));
}

function drawEnd() {
  return html("section", { class: "card turn" }, html("h2", {}, _("The game is over")),
    html("p", {}, _("Enter or photograph every board, then look at the score sheet.")));
}

function drawPlayer(assist, player, over) {
  const { standing } = assist;
  const title = `player-${player.id}`;
  return html("section", { class: "card assist-player", "aria-labelledby": title, "data-player": player.id },
    html("div", { class: "head" }, html("h2", { id: title }, player.name),
      html("nav", { class: "head-ways", "aria-label": player.name },
        html("a", { class: "button", href: `${table.base}/board/${player.id}`, "data-key": `board-${player.id}` }, _("Board")),
        html("a", { class: "button", href: `${table.base}/assistant/what-if/${player.id}`, "data-key": `what-if-${player.id}` }, _("What if?")))),
    player.is_checked ? [] : html("p", { class: "problem" }, _("Some spaces of this board are still to be checked.")),
    drawHints(assist, player),
    drawLocked(player),
    player.potions.length ? html("ul", { class: "potion-rows" }, player.potions.map((potion) => drawPotion(assist, player, potion, over))) : [],
    player.used_now ? html("p", { class: "quiet" }, _("%(name)s has used a potion this turn.", { name: player.name })) : []);
}

/** What to look at on a player's board, and the harvests that are due. */
export function drawHints(assist, player) {
  return [
    ...player.warnings.map((warning) => html("p", { class: "problem hint", "data-warning": warning.code }, html("span", {}, warning.message),
      warning.topic ? ruleLink(warning.topic, warning.message) : [])),
    ...player.due.map((due) => drawDue(assist, player, due)),
  ];
}

function drawDue(assist, player, due) {
  return html("div", { class: "due", "data-kind": due.plant },
    html("p", {}, html("strong", {}, _("Harvest!")), " ", AREA_NAMES[due.garden](), ": ", due.spaces.join(", "),
      ruleLink("evenglow-harvest", _("Harvesting"))),
    html("button", { class: "button", type: "button", "data-key": `harvest-${player.id}-${due.garden}-${due.spaces[0]}`,
      onclick: once(() => assist.act("harvest", { player: player.id, garden: due.garden, spaces: due.spaces })) },
    _("Lay the token, take %(potion)s", { potion: player.potions.find((one) => one.id === due.potion).label })));
}

function drawLocked(player) {
  const parts = Object.entries(player.locked).map(([garden, spaces]) => `${AREA_NAMES[garden]()} ${spaces.join(", ")}`);
  return parts.length ? html("p", { class: "quiet locked" }, _("Locked: %(spaces)s", { spaces: parts.join("; ") })) : [];
}

function drawPotion(assist, player, potion, over) {
  const { standing } = assist;
  const mayUse = potion.unused > 0 && !player.used_now && !over && standing.phase === "play";
  return html("li", { class: "potion-row", "data-kind": POTION_PLANTS[potion.id], "data-potion": potion.id },
    html("span", { class: "potion-name" }, html("strong", {}, potion.label), ruleLink(potion.topic, potion.label),
      html("small", { class: "quiet" }, _("%(unused)s unused, %(used)s used · %(points)s points each", potion))),
    html("button", { class: "button", type: "button", disabled: !mayUse, "data-key": `use-${player.id}-${potion.id}`,
      "aria-label": _("%(name)s uses %(potion)s", { name: player.name, potion: potion.label }),
      onclick: once(() => assist.act("use-potion", { player: player.id, potion: potion.id, turn: assist.standing.turn.number })) }, _("Use")));
}

function drawSupply(standing) {
  return html("section", { class: "card", "aria-labelledby": "supply-title" },
    html("h2", { id: "supply-title" }, _("Supply"), ruleLink("evenglow-supply", _("Supply"))),
    html("ul", { class: "supply" }, standing.supply.map((pile) => html("li", { class: pile.is_low ? "is-low" : null, "data-kind": pile.plant },
      drawing.portrait({ plant: pile.plant, rotation: 0 }), html("span", { class: "supply-name" }, pile.label),
      html("output", { class: "supply-left", "aria-label": _("%(label)s left", pile) }, String(pile.left))))),
    standing.supply.filter((pile) => pile.warning).map((pile) => html("p", { class: "problem" }, pile.warning)),
    standing.variant === "solo" ? html("p", { class: "quiet" }, _("Tiles of the Unseen are not counted here.")) : [],
    html("p", { class: "quiet" }, _("44 of each, less the tiles on the boards that Glade knows.")));
}
