/** Chapters with their analysis: it takes the place of the one before, and nothing else does. */
import { type Note, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { type Games, writeWhole } from '@kifu/record/file';
import { expect, test } from 'vitest';
import { withChapterAnalysis } from './chapter-analysis.ts';
import { openRecord, readStudy } from './study-records.ts';

const games: Games = { names: gameNames, load: loadKit };
const PGN = '1. e4 {own} e5 (1... c5 {sharp}) 2. Nf3 *';
const AUTHOR = 'Kifu 1 (analysis, 5 nodes)';

const packOf = async (text: string): Promise<Uint8Array> => {
  const file = { name: 'a.pgn', bytes: new TextEncoder().encode(text) };
  return (await readStudy(games, file)).chapters[0]!.pack;
};

/** A record as an analysis leaves it: with what was said when it began. */
async function analyzedFrom(pack: Uint8Array, author = AUTHOR): Promise<Uint8Array> {
  const { kit, kifu, nodes, head } = unwrap(await openRecord(games, pack, 'pack'));
  const note: Note = { entry: 2, author, text: '', glyphs: [4] };
  const best = { entry: 1, entries: kifu.variations[0]!.entries, notes: [note], variations: [] };
  const notes = [...kifu.notes, { ...note, evaluation: { score: 30 } }];
  const annotated = { ...kifu, notes, variations: [...kifu.variations, best] };
  return unwrap(writeWhole({ kit, kifu: annotated, nodes, head }, 'car')) as Uint8Array;
}

/** What a chapter says, and who says it. */
async function said(pack: Uint8Array) {
  const { notes, variations } = unwrap(await openRecord(games, pack, 'pack')).kifu;
  return {
    notes: notes.map(({ entry, author, text }) => [entry, author, text]),
    variations: variations.map(({ notes: [first] }) => first?.author ?? first?.text),
  };
}

test('an analysis joins what was said meanwhile, takes the place of another, and can be removed', async () => {
  const pack = await packOf(PGN);
  const analyzed = await analyzedFrom(pack);
  const later = await packOf(PGN.replace('own', 'changed').replace('Nf3 *', 'Nf3 {new} *'));
  const own = [
    [1, null, 'changed'],
    [3, null, 'new'],
  ];
  const first = unwrap(await withChapterAnalysis(games, { pack: later, analyzed }));
  expect(await said(first)).toEqual({
    notes: [own[0], [2, AUTHOR, ''], own[1]],
    variations: ['sharp', AUTHOR],
  });
  const other = 'Stockfish 17 (analysis, depth 9)';
  const again = { pack: first, analyzed: await analyzedFrom(pack, other) };
  expect((await said(unwrap(await withChapterAnalysis(games, again)))).notes).toEqual([
    own[0],
    [2, other, ''],
    own[1],
  ]);
  const removed = unwrap(await withChapterAnalysis(games, { pack: first, analyzed: null }));
  expect(await said(removed)).toEqual({ notes: own, variations: ['sharp'] });
});

test('bytes that are no record are refused', async () => {
  const pack = await packOf(PGN);
  const bad = new Uint8Array([1, 2, 3]);
  expect((await withChapterAnalysis(games, { pack, analyzed: bad })).ok).toBe(false);
  expect((await withChapterAnalysis(games, { pack: bad, analyzed: null })).ok).toBe(false);
});
