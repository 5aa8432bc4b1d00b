/** Automatic events: flags, absence, failed reveals, ends by time; rooms that are unloaded and loaded again. */
import { connect, type LiveMatch, makeInvite, type NewInvite } from '@kifu/client';
import { type Json, type Seat, type TimeControl, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { presentOf } from '@kifu/record/match';
import { shownMs } from '@kifu/record/match-state';
import { decodeNext } from '@kifu/record/node';
import { publicKeyOf } from '@kifu/record/sign';
import { afterEach, describe, expect, test } from 'vitest';
import {
  autoplay,
  ended,
  findGame,
  handClock,
  inMemory,
  openingOf,
  type Served,
  seen,
  serve,
  until,
} from '../test/serve.ts';
import { drawDue } from './rooms/chance.ts';

let served: Served;
afterEach(() => served.close());

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
const ANN = { type: 'you', name: 'Ann' } as const;
const BOB = { type: 'you', name: 'Bob' } as const;
const begin = async (invite: Partial<NewInvite>): Promise<[LiveMatch, LiveMatch]> => {
  const lives = (await served.play({ game: 'chess', seats: [ANN, BOB], ...invite })) as [
    LiveMatch,
    LiveMatch,
  ];
  await Promise.all(lives.map(live => seen(live, 0)));
  return lives;
};

describe('clocks', () => {
  test.each<TimeControl>([
    { type: 'absolute', mainMs: 300 },
    { type: 'fischer', mainMs: 200, incrementMs: 100 },
    { type: 'fixed', moveMs: 250 },
    { type: 'byo-yomi', mainMs: 100, periods: 2, periodMs: 80 },
  ])('the flag falls automatically: $type', async clock => {
    const { now, pass } = handClock();
    served = await serve({ now });
    const [ann, bob] = await begin({ clock });
    unwrap(await ann.play(uci('e2e4')));
    pass(1000);
    await ended(bob);
    expect(bob.replay!.outcome).toMatchObject({ winners: [0], reason: 'timeout' });
  });

  test('ends a match at which no player is connected', async () => {
    const { now, pass } = handClock();
    served = await serve({ now, limits: { restMs: 20 } });
    const [ann, bob] = await begin({ clock: { type: 'absolute', mainMs: 400 } });
    const { id } = ann.invite!;
    ann.close();
    bob.close();
    await gone(id);
    pass(1000);
    await over(id);
    const again = await served.connect(id);
    expect(again.replay!.outcome).toMatchObject({ winners: [1], reason: 'timeout' });
  });

  test('the lag of a player is given back up to a limit, and recorded', async () => {
    const { now, pass } = handClock();
    served = await serve({ now, limits: { maxLagMs: 200 } });
    const [ann, bob] = await begin({ clock: { type: 'absolute', mainMs: 60_000 } });
    const room = (await served.server.registry.find(ann.invite!.id))!;
    // as if the way took a second, whatever the server measures
    for (const { seat, connection } of room.members)
      Object.defineProperty(connection, 'roundTripMs', {
        get: () => (seat === 1 ? 1000 : 0),
        set() {},
      });
    unwrap(await ann.play(uci('e2e4')));
    await seen(bob, 1);
    pass(5000);
    unwrap(await bob.play(uci('e7e5')));
    const { clocks, ms } = bob.replay!.table!;
    expect(60_000 - shownMs(clocks!, 1, ms)!).toBe(5000 - 200);
    const [first, second] = [1, 2].map(n => entryMs(bob, openingOf(bob) + n));
    expect(second! - first!).toBe(5000);
  });
});

const entryMs = (live: LiveMatch, n: number): number =>
  unwrap(decodeNext(live.replay!.nodes[n]!)).ms!;

test('a player who stays away on their turn has left after a while', async () => {
  const { now, pass } = handClock();
  served = await serve({ now, limits: { restMs: 20 } });
  const [ann, bob] = await begin({ absenceMs: 1000 });
  ann.close();
  await away(bob.invite!.id, 0);
  pass(1000);
  await ended(bob);
  expect(bob.replay!.outcome).toMatchObject({ winners: [1], reason: 'absence' });
});

test('absence counts on while the match rests, and who is not on turn may be away', async () => {
  const { now, pass } = handClock();
  served = await serve({ now, limits: { restMs: 10 } });
  const [ann, bob] = await begin({ absenceMs: 1000 });
  const { id } = ann.invite!;
  bob.close();
  ann.close();
  await gone(id);
  pass(1000);
  await over(id);
  const watcher = await served.connect(id);
  expect(watcher.replay!.outcome).toMatchObject({ winners: [1], reason: 'absence' });
});

test('a player who was away before their turn has the whole time from the turn on', async () => {
  const { now, pass } = handClock();
  served = await serve({ now });
  const { invite, tokens } = unwrap(
    await makeInvite(served.url, { game: 'chess', seats: [ANN, BOB], absenceMs: 60_000 }),
  );
  const sit = (i: number) => served.connect(invite.id, { token: tokens[i]!.token });
  const [ann, bob] = await Promise.all([sit(0), sit(1)]);
  await Promise.all([seen(ann, 0), seen(bob, 0)]);
  bob.close();
  await away(invite.id, 1);
  pass(300_000); // Ann thinks for long
  unwrap(await ann.play(uci('e2e4')));
  const back = await sit(1);
  await seen(back, 1);
  unwrap(await back.play(uci('e7e5')));
});

test('where players sign without a referee, absence ends no match, and the match rests', async () => {
  served = await serve({ limits: { restMs: 600 } }); // awake as long as something is to come within twice that
  const secrets = [1, 2].map(i => new Uint8Array(32).fill(i));
  const [one, other] = await Promise.all(
    secrets.map(async secret => Buffer.from(await publicKeyOf(secret)).toString('hex')),
  );
  const { invite, tokens } = unwrap(
    await makeInvite(served.url, {
      ...{ game: 'chess', referee: false, absenceMs: 1000 },
      seats: [
        { ...ANN, key: one! },
        { ...BOB, key: other! },
      ],
    }),
  );
  const { id } = invite;
  const [ann, bob] = (await Promise.all(
    tokens.map(({ token, seat }) => served.connect(id, { token, secret: secrets[seat]! })),
  )) as [LiveMatch, LiveMatch];
  await Promise.all([ann, bob].map(live => seen(live, 0)));
  bob.close();
  ann.close();
  await gone(id);
  const { values } = await served.server.registry.metrics.refusals.get();
  // both agree at once, and the second one's stopwatch may be behind
  expect(values.filter(({ labels }) => labels.code !== 'past-time')).toEqual([]);
});

test('a player who withholds a reveal has left after a while', async () => {
  const { now, pass } = handClock();
  served = await serve({ now });
  const { invite, tokens } = unwrap(
    await makeInvite(served.url, { game: 'backgammon', seats: [ANN, BOB], waitMs: 1000 }),
  );
  /** Shows the first link, and never another. */
  class Miser extends WebSocket {
    override send(data: string): void {
      if (!data.startsWith('{"type":"link","k":1,')) super.send(data);
    }
  }
  const [ann, bob] = (await Promise.all([
    served.connect(invite.id, { token: tokens[0]!.token }),
    served.connect(invite.id, { token: tokens[1]!.token, WebSocket: Miser }),
  ])) as [LiveMatch, LiveMatch];
  for (const live of [ann, bob]) autoplay(live, legal => legal[0] ?? null);
  await shown(invite.id, [0]);
  pass(1000);
  await ended(ann);
  expect(ann.replay!.outcome).toMatchObject({ winners: [0], reason: 'withheldLink' });
});

test.each<[string, TimeControl | null]>([
  ['without clocks', null],
  ['with clocks', { type: 'absolute', mainMs: 1500 }],
])('where all withhold a link, no player wins: %s', async (_how, clock) => {
  served = await serve();
  const { invite, tokens } = unwrap(
    await makeInvite(served.url, { game: 'backgammon', seats: [ANN, BOB], waitMs: 1000, clock }),
  );
  class Miser extends WebSocket {
    override send(data: string): void {
      if (!data.startsWith('{"type":"link"')) super.send(data);
    }
  }
  const [ann] = (await Promise.all(
    tokens.map(({ token }) => served.connect(invite.id, { token, WebSocket: Miser })),
  )) as [LiveMatch];
  await ended(ann);
  expect(ann.replay!.outcome).toMatchObject({ result: 'void', winners: [] });
});

test.each<[string, TimeControl | null]>([
  ['without clocks', null],
  ['with clocks', { type: 'absolute', mainMs: 600_000 }],
])('a server whose hash chain is used up aborts the match: %s', async (_how, clock) => {
  const { now, pass } = handClock();
  served = await serve({ now });
  const lives = await served.play({
    ...{ game: 'backgammon', seats: [ANN, BOB], waitMs: 1000, clock },
  });
  await Promise.all(lives.map(live => seen(live, 0)));
  const room = (await served.server.registry.find(lives[0]!.invite!.id))!;
  const { commitment } = room.own!;
  room.own = { commitment, link: () => null };
  for (const live of lives) autoplay(live, legal => legal[0] ?? null);
  await shown(room.id, [0, 1]);
  pass(1000);
  await ended(lives[0]!);
  expect(lives[0]!.replay!.outcome).toMatchObject({ result: 'void', winners: [] });
});

describe('real time', () => {
  const KFC: Partial<NewInvite> = {
    game: 'kung-fu-chess',
    options: { speed: 'lightning', hz: 30 },
    countdownMs: 0,
  };

  test('a command gets the tick at which it came, and a king that is hit ends the match', async () => {
    served = await serve();
    const [ann, bob] = await begin(KFC);
    // e4, then Qh5 and Qxf7, Qxe8: Black does not defend
    const commands: readonly [piece: string, to: readonly [number, number]][] = [
      ['P:1:6:4', [4, 4]],
      ['Q:1:7:3', [3, 7]],
      ['Q:1:7:3', [1, 5]],
      ['Q:1:7:3', [0, 4]],
    ];
    for (const [piece, to] of commands) await playWhenLegal(ann, { piece, to: [...to] });
    await Promise.all([ended(ann), ended(bob)]);
    expect(bob.replay!.outcome).toMatchObject({ winners: [0], reason: 'king_captured' });
  });

  test('continues without a connected player, and ends automatically', async () => {
    let aheadMs = 0;
    const base = performance.timeOrigin;
    const stores = inMemory();
    const now = () => base + performance.now() + aheadMs;
    served = await serve({ now, stores, limits: { restMs: 10 } });
    const [ann, bob] = await begin(KFC);
    const { id } = ann.invite!;
    ann.close();
    bob.close();
    await gone(id);
    aheadMs = 600_000; // lightning draws after 90 seconds without a command or a capture
    const watcher = await watchUntilEnd(id);
    expect(watcher.replay!.outcome).toMatchObject({ result: 'draw', reason: 'inactivity' });
  });

  test('refused commands are written down, but not without end', async () => {
    served = await serve({ limits: { refusalsPerSecond: 2 } });
    const [ann] = await begin(KFC);
    const wrong = { piece: 'R:1:7:0', to: [4, 0] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => ann.play(wrong)));
    for (const answer of answers)
      expect(answer).toMatchObject({ ok: false, fault: { code: 'illegal-move', rule: 'blocked' } });
    await seen(ann, 2);
    unwrap(await ann.play({ piece: 'P:1:6:0', to: [4, 0] }));
    expect(ann.replay!.n).toBeLessThan(20);
  });

  test('before the countdown is over nothing is accepted', async () => {
    served = await serve();
    const [ann] = await begin({ ...KFC, countdownMs: 60_000 });
    expect(await ann.play({ piece: 'P:1:6:0', to: [4, 0] })).toMatchObject({
      ok: false,
      fault: { code: 'paused' },
    });
  });

  test('the own command is seen at once, before the server has answered', async () => {
    served = await serve();
    const [ann] = await begin(KFC);
    const { n } = ann.replay!;
    const answer = ann.play({ piece: 'P:1:6:0', to: [4, 0] });
    const { state } = presentOf(ann)!;
    expect(ann.replay!.n).toBe(n);
    expect(ann.replay!.game.states.canon(state)).toMatchObject({ moves: [{ piece: 'P:1:6:0' }] });
    unwrap(await answer);
  });
});

