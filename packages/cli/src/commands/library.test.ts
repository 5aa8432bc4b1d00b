/** The library at the command line: what is listed, found, shown, changed and looked after. */
import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { formatCid } from '@kifu/core';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { MATE, workshop } from '../../test/files.ts';
import { jsonLines, kifu, type World } from '../../test/run-kifu.ts';
import { columnsOf } from '../columns.ts';

const { run, at, write, text } = workshop();

const COLLECTION = `[Event "Club"]
[Date "2024.03.01"]
[White "Ann Smith"]
[Black "Bob"]
[Result "0-1"]

1. f3 e5 2. g4 {a blunder} Qh4# 0-1

[Event "Club"]
[Date "2025.03.01"]
[White "Bob"]
[Black "Cara"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 {a quiet zugzwang} 1/2-1/2

[Event "Club"]
[Date "2026.03.01"]
[White "羽生善治"]
[Black "Ann Smith"]
[Result "*"]

1. e4 e5 2. Nf3 Nf6 *
`;

beforeAll(async () => {
  await write('club.pgn', COLLECTION);
  await write('moves.txt', MATE);
  await run('library import @club.pgn');
  await run('record chess --moves @moves.txt --player Dan -o @dan.car');
  const go = 'D4 Q16 D16 Q4';
  await write('go.txt', go);
  await run('record go --moves @go.txt --player Eve -o @eve.car');
});

/** The names of the first players, as lists have them. */
async function found(options: string, world: World = {}): Promise<string[]> {
  const { code, out, err } = await run(`library ${options} --json`, world);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const lines = jsonLines(out);
  expect(lines.at(-1)).toMatchObject({ ok: true, matches: lines.length - 1 });
  return lines.slice(0, -1).map(({ players }) => players[0]);
}

/** The short id of a match. */
async function idOf(player: string): Promise<string> {
  const lines = jsonLines((await run(`library list --player ${player} --json`)).out);
  const line = lines.findLast(({ match }) => match !== undefined);
  return line.match.slice(7, 17);
}

test('a list is a table that fits', async () => {
  const { out } = await run('library list');
  expect(out.replace(/^[a-h][a-z2-7]{9}(?= )/gm, '(ID)      ')).toBe(
    `ID          DATE        GAME           PLAYERS                    LENGTH  RESULT
(ID)        2026-03-01  chess          羽生善治 – Ann Smith            4  open
(ID)        2025-03-01  chess          Bob – Cara                      4  draw
(ID)        2024-03-01  chess          Ann Smith – Bob                 4  black
(ID)        –           go             Eve – ?                         4  open
(ID)        –           chess          Dan – ?                         4  black
`,
  );
  for (const columns of [200, 120, 80, 60, 40, 30, 20]) {
    const lines = (await run('library list', { columns })).out.trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
    for (const line of lines.slice(1)) expect(line).toMatch(/^[a-h][a-z2-7]{9} {2}\S/);
  }
  expect((await run('library list', { columns: 160 })).out).toContain('checkmate');
});

test.each<[options: string, players: string[]]>([
  ['list --game go', ['Eve']],
  ['list --player ann', ['羽生善治', 'Ann Smith']],
  ['list --open', ['羽生善治', 'Eve']],
  ['list --result draw', ['Bob']],
  ['list --reason checkmate --sort player', ['Ann Smith', 'Dan']],
  ['list --from 2025 --before 2026', ['Bob']],
  ['list --from 2024-03-01 --before 2024-03-02', ['Ann Smith']],
  ['list --min-length 5', []],
  ['list --max-length 4 --limit 2', ['羽生善治', 'Bob']],
  ['list --rated', []],
  ['list --unrated --source record', ['Eve', 'Dan']],
  ['list --source club.pgn', ['羽生善治', 'Bob', 'Ann Smith']],
  ['list --public', []],
  ['list --private --sort oldest --all', ['Dan', 'Eve', 'Ann Smith', 'Bob', '羽生善治']],
  ['search zugz', ['Bob']],
  ['search smith blun', ['Ann Smith']],
  ['search smith --text blun', ['Ann Smith']],
  ['search 羽', ['羽生善治']],
  ['list --opening e4 --game chess', ['羽生善治', 'Bob']],
  ['list --position-of @dan.car@2', ['Ann Smith', 'Dan']],
  ['list --position-of @dan.car', ['Ann Smith', 'Dan']],
])('%s finds its matches', async (options, players) => {
  expect(await found(options)).toEqual(players);
});

