/** Words at the table, signatures, chat, presence, premoves and rematches, over real sockets. */
import { once } from 'node:events';
import { type LiveMatch, makeInvite, takeSeat } from '@kifu/client';
import { liveUrl, PROTOCOL, type ServerMessage } from '@kifu/client/protocol';
import { type Fail, type Json, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { checkBranch, judge, verify } from '@kifu/record';
import { publicKeyOf } from '@kifu/record/sign';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket as Socket } from 'ws';
import { WEAK_KEYS } from '../../record/test/weak-keys.ts';
import { ended, findGame, handClock, type Served, seen, serve, until } from '../test/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve({ limits: { openPerAddress: 100 } });
});
afterAll(() => served.close());

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
/** Machines may be busy. */
const WAIT = { timeout: 20_000 };
const CHESS = {
  game: 'chess',
  seats: [{ type: 'you', name: 'Ann' }, { type: 'open' }],
} as const;

/** Ann and Bob at a board, and the moves that have been made. */
async function begin(
  moves: readonly string[] = [],
  more: object = {},
): Promise<[LiveMatch, LiveMatch]> {
  const [ann, bob] = (await served.play({ ...CHESS, seats: [...CHESS.seats], ...more })) as [
    LiveMatch,
    LiveMatch,
  ];
  await Promise.all([seen(ann, 0), seen(bob, 0)]);
  for (const [i, move] of moves.entries()) {
    const live = i % 2 === 0 ? ann : bob;
    await seen(live, i);
    unwrap(await live.play(uci(move)));
  }
  await Promise.all([seen(ann, moves.length), seen(bob, moves.length)]);
  return [ann, bob];
}

test('a draw is offered and accepted', async () => {
  const [ann, bob] = await begin(['e2e4']);
  expect(await bob.submit(bob.seat!, { type: 'accept-draw' })).toMatchObject({
    ok: false,
    fault: { rule: 'agreement' },
  });
  unwrap(await ann.submit(ann.seat!, { type: 'offer-draw' }));
  await seen(bob, 2);
  unwrap(await bob.submit(bob.seat!, { type: 'accept-draw' }));
  await Promise.all([ended(ann), ended(bob)]);
  expect(ann.replay!.outcome).toMatchObject({ result: 'draw', reason: 'agreement' });
  await until(ann, ({ invite }) => invite!.phase === 'ended');
  expect(ann.invite!.outcome).toEqual(ann.replay!.outcome);
});

test('a takeback goes back, and is an entry', async () => {
  const [ann, bob] = await begin(['e2e4', 'e7e5', 'f2f3']);
  unwrap(await ann.submit(ann.seat!, { type: 'ask-takeback' }));
  await seen(bob, 4);
  unwrap(await bob.submit(bob.seat!, { type: 'allow-takeback', to: 4 }));
  await seen(ann, 5);
  unwrap(await ann.play(uci('g1f3')));
  expect(ann.replay!.table!.moves).toBe(4);
});

test('a pause stops moves until all want to resume', async () => {
  const [ann, bob] = await begin(['e2e4']);
  unwrap(await ann.submit(ann.seat!, { type: 'pause' }));
  await seen(bob, 2);
  unwrap(await bob.submit(bob.seat!, { type: 'pause' }));
  expect(await bob.play(uci('e7e5'))).toMatchObject({ ok: false, fault: { code: 'paused' } });
  unwrap(await bob.submit(bob.seat!, { type: 'resume' }));
  await seen(ann, 4);
  unwrap(await ann.submit(ann.seat!, { type: 'resume' }));
  await seen(bob, 5);
  unwrap(await bob.play(uci('e7e5')));
});

