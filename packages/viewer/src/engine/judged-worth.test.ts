/** The curve of a record with evaluations in its notes. */
import type { Kit, Note } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { expect, test } from 'vitest';
import { judgedWorth } from './judged-worth.ts';

const kit = chess as unknown as Kit;
const note = (entry: number, evaluation: Note['evaluation']): Note => ({
  ...{ entry, author: null, text: '', glyphs: [] },
  ...(evaluation !== undefined && { evaluation }),
});

test('takes the evaluations of notes where most positions have one, and the end from the game', () => {
  const notes = [note(1, { score: 0 }), note(2, { winIn: -1 }), note(2, undefined)];
  expect(judgedWorth(kit, [0, 30, 40, 40, -1000], notes)).toEqual([0, 0, -1000, -1000, -1000]);
});

test('leaves the curve of the game where few positions have one', () => {
  const worth = [0, 30, 40, 40, -1000];
  expect(judgedWorth(kit, worth, [note(1, { score: 500 })])).toBe(worth);
  expect(judgedWorth(kit, worth, [])).toBe(worth);
  expect(judgedWorth(kit, null, [note(1, { score: 500 })])).toBeNull();
});
