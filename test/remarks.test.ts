/** Comments and variations go everywhere with their record: through the command, its library, a server on the same file, and out again. */
import { DatabaseSync } from 'node:sqlite';
import { type Game, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { type FindGame, headOf, nodesOf, readKifu } from '@kifu/record';
import { type Annotations, decodeAnnotations } from '@kifu/record/annotations';
import { findRecords, openSource, writeAs } from '@kifu/record/file';
import { createServer } from '@kifu/server';
import { createSqliteStore, type SqliteStore } from '@kifu/stores/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workshop } from '../packages/cli/test/files.ts';
import { jsonLines } from '../packages/cli/test/run-kifu.ts';
import { beginMatch, playOn } from '../packages/record/test/matches.ts';

const { run, at, read, text, write } = workshop();
const games = { names: gameNames, load: loadKit };
const findGame: FindGame = async (name, version) => {
  const kit = await loadKit(name, version);
  return kit.ok ? { ok: true, value: kit.value.game } : kit;
};

const said = (white: string) =>
  `[White "${white}"]\n\n1. f3 {a quiet start} e5 (1... d5 {bolder}) 2. g4 $2 {a blunder} Qh4# 0-1\n`;
const SAID =
  /1\. f3 \{a quiet start\} 1\.\.\. e5 \(1\.\.\. d5 \{bolder\}\) 2\. g4 \$2 \{a blunder\}/;

/** A library of its own for each test. */
let home = 0;
let env: { readonly KIFU_HOME: string };
const path = () => at(`home${home}/library.sqlite`);
beforeEach(() => {
  home++;
  env = { KIFU_HOME: at(`home${home}`) };
});
const kifu = (line: string) => run(line, { env });

/** A server on the file of the library, until it is closed. */
async function serve(): Promise<{ url: string; store: SqliteStore; close(): Promise<void> }> {
  const store = await createSqliteStore(path(), { findGame, keepBlocks: true });
  const server = await createServer({ games, stores: store });
  const url = await server.listen({ port: 0 });
  const close = async () => {
    await server.close();
    await store.close();
  };
  closing.push(close);
  return { url, store, close };
}
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close().catch(() => {});
});

/** The id of the only match of a player. */
async function idOf(player: string): Promise<string> {
  return jsonLines((await kifu(`library list --player ${player} --json`)).out)[0].match;
}

/** What a file in some form says besides what happened. */
async function remarksIn(bytes: Uint8Array, form: string): Promise<Annotations> {
  for await (const source of findRecords(games, '', bytes, form)) {
    const { kifu: record, losses } = unwrap(await openSource(games, unwrap(source)));
    expect(losses).toEqual([]);
    return { notes: record.notes, variations: record.variations };
  }
  throw new Error('there is no record');
}

test('remarks go from the command to a server, and come back', async () => {
  await write('ann.pgn', said('Ann'));
  await write('ben.pgn', said('Ben'));
  await kifu('library import @ann.pgn --public');
  const served = await serve();
  const ann = await idOf('ann');
  const record = (id: string, form: string) =>
    fetch(`${served.url}/api/matches/${id}/record?as=${form}`);
  expect(await (await record(ann, 'pgn')).text()).toMatch(SAID);
  const expected = await remarksIn(await read('ann.pgn'), 'pgn');
  expect(expected.variations).toHaveLength(1);
  for (const form of ['car', 'pack', 'json', 'pgn']) {
    const bytes = new Uint8Array(await (await record(ann, form)).arrayBuffer());
    expect(await remarksIn(bytes, form), form).toEqual(expected);
  }
  const body = await text('ben.pgn');
  const kept = await fetch(`${served.url}/api/records?keep=true`, { method: 'POST', body });
  expect(await kept.json()).toMatchObject({ records: [{ kept: 'yes', losses: [] }] });
  const ben = await idOf('ben');
  expect(await (await record(ben, 'pgn')).text()).toMatch(SAID);
  await served.close();

  // what was uploaded is in the library like everything else
  for (const [form, name] of [
    ['pgn', 'out.pgn'],
    ['car', 'out.car'],
    ['json', 'out.json'],
    ['pack', 'out.kifu'],
  ] as const) {
    expect(await kifu(`library export ${ben} -o @${name} --force`)).toMatchObject({ code: 0 });
    expect(await remarksIn(await read(name), form), form).toEqual(expected);
  }
  expect((await kifu('library search bolder')).out).toMatch(/Ann[\s\S]*Ben|Ben[\s\S]*Ann/);
  expect((await kifu(`library delete ${ben} --force`)).code).toBe(0);
  const store = await createSqliteStore(path());
  const left = new DatabaseSync(path(), { readOnly: true });
  expect(left.prepare('SELECT count(*) AS n FROM remarks').get()).toEqual({ n: 1 });
  left.close();
  await store.close();
});

