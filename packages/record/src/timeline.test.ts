/** Timelines: every point is the one that playing leads to, however it is reached. */
import { type Act, type Game, hashState, type Kifu, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lane } from '../../core/test/toys/lane.ts';
import { race } from '../../core/test/toys/race.ts';
import { tricks } from '../../core/test/toys/tricks.ts';
import { beginMatch, doAct, endMatch, type Plan, type Playing, playOn } from '../test/matches.ts';
import { nodesOf, readKifu, type Table, timeline } from './index.ts';

const move = (uci: string): Act => ({ type: 'move', move: unwrap(parseUci(uci)) as never });

/** Plays and remembers the table after every entry. */
async function remember(playing: Playing, most: number): Promise<Table[]> {
  const tables = [playing.chain.table];
  for (let i = 0; i < most && playing.chain.table.outcome === null; i++) {
    await playOn(playing, 1);
    if (playing.chain.table !== tables.at(-1)) tables.push(playing.chain.table);
  }
  return tables;
}

const kifuOf = ({ chain, plan }: Playing): Kifu => unwrap(readKifu(plan.game, nodesOf(chain)));

describe.each<[name: string, plan: Plan]>([
  [
    'chess with clocks',
    { game: chess.game as Game, clock: { type: 'fischer', mainMs: 90_000, incrementMs: 500 } },
  ],
  ['fair dice', { game: race as Game, fair: true, keys: true }],
  ['plain dice', { game: race as Game, seed: 11 }],
  ['hidden hands', { game: tricks as Game, fair: true, referee: true }],
  ['real time', { game: lane as Game }],
])('%s', (_name, plan) => {
  test('any point, in any order, within any budget', async () => {
    const playing = await beginMatch(plan);
    const tables = await remember(playing, 40);
    if (playing.chain.table.outcome !== null) await endMatch(playing);
    else if (plan.game.secrets !== undefined) throw new Error('hands stay hidden until the end');
    const kifu = kifuOf(playing);
    const hashes = tables.map(({ state }) => hashState(plan.game, state));
    for (const budgetBytes of [0, 3000, 1 << 20]) {
      const line = unwrap(timeline(plan.game, kifu, { budgetBytes }));
      expect(line.length).toBe(tables.length - 1);
      fc.assert(
        fc.property(fc.nat(line.length), n => {
          const frame = line.at(n);
          expect(frame.n).toBe(n);
          expect(hashState(plan.game, frame.state)).toBe(hashes[n]);
          expect(frame.outcome).toEqual(tables[n]!.outcome);
        }),
        { numRuns: 60, seed: 3 },
      );
      const walked = [line.at(0)];
      for (let next = line.next(walked[0]!); next !== null; next = line.next(next))
        walked.push(next);
      expect(walked.map(({ state }) => hashState(plan.game, state))).toEqual(hashes);
      expect(line.previous(walked.at(-1)!)?.n ?? 0).toBe(Math.max(0, line.length - 1));
      expect(line.previous(line.at(0))).toBeNull();
      expect([line.at(-5).n, line.at(1e9).n, line.at(Number.NaN).n]).toEqual([0, line.length, 0]);
    }
    expect(unwrap(timeline(plan.game, kifu, { budgetBytes: 0 })).sizeBytes).toBeLessThanOrEqual(
      unwrap(timeline(plan.game, kifu, { budgetBytes: 1 << 20 })).sizeBytes,
    );
  });

  test('marks are the events, in order', async () => {
    const playing = await beginMatch(plan);
    const marks = playing.plan.game.chance === undefined ? [] : null;
    await playOn(playing, 30);
    if (playing.chain.table.outcome !== null) await endMatch(playing);
    if (plan.game.secrets !== undefined && kifuOf(playing).ending === null) return;
    const line = unwrap(timeline(plan.game, kifuOf(playing)));
    const told = Array.from({ length: line.length + 1 }, (_, n) => line.at(n)).flatMap(
      ({ n, parts }) =>
        parts.flatMap(({ events }, part) => events.map(event => ({ n, part, event }))),
    );
    expect(line.marks).toEqual(told);
    expect(marks === null || Array.isArray(line.marks)).toBe(true);
  });
});

