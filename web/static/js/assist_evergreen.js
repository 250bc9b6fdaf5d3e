// Evergreen during play: set-up with modules, rounds, the fertility zone, the end of a season.

import { adviceSwitch, mainButton, once, ruleLink, setUpList, undoButton } from "./assist_parts.js";
import { table } from "./game.js";
import { BIOMES, drawBiome } from "./pieces.js";
import { pointsText, signed } from "./points.js";
import { isSeasonEntered } from "./season.js";
import { html, svg } from "./svg.js";
import { _ } from "./words.js";

const SUN_SIDES = { top: () => _("at the top"), right: () => _("on the right"), bottom: () => _("at the bottom"), left: () => _("on the left") };
const MODULES = { pines: () => _("Pines"), cacti: () => _("Cacti"), "giant-trees": () => _("Giant Trees"), mushrooms: () => _("Mushrooms") };
let chosenBiome = Object.keys(BIOMES)[0];

/** [what the page shows, what its bar shows] */
export function drawEvergreen(assist) {
  const { standing } = assist;
  const zone = drawZone(assist);
  switch (standing.phase) {
    case "setup":
      return [[standing.powers.length ? drawPowers(assist) : [], setUpList(assist), drawOpening(assist), drawOrder(assist), adviceSwitch(assist)].flat(),
        [undoButton(assist), mainButton(_("Start the game"), once(() => assist.act("begin")))]];
    case "play":
      return [[drawRound(standing), drawLeftOver(assist), zone, drawBoards(standing), adviceSwitch(assist)],
        [undoButton(assist), mainButton(standing.round === standing.rounds ? _("The season's last round is over") : _("The round is over"),
          once(() => assist.act("end-round", { season: assist.standing.season, round: assist.standing.round })))]];
    case "season-end":
      return [[drawSeasonEnd(standing), zone, adviceSwitch(assist)],
        [undoButton(assist), mainButton(standing.season === standing.seasons ? _("Book the last season") : _("Book season %(number)s", { number: standing.season }),
          once(async () => { if (await isSeasonEntered(table)) await assist.act("book", { season: assist.standing.season }); }))]];
    default:
      return [[html("section", { class: "card turn" }, html("h2", {}, _("The game is over")), html("p", {}, _("All seasons are booked."))), zone,
        drawBoards(standing)],
      [undoButton(assist), html("a", { class: "button main", href: `${table.base}/sheet`, "data-key": "main" }, _("Score sheet"))]];
  }
}

function drawRound(standing) {
  return html("section", { class: "card turn" },
    html("p", { class: "quiet turn-count" }, _("Season %(season)s of %(seasons)s", standing), ruleLink("evergreen-round", _("A round"))),
    html("h2", { class: "turn-active" }, _("Round %(round)s of %(rounds)s", standing)),
    html("p", {}, _("The Sun stands %(side)s.", { side: SUN_SIDES[standing.sun]() }), ruleLink("evergreen-sun", _("The Sun"))),
    html("progress", { max: standing.rounds, value: standing.round - 1, "aria-label": _("Rounds played") }));
}

function drawPowers(assist) {
  const { standing } = assist;
  const replaced = () => Object.fromEntries(assist.standing.powers.map(({ module, replaces }) => [module, replaces]));
  return html("section", { class: "card", "aria-labelledby": "powers-title" },
    html("h2", { id: "powers-title" }, _("Powers of the modules"), ruleLink("evergreen-modules", _("Playing with modules"))),
    standing.powers.map(({ module, new: power, replaces }) => html("label", { class: "stack-tight" }, html("span", {}, `${MODULES[module]()}: ${power}`),
      html("select", { "data-key": `power-${module}`, onchange: (event) => assist.act("powers", { replaced: { ...replaced(), [module]: event.target.value } }) },
        standing.core_powers.map(({ id, label }) => html("option", { value: id, selected: id === replaces }, _("replaces %(power)s", { power: label })))))));
}

/** Biome first, then the card: two taps for a card, the biome stays chosen. */
function cardPicker(assist, key, cards, put) {
  return html("div", { class: "card-picker" },
    html("fieldset", { class: "segments biomes" }, html("legend", {}, _("Biome")), Object.entries(BIOMES).map(([biome, { name }]) =>
      html("label", {}, html("input", { type: "radio", name: `${key}-biome`, value: biome, checked: biome === chosenBiome, "data-key": `${key}-${biome}`,
        onchange: () => { chosenBiome = biome; } }), html("span", {}, name())))),
    html("div", { class: "inline", role: "group", "aria-label": _("What the card shows") }, cards.map(([card, label]) =>
      html("button", { class: "button", type: "button", "data-key": `${key}-${label}`, onclick: once(() => put(chosenBiome, card)) }, label))));
}

function cardsOf(standing) {
  return [[{ icons: 1 }, _("1 icon")], [{ icons: 2 }, _("2 icons")], [{ icons: 3 }, _("3 icons")],
    ...(standing.expansions.includes("cacti") ? [[{ negative: 2 }, _("2 negative")]] : []),
    ...(standing.expansions.includes("giant-trees") ? [[{ duplicate: true }, _("duplicate")]] : []),
    [{ skull: true }, _("skull")]];
}

