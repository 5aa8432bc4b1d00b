/** Strangers, garbage, crowds and slow readers: the server stays, and so do the others. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect as connectTo } from 'node:net';
import { type LiveMatch, makeInvite } from '@kifu/client';
import { CLOSE, liveUrl, PROTOCOL, type ServerMessage } from '@kifu/client/protocol';
import { type Json, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket as Socket } from 'ws';
import { inMemory, type Served, seen, serve, until } from '../test/serve.ts';
import { frameOf } from './socket/frame.ts';

let served: Served;
afterEach(() => served.close());

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
const SEATS = [
  { type: 'you', name: 'Ann' },
  { type: 'you', name: 'Bob' },
] as const;
const begin = async (): Promise<[LiveMatch, LiveMatch]> => {
  const lives = (await served.play({ game: 'chess', seats: [...SEATS] })) as [LiveMatch, LiveMatch];
  await Promise.all(lives.map(live => seen(live, 0)));
  return lives;
};

/** A bare socket, open. */
async function open(id: string, headers: { [name: string]: string } = {}): Promise<Socket> {
  const socket = new Socket(liveUrl(served.url, id), [PROTOCOL], { headers });
  await once(socket, 'open');
  return socket;
}

/** The status with which a handshake was refused. */
async function refusal(id: string, headers: { [name: string]: string } = {}): Promise<number> {
  const socket = new Socket(liveUrl(served.url, id), [PROTOCOL], { headers });
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  socket.terminate();
  return response.statusCode;
}

const closeOf = async (socket: Socket): Promise<number> => (await once(socket, 'close'))[0];

