// The page without a network: a service worker that keeps every file of one build in a cache of its own, and answers with them, so
// that a page and the parts it loads later are always of one build. A newer one waits until the page says "use" or no page of the
// older is open. VERSION and FILES ({ name: integrity }) come from build.mjs.

const { scope } = registration;
const OWN = `rung ${scope} `; // an origin's pages share its caches
const CACHE = OWN + VERSION;
const HASHED = /^assets\//; // names that change with the contents

const addressOf = (name) => new URL(name, scope).href;
const ownCaches = async () => (await caches.keys()).filter((key) => key.startsWith(OWN));

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), sweep()])));
addEventListener("message", (event) => {
  if (event.data === "use") skipWaiting();
  if (event.data === "opened") event.waitUntil(sweep(event.source.id));
});

addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name !== null) event.respondWith(answer(event.request, name));
});

// The file that is asked for, of this build or, by the hash in its name, of another; null: nothing that is kept.
function nameOf({ method, url }) {
  if (method !== "GET" || !url.startsWith(scope)) return null;
  const path = url.slice(scope.length).split(/[?#]/, 1)[0];
  const name = [path || "index.html", `${path}.html`].find((it) => Object.hasOwn(FILES, it));
  return name ?? (HASHED.test(path) ? path : null);
}

async function answer(request, name) {
  return await kept(name, Object.hasOwn(FILES, name) ? [CACHE] : await ownCaches()) ?? fetch(request);
}

async function kept(name, names) {
  for (const cacheName of names) {
    const found = await caches.match(addressOf(name), { cacheName, ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

// A host in the middle of an update, or a full disk, leaves nothing behind: it is tried again at another visit.
async function fill() {
  const isNew = !(await caches.has(CACHE));
  const older = await ownCaches();
  try {
    const cache = await caches.open(CACHE);
    await Promise.all(Object.entries(FILES).map(async ([name, integrity]) => {
      await cache.put(addressOf(name), (HASHED.test(name) && await kept(name, older)) || await fetched(name, integrity));
    }));
  } catch (error) {
    if (isNew) await caches.delete(CACHE);
    throw error;
  }
}

// From the browser's own cache if it is there and cannot be out of date. Some hosts lead from a file's name to a shorter one: no page
// can be opened with an answer that says so.
async function fetched(name, integrity) {
  const address = addressOf(name === "index.html" ? "./" : name);
  const response = await fetch(address, { integrity, cache: HASHED.test(name) ? "default" : "no-cache", priority: "low" });
  return response.redirected ? new Response(response.body, response) : response;
}

// Files of older builds stay for as long as a page may be open that still loads some. `id`: of the one page that does not.
async function sweep(id) {
  const others = (await clients.matchAll({ type: "window", includeUncontrolled: true })).filter((client) => client.id !== id);
  if (others.length || registration.installing || registration.waiting) return;
  for (const key of await ownCaches()) if (key !== CACHE) await caches.delete(key);
}