test('a copy and a rebuilt library have the remarks', async () => {
  await write('ann.pgn', said('Ann'));
  await kifu('library import @ann.pgn');
  await kifu(`library backup @copy${home}.sqlite`);
  const db = new DatabaseSync(path());
  db.exec("INSERT INTO words (words) VALUES ('delete-all'); DELETE FROM traces");
  db.close();
  expect((await kifu('library search blunder')).out).not.toContain('Ann');
  expect((await kifu('library reindex')).code).toBe(0);
  expect((await kifu('library search blunder')).out).toContain('Ann');
  await kifu('library gc --grace 0');
  expect((await kifu(`library export ${await idOf('ann')} --to pgn`)).out).toMatch(SAID);
  expect((await kifu('library check')).code).toBe(0);
  const copy = await createSqliteStore(at(`copy${home}.sqlite`), { findGame });
  const [listing] = (await copy.library.find({ text: 'blunder' })).listings;
  const { remarks } = unwrap(decodeAnnotations((await copy.remarks.get(listing!.match))!));
  expect(remarks).toMatchObject({ notes: [{ text: 'a quiet start' }, { text: 'a blunder' }] });
  await copy.close();
});

test('a library of an older development version is refused, with what to do', async () => {
  await write('ann.pgn', said('Ann'));
  await kifu('library import @ann.pgn');
  const db = new DatabaseSync(path());
  db.exec('PRAGMA user_version = 6');
  db.close();
  for (const line of ['library list', 'library import @ann.pgn']) {
    const { code, err } = await kifu(line);
    expect(code).toBe(1);
    expect(err).toContain(
      'library.sqlite: an older development version wrote it; export it with that version, then import it here',
    );
  }
});

test('a record that is known has its remarks kept or told', async () => {
  const plain = '[White "Cy"]\n\n1. f3 e5 2. g4 *\n';
  const noted = plain.replace('2. g4', '2. g4 {a blunder}');
  await write('plain.pgn', plain);
  await write('noted.pgn', noted);
  await write('other.pgn', plain.replace('2. g4', '2. g4 {a jewel}'));
  await write('early.pgn', '[White "Cy"]\n\n1. f3 {quiet} *\n');
  await kifu('library import @plain.pgn');
  expect((await kifu('library import @noted.pgn')).out).toBe(
    '1 record: 0 new, 1 already known, 0 invalid\n',
  );
  const out = await kifu('library import @noted.pgn @other.pgn');
  expect(out.out).toContain(
    'not converted in 1 record: annotations: the library has others for this match and keeps them\n',
  );
  expect((await kifu(`library export ${await idOf('cy')} --to pgn`)).out).toContain('{a blunder}');
  // also where the library has more of the match than the file
  await kifu(`library delete ${await idOf('cy')} --force`);
  await kifu('library import @plain.pgn @early.pgn');
  expect((await kifu(`library export ${await idOf('cy')} --to pgn`)).out).toContain('{quiet}');
  expect((await kifu('library search quiet')).out).toContain('Cy');
});

test('a match that continues keeps what was said, also about moves that are taken back', async () => {
  await write('dan.pgn', '[White "Dan"]\n\n1. f3 {quiet} e5 {loud} 2. a3 {odd} *\n');
  const play = (line: string, input: string) => run(`play chess ${line}`, { env, input });
  const exported = async () => (await kifu(`library export ${await idOf('dan')} --to pgn`)).out;
  const seats = '--seats human,human';
  expect((await play(`--load ${at('dan.pgn')} ${seats}`, 'a6\nquit\n')).code).toBe(0);
  expect(await exported()).toMatch(
    /1\. f3 \{quiet\} 1\.\.\. e5 \{loud\} 2\. a3 \{odd\} 2\.\.\. a6/,
  );
  expect((await kifu('library search loud')).out).toContain('Dan');
  await play(`--resume ${await idOf('dan')} ${seats}`, 'undo\nundo\ng4\nquit\n');
  expect(await exported()).toMatch(/1\. f3 \{quiet\} 1\.\.\. e5 \{loud\} 2\. g4/);
  expect((await kifu('library search odd')).out).toContain('Dan');
  await play(`--resume ${await idOf('dan')} ${seats}`, 'undo\nundo\nundo\nd4\nquit\n');
  expect(await exported()).toMatch(/\n1\. d4 \*/);
  expect((await kifu('library search quiet')).out).toContain('Dan');
});

const FORMS = await Promise.all(
  gameNames().map(async name => {
    const { formats } = unwrap(await loadKit(name));
    return formats.map(dialect => [name, dialect.name] as const);
  }),
);

test.each(FORMS.flat())('%s as %s: what cannot be carried is told', async (name, form) => {
  const kit = unwrap(await loadKit(name));
  const game = kit.game as Game;
  // replays of version 1 are for these rules alone
  const options = form === 'kfchess-v1' ? { rules: 'classic' } : {};
  const playing = await beginMatch({ game, options, seed: game.chance === undefined ? null : 1 });
  await playOn(playing, 4);
  const nodes = nodesOf(playing.chain);
  const played = unwrap(readKifu(nodes));
  const entry = played.entries.findIndex(({ act }) => act.type === 'move');
  const record = {
    ...played,
    notes: [{ entry: entry + 1, author: null, text: 'a comment', glyphs: [] }],
    variations: [{ entry, entries: [played.entries[entry]!], notes: [], variations: [] }],
  };
  const head = headOf(playing.chain);
  const { output, losses } = unwrap(await writeAs({ kit, kifu: record, nodes, head }, form));
  const back = unwrap(kit.formats.find(dialect => dialect.name === form)!.read(output));
  const lost = losses.join('\n');
  if (back.notes.length === 0) expect(lost).toMatch(/comment|note/);
  if (back.variations.length === 0) expect(lost).toMatch(/variation/);
});
