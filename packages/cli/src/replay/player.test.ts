import { describe, expect, test } from 'vitest';
import type { Course, Place } from './course.ts';
import { KEYS, type Player, pass, press, SPEEDS, startPlayer, waitMs } from './player.ts';

const at = (n: number, passedMs = 0): Place => ({ n, passedMs });
/** A course of ten entries, with these times between them, and after the last. */
function courseWith(pace: (n: number) => number, change: Partial<Course> = {}): Course {
  const starts = [0];
  for (let n = 0; n < 10; n++) starts.push(starts[n]! + pace(n));
  const totalMs = starts[10]! + pace(10);
  return { length: 10, starts, totalMs, hz: null, firstTick: 0, stops: [], ...change };
}
const EVEN = (n: number) => (n < 10 ? 100 : 0);
const COURSE = courseWith(EVEN, { stops: [at(4), at(4), at(7)] });
const player = (change: Partial<Player> = {}): Player => ({ ...startPlayer(5), ...change });
const pressAll = (from: Player, keys: readonly string[], course = COURSE): Player =>
  keys.reduce((now, key) => press(now, key, course), from);

test('it plays from the start, or stands where it was told to', () => {
  expect(startPlayer()).toMatchObject({ n: 0, isPlaying: true, isOver: false });
  expect(startPlayer(3)).toMatchObject({ n: 3, isPlaying: false });
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
  [['g', '7', 'x', 'left'], { n: 5, typed: { digits: '7', is: 'entry' } }],
  [['g', ...'123456789'], { typed: { digits: '1234567', is: 'entry' } }],
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
  [['x', '', 'pageup', 'tab', 'ctrl-a', '.', ',', 't'], player()],
  [['up'], { n: 10 }],
  [['down'], { n: 0 }],
  [['r'], { isBack: true, isPlaying: true }],
  [['r', 'r'], { isBack: false, isPlaying: true }],
  [['r', 'space'], { isBack: true, isPlaying: false }],
  [['home', 'r', 'space', 'space'], { n: 10, isBack: true, isPlaying: true }],
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
  expect(press(player({ passedMs: 30 }), 'left', COURSE)).toMatchObject(at(5));
  expect(press(player({ passedMs: 30 }), 'space', COURSE)).toMatchObject(at(5, 30));
});

describe('time', () => {
  const playing = player({ isPlaying: true });

  test.each<[ms: number, after: Partial<Player>]>([
    [0, { n: 5, passedMs: 0, isPlaying: true }],
    [99, { n: 5, passedMs: 99, isPlaying: true }],
    [100, { n: 6, passedMs: 0, isPlaying: true }],
    [250, { n: 7, passedMs: 50, isPlaying: true }],
    [500, { n: 10, passedMs: 0, isPlaying: false }],
    [9999, { n: 10, passedMs: 0, isPlaying: false }],
  ])('%i ms', (ms, after) => expect(pass(playing, ms, COURSE)).toMatchObject(after));

  test('a pause lasts', () => expect(pass(player(), 9999, COURSE)).toEqual(player()));

  test('quicker and slower', () => {
    const quick = { ...playing, speed: SPEEDS.indexOf(4) };
    expect(pass(quick, 50, COURSE)).toMatchObject({ n: 7, passedMs: 0 });
    expect(waitMs(quick, COURSE, null)).toBe(25);
    expect(waitMs({ ...playing, speed: SPEEDS.indexOf(0.25), passedMs: 50 }, COURSE, null)).toBe(
      200,
    );
  });

  test('entries at one time come together, and time may go on after the last', () => {
    const together = courseWith(n => (n < 8 ? 0 : 100));
    expect(pass(playing, 0, together)).toMatchObject({ n: 8, isPlaying: true });
    expect(pass(playing, 250, together)).toMatchObject({ n: 10, passedMs: 50, isPlaying: true });
    expect(pass(playing, 999, together)).toMatchObject({ n: 10, passedMs: 100, isPlaying: false });
    expect(press(pass(playing, 999, together), 'space', together)).toMatchObject({
      n: 0,
      passedMs: 0,
    });
  });

  test('where something may change between entries it is looked at often', () => {
    expect(waitMs(playing, COURSE, 30)).toBe(30);
    expect(waitMs({ ...playing, passedMs: 90 }, COURSE, 30)).toBe(10);
    expect(waitMs({ ...playing, passedMs: 900 }, COURSE, 30)).toBe(0);
  });
});