test('a pause that one wants to end does end, whether the other comes back or not', async () => {
  const { now, pass } = handClock();
  const own = await serve({ now });
  try {
    const seats = [...CHESS.seats];
    const [ann, bob] = (await own.play({ ...CHESS, seats, absenceMs: 1000 })) as [
      LiveMatch,
      LiveMatch,
    ];
    await Promise.all([seen(ann, 0), seen(bob, 0)]);
    unwrap(await ann.submit(ann.seat!, { type: 'pause' }));
    unwrap(await bob.submit(bob.seat!, { type: 'pause' }));
    bob.close();
    unwrap(await ann.submit(ann.seat!, { type: 'resume' }));
    pass(1000);
    await until(ann, ({ replay }) => replay!.table!.talk.isPaused === false);
    unwrap(await ann.play(uci('e2e4')));
  } finally {
    await own.close();
  }
});

test('who resigns has lost; a second time it is over', async () => {
  const [ann, bob] = await begin();
  unwrap(await bob.resign());
  await Promise.all([ended(ann), ended(bob)]);
  expect(ann.replay!.outcome).toMatchObject({ winners: [0], reason: 'resignation' });
  expect(await ann.play(uci('e2e4'))).toMatchObject({ ok: false, fault: { code: 'game-over' } });
});

test('refuses a resignation for another seat, and any act of a spectator', async () => {
  const [ann] = await begin();
  const leave = { type: 'leave', of: 1, how: 'resignation' } as const;
  expect(await ann.submit(0, leave)).toMatchObject({ ok: false, fault: { code: 'wrong-seat' } });
  const watcher = await served.connect(ann.invite!.id);
  expect(watcher.seat).toBeNull();
  expect(await watcher.play(uci('e2e4'))).toMatchObject({ ok: false });
});

test('an act on a position that has changed is refused', async () => {
  const [ann, bob] = await begin(['e2e4']);
  const late = bob.play(uci('e7e5'));
  const later = bob.play(uci('d7d5')); // sent before the answer came
  expect((await late).ok).toBe(true);
  expect(await later).toMatchObject({ ok: false, fault: { code: 'conflict' } });
  await seen(ann, 2);
});

test('a premove is played when it is legal, and dropped when it is not', async () => {
  const [ann, bob] = await begin();
  bob.premove(1, uci('e7e5'));
  unwrap(await ann.play(uci('e2e4')));
  await Promise.all([seen(bob, 2), seen(ann, 2)]);
  expect(bob.premoves.size).toBe(0);
  bob.premove(1, uci('e5d4')); // only if there is something to capture
  expect(bob.premoves.get(1)).toEqual(uci('e5d4'));
  unwrap(await ann.play(uci('g1f3')));
  await seen(bob, 3);
  expect(bob.premoves.size).toBe(0);
  unwrap(await bob.play(uci('b8c6')));
});

test('chat is sent to all, stored next to the record, and tied to an entry', async () => {
  const [ann, bob] = await begin(['e2e4']);
  ann.chat.say('hello');
  await until(bob, ({ chat }) => chat.messages.length === 1);
  expect(bob.chat.messages[0]).toMatchObject({ n: 3, seat: 0, name: 'Ann', text: 'hello' });
  const watcher = await served.connect(ann.invite!.match!);
  expect(watcher.chat.messages).toHaveLength(1);
  expect(watcher.replay!.n).toBe(3);
});

test('control characters and line ends are taken out of a line of talk', async () => {
  const [ann, bob] = await begin();
  ann.chat.say(' \u0000\n\u202e ');
  ann.chat.say('good\nluck\u001b[2J \u202eto you\u0000');
  await until(bob, ({ chat }) => chat.messages.length > 0);
  expect(bob.chat.messages.map(({ text }) => text)).toEqual(['good luck [2J  to you']);
});

test('what is too long to be said is not sent, and the connection stays', async () => {
  const [ann, bob] = await begin();
  const faults: string[] = [];
  ann.on('fault', ({ code }) => faults.push(code));
  ann.chat.say('x'.repeat(501));
  ann.chat.say('');
  ann.chat.say('x'.repeat(500));
  await until(bob, ({ chat }) => chat.messages.length > 0);
  expect(faults).toEqual(['too-large']);
});

