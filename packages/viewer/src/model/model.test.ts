/** Moments, rulers, marks, turns, keys and links: the small pieces that the page is made of. */
import {
  AT_START,
  countAt,
  goTo,
  goToEnd,
  ORIGINAL,
  shownAt,
  type Times,
  timesOf,
  type Where,
} from '@kifu/client/playback';
import { formatClock, formatTime } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BarMark, ListedEntry, OpenedRecord } from '../engine/types.ts';
import { findMove } from './find-move.ts';
import { commandOf } from './keys.ts';
import { kindsOf, tellingMarks } from './marks.ts';
import { liveEdge, matchMs } from './moment.ts';
import { moveLabel } from './move-label.ts';
import { parseRange } from './range.ts';
import { goWhere, stayIn } from './replay-position.ts';
import { moveName } from './rounds.ts';
import { rulerOf } from './ruler.ts';
import { SHORTCUTS } from './shortcuts.ts';
import { turnFrom, turnStarts } from './turns.ts';
import { numberAfter } from './variation-numbers.ts';

const line = (
  seat: number | null,
  ms: number | null,
  kind: ListedEntry['kind'] = 'move',
): ListedEntry => ({
  seat,
  text: '',
  spoken: '',
  kind,
  events: [],
  ms,
  tick: null,
});
const record = (lines: readonly ListedEntry[], more: Partial<OpenedRecord> = {}): OpenedRecord =>
  ({ lines, isFree: false, hz: null, firstTick: 0, durationMs: 0, ...more }) as OpenedRecord;

describe('moments', () => {
  const match = record([line(0, 1000), line(1, 61_000), line(0, 61_010), line(1, null)]);

  test('a moment of the replay is a time of the match, between entries too', () => {
    const times = timesOf(match, ORIGINAL);
    const at = (ms: number) => matchMs(match.lines, times, ms);
    expect([0, 500, 1000, 3500, 6000, 6060].map(at)).toEqual([
      0, 500, 1000, 31_000, 61_000, 61_005,
    ]);
    expect(at(6500)).toBe(61_010); // the record does not say when the last one was
    expect(at(times.endMs)).toBeNull();
    expect(matchMs([], { at: [0], endMs: 90, isExact: true }, 40)).toBe(40);
  });

  test('a match without turns advances with its clock, unless it is paused', () => {
    const anchor = { ms: 5000, tick: 40, isPaused: false };
    const going = record([], { hz: 10, anchor });
    expect([4000, 5000, 5250].map(ms => liveEdge(going, ms))).toEqual([4000, 4000, 4250]);
    expect(liveEdge(record([], { hz: 10, anchor: { ...anchor, isPaused: true } }), 9000)).toBe(
      4000,
    );
  });

  test.each<[string, Where, number]>([
    ['an entry', { type: 'entry', n: 2 }, 6000],
    ['an entry that is not there', { type: 'entry', n: 99 }, 7520],
    ['a time of the match', { type: 'ms', ms: 61_005 }, 6000],
    ['the end', { type: 'end' }, 7520],
  ])('goes to %s', (_what, where, ms) => {
    expect(goWhere(AT_START, where, match, timesOf(match, ORIGINAL)).ms).toBe(ms);
  });

  test('the replay of a live match stays where it is, or follows from the end', () => {
    const before = timesOf(record(match.lines.slice(0, 2)), ORIGINAL);
    const times = timesOf(match, ORIGINAL);
    const earlier = goTo(AT_START, before, 1);
    const atEnd = goToEnd(AT_START, before);
    expect(stayIn(earlier, before, times, true)).toEqual(earlier);
    expect(stayIn(atEnd, before, times, true).ms).toBe(times.endMs);
    // one that is not followed shows the same entry
    expect(shownAt(stayIn(atEnd, before, times, false), times)).toBe(2);
  });
});

