// The texts that scripts show, in the page's language. The English text is the key, as in the templates.
// `_("%(name)s changed this", {name})`

const lang = document.documentElement.lang || "en";
const release = new URL(import.meta.url).pathname.split("/")[2];
let catalogue = {};
if (lang !== "en") {
  try {
    const response = await fetch(`/words/${release}/${lang}.json`);
    if (response.ok) catalogue = await response.json();
  } catch { /* without the network English has to do */ }
}

export function _(text, values = {}) {
  return (catalogue[text] || text).replace(/%\((\w+)\)[sd]/g, (_all, name) => String(values[name] ?? ""));
}
