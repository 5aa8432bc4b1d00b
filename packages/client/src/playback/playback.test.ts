/** Playback as a value: it stays within the match after any command. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AT_START,
  faster,
  goTo,
  loopHere,
  type Playback,
  pass,
  SPEEDS,
  seek,
  shownAt,
  stepBy,
  tickBy,
  toggle,
} from './playback.ts';
import type { Times } from './times.ts';

const TURNS: Times = { at: [0, 1000, 2000, 5000], endMs: 5400, isExact: false };
const FREE: Times = { at: [0, 100, 1000], endMs: 3000, isExact: true };
const playing: Playback = { ...AT_START, isPlaying: true };

test('at the end it plays again from the start, and backwards from the end', () => {
  expect(toggle({ ...AT_START, ms: 5400 }, TURNS)).toMatchObject({ ms: 0, isPlaying: true });
  expect(toggle({ ...AT_START, isReverse: true }, TURNS)).toMatchObject({ ms: 5400 });
  expect(toggle({ ...AT_START, ms: 2000 }, TURNS)).toMatchObject({ ms: 2000, isPlaying: true });
  expect(toggle({ ...playing, ms: 2000 }, TURNS)).toMatchObject({ ms: 2000, isPlaying: false });
});

describe('time', () => {
  test('passes by the speed, forwards and backwards', () => {
    expect(pass({ ...playing, speed: 4 }, TURNS, 100).ms).toBe(400);
    expect(pass({ ...playing, ms: 1000, isReverse: true }, TURNS, 100).ms).toBe(900);
    expect(pass({ ...playing, isPlaying: false }, TURNS, 100).ms).toBe(0);
  });

  test('ends at the end', () => {
    expect(pass({ ...playing, ms: 5300 }, TURNS, 200)).toMatchObject({
      ms: 5400,
      isPlaying: false,
    });
    expect(pass({ ...playing, ms: 50, isReverse: true }, TURNS, 200)).toMatchObject({
      ms: 0,
      isPlaying: false,
    });
  });

  test('goes round in a loop until the next entry would come', () => {
    const looped = { ...playing, loop: { from: 1, to: 2 } };
    expect(pass({ ...looped, ms: 4900 }, TURNS, 50)).toMatchObject({ ms: 4950, isPlaying: true });
    expect(pass({ ...looped, ms: 4900 }, TURNS, 200)).toMatchObject({ ms: 1000, isPlaying: true });
    expect(pass({ ...looped, ms: 1050, isReverse: true }, TURNS, 200).ms).toBe(5000);
  });
});

test.each<[count: number, from: number, to: number]>([
  [1, 0, 1000],
  [-1, 1000, 0],
  [-1, 1500, 0],
  [1, 5000, 5400],
  [-5, 2000, 0],
])('a step of %i from %i', (count, from, to) => {
  expect(stepBy({ ...playing, ms: from }, TURNS, count)).toMatchObject({
    ms: to,
    isPlaying: false,
  });
});

test('between entries of a game without turns a step back is the entry that was seen last', () => {
  expect(stepBy({ ...AT_START, ms: 500 }, FREE, -1).ms).toBe(100);
  expect(stepBy({ ...AT_START, ms: 100 }, FREE, -1).ms).toBe(0);
});

test('entries at one moment are stepped through one by one, there and back', () => {
  const together: Times = { at: [0, 100, 100, 100, 900], endMs: 3000, isExact: true };
  const seen = [0];
  let now: Playback = AT_START;
  for (const by of [1, 1, 1, 1, -1, -1, -1, -1]) {
    now = stepBy(now, together, by);
    seen.push(shownAt(now, together));
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 3, 2, 1, 0]);
  expect(shownAt(seek(AT_START, together, 100), together)).toBe(3);
});

test('a small step is a tick in games with ticks, an entry in others', () => {
  expect(tickBy({ ...AT_START, ms: 100 }, FREE, 10, 1).ms).toBe(200);
  expect(tickBy({ ...AT_START, ms: 149 }, FREE, 10, -1).ms).toBe(0);
  expect(tickBy(AT_START, TURNS, null, 1).ms).toBe(1000);
});

test('speeds have a slowest and a quickest', () => {
  expect(faster(AT_START, 99).speed).toBe(8);
  expect(faster(AT_START, -99).speed).toBe(0.25);
  expect(faster(AT_START, 1).speed).toBe(2);
});

test('a loop is begun, ended and left with one key', () => {
  const begun = loopHere({ ...AT_START, ms: 1000 }, TURNS);
  expect(begun.loop).toEqual({ from: 1, to: 3 });
  const ended = loopHere({ ...begun, ms: 2000 }, TURNS);
  expect(ended.loop).toEqual({ from: 1, to: 2 });
  expect(loopHere(ended, TURNS).loop).toBeNull();
});

test('stays within the match after any commands and ticks', () => {
  const times = fc
    .tuple(fc.array(fc.nat(5000), { maxLength: 20 }), fc.boolean())
    .map(([gaps, isExact]): Times => {
      const at = [0];
      for (const gap of gaps) at.push(at.at(-1)! + gap);
      return { at, endMs: at.at(-1)! + 400, isExact };
    });
  const odd = fc.oneof(fc.double(), fc.integer(), fc.constant(Number.NaN));
  const act = fc.oneof(
    fc.record({ type: fc.constant('pass'), by: fc.nat(10_000) }),
    fc.record({ type: fc.constantFrom('seek', 'go', 'step', 'faster'), by: odd }),
    fc.record({ type: fc.constantFrom('toggle', 'loop'), by: fc.constant(0) }),
  );
  fc.assert(
    fc.property(times, fc.array(act, { maxLength: 30 }), fc.boolean(), (line, acts, isReverse) => {
      let playback: Playback = { ...AT_START, isReverse };
      for (const { type, by } of acts) {
        if (type === 'pass') playback = pass(playback, line, by);
        else if (type === 'seek') playback = seek(playback, line, by);
        else if (type === 'go') playback = goTo(playback, line, by);
        else if (type === 'step') playback = stepBy(playback, line, Math.trunc(by) || 0);
        else if (type === 'faster') playback = faster(playback, Math.trunc(by) || 0);
        else playback = type === 'toggle' ? toggle(playback, line) : loopHere(playback, line);
        expect(playback.ms).toBeGreaterThanOrEqual(0);
        expect(playback.ms).toBeLessThanOrEqual(line.endMs);
        expect(SPEEDS).toContain(playback.speed);
      }
    }),
  );
});