describe('rulers', () => {
  const times: Times = { at: [0, 1000, 5000], endMs: 5400, isExact: false };

  test('by entries all are equally wide, by the clock each is as wide as it took', () => {
    expect(rulerOf('events', times).place(1000)).toBe(0.5);
    expect(rulerOf('clock', times).place(2700)).toBe(0.5);
    expect(rulerOf('events', times).momentAt(0.55)).toBe(1000);
    expect(rulerOf('events', times).momentAt(1)).toBe(5400);
  });

  test('a moment has a place that leads back to it, and no place leads outside of the match', () => {
    fc.assert(
      fc.property(fc.constantFrom('events', 'clock' as const), fc.double(), (kind, share) => {
        const moment = rulerOf(kind as 'clock', times).momentAt(share);
        expect(moment).toBeGreaterThanOrEqual(0);
        expect(moment).toBeLessThanOrEqual(times.endMs);
      }),
    );
    for (const ms of times.at) {
      const ruler = rulerOf('events', times);
      expect(countAt(times, ruler.momentAt(ruler.place(ms)))).toBe(countAt(times, ms));
    }
  });
});

describe('marks', () => {
  const mark = (n: number, kind = 'capture', ms: number | null = null): BarMark => ({
    n,
    ms,
    kind,
    label: '',
  });
  const many = (count: number, kind: string) =>
    Array.from({ length: count }, (_, i) => mark(i + 1, kind));
  const kindsTold = (marks: readonly BarMark[], length: number, longPauseMs = 0) =>
    kindsOf(
      tellingMarks(
        record(
          many(length, '').map(() => line(0, null)),
          { marks, longPauseMs },
        ),
      ),
    );

  test('a kind that happens with almost every move tells nothing, a few of it always do', () => {
    expect(kindsTold([...many(3, 'roll'), mark(1, 'check')], 4)).toEqual(['check', 'roll']);
    expect(kindsTold([...many(4, 'roll'), mark(1, 'check')], 10)).toEqual(['check']);
    expect(kindsTold([...many(4, 'roll'), mark(1, 'check')], 11)).toEqual(['check', 'roll']);
    expect(kindsTold(many(401, 'roll'), 5000)).toEqual([]);
    expect(kindsTold(many(401, 'note'), 401)).toEqual(['note']);
  });

  test('a pause is shown where it is unusual in the match as it has become', () => {
    const pause = (n: number, pauseMs: number) => ({ ...mark(n, 'long pause'), pauseMs });
    const marks = [pause(1, 20_000), pause(2, 90_000)];
    const shown = (longPauseMs: number) =>
      tellingMarks(record([line(0, 0)], { marks, longPauseMs })).map(({ n }) => n);
    expect(shown(0)).toEqual([1, 2]);
    expect(shown(40_000)).toEqual([2]);
    expect(shown(100_000)).toEqual([]);
  });

  test('several of one kind with one entry are one, in order of the entries', () => {
    const label = (n: number, text: string) => ({ ...mark(n), label: text });
    const marks = [label(2, 'a pawn'), label(1, 'a rook'), label(2, 'a queen'), label(2, 'queen')];
    const lines = many(11, '').map(() => line(0, null));
    const told = tellingMarks(record(lines, { marks, longPauseMs: 0 }));
    expect(told.map(({ n, label: text }) => [n, text])).toEqual([
      [1, 'a rook'],
      [2, 'a pawn; a queen'],
    ]);
    const [long] = tellingMarks(record([], { marks: [label(1, 'x'.repeat(500))], longPauseMs: 0 }));
    expect(long!.label).toHaveLength(120);
  });

  test('kinds are listed with the most frequent last', () => {
    expect(kindsOf([mark(1), mark(2), mark(3, 'check')])).toEqual(['check', 'capture']);
  });
});

describe('turns', () => {
  test('the moves of two seats that alternate make one turn', () => {
    const lines = [0, 1, 0, 1, 0].map(seat => line(seat, null));
    expect(turnStarts(lines)).toEqual([0, 2, 4]);
    expect([0, 1, 2, 4, 5].map(n => turnFrom(lines, n, 1))).toEqual([2, 2, 4, 5, 5]);
    expect([0, 1, 2, 4, 5].map(n => turnFrom(lines, n, -1))).toEqual([0, 0, 0, 2, 4]);
  });

  test('dice and the moves with them make one turn', () => {
    const lines = [
      line(null, null, 'chance'),
      line(0, null),
      line(0, null),
      line(null, null, 'chance'),
      line(1, null),
    ];
    expect(turnStarts(lines)).toEqual([0, 3]);
    expect(turnFrom(lines, 0, 1)).toBe(3);
  });

  test('a match without moves has no turns', () => {
    expect(turnStarts([])).toEqual([]);
    expect(turnFrom([], 0, 1)).toBe(0);
  });
});