function drawOpening(assist) {
  const { opening } = assist.standing;
  return html("section", { class: "card", "aria-labelledby": "opening-title" },
    html("h2", { id: "opening-title" }, _("Opening the Fertility Zone"), ruleLink("evergreen-fertility-zone", _("Opening the Fertility Zone"))),
    html("p", { role: "status" }, opening.missing
      ? _("%(icons)s icons so far, %(missing)s to go. Turn up the next card:", opening)
      : _("%(icons)s icons: the zone is open. Shuffle %(back)s cards back.", { icons: opening.icons, back: opening.shuffle_back })),
    opening.missing ? cardPicker(assist, "open", [...cardsOf(assist.standing), [null, _("no icon")]],
      (biome, card) => assist.act("reveal", { card: { biome, card } })) : []);
}

function drawOrder(assist) {
  const { players } = assist.standing;
  if (players.length < 2) return [];
  const order = [...players].sort((a, b) => a.start - b.start);
  const rotated = players.map((_one, index) => [...players.slice(index), ...players.slice(0, index)]);
  return html("section", { class: "card" }, html("fieldset", { class: "segments" }, html("legend", {}, _("Who begins?")),
    rotated.map((seats) => html("label", {}, html("input", { type: "radio", name: "order", "data-key": `order-${seats[0].id}`,
      checked: order.some((player) => player.start) && order[0].id === seats[0].id,
      onchange: () => assist.act("start-points", { order: seats.map((player) => player.id) }) }), html("span", {}, seats[0].name)))),
  html("p", { class: "quiet" }, order.map((player) => _("%(name)s starts with %(points)s", { name: player.name, points: player.start })).join(" · ")));
}

function drawLeftOver(assist) {
  return html("details", { class: "card left-over", "data-key": "left-over" }, html("summary", {}, _("Lay the card left over")),
    cardPicker(assist, "lay", cardsOf(assist.standing), (biome, card) => assist.act("lay", { biome, card })),
    html("a", { class: "button", href: `${table.base}/zone`, "data-key": "zone" }, _("Correct the Fertility Zone")));
}

function drawZone({ standing }) {
  return html("section", { class: "card", "aria-labelledby": "zone-title" },
    html("h2", { id: "zone-title" }, _("Fertility now"), ruleLink("evergreen-fertility", _("Fertility"))),
    html("ul", { class: "biome-values" }, standing.biomes.map((entry) => html("li", { class: `biome biome-${entry.biome}`, "data-biome": entry.biome },
      svg("svg", { viewBox: "-14 -14 28 28", class: "biome-icon", "aria-hidden": "true" }, drawBiome(entry.biome)),
      html("span", { class: "biome-name" }, BIOMES[entry.biome].name()),
      html("output", { class: "supply-left", "aria-label": _("Fertility value") }, pointsText(entry.value)),
      html("small", { class: "quiet" }, _("one more big tree: %(points)s", { points: signed(entry.one_more_big_tree) }),
        standing.expansions.includes("giant-trees") ? _(", giant tree: %(points)s", { points: signed(entry.one_more_giant_tree) }) : "")))),
    html("p", { class: "quiet" }, _("Counted after the fourth season, if the zone stays as it is.")));
}

function drawBoards(standing) {
  return html("section", { class: "card", "aria-labelledby": "boards-title" }, html("h2", { id: "boards-title" }, _("Planets")),
    html("ul", { class: "list" }, standing.players.map((player) => html("li", { class: "row" }, html("strong", {}, player.name),
      html("span", { class: "player-ways head-ways" },
        html("a", { class: "button", href: `${table.base}/board/${player.id}`, "aria-label": _("Board of %(name)s", player), "data-key": `board-${player.id}` }, _("Board")),
        html("a", { class: "button", href: `${table.base}/assistant/what-if/${player.id}`, "aria-label": _("What if? %(name)s", player), "data-key": `what-if-${player.id}` }, _("What if?")),
        standing.phase === "play" ? html("a", { class: "button", href: `${table.base}/assistant/season/${player.id}`, "data-key": `season-${player.id}` },
          _("End of the season")) : [])))));
}

function drawSeasonEnd(standing) {
  return html("section", { class: "card turn", "aria-labelledby": "end-title" },
    html("p", { class: "quiet turn-count" }, _("Season %(season)s of %(seasons)s", standing), ruleLink("evergreen-season", _("The end of a season"))),
    html("h2", { id: "end-title", class: "turn-active" }, _("End of the season")),
    html("p", {}, _("Enter every planet as it stands now, go through the steps with each player, then book the season for all.")),
    html("ul", { class: "list" }, standing.players.map((player) => html("li", { class: "row season-row", "data-player": player.id },
      html("strong", {}, player.name),
      player.is_checked ? [] : html("small", { class: "badge" }, _("spaces to check")),
      player.season.is_typed ? html("span", { class: "quiet" }, _("types the points")) : html("span", { class: "season-points" },
        _("light %(light)s, forest %(forest)s", player.season), player.season.is_corrected ? html("small", { class: "badge" }, _("corrected")) : []),
      html("span", { class: "player-ways head-ways" },
        html("a", { class: "button", href: `${table.base}/board/${player.id}`, "aria-label": _("Board of %(name)s", player), "data-key": `board-${player.id}` }, _("Board")),
        html("a", { class: "button", href: `${table.base}/assistant/season/${player.id}`, "aria-label": _("Steps of %(name)s", player), "data-key": `season-${player.id}` },
          _("Steps %(checked)s/%(steps)s", player.season)))))));
}