describe('garbage on the socket closes it, and nothing else', () => {
  const HELLO = '{"type":"hello"}';
  test.each<[string, readonly (string | Uint8Array)[], number]>([
    ['no JSON', ['{'], CLOSE.malformed],
    ['a number', ['7'], CLOSE.malformed],
    ['null', ['null'], CLOSE.malformed],
    ['an empty frame', [''], CLOSE.malformed],
    ['binary', [Uint8Array.of(1, 2, 3)], CLOSE.malformed],
    ['no hello', ['{"type":"ping","t":1}'], CLOSE.malformed],
    ['an unknown type', [HELLO, '{"type":"sudo"}'], CLOSE.malformed],
    ['a key too many', [HELLO, '{"type":"ready","x":1}'], CLOSE.malformed],
    [
      'a wrong type',
      [HELLO, '{"type":"act","id":"1","seen":0,"act":{"type":"move","move":1}}'],
      CLOSE.malformed,
    ],
    [
      'a negative number',
      [HELLO, '{"type":"act","id":-1,"seen":0,"act":{"type":"move","move":1}}'],
      CLOSE.malformed,
    ],
    [
      'the act of a referee',
      [HELLO, '{"type":"act","id":1,"seen":0,"act":{"type":"links","links":[]}}'],
      CLOSE.malformed,
    ],
    [
      'a flag for a seat',
      [HELLO, '{"type":"act","id":1,"seen":0,"act":{"type":"leave","of":0,"how":"flag"}}'],
      CLOSE.malformed,
    ],
    [
      'proto',
      [HELLO, '{"type":"act","id":1,"seen":0,"act":{"type":"__proto__"}}'],
      CLOSE.malformed,
    ],
    ['a short token', ['{"type":"hello","token":"x"}'], CLOSE.malformed],
    ['too large', [HELLO, `{"type":"chat","text":"${'x'.repeat(20_000)}"}`], 1009],
    ['too much talk', [HELLO, `{"type":"chat","text":"${'x'.repeat(501)}"}`], CLOSE.malformed],
    [
      'deep',
      [
        HELLO,
        `{"type":"act","id":1,"seen":0,"act":{"type":"move","move":${'['.repeat(5000)}${']'.repeat(5000)}}}`,
      ],
      0,
    ],
  ])('%s', async (_name, frames, code) => {
    served = await serve();
    const [ann, bob] = await begin();
    const socket = await open(ann.invite!.id);
    const closed = closeOf(socket);
    for (const frame of frames) socket.send(frame);
    if (code > 0) expect(await closed).toBe(code);
    unwrap(await ann.play(uci('e2e4')));
    await seen(bob, 1);
    socket.terminate();
  });

  test('moves of any shape are refused, and the connection stays', async () => {
    served = await serve();
    const { invite, tokens } = unwrap(
      await makeInvite(served.url, { game: 'chess', seats: [...SEATS] }),
    );
    await served.connect(invite.id, { token: tokens[1]!.token });
    const socket = await open(invite.id);
    const heard: ServerMessage[] = [];
    socket.on('message', data => heard.push(JSON.parse(String(data))));
    socket.send(JSON.stringify({ type: 'hello', token: tokens[0]!.token }));
    socket.send('{"type":"ready"}');
    const moves = [
      'null',
      '7',
      '"e2e4"',
      '[]',
      '{}',
      '{"from":-1,"to":99}',
      '[[[[[[[]]]]]]]',
      '1e400',
      '{"__proto__":1}',
    ];
    const has = (type: string, count: number) =>
      heard.filter(message => message.type === type).length >= count;
    // the header, and that the other agrees to it
    while (!has('node', 2)) await once(socket, 'message');
    for (const [i, move] of moves.entries())
      socket.send(`{"type":"act","id":${i + 1},"seen":0,"act":{"type":"move","move":${move}}}`);
    while (!has('refused', moves.length)) await once(socket, 'message');
    expect(socket.readyState).toBe(Socket.OPEN);
    expect(heard.filter(({ type }) => type === 'node')).toHaveLength(2);
    socket.terminate();
  });

  test('bytes that are invalid frames', async () => {
    served = await serve();
    const [ann, bob] = await begin();
    const { port } = new URL(served.url);
    const socket = connectTo(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `GET /api/live/${ann.invite!.id} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    await once(socket, 'data');
    const gone = new Promise(done => socket.once('close', done)); // however that comes
    socket.write(Buffer.alloc(100_000, 0xff));
    await gone;
    unwrap(await ann.play(uci('e2e4')));
    await seen(bob, 1);
  });
});

describe('who may connect', () => {
  test('pages of other sites may not, unless allowed', async () => {
    served = await serve({
      origins: ['https://friend.example', 'https://Other.example/page'],
      publicUrl: 'https://kifu.example/',
    });
    const [ann] = await begin();
    const { id } = ann.invite!;
    expect(await refusal(id, { origin: 'https://evil.example' })).toBe(403);
    expect(await refusal(id, { origin: 'null' })).toBe(403);
    for (const origin of [
      'https://friend.example',
      'https://other.example',
      'https://kifu.example',
      new URL(served.url).origin,
    ])
      (await open(id, { origin })).terminate();
  });

  test('a host name from outside that leads here does not make a page of it our own', async () => {
    served = await serve();
    const [ann] = await begin();
    const { port } = new URL(served.url);
    const { id } = ann.invite!;
    const from = (host: string) => ({ host: `${host}:${port}`, origin: `http://${host}:${port}` });
    for (const evil of ['rebind.example', '127.0.0.1.evil.example', 'localhost.evil.example'])
      expect(await refusal(id, from(evil))).toBe(403);
    for (const own of ['localhost', '127.0.0.1', '[::1]', 'kifu.localhost', '192.168.1.7'])
      (await open(id, from(own))).terminate();
  });

  test.each([
    ['one address', { connectionsPerAddress: 3 }],
    ['all together', { connections: 3 }],
  ])('no more than the limit of %s, until one of them leaves', async (_whose, limits) => {
    served = await serve({ limits });
    const [ann] = await begin();
    const third = await open(ann.invite!.id);
    expect(await refusal(ann.invite!.id)).toBe(503);
    third.terminate();
    await once(third, 'close');
    await until(ann, ({ connection }) => connection.isConnected);
  });

  test('sockets for an unknown match or another path are refused', async () => {
    served = await serve();
    const socket = await open('nobody-knows-this');
    socket.send('{"type":"hello"}');
    expect(await closeOf(socket)).toBe(CLOSE.unknown);
    expect(await refusal('a/../b')).toBe(404);
  });

  test('a socket with too many messages is closed', async () => {
    served = await serve({ limits: { messagesPerSecond: 1, messageBurst: 20 } });
    const { invite } = unwrap(await makeInvite(served.url, { game: 'chess', seats: [...SEATS] }));
    const socket = await open(invite.id);
    const closed = closeOf(socket);
    socket.send('{"type":"hello"}');
    for (let t = 0; t < 100; t++) socket.send(`{"type":"ping","t":${t}}`);
    expect(await closed).toBe(CLOSE.rate);
  });
});

describe('over HTTP', () => {
  const post = (path: string, body: string) =>
    fetch(new URL(path, served.url), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });

  test.each<[string, string, number, string]>([
    ['no JSON', '{', 400, 'malformed'],
    ['nothing', '{}', 400, 'malformed'],
    ['an unknown game', '{"game":"tag","seats":[{"type":"open"}]}', 422, 'unknown-game'],
    ['too few seats', '{"game":"chess","seats":[{"type":"open"}]}', 422, 'bad-setup'],
    [
      'an unknown option',
      '{"game":"chess","options":{"x":1},"seats":[{"type":"open"},{"type":"open"}]}',
      422,
      'bad-setup',
    ],
    [
      'an unknown bot',
      '{"game":"chess","seats":[{"type":"open"},{"type":"bot","bot":"hal"}]}',
      422,
      'unknown-bot',
    ],
    [
      'no time',
      '{"game":"chess","clock":{"type":"absolute","mainMs":0},"seats":[{"type":"open"},{"type":"open"}]}',
      422,
      'bad-setup',
    ],
    [
      'an unknown branch',
      `{"game":"chess","branch":{"match":"bafyreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy","n":0},"seats":[{"type":"open"},{"type":"open"}]}`,
      404,
      'not-found',
    ],
    ['too large', `{"game":"${'x'.repeat(2_000_000)}"}`, 413, 'too-large'],
  ])('a bad invite is a problem: %s', async (_name, body, status, code) => {
    served = await serve();
    const response = await post('/api/invites', body);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ status, fault: { code } });
  });

  test('limits the open matches of an address', async () => {
    served = await serve({ limits: { openPerAddress: 2 } });
    const invite = { game: 'chess', seats: [...SEATS] };
    const first = unwrap(await makeInvite(served.url, invite));
    unwrap(await makeInvite(served.url, invite));
    expect(await makeInvite(served.url, invite)).toMatchObject({
      ok: false,
      fault: { code: 'too-large' },
    });
    const [ann] = await Promise.all(
      first.tokens.map(({ token }) => served.connect(first.invite.id, { token })),
    );
    await seen(ann!, 0);
    unwrap(await ann!.resign());
    await until(ann!, live => live.invite!.phase === 'ended');
    unwrap(await makeInvite(served.url, invite));
  });

  describe('a wider network', () => {
    const limits = { openPerAddress: 1, requestBurst: 10_000 };
    const ask = (address: string, path: string, body: object) =>
      fetch(new URL(path, served.url), {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      });
    const wanted = { game: 'chess', seats: [{ type: 'you', name: 'Ann' }, { type: 'open' }] };
    const inNetwork = (i: number) => `2001:db8:7:${i.toString(16)}::1`;

    test('limits the open matches of a network, and lists those of others next to them', async () => {
      served = await serve({ trustsProxy: true, limits });
      expect((await ask('203.0.113.1', '/api/invites', wanted)).status).toBe(201);
      const made = [];
      for (let i = 0; i < 20; i++)
        made.push((await ask(inNetwork(i), '/api/invites', wanted)).status);
      expect(made).toEqual([...Array(8).fill(201), ...Array(12).fill(429)]);
      const seats = await served.server.registry.listBoard(2);
      expect(seats).toHaveLength(2);
      const [first] = served.server.registry.listBoard(100);
      expect(seats).toContainEqual(first);
    });

    test('limits the seats that a guest takes in matches of others', async () => {
      served = await serve({ trustsProxy: true, limits });
      const ids: string[] = [];
      for (let i = 0; i < 10; i++) {
        const made = await ask(`203.0.${i}.1`, '/api/invites', wanted);
        ids.push(((await made.json()) as { invite: { id: string } }).invite.id);
      }
      const taken = [];
      for (const [i, id] of ids.entries())
        taken.push((await ask(inNetwork(i), `/api/invites/${id}/seats`, { name: 'Eve' })).status);
      expect(taken).toEqual([...Array(8).fill(201), 429, 429]);
    });

    test('is counted with what it had open before a restart', async () => {
      const stores = inMemory();
      const first = await serve({ stores, trustsProxy: true, limits });
      served = first;
      expect((await ask('203.0.113.1', '/api/invites', wanted)).status).toBe(201);
      await first.close();
      served = await serve({ stores, trustsProxy: true, limits });
      expect((await ask('203.0.113.1', '/api/invites', wanted)).status).toBe(429);
      expect((await ask('203.0.113.2', '/api/invites', wanted)).status).toBe(201);
    });

    test('leaves none of its addresses in the store', async () => {
      const stores = inMemory();
      served = await serve({ stores, trustsProxy: true });
      await ask('203.0.113.77', '/api/invites', wanted);
      const [id] = await stores.vault.names('room');
      expect(JSON.stringify(await stores.vault.get('room', id!))).not.toContain('203.0');
    });
  });

  test('a rematch counts among the open matches of an address', async () => {
    served = await serve({ limits: { openPerAddress: 1 } });
    const [ann, bob] = await begin();
    unwrap(await ann.resign());
    await Promise.all([ann, bob].map(live => until(live, one => one.invite!.phase === 'ended')));
    unwrap(await makeInvite(served.url, { game: 'chess', seats: [...SEATS] }));
    const refused = new Promise(done => bob.on('fault', done));
    ann.rematch.offer();
    await new Promise(done => bob.on('rematch', done));
    bob.rematch.offer();
    expect(await refused).toMatchObject({ code: 'too-large' });
  });

  test('an address has no more matches open when it asks for all at once', async () => {
    const stores = inMemory();
    const put: typeof stores.vault.put = async (...what) => {
      await new Promise(done => setTimeout(done, 100)); // a store that takes its time
      return stores.vault.put(...what);
    };
    const vault = { ...stores.vault, put };
    served = await serve({ stores: { ...stores, vault }, limits: { openPerAddress: 2 } });
    const invite = { game: 'chess', seats: [...SEATS] };
    const made = await Promise.all(Array.from({ length: 6 }, () => makeInvite(served.url, invite)));
    expect(made.filter(({ ok }) => ok)).toHaveLength(2);
  });

  test('only the last address of X-Forwarded-For, which the proxy adds, is believed', async () => {
    served = await serve({ trustsProxy: true, limits: { requestBurst: 1, requestsPerMinute: 1 } });
    const ask = async (forwarded: string) =>
      (await fetch(`${served.url}/healthz`, { headers: { 'x-forwarded-for': forwarded } })).status;
    expect(await ask('203.0.113.1')).toBe(200);
    // addresses that the client wrote precede the one that the proxy adds
    expect(await ask('198.51.100.7, 203.0.113.1')).toBe(429);
    expect(await ask('203.0.113.2')).toBe(200);
  });

  test('connections count as requests, by the same address', async () => {
    served = await serve({ trustsProxy: true, limits: { requestBurst: 2, requestsPerMinute: 1 } });
    const from = (forwarded: string) => ({ 'x-forwarded-for': forwarded });
    (await open('nobody', from('203.0.113.1'))).terminate();
    (await open('nobody', from('198.51.100.7, 203.0.113.1'))).terminate();
    expect(await refusal('nobody', from('198.51.100.8, 203.0.113.1'))).toBe(429);
    (await open('nobody', from('203.0.113.2'))).terminate();
  });

  test('a network of IPv6 is one guest', async () => {
    served = await serve({ trustsProxy: true, limits: { requestBurst: 1, requestsPerMinute: 1 } });
    const ask = async (forwarded: string) =>
      (await fetch(`${served.url}/healthz`, { headers: { 'x-forwarded-for': forwarded } })).status;
    expect(await ask('2001:db8:0:1::1')).toBe(200);
    expect(await ask('2001:db8:0:1:ffff::2')).toBe(429);
    expect(await ask('2001:db8:0:2::1')).toBe(200);
  });

  test('requests are limited, and health and figures are answered', async () => {
    served = await serve({ limits: { requestsPerMinute: 1, requestBurst: 3 } });
    expect(await (await fetch(`${served.url}/healthz`)).json()).toMatchObject({ ok: true });
    expect(await (await fetch(`${served.url}/metrics`)).text()).toContain('kifu_connections');
    expect((await fetch(`${served.url}/nothing`)).status).toBe(404);
    expect((await fetch(`${served.url}/healthz`)).status).toBe(429);
  });

  test('does not wait for slow senders', async () => {
    served = await serve({ limits: { requestMs: 300 } });
    const { hostname, port } = new URL(served.url);
    const slow = request({
      ...{ hostname, port },
      method: 'POST',
      path: '/api/invites',
      headers: { 'content-length': 1000, 'content-type': 'application/json' },
    });
    slow.on('error', () => {});
    slow.write('{');
    const [response] = await once(slow, 'response');
    expect(response.statusCode).toBe(408);
    slow.destroy();
  });
});

