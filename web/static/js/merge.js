// Two people changed the same document: put both changes into one, where they do not contradict each other.

const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Whether two JSON values say the same. The order of keys says nothing: the server puts the lines of a pad in its own. */
export function same(a, b) {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, index) => same(value, b[index]));
  if (!isMap(a) || !isMap(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));
}

/**
 * Merge two JSON objects that were both made from `base`. Objects are merged key by key (each space of a board by
 * itself, but a tile as a whole); everything else is one value.
 *
 * Returns {merged, clashes}: the paths where both changed the same thing differently; `merged` has theirs there.
 */
export function merge(base, mine, theirs, path = []) {
  const merged = {};
  const clashes = [];
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [b, m, t] = [base?.[key], mine[key], theirs[key]];
    const isTile = isMap(m) && "plant" in m;
    if (same(m, t) || same(m, b)) put(merged, key, t);
    else if (same(t, b)) put(merged, key, m);
    else if (isMap(m) && isMap(t) && !isTile && !("plant" in t)) {
      const inner = merge(isMap(b) ? b : {}, m, t, [...path, key]);
      merged[key] = inner.merged;
      clashes.push(...inner.clashes);
    } else {
      put(merged, key, t);
      clashes.push([...path, key]);
    }
  }
  return { merged, clashes };
}

function put(target, key, value) {
  if (value !== undefined) target[key] = value;
}