describe('backwards', () => {
  const back = player({ isPlaying: true, isBack: true });

  test.each<[ms: number, after: Partial<Player>]>([
    [0, { n: 5, passedMs: 0, isPlaying: true }],
    [1, { n: 4, passedMs: 99, isPlaying: true }],
    [100, { n: 4, passedMs: 0, isPlaying: true }],
    [250, { n: 2, passedMs: 50, isPlaying: true }],
    [500, { n: 0, passedMs: 0, isPlaying: false }],
    [9999, { n: 0, passedMs: 0, isPlaying: false }],
  ])('%i ms', (ms, after) => expect(pass(back, ms, COURSE)).toMatchObject(after));

  test('as quick as forwards, and never without a wait', () => {
    const quick = { ...back, speed: SPEEDS.indexOf(4) };
    expect(pass(quick, 50, COURSE)).toMatchObject(at(3));
    expect(waitMs({ ...quick, passedMs: 80 }, COURSE, null)).toBe(20);
    expect(waitMs(back, COURSE, null)).toBeGreaterThan(0);
    expect(waitMs({ ...back, passedMs: 80 }, COURSE, 30)).toBe(30);
  });

  test('it stops where many entries are at the very start', () => {
    const together = courseWith(n => (n < 3 ? 0 : 100));
    expect(pass(back, 9999, together)).toMatchObject({ n: 3, passedMs: 0, isPlaying: false });
  });
});

// thirty ticks a second: entries at 0, 6, 12, … ticks, and 15 ticks after the last
const TICKS = courseWith(n => (n < 10 ? 200 : 500), {
  ...{ hz: 30, stops: [at(4), at(5, 100), at(7), at(10, 300)] },
});

describe('with ticks', () => {
  test.each<[keys: string[], after: Partial<Player>]>([
    [['.'], at(5, (31 * 1000) / 30 - 1000)],
    [[',', ',', ',', ',', ',', ','], at(4, 0)],
    [['home', ','], at(0)],
    [['end'], at(10, 500)],
    [['end', '.'], at(10, 500)],
    [['end', 'space'], { n: 0, isPlaying: true }],
    [[']'], at(5, 100)],
    [[']', ']'], at(7)],
    [[']', ']', ']'], at(10, 300)],
    [[']', ']', ']', ']'], at(10, 500)],
    [[']', '['], at(4)],
    [['5'], at(6, 50)],
    [['t', '4', '5', 'return'], at(7, 100)],
    [['t', '9', '9', '9', 'return'], at(10, 500)],
    [['t', 'q'], { ...at(5), typed: null }],
    [['down'], at(0)],
  ])('%j', (keys, after) => {
    const { n, passedMs, ...rest } = pressAll(player(), keys, TICKS);
    const { passedMs: ms, ...others } = after;
    expect({ n, ...rest }).toMatchObject(others);
    if (ms !== undefined) expect(passedMs).toBeCloseTo(ms, 9);
  });

  test('a tick on and a tick back, all along', () => {
    let now = startPlayer(0);
    const seen: number[] = [];
    for (let i = 0; i < 80; i++) {
      seen.push(TICKS.starts[now.n]! + now.passedMs);
      now = press(now, '.', TICKS);
    }
    for (const [i, ms] of seen.entries()) expect(ms).toBeCloseTo((Math.min(i, 75) * 1000) / 30, 6);
    for (let i = 0; i < 75; i++) now = press(now, ',', TICKS);
    expect(now).toMatchObject(at(0));
  });
});

test('every key of the help does something', () => {
  const names: { readonly [text: string]: string } = {
    ...{ '←': 'left', '→': 'right', '↑': 'up', '↓': 'down', '−': '-' },
  };
  const keys = KEYS.flatMap(([text]) => text.toLowerCase().replace('0–9', '0 9').split(' '));
  expect(keys.length).toBeGreaterThan(14);
  for (const key of keys)
    expect(press(player(), names[key] ?? key, TICKS), key).not.toEqual(player());
});