test('who talks without end is not heard, and moves and leaves all the same', async () => {
  const quiet = await serve({ limits: { wordsPerMinute: 1, wordBurst: 3 } });
  try {
    const [ann, bob] = (await quiet.play({ ...CHESS, seats: [...CHESS.seats] })) as [
      LiveMatch,
      LiveMatch,
    ];
    await Promise.all([seen(ann, 0), seen(bob, 0)]);
    const faults: string[] = [];
    ann.on('fault', ({ code }) => faults.push(code));
    for (const text of ['1', '2', '3', '4']) ann.chat.say(text);
    await until(bob, ({ chat }) => chat.messages.length === 3);
    for (let i = 0; i < 3; i++) {
      unwrap(await ann.submit(ann.seat!, { type: 'offer-draw' }));
      unwrap(await bob.submit(bob.seat!, { type: 'decline' }));
    }
    const again = await ann.submit(ann.seat!, { type: 'offer-draw' });
    expect(again).toMatchObject({ ok: false, fault: { code: 'too-large' } });
    unwrap(await ann.play(uci('e2e4')));
    unwrap(await ann.resign());
    expect(faults).toEqual(['too-large']);
    expect(bob.chat.messages).toHaveLength(3);
  } finally {
    await quiet.close();
  }
});

test.each(['', '  ', 'a\nb', 'a\u0000', '\u202eabc', '\u2028', 'x'.repeat(81)])(
  'refuses %j as the name of a player',
  async name => {
    const seats = [{ type: 'you' as const, name }, { type: 'open' as const }];
    const { fault } = (await makeInvite(served.url, { game: 'chess', seats })) as Fail;
    expect(fault.code).toBe('malformed');
    const { invite } = unwrap(await makeInvite(served.url, { ...CHESS, seats: [...CHESS.seats] }));
    expect(await takeSeat(served.url, invite.id, { name })).toMatchObject({
      fault: { code: 'malformed', at: { path: '/name' } },
    });
  },
);

test('all members learn who is present', async () => {
  const [ann, bob] = await begin();
  const watcher = await served.connect(ann.invite!.id);
  await until(ann, ({ presence }) => presence.seats.length === 2 && presence.watching === 1);
  watcher.close();
  bob.close();
  await until(ann, ({ presence }) => presence.seats.length === 1 && presence.watching === 0);
});

test('a rematch turns the seats, with the same tokens', async () => {
  const [ann, bob] = await begin();
  ann.rematch.offer();
  unwrap(await ann.resign());
  await Promise.all([ended(ann), ended(bob)]);
  await until(ann, ({ invite }) => invite!.phase === 'ended');
  const next = new Promise<{ readonly invite?: string; readonly seat?: number }>(done =>
    ann.on('rematch', message => {
      if (message.invite !== undefined) done(message);
    }),
  );
  ann.rematch.offer();
  bob.rematch.offer();
  const { invite, seat } = await next;
  expect(seat).toBe(1);
  expect((await served.connect(invite!)).invite!.seats.map(({ name }) => name)).toEqual([
    'guest 1',
    'Ann',
  ]);
});

