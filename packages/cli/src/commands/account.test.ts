/** `kifu login`, `kifu whoami` and `kifu account`, against `kifu serve`. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request as requestTo } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kifu } from '../../test/run-kifu.ts';
import { type Serving, startServing } from '../../test/serving.ts';

/** All tests sign in from one address. */
const OFTEN = ['--limit-sign-in-burst', '1000'];
let folder: string;
let serving: Serving;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-account-'));
  serving = await startServing(['--store', join(folder, 'server.sqlite'), ...OFTEN]);
});
afterAll(async () => {
  await serving.stop();
  await rm(folder, { recursive: true });
});

/** As a user with a home of their own. */
const as = (who: string, ...words: string[]) =>
  kifu(words, { env: { KIFU_HOME: join(folder, who), KIFU_SERVER: serving.url } });

test('a key makes a player, who is renamed, gets keys and is deleted', async () => {
  // no player yet: the command says so, and the key that it made stays
  expect(await as('ann', 'login')).toMatchObject({ code: 1, err: expect.stringMatching(/--name/) });
  const first = await as('ann', 'login', serving.url, '--name', 'Ann');
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^signed up as Ann on http/) });
  expect((await as('ann', 'login')).out).toMatch(/^signed in as Ann on/);

  // another player cannot take the same name
  expect((await as('eve', 'login', '--name', 'ANN')).err).toMatch(/exists.*is taken/);

  expect((await as('ann', 'account', 'rename', 'Ann B.')).out).toMatch(/^name\s+Ann B\./);
  await as('ann', 'key', 'new', 'phone');
  expect((await as('ann', 'account', 'add-key', 'phone')).out).toMatch(/key.*phone/);
  const who = JSON.parse((await as('ann', 'whoami', '--key', 'phone', '--json')).out).player;
  expect(who).toMatchObject({
    name: 'Ann B.',
    count: 3,
    keys: [{ gone: null }, { label: 'phone' }],
  });

  const revoked = await as(
    'ann',
    'account',
    'revoke-key',
    who.keys[0].key.slice(0, 8),
    '--key',
    'phone',
  );
  expect(revoked.out).toMatch(/old key.*\(revoked\)/);
  expect((await as('ann', 'login')).err).toMatch(/bad-signature/);
  await as('ann', 'key', 'new', 'next');
  const replaced = await as('ann', 'account', 'replace-key', 'next', '--key', 'phone');
  expect(replaced.out).toMatch(/replaced/);

  const file = join(folder, 'all.json');
  expect((await as('ann', 'account', 'export', '--key', 'next', '-o', file)).code).toBe(0);
  const all = JSON.parse(await readFile(file, 'utf8'));
  expect(all).toMatchObject({
    kifuAccount: 1,
    player: { id: who.id, name: 'Ann B.' },
    matches: [],
  });

  expect((await as('ann', 'account', 'delete', '--key', 'next')).code).toBe(2);
  expect((await as('ann', 'account', 'delete', '--key', 'next', '--yes')).code).toBe(0);
  expect((await as('ann', 'whoami', '--key', 'next')).err).toMatch(/not-found/);
});

test('a player is blocked and unblocked', async () => {
  for (const name of ['Carl', 'Dora']) await as(name, 'login', '--name', name);
  expect((await as('Carl', 'account', 'block')).out).toBe('no blocked players\n');
  expect((await as('Carl', 'account', 'block', 'Dora')).out).toBe('blocked: Dora\n');
  expect(JSON.parse((await as('Carl', 'account', 'block', '--json')).out).blocked).toMatchObject([
    { name: 'Dora' },
  ]);
  expect((await as('Carl', 'account', 'block', 'nobody')).err).toMatch(/not-found/);
  expect((await as('Carl', 'account', 'block', '--remove')).code).toBe(2);
  const { out } = await as('Carl', 'account', 'block', 'Dora', '--remove');
  expect(out).toBe('no blocked players\n');
});