test('positions and openings are said in any notation of the game', async () => {
  const env = { KIFU_HOME: at('home') };
  const ask = async (...words: string[]) => {
    const { code, out } = await kifu(['library', 'list', '--json', ...words], { env });
    return [
      code,
      ...jsonLines(out)
        .slice(0, -1)
        .map(({ players }) => players[0]),
    ];
  };
  const fen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2';
  expect(await ask('--position', fen)).toEqual([0, '羽生善治', 'Bob']);
  expect(await ask('--opening', '1. e2e4 e7-e5 2. Ng1f3')).toEqual([0, '羽生善治', 'Bob']);
  expect(await ask('--opening', 'd4 q16', '--game', 'go')).toEqual([0, 'Eve']);
  expect(await ask('--opening', 'e4 e5 Nf3 Nc6')).toEqual([0, 'Bob']);
  // numbers with dots mean chess, although go has such points too
  expect(await ask('--opening', '1. e4 e5')).toEqual([0, '羽生善治', 'Bob']);
  expect(await ask('--position', '{"board":[]}')).toEqual([2]);
});

test('pages follow each other', async () => {
  const first = (await run('library list --limit 2')).out;
  const [, page] = /\nmore results: add --after (\S+), or --all\n$/.exec(first)!;
  const names: string[] = await found(`list --limit 2 --after ${page}`);
  expect(names).toEqual(['Ann Smith', 'Eve']);
  const lines = jsonLines((await run(`library list --limit 2 --after ${page} --json`)).out);
  expect(await found(`list --limit 2 --after ${lines.at(-1).next}`)).toEqual(['Dan']);
  const other = await run(`library list --sort longest --after ${page}`);
  expect(other).toMatchObject({ code: 2, out: '' });
  expect(other.err).toBe('kifu: malformed: after of the query is not a page of this order\n');
});

test('stats count, and tell where the library is', async () => {
  const { out } = await run('library stats --limit 2');
  expect(out).toMatch(
    /^library {2}home\/library\.sqlite, \d+\.\d MB\nmatches {2}5, 20 entries\n\n/,
  );
  expect(out).toMatch(/\nPLAYER {5}GAME {3}MATCHES {2}WON {2}LOST {2}DRAWN {2}OPEN\n/);
  const [json] = jsonLines((await run('library stats --player ann --json')).out);
  expect(json).toMatchObject({
    ok: true,
    matches: 2,
    tallies: [{ player: 'Ann Smith', matches: 2, losses: 1, open: 1 }],
  });
});

test('show tells what is known of a match', async () => {
  const { code, out } = await run(`library show ${await idOf('cara')}`);
  expect(code).toBe(0);
  expect(out).toMatch(/^game {5}chess\nWhite {4}Bob\nBlack {4}Cara\nstarted {2}2025-03-01\n/);
  expect(out).toContain(
    "\nending   draw by agreement\nevent    Club\nopening  C44 King's Knight Opening: Normal Variation\nmoves    e4 e5 Nf3 Nc6\n",
  );
  expect(out).toMatch(/\nsource {3}club\.pgn\nlisted {3}private, not rated\nmatch {4}bafyrei/);
});

