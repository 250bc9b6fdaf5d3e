// Draws any layout as SVG and keeps the drawing in step with what lies on the board.
//
// A *view* is everything that a drawing shows:
//   areas      {area: {space: content}}; content is {plant, rotation | stems}, or the name of a piece
//   harvests   [{garden, spaces}]                      tokens, and the locked tiles under them
//   doubtful, conflicts, changed, lit                  sets of keys `area:space`; lit: null means nothing is dimmed
//   selected   a key or null
//   sun        "top" | "right" | "bottom" | "left"     with showLight: rays, shadows, and who is dark
//   dark       {space: [casters]}, forest: [spaces]    as the rules engine judged them
// A key names a space of the whole board, because two gardens number theirs alike.

import { GROUND_SHARE, drawShadow, drawSun, ground, hatch, lock, outline, ravine, ray, ring, sign, token } from "./board_marks.js";
import { AreaGeometry } from "./grids.js";
import { BIOMES, PIECES, drawPiece } from "./pieces.js";
import { PLANTS, drawPlant, drawStems } from "./plants.js";
import { refill, svg } from "./svg.js";
import { listed } from "./lists.js";
import { _ } from "./words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const AWAY = { top: [0, 1], right: [-1, 0], bottom: [0, -1], left: [1, 0] };
const SMALLEST_SPACE_PX = 44 / GROUND_SHARE;

export const AREA_NAMES = {
  sunlight: () => _("Sunlight garden"),
  moonlight: () => _("Moonlight garden"),
  planet: () => _("Planet"),
};

export const keyOf = (area, space) => `${area}:${space}`;

/** [area, space] of a key. */
export function fromKey(key) {
  const cut = key.indexOf(":");
  return [key.slice(0, cut), key.slice(cut + 1)];
}

/** The name of what lies on a space, for people. */
export function nameOf(content) {
  if (content == null) return _("empty");
  const kind = kindOf(content);
  return (PLANTS[kind] ?? PIECES[kind])?.name() ?? kind;
}

/** The plant or piece of a content, or null. */
export function kindOf(content) {
  return content == null ? null : typeof content === "string" ? content : (content.plant ?? content.piece ?? null);
}

