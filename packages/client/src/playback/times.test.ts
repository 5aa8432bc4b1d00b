/** When entries are seen, where marks are, and what keys ask for. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlaybackCommand, playbackCommandOf } from './keys.ts';
import { markBetween, markFrom, momentOfMark } from './marks.ts';
import { PLAYBACK_KEYS } from './playback-keys.ts';
import { countAt, FIXED, ORIGINAL, type TimedRecord, type Times, timesOf } from './times.ts';

const line = (ms: number | null, tick: number | null = null) => ({ ms, tick });
const record = (lines: TimedRecord['lines'], more: Partial<TimedRecord> = {}): TimedRecord => ({
  lines,
  isFree: false,
  hz: null,
  durationMs: 0,
  ...more,
});

describe('pace', () => {
  const match = record([line(1000), line(61_000), line(61_010), line(null)]);

  test('original: as it was played, with a limit to waiting, and long enough to be seen', () => {
    expect(timesOf(match, ORIGINAL).at).toEqual([0, 1000, 6000, 6120, 7120]);
    const patient = { type: 'original', idleMs: Number.POSITIVE_INFINITY } as const;
    expect(timesOf(match, patient).at[2]).toBe(61_000);
  });

  test('fixed: every entry takes the same time', () => {
    expect(timesOf(match, FIXED).at).toEqual([0, 1000, 2000, 3000, 4000]);
    expect(timesOf(match, FIXED).endMs).toBe(4400);
    expect(timesOf(match, FIXED, 0).endMs).toBe(4000);
  });

  test('games without turns keep their time, from their first tick on', () => {
    const lines = [line(null, 30), line(null, 45)];
    const free = record(lines, { isFree: true, hz: 30, durationMs: 4000 });
    expect(timesOf(free, FIXED)).toEqual({ at: [0, 1000, 1500], endMs: 4000, isExact: true });
    const branch = { ...free, firstTick: 15, durationMs: 3500 };
    expect(timesOf(branch, FIXED)).toEqual({ at: [0, 500, 1000], endMs: 3500, isExact: true });
  });

  test('shows clock times by ticks where seats take turns, and lets time continue after the end', () => {
    const lines = [line(null, 30), line(null, 30), line(null, 900)];
    const ticking = record(lines, { hz: 30, durationMs: 31_000 });
    expect(timesOf(ticking, ORIGINAL)).toEqual({
      at: [0, 1000, 2000, 7000],
      endMs: 8000,
      isExact: false,
    });
  });

  test('a record that grows has the moments it would have had as a whole', () => {
    const entry = fc.record({
      ms: fc.option(fc.nat(100_000)),
      tick: fc.option(fc.nat(10_000)),
    });
    fc.assert(
      fc.property(fc.array(entry), fc.nat(30), fc.boolean(), (lines, count, isFree) => {
        const whole = record(lines, { isFree, hz: isFree ? 30 : null });
        const known = timesOf({ ...whole, lines: lines.slice(0, count) }, ORIGINAL);
        expect(timesOf(whole, ORIGINAL, undefined, known)).toEqual(timesOf(whole, ORIGINAL));
        // of one that has become shorter nothing is known
        const less = { ...whole, lines: lines.slice(0, count >> 1) };
        expect(timesOf(less, ORIGINAL, undefined, known).at).toEqual(timesOf(less, ORIGINAL).at);
      }),
    );
  });

  test('entries are counted by their moments', () => {
    const times = timesOf(match, FIXED);
    const counts = [-1, 0, 999, 1000, 2500, 9999].map(ms => countAt(times, ms));
    expect(counts).toEqual([0, 0, 0, 1, 2, 4]);
  });
});

describe('marks', () => {
  const mark = (n: number, ms: number | null = null) => ({ n, ms });
  const times: Times = { at: [0, 1000, 2000, 3000], endMs: 3400, isExact: false };

  test('are found before, after and between moments', () => {
    const marks = [mark(1), mark(3)];
    expect(markFrom(marks, times, 0, 1)?.n).toBe(1);
    expect(markFrom(marks, times, 1000, 1)?.n).toBe(3);
    expect(markFrom(marks, times, 3000, 1)).toBeNull();
    expect(markFrom(marks, times, 3000, -1)?.n).toBe(1);
    expect(markFrom(marks, times, 1000, -1)).toBeNull();
    expect(markBetween(marks, times, 900, 1100)?.n).toBe(1);
    expect(markBetween(marks, times, 1000, 2000)).toBeNull();
  });

  test('are at their own moment in games without turns, else at that of their entry', () => {
    expect(momentOfMark(mark(1, 1700), { ...times, isExact: true })).toBe(1700);
    expect(momentOfMark(mark(1, 1700), times)).toBe(1000);
    expect(momentOfMark(mark(1, 9000), { ...times, isExact: true })).toBe(3400);
  });
});

test.each<[browser: string, node: string, command: PlaybackCommand | null]>([
  [' ', 'space', { do: 'toggle' }],
  ['ArrowLeft', 'left', { do: 'step', by: -1 }],
  ['ArrowRight', 'right', { do: 'step', by: 1 }],
  ['Home', 'home', { do: 'start' }],
  ['F', 'f', { do: 'flip' }],
  ['7', '7', { do: 'tenth', tenth: 7 }],
  ['Shift', 'undefined', null],
  ['constructor', '', null],
])('the key %j of a browser and %j of a terminal', (browser, node, command) => {
  expect([browser, node].map(playbackCommandOf)).toEqual([command, command]);
});

test('every key of the list does something', () => {
  const names: { readonly [text: string]: string } = { '←': 'left', '→': 'right' };
  const keys = PLAYBACK_KEYS.flatMap(({ keys }) => keys.replace('0–9', '0 9').split(' '));
  for (const key of keys) expect(playbackCommandOf(names[key] ?? key), key).not.toBeNull();
});
