// Pages come from the network first, so that nobody ever sees an old version while the server answers; files under the
// release's hash never change and come from the cache. Old caches are deleted. To switch all of this off for good,
// serve a worker that only calls self.registration.unregister().

const RELEASE = "{{ release }}";
const CACHE = `glade-${RELEASE}`;

self.addEventListener("install", (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("glade-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(`/static/${RELEASE}/`)) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(fresh(request));
});

async function kept(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

async function fresh(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const known = await cache.match(request);
    if (known) return known;
    throw error;
  }
}
