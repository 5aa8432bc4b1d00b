/** Counters and trophies. */
import type { GameEvent } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import {
  gain,
  NO_PROGRESS,
  type Progress,
  progressOf,
  TROPHIES,
  trophiesOf,
} from './achievements.ts';

const contest = (
  type: string,
  bluePoints: number,
  redPoints: number,
  by: number | null,
): GameEvent => ({
  type,
  root: 0,
  bluePoints,
  redPoints,
  by,
});
const finished = (seat: number, winner: number | null): GameEvent => ({
  type: 'GameFinished',
  seat,
  winner,
});

describe('what an event counts for', () => {
  test.each<[what: string, event: GameEvent, blue: Progress, red: Progress]>([
    ['a road', contest('RoadContestWon', 6, 0, 0), { FirstRoad: 1 }, {}],
    ['a long road', contest('RoadContestWon', 3, 4, 0), { FirstRoad: 1, RoadBuilder: 1 }, {}],
    ['a drawn road', contest('RoadContestDraw', 2, 2, 1), {}, { FirstRoad: 1 }],
    ['a city of 9 edges', contest('CityContestWon', 10, 8, 1), {}, { FirstCity: 1 }],
    ['a city of 10', contest('CityContestDraw', 10, 10, 1), {}, { FirstCity: 1, CityBuilder: 1 }],
    ['one that the end closed', contest('CityContestWon', 20, 2, null), {}, {}],
    ['a match of blue', finished(0, 1), { Seasoned: 1 }, {}],
    ['a match won', finished(1, 1), {}, { Seasoned: 1, Winner: 1 }],
    ['a tie', finished(1, null), {}, { Seasoned: 1 }],
    ['a move', { type: 'Moved', seat: 0 }, {}, {}],
  ])('%s', (_what, event, blue, red) => expect(progressOf([event])).toEqual([blue, red]));

  test.each<[skin: number, progress: Progress]>([
    [0, {}],
    [1, {}],
    [2, { Bandi: 1 }],
    [3, { Golem: 1 }],
    [4, { Mammoth: 1 }],
  ])('skin %i', (skin, progress) => {
    const event = { type: 'PlayerSkinChanged', player: 'ann', skin };
    expect(gain(NO_PROGRESS, event, 'ann')).toEqual(progress);
    expect(gain(NO_PROGRESS, event, 'bob')).toEqual({});
  });

  test('events of a lobby name players', () => {
    const event = { type: 'GameFinished', player: 'ann', winner: 'ann' };
    expect(gain({ Winner: 4 }, event, 'ann')).toEqual({ Seasoned: 1, Winner: 5 });
  });
});

test('trophies are unlocked at their thresholds', () => {
  const points = (progress: Progress) =>
    trophiesOf(progress).reduce((sum, trophy) => sum + trophy.points, 0);
  expect(trophiesOf(NO_PROGRESS)).toEqual([]);
  expect(points({ Winner: 1 })).toBe(5);
  expect(points({ Winner: 4, Seasoned: 14 })).toBe(5 + 5);
  expect(points({ Winner: 25, Seasoned: 50 })).toBe(75 + 35);
  expect(TROPHIES.reduce((sum, trophy) => sum + trophy.points, 0)).toBe(
    35 + 75 + 10 + 25 + 10 + 30 + 130,
  );
});
