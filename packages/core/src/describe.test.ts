/** Words for people about any match. */
import { expect, test } from 'vitest';
import { ACTIONS, type Action } from './acts.ts';
import {
  describeAction,
  describeOutcome,
  describeTimeControl,
  seatNamesOf,
  spaced,
} from './describe.ts';
import { formatDuration } from './format-time.ts';
import type { Outcome } from './game.ts';
import type { TimeControl } from './time-control.ts';

test('seats are called as their game says, else by number', () => {
  const name = seatNamesOf({
    texts: { title: '', seats: ['White', 'Black'], reasons: {}, refusals: {} },
  });
  expect([0, 1, 2].map(name)).toEqual(['White', 'Black', 'seat 2']);
});

test.each([
  ['fivefoldRepetition', 'fivefold repetition'],
  ['king_captured', 'king captured'],
  ['withheld-link', 'withheld link'],
  ['CityContestWon', 'city contest won'],
])('%s in words', (word, words) => expect(spaced(word)).toBe(words));

const name = (seat: number) => 'abc'[seat]!;

test.each<[outcome: Outcome, words: string]>([
  [{ result: 'win', winners: [0], points: null, reason: 'checkmate' }, 'a wins (checkmate)'],
  [{ result: 'win', winners: [1], points: null, reason: 'unknown' }, 'b wins, 0–1'],
  [{ result: 'win', winners: [0], points: [2, 0], reason: 'unknown' }, 'a wins, 2–0'],
  [{ result: 'draw', winners: [], points: null, reason: 'unknown' }, 'draw'],
  [
    { result: 'win', winners: [0, 2], points: [3, 0, 1], reason: 'lastTaken' },
    'a and c win (last taken), 3–0–1',
  ],
  [{ result: 'draw', winners: [], points: null, reason: 'deadPosition' }, 'draw (dead position)'],
  [{ result: 'void', winners: [], points: null, reason: 'aborted' }, 'no result (aborted)'],
])('outcome %o', (outcome, words) => expect(describeOutcome(outcome, name)).toBe(words));

const MOVE = Uint8Array.of(1);
const SAID: readonly [seat: number | null, act: Action, words: string][] = [
  [0, { type: 'move', move: MOVE }, 'a moves'],
  [
    0,
    { type: 'refused', move: MOVE, fault: { code: 'illegal-move', message: 'no' } },
    'a: illegal move: no',
  ],
  [null, { type: 'links', links: [] }, 'random draw'],
  [0, { type: 'leave', of: 1, how: 'withheld-link' }, 'b fails to reveal a roll'],
  [1, { type: 'claim', reason: 'threefoldRepetition' }, 'b claims: threefold repetition'],
  [0, { type: 'offer-draw' }, 'a offers a draw'],
  [1, { type: 'accept-draw' }, 'b accepts the draw'],
  [1, { type: 'decline' }, 'b declines'],
  [0, { type: 'ask-takeback' }, 'a requests a takeback'],
  [1, { type: 'allow-takeback', to: 3 }, 'b accepts the takeback to entry 3'],
  [null, { type: 'pause' }, 'the referee pauses'],
  [0, { type: 'resume' }, 'a resumes'],
  [0, { type: 'abort' }, 'a aborts the game'],
];

test.each(SAID)('what %s did: %j', (seat, act, words) =>
  expect(describeAction({ seat, act }, name)).toBe(words),
);

test('every kind of act is among them', () => {
  expect(SAID.map(([, { type }]) => type)).toEqual(Object.keys(ACTIONS));
});

test.each<[control: TimeControl, words: string]>([
  [{ type: 'absolute', mainMs: 300_000 }, '5:00 sudden death'],
  [{ type: 'fixed', moveMs: 2500 }, '2.5 s per move'],
  [{ type: 'fischer', mainMs: 5_403_000, incrementMs: 2000 }, '1:30:03 + 2 s per move'],
  [
    { type: 'byo-yomi', mainMs: 60_000, periods: 5, periodMs: 30_000 },
    '1:00, then 5 periods of 30 s',
  ],
])('%j in words', (control, words) => expect(describeTimeControl(control)).toBe(words));

test.each([
  [0, '0 s'],
  [950, '0.9 s'],
  [59_999, '59.9 s'],
  [60_000, '1:00'],
  [3_599_000, '59:59'],
  [3_600_000, '1:00:00'],
])('%i ms last %s', (ms, words) => expect(formatDuration(ms)).toBe(words));