test('without a server the fault names --server', async () => {
  const { code, err } = await kifu(['whoami'], { env: { KIFU_HOME: join(folder, 'bob') } });
  expect([code, err]).toEqual([1, expect.stringMatching(/--server URL/)]);
});

test('a player goes on vacation, and is back', async () => {
  await as('vic', 'login', '--name', 'Vic');
  const vacation = async (...words: string[]) => as('vic', 'account', 'vacation', ...words);
  expect((await vacation()).out).toBe('not on vacation; 30 days left this year\n');
  const begun = await vacation('begin');
  expect(begun.out).toMatch(
    /^on vacation until \d{4}-\d\d-\d\d at the latest; 29 days left this year$/m,
  );
  expect((await vacation('end')).out).toBe('not on vacation; 29 days left this year\n');
  expect(await vacation('end')).toMatchObject({ code: 1, err: expect.stringMatching(/not-found/) });
});

test.each([
  ['its own', (own: string) => own],
  ['the true server', (_own: string, server: string) => server],
  ['localhost', (own: string) => own.replace('127.0.0.1', 'localhost')],
  ['an address of its choice', () => '10.66.66.66:9'],
])('gets no token at a proxy that says Host: %s', async (_name, hostOf) => {
  await as('victim', 'login', '--name', 'Victim');
  const proxy = await startProxy(serving.url, hostOf);
  const went = await as('victim', 'login', proxy.url);
  proxy.close();
  expect(went.code).toBe(1);
  expect(proxy.answers.join()).toMatch(/fault|"origin"/);
  expect(proxy.answers.join()).not.toContain('"token"');
  expect((await as('victim', 'login')).out).toMatch(/^signed in as Victim/);
});

test('gets no token at a proxy that puts its own address into the challenge', async () => {
  await as('relayed', 'login', '--name', 'Relayed');
  // all that the client compares is right, so that it signs: only the server finds out
  const proxy = await startProxy(
    serving.url,
    (_own, host) => host,
    (said, own) => said.replaceAll(serving.url, `http://${own}`),
  );
  const went = await as('relayed', 'login', proxy.url);
  proxy.close();
  expect(went).toMatchObject({ code: 1, err: expect.stringMatching(/bad-signature/) });
  expect(proxy.answers.map(said => JSON.parse(said))).toEqual([
    expect.objectContaining({ origin: serving.url }),
    expect.objectContaining({ fault: expect.objectContaining({ code: 'bad-signature' }) }),
  ]);
  expect((await as('relayed', 'login')).out).toMatch(/^signed in as Relayed/);
});

/** A reverse proxy in front of a server, which rewrites Host and what the server answers, and keeps that answer. */
async function startProxy(
  server: string,
  hostOf: (own: string, server: string) => string,
  rewrite: (said: string, own: string) => string = said => said,
) {
  const answers: string[] = [];
  const proxy = createServer(async (request, response) => {
    const body = await text(request);
    const { host: own = '' } = request.headers;
    const headers = { ...request.headers, host: hostOf(own, new URL(server).host) };
    const { method } = request;
    const passed = requestTo(new URL(request.url!, server), { method, headers }, async answer => {
      const said = await text(answer);
      answers.push(said);
      response.writeHead(answer.statusCode!, { 'content-type': 'application/json' });
      response.end(rewrite(said, own));
    });
    passed.end(body);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, answers, close: () => proxy.close() };
}

test('refuses a server whose key has changed, until the user accepts it', async () => {
  const port = new URL(serving.url).port;
  expect((await as('kim', 'login', '--name', 'Kim')).code).toBe(0);
  await serving.stop();
  serving = await startServing(['--store', join(folder, 'other.sqlite'), '--port', port, ...OFTEN]);
  const refused = await as('kim', 'login', '--name', 'Kim');
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/--accept-server-key/) });
  expect((await as('kim', 'account', 'block')).err).toMatch(/server-key/);
  expect((await as('kim', 'login', '--name', 'Kim', '--accept-server-key')).code).toBe(0);
  expect((await as('kim', 'account', 'block')).out).toBe('no blocked players\n');
});
