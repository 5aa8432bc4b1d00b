/** A selection as one file: what is written is found in it again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCid, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { type FormatInfo, findRecords, formsOf, openSource } from '@kifu/record/file';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { WantedRecords } from '../record-files.ts';
import { joinRecords, type WrittenRecord, writeRecords } from './write-records.ts';

const games = { names: gameNames, load: loadKit };
const SAMPLES = join(import.meta.dirname, '../../../../public/samples');
const sample = (name: string): WantedRecords => ({
  ...{ name, numbers: [1] },
  bytes: new Uint8Array(readFileSync(join(SAMPLES, name))),
});
const PGN: WantedRecords = {
  name: 'three.pgn',
  bytes: new TextEncoder().encode(
    ['e4 e5', 'd4 d5', 'c4 c5']
      .map((moves, i) => `[White "Ann ${i}"]\n[Black "Bob"]\n\n1. ${moves} *\n`)
      .join('\n'),
  ),
  numbers: [1, 3],
};

async function write(form: string, ...files: readonly WantedRecords[]) {
  const written: WrittenRecord[] = [];
  const faults: string[] = [];
  for (const file of files)
    for await (const one of writeRecords(games, file, form))
      if (one.ok) written.push(one.value);
      else faults.push(one.fault.code);
  return { written, faults };
}

const formOf = async (name: string, game = 'chess'): Promise<FormatInfo> =>
  formsOf(unwrap(await loadKit(game)).formats).find(form => form.name === name)!;

async function headsIn(name: string, bytes: Uint8Array): Promise<string[]> {
  const heads: string[] = [];
  for await (const source of findRecords(games, name, bytes, null))
    heads.push(formatCid(unwrap(await openSource(games, unwrap(source))).head));
  return heads;
}

test('records in a form with collections are written as one text', async () => {
  const { written } = await write('pgn', PGN);
  expect(written.map(({ players }) => players[0])).toEqual(['Ann 0', 'Ann 2']);
  const { name, bytes } = joinRecords(written, await formOf('pgn'));
  expect(name).toBe('matches.pgn');
  const [first, , third] = await headsIn(PGN.name, PGN.bytes);
  expect(await headsIn(name, bytes)).toEqual([first, third]);
});

test('records of several games in any other form are written as files in a ZIP', async () => {
  const files = [sample('chess.car'), sample('go.car'), PGN];
  const { written } = await write('car', ...files);
  const { name, bytes } = joinRecords(written, await formOf('car'));
  expect(name).toBe('matches-car.zip');
  const unzipped = Object.entries(unzipSync(bytes));
  expect(unzipped.map(([file]) => file.slice(0, 2))).toEqual(['1-', '2-', '3-', '4-']);
  const heads = await Promise.all(unzipped.map(([file, car]) => headsIn(file, car)));
  const before = await Promise.all(files.map(file => headsIn(file.name, file.bytes)));
  expect(heads.flat()).toEqual(before.flat().filter((_, i) => i !== 3));
});

test('one record is written as a file named after its players', async () => {
  const { written } = await write('json', { ...PGN, numbers: [2] });
  const { name } = joinRecords(written, await formOf('json'));
  expect(name).toBe('ann-1-bob.json');
});

test('a record that cannot be written is a fault, and the others are written', async () => {
  const { written, faults } = await write('pgn', sample('go.car'), PGN, {
    ...{ name: 'x.car', numbers: [1], bytes: new Uint8Array([1, 2, 3]) },
  });
  expect([written.length, faults]).toEqual([2, ['unsupported', 'malformed']]);
});