test('Mage Duel: the windows of its rules are those of the wall clock', async () => {
  let aheadMs = 0;
  const base = performance.timeOrigin;
  served = await serve({ now: () => base + performance.now() + aheadMs });
  const [ann, bob] = await begin({ game: 'mage-duel', options: { moveTime: 10 } });
  await seen(ann, 1); // the first tile was drawn together
  unwrap(await ann.play({ op: 'skip' }));
  await until(bob, ({ replay }) => replay!.table!.moves === 1 && !isDue(bob));
  aheadMs += 11_000;
  expect(await bob.play({ op: 'skip' })).toMatchObject({
    ok: false,
    fault: { rule: 'NotYourTurn' },
  });
  aheadMs += 11_000;
  await until(ann, live => !isDue(live));
  unwrap(await ann.play({ op: 'finish' }));
  await ended(bob);
  expect(bob.replay!.outcome).toMatchObject({ reason: 'timeout' });
});

const isDue = ({ replay }: LiveMatch): boolean => {
  const { game, state } = replay!.table!;
  return game.chance?.due(state) === true;
};

/** Checks a condition until it holds. */
async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(done => setTimeout(done, 5));
}

/** Waits until a room has left the memory. */
const gone = (id: string): Promise<void> => waitUntil(() => !served.server.registry.rooms.has(id));

