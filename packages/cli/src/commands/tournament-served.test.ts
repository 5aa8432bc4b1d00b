/** `kifu tournament … --server`: made, entered, begun and looked at on `kifu serve`. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kifu } from '../../test/run-kifu.ts';
import { type Serving, startServing } from '../../test/serving.ts';

let folder: string;
let serving: Serving;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-served-'));
  serving = await startServing(['--store', join(folder, 'server.sqlite'), '--no-site']);
});
afterAll(async () => {
  await serving.stop();
  await rm(folder, { recursive: true });
});

/** As a user with a home of their own. */
const as = (who: string, ...words: string[]) =>
  kifu(words, { env: { KIFU_HOME: join(folder, who) } });

test('an organiser makes one, players enter with their keys, and a round begins', async () => {
  const { url } = serving;
  for (const who of ['Ann', 'Bob', 'Cid']) await as(who, 'login', url, '--name', who);
  const on = ['--server', url];
  const made = await as(
    'Ann',
    'tournament',
    'new',
    'Club',
    '--game',
    'chess',
    '--rounds',
    '2',
    ...on,
    '--json',
  );
  const { id } = JSON.parse(made.out);
  for (const who of ['Ann', 'Bob', 'Cid']) await as(who, 'tournament', 'enter', id, ...on);
  expect((await as('Bob', 'tournament', 'start', id, ...on)).err).toMatch(/only the organizer/);
  expect((await as('Cid', 'tournament', 'withdraw', id, ...on)).out).toBe('2 players\n');
  expect((await as('Ann', 'tournament', 'start', id, ...on)).out).toBe('round 1\n1  Ann  –  Bob\n');
  expect((await as('Ann', 'tournament', 'withdraw', id, 'Bob', ...on)).out).toBe('1 player\n');
  expect((await as('Bob', 'tournament', 'standings', id, ...on)).out).toMatch(/1\s+Ann\s+1 /);
  expect((await as('Bob', 'tournament', 'verify', id, ...on)).out).toBe(
    'round 1, board 1  not played, vouched for by the organizer\n' +
      '7 signed entries, 0 matches; results: 0 proven by signatures, 1 vouched for by the organizer\n',
  );
  expect((await as('Bob', 'tournament', 'standings', 'bafynosuch', ...on)).err).toMatch(
    /not-found/,
  );
});

test('the command remembers a tournament on a server when it enters and looks', async () => {
  const on = ['--server', serving.url];
  const made = await as('Ann', 'tournament', 'new', 'Open', '--game', 'chess', ...on, '--json');
  const { id } = JSON.parse(made.out);
  await as('Ann', 'tournament', 'enter', id, ...on);
  await as('Bob', 'tournament', 'enter', id, ...on);
  const seen = join(folder, 'Bob', 'tournaments', `${id}.car`);
  const entered = await readFile(seen);
  await as('Cid', 'tournament', 'enter', id, ...on);
  expect((await as('Bob', 'tournament', 'standings', id, ...on)).err).toBe('');
  const looked = await readFile(seen);
  expect(looked.length).toBeGreaterThan(entered.length);
  await writeFile(seen, looked.subarray(0, 10)); // what cannot be read is replaced
  expect((await as('Bob', 'tournament', 'standings', id, ...on)).err).toBe('');
  expect(await readFile(seen)).toEqual(looked);
});
