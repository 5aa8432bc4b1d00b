/** Push notifications from end to end: a subscription, a move, and a push service on this machine that a browser would ask. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LiveMatch, makeInvite, takeSeat } from '@kifu/client';
import { type Json, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handClock, type Served, seen, serve } from '../../test/serve.ts';

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
const browser = createECDH('prime256v1');
browser.generateKeys();
const auth = randomBytes(16);
const keys = {
  p256dh: browser.getPublicKey().toString('base64url'),
  auth: auth.toString('base64url'),
};

/** What the push service was asked: the header, and the message as the browser reads it. */
let asked: { request: IncomingMessage; message: Json }[] = [];
let status = 201;
let service: Server;
let origin: string;
const clock = handClock();
let served: Served;

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    asked.push({ request, message: JSON.parse(decrypt(body)) as Json });
    response.writeHead(status, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  served = await serve({
    pushServices: [origin],
    publicUrl: 'https://kifu.example',
    now: clock.now,
    limits: { requestBurst: 10_000, openPerAddress: 1000 },
  });
});
afterAll(async () => {
  await served.close();
  service.close();
});
beforeEach(() => {
  asked = [];
  status = 201;
});

function decrypt(body: Buffer): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const keying = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', keying, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  decipher.setAuthTag(body.subarray(-16));
  return Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
    .subarray(0, -1)
    .toString();
}

const path = (id: string) => new URL(`/api/invites/${id}/push`, served.url);
const put = (id: string, token: string | null, body: object) =>
  fetch(path(id), {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
const subscription = () => ({ endpoint: `${origin}/browser`, keys });

/** A game of chess of Ann against Ben, who has subscribed and gone away. */
async function withoutBen() {
  const made = unwrap(
    await makeInvite(served.url, {
      game: 'chess',
      seats: [{ type: 'you', name: 'Ann' }, { type: 'open' }],
      visibility: 'public',
    }),
  );
  const { id } = made.invite;
  const { token } = unwrap(await takeSeat(served.url, id, { name: 'Ben' }));
  expect((await put(id, token, subscription())).status).toBe(204);
  const ann = await served.connect(id, { token: made.tokens[0]!.token });
  const ben = await served.connect(id, { token });
  await seen(ann, 0);
  await seen(ben, 0);
  await present(ann, [0, 1]);
  return { id, token, ann, ben };
}

const LONG = { timeout: 20_000 };
const present = (live: LiveMatch, seats: readonly number[]) =>
  expect.poll(() => live.presence.seats, LONG).toEqual(seats);
const gone = (live: LiveMatch) => present(live, [0]);

describe('a player whose page is closed', () => {
  test('is notified of their turn, once, and of the end', async () => {
    const { id, ann, ben } = await withoutBen();
    ben.close();
    await gone(ann);
    expect(asked).toEqual([]);
    unwrap(await ann.play(uci('e2e4')));
    await expect.poll(() => asked.length, LONG).toBe(1);
    const [{ request, message }] = asked as [(typeof asked)[0]];
    expect(message).toEqual({ what: 'turn', id, game: 'chess', seat: 1, opponents: ['Ann'] });
    expect(request.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      topic: id.slice(0, 32),
    });
    expect(request.headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/);
    // an offer is not a move: the player has been told that it is their turn
    unwrap(await ann.submit(0, { type: 'offer-draw' }));
    unwrap(await ann.resign());
    await expect.poll(() => asked.length, LONG).toBe(2);
    expect(asked[1]!.message).toMatchObject({ what: 'ended', id });
  });

  test('is notified where the page closed before the move could be seen, but not later', async () => {
    const { ann, ben } = await withoutBen();
    unwrap(await ann.play(uci('e2e4')));
    await seen(ben, 1);
    ben.close();
    await expect.poll(() => asked.length, LONG).toBe(1);
    expect(asked[0]!.message).toMatchObject({ what: 'turn' });
    const other = await withoutBen();
    unwrap(await other.ann.play(uci('e2e4')));
    await seen(other.ben, 1);
    clock.pass(60_000);
    other.ben.close();
    await gone(other.ann);
    expect(asked).toHaveLength(1);
  });

  test('is not notified while a page is connected', async () => {
    const { ann, ben } = await withoutBen();
    unwrap(await ann.play(uci('e2e4')));
    await seen(ben, 1);
    expect(asked).toEqual([]);
  });

  test.each([404, 410])(
    'is forgotten where the browser wants no more messages (%i)',
    async code => {
      status = code;
      const { id, token, ann, ben } = await withoutBen();
      ben.close();
      await gone(ann);
      unwrap(await ann.play(uci('e2e4')));
      await expect.poll(() => asked.length, LONG).toBe(1);
      const stored = async () => {
        const room = (await served.server.registry.find(id))!;
        return room.stored.seats[1]!.push;
      };
      await expect.poll(stored, LONG).toBeUndefined();
      status = 201;
      expect((await put(id, token, subscription())).status).toBe(204);
    },
  );

  test.each([302, 400, 429, 500])('a push service that answers %i harms nothing', async code => {
    status = code;
    const { ann, ben } = await withoutBen();
    ben.close();
    await gone(ann);
    unwrap(await ann.play(uci('e2e4')));
    await expect.poll(() => asked.length, LONG).toBe(1);
    const back = await fetch(new URL('/healthz', served.url));
    expect(back.status).toBe(200);
    expect(asked).toHaveLength(1); // a redirect is not followed
  });

  test('unsubscribes', async () => {
    const { id, token, ann, ben } = await withoutBen();
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(path(id), { method: 'DELETE', headers })).status).toBe(204);
    ben.close();
    await gone(ann);
    unwrap(await ann.play(uci('e2e4')));
    unwrap(await ann.resign());
    await expect.poll(() => ann.invite?.phase, LONG).toBe('ended');
    expect(asked).toEqual([]);
  });
});