describe('numbers of moves', () => {
  const seats = [0, 1];
  const named = (seat: number | null, text: string, kind?: ListedEntry['kind']) => ({
    ...line(seat, null, kind),
    text,
  });
  const chess = record(
    [
      named(0, 'resumes', 'word'),
      ...['e4', 'e5', 'Nf3', 'Nc6', 'Nxe5', 'Nxe5+'].map((text, i) => named(i % 2, text)),
    ],
    { seats },
  );
  const dice = record([named(null, '5-1', 'chance'), named(0, '8/3'), named(0, '6/5')], { seats });

  test('moves of both sides share a number, with dice each entry has its own', () => {
    expect([0, 1, 2, 3, 5].map(n => moveName(chess, n, 'start'))).toEqual([
      'start',
      '1. resumes',
      '1. e4',
      '1… e5',
      '2… Nc6',
    ]);
    expect(moveName(dice, 2, 'start')).toBe('2. 8/3'); // lists of dice have no numbers of their own
  });

  test.each([
    ['2.', 0, 4],
    ['2...', 0, 5],
    ['2… ', 0, 5],
    ['3. Nxe5', 0, 6],
    ['Nxe5', 0, 6],
    ['Nxe5', 6, 7],
    ['nothing', 0, null],
    ['', 0, null],
    ['9.', 0, null],
  ])('%s after %i is entry %o', (text, from, n) => {
    expect(findMove(chess, text, from)).toBe(n);
  });

  test('a variation counts on from where it leaves the match', () => {
    expect(numberAfter(chess, 0)).toEqual({ number: 1, isFirst: true });
    expect(numberAfter(chess, 2)).toEqual({ number: 1, isFirst: false });
    expect(numberAfter(chess, 3)).toEqual({ number: 2, isFirst: true });
    expect(numberAfter(dice, 2)).toBeNull();
  });
});

describe('keys', () => {
  const press = (key: string, more = {}) =>
    commandOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });

  test.each([
    [' ', { do: 'toggle' }],
    ['ArrowLeft', { do: 'step', by: -1 }],
    ['7', { do: 'tenth', tenth: 7 }],
    [']', { do: 'mark', by: 1 }],
    ['>', { do: 'speed', by: 1 }],
    ['V', { do: 'proof' }],
    ['x', { do: 'try' }],
    ['w', null],
    ['Tab', null],
    ['constructor', null],
  ])('%s', (key, command) => {
    expect(press(key)).toEqual(command);
  });

  test('shift is for turns, other keys that are held are for the browser', () => {
    expect(press('ArrowRight', { shiftKey: true })).toEqual({ do: 'turn', by: 1 });
    for (const held of ['ctrlKey', 'altKey', 'metaKey'])
      expect(press('f', { [held]: true })).toBeNull();
  });

  test('every key of the help does something', () => {
    for (const keys of SHORTCUTS)
      for (const word of keys.split(' ').filter(key => key !== 'shift')) {
        const key = { space: ' ', '←': 'ArrowLeft', '→': 'ArrowRight', '0–9': '0' }[word] ?? word;
        expect(press(key), word).not.toBeNull();
      }
  });
});

describe('links', () => {
  test('a range is read in either order', () => {
    expect(parseRange('12-20')).toEqual({ from: 12, to: 20 });
    expect(parseRange('20-12')).toEqual({ from: 12, to: 20 });
    expect(parseRange('12')).toBeNull();
  });

  test('times are written with hours, clocks with tenths below twenty seconds', () => {
    expect([0, 250_000, 3_723_000].map(formatTime)).toEqual(['0:00', '4:10', '1:02:03']);
    expect([65_400, 19_960, 0, -5].map(formatClock)).toEqual([
      '1:05',
      '0:19.9',
      '0:00.0',
      '0:00.0',
    ]);
  });
});

test.each([
  ['e4', 'pawn to e4', 'pawn to e4'],
  ['Nf3', 'knight to f3', 'knight to f3, Nf3'],
  ['3+2', 'token 3 walks 2', 'token 3 walks 2, 3+2'],
  ['draw', 'chance: random draw', 'chance: random draw'],
])('what is written, %s, is part of what a move is called', (text, spoken, label) => {
  expect(moveLabel({ text, spoken })).toBe(label);
});
