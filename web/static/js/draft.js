// What somebody has typed into a form marked data-draft="NAME" survives a reload and a lost network.

const key = (form) => `draft:${location.pathname}:${form.dataset.draft}`;

export function keepDrafts(root = document) {
  for (const form of root.querySelectorAll("form[data-draft]")) {
    restore(form);
    form.addEventListener("input", () => save(form));
    form.addEventListener("submit", () => drop(form));
  }
}

function save(form) {
  const entries = [...new FormData(form)].filter(([name, value]) => name !== "csrf_token" && typeof value === "string");
  try { sessionStorage.setItem(key(form), JSON.stringify(entries)); } catch { /* private mode: no draft */ }
}

function drop(form) {
  try { sessionStorage.removeItem(key(form)); } catch { /* nothing was kept */ }
}

function restore(form) {
  let entries;
  try { entries = JSON.parse(sessionStorage.getItem(key(form)) || "null"); } catch { return; }
  if (!entries) return;
  for (const input of form.elements) if (["radio", "checkbox"].includes(input.type)) input.checked = false;
  const seen = {};
  for (const [name, value] of entries) {
    const fields = [...form.elements].filter((field) => field.name === name);
    const choice = fields.find((field) => ["radio", "checkbox"].includes(field.type) && field.value === value);
    if (choice) { choice.checked = true; continue; }
    const index = seen[name] = (seen[name] ?? -1) + 1;
    if (fields[index] && "value" in fields[index]) fields[index].value = value;
  }
  form.dispatchEvent(new Event("change", { bubbles: true }));
}
