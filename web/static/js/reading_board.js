// From what was read in a photograph to a player's board.
//
// A board remembers what the photograph said (`read`: areas, review, harvests), apart from what people then made of it.
// So a photograph that is read again, with another copy or one that has learned more, changes what nobody has touched
// and leaves alone, or asks about, what people have.

import { kindOf } from "./board.js";
import { same } from "./merge.js";
import { PIECES } from "./pieces.js";

/** The body of a player's document with the reading in it: every space as read, the doubtful ones to be checked. */
export function withReading(body, reading, photoId, chosen) {
  return merged(body, reading, photoId, chosen).next;
}

/** On how many spaces something stays as people have set it, although the reading says otherwise. */
export function countKept(body, reading, photoId, chosen) {
  return merged(body, reading, photoId, chosen).kept;
}

/** How many spaces a person should look at. */
export function countDoubtful(review) {
  return Object.values(review).reduce((sum, spaces) => sum + spaces.length, 0);
}

function merged(body, reading, photoId, { game, expansions = [] }) {
  const { seen, tileDoubts } = seenIn(reading, game, expansions);
  const { areas, harvests, review, kept = 0 } = body.photo === photoId ? readAgain(body, seen, game)
    : readAnew(body, seen, tileDoubts, reading, game);
  const next = structuredClone(body);
  if (game === "evenglow") Object.assign(next.board, { gardens: areas, harvests });
  else next.board.planet = areas.planet ?? {};
  Object.assign(next, { review, photo: photoId, mode: "board", read: seen });
  const isSame = body.photo === photoId && same(next.board, body.board) && same(next.review, body.review);
  return { next: Object.assign(next, { confirmed: body.confirmed && isSame }), kept };
}

/** What a reading says, and which tiles and pieces it doubts by themselves. A piece of a module that is not in play is never taken over: it is asked about. */
function seenIn(reading, game, expansions) {
  const isPossible = (kind) => !PIECES[kind]?.module || expansions.includes(PIECES[kind].module);
  const areas = {};
  const review = {};
  for (const [area, spaces] of Object.entries(reading.areas)) {
    areas[area] = {};
    for (const [space, read] of Object.entries(spaces)) {
      let content = contentOf(read, game);
      let doubtful = read.review;
      if (content !== null && game === "evergreen" && !isPossible(content)) {
        content = (read.alternatives ?? []).map((other) => contentOf(other, game)).find((other) => other && isPossible(other)) ?? null;
        doubtful = true;
      }
      if (content !== null) areas[area][space] = content;
      if (doubtful) ask(review, area, space);
    }
  }
  const tileDoubts = structuredClone(review);
  const harvests = (reading.harvests ?? []).map(({ garden, spaces }) => ({ garden, spaces }));
  for (const { garden, spaces, review: doubtful } of reading.harvests ?? []) if (doubtful) ask(review, garden, ...spaces);
  return { seen: { areas, review, harvests }, tileDoubts };
}

/**
 * Another photograph: what it shows counts. A doubtful space that was checked before and still looks possible keeps what
 * the person said, so that a second photograph costs no second check. A token that was on the board and is not seen now,
 * although its formation still lies there, is kept and asked about.
 */
function readAnew(body, seen, tileDoubts, reading, game) {
  const areas = structuredClone(seen.areas);
  const review = {};
  const before = body.photo ? areasOf(body, game) : {};
  for (const [area, spaces] of Object.entries(tileDoubts)) {
    for (const space of spaces) {
      const read = reading.areas[area][space];
      const known = before[area]?.[space] ?? null;
      const wasChecked = body.photo && !isIn(body.review, area, space);
      if (!wasChecked || ![read, ...(read.alternatives ?? [])].some((other) => same(contentOf(other, game), known))) ask(review, area, space);
      else if (known === null) delete areas[area][space];
      else areas[area][space] = known;
    }
  }
  for (const { garden, spaces, review: doubtful } of reading.harvests ?? []) if (doubtful) ask(review, garden, ...spaces);
  const harvests = structuredClone(seen.harvests);
  for (const token of game === "evenglow" ? (body.board.harvests ?? []) : []) {
    const liesThere = token.spaces.every((space) => kindOf(areas[token.garden]?.[space]) !== null
      && kindOf(areas[token.garden][space]) === kindOf(areasOf(body, game)[token.garden]?.[space]));
    const isCovered = harvests.some(({ garden, spaces }) => garden === token.garden && spaces.some((space) => token.spaces.includes(space)));
    if (!liesThere || isCovered) continue;
    harvests.push(token);
    ask(review, token.garden, ...token.spaces);
  }
  return { areas, review, harvests };
}

/**
 * The same photograph, read again. What people set or checked stays. What they only saw when they called the board final
 * stays until they have been asked; without a memory of the first reading everything that differs is asked about.
 */
function readAgain(body, seen, game) {
  const mine = areasOf(body, game);
  const { areas: first = null, review: doubted = {}, harvests: firstTokens } = body.read ?? {};
  const areas = {};
  const review = {};
  let kept = 0;
  const names = new Set([...Object.keys(mine), ...Object.keys(seen.areas)]);
  for (const area of names) {
    areas[area] = {};
    for (const space of new Set([...Object.keys(mine[area] ?? {}), ...Object.keys(seen.areas[area] ?? {}), ...(seen.review[area] ?? []), ...(body.review[area] ?? [])])) {
      const here = mine[area]?.[space] ?? null;
      const now = seen.areas[area]?.[space] ?? null;
      const isOpen = isIn(body.review, area, space);
      const byHand = !first || !same(here, first[area]?.[space] ?? null) || (isIn(doubted, area, space) && !isOpen);
      let content = now;
      let doubtful = isIn(seen.review, area, space);
      if (byHand || (body.confirmed && !same(here, now))) {
        content = here;
        doubtful = isOpen || (!same(here, now) && (!first || !byHand));
        if (!same(here, now) && !doubtful) kept += 1;
      } else if (body.confirmed) doubtful = false;
      if (content !== null) areas[area][space] = content;
      if (doubtful) ask(review, area, space);
    }
  }
  let harvests = seen.harvests;
  if (game === "evenglow" && (!first || body.confirmed || !same(body.board.harvests ?? [], firstTokens))) {
    harvests = body.board.harvests ?? [];
    if ((!first || body.confirmed) && !same(harvests, seen.harvests)) for (const token of differing(harvests, seen.harvests)) ask(review, token.garden, ...token.spaces);
  }
  return { areas, review, harvests, kept };
}

function differing(some, others) {
  return [[some, others], [others, some]].flatMap(([these, those]) => these.filter((token) => !those.some((other) => same(other, token))));
}

const isIn = (review, area, space) => (review[area] ?? []).includes(space);

function ask(review, area, ...spaces) {
  const list = (review[area] ??= []);
  list.push(...spaces.filter((space) => !list.includes(space)));
}

function areasOf(body, game) {
  return game === "evenglow" ? (body.board.gardens ?? {}) : { planet: body.board.planet ?? {} };
}

function contentOf(read, game) {
  const kind = kindOf(read);
  if (kind === null) return null;
  if (game === "evergreen") return kind;
  return read.rotation == null ? { plant: kind } : { plant: kind, rotation: read.rotation };
}
