/** What every answer has: headers, origins, the description of it all; and what logs never have. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { makeInvite, takeSeat } from '@kifu/client';
import { unwrap } from '@kifu/core';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inMemory, type Served, seen, serve } from '../test/serve.ts';
import { lossesHeader } from './answer.ts';
import { createCache } from './cache.ts';

const lines: string[] = [];
let served: Served;
beforeAll(async () => {
  served = await serve({
    origins: ['https://friend.example'],
    logger: pino({ level: 'trace' }, { write: line => void lines.push(line) }),
    limits: { requestBurst: 1000 },
  });
});
afterAll(() => served.close());

const get = (path: string, init: RequestInit = {}) => fetch(new URL(path, served.url), init);

describe('headers', () => {
  test.each(['/healthz', '/api/live', '/nothing', '/api/docs', '/api/matches/x'])(
    'of %s forbid scripts, frames and sniffing',
    async path => {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
      expect(headers.get('content-security-policy')).not.toMatch(/script-src|http/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  test.each<[string, string, string | undefined, number]>([
    ['GET', 'no page at all', undefined, 200],
    ['GET', 'a stranger', 'https://evil.example', 200],
    ['POST', 'a stranger', 'https://evil.example', 403],
    ['POST', 'no origin that is one', 'null', 403],
    ['POST', 'a friend', 'https://friend.example', 400],
    ['POST', 'this very site', 'SELF', 400],
    ['POST', 'no page at all', undefined, 400],
    ['DELETE', 'a stranger', 'https://evil.example', 403],
  ])('decide on a request by its origin: %s from %s', async (method, _who, origin, status) => {
    const headers = origin === undefined ? {} : { origin: origin === 'SELF' ? served.url : origin };
    const path =
      method === 'GET' ? '/api/live' : method === 'POST' ? '/api/invites' : '/api/invites/x';
    expect((await get(path, { method, headers })).status).toBe(status);
  });

  test('answers differ by origin, and say so to caches', async () => {
    const vary = async (init: RequestInit) => (await get('/api/live', init)).headers.get('vary');
    expect(await vary({})).toMatch(/origin/);
    expect(await vary({ headers: { origin: 'https://evil.example' } })).toMatch(/origin/);
  });

  test('answer a preflight of a friend, and not of a stranger', async () => {
    const ask = async (origin: string) =>
      (await get('/api/invites', { method: 'OPTIONS', headers: { origin } })).headers;
    const friend = await ask('https://friend.example');
    expect(friend.get('access-control-allow-origin')).toBe('https://friend.example');
    expect(friend.get('access-control-allow-headers')).toContain('authorization');
    const methods = friend.get('access-control-allow-methods')!.split(', ');
    const { paths } = (await (await get('/api/openapi.json')).json()) as { paths: object };
    for (const path of Object.values(paths))
      for (const method of Object.keys(path)) expect(methods).toContain(method.toUpperCase());
    const stranger = await ask('https://evil.example');
    expect(stranger.get('access-control-allow-headers')).toBeNull();
    expect(stranger.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('the description', () => {
  interface Api {
    readonly openapi: string;
    readonly paths: {
      readonly [path: string]: {
        readonly [method: string]: {
          readonly summary?: string;
          readonly responses: object;
          readonly parameters?: readonly { readonly name: string; readonly in: string }[];
        };
      };
    };
  }
  const api = async () => (await (await get('/api/openapi.json')).json()) as Api;

  test('is OpenAPI 3.1 and has every route, with a sentence each', async () => {
    const { openapi, paths } = await api();
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths).sort()).toMatchInlineSnapshot(`
      [
        "/api/accounts",
        "/api/accounts/{player}",
        "/api/accounts/{player}/file",
        "/api/accounts/{player}/passkey",
        "/api/accounts/{player}/vacation",
        "/api/admin/decisions",
        "/api/admin/log",
        "/api/admin/ratings",
        "/api/admin/reports",
        "/api/analyze",
        "/api/explore",
        "/api/games",
        "/api/games/{id}/board.svg",
        "/api/games/{id}/replay",
        "/api/games/{id}/replay/state",
        "/api/invites",
        "/api/invites/{id}",
        "/api/invites/{id}/push",
        "/api/invites/{id}/seats",
        "/api/library",
        "/api/library/stats",
        "/api/library/{id}",
        "/api/live",
        "/api/matches/{id}",
        "/api/matches/{id}/position.png",
        "/api/matches/{id}/position.svg",
        "/api/matches/{id}/record",
        "/api/matches/{id}/snapshots/{n}",
        "/api/matches/{id}/state",
        "/api/me",
        "/api/me/blocked",
        "/api/me/blocked/{player}",
        "/api/me/matches",
        "/api/me/passkeys",
        "/api/me/settings",
        "/api/players",
        "/api/players/{name}",
        "/api/push",
        "/api/ratings",
        "/api/ratings/{game}/{speed}",
        "/api/ratings/{game}/{speed}/receipt",
        "/api/records",
        "/api/reports",
        "/api/session",
        "/api/session/challenge",
        "/api/tournaments",
        "/api/tournaments/{id}",
        "/api/tournaments/{id}/entries",
        "/api/tournaments/{id}/file",
        "/api/tournaments/{id}/seat",
      ]
    `);
    for (const [path, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods)) {
        expect(operation.summary, `${method} ${path}`).toBeTruthy();
        expect(Object.keys(operation.responses), path).not.toHaveLength(0);
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const given = (operation.parameters ?? []).filter(one => one.in === 'path');
        expect(given.map(({ name }) => name).sort(), path).toEqual(named.sort());
      }
  });

  test('the page needs nothing from anywhere', async () => {
    const answer = await get('/api/docs');
    const page = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const path of Object.keys((await api()).paths)) expect(page).toContain(path);
    expect(page).not.toMatch(/<script|<link|src=|url\(|https?:/);
  });
});

describe('the link of a match', () => {
  const linkFor = async (url: string, host: string, more: object = {}) => {
    const { hostname, port } = new URL(url);
    const seats = [{ type: 'open' }, { type: 'open' }];
    const asked = request({
      ...{ hostname, port, method: 'POST', path: '/api/invites' },
      headers: { host, 'content-type': 'application/json', ...more },
    });
    asked.end(JSON.stringify({ game: 'chess', seats }));
    const [response] = await once(asked, 'response');
    let text = '';
    for await (const piece of response) text += piece;
    const { url: link, invite } = JSON.parse(text);
    return (link as string).replace(invite.id, 'ID');
  };

  test('has the host of the request, unless the server has a public URL', async () => {
    expect(await linkFor(served.url, 'kifu.example:7423')).toBe('http://kifu.example:7423/live/ID');
    expect(await linkFor(served.url, '[::1]:7423')).toBe('http://[::1]:7423/live/ID');
    expect(await linkFor(served.url, 'a"><b>')).toBe(`${served.url}/live/ID`);
    const known = await serve({ publicUrl: 'https://kifu.example/' });
    try {
      expect(await linkFor(known.url, 'other.example')).toBe('https://kifu.example/live/ID');
    } finally {
      await known.close();
    }
  });

  test.each([
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-proto', 'javascript'],
    ['x-forwarded-proto', 'https'],
    ['forwarded', 'host=evil.example;proto=https'],
  ])('says nothing of the header %s: %s, which a stranger may have sent', async (name, value) => {
    const trusting = await serve({ trustsProxy: true });
    expect(await linkFor(trusting.url, 'kifu.example', { [name]: value })).toBe(
      'http://kifu.example/live/ID',
    );
    await trusting.close();
  });

  test('opens a page that explains what to do next, the same for every match', async () => {
    const [one, other] = [await get('/live/abc'), await get('/live/def')];
    expect(one.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await one.text()).toBe(await other.text());
    expect((await get('/live/a%2fb')).status).toBe(400);
  });
});

describe('limits', () => {
  test('refuses a body that is too large, no JSON, or of another type', async () => {
    const post = (body: string, type = 'application/json') =>
      get('/api/invites', { method: 'POST', body, headers: { 'content-type': type } });
    expect((await post('x'.repeat(2_000_000))).status).toBe(413);
    expect((await post('{')).status).toBe(400);
    expect((await post('{"__proto__":{"a":1}}')).status).toBe(400);
    expect((await post('{}', 'text/xml')).status).toBe(415);
    expect((await post('[]')).status).toBe(400);
  });

  test('refuses more requests than the burst with 429', async () => {
    const busy = await serve({ limits: { requestBurst: 5, requestsPerMinute: 1 } });
    try {
      const ask = async () => (await fetch(new URL('/healthz', busy.url))).status;
      const statuses = [];
      for (let i = 0; i < 8; i++) statuses.push(await ask());
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    } finally {
      await busy.close();
    }
  });

  test('a request that never ends is given up', async () => {
    const slow = await serve({ limits: { requestMs: 300 } });
    try {
      const socket = connect(Number(new URL(slow.url).port), '127.0.0.1');
      socket.write('POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
      const [first] = await new Promise<Buffer[]>(done => socket.once('data', one => done([one])));
      expect(first!.toString()).toMatch(/^HTTP\/1\.1 408/);
      socket.destroy();
    } finally {
      await slow.close();
    }
  });

  test('answers 501 for the library on a server without one', async () => {
    const { library: _, ...stores } = inMemory();
    const bare = await serve({ stores });
    try {
      expect((await fetch(new URL('/api/library', bare.url))).status).toBe(501);
    } finally {
      await bare.close();
    }
  });
});

test('figures of requests, by route and never by address', async () => {
  await get('/api/matches/unknown?x=1');
  const text = await (await get('/metrics')).text();
  expect(text).toMatch(/kifu_request_seconds_count\{[^}]*route="\/api\/matches\/:id"/);
  expect(text).not.toContain('/unknown');
});

test('no token is ever in the log', async () => {
  const wanted = {
    game: 'chess',
    seats: [{ type: 'you', name: 'Ann' }, { type: 'open' }],
  } as const;
  const made = unwrap(
    await makeInvite(served.url, { ...wanted, seats: [...wanted.seats], visibility: 'private' }),
  );
  const { joinToken } = made;
  const taken = unwrap(
    await takeSeat(served.url, made.invite.id, { name: 'Bob', joinToken: joinToken! }),
  );
  const secrets = [made.tokens[0]!.token, taken.token, joinToken!];
  for (const token of secrets) {
    const headers = { authorization: `Bearer ${token}` };
    await get(`/api/invites/${made.invite.id}?token=${token}`, { headers });
    await get(`/api/matches/${token}`, { headers });
    await get(`/${token}`, { headers });
    await get('/api/invites', { method: 'POST', headers, body: `{"token":"${token}"` });
    await get('/api/records', { method: 'POST', headers, body: token });
  }
  const lives = await Promise.all(
    secrets.slice(0, 2).map(token => served.connect(made.invite.id, { token })),
  );
  await Promise.all(lives.map(live => seen(live, 0)));
  // also where a careless caller hands it to the logger
  const { log } = served.server.registry;
  const [token] = secrets;
  log.error({ token, tokens: [token], joinToken: token, authorization: token }, 'careless');
  log.error(
    { req: { headers: { authorization: `Bearer ${token}` } }, body: { token } },
    'careless',
  );
  log.error({ err: { request: { body: { joinToken: token } } } }, 'careless');
  const text = lines.join('');
  expect(text).toContain('careless');
  expect(text).toContain('(secret)');
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('losses fit into a header: escaped, and the last say how many more', () => {
  expect(lossesHeader(['a "b"', 'ü\n'])).toBe('["a \\"b\\"","\\u00fc\\n"]');
  const long = lossesHeader(Array.from({ length: 1000 }, (_, i) => `loss ${i}`));
  expect(long.length).toBeLessThan(4100);
  expect(JSON.parse(long).at(-1)).toMatch(/^and \d+ more$/);
});

test('a cache holds a number of bytes, the newest answers', () => {
  const cache = createCache<number>(100);
  for (let i = 0; i < 10; i++) cache.set(`${i}`, i, 20);
  cache.get('6');
  cache.set('a', 1, 20);
  cache.set('huge', 1, 26);
  expect(['4', '5', '6', '7', '8', '9', 'a', 'huge'].map(key => cache.get(key))).toEqual([
    ...[undefined, undefined, 6, 7, 8, 9, 1, undefined],
  ]);
});
