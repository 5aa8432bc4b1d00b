// Makes pages work offline, and shows push notifications. Files with a hash in their name are cached permanently; all others come from the
// network while there is one. Answers below /api are never cached.
const CACHE = 'kifu-1';
/** What notifications say, in the language of the pages, which write it. */
const PUSH_CACHE = 'kifu-push';
const HASHED = /\/(?:chunks|assets)\//;
const PAGE = self.registration.scope;
/** The usual words, until a page has written those of its language. */
const ENGLISH = {
  what: { started: 'Your game has started', turn: 'Your turn', ended: 'Your game is over' },
  games: {},
};
const LONGEST = 200;
/** Files that are fetched at a time, so that pages still get theirs. */
const AT_ONCE = 6;

self.addEventListener('install', event => event.waitUntil(install()));
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
self.addEventListener('message', event => {
  if (event.data === 'fill') event.waitUntil(fill());
});
self.addEventListener('push', event => event.waitUntil(notify(event.data)));
self.addEventListener('notificationclick', event => event.waitUntil(openGame(event.notification)));
self.addEventListener('fetch', event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !request.url.startsWith(PAGE)) return;
  // parts of files cannot be cached, and an archive is too large
  if (url.pathname.startsWith('/api/') || request.headers.has('range')) return;
  event.respondWith(HASHED.test(url.pathname) ? fromCache(event) : fromNetwork(event));
});

/** Caches what the first page needs, so that the worker serves it at once; all other files follow. */
async function install() {
  const { shell } = await listFiles();
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...shell]);
  await self.skipWaiting();
}

/** Caches every file that is missing, so that games that were never opened can be played offline too, and drops those of older builds. */
async function fill() {
  const { shell, others } = await listFiles();
  const cache = await caches.open(CACHE);
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  const missing = others.filter(url => !stored.has(url));
  for (let i = 0; i < missing.length; i += AT_ONCE)
    await cache.addAll(missing.slice(i, i + AT_ONCE));
  const known = new Set([...shell, ...others]);
  for (const { url } of await cache.keys())
    if (HASHED.test(url) && !known.has(url)) await cache.delete(url);
}

async function listFiles() {
  const { shell, others } = await (await fetch(new URL('files.json', PAGE))).json();
  const at = path => new URL(path, PAGE).href;
  return { shell: shell.map(at), others: others.map(at) };
}

/** Fetches a file that is not cached by its address alone, so that it is fetched whole, and cached, when its page is left meanwhile. */
async function fromCache(event) {
  return (await kept(event.request)) ?? keep(event, await fetch(event.request.url));
}

/** Fetches a file; offline, it comes from the cache, and every page is the same document. */
async function fromNetwork(event) {
  const { request } = event;
  try {
    return keep(event, await fetch(request));
  } catch (cause) {
    const found =
      (await kept(request)) ?? (request.mode === 'navigate' ? await kept(PAGE) : undefined);
    if (found === undefined) throw cause;
    return found;
  }
}

/** Finds a cached file, whatever the headers of the request. */
const kept = request => caches.match(request, { ignoreVary: true });

/** Caches an answer beside giving it: a full disk, or a page that is left, takes nothing from it. */
function keep(event, response) {
  const { request } = event;
  if (response.ok && response.type === 'basic' && request.mode !== 'navigate')
    event.waitUntil(put(request, response.clone()).catch(() => {}));
  return response;
}

async function put(request, response) {
  await (await caches.open(CACHE)).put(request, response);
}

/** Shows what the server says of a game. Browsers demand that every message shows something, also one that cannot be read. */
async function notify(data) {
  const { what, id, game, opponents } = read(data);
  const texts = await wordsOfPages();
  const title = texts.what[what] ?? texts.what.turn;
  const names = (Array.isArray(opponents) ? opponents : []).filter(
    name => typeof name === 'string' && name !== '',
  );
  await self.registration.showNotification(title, {
    body: [texts.games[game] ?? game, names.join(', ')]
      .filter(Boolean)
      .join(' · ')
      .slice(0, LONGEST),
    tag: `kifu-${id}`,
    renotify: true,
    icon: new URL('icon-192.png', PAGE).href,
    badge: new URL('icon-192.png', PAGE).href,
    data: { id },
  });
  await self.navigator.setAppBadge?.().catch(() => {});
}

/** The message, as far as it is one of ours. */
function read(data) {
  try {
    const { what, id, game, opponents } = data.json();
    const isText = text => typeof text === 'string' && text.length <= LONGEST;
    return {
      what: isText(what) ? what : '',
      id: isText(id) && /^[A-Za-z0-9_-]+$/.test(id) ? id : '',
      game: isText(game) ? game : '',
      opponents,
    };
  } catch {
    return { what: '', id: '', game: '', opponents: [] };
  }
}

async function wordsOfPages() {
  try {
    const stored = await (await caches.open(PUSH_CACHE)).match(new URL('push-texts', PAGE).href);
    return stored === undefined ? ENGLISH : await stored.json();
  } catch {
    return ENGLISH;
  }
}

/** Goes to the game of a notification: in the tab that shows it, in one that shows another page, or in a new one. */
async function openGame(notification) {
  notification.close();
  const { id } = notification.data ?? {};
  const address = new URL(id ? `live/${id}` : '', PAGE).href;
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const same = tabs.find(({ url }) => url.split('#')[0] === address);
  if (same !== undefined) {
    await same.focus();
    return;
  }
  await self.clients.openWindow(address);
}
