/** Conditional moves: played as soon as the other does what they wait for, kept over restarts, and seen by their seat alone. */
import { isDeepStrictEqual } from 'node:util';
import { connect, type LiveMatch, makeInvite, type NewInvite } from '@kifu/client';
import { bytesToHex, type Json, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { judge, verify } from '@kifu/record';
import { publicKeyOf } from '@kifu/record/sign';
import { afterEach, describe, expect, test } from 'vitest';
import { ended, findGame, inMemory, type Served, seen, serve, until } from '../test/serve.ts';
import { receivePlan } from './rooms/plans.ts';

let served: Served;
afterEach(() => served.close());

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
const line = (text: string): Json[] => text.split(' ').map(uci);
const DAYS = { type: 'fixed', moveMs: 3 * 86_400_000 } as const;
const SECRETS = [1, 2].map(byte => new Uint8Array(32).fill(byte));

/** Two players with keys in a correspondence match with three days per move; `sit` connects one again. */
async function begin(invite: Partial<NewInvite> = {}, hasKeys = true) {
  const keys = await Promise.all(
    SECRETS.map(async secret => bytesToHex(await publicKeyOf(secret))),
  );
  const made = unwrap(
    await makeInvite(served.url, {
      ...{ game: 'chess', clock: DAYS },
      seats: ['Ann', 'Bob'].map((name, seat) => ({
        ...{ type: 'you', name },
        ...(hasKeys ? { key: keys[seat]! } : {}),
      })) as NewInvite['seats'],
      ...invite,
    }),
  );
  const sit = (seat: number) =>
    served.connect(made.invite.id, {
      token: made.tokens[seat]!.token,
      ...(hasKeys ? { secret: SECRETS[seat]! } : {}),
    });
  const [ann, bob] = (await Promise.all([sit(0), sit(1)])) as [LiveMatch, LiveMatch];
  await Promise.all([seen(ann, 0), seen(bob, 0)]);
  return { ann, bob, sit, id: made.invite.id };
}

const movesOf = ({ replay }: LiveMatch) => replay!.table!.moves;
const played = (live: LiveMatch, moves: number) => until(live, () => movesOf(live) === moves);
const check = ({ replay }: LiveMatch) => verify(replay!.nodes, findGame, { signatures: 'all' });

describe.each([
  ['with keys', true],
  ['of guests', false],
])('%s', (_what, hasKeys) => {
  test('a plan is played as the other answers, and the record holds', async () => {
    served = await serve();
    const { ann, bob } = await begin({}, hasKeys);
    unwrap(await ann.play(uci('e2e4')));
    await played(bob, 1);
    const lines = [line('e7e5 g1f3 b8c6 f1b5'), line('e7e5 g1f3'), line('c7c5 d2d4')];
    unwrap(await ann.conditional.set(lines));
    expect(ann.conditional.lines).toHaveLength(3);
    expect(bob.conditional.lines).toEqual([]);
    unwrap(await bob.play(uci('e7e5')));
    await Promise.all([played(ann, 3), played(bob, 3)]);
    expect(ann.conditional.lines).toEqual([line('b8c6 f1b5')]);
    // a word of either does not end it
    unwrap(await ann.submit(ann.seat!, { type: 'offer-draw' }));
    unwrap(await bob.play(uci('b8c6')));
    await Promise.all([played(ann, 5), played(bob, 5)]);
    expect(ann.conditional.lines).toEqual([]);
    unwrap(await bob.play(uci('a7a6')));
    await played(ann, 6);
    unwrap(await ann.play(uci('b5a4')));
    await played(bob, 7);
    unwrap(await bob.resign());
    await ended(ann);
    const report = await check(ann);
    expect(report.fault).toBeNull();
    expect(judge(report).verdict).toBe(hasKeys ? 'verified' : 'refereed');
    await until(ann, ({ invite }) => invite!.phase === 'ended');
    expect(await served.stores.vault.names('plans')).toEqual([]);
  });
});

test('another move ends the plan, and it is played no more', async () => {
  served = await serve();
  const { ann, bob } = await begin();
  unwrap(await ann.play(uci('e2e4')));
  await played(bob, 1);
  unwrap(await ann.conditional.set([line('e7e5 g1f3'), line('e7e5 g1f3 b8c6 f1b5')]));
  unwrap(await bob.play(uci('d7d5')));
  await played(ann, 2);
  expect(ann.conditional.lines).toEqual([]);
  unwrap(await ann.play(uci('e4d5')));
  expect(movesOf(ann)).toBe(3);
});

test('a takeback ends the plan', async () => {
  served = await serve();
  const { ann, bob } = await begin();
  unwrap(await ann.play(uci('e2e4')));
  await played(bob, 1);
  unwrap(await ann.conditional.set([line('e7e5 g1f3')]));
  unwrap(await ann.submit(ann.seat!, { type: 'ask-takeback' }));
  const { n } = ann.replay!;
  await until(bob, ({ replay }) => replay!.n >= n);
  unwrap(await bob.submit(bob.seat!, { type: 'allow-takeback', to: n - 2 }));
  await until(ann, ({ replay }) => replay!.n > n);
  expect(ann.conditional.lines).toEqual([]);
  unwrap(await ann.play(uci('e2e4')));
  await played(bob, 2);
  unwrap(await bob.play(uci('e7e5')));
  await played(ann, 3);
  unwrap(await ann.play(uci('d2d4')));
});

test('a new plan takes the place of the one before, and an empty one ends it', async () => {
  served = await serve();
  const { ann, bob, sit } = await begin();
  unwrap(await ann.play(uci('e2e4')));
  await played(bob, 1);
  unwrap(await ann.conditional.set([line('e7e5 g1f3')]));
  const other = await sit(0); // another device of the same player gets the plan
  await until(other, ({ conditional }) => conditional.lines.length === 1);
  unwrap(await ann.conditional.set([line('e7e5 d2d4')]));
  const replaced = [line('e7e5 d2d4')];
  await until(other, ({ conditional }) => isDeepStrictEqual(conditional.lines, replaced));
  unwrap(await ann.conditional.set([]));
  expect(ann.conditional.lines).toEqual([]);
  unwrap(await bob.play(uci('e7e5')));
  await played(ann, 2);
  unwrap(await ann.play(uci('b1c3')));
});

test('a plan is played after a restart, before its player is back', async () => {
  const stores = inMemory();
  served = await serve({ stores });
  const { ann, bob, sit, id } = await begin();
  unwrap(await ann.play(uci('e2e4')));
  await played(bob, 1);
  unwrap(await ann.conditional.set([line('e7e5 g1f3')]));
  await served.close();
  served = await serve({ stores, limits: { resumeMs: 0 } });
  const back = await sit(1);
  expect(back.conditional.lines).toEqual([]);
  unwrap(await back.play(uci('e7e5')));
  await played(back, 3);
  expect((await check(back)).fault).toBeNull();
  const owner = await sit(0);
  expect(movesOf(owner)).toBe(3);
  expect((await served.connect(id)).conditional.lines).toEqual([]);
});

test('a server that stopped between the two moves continues with the second', async () => {
  const stores = inMemory();
  served = await serve({ stores });
  const { ann, bob, sit, id } = await begin();
  unwrap(await ann.play(uci('e2e4')));
  await played(bob, 1);
  unwrap(await ann.conditional.set([line('e7e5 g1f3')]));
  // as if it had been killed before it came to the plan
  const room = (await served.server.registry.find(id))!;
  room.plans.clear();
  unwrap(await bob.play(uci('e7e5')));
  expect(movesOf(bob)).toBe(2);
  await served.close();
  served = await serve({ stores, limits: { resumeMs: 0 } });
  const back = await sit(1);
  await played(back, 3);
});

test('neither the other seat nor a spectator learns a plan', async () => {
  served = await serve();
  const { ann, bob, id } = await begin();
  const watcher = await served.connect(id);
  const heard: string[] = [];
  const Heard = class extends WebSocket {
    constructor(...how: ConstructorParameters<typeof WebSocket>) {
      super(...how);
      this.addEventListener('message', ({ data }) => heard.push(String(data)));
    }
  };
  const listener = unwrap(await connect(served.url, { match: id, findGame, WebSocket: Heard }));
  unwrap(await ann.play(uci('e2e4')));
  await played(bob, 1);
  unwrap(await ann.conditional.set([line('e7e5 g1f3')]));
  unwrap(await bob.play(uci('c7c5')));
  await Promise.all([played(watcher, 2), played(listener, 2)]);
  expect(heard.some(text => text.includes('"node"'))).toBe(true);
  expect(heard.filter(text => text.includes('"plan"'))).toEqual([]);
  listener.close();
});

describe('refuses a plan', () => {
  const REFUSALS: readonly [what: string, lines: Json[][], code: string, rule?: string][] = [
    ['a move that is not legal', [line('e7e5 g1g3')], 'illegal-move'],
    ['a line that ends with a move of the other', [line('e7e5 g1f3 b8c6')], 'wrong-seat'],
    ['two answers to one move', [line('e7e5 g1f3'), line('e7e5 d2d4')], 'malformed'],
    ['too many lines', Array.from({ length: 33 }, () => line('e7e5 g1f3')), 'too-large'],
  ];
  test('that cannot be played, and keeps the one before', async () => {
    served = await serve();
    const { ann, bob } = await begin();
    unwrap(await ann.play(uci('e2e4')));
    await played(bob, 1);
    unwrap(await ann.conditional.set([line('d7d5 e4d5')]));
    for (const [what, lines, code] of REFUSALS)
      expect(await ann.conditional.set(lines), what).toMatchObject({ ok: false, fault: { code } });
    // what stood before stands
    expect(ann.conditional.lines).toEqual([line('d7d5 e4d5')]);
  });

  test.each<[what: string, invite: Partial<NewInvite>]>([
    ['a quick match', { clock: { type: 'absolute', mainMs: 600_000 } }],
    ['a match without clocks', { clock: null }],
    ['a game of chance', { game: 'backgammon' }],
    ['a match without a referee', { clock: null, referee: false }],
  ])('at %s', async (_what, invite) => {
    served = await serve();
    const { ann } = await begin(invite);
    const { table, game } = ann.replay!;
    const [legal] = [...game.legal(table!.state, game.active(table!.state)[0]!)];
    const answer = await ann.conditional.set([[legal!, legal!]]);
    expect(answer.ok).toBe(false);
    expect(await ann.conditional.set([])).toMatchObject({ ok: false, fault: { rule: 'plan' } });
  });

  test('with a signature that is not over its moves', async () => {
    served = await serve();
    const { ann, bob } = await begin();
    unwrap(await ann.play(uci('e2e4')));
    await played(bob, 1);
    const room = (await served.server.registry.find(ann.invite!.id))!;
    const member = [...room.members].find(({ seat }) => seat === 0)!;
    const lines = [{ moves: line('e7e5 g1f3'), seq: 2 ** 50, signature: '00'.repeat(64) }];
    await receivePlan(room, member, { type: 'plan', id: 99, seen: ann.replay!.n, lines });
    expect(room.plans.size).toBe(0);
    unwrap(await ann.conditional.set([line('e7e5 g1f3')]));
  });
});