test('a slow reader is held back, gets the rest in one go, and costs no memory', async () => {
  served = await serve({ limits: { behindBytes: 20_000 } });
  const [ann, bob] = await begin();
  const slow = await open(ann.invite!.id);
  const heard: ServerMessage[] = [];
  slow.on('message', data => heard.push(JSON.parse(String(data))));
  slow.send('{"type":"hello"}');
  while (!heard.some(({ type }) => type === 'welcome')) await once(slow, 'message');
  slow.pause();
  const room = (await served.server.registry.find(ann.invite!.id))!;
  const member = [...room.members].find(({ seat }) => seat === null)!;
  // talk until the socket of the one who does not read is full: more at once than the system takes later
  const pad = 'x'.repeat(20_000_000);
  const talk = frameOf(JSON.stringify({ type: 'pong', t: 0, now: 0, pad }));
  while (member.connection.send(talk)) await new Promise(setImmediate);
  for (const [i, move] of ['e2e4', 'e7e5', 'g1f3'].entries()) {
    const live = i % 2 === 0 ? ann : bob;
    await seen(live, i);
    unwrap(await live.play(uci(move)));
  }
  slow.resume();
  while (!heard.some(({ type }) => type === 'nodes')) await once(slow, 'message');
  const rest = heard.find(message => message.type === 'nodes')!;
  expect(rest).toMatchObject({ from: 3 });
  expect(rest).toMatchObject({ nodes: { length: 3 } });
  slow.terminate();
});