test('a player who reconnects learns of a rematch that was offered or created meanwhile', async () => {
  const { invite, tokens } = unwrap(
    await makeInvite(served.url, {
      ...CHESS,
      seats: [CHESS.seats[0], { type: 'you', name: 'Bob' }],
    }),
  );
  const [ann, bob] = (await Promise.all(
    tokens.map(({ token }) => served.connect(invite.id, { token })),
  )) as [LiveMatch, LiveMatch];
  await Promise.all([seen(ann, 0), seen(bob, 0)]);
  unwrap(await ann.resign());
  await until(bob, live => live.invite!.phase === 'ended');
  /** What Bob learns of a rematch when he connects again. */
  const heard = async () => {
    const socket = new Socket(liveUrl(served.url, invite.id), [PROTOCOL]);
    const rematches: unknown[] = [];
    socket.on('message', data => {
      const message = JSON.parse(String(data));
      if (message.type === 'rematch') rematches.push(message);
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'hello', token: tokens[1]!.token }));
    await vi.waitFor(() => expect(rematches).not.toEqual([]), WAIT);
    socket.terminate();
    return rematches[0];
  };
  const told = (by: number) =>
    new Promise<void>(done => {
      ann.on('rematch', message => message.by.includes(by) && done());
    });
  const [asked, made] = [told(0), told(1)];
  ann.rematch.offer();
  await asked;
  expect(await heard()).toEqual({ type: 'rematch', by: [0] });
  bob.rematch.offer();
  await made;
  expect(await heard()).toMatchObject({ by: [0, 1], invite: expect.any(String), seat: 0 });
});

test('a seat with a key signs every act, and the record proves it', async () => {
  const secret = new Uint8Array(32).fill(7);
  const key = Buffer.from(await publicKeyOf(secret)).toString('hex');
  const [ann, bob] = (await served.play(
    {
      game: 'chess',
      seats: [
        { type: 'you', name: 'Ann', key },
        { type: 'you', name: 'Bob' },
      ],
    },
    { secret },
  )) as [LiveMatch, LiveMatch];
  await Promise.all([seen(ann, 0), seen(bob, 0)]);
  unwrap(await ann.play(uci('e2e4')));
  await seen(bob, 1);
  unwrap(await bob.play(uci('e7e5')));
  await seen(ann, 2);
  unwrap(await ann.resign());
  await ended(bob);
  const report = await verify(bob.replay!.nodes, findGame, { signatures: 'all' });
  expect(report.fault).toBeNull();
  expect(judge(report)).toMatchObject({
    verdict: 'refereed',
    seats: [
      { namedBy: 'player', signedThrough: report.entries + 1 },
      { namedBy: 'referee', signedThrough: -1 },
    ],
  });
});

test('a keyed seat that does not sign, or not well, is refused', async () => {
  const secret = new Uint8Array(32).fill(9);
  const key = Buffer.from(await publicKeyOf(secret)).toString('hex');
  const invite = {
    game: 'chess',
    seats: [
      { type: 'you' as const, name: 'Ann', key },
      { type: 'you' as const, name: 'Bob' },
    ],
  };
  const { invite: made, tokens } = unwrap(await makeInvite(served.url, invite));
  const lives = await Promise.all(
    tokens.map(({ token }, seat) =>
      served.connect(made.id, { token, ...(seat === 0 ? { secret } : {}) }),
    ),
  );
  await Promise.all(lives.map(live => seen(live, 0)));
  const socket = new Socket(liveUrl(served.url, made.id), [PROTOCOL]);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'hello', token: tokens[0]!.token }));
  const answers: ServerMessage[] = [];
  socket.on('message', data => answers.push(JSON.parse(String(data))));
  const { n } = lives[0]!.replay!;
  const act = { type: 'act', id: 1, seen: n, act: { type: 'move', move: uci('e2e4') } };
  for (const how of [{}, { seq: 9, signature: '00'.repeat(64) }])
    socket.send(JSON.stringify({ ...act, ...how }));
  await vi.waitFor(() => {
    const codes = answers.flatMap(one => (one.type === 'refused' ? [one.fault.code] : []));
    expect(codes).toEqual(['bad-signature', 'bad-signature']);
  }, WAIT);
  socket.terminate();
});

