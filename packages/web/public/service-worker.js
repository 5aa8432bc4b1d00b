// Makes pages work offline. Files with a hash in their name are cached permanently; all others come from the network while there is one.
// Answers below /api are never cached.
const CACHE = 'kifu-1';
const HASHED = /\/(?:chunks|assets)\//;
const PAGE = self.registration.scope;

self.addEventListener('install', event => event.waitUntil(install()));
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !request.url.startsWith(PAGE)) return;
  // parts of files cannot be cached, and an archive is too large
  if (url.pathname.startsWith('/api/') || request.headers.has('range')) return;
  event.respondWith(HASHED.test(url.pathname) ? fromCache(request) : fromNetwork(request));
});

/** Caches every file, so that games that were never opened can be played offline too. */
async function install() {
  const files = await (await fetch(new URL('files.json', PAGE))).json();
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...files.map(path => new URL(path, PAGE).href)]);
  const known = new Set(files.map(path => new URL(path, PAGE).href));
  for (const { url } of await cache.keys())
    if (HASHED.test(url) && !known.has(url)) await cache.delete(url);
  await self.skipWaiting();
}

async function fromCache(request) {
  return (await kept(request)) ?? keep(request, await fetch(request));
}

/** Fetches a file; offline, it comes from the cache, and every page is the same document. */
async function fromNetwork(request) {
  try {
    return await keep(request, await fetch(request));
  } catch (cause) {
    const found =
      (await kept(request)) ?? (request.mode === 'navigate' ? await kept(PAGE) : undefined);
    if (found === undefined) throw cause;
    return found;
  }
}

/** Finds a cached file, whatever the headers of the request. */
const kept = request => caches.match(request, { ignoreVary: true });

async function keep(request, response) {
  if (response.ok && response.type === 'basic' && request.mode !== 'navigate')
    await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}