test('a lost connection comes back with what it had seen, and gets the rest', async () => {
  served = await serve();
  const froms: number[] = [];
  /** Until when reconnecting clients send nothing. */
  let silence = Promise.resolve();
  class Ear extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.type === 'welcome') froms.push(message.from);
      });
    }
    override send(data: string): void {
      if (data.includes('"seen":{')) void silence.then(() => super.send(data));
      else super.send(data);
    }
  }
  const lives = (await served.play({ game: 'chess', seats: [...SEATS] }, { WebSocket: Ear })) as [
    LiveMatch,
    LiveMatch,
  ];
  const [ann, bob] = lives;
  await Promise.all(lives.map(live => seen(live, 0)));
  unwrap(await ann.play(uci('e2e4')));
  await seen(bob, 1);
  const room = (await served.server.registry.find(ann.invite!.id))!;
  const down = new Promise<void>(done => ann.on('down', () => done()));
  const played = Promise.withResolvers<void>();
  silence = played.promise;
  [...room.members].find(({ seat }) => seat === 0)!.connection.close(1011, 'a test');
  await down;
  unwrap(await bob.play(uci('e7e5')));
  const waiting = ann.play(uci('g1f3')); // before she is back
  played.resolve();
  await until(ann, ({ connection }) => connection.isConnected);
  await seen(ann, 2);
  expect(froms.at(-1)).toBe(4);
  expect(await waiting).toMatchObject({ ok: false, fault: { code: 'conflict' } });
  unwrap(await ann.play(uci('g1f3')));
});

