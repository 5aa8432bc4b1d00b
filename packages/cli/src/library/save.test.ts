import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cidOf, formatCid, type Kifu, type Kit, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { pgn } from '@kifu/games/chess';
import { recordKifu } from '@kifu/record';
import { openRemarks } from '@kifu/record/annotations';
import { findGameIn, type NodeSource, type RecordSource } from '@kifu/record/file';
import { loadNodes } from '@kifu/record/store';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMatch, formatId, isIdText } from './ids.ts';
import type { Library } from './open.ts';
import { prepareSource } from './prepare.ts';
import { loadKept } from './records.ts';
import { saveToLibrary } from './save.ts';

const folder = mkdtempSync(join(tmpdir(), 'kifu-'));
const games = { names: gameNames, load: loadKit };
let library: Library;
let kit: Kit;
beforeAll(async () => {
  const findGame = findGameIn(games);
  library = await createSqliteStore(join(folder, 'library.sqlite'), { findGame });
  kit = unwrap(await loadKit('chess'));
});
afterAll(async () => {
  await library.close();
  rmSync(folder, { recursive: true });
});

const read = (text: string): Kifu => unwrap(pgn.read(text));
const keep = async (kifu: Kifu) =>
  unwrap(await saveToLibrary(games, library, unwrap(await prepared(kifu))));
const prepared = (kifu: Kifu) => prepare({ kifu });
const prepare = (
  what:
    | Pick<Exclude<RecordSource, NodeSource>, 'kifu'>
    | Pick<NodeSource, 'nodes' | 'head' | 'remarks'>,
) =>
  prepareSource(
    games,
    { name: '', form: 'pgn', losses: [], ...what },
    { labels: { source: 'test' }, isPacked: true },
  );

test('a record is kept once, with its listing and remarks', async () => {
  const kifu = read('[White "Ann"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3 1-0');
  const kept = await keep(kifu);
  expect(kept.status).toBe('new');
  expect(await keep(kifu)).toEqual({ ...kept, status: 'known' });
  const { nodes, head, remarks } = unwrap(await loadKept(library, kept.match, 'x'));
  const made = unwrap(recordKifu(kit.game, kifu));
  expect(nodes).toEqual(made.nodes.map(bytes => new Uint8Array(bytes)));
  expect(head).toEqual(kept.head);
  expect(unwrap(openRemarks(kit.game, remarks!))).toMatchObject({
    about: kept.head,
    remarks: { notes: [{ text: 'best by test' }], variations: [{}] },
  });
  expect(await library.library.get(kept.match)).toMatchObject({
    players: ['Ann', ''],
    opening: ['e4', 'e5', 'Nf3'],
    source: 'test',
  });
  const found = await library.library.find({ text: 'best' });
  expect(found.listings.map(({ match }) => match)).toEqual([kept.match]);
});

test('a record that has updated is brought up to date, an older one changes nothing', async () => {
  const some = await keep(read('[White "Bob"]\n\n1. d4 d5 *'));
  const more = await keep(read('[White "Bob"]\n\n1. d4 d5 2. c4 *'));
  expect([some.status, more.status]).toEqual(['new', 'grown']);
  expect(more.match).toEqual(some.match);
  const old = await keep(read('[White "Bob"]\n\n1. d4 *'));
  expect(old).toEqual({ ...more, status: 'known' });
  expect((await library.library.get(some.match))?.entries).toBe(3);
});

test('what was decided about a match stays when it has updated', async () => {
  const { match } = await keep(read('[White "Eve"]\n\n1. d4 *'));
  const listing = (await library.library.get(match))!;
  await library.library.list({ ...listing, visibility: 'public', source: 'mine' });
  await keep(read('[White "Eve"]\n\n1. d4 d5 *'));
  const now = await library.library.get(match);
  expect(now).toMatchObject({ visibility: 'public', source: 'mine', entries: 2 });
});

test('two games with one header are two matches, whichever comes first, and stay so', async () => {
  const [a, b] = [read('1. e4 e5 *'), read('1. d4 d5 *')];
  const [first, second] = [await keep(a), await keep(b)];
  expect([first.status, second.status]).toEqual(['new', 'new']);
  expect(formatCid(first.match)).not.toBe(formatCid(second.match));
  expect(await keep(b)).toEqual({ ...second, status: 'known' });
  expect(await keep(a)).toEqual({ ...first, status: 'known' });
  // also where they come at the same moment
  const many = ['Nf3', 'Nc3', 'g3', 'b3'].map(move => read(`1. ${move} *`));
  const kept = await Promise.all(many.map(keep));
  expect(new Set(kept.map(({ match }) => formatCid(match))).size).toBe(4);
});

test('a match with a nonce has one course; the other is refused', async () => {
  const header = {
    ...read('*').header,
    terms: {
      ...{ nonce: '00'.repeat(16), rated: false, clock: null, referee: null },
      ...{ fair: null, hashEvery: 16, branch: null },
    },
  };
  const played = (text: string) => ({ ...read(text), header });
  await keep(played('1. e4 *'));
  const other = unwrap(await prepared(played('1. d4 *')));
  expect(await saveToLibrary(games, library, other)).toMatchObject({ fault: { code: 'conflict' } });
});

test('a listing that is missing is made up for', async () => {
  const kifu = read('[White "Zoe"]\n\n1. d4 *');
  const { match } = await keep(kifu);
  await library.library.remove(match);
  expect((await keep(kifu)).status).toBe('known');
  expect(await library.library.get(match)).not.toBeNull();
});

test('verified nodes are kept as they are', async () => {
  const kifu = read('[White "Nodes"]\n\n1. d4 d5 1/2-1/2');
  const nodes = unwrap(recordKifu(kit.game, kifu)).nodes;
  const head = cidOf('dag-cbor', nodes.at(-1)!);
  const record = unwrap(await prepare({ nodes, head, remarks: null }));
  const kept = unwrap(await saveToLibrary(games, library, record));
  expect(unwrap(await loadNodes(library, kept.head))).toHaveLength(4);
  expect((await keep(kifu)).status).toBe('known');
});

test('ids are found by their beginnings, with what all begin with or without', async () => {
  const { match } = await keep(read('[White "Id"]\n\n1. d4 *'));
  const whole = formatCid(match);
  for (const text of [whole, whole.slice(0, 20), whole.slice(7), formatId(match)])
    expect(await findMatch(library, text), text).toEqual({ ok: true, value: match });
  expect(await findMatch(library, 'bafy')).toMatchObject({ fault: { code: 'not-found' } });
  expect(await findMatch(library, 'bafyreih')).toMatchObject({ ok: false });
  expect(await findMatch(library, 'bafyrei')).toMatchObject({
    fault: { code: 'not-found', message: /^ambiguous ID bafyrei: \w{10}, .*, …$/ },
  });
  for (const text of ['', 'x', 'game.car', `${whole}a`, 'BAFYREIA', 'zzzzzzzz', '../../aaaa'])
    expect(isIdText(text) && text, text).toBe(false);
  expect(await findMatch(library, 'zz')).toMatchObject({ fault: { code: 'malformed' } });
});
