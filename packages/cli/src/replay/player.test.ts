import type { TimelineMark } from '@kifu/record';
import { describe, expect, test } from 'vitest';
import { KEYS, type Player, pass, press, SPEEDS, startPlayer, waitMs } from './player.ts';

const mark = (n: number): TimelineMark => ({ n, part: 0, event: { type: 'captured' } });
const MARKS = [mark(4), mark(4), mark(7)];
const player = (change: Partial<Player> = {}): Player => ({ ...startPlayer(10, 5), ...change });
const pressAll = (from: Player, keys: readonly string[]): Player =>
  keys.reduce((now, key) => press(now, key, MARKS), from);

test('it plays from the start, or stands where it was told to', () => {
  expect(startPlayer(10)).toMatchObject({ n: 0, isPlaying: true, isOver: false });
  expect(startPlayer(10, 3)).toMatchObject({ n: 3, isPlaying: false });
});

test.each<[keys: string[], after: Partial<Player>]>([
  [['right'], { n: 6 }],
  [['l', 'l'], { n: 7 }],
  [['left'], { n: 4 }],
  [['h'], { n: 4 }],
  [['home'], { n: 0 }],
  [['home', 'left'], { n: 0 }],
  [['end'], { n: 10 }],
  [['end', 'right'], { n: 10 }],
  [[']'], { n: 7 }],
  [[']', ']'], { n: 10 }],
  [['['], { n: 4 }],
  [['[', '['], { n: 0 }],
  [['0'], { n: 0 }],
  [['3'], { n: 3 }],
  [['9'], { n: 9 }],
  [['g', '1', '2', 'backspace', 'return'], { n: 1, typed: null }],
  [['g', '9', '9', 'return'], { n: 10, typed: null }],
  [['g', '7', 'enter'], { n: 7, typed: null }],
  [['g', 'return'], { n: 5, typed: null }],
  [['g', '7', 'escape'], { n: 5, typed: null, isOver: false }],
  [['g', '7', 'q'], { n: 5, typed: null, isOver: false }],
  [['g', '7', 'x', 'left'], { n: 5, typed: '7' }],
  [['g', ...'123456789'], { typed: '1234567' }],
  [['f'], { isFlipped: true }],
  [['f', 'f'], { isFlipped: false }],
  [['?'], { hasHelp: true }],
  [['?', 'escape'], { hasHelp: false, isOver: false }],
  [['escape'], { isOver: true }],
  [['q'], { isOver: true }],
  [['space'], { isPlaying: true }],
  [['space', 'space'], { isPlaying: false }],
  [['space', 'right'], { n: 6, isPlaying: false }],
  [['end', 'space'], { n: 0, isPlaying: true }],
  [['x', '', 'pageup', 'tab'], player()],
])('%j', (keys, after) => {
  expect(pressAll(player(), keys)).toMatchObject(after);
});

test('speeds stay within bounds', () => {
  const speed = (keys: readonly string[]) => SPEEDS[pressAll(player(), keys).speed];
  expect(speed([])).toBe(1);
  expect(speed(['+', '='])).toBe(4);
  expect(speed(['>', '<', '-'])).toBe(0.5);
  expect(speed(new Array(20).fill('+'))).toBe(8);
  expect(speed(new Array(20).fill('-'))).toBe(0.25);
});

test('between two entries the one before is one step back', () => {
  expect(press(player({ passedMs: 30 }), 'left', [])).toMatchObject({ n: 5, passedMs: 0 });
  expect(press(player({ passedMs: 30 }), 'space', [])).toMatchObject({ n: 5, passedMs: 30 });
});

describe('time', () => {
  const pace = (n: number) => (n < 10 ? 100 : 0);
  const playing = player({ isPlaying: true });

  test.each<[ms: number, after: Partial<Player>]>([
    [0, { n: 5, passedMs: 0, isPlaying: true }],
    [99, { n: 5, passedMs: 99, isPlaying: true }],
    [100, { n: 6, passedMs: 0, isPlaying: true }],
    [250, { n: 7, passedMs: 50, isPlaying: true }],
    [500, { n: 10, passedMs: 0, isPlaying: false }],
    [9999, { n: 10, passedMs: 0, isPlaying: false }],
  ])('%i ms', (ms, after) => expect(pass(playing, ms, pace)).toMatchObject(after));

  test('a pause lasts', () => expect(pass(player(), 9999, pace)).toEqual(player()));

  test('quicker and slower', () => {
    const quick = { ...playing, speed: SPEEDS.indexOf(4) };
    expect(pass(quick, 50, pace)).toMatchObject({ n: 7, passedMs: 0 });
    expect(waitMs(quick, pace, null)).toBe(25);
    expect(waitMs({ ...playing, speed: SPEEDS.indexOf(0.25), passedMs: 50 }, pace, null)).toBe(200);
  });

  test('entries at one time come together, and time may go on after the last', () => {
    const together = (n: number) => (n < 8 ? 0 : 100);
    expect(pass(playing, 0, together)).toMatchObject({ n: 8, isPlaying: true });
    expect(pass(playing, 250, together)).toMatchObject({ n: 10, passedMs: 50, isPlaying: true });
    expect(pass(playing, 999, together)).toMatchObject({ n: 10, passedMs: 100, isPlaying: false });
    expect(press(pass(playing, 999, together), 'space', [])).toMatchObject({ n: 0, passedMs: 0 });
  });

  test('where something may change between entries it is looked at often', () => {
    expect(waitMs(playing, pace, 30)).toBe(30);
    expect(waitMs({ ...playing, passedMs: 90 }, pace, 30)).toBe(10);
    expect(waitMs({ ...playing, passedMs: 900 }, pace, 30)).toBe(0);
  });
});

test('every key of the help does something', () => {
  const names: { readonly [text: string]: string } = { '←': 'left', '→': 'right', '−': '-' };
  const keys = KEYS.flatMap(([text]) => text.toLowerCase().replace('0–9', '0 9').split(' '));
  expect(keys.length).toBeGreaterThan(14);
  for (const key of keys)
    expect(press(player(), names[key] ?? key, MARKS), key).not.toEqual(player());
});
