// One line under the header for what the person should know now.

let timer;

export function notice(text, { warn = false, stay = false } = {}) {
  const line = document.getElementById("notice");
  clearTimeout(timer);
  line.textContent = text;
  line.hidden = !text;
  line.classList.toggle("warn", warn);
  if (text && !stay) timer = setTimeout(() => { line.hidden = true; }, 6000);
}
