// Making SVG and HTML elements. Text always arrives as text: nothing here parses markup.

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children; `class`, `data-*` and `aria-*` are attributes like all others. */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** An HTML element; attributes that begin with "on" are event listeners, `true` sets a bare attribute. */
export function html(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same element with other children. */
export function refill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}
