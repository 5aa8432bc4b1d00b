import { msToNext, pass as passTime } from '@kifu/client/playback';
import { describe, expect, test } from 'vitest';
import type { PlaybackSchedule } from './course.ts';
import { KEYS, press, type ReplayPlayer, startPlayer } from './player.ts';

/** A course of ten entries, with these times between them, and after the last. */
function courseWith(
  pace: (n: number) => number,
  change: Partial<PlaybackSchedule> = {},
): PlaybackSchedule {
  const at = [0];
  for (let n = 0; n < 10; n++) at.push(at[n]! + pace(n));
  const times = { at, endMs: at[10]! + pace(10), isExact: (change.hz ?? null) !== null };
  return { times, hz: null, firstTick: 0, marks: [], ...change };
}
const EVEN = (n: number) => (n < 10 ? 100 : 0);
const mark = (n: number, ms: number | null = null) => ({ n, ms });
const COURSE = courseWith(EVEN, { marks: [mark(4), mark(4), mark(7)] });
/** Some time after an entry of a course. */
const after = (n: number, ms = 0, { times } = COURSE) => ({ n, ms: times.at[n]! + ms });
const player = (change: Partial<ReplayPlayer> = {}): ReplayPlayer => ({
  ...startPlayer(COURSE, 5),
  ...change,
});
const pass = (now: ReplayPlayer, ms: number, { times }: PlaybackSchedule): ReplayPlayer => ({
  ...now,
  ...passTime(now, times, ms),
});
const waitMs = (now: ReplayPlayer, { times }: PlaybackSchedule, everyMs: number | null) =>
  msToNext(now, times, everyMs);
const pressAll = (from: ReplayPlayer, keys: readonly string[], course = COURSE): ReplayPlayer =>
  keys.reduce((now, key) => press(now, key, course), from);

test('a replay plays from the start, or stands at the given entry', () => {
  expect(startPlayer(COURSE)).toMatchObject({ n: 0, isPlaying: true, isOver: false });
  expect(startPlayer(COURSE, 3)).toMatchObject({ n: 3, isPlaying: false });
});

test.each<[keys: string[], is: Partial<ReplayPlayer>]>([
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
  [['r'], { isReverse: true, isPlaying: true }],
  [['r', 'r'], { isReverse: false, isPlaying: true }],
  [['r', 'space'], { isReverse: true, isPlaying: false }],
  [['home', 'r', 'space', 'space'], { n: 10, isReverse: true, isPlaying: true }],
])('keys %j lead to the right moment', (keys, is) => {
  expect(pressAll(player(), keys)).toMatchObject(is);
});

test('speeds stay within bounds', () => {
  const speed = (keys: readonly string[]) => pressAll(player(), keys).speed;
  expect(speed([])).toBe(1);
  expect(speed(['+', '='])).toBe(4);
  expect(speed(['>', '<', '-'])).toBe(0.5);
  expect(speed(new Array(20).fill('+'))).toBe(8);
  expect(speed(new Array(20).fill('-'))).toBe(0.25);
});

test('between two entries the one before is one step back', () => {
  const between = { ...startPlayer(TICKS, 5), ...after(5, 30, TICKS) };
  expect(press(between, 'left', TICKS)).toMatchObject(after(5, 0, TICKS));
  expect(press(between, 'space', TICKS)).toMatchObject(after(5, 30, TICKS));
});

