// Keep the screen on while a game is open, where the browser allows it; asked for again when the page comes back.

let lock = null;

async function take() {
  if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
  try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; /* low battery, or http */ }
}

export function keepAwake() {
  take();
  document.addEventListener("visibilitychange", take);
}

export async function letSleep() {
  document.removeEventListener("visibilitychange", take);
  if (lock) await lock.release().catch(() => {});
  lock = null;
}