describe('wherever a file is read, an id will do', () => {
  test.each<[words: string, says: RegExp]>([
    ['show ID --at 2', /^1\. f3 e5$/m],
    ['replay ID', /Qh4#/],
    ['info ID', /^White {4}Ann Smith$/m],
    ['state ID', /^\{"board"/],
    ['verify ID', /^ID: unsigned$/m],
    ['convert ID --to pgn', /\{ ?a blunder ?\} 2\.\.\. Qh4#/],
    ['diff ID ID', /the records are the same/],
    ['branch ID --at 2 -o @what-if.car', /branches off after entry 2/],
  ])('%s takes an id', async (words, says) => {
    const id = await idOf('smith');
    const { match } = jsonLines((await run(`library show ${id} --json`)).out)[0];
    for (const name of [id, match, match.slice(0, 14)]) {
      await rm(at('what-if.car'), { force: true });
      const { code, out } = await run(words.replaceAll('ID', name));
      expect(code).toBe(0);
      expect(out.replaceAll(name, 'ID')).toMatch(says);
    }
  });

  test('a file of that name goes first', async () => {
    const id = await idOf('smith');
    const here = process.cwd();
    await writeFile(at(id), 'nonsense');
    process.chdir(at('.'));
    const went = await run(`info ${id}`);
    process.chdir(here);
    await rm(at(id));
    expect(went.err).toContain('unknown record format');
  });

  test.each<[id: string, err: RegExp]>([
    ['aaaaaaaaaa', /^kifu: unreadable: cannot read aaaaaaaaaa: no such file, and no match/],
    ['bafyreiaaaaaaaaaa', /^kifu: unreadable: cannot read bafyreiaaaaaaaaaa: no such/],
    ['bafyrei', /^kifu: not-found: bafyrei: ambiguous ID bafyrei: \w{10}, /],
    ['nothere.car', /^kifu: unreadable: cannot read nothere\.car: no such file or folder\n$/],
  ])('%s is refused', async (id, err) => {
    const went = await run(`show ${id}`);
    expect(went).toMatchObject({ code: 1, out: '' });
    expect(went.err).toMatch(err);
  });

  test('where there is no library, none is made by looking for something', async () => {
    const world = { env: { KIFU_HOME: at('nowhere') } };
    expect((await run('show aaaaaaaaaa', world)).code).toBe(1);
    await expect(stat(at('nowhere'))).rejects.toThrow('ENOENT');
    expect((await run('library list', world)).out).toBe(
      'the library is empty; play a match or run kifu library import\n',
    );
    expect((await run('library list --game go', world)).out).toBe('no matches found\n');
    expect((await stat(at('nowhere'))).mode & 0o777).toBe(0o700);
    expect((await stat(at('nowhere/library.sqlite'))).mode & 0o777).toBe(0o600);
  });
});

test.each<[words: string, err: RegExp]>([
  ['show zz', /^kifu: malformed: zz is not a match ID; kifu library list shows them\n$/],
  ['hide ../x', /is not a match ID/],
  ['export zz --to pgn', /is not a match ID/],
  ['list --from 2026-13-01', /Must be a date such as/],
  ['list --from 2026-02-30', /Must be a date such as/],
  ['list --before yesterday', /Must be a date such as/],
  ['list --after nothing', /Must be the token printed with the previous page/],
  ['list --after WzFd', /^kifu: malformed: after of the query is not a page of this order\n$/],
  ['list --limit 0', /from 1 to/],
  ['list --sort best', /Must be/],
  ['list --game ches', /^kifu: unknown-game: "ches" .* did you mean chess\?\n$/],
  ['list --opening Ke9', /^kifu: malformed: not a known opening; name the game with --game/],
  [
    'list --opening e4',
    /^kifu: malformed: ambiguous opening \(chess or go\); choose with --game\n$/,
  ],
  ['list --opening Ke2', /^kifu: malformed: not a known opening/],
  ['list --opening Ke2 --game chess', /^kifu: illegal-move/],
  ['list --position nothing', /^kifu: malformed: not a known position; name the game/],
  ['list --position-of nothing.car@1', /^kifu: unreadable: cannot read nothing\.car/],
  ['list --rated --unrated', /cannot be used with/],
  ['delete aaaaaaaa', /^kifu: malformed: this cannot be undone; confirm with --force/],
  ['search', /missing required argument/],
  ['search "', /^kifu: malformed: nothing to search for/],
  ['list --text -', /^kifu: malformed: nothing to search for/],
  ['', /Usage: kifu library/],
])('wrong usage is told in a sentence: library %s', async (words, err) => {
  const went = await run(`library ${words}`.trim());
  expect(went).toMatchObject({ code: 2, out: '' });
  expect(went.err).toMatch(err);
});

test('a hidden match is found only with --hidden, and still shown by its id', async () => {
  const id = await idOf('dan');
  expect((await run(`library hide ${id}`)).out).toBe(`${id}: hidden\n`);
  expect(await found('list --player dan')).toEqual([]);
  expect(await found('list --hidden')).toEqual(['Dan']);
  expect((await run(`show ${id}`)).code).toBe(0);
  expect((await run(`library unhide ${id}`)).out).toBe(`${id}: no longer hidden\n`);
  expect(await found('list --player dan')).toEqual(['Dan']);
});

test('a public match stays public until it is made private', async () => {
  const id = await idOf('dan');
  await run(`library public ${id}`);
  expect(await found('list --public')).toEqual(['Dan']);
  // the positions are still known
  expect(await found('list --public --position-of @dan.car@1')).toEqual(['Dan']);
  await run(`library private ${id}`);
  expect(await found('list --public')).toEqual([]);
});

test('of several ids none is touched where one is wrong', async () => {
  const id = await idOf('dan');
  const went = await run(`library hide ${id} aaaaaaaaaa`);
  expect(went).toMatchObject({
    code: 1,
    err: 'kifu: not-found: no match aaaaaaaaaa in the library\n',
  });
  expect(await found('list --hidden')).toEqual([]);
});

describe('in a library of its own', () => {
  const world = { env: { KIFU_HOME: at('own') } };
  const own = (words: string) => run(`library ${words}`, world);
  beforeAll(() => own('import @club.pgn'));

  test('delete forgets for good, gc removes what is left, and an import brings it back', async () => {
    const [{ match }] = jsonLines((await own('list --player cara --json')).out);
    expect((await own(`delete ${match} --force`)).out).toMatch(/^\w{10}: deleted\n$/);
    expect((await own('list --player cara')).out).toBe('no matches found\n');
    expect((await own(`show ${match}`)).code).toBe(1);
    expect((await own('search zugzwang')).out).toBe('no matches found\n');
    const [gone] = jsonLines((await own('gc --grace 0 --json')).out);
    expect(gone).toMatchObject({ ok: true });
    expect((await own('reindex')).out).toBe('2 matches indexed\n');
    expect((await own('check')).out).toMatch(/^2 matches, 2 index entries, .*: no problems\n$/);
    expect((await own('import @club.pgn')).out).toMatch(
      /^3 records: 1 new, 2 already known, 0 invalid/,
    );
    expect((await own('search zugzwang --json')).out).toContain('Cara');
  });

  test('gc --dry-run removes nothing', async () => {
    expect((await own('gc --grace 0 --dry-run')).out).toMatch(/^would remove 0 blocks of /);
  });

  test('reindex lists everything again, comments too', async () => {
    const store = await createSqliteStore(at('own/library.sqlite'));
    const { listings } = await store.library.find({});
    for (const { match } of listings) await store.library.remove(match);
    await store.close();
    expect((await own('list')).out).toMatch(/^the library is empty/);
    const listing = await own(`show ${formatCid(listings[0]!.match)}`);
    expect(listing.err).toMatch(/is stored but not indexed; run kifu library reindex\n$/);
    const checked = await own('check');
    expect(checked.code).toBe(1);
    const lines = checked.out.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    for (const line of lines.slice(0, 3))
      expect(line).toMatch(
        /^index entry {2}bafyrei\w+ {2}not-found: the match is stored but not indexed$/,
      );
    expect(lines[3]).toBe('rebuild the index with kifu library reindex');
    expect(lines[4]).toMatch(/^3 matches, 0 index entries, .*: 3 problems$/);
    const [{ listed }] = jsonLines((await own('reindex --json')).out);
    expect(listed).toBe(3);
    expect((await own('list --opening e4 --game chess --json')).out).toContain('Cara');
    expect((await own('search zugzwang --json')).out).toContain('Cara');
  });

  test('a backup is a library, and nothing is replaced unasked', async () => {
    expect((await own('backup @copy.sqlite')).out).toBe('copy.sqlite\n');
    expect(await own('backup @copy.sqlite')).toMatchObject({ code: 1, err: /^kifu: exists: copy/ });
    expect((await own('backup @copy.sqlite --force')).code).toBe(0);
    const refused: [words: string, why: string][] = [
      ['@no/such/copy.sqlite', 'folder no/such not found; create it first'],
      ['@copy.sqlite/copy.sqlite', 'part of the path is not a folder'],
      ['@. --force', 'it is a folder'],
      ['@own/library.sqlite --force', 'it is the library itself'],
    ];
    for (const [words, why] of refused) {
      const { code, out, err } = await own(`backup ${words}`);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^kifu: unwritable: cannot write .*: /);
      expect(err.trimEnd().endsWith(`: ${why}`), err).toBe(true);
    }
    await run('key new', { env: { KIFU_HOME: at('restored') } });
    await copyFile(at('copy.sqlite'), at('restored/library.sqlite'));
    const { out } = await run('library check', { env: { KIFU_HOME: at('restored') } });
    expect(out).toMatch(/^3 matches, 3 index entries, .*: no problems\n$/);
  });

  test('check tells what is wrong, and everything else continues', async () => {
    const db = new DatabaseSync(at('own/library.sqlite'));
    db.exec("UPDATE matches SET entries = 77 WHERE players LIKE '%Cara%'");
    db.close();
    const { code, out } = await own('check');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^index entry {2}bafyrei\w+ {2}broken-record: the index entry is out of date: wrong entries\n/,
    );
    expect(out).toMatch(/\nrebuild the index with kifu library reindex\n.*: 1 problem\n$/);
    const [json] = jsonLines((await own('check --json')).out);
    expect(json.troubles).toMatchObject([{ what: 'listing', fault: { code: 'broken-record' } }]);
    await own('reindex');
    expect((await own('check')).code).toBe(0);
  });

  test('repair writes a damaged library anew, names what is lost, and keeps the damaged one', async () => {
    const file = at('own/library.sqlite');
    const bytes = await readFile(file);
    bytes.fill(0xa5, 0, 4096); // the page with the schema
    await writeFile(file, bytes);
    expect(await own('list')).toMatchObject({ code: 1, err: /^kifu: unreadable: the library: / });
    const { code, out, err } = await own('repair');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^recovered 3 matches, .*\nthe damaged file is now .*\.damaged-\S+\n$/);
    expect((await own('check')).out).toMatch(/^3 matches, 3 index entries, .*: no problems\n$/);
    expect((await own('search zugzwang --json')).out).toContain('Cara');
    expect((await readdir(at('own'))).filter(name => name.includes('.damaged-'))).toHaveLength(1);
  });
});