describe('time', () => {
  const playing = player({ isPlaying: true });

  test.each<[ms: number, is: Partial<ReplayPlayer>]>([
    [0, { ...after(5), isPlaying: true }],
    [99, { ...after(5, 99), isPlaying: true }],
    [100, { ...after(6), isPlaying: true }],
    [250, { ...after(7, 50), isPlaying: true }],
    [500, { ...after(10), isPlaying: false }],
    [9999, { ...after(10), isPlaying: false }],
  ])('%i ms pass', (ms, is) => expect(pass(playing, ms, COURSE)).toMatchObject(is));

  test('a pause lasts', () => expect(pass(player(), 9999, COURSE)).toEqual(player()));

  test('passes quicker and slower with the speed', () => {
    const quick = { ...playing, speed: 4 };
    expect(pass(quick, 50, COURSE)).toMatchObject(after(7));
    expect(waitMs(quick, COURSE, null)).toBe(25);
    expect(waitMs({ ...playing, speed: 0.25, ...after(5, 50) }, COURSE, null)).toBe(200);
  });

  test('entries at one time come together, and time may continue after the last', () => {
    const together = courseWith(n => (n < 8 ? 0 : 100));
    const now = { ...playing, ...after(5, 0, together) };
    expect(pass(now, 0, together)).toMatchObject({ n: 8, isPlaying: true });
    const late = { ...after(10, 50, together), isPlaying: true };
    expect(pass(now, 250, together)).toMatchObject(late);
    const over = { ...after(10, 100, together), isPlaying: false };
    expect(pass(now, 999, together)).toMatchObject(over);
    expect(press(pass(now, 999, together), 'space', together)).toMatchObject({ n: 0, ms: 0 });
  });

  test('where something may change between entries it is looked at often', () => {
    expect(waitMs(playing, COURSE, 30)).toBe(30);
    expect(waitMs({ ...playing, ...after(5, 90) }, COURSE, 30)).toBe(10);
    expect(waitMs({ ...playing, ...after(5, 900) }, COURSE, 30)).toBe(0);
  });
});

describe('backwards', () => {
  const back = player({ isPlaying: true, isReverse: true });

  test.each<[ms: number, is: Partial<ReplayPlayer>]>([
    [0, { ...after(5), isPlaying: true }],
    [1, { ...after(4, 99), isPlaying: true }],
    [100, { ...after(4), isPlaying: true }],
    [250, { ...after(2, 50), isPlaying: true }],
    [500, { ...after(0), isPlaying: false }],
    [9999, { ...after(0), isPlaying: false }],
  ])('%i ms pass', (ms, is) => expect(pass(back, ms, COURSE)).toMatchObject(is));

  test('it goes as quickly as forwards, and never without a wait', () => {
    const quick = { ...back, speed: 4 };
    expect(pass(quick, 50, COURSE)).toMatchObject(after(3));
    expect(waitMs({ ...quick, ...after(5, 80) }, COURSE, null)).toBe(20);
    expect(waitMs(back, COURSE, null)).toBeGreaterThan(0);
    expect(waitMs({ ...back, ...after(5, 80) }, COURSE, 30)).toBe(30);
  });

  test('it stops where many entries are at the very start', () => {
    const together = courseWith(n => (n < 3 ? 0 : 100));
    const now = { ...back, ...after(5, 0, together) };
    expect(pass(now, 9999, together)).toMatchObject({ n: 3, ms: 0, isPlaying: false });
  });
});

// thirty ticks a second: entries at 0, 6, 12, … ticks, and 15 ticks after the last
const TICKS = courseWith(n => (n < 10 ? 200 : 500), {
  ...{ hz: 30, marks: [mark(4, 800), mark(5, 1100), mark(7, 1400), mark(10, 2300)] },
});
const at = (n: number, ms = 0) => after(n, ms, TICKS);

describe('with ticks', () => {
  test.each<[keys: string[], is: Partial<ReplayPlayer>]>([
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
  ])('keys %j lead to the right moment', (keys, is) => {
    const { ms, ...rest } = pressAll(startPlayer(TICKS, 5), keys, TICKS);
    const { ms: wanted, ...others } = is;
    expect(rest).toMatchObject(others);
    if (wanted !== undefined) expect(ms).toBeCloseTo(wanted, 9);
  });

  test('entries at one tick are seen one by one, forwards and backwards', () => {
    const together = courseWith(n => (n === 4 ? 0 : 200), { hz: 30 });
    const seen = [3];
    let now = startPlayer(together, 3);
    for (const key of ['right', 'right', 'right', 'left', 'left', 'left']) {
      now = press(now, key, together);
      seen.push(now.n);
    }
    expect(seen).toEqual([3, 4, 5, 6, 5, 4, 3]);
  });

  test('a tick on and a tick back lead to the same moment, all along', () => {
    let now = startPlayer(TICKS, 0);
    const seen: number[] = [];
    for (let i = 0; i < 80; i++) {
      seen.push(now.ms);
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
  const keys = KEYS.flatMap(({ keys: text }) =>
    text.toLowerCase().replace('0–9', '0 9').split(' '),
  );
  expect(keys.length).toBeGreaterThan(14);
  const now = startPlayer(TICKS, 5);
  for (const key of keys) expect(press(now, names[key] ?? key, TICKS), key).not.toEqual(now);
});
