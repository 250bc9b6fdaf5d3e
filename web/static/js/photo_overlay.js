// The photograph with what was read drawn over it.

import { keyOf, kindOf, nameOf } from "./board.js";
import { PIECES } from "./pieces.js";
import { PLANTS } from "./plants.js";
import { refill, svg } from "./svg.js";
import { _ } from "./words.js";

/**
 * Draw it into `host`. `marks`: areas, doubtful, lit (as in a view of board.js); `onTap(area, space)` makes the spaces
 * buttons.
 */
export function drawOverlay(host, map, marks, onTap) {
  const frame = map.frame();
  const unit = Math.max(frame[2], frame[3]) / 900;
  const spaces = [];
  for (const [area, outlines] of Object.entries(map.outlines)) {
    for (const space of Object.keys(outlines)) {
      const key = keyOf(area, space);
      const content = marks.areas?.[area]?.[space] ?? null;
      const isDoubtful = Boolean(marks.doubtful?.has(key));
      const classes = ["photo-space", content == null && "is-empty", isDoubtful && "is-doubtful", marks.lit?.has(key) && "is-lit",
        marks.lit && !marks.lit.has(key) && "is-dim"];
      const [x, y] = map.centre(area, space);
      const label = _("Space %(space)s", { space }) + ", " + nameOf(content) + (isDoubtful ? ", " + _("to check") : "");
      const group = svg("g", { class: classes.filter(Boolean).join(" "), role: onTap ? "button" : "img", "aria-label": label,
        tabindex: onTap && isDoubtful ? "0" : null, "data-space": key },
        svg("polygon", { points: map.outline(area, space).join(" ") }),
        content == null && !isDoubtful ? [] : svg("text", { x, y: y + 12 * unit, "font-size": 34 * unit }, isDoubtful ? "?" : letter(content)));
      if (onTap) {
        group.addEventListener("click", () => onTap(area, space));
        group.addEventListener("keydown", (event) => event.key === "Enter" && onTap(area, space));
      }
      spaces.push(group);
    }
  }
  const picture = svg("svg", { class: "overlay", viewBox: frame.join(" "), role: "group",
    "aria-label": _("The photograph with what was read") }, map.image(), spaces);
  picture.style.setProperty("--line", `${3 * unit}px`);
  refill(host, picture);
  return picture;
}

function letter(content) {
  const kind = kindOf(content);
  return (PLANTS[kind] ?? PIECES[kind])?.letter ?? kind.slice(0, 2);
}