test('ticks and times find the last entry by then, and what has happened since', async () => {
  const playing = await beginMatch({ game: lane as Game });
  await playOn(playing, 8);
  const kifu = kifuOf(playing);
  const line = unwrap(timeline(lane as Game, kifu));
  const { time } = lane;
  const last = kifu.entries.at(-1)!.at!;
  for (let tick = 0; tick <= last; tick++) {
    const frame = line.atTick(tick);
    const expected = kifu.entries.filter(({ at }) => at! <= tick).length;
    expect(frame.n).toBe(expected);
    expect(frame.tick === tick || frame.outcome !== null).toBe(true);
    const state = line.at(expected).state;
    const passed = frame.outcome === null ? time!.advance(state as never, tick).state : state;
    expect(hashState(lane as Game, frame.state)).toBe(hashState(lane as Game, passed));
    const ms = Math.ceil((tick * 1000) / time!.hz(state as never));
    expect(hashState(lane as Game, line.atMs(ms).state)).toBe(hashState(lane as Game, frame.state));
  }
});

test('a refused move stands at its own tick', async () => {
  const playing = await beginMatch({ game: lane as Game });
  const kifu = kifuOf(playing);
  const entry = { seat: 0, ms: null, clockMs: null, hash: null };
  const fault = { code: 'illegal-move', rule: 'cooldown', message: '' } as const;
  const entries: Kifu['entries'] = [
    { ...entry, act: { type: 'move', move: 0 }, at: 2 },
    { ...entry, act: { type: 'refused', move: 1, fault }, at: 7 },
    { ...entry, act: { type: 'move', move: 1 }, at: 20 },
  ];
  const line = unwrap(timeline(lane as Game, { ...kifu, entries }));
  expect([1, 2, 6, 7, 19, 20].map(tick => line.atTick(tick).n)).toEqual([0, 1, 1, 2, 2, 3]);
  expect([6, 7, 19].map(tick => line.atTick(tick).tick)).toEqual([6, 7, 19]);
});

test('takebacks are gone back over', async () => {
  const plan: Plan = { game: chess.game as Game };
  const playing = await beginMatch(plan);
  for (const uci of ['e2e4', 'e7e5', 'd1h5']) {
    const { game, state } = playing.chain.table;
    await doAct(playing, game.active(state)[0]!, move(uci));
  }
  await doAct(playing, 0, { type: 'ask-takeback' });
  await doAct(playing, 1, { type: 'allow-takeback', to: 2 });
  await doAct(playing, 0, move('g1f3'));
  const line = unwrap(timeline(plan.game, kifuOf(playing), { budgetBytes: 0 }));
  const hash = (n: number) => hashState(plan.game, line.at(n).state);
  expect(hash(5)).toBe(hash(2));
  expect(hash(4)).toBe(hash(3));
  expect(hash(6)).toBe(hashState(plan.game, playing.chain.table.state));
});

test('clocks are those of the moment', async () => {
  const clock = { type: 'absolute', mainMs: 60_000 } as const;
  const playing = await beginMatch({ game: chess.game as Game, clock });
  await playOn(playing, 3);
  const line = unwrap(timeline(chess.game as Game, kifuOf(playing)));
  expect(line.clocks(3)).toEqual([
    { seat: 0, ms: 58_000 },
    { seat: 1, ms: 59_000 },
  ]);
  expect(line.clocks(0)).toEqual([
    { seat: 0, ms: 60_000 },
    { seat: 1, ms: 60_000 },
  ]);
});

test('a record that cannot be is a fault with its place', async () => {
  const playing = await beginMatch({ game: chess.game as Game });
  await playOn(playing, 4);
  const kifu = kifuOf(playing);
  const entries = kifu.entries.with(2, { ...kifu.entries[2]!, seat: 1 });
  expect(timeline(chess.game as Game, { ...kifu, entries })).toMatchObject({
    fault: { code: 'wrong-seat', at: { path: '/entries/2' } },
  });
});