export class Board {
  /**
   * @param host     the element to draw in
   * @param layout   the layout document
   * @param options  stems: {plant: edges} of upright tiles; onTap(area, space), onKey(event, area, space): with
   *                 either of them the spaces can be reached by keyboard
   */
  constructor(host, layout, { stems = {}, onTap, onKey } = {}) {
    this.layout = layout;
    this.stems = stems;
    this.onTap = onTap;
    this.onKey = onKey;
    this.view = {};
    this.pictures = new Map(Object.keys(layout.areas).map((area) => [area, this.#makePicture(area)]));
    refill(host, [...this.pictures.values()].map((picture) => picture.figure));
    host.classList.add("board", `board-${layout.game}`);
  }

  /** Draw a view; only what changed is drawn again. */
  show(view) {
    this.view = view;
    for (const [area, picture] of this.pictures) {
      this.#frame(picture);
      for (const space of picture.geometry.names) this.#showSpace(picture, area, space);
      this.#showJoins(picture, area);
      this.#showTokens(picture, area);
      if (this.layout.grid === "square") this.#showLight(picture, area);
    }
  }

  geometry(area) {
    return this.pictures.get(area).geometry;
  }

  content(area, space) {
    return this.view.areas?.[area]?.[space] ?? null;
  }

  /** Edges with a stem on the tile of a space. */
  stemsAt(area, space) {
    return stemsOf(this.content(area, space), this.stems);
  }

  focus(area, space) {
    const picture = this.pictures.get(area);
    this.#makeReachable(picture, space);
    picture.spaces.get(space).group.focus({ preventScroll: true });
  }

  /** The SVG element of a space. */
  element(area, space) {
    return this.pictures.get(area)?.spaces.get(space)?.group;
  }

  /** A still drawing of one space, as wide as the space. */
  portrait(content, biome) {
    const [width, height] = this.layout.grid === "hex" ? [104, 120] : [104, 104];
    const picture = svg("svg", { viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`, class: "portrait",
      "aria-hidden": "true" });
    const grid = this.pictures.values().next().value.geometry.grid;
    const group = svg("g", { class: "space" });
    picture.append(group);
    group.append(ground(grid, biome), ...drawContent(grid, content, this.stems));
    setKind(group, content);
    if (content == null) group.classList.add("is-empty");
    return picture;
  }

  #makePicture(area) {
    const geometry = new AreaGeometry(this.layout, area);
    const below = svg("g", { class: "below", "aria-hidden": "true" });
    const tiles = svg("g", { class: "tiles" });
    const above = svg("g", { class: "above", "aria-hidden": "true" });
    const title = AREA_NAMES[area]?.() ?? area;
    const element = svg("svg", { class: `area area-${area}`, role: "group", "aria-label": title }, hatch(area), below,
      tiles, above);
    const figure = document.createElement("figure");
    figure.className = `area-figure area-figure-${area}`;
    const caption = document.createElement("figcaption");
    caption.textContent = title;
    figure.append(caption, element);
    const picture = { area, geometry, element, figure, below, above, spaces: new Map() };
    const interactive = Boolean(this.onTap || this.onKey);
    for (const space of geometry.names) {
      const [x, y] = geometry.centre(space);
      const group = svg("g", { class: "space", transform: `translate(${x} ${y})`, "data-area": area, "data-space": space,
        role: interactive ? "button" : "img", tabindex: interactive ? "-1" : null });
      tiles.append(group);
      picture.spaces.set(space, { group, drawn: null, turns: 0 });
    }
    for (const cell of geometry.ravines()) below.append(ravine(geometry.grid.centre(cell)));
    if (interactive) this.#listen(picture);
    return picture;
  }

  #listen(picture) {
    this.#makeReachable(picture, picture.geometry.names[0]);
    picture.element.addEventListener("click", (event) => {
      const group = event.target.closest(".space");
      if (!group) return;
      this.#makeReachable(picture, group.dataset.space);
      this.onTap?.(picture.area, group.dataset.space, event);
    });
    picture.element.addEventListener("keydown", (event) => {
      const group = event.target.closest(".space");
      if (!group) return;
      const { space } = group.dataset;
      if (event.key in ARROWS && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        const next = picture.geometry.towards(space, ARROWS[event.key]) ?? null;
        if (next) this.focus(picture.area, next);
        else this.#leave(picture, space, ARROWS[event.key]);
      } else if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.onTap?.(picture.area, space, event);
      } else {
        this.onKey?.(event, picture.area, space);
      }
    });
  }

  /** Past the edge of one garden the arrow leads into the other one. */
  #leave(picture, space, [dx, dy]) {
    const areas = [...this.pictures.keys()];
    const next = areas[areas.indexOf(picture.area) + (dx + dy > 0 ? 1 : -1)];
    if (!next) return;
    const other = this.pictures.get(next).geometry;
    const [x, y] = picture.geometry.centre(space);
    const far = ([ox, oy]) => (dx ? Math.abs(oy - y) * 10 + ox * dx : Math.abs(ox - x) * 10 + oy * dy);
    this.focus(next, other.names.reduce((a, b) => (far(other.centre(b)) < far(other.centre(a)) ? b : a)));
  }

  #makeReachable(picture, space) {
    for (const [name, { group }] of picture.spaces) group.setAttribute("tabindex", name === space ? "0" : "-1");
  }

  #frame(picture) {
    const [left, top, width, height] = picture.geometry.frame(4);
    const room = this.view.sun ? 58 : 0;
    const [dx, dy] = AWAY[this.view.sun] ?? [0, 0];
    const box = [left - (dx > 0 ? room : 0), top - (dy > 0 ? room : 0), width + Math.abs(dx) * room,
      height + Math.abs(dy) * room];
    picture.element.setAttribute("viewBox", box.map((n) => Math.round(n * 10) / 10).join(" "));
    picture.element.style.minWidth = this.onTap ? `${Math.ceil((box[2] / 100) * SMALLEST_SPACE_PX)}px` : "";
    picture.element.style.setProperty("--across", String(box[2] / 100));
  }

  #showSpace(picture, area, space) {
    const entry = picture.spaces.get(space);
    const { group } = entry;
    const content = this.content(area, space);
    const { biome } = this.layout.areas[area].spaces[space];
    const known = JSON.stringify([content, biome]);
    if (entry.drawn !== known) {
      const turned = entry.content && kindOf(entry.content) === kindOf(content);
      entry.turns = turned ? nextTurn(entry.turns, content?.rotation ?? 0) : (content?.rotation ?? 0);
      const isNew = entry.drawn !== null && !turned && content != null;
      const stems = group.querySelector(":scope > .turned");
      if (turned && stems && content.rotation != null && entry.content.rotation != null) {
        stems.style.transform = `rotate(${entry.turns * (360 / picture.geometry.grid.edges)}deg)`;
      } else {
        const [x, y] = this.layout.grid === "hex" ? [0, 43] : [-43, -31];
        const [art, letter] = drawContent(picture.geometry.grid, content, this.stems, entry.turns);
        refill(group, ground(picture.geometry.grid, biome), art, ring(picture.geometry.grid), letter,
          svg("text", { class: "space-name", x, y }, space));
      }
      setKind(group, content);
      group.classList.toggle("is-new", isNew);
      entry.drawn = known;
      entry.content = content;
    }
    this.#mark(group, area, space, content, biome);
  }

  #mark(group, area, space, content, biome) {
    const key = keyOf(area, space);
    const { lit, changed, doubtful, conflicts, selected, harvests = [], dark } = this.view;
    const isLocked = harvests.some((harvest) => harvest.garden === area && harvest.spaces.includes(space));
    const isDark = Boolean(area === "planet" && this.view.showLight && dark?.[space]);
    const marks = { empty: content == null, doubtful: doubtful?.has(key), conflict: conflicts?.has(key), lit: lit?.has(key),
      changed: changed?.has(key), dim: lit && !lit.has(key), selected: selected === key, locked: isLocked, dark: isDark };
    for (const [mark, on] of Object.entries(marks)) group.classList.toggle(`is-${mark}`, Boolean(on));
    for (const old of group.querySelectorAll(":scope > .sign")) old.remove();
    if (marks.doubtful) group.append(sign("?", "sign sign-doubt"));
    if (marks.conflict) group.append(sign("!", "sign sign-conflict"));
    if (isLocked) group.append(lock());
    const words = [_("Space %(space)s", { space }), BIOMES[biome]?.name(), nameOf(content)];
    if (content?.rotation != null && kindOf(content) in PLANTS && PLANTS[kindOf(content)].stems) {
      words.push(_("turned %(steps)s of 6", { steps: content.rotation }));
    }
    if (isDark) words.push(_("in the shadow of %(spaces)s", { spaces: listed(dark[space]) }));
    if (isLocked) words.push(_("locked by a harvest token"));
    if (marks.doubtful) words.push(_("to check"));
    if (marks.conflict) words.push(_("look at this"));
    if (marks.lit) words.push(_("counts here"));
    if (marks.changed) words.push(_("changed"));
    group.setAttribute("aria-label", words.filter(Boolean).join(", "));
    if (this.onTap) group.setAttribute("aria-pressed", String(marks.selected));
  }

  /** A bud on every edge where two stems meet, so that everyone sees which vines and leaves are joined. */
  #showJoins(picture, area) {
    const { geometry } = picture;
    const buds = [];
    for (const space of geometry.names) {
      for (const edge of this.stemsAt(area, space)) {
        const other = geometry.across(space, edge);
        const half = geometry.grid.edges / 2;
        if (!other || edge >= half || !this.stemsAt(area, other).includes(edge + half)) continue;
        const [x, y] = geometry.centre(space);
        const [ox, oy] = geometry.centre(other);
        buds.push(svg("circle", { class: "bud", cx: (x + ox) / 2, cy: (y + oy) / 2, r: 6.5 }));
      }
    }
    refill(picture.above, buds);
  }

  #showTokens(picture, area) {
    for (const { garden, spaces } of this.view.harvests ?? []) {
      if (garden !== area) continue;
      const centres = spaces.filter((space) => picture.spaces.has(space)).map((space) => picture.geometry.centre(space));
      if (!centres.length) continue;
      const mean = (axis) => centres.reduce((sum, centre) => sum + centre[axis], 0) / centres.length;
      picture.above.append(token(mean(0), mean(1)));
    }
  }

  #showLight(picture, area) {
    const { sun, showLight, forest = [] } = this.view;
    const { geometry } = picture;
    if (forest.length) picture.above.append(svg("path", { class: "forest", d: outline(geometry, forest) }));
    if (!sun) return;
    const [left, top, width, height] = geometry.frame(0);
    const [dx, dy] = AWAY[sun];
    const [x, y] = [left + width / 2 - dx * (width / 2 + 31), top + height / 2 - dy * (height / 2 + 31)];
    picture.above.append(drawSun(x, y));
    if (!showLight) return;
    for (const space of geometry.names) {
      const shadow = PIECES[this.content(area, space)]?.height ?? 0;
      if (shadow) picture.above.prepend(drawShadow(geometry.centre(space), [dx, dy], shadow));
    }
    const nearest = new Map();
    for (const [x, y] of geometry.names.map((space) => geometry.centre(space))) {
      const [line, along] = dx ? [y, x * dx] : [x, y * dy];
      nearest.set(line, Math.min(along, nearest.get(line) ?? Infinity));
    }
    for (const [line, along] of nearest) picture.above.append(ray(line, along, [dx, dy]));
  }
}

/** Edges with a stem on a tile: its own, or those of its upright plant turned. */
export function stemsOf(content, upright = {}) {
  if (content == null || typeof content === "string") return [];
  if (content.stems) return content.stems;
  const stems = upright[content.plant] ?? PLANTS[content.plant]?.stems ?? [];
  return stems.map((edge) => (edge + (content.rotation ?? 0)) % 6);
}

function drawContent(grid, content, upright, turns = content?.rotation ?? 0) {
  const kind = kindOf(content);
  if (kind == null) return [];
  const plant = PLANTS[kind];
  if (plant) {
    const label = svg("text", { class: "kind-letter", y: -29 }, plant.letter);
    if (!plant.stems) return [drawPlant(kind), label];
    if (content.stems && content.rotation == null) return [drawStems(kind, content.stems, grid.edgeAngle), label];
    const art = svg("g", { class: "turned" }, drawStems(kind, upright[kind] ?? plant.stems, grid.edgeAngle));
    art.style.transform = `rotate(${turns * (360 / grid.edges)}deg)`;
    return [art, label];
  }
  const piece = drawPiece(kind);
  if (piece) return [piece, svg("text", { class: "kind-letter kind-letter-piece", x: 36, y: 41 }, PIECES[kind].letter)];
  const art = svg("g", { class: "turned" }, svg("path", { class: "pointer", d: "M0 -40 L9 -24 L-9 -24Z" }));
  art.style.transform = `rotate(${turns * (360 / grid.edges)}deg)`;
  return [art, svg("text", { class: "kind-letter", y: 4 }, kind.slice(0, 6))];
}

/** The next count of turns that looks like `rotation`: a tile turns forwards, never back through five steps. */
function nextTurn(turns, rotation) {
  return turns + ((((rotation - turns) % 6) + 6) % 6);
}

function setKind(group, content) {
  const kind = kindOf(content);
  if (kind) group.dataset.kind = kind;
  else delete group.dataset.kind;
}