test('refuses a player who does not prove to have the key of the seat', async () => {
  const key = Buffer.from(await publicKeyOf(new Uint8Array(32).fill(9))).toString('hex');
  const invite = {
    game: 'chess',
    seats: [
      { type: 'you' as const, name: 'Ann', key },
      { type: 'you' as const, name: 'Bob' },
    ],
  };
  for (const secret of [undefined, new Uint8Array(32).fill(8)]) {
    const [ann, bob] = (await served.play(invite, {
      isReady: false,
      ...(secret === undefined ? {} : { secret }),
    })) as [LiveMatch, LiveMatch];
    const refused = new Promise(done => ann.on('fault', done));
    bob.ready();
    ann.ready();
    expect(await refused).toMatchObject({ code: 'bad-signature' });
    expect(bob.invite!.phase).toBe('open');
    expect(JSON.stringify(bob.invite)).not.toContain(key);
  }
});

test('a key sits once, and a weak one never', async () => {
  const [ann] = (await served
    .play({
      game: 'chess',
      seats: [{ type: 'you', name: 'Ann', key: 'ab'.repeat(32) }, { type: 'open' }],
    })
    .catch(() => [])) as LiveMatch[];
  expect(ann).toBeDefined();
  const open = unwrap(await makeInvite(served.url, { ...CHESS, seats: [...CHESS.seats] }));
  for (const [key] of WEAK_KEYS) {
    const made = await makeInvite(served.url, {
      game: 'chess',
      seats: [{ type: 'you', name: 'Ann', key }, { type: 'open' }],
    });
    expect(made, key).toMatchObject({ ok: false, fault: { code: 'bad-setup' } });
    const taken = await takeSeat(served.url, open.invite.id, { name: 'Bob', key });
    expect(taken, key).toMatchObject({ ok: false, fault: { code: 'bad-setup' } });
  }
});

test('a seat is taken once, and can be given back', async () => {
  const { makeInvite } = await import('@kifu/client');
  const { invite, tokens } = unwrap(
    await makeInvite(served.url, { ...CHESS, seats: [...CHESS.seats] }),
  );
  const first = unwrap(await takeSeat(served.url, invite.id, { name: 'Bob' }));
  expect(await takeSeat(served.url, invite.id, { name: 'Eve' })).toMatchObject({
    ok: false,
    fault: { code: 'conflict' },
  });
  const bob = await served.connect(invite.id, { token: first.token, isReady: false });
  const ann = await served.connect(invite.id, { token: tokens[0]!.token });
  bob.stand();
  await until(ann, live => live.invite!.seats[1]!.type === 'open');
  unwrap(await takeSeat(served.url, invite.id, { name: 'Eve' }));
});

test('the point that a match branches off from is looked for in the threads that replay', async () => {
  const busy = await serve({ limits: { foldQueue: 0 } });
  try {
    const [cat] = await busy.play({ ...CHESS, seats: [...CHESS.seats] });
    await seen(cat!, 0);
    const branch = { match: cat!.invite!.match!, n: 0 };
    const made = await makeInvite(busy.url, { ...CHESS, seats: [...CHESS.seats], branch });
    expect(made).toMatchObject({ ok: false, fault: { code: 'too-large' } });
  } finally {
    await busy.close();
  }
});

test('a match cannot start from one of another game', async () => {
  const [ann] = await begin();
  const branch = { match: ann.invite!.match!, n: 0 };
  const made = await makeInvite(served.url, { game: 'go', seats: [...CHESS.seats], branch });
  expect(made).toMatchObject({ ok: false, fault: { at: { path: '/branch/match' } } });
});

test('a match starts from a point of another', async () => {
  const [ann, bob] = await begin(['e2e4', 'e7e5', 'g1f3']);
  unwrap(await ann.resign());
  await ended(bob);
  const [cat, dan] = await begin([], { branch: { match: ann.invite!.match!, n: 4 } });
  const { header, game } = cat.replay!;
  expect(checkBranch(game, bob.replay!.nodes, header!).ok).toBe(true);
  unwrap(await cat.play(uci('f1c4')));
  await seen(dan, 1);
  unwrap(await dan.play(uci('b8c6')));
});
