/** Timelines: every point is the one that playing leads to, however it is reached. */
import {
  type Action,
  endingOf,
  entryOf,
  type Game,
  hashState,
  type Kifu,
  moveAct,
  unwrap,
} from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lane } from '../../core/test/toys/lane.ts';
import { race } from '../../core/test/toys/race.ts';
import { tricks } from '../../core/test/toys/tricks.ts';
import {
  beginMatch,
  doAct,
  endMatch,
  type MatchPlan,
  type Playing,
  playOn,
  sitDown,
} from '../test/matches.ts';
import { nodesOf, readKifu, type Timeline, timeline } from './index.ts';
import { type MatchState, shownMs } from './match-state/index.ts';
import { LONG_PAUSE_MS } from './replay/index.ts';

const move = (uci: string): Action => moveAct(chess.game, unwrap(parseUci(uci)));

/** Plays and remembers the match state after every entry. */
async function remember(playing: Playing, most: number): Promise<MatchState[]> {
  const tables = [playing.chain.table];
  for (let i = 0; i < most && playing.chain.table.outcome === null; i++) {
    await playOn(playing, 1);
    if (playing.chain.table !== tables.at(-1)) tables.push(playing.chain.table);
  }
  return tables;
}

const kifuOf = ({ chain }: Playing): Kifu => unwrap(readKifu(nodesOf(chain)));
const push = (which: number) => moveAct(lane as Game, which);

