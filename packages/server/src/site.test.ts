/** A site beside the API. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, seen, serve } from '../test/serve.ts';

let folder: string;
let served: Served;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-site-'));
  mkdirSync(join(folder, 'site', 'chunks'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'nobody reads this');
  writeFileSync(join(folder, 'site', 'index.html'), '<!doctype html><head><title>Kifu</title>');
  writeFileSync(join(folder, 'site', 'view.html'), '<!doctype html><title>a viewer</title>');
  mkdirSync(join(folder, 'site', 'cards'));
  writeFileSync(join(folder, 'site', 'cards', 'chess.png'), '');
  const pages = [
    '/',
    '/live/:match',
    '/match/:match',
    '/tournament/:id',
    '/new/:game',
    '/learn/:game',
    '/admin',
  ].map(path => ({ path }));
  const open = { path: '/file', isOpen: true };
  writeFileSync(join(folder, 'site', 'pages.json'), JSON.stringify([...pages, open]));
  writeFileSync(join(folder, 'site', 'chunks', 'a-1234.js'), 'export {};');
  mkdirSync(join(folder, 'site', 'assets'));
  for (const name of [
    'engine-worker-a1',
    'analysis-worker-b2',
    'position-worker-d4',
    'reached-worker-c3',
  ])
    writeFileSync(join(folder, 'site', 'assets', `${name}.js`), 'export {};');
  served = await serve({ site: join(folder, 'site') });
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

test('the page is at /, and may run what lies beside it', async () => {
  const response = await fetch(`${served.url}/`);
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch('Kifu');
  expect(response.headers.get('content-security-policy')).toMatch("default-src 'self'");
  expect(response.headers.get('cache-control')).toBe('no-cache');
});

test.each([
  ['/', 200],
  ['/new/chess', 200],
  ['/live/a_b-1', 404],
  ['/live/a_b-1?seat=1', 404],
  ['/match/bafyreiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 404],
  ['/tournament/nothing', 404],
])('%s shows the one page there is, with status %i', async (path, status) => {
  const page = await fetch(`${served.url}${path}`);
  expect(page.status).toBe(status);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toMatch('<head><base href="/">');
  expect(page.headers.get('content-security-policy')).toMatch("default-src 'self'");
  expect(page.headers.get('content-security-policy')).not.toMatch("'unsafe-");
  expect(page.headers.get('content-security-policy')).toMatch("'wasm-unsafe-eval'");
});

test.each<[string, boolean, boolean]>([
  ['/', false, false],
  ['/index.html', false, false],
  ['/admin', false, false],
  ['/live/a_b-1', false, false],
  ['/no/such/page', false, false],
  ['/api/docs', false, false],
  ['/file', false, true],
  ['/chunks/a-1234.js', false, true],
  ['/view.html', true, true],
])('%s is framed by others: %s, and connects to others: %s', async (path, isFramed, isOpen) => {
  const { headers } = await fetch(`${served.url}${path}`, { headers: { accept: 'text/html' } });
  const policy = headers.get('content-security-policy')!;
  expect(headers.get('x-frame-options')).toBe(isFramed ? null : 'DENY');
  expect(policy).toMatch(`frame-ancestors ${isFramed ? '*' : "'none'"}`);
  expect(/connect-src[^;]* https:/.test(policy)).toBe(isOpen);
});

test.each([
  ['/assets/engine-worker-a1.js', true],
  ['/assets/analysis-worker-b2.js', true],
  ['/assets/position-worker-d4.js', true],
  ['/assets/reached-worker-c3.js', false],
  ['/chunks/a-1234.js', false],
  ['/', false],
])('%s asks engines of the reader, and nothing else: %s', async (path, isForEngines) => {
  const policy = (await fetch(`${served.url}${path}`)).headers.get('content-security-policy')!;
  const [, sources] = /connect-src ([^;]+)/.exec(policy)!;
  const isNarrow = sources === "'self' data: blob: http://127.0.0.1:*/analyze";
  expect(isNarrow).toBe(isForEngines);
});

test('a page that does not exist is answered to browsers with the page of the site, and to programs with a fault', async () => {
  const looks = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
  const page = await fetch(`${served.url}/no/such/page`, looks);
  expect(page.status).toBe(404);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toMatch("default-src 'self'");
  expect(await page.text()).toMatch('<head><base href="/">');
  for (const [path, init] of [
    ['/no/such/page', {}],
    ['/api/nothing', looks],
    ['/no/such/page', { ...looks, method: 'POST' }],
  ] as const) {
    const refused = await fetch(`${served.url}${path}`, init);
    expect(refused.status).toBe(404);
    expect(refused.headers.get('content-type')).toMatch('problem+json');
  }
});

test('a file that is named after its content may be cached permanently', async () => {
  const response = await fetch(`${served.url}/chunks/a-1234.js`);
  expect(response.headers.get('content-type')).toMatch('javascript');
  expect(response.headers.get('cache-control')).toMatch('immutable');
});

