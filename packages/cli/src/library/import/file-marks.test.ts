/** A file that was imported is not read again, and one that has grown is read from its old end; whatever else has changed is read in full. */
import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { workshop } from '../../../test/files.ts';
import { jsonLines } from '../../../test/run-kifu.ts';

const { run, at, write } = workshop();

let homes = 0;
function newHome() {
  const env = { KIFU_HOME: at(`home-${homes++}`) };
  return async (words: string) => (await run(words, { env })).out;
}

const GAMES = 1500;
const ILLEGAL = 700;
const gameOf = (i: number) =>
  `[White "White ${i}"]\n[Black "Black"]\n[Event "Club championship"]\n\n1. e4 ${i === ILLEGAL ? 'Ke7' : 'e5'} 1-0\n\n`;
const gamesOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => gameOf(from + i)).join('');
const ALL = gamesOf(0, GAMES);

/** The lines at the end: the summary, and how many records were not read again. */
function summaryOf(out: string) {
  const [, records, fresh, known, bad] =
    /^([\d,]+) records: ([\d,]+) new, ([\d,]+) already known, ([\d,]+) invalid/m.exec(out)!;
  const unread = /^([\d,]+) records were imported before/m.exec(out)?.[1] ?? '0';
  const numbers = { records, new: fresh, known, bad, unread };
  return Object.fromEntries(
    Object.entries(numbers).map(([name, text]) => [name, Number(text!.replaceAll(',', ''))]),
  );
}

const FIRST = { records: GAMES, new: GAMES - 1, known: 0, bad: 1, unread: 0 };
const SKIPPED = { records: GAMES, new: 0, known: GAMES - 1, bad: 1, unread: GAMES };

test('a file is passed over when it was imported, under any name, and read again with --again', async () => {
  const kifu = newHome();
  await write('all.pgn', ALL);
  expect(summaryOf(await kifu('library import @all.pgn'))).toEqual(FIRST);
  const again = await kifu('library import @all.pgn');
  expect(summaryOf(again)).toEqual(SKIPPED);
  expect(again).not.toContain('all.pgn#');
  await copyFile(at('all.pgn'), at('copy.pgn'));
  expect(summaryOf(await kifu('library import @copy.pgn'))).toEqual(SKIPPED);
  const read = await kifu('library import @all.pgn --again');
  expect(summaryOf(read)).toEqual({ ...SKIPPED, unread: 0 });
  expect(read).toContain(`all.pgn#${ILLEGAL + 1} `);
  const [summary] = jsonLines(await kifu('library import @all.pgn --json'));
  expect(summary).toMatchObject({ ok: false, summary: { records: GAMES, unread: GAMES } });
});

test('a file that has grown is read from its old end, also compressed', async () => {
  const kifu = newHome();
  await write('grown.pgn', gamesOf(0, 1400));
  await kifu('library import @grown.pgn');
  await appendFile(at('grown.pgn'), gamesOf(1400, GAMES));
  const grown = summaryOf(await kifu('library import @grown.pgn'));
  expect(grown).toMatchObject({ records: GAMES, new: GAMES - 1400, bad: 1 });
  expect(grown.unread).toBeGreaterThan(1200);
  expect(grown.unread).toBeLessThan(1400);
  // what is bad is counted from the beginning of the file
  await appendFile(at('grown.pgn'), gameOf(ILLEGAL));
  expect(await kifu('library import @grown.pgn')).toContain(`grown.pgn#${GAMES + 1} `);
  await write('grown.pgn.gz', gzipSync(ALL, { level: 0 }));
  await kifu('library import @grown.pgn.gz');
  expect(summaryOf(await kifu('library import @grown.pgn.gz'))).toEqual(SKIPPED);
});

test('a file in which something has changed is read in full', async () => {
  const kifu = newHome();
  await write('changed.pgn', ALL);
  await kifu('library import @changed.pgn');
  await writeFile(at('changed.pgn'), ALL.replace('White 1300', 'Other 1300'));
  const changed = summaryOf(await kifu('library import @changed.pgn'));
  expect(changed).toEqual({ ...FIRST, new: 1, known: GAMES - 2 });
});

test('a match that was deleted comes back with the next import', async () => {
  const kifu = newHome();
  await write('deleted.pgn', ALL);
  await kifu('library import @deleted.pgn');
  const [{ match }] = jsonLines(await kifu('library list --limit 1 --json'));
  await kifu(`library delete ${match} --force`);
  const back = summaryOf(await kifu('library import @deleted.pgn'));
  expect(back).toEqual({ ...FIRST, new: 1, known: GAMES - 2 });
});

test('--dry-run reads everything and marks nothing', async () => {
  const kifu = newHome();
  await write('dry.pgn', ALL);
  expect(summaryOf(await kifu('library import @dry.pgn --dry-run'))).toEqual(FIRST);
  expect(summaryOf(await kifu('library import @dry.pgn'))).toEqual(FIRST);
  const dry = summaryOf(await kifu('library import @dry.pgn --dry-run'));
  expect(dry).toEqual({ ...SKIPPED, unread: 0 });
});

test('a short file is read again, and says what is bad in it once more', async () => {
  const kifu = newHome();
  const short = gamesOf(ILLEGAL, ILLEGAL + 3);
  await write('short.pgn', short);
  await kifu('library import @short.pgn');
  expect(await kifu('library import @short.pgn')).toMatch(/^invalid {2}short\.pgn {2}/);
  expect(short.length).toBeLessThan((await readFile(at('all.pgn'))).length);
});