describe.each<[name: string, plan: MatchPlan]>([
  [
    'chess with clocks',
    { game: chess.game as Game, clock: { type: 'fischer', mainMs: 90_000, incrementMs: 500 } },
  ],
  ['fair dice', { game: race as Game, fair: true, keys: true }],
  ['plain dice', { game: race as Game, seed: 11 }],
  ['hidden hands', { game: tricks as Game, fair: true, referee: true }],
  ['real time', { game: lane as Game }],
])('%s', (_name, plan) => {
  test('gives the frame of any entry, in any order, within any budget', async () => {
    const playing = await sitDown(plan);
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

  test('has the events as marks, in order', async () => {
    const playing = await beginMatch(plan);
    const marks = playing.plan.game.chance === undefined ? [] : null;
    await playOn(playing, 30);
    if (playing.chain.table.outcome !== null) await endMatch(playing);
    if (plan.game.secrets !== undefined && kifuOf(playing).ending === null) return;
    const line = unwrap(timeline(plan.game, kifuOf(playing)));
    const { time } = plan.game;
    const told = Array.from({ length: line.length + 1 }, (_, n) => line.at(n)).flatMap(
      ({ n, parts, ms }) =>
        parts.flatMap(({ events, state }, part) =>
          events.map(event => {
            const tick = time?.now(state) ?? null;
            return { n, part, event, tick, ms: tick === null ? ms : (tick * 1000) / 10 };
          }),
        ),
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
  const fault = { code: 'illegal-move', rule: 'cooldown', message: '' } as const;
  const entries: Kifu['entries'] = [
    entryOf(0, push(0), { at: 2 }),
    entryOf(0, { ...push(1), type: 'refused', fault }, { at: 7 }),
    entryOf(0, push(1), { at: 20 }),
  ];
  const line = unwrap(timeline(lane as Game, { ...kifu, entries }));
  expect([1, 2, 6, 7, 19, 20].map(tick => line.atTick(tick).n)).toEqual([0, 1, 1, 2, 2, 3]);
  expect([6, 7, 19].map(tick => line.atTick(tick).tick)).toEqual([6, 7, 19]);
});

test('after a takeback the state is that of the entry gone back to', async () => {
  const plan: MatchPlan = { game: chess.game as Game };
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

test('gives the clocks after an entry, and how they run on', async () => {
  const clock = { type: 'absolute', mainMs: 60_000 } as const;
  const playing = await beginMatch({ game: chess.game as Game, clock });
  await playOn(playing, 3);
  const line = unwrap(timeline(chess.game as Game, kifuOf(playing)));
  expect(line.clocks(3)).toEqual([
    { seat: 0, ms: 58_000 },
    { seat: 1, ms: 59_000 },
  ]);
  const { clocks, ms } = line.clockwork(3)!;
  expect(clocks.running).toBe(1);
  const later = [ms, ms + 1500].map(moment => shownMs(clocks, 1, moment));
  expect(later[0]! - later[1]!).toBe(1500);
  expect(line.clocks(0)).toEqual([
    { seat: 0, ms: 60_000 },
    { seat: 1, ms: 60_000 },
  ]);
});

test('continues ticks from where a pause held them', async () => {
  const playing = await beginMatch({ game: lane as Game });
  const anchorNow = () => unwrap(timeline(lane as Game, kifuOf(playing))).anchor;
  expect(anchorNow()).toEqual({ ms: 0, tick: 0, isPaused: false });
  const say = (seat: number, type: 'pause' | 'resume', ms: number, at: number) =>
    doAct(playing, seat, { type }, { ms, at });
  await say(0, 'pause', 1000, 10);
  expect(anchorNow()).toEqual({ ms: 0, tick: 0, isPaused: false }); // the other player must agree
  await say(1, 'pause', 1200, 12);
  expect(anchorNow()).toEqual({ ms: 1200, tick: 12, isPaused: true });
  await say(0, 'resume', 9000, 12);
  await say(1, 'resume', 9500, 12);
  expect(anchorNow()).toEqual({ ms: 9500, tick: 12, isPaused: false });
  const turns = kifuOf(await beginMatch({ game: chess.game as Game }));
  expect(unwrap(timeline(chess.game as Game, turns)).anchor).toBeNull();
});

describe('moments between ticks', () => {
  const laneKifu = async (): Promise<Kifu> => {
    const kifu = kifuOf(await beginMatch({ game: lane as Game }));
    const entries: Kifu['entries'] = [
      entryOf(0, push(0), { at: 2 }),
      entryOf(0, push(1), { at: 20 }),
    ];
    return { ...kifu, entries };
  };

  test('the frame of the tick, and the share of it that has passed', async () => {
    const line = unwrap(timeline(lane as Game, await laneKifu()));
    expect([0, 50, 199, 200, 275, 1999, 2000, 2050].map(ms => line.frameAt(ms).tick)).toEqual([
      0, 0, 1, 2, 2, 19, 20, 20,
    ]);
    expect([0, 50, 200, 275].map(ms => line.frameAt(ms).share)).toEqual([0, 0.5, 0, 0.75]);
    expect([199, 200, 2000].map(ms => line.frameAt(ms).n)).toEqual([0, 1, 2]);
    const { share: _, ...frame } = line.frameAt(275);
    expect(line.atMs(275)).toEqual(frame);
  });

  test.each([7, 30, 60, 144, 240])('at %d Hz the time of a tick is of that tick', async hz => {
    const kifu = await laneKifu();
    const game = { ...lane, time: { ...lane.time!, hz: () => hz } } as Game;
    const line = unwrap(timeline(game, { ...kifu, entries: [] }));
    for (let tick = 0; tick < 3000; tick++) {
      const { tick: found, share } = line.frameAt((tick * 1000) / hz);
      expect(found).toBe(tick);
      expect(share).toBeLessThan(1e-6);
    }
  });

  test.each([Number.NaN, -5, Number.NEGATIVE_INFINITY])('%d is the start', async ms => {
    const line = unwrap(timeline(lane as Game, await laneKifu()));
    expect(line.frameAt(ms)).toMatchObject({ n: 0, tick: 0, share: 0 });
    expect(line.atTick(ms)).toMatchObject({ n: 0, tick: 0 });
  });

  test.each([1e300, Number.POSITIVE_INFINITY, 1e15])('%d is the end', async ms => {
    const line = unwrap(timeline(lane as Game, await laneKifu()));
    expect(line.frameAt(ms)).toMatchObject({ n: 2 });
    expect(line.atTick(ms)).toMatchObject({ n: 2 });
    expect(line.frameAt(ms).share).toBeLessThanOrEqual(1);
  });

  test('a game without ticks has no shares', async () => {
    const playing = await beginMatch({ game: chess.game as Game });
    await playOn(playing, 4);
    const line = unwrap(timeline(chess.game as Game, kifuOf(playing)));
    expect(line.frameAt(2500)).toMatchObject({ n: 2, share: 0, tick: null });
    expect([line.lastTick, line.tickOf(2), line.durationMs]).toEqual([null, null, 4000]);
  });

  test('backwards takes no more steps than forwards', async () => {
    const playing = await beginMatch({ game: lane as Game });
    await playOn(playing, 60);
    const kifu = kifuOf(playing);
    let plays = 0;
    const counting = {
      ...lane,
      play: (...args: Parameters<typeof lane.play>) => {
        plays++;
        return lane.play(...args);
      },
    } as Game;
    const line = unwrap(timeline(counting, kifu, { budgetBytes: 3000 }));
    const moments = Array.from({ length: 400 }, (_, i) => (i * line.durationMs) / 399);
    const walk = (times: readonly number[]) => {
      plays = 0;
      const hashes = times.map(ms => hashState(lane as Game, line.frameAt(ms).state));
      return { hashes, plays };
    };
    const [on, back] = [walk(moments), walk(moments.toReversed())];
    expect(back.hashes.toReversed()).toEqual(on.hashes);
    expect(back.plays).toBe(on.plays);
  });
});

describe('marks of time', () => {
  const kifuAt = async (ticks: readonly number[], change: Partial<Kifu> = {}): Promise<Kifu> => ({
    ...kifuOf(await beginMatch({ game: lane as Game })),
    entries: ticks.map(at => entryOf(0, push(0), { at })),
    ...change,
  });
  const pausesOf = (line: Timeline) =>
    line.marks.flatMap(({ n, tick, ms, event }) =>
      event.type === 'long-pause' ? [[n, tick, ms, event.ms]] : [],
    );

  test('pauses of ten seconds, from the last entry before them', async () => {
    const line = unwrap(timeline(lane as Game, await kifuAt([20, 119, 400])));
    expect(LONG_PAUSE_MS).toBe(10_000);
    expect(pausesOf(line)).toEqual([[2, 119, 11_900, 28_100]]);
    expect(pausesOf(unwrap(timeline(lane as Game, await kifuAt([100, 200, 299]))))).toEqual([
      [0, 0, 0, 10_000],
      [1, 100, 10_000, 10_000],
    ]);
    // a mark is found where it says
    for (const { ms, tick, n } of line.marks.filter(({ event }) => event.type === 'long-pause'))
      expect(line.frameAt(ms!)).toMatchObject({ tick, n });
  });

  test('events by time alone after the last entry, and the pause until then', async () => {
    const outcome = { result: 'win', winners: [0], points: [3, 0], reason: 'score' } as const;
    const ending = endingOf(outcome);
    const line = unwrap(timeline(lane as Game, await kifuAt([0, 10, 20], { ending })));
    expect([line.lastTick, line.durationMs]).toEqual([50, 5000]);
    expect(line.marks.map(({ n, part, tick, event }) => [n, part, tick, event.type])).toEqual([
      [3, 2, 50, 'scored'],
      [3, 2, 50, 'scored'],
      [3, 2, 50, 'scored'],
    ]);
    const decreed = { ...ending, outcome: { ...outcome, reason: 'agreement' } };
    const early = unwrap(
      timeline(lane as Game, await kifuAt([0, 10, 20], { ending: { ...decreed, at: 20 } })),
    );
    expect([early.lastTick, early.marks]).toEqual([20, []]);
    const later = { ...decreed, at: 35 };
    const at = unwrap(timeline(lane as Game, await kifuAt([0, 10, 20], { ending: later })));
    expect([at.lastTick, at.marks.map(({ tick }) => tick)]).toEqual([35, [35]]);
    const late = { ...decreed, at: 10 ** 9 };
    const idle = unwrap(timeline(lane as Game, await kifuAt([0, 10], { ending: late })));
    expect(idle.lastTick).toBe(10 ** 9);
    expect(pausesOf(idle)).toEqual([[2, 10, 1000, 10 ** 11 - 1000]]);
  });

  test('places an event at the tick it names, unless the tick is wrong', async () => {
    const named = (tick: number) => ({
      ...lane,
      time: {
        ...lane.time!,
        advance: (...args: Parameters<NonNullable<typeof lane.time>['advance']>) => {
          const { state, events } = lane.time!.advance(...args);
          return { state, events: events.map(event => ({ ...event, tick })) };
        },
      },
    });
    const kifu = await kifuAt([2, 90]);
    const marked = (tick: number) =>
      unwrap(timeline(named(tick) as Game, kifu)).marks.map(mark => mark.tick);
    expect([marked(32), marked(1), marked(91), marked(32.5)]).toEqual([[32], [90], [90], [90]]);
  });

  test('in turns a pause is long only if it is longer than usual too', async () => {
    const chessAt = async (times: readonly (number | null)[]) => {
      const playing = await beginMatch({ game: chess.game as Game });
      await playOn(playing, times.length);
      const kifu = kifuOf(playing);
      const entries = kifu.entries.map((one, i) => ({ ...one, ms: times[i]! }));
      return pausesOf(unwrap(timeline(chess.game as Game, { ...kifu, entries })));
    };
    expect(await chessAt([1000, 3000, 13_000, 14_000])).toEqual([[2, null, 3000, 10_000]]);
    expect(await chessAt([1000, 31_000, 61_000, 91_000])).toEqual([]);
    expect(await chessAt([1000, 31_000, 61_000, 181_000])).toEqual([[3, null, 61_000, 120_000]]);
    expect(await chessAt([null, null, null])).toEqual([]);
    expect(await chessAt([60_000])).toEqual([[0, null, 0, 60_000]]);
  });
});

test('refuses a record with a move of the wrong seat, with its place', async () => {
  const playing = await beginMatch({ game: chess.game as Game });
  await playOn(playing, 4);
  const kifu = kifuOf(playing);
  const entries = kifu.entries.with(2, { ...kifu.entries[2]!, seat: 1 });
  expect(timeline(chess.game as Game, { ...kifu, entries })).toMatchObject({
    fault: { code: 'wrong-seat', at: { path: '/entries/2' } },
  });
});