/** Waits until a match has ended at which no client looks. */
const over = (id: string): Promise<void> =>
  waitUntil(async () => (await served.stores.vault.names('past')).includes(id));

/** Waits until the server has noticed that a player went. */
async function away(id: string, seat: Seat): Promise<void> {
  const room = (await served.server.registry.find(id))!;
  await waitUntil(() => room.away.has(seat));
}

/** Waits until just these seats have shown their links for the second draw. */
async function shown(id: string, seats: readonly Seat[]): Promise<void> {
  const room = (await served.server.registry.find(id))!;
  await waitUntil(() => drawDue(room)?.drawn === 0 && seats.every(seat => room.links.has(seat)));
}

/** Checks until the match has ended; checking must not keep it loaded. */
async function watchUntilEnd(id: string): Promise<LiveMatch> {
  for (;;) {
    const live = unwrap(await connect(served.url, { match: id, findGame, reconnects: false }));
    if (live.replay?.isEnded === true) return live;
    live.close();
    await new Promise(done => setTimeout(done, 100));
  }
}

/** Plays as soon as it is possible: pieces travel and rest. */
async function playWhenLegal(live: LiveMatch, move: Json): Promise<void> {
  for (;;) {
    const { game } = live.replay!;
    const legal = [...game.legal(presentOf(live)!.state, live.seat!)];
    const hex = game.moves.hex.encode(move);
    if (legal.some(other => game.moves.hex.encode(other) === hex) && (await live.play(move)).ok)
      return;
    await new Promise(done => setTimeout(done, 20));
  }
}
