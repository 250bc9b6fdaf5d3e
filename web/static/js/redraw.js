// Drawing again without getting in anybody's way: the keyboard stays where it is, and what has not changed stays the
// very element that a finger may be on just now.

/** Draw again without taking the keyboard away: the element with the same data-key has the focus afterwards. */
export function keepingFocus(host, draw) {
  const key = host.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const open = new Set([...host.querySelectorAll("details[open][data-key]")].map((one) => one.dataset.key));
  draw();
  for (const one of host.querySelectorAll("details[data-key]")) if (open.has(one.dataset.key)) one.open = true;
  if (!key || document.activeElement?.dataset?.key === key) return;
  host.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/**
 * The same element with other children; a child that would be drawn exactly as it is stays. What its listeners do must
 * therefore not depend on anything that is not drawn.
 */
export function refillChanged(element, ...children) {
  const fresh = children.flat(Infinity).filter((child) => child != null && child !== false);
  const old = [...element.children];
  fresh.forEach((child, index) => {
    const now = old[index];
    if (!now) element.append(child);
    else if (isAsDrawn(now, child)) takeState(now, child);
    else now.replaceWith(child);
  });
  for (const one of old.slice(fresh.length)) one.remove();
  return element;
}

/** Whether both look alike; that a person has opened a part to read makes no difference. */
function isAsDrawn(now, fresh) {
  const open = now.matches("details") && now.open !== fresh.open;
  if (open) fresh.open = now.open;
  return now.isEqualNode(fresh);
}

/** What a person has ticked or chosen is no part of the markup: it follows what would have been drawn. */
function takeState(now, fresh) {
  const [ours, theirs] = [now, fresh].map((one) => [...one.querySelectorAll("input, select")]);
  ours.forEach((field, index) => {
    if (field === document.activeElement && field.matches("input:not([type=radio], [type=checkbox])")) return;
    if (field.matches("[type=radio], [type=checkbox]")) field.checked = theirs[index].checked;
    else field.value = theirs[index].value;
  });
}
