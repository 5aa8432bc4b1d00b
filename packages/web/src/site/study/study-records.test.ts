/** Studies as files of other programs, and as links: what is written is found in them again, and damage is refused. */
import type { Kit } from '@kifu/core';
import { unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { findRecords, type Games, openSource } from '@kifu/record/file';
import type { Study } from '@kifu/record/study';
import { expect, test } from 'vitest';
import { studyLetters, studyOfLetters } from './study-link.ts';
import { beginChapter, readStudy, studyForms, writeStudy } from './study-records.ts';

const games: Games = { names: gameNames, load: loadKit };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const PGN = `[White "Ann"]
[Black "Bob"]

1. e4 {[%cal Ge2e4] best} e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 *

[ChapterName "Mate"]

1. f3 e5 2. g4 Qh4# 0-1
`;
const SGF = '(;GM[1]FF[4]SZ[9]GN[Corner];B[cc];W[gg]C[far](;B[gc])(;B[cg]C[or here]))';

/** What the chapters of a study say. */
async function said({ title, chapters }: Study): Promise<unknown> {
  const all: unknown[] = [];
  for (const chapter of chapters)
    for await (const source of findRecords(games, '', chapter.pack, 'pack')) {
      const { kifu } = unwrap(await openSource(games, unwrap(source)));
      const { notes, variations, entries, header } = kifu;
      all.push([chapter.title, header.tags.StudyName, entries.length, notes, variations]);
    }
  return [title, all];
}

test.each([
  ['games.pgn', PGN, 'pgn', ['Ann – Bob', 'Mate']],
  ['game.sgf', SGF, 'sgf', ['Corner']],
])('chapters of %s are written to such a file and read again', async (name, text, form, titles) => {
  const found = await readStudy(games, { name, bytes: bytesOf(text) });
  expect(found.faults).toEqual([]);
  expect(found.chapters.map(({ title }) => title)).toEqual(titles);
  const forms = await studyForms(
    games,
    found.chapters.map(({ game }) => game),
  );
  const study = { title: form === 'pgn' ? 'Two "games"' : '', chapters: found.chapters };
  const written = unwrap(await writeStudy(games, study, forms.find(other => other.name === form)!));
  expect(written.extension).toBe(form);
  const again = await readStudy(games, { name: `again.${form}`, bytes: written.bytes });
  expect(await said(again)).toEqual(await said(study));
  if (form === 'pgn') expect(again.chapters).toEqual(found.chapters);
});

test('studies of several games are one file all the same', async () => {
  const [chess] = (await readStudy(games, { name: 'a.pgn', bytes: bytesOf(PGN) })).chapters;
  const [go] = (await readStudy(games, { name: 'a.sgf', bytes: bytesOf(SGF) })).chapters;
  const study = { title: 'Both', chapters: [chess!, go!] };
  expect(await studyForms(games, ['chess', 'go'])).toEqual([]);
  const { bytes, extension } = unwrap(await writeStudy(games, study, null));
  expect(extension).toBe('car');
  expect(await readStudy(games, { name: 'both.car', bytes })).toEqual({ ...study, faults: [] });
});

test('some records of a file can be chosen, and broken ones are reported', async () => {
  const text = `${PGN}\n1. e4 e5 2. Ke3 *\n`;
  const found = await readStudy(games, { name: 'a.pgn', bytes: bytesOf(text) });
  expect(found.chapters).toHaveLength(2);
  expect(found.faults).toMatchObject([{ code: 'illegal-move' }]);
  const second = await readStudy(games, { name: 'a.pgn', bytes: bytesOf(text), numbers: [2] });
  expect(second.chapters.map(({ title }) => title)).toEqual(['Mate']);
});

test('a chapter begins at the start, or at a position', async () => {
  const kit = unwrap(await loadKit('chess')) as Kit;
  const fen = '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1';
  expect(unwrap(beginChapter(kit, '', 0))).toMatchObject({ game: 'chess', title: '' });
  const chapter = unwrap(beginChapter(kit, fen, 0));
  const pgn = unwrap(
    await writeStudy(
      games,
      { title: '', chapters: [chapter] },
      (await studyForms(games, ['chess']))[0]!,
    ),
  );
  expect(new TextDecoder().decode(pgn.bytes)).toContain(`[FEN "${fen}"]`);
  expect(beginChapter(kit, 'no position', 0).ok).toBe(false);
});

test('a study in a link is the same, and a damaged or long one is refused', async () => {
  const { chapters } = await readStudy(games, { name: 'a.pgn', bytes: bytesOf(PGN) });
  const study = { title: 'Link', chapters: chapters.map(({ title, pack }) => ({ title, pack })) };
  const letters = studyLetters(study)!;
  expect(letters).toMatch(/^[\w-]+$/);
  expect(letters.length).toBeLessThan(600);
  expect(unwrap(studyOfLetters(letters))).toEqual(study);
  for (const bad of ['', '%', letters.slice(0, -1), `${letters}A`, 'A'.repeat(100_000)])
    expect(studyOfLetters(bad).ok, bad.slice(0, 20)).toBe(false);
  const long = { title: '', pack: new Uint8Array(30_000) };
  expect(studyLetters({ title: '', chapters: [long] })).toBeNull();
});
