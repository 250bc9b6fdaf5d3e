// From what was read in a photograph to a player's board.

import { kindOf } from "./board.js";
import { PIECES } from "./pieces.js";

/**
 * The body of a player's document with the reading in it: every space as read, the doubtful ones to be checked.
 *
 * A space that was checked before and still looks possible keeps what the person said, so that a second photograph
 * costs no second check. A piece of a module that is not in play is never taken over: it is asked about.
 */
export function withReading(body, reading, photoId, { game, expansions = [] }) {
  const next = structuredClone(body);
  const before = body.photo ? areasOf(body, game) : {};
  const isPossible = (kind) => !PIECES[kind]?.module || expansions.includes(PIECES[kind].module);
  const review = {};
  const areas = {};
  for (const [area, spaces] of Object.entries(reading.areas)) {
    areas[area] = {};
    for (const [space, read] of Object.entries(spaces)) {
      let content = contentOf(read, game);
      let doubtful = read.review;
      if (content !== null && game === "evergreen" && !isPossible(content)) {
        content = (read.alternatives ?? []).map((other) => contentOf(other, game)).find((other) => other && isPossible(other)) ?? null;
        doubtful = true;
      }
      const known = before[area]?.[space] ?? null;
      const wasChecked = body.photo && !(body.review[area] ?? []).includes(space);
      const offers = [read, ...(read.alternatives ?? [])].map((other) => JSON.stringify(contentOf(other, game)));
      if (doubtful && wasChecked && offers.includes(JSON.stringify(known))) {
        content = known;
        doubtful = false;
      }
      if (content !== null) areas[area][space] = content;
      if (doubtful) (review[area] ??= []).push(space);
    }
  }
  if (game === "evenglow") {
    next.board.gardens = areas;
    next.board.harvests = (reading.harvests ?? []).map(({ garden, spaces }) => ({ garden, spaces }));
    for (const harvest of reading.harvests ?? []) {
      if (!harvest.review) continue;
      const list = (review[harvest.garden] ??= []);
      list.push(...harvest.spaces.filter((space) => !list.includes(space)));
    }
  } else next.board.planet = areas.planet ?? {};
  return Object.assign(next, { review, photo: photoId, mode: "board", confirmed: false });
}

/** How many spaces a person should look at. */
export function countDoubtful(review) {
  return Object.values(review).reduce((sum, spaces) => sum + spaces.length, 0);
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
