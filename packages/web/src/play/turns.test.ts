/** The list of moves: turns with numbers, actions as marks, takebacks struck through, dice with the moves they allow. */
import type { Action, Seat } from '@kifu/core';
import { expect, test } from 'vitest';
import type { MatchStep, Roll } from './course.ts';
import { countMoves, isPaired, stopsOf, turnAt, turnsOf } from './turns.ts';

let n = 0;
const base = { said: '', what: '', state: null, view: null, ms: null, events: [], isDrawn: false };
const start = (...rolls: Roll[]): MatchStep => {
  n = 0;
  return { ...{ ...base, n, seat: null, kind: 'start', text: '', act: null, move: null, rolls } };
};
const move = (seat: Seat, text: string, ...rolls: Roll[]): MatchStep => ({
  ...{ ...base, n: ++n, seat, kind: 'move', text, move: text, rolls },
  act: { type: 'move', move: new Uint8Array() },
});
const word = (seat: Seat | null, text: string, act: Action): MatchStep => ({
  ...{ ...base, n: ++n, seat, kind: 'word', text, act, move: null, rolls: [] },
});
const roll = (seat: Seat, text: string): Roll => ({ seat, text });

/** As the list reads: `1. e4 e5`, struck in brackets, marks behind. */
const read = (steps: readonly MatchStep[]): string[] =>
  turnsOf(steps).map(({ number, seat, items, marks }) => {
    const words = items.map(({ kind, text, isStruck }) =>
      isStruck ? `[${text}]` : kind === 'roll' ? `${text}:` : text,
    );
    return [`${number}/${seat}`, ...words, ...marks.map(({ kind }) => `(${kind})`)].join(' ');
  });

test('numbers the moves of two seats by pairs, and keeps the opening of the clock out of them', () => {
  const steps = [
    start(),
    word(0, 'White resumes', { type: 'resume' }),
    word(1, 'Black resumes', { type: 'resume' }),
    ...[move(0, 'e4'), move(1, 'e5'), move(0, 'Nf3')],
  ];
  expect(read(steps)).toEqual(['1/0 e4', '1/1 e5', '2/0 Nf3']);
  expect(isPaired(turnsOf(steps), 2, false)).toBe(true);
  expect(stopsOf(steps)).toEqual([0, 3, 4, 5]);
});

test('shows actions as one mark of their kind at the move after which they happened', () => {
  const steps = [
    ...[start(), move(0, 'e4'), word(0, 'White offers a draw', { type: 'offer-draw' })],
    ...[word(1, 'Black declines', { type: 'decline' }), move(1, 'e5')],
    ...[word(0, 'pauses', { type: 'pause' }), word(0, 'resumes', { type: 'resume' })],
  ];
  expect(read(steps)).toEqual(['1/0 e4 (draw)', '1/1 e5 (pause)']);
  expect(turnsOf(steps)[0]!.marks[0]!.words).toEqual(['White offers a draw', 'Black declines']);
  // what was said after a move shows that move
  expect(turnAt(turnsOf(steps), 6)?.items[0]?.text).toBe('e5');
});

test('strikes what was taken back, in the cell of what replaced it', () => {
  const steps = [
    ...[start(), move(0, 'e4'), move(1, 'e5'), move(0, 'Bc4'), move(1, 'Nc6')],
    ...[
      word(0, 'asks', { type: 'ask-takeback' }),
      word(1, 'allows', { type: 'allow-takeback', to: 2 }),
    ],
  ];
  expect(read(steps)).toEqual(['1/0 e4', '1/1 e5', '2/0 [Bc4] (takeback)', '2/1 [Nc6] (takeback)']);
  const again = [...steps, move(0, 'Bb5'), move(1, 'a6'), move(0, 'Ba4')];
  expect(read(again)).toEqual([
    ...['1/0 e4', '1/1 e5', '2/0 [Bc4] Bb5 (takeback)', '2/1 [Nc6] a6 (takeback)', '3/0 Ba4'],
  ]);
  expect(turnAt(turnsOf(steps), 6)?.items[0]?.text).toBe('e5');
});

test('lists a turn with dice once: the roll and all its moves', () => {
  const steps = [
    ...[start(roll(0, '3-1')), move(0, '8/5'), move(0, '6/5', roll(1, '6-2'))],
    ...[move(1, '24/18'), move(1, '13/11', roll(0, '6-6'), roll(1, '5-4'))],
  ];
  expect(read(steps)).toEqual([
    ...['1/0 3-1: 8/5 6/5', '1/1 6-2: 24/18 13/11', '2/0 6-6:', '2/1 5-4:'],
  ]);
  expect(stopsOf(steps)).toEqual([0, 1, 2, 3, 4]);
});

test('lists moves one by one, in order of time, where seats act at any time', () => {
  const steps = [start(), move(0, 'Pe4'), move(0, 'Nf3'), move(1, 'pe5')];
  expect(turnsOf(steps, true).map(({ items }) => items.map(({ text }) => text))).toEqual([
    ...[['Pe4'], ['Nf3'], ['pe5']],
  ]);
  expect(isPaired(turnsOf(steps, true), 2, true)).toBe(false);
});

test('moves are counted as the list numbers them, without what was taken back, acts and rolls', () => {
  const back: Action = { type: 'allow-takeback', to: 2 };
  const mate = [start(), move(0, 'f3'), move(1, 'e5'), move(0, 'g4'), move(1, 'Qh4#')];
  const table: [steps: readonly MatchStep[], isFree: boolean, count: number][] = [
    [[start()], false, 0],
    [mate, false, 2],
    [mate, true, 4],
    [mate.slice(0, 4), false, 2],
    [[...mate.slice(0, 4), word(1, 'allows', back)], false, 1],
    [[start(roll(0, '3-1')), move(0, '8/5'), move(0, '6/5', roll(1, '6-6'))], false, 1],
  ];
  for (const [steps, isFree, count] of table)
    expect(countMoves(turnsOf(steps, isFree), isFree)).toBe(count);
});
