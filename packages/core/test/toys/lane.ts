/**
 * Real time with collisions, at 10 Hz. Two seats roll balls towards each other along five lanes of ten cells, a cell
 * every three ticks; balls that meet are both gone, a ball that gets through scores. A hand rests ten ticks after each
 * ball. First to three wins.
 */
import {
  fail,
  type Game,
  type GameEvent,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type Outcome,
  ok,
  type Played,
  refuseAct,
  type Seat,
} from '@kifu/core';
import { byteMoves } from './codec.ts';

interface Ball {
  readonly seat: 0 | 1;
  readonly lane: number;
  readonly born: number;
}
interface State {
  readonly tick: number;
  readonly balls: readonly Ball[];
  readonly ready: readonly [number, number];
  readonly score: readonly [number, number];
}

const LANES = 5;
const REST = 10;
/** Ticks a ball needs for the whole lane: ten cells, three ticks each. */
const TRIP = 30;

function outcome({ score }: State): Outcome | null {
  const winners = [0, 1].filter(seat => score[seat as 0 | 1] >= 3);
  if (winners.length === 0) return null;
  if (winners.length === 2)
    return { result: 'draw', winners: [], points: score, reason: 'together' };
  return { result: 'win', winners, points: score, reason: 'score' };
}

/** The tick at which two balls that face each other in a lane have met: each has rolled half of what lay between. */
const meeting = (a: Ball, b: Ball) => Math.ceil((TRIP + a.born + b.born) / 2);

/** What happens next by itself, if anything: the first meeting or arrival. */
function nextTick({ balls }: State): number | null {
  const ticks = balls.map(ball => ball.born + TRIP);
  for (const a of balls) for (const b of balls) if (faces(a, b)) ticks.push(meeting(a, b));
  return ticks.length === 0 ? null : Math.min(...ticks);
}

const faces = (a: Ball, b: Ball) => a.lane === b.lane && a.seat < b.seat;

function happen(state: State, tick: number): Played<State> {
  const met = new Set<Ball>();
  const events: GameEvent[] = [];
  for (const a of state.balls)
    for (const b of state.balls)
      if (faces(a, b) && meeting(a, b) <= tick && !met.has(a) && !met.has(b)) {
        met.add(a).add(b);
        events.push({ type: 'crash', lane: a.lane });
      }
  const through = state.balls.filter(ball => !met.has(ball) && ball.born + TRIP <= tick);
  for (const { seat, lane } of through) events.push({ type: 'scored', seat, lane });
  const score = ([0, 1] as const).map(
    seat => state.score[seat] + through.filter(ball => ball.seat === seat).length,
  );
  const balls = state.balls.filter(ball => !met.has(ball) && !through.includes(ball));
  return { state: { ...state, tick, balls, score: score as unknown as State['score'] }, events };
}

const active = (state: State): Seat[] => (outcome(state) === null ? [0, 1] : []);

export const lane: Game<State, number> = {
  name: 'lane',
  code: 202,
  version: 1,
  seats: [2, 2],
  pace: 'free',
  setup({ start }) {
    if (start !== null) return lane.states.restore(start.canon, start.aside ?? null);
    return ok({ tick: 0, balls: [], ready: [0, 0], score: [0, 0] });
  },
  seated: () => [0, 1],
  active,
  legal: (state, seat) =>
    active(state).includes(seat) && state.tick >= state.ready[seat as 0 | 1]
      ? Array.from({ length: LANES }, (_, i) => i)
      : [],
  play(state, seat, move) {
    const refused = refuseAct(lane, state, seat);
    if (refused !== null) return refused;
    if (!isInteger(move, 0, LANES - 1))
      return fail('illegal-move', 'no such lane', { rule: 'lane' });
    const own = seat as 0 | 1;
    if (state.tick < state.ready[own])
      return fail('illegal-move', 'the hand still rests', { rule: 'cooldown' });
    const ready = ([0, 1] as const).map(i => (i === own ? state.tick + REST : state.ready[i]));
    const balls = [...state.balls, { seat: own, lane: move, born: state.tick }];
    return ok({
      state: { ...state, balls, ready: ready as unknown as State['ready'] },
      events: [],
    });
  },
  outcome,
  moves: byteMoves(LANES - 1),
  states: {
    canon: ({ tick, balls, ready, score }) => ({
      tick,
      balls: balls as unknown as Json,
      ready,
      score,
    }),
    aside: () => null,
    position: ({ tick, balls, score }) =>
      JSON.stringify([balls.map(ball => [ball.seat, ball.lane, tick - ball.born]), score]),
    restore(canon) {
      if (!isObject(canon) || !hasKeys(canon, ['tick', 'balls', 'ready', 'score']))
        return fail('malformed', 'no lanes');
      const { tick, balls, ready, score } = canon;
      if (!isInteger(tick, 0, 1e9)) return fail('bad-state', 'tick');
      const isPair = (pair: unknown, max: number) =>
        Array.isArray(pair) && pair.length === 2 && pair.every(n => isInteger(n, 0, max));
      if (!isPair(ready, tick + REST) || !isPair(score, 5))
        return fail('bad-state', 'ready or score');
      const isBall = (ball: Json) =>
        isObject(ball) &&
        hasKeys(ball, ['seat', 'lane', 'born']) &&
        isInteger(ball.seat, 0, 1) &&
        isInteger(ball.lane, 0, LANES - 1) &&
        isInteger(ball.born, 0, tick);
      if (!Array.isArray(balls) || balls.length > 100 || !balls.every(isBall))
        return fail('bad-state', 'balls');
      const state = canon as unknown as State;
      const late = nextTick(state);
      return late !== null && late <= tick ? fail('bad-state', 'a ball is overdue') : ok(state);
    },
  },
  time: {
    now: ({ tick }) => tick,
    advance(state, to) {
      let now = state;
      const events: GameEvent[] = [];
      for (
        let next = nextTick(now);
        next !== null && next <= to && outcome(now) === null;
        next = nextTick(now)
      ) {
        const happened = happen(now, next); // a quiet tick costs nothing
        events.push(...happened.events);
        now = happened.state;
      }
      return { state: { ...now, tick: to }, events };
    },
    next(state) {
      if (outcome(state) !== null) return null;
      const ticks = [nextTick(state), ...state.ready].filter(
        tick => tick !== null && tick > state.tick,
      );
      return ticks.length === 0 ? null : Math.min(...(ticks as number[]));
    },
    hz: () => 10,
  },
};
