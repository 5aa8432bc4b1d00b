/** Order where the rules have none, and time that always passes. */
import { start, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { lane } from '../../core/test/toys/lane.ts';
import { nim } from '../../core/test/toys/nim.ts';
import { decide, decidedBy, NONE_DECIDED, nextSeat, passing, turnAt, WAIT } from './flow.ts';

const lanes = unwrap(start(lane, {})).state;
const heap = unwrap(start(nim, { seats: [0, 1, 2] })).state;

describe('turns', () => {
  test('a seat cannot wait, and no time passes', () => {
    expect(turnAt(nim, heap, NONE_DECIDED)).toMatchObject({ seat: 0, choices: [1, 2, 3] });
    expect(passing(nim, heap)).toBeNull();
    expect(decidedBy(nim, [1, 2], 0)).toEqual([0]);
  });

  test.each<[number[], number]>([
    [[], 0],
    [[0], 1],
    [[1], 2],
    [[2], 0],
  ])('where all may act, after %j it is seat %i', (decided, seat) => {
    const all = { ...nim, active: () => [0, 1, 2], legal: () => [1] };
    expect(nextSeat(all, heap, decided)?.seat).toBe(seat);
  });

  test('time passes up to the next happening, and not where there is none', () => {
    const ball = { seat: 0 as const, lane: 0, born: 0 };
    const turns = { ...lane, pace: 'turns' as const };
    expect(passing(turns, { ...lanes, balls: [ball] })).toEqual({ do: 'time', at: 30 });
    expect(passing(turns, lanes)).toBeNull();
  });

  test('a match that is over has no turn', () => {
    const turn = turnAt(nim, { ...heap, heap: 0, last: 1 }, NONE_DECIDED);
    expect(turn).toMatchObject({ seat: null, choices: [], outcome: { winners: [1] } });
  });

  test('gives no seat the turn where none can ever act', () => {
    expect(turnAt({ ...nim, legal: () => [] }, heap, NONE_DECIDED).seat).toBeNull();
  });
});

describe('free pace', () => {
  test('each seat decides once, then time passes until a seat can act again', () => {
    const first = turnAt(lane, lanes, NONE_DECIDED);
    expect(first).toMatchObject({ seat: 0, choices: [0, 1, 2, 3, 4, WAIT], decided: [] });
    const second = turnAt(lane, decide(lane, first, 2), [0]);
    expect(second).toMatchObject({ seat: 1, state: { tick: 0 }, decided: [0] });
    const third = turnAt(lane, decide(lane, second, WAIT), [0, 1]);
    expect(third).toMatchObject({ seat: 1, state: { tick: 5 }, decided: [] });
  });

  test('time passes half a second at a time, but not over a happening', () => {
    expect(passing(lane, lanes)).toEqual({ do: 'time', at: 5 });
    const ball = { seat: 0 as const, lane: 0, born: 0 };
    expect(passing(lane, { ...lanes, tick: 28, balls: [ball] })).toEqual({ do: 'time', at: 30 });
  });

  test('stops waiting in a game in which no seat can ever act', () => {
    expect(turnAt({ ...lane, legal: () => [] }, lanes, NONE_DECIDED).seat).toBeNull();
  });
});