test.each<[why: string, content: string, err: RegExp]>([
  ['no database', 'nonsense '.repeat(1000), /^kifu: unreadable: the library: cannot open /],
  ['another program’s', '', /./],
])('refuses a library that is %s', async (why, content, err) => {
  const home = at(`bad-${why.replaceAll(/\W/g, '')}`);
  const env = { KIFU_HOME: home };
  await run('key new', { env });
  if (content !== '') await writeFile(`${home}/library.sqlite`, content);
  else {
    const db = new DatabaseSync(`${home}/library.sqlite`);
    db.exec('CREATE TABLE theirs (x)');
    db.close();
  }
  for (const words of [
    'library list',
    'library import @club.pgn',
    'library check',
    'play --resume last',
  ]) {
    const went = await run(words, { env });
    expect(went, words).toMatchObject({ code: 1, out: '' });
    expect(went.err).toMatch(err);
  }
  // playing and recording go on without it
  const played = await run('play chess --seats human,human', { env, input: 'e4\nquit\n' });
  expect(played.code).toBe(0);
  expect(played.out).toContain('✗ the match is not saved to the library: ');
  const made = await run('record chess --moves @moves.txt -o @other.car --force', { env });
  expect(made).toMatchObject({ code: 0, err: /^kifu: the record is not saved to the library: / });
  expect(await text('moves.txt')).toBe(MATE);
});

test('events, sites and other tags are found by words, and an opening by the games that are there', async () => {
  const home = { env: { KIFU_HOME: at('events') } };
  const pgn =
    '[Event "Titled Tuesday 3rd"]\n[Site "Reykjavík ISL"]\n[White "Zed"]\n[Annotator "Quill"]\n\n1. e4 e5 2. f4 *\n';
  await run('library import -', { ...home, input: pgn });
  for (const [option, words] of [
    ['--event', 'titled tuesday'],
    ['--event', 'TUES'],
    ['--text', 'reykjavik'],
    ['--text', 'quill'],
    ['--opening', 'e4 e5'],
    ['--opening', '1. e4 e5 2. f4'],
  ]) {
    const { code, out } = await kifu(['library', 'list', option!, words!, '--json'], home);
    expect([code, jsonLines(out)[0].players]).toEqual([0, ['Zed', '']]);
    expect(jsonLines(out)[0].facts).toMatchObject({
      site: 'Reykjavík ISL',
      tags: { Annotator: 'Quill' },
    });
  }
  expect((await kifu(['library', 'list', '--event', 'day'], home)).out).toBe('no matches found\n');
  expect((await kifu(['library', 'list', '--csv'], home)).out).toContain(',Reykjavík ISL,');
});