describe('a subscription', () => {
  test.each<[string, object]>([
    ['an address of the server’s network', { endpoint: 'http://127.0.0.1:22/', keys }],
    ['a host that is no push service', { endpoint: 'https://example.com/', keys }],
    [
      'a name that only looks like one',
      { endpoint: 'https://fcm.googleapis.com.example.com/', keys },
    ],
    ['a user in the address', { endpoint: 'https://fcm.googleapis.com@example.com/', keys }],
    ['no address', { endpoint: 'browser', keys }],
    [
      'keys that are none',
      { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'AA', auth: 'AA' } },
    ],
  ])('is refused for %s', async (_, body) => {
    const { id, token } = await withoutBen();
    const answer = await put(id, token, body);
    expect([
      answer.status,
      ((await answer.json()) as { fault: { code: string } }).fault.code,
    ]).toEqual([422, 'bad-setup']);
  });

  test.each<[string, object]>([
    ['nothing', {}],
    ['an endpoint that is too long', { endpoint: `https://a.example/${'x'.repeat(1000)}`, keys }],
    ['more fields', { endpoint: 'https://a.example/', keys, extra: 1 }],
    ['other types', { endpoint: 7, keys: [] }],
  ])('is malformed with %s', async (_, body) => {
    const { id, token } = await withoutBen();
    expect((await put(id, token, body)).status).toBe(400);
  });

  test('needs the token of a seat', async () => {
    const { id } = await withoutBen();
    expect((await put(id, null, subscription())).status).toBe(403);
    expect((await put(id, 'x'.repeat(32), subscription())).status).toBe(404);
    expect((await put('nosuch', null, subscription())).status).toBe(404);
  });

  test('is not shown to others', async () => {
    const { id } = await withoutBen();
    const text = await (await fetch(new URL(`/api/invites/${id}`, served.url))).text();
    expect(text).not.toContain(origin);
  });
});

test('the key stays the same after a restart, and a server without push services has none', async () => {
  const key = async (one: Served) => fetch(new URL('/api/push', one.url));
  const first = (await (await key(served)).json()) as { key: string };
  const { stores } = served;
  await served.close();
  served = await serve({ stores, pushServices: [origin] });
  expect(await (await key(served)).json()).toEqual(first);
  const without = await serve({ pushServices: [] });
  expect((await key(without)).status).toBe(422);
  await without.close();
});