test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/chunks/', '/nothing.js'])(
  'does not serve %s',
  async path => {
    const response = await fetch(`${served.url}${path}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch('problem+json');
  },
);

test('the API is answered beside the site', async () => {
  expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
  const docs = await fetch(`${served.url}/api/docs`);
  expect(await docs.clone().text()).toMatch(/<main>.*<\/main>/s);
  expect(docs.headers.get('content-security-policy')).toMatch("default-src 'none'");
});

test('the page of a match tells others what it is, and how to frame it; strangers learn nothing of private ones', async () => {
  const seats = [
    { type: 'you' as const, name: 'A "x" <b>' },
    { type: 'you' as const, name: 'Bob' },
  ];
  const [open] = await served.play({ game: 'chess', seats, countdownMs: 0 });
  await seen(open!, 0);
  const { id } = open!.invite!;
  const answered = await fetch(`${served.url}/live/${id}`);
  expect(answered.status).toBe(200);
  const page = await answered.text();
  expect(page).toMatch(
    '<meta property="og:title" content="Chess: A &quot;x&quot; &lt;b&gt; – Bob">',
  );
  const [, picture] = /og:image" content="([^"]+)"/.exec(page)!;
  const drawn = await fetch(picture!.replaceAll('&amp;', '&'));
  expect(drawn.headers.get('content-type')).toBe('image/png');
  const [, href] = /oembed" href="([^"]+)"/.exec(page)!;
  const embed = (await (await fetch(href!)).json()) as { readonly html: string };
  expect(embed).toMatchObject({ version: '1.0', type: 'rich', title: 'Chess: A "x" <b> – Bob' });
  expect(embed.html).toMatch(`/view.html?live=&amp;src=%2Flive%2F${id}"`);
  const [secret] = await served.play({
    game: 'chess',
    seats,
    countdownMs: 0,
    visibility: 'private',
  });
  await seen(secret!, 0);
  const path = `/live/${secret!.invite!.id}`;
  expect((await fetch(`${served.url}${path}`)).status).toBe(200);
  expect(await (await fetch(`${served.url}${path}`)).text()).not.toMatch(
    /og:title" content="(?!You’re invited)/,
  );
  for (const url of [`${served.url}${path}`, 'https://example.org/live/x', 'nonsense'])
    expect((await fetch(`${served.url}/api/oembed?url=${encodeURIComponent(url)}`)).status).toBe(
      404,
    );
});

test.each([
  ['/new/chess', 'New game: Chess · Kifu', 'cards/chess.png'],
  ['/learn/chess', 'How to play: Chess · Kifu', 'cards/chess.png'],
  ['/learn/go', 'How to play: Go · Kifu', 'preview.png'],
  ['/learn/..%2Fchess', 'How to play · Kifu', 'preview.png'],
  ['/', 'Kifu', 'preview.png'],
])('a link to %s has a title and the picture of its game', async (path, title, picture) => {
  const page = await (await fetch(`${served.url}${path}`)).text();
  expect(page).toMatch(`<meta property="og:title" content="${title}">`);
  expect(page).toMatch(`<meta property="og:image" content="${served.url}/${picture}">`);
});

test.each([
  ['', ''],
  ['?at=3', '&n=3'],
  ['?at=t600', '&tick=600'],
  ['?at=1:30&flip', '&ms=90000&turn=180'],
  ['?at=end', ''],
  ['?at=%22%3E%3Cscript%3E', ''],
])('a link with the place %j has the picture of that place', async (place, query) => {
  const seats = ['Ann', 'Bob'].map(name => ({ type: 'you' as const, name }));
  const [live] = await served.play({ game: 'chess', seats, countdownMs: 0 });
  await seen(live!, 0);
  const path = `/live/${live!.invite!.id}`;
  const page = await (await fetch(`${served.url}${path}${place}`)).text();
  const [, picture] = /og:image" content="([^"]+)"/.exec(page)!;
  expect(picture).toMatch(/position\.png\?head=\w+/);
  expect(picture!.replace(/.*head=\w+/, '')).toBe(query.replaceAll('&', '&amp;'));
  const embed = await fetch(
    `${served.url}/api/oembed?url=${encodeURIComponent(`${served.url}${path}${place}`)}`,
  );
  const { html } = (await embed.json()) as { readonly html: string };
  expect(html.includes('at=')).toBe(place.includes('at='));
});

test('a file of the site counts as a small share of a request', async () => {
  const busy = await serve({
    site: join(folder, 'site'),
    limits: { requestBurst: 2, requestsPerMinute: 1 },
  });
  const ask = async (path: string) => (await fetch(`${busy.url}${path}`)).status;
  for (let n = 0; n < 10; n++) expect(await ask('/chunks/a-1234.js')).toBe(200);
  expect(await ask('/healthz')).toBe(200);
  expect(await ask('/healthz')).toBe(429);
  await busy.close();
});
