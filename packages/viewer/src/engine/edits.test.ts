/** Edits of what a record says: each changes one moment or one variation, and nothing that happened. */
import { entryOf, type Kifu, unwrap } from '@kifu/core';
import { pgn } from '@kifu/games/chess';
import { expect, test } from 'vitest';
import { withEnd, withNote } from './edits.ts';

const read = (text: string): Kifu => unwrap(pgn.read(text));
const KIFU = read('1. e4 e5 (1... c5 {sharp} 2. Nf3 (2. c3 d5) d6) 2. Nf3 *');
const ARROW = {
  type: 'arrow',
  from: { area: 'board', column: 4, row: 1 },
  to: { area: 'board', column: 4, row: 3 },
  color: 'green',
} as const;

test('a comment is set, changed and removed', () => {
  const written = withNote(KIFU, [], 1, { text: 'best', shapes: [ARROW] });
  expect(written.notes).toEqual([
    { entry: 1, author: null, text: 'best', glyphs: [], shapes: [ARROW] },
  ]);
  const changed = withNote(written, [], 1, { text: 'good', shapes: [] });
  expect(changed.notes).toEqual([{ entry: 1, author: null, text: 'good', glyphs: [] }]);
  expect(withNote(changed, [], 1, { text: '', shapes: [] })).toEqual({
    notes: [],
    variations: KIFU.variations,
  });
});

test('comments stand in the order of their moments, and those of others stay', () => {
  const ann = { entry: 2, author: 'Ann', text: 'hm', glyphs: [] };
  const three = withNote({ notes: [ann], variations: [] }, [], 3, { text: 'c', shapes: [] });
  const { notes } = withNote(three, [], 2, { text: 'b', shapes: [] });
  expect(notes.map(({ author, text }) => [author, text])).toEqual([
    ['Ann', 'hm'],
    [null, 'b'],
    [null, 'c'],
  ]);
});

test('what else a note says stays when its words go', () => {
  const { notes } = read('1. e4 {[%eval 0.3] good} *');
  const edited = withNote({ notes, variations: [] }, [], 1, { text: '', shapes: [] });
  expect(edited.notes).toEqual([{ ...notes[0], text: '' }]);
});

test.each<[string, number[], number, string]>([
  ['before the variation, of the match', [0], 1, '1. e4 {x}'],
  ['in the variation', [0], 3, '2. Nf3 {x}'],
  ['within a deeper variation, of the outer one', [0, 0], 2, '1... c5 {x}'],
  ['in the deeper variation', [0, 0], 4, '2. c3 d5 {x}'],
])('a comment belongs to the line that has the moment: %s', (_name, path, n, written) => {
  const edited = withNote(KIFU, path, n, { text: 'x', shapes: [] });
  const { output } = unwrap(pgn.write({ ...KIFU, ...edited }));
  expect(`${output}`.replace(/\s+/g, ' ')).toContain(written);
});

test('a variation at the end of an open record continues it', () => {
  const open = read('1. e4 *');
  const [, , next] = KIFU.entries;
  const tried = { entry: 1, entries: [next!], notes: [], variations: [] };
  const other = { entry: 0, entries: [next!], notes: [], variations: [] };
  const kifu = { ...open, variations: [other, tried] };
  expect(withEnd(kifu, [1])).toMatchObject({
    entries: [...open.entries, next],
    variations: [other],
  });
  expect(withEnd(kifu, [0])).toBeNull();
  expect(withEnd(kifu, [])).toBeNull();
});

test('a record that is over or signed is not continued', () => {
  const tried = { entry: 1, entries: [entryOf(1, { type: 'resume' })], notes: [], variations: [] };
  const over = { ...read('1. e4 1-0'), variations: [tried] };
  expect(withEnd(over, [0])).toBeNull();
  const open = { ...read('1. e4 *'), variations: [tried] };
  const players = open.header.players.map(player => ({ ...player, key: 'ab'.repeat(32) }));
  expect(withEnd({ ...open, header: { ...open.header, players } }, [0])).toBeNull();
  expect(withEnd(open, [0])).not.toBeNull();
});