test('an act under way when the connection broke is done once', async () => {
  served = await serve();
  const [ann, bob] = await begin();
  const room = (await served.server.registry.find(ann.invite!.id))!;
  const { connection } = [...room.members].find(({ seat }) => seat === 0)!;
  const answer = ann.play(uci('e2e4'));
  await seen(bob, 1); // it was done
  connection.close(1011, 'a test'); // perhaps before Ann got the answer
  expect(await answer).toEqual({ ok: true, value: 3 });
  await until(ann, ({ connection }) => connection.isConnected);
  expect(ann.replay!.n).toBe(3);
});

test('a stopping server notifies all members, and players continue when it is back', async () => {
  served = await serve();
  const [ann, bob] = await begin();
  unwrap(await ann.play(uci('e2e4')));
  await seen(bob, 1);
  const { port } = new URL(served.url);
  const down = Promise.all(
    [ann, bob].map(live => new Promise<number>(done => live.on('down', ({ code }) => done(code)))),
  );
  const { stores } = served;
  await served.server.close();
  expect(await down).toEqual([1001, 1001]);
  const again = await serve({ stores }, Number(port));
  await Promise.all(
    [ann, bob].map(live => until(live, ({ connection }) => connection.isConnected)),
  );
  unwrap(await bob.play(uci('e7e5')));
  await seen(ann, 2);
  for (const live of [ann, bob]) live.close();
  await again.close();
});
