/** Matches leave the library for an archive, and are found and fetched there, from a folder or a plain web server. */
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { cidOf, formatCid, type Game, ok, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { readCar } from '@kifu/record/car';
import { CAR_LIMITS } from '@kifu/record/file';
import { isPlainPack, pack, unpack } from '@kifu/record/pack';
import { openArchive } from '@kifu/stores/archive';
import { addToArchive, folderFiles, type ToArchive } from '@kifu/stores/archive/folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workshop } from '../../test/files.ts';
import { jsonLines } from '../../test/run-kifu.ts';
import { startServing } from '../../test/serving.ts';

const { run, at, write, text } = workshop();
const env = { KIFU_HOME: at('home') };
const kifu = (words: string) => run(words, { env });

const game = (white: string, date: string, moves: string) =>
  `[White "${white}"]\n[Black "Bob"]\n[Date "${date}"]\n\n${moves}\n\n`;

let server: Server;
let address: string;
beforeAll(async () => {
  await write(
    'games.pgn',
    game('Ann', '2024.01.02', '1. e4 e5 2. Nf3 {the knight is solid} Nc6 1-0') +
      game('Cara', '2025.01.02', '1. d4 d5 1/2-1/2') +
      game('Dora', '2025.06.02', '1. e4 c5 *'),
  );
  expect((await kifu('library import @games.pgn')).code).toBe(0);
  server = createServer(async (request, response) => {
    const path = join(at('archive'), request.url!);
    const { size } = await stat(path);
    const [, start = '0', end = `${size - 1}`] =
      /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    response.writeHead(request.headers.range === undefined ? 200 : 206);
    createReadStream(path, { start: Number(start), end: Number(end) }).pipe(response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a match that has ended is added once, and one that continues stays in the library', async () => {
  const first = await kifu('library export --to archive -o @archive');
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toBe('2 matches added to archive\n1 match still in progress, not archived\n');
  const again = await kifu('library export --to archive -o @archive --json');
  expect(JSON.parse(again.out)).toMatchObject({ ok: true, added: 0, known: 2, open: 1, bad: 0 });
  const files = (await readdir(at('archive'))).sort();
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.kifus$/), 'archive.json']);
  // the library stores imported games as plain packs, which programs of before cannot read: no archive has them
  const bytes = await readFile(at(`archive/${files[0]}`));
  const packs = bytes.toString('hex').match(/894b46(?:01|81)/g);
  expect(packs).toEqual(['894b4601', '894b4601']);
});

test('a match that an archive has as a plain pack is known', async () => {
  const source = await openArchive(folderFiles(at('archive')));
  const { listings } = await source.find({});
  async function* plainly(): AsyncGenerator<ToArchive> {
    for (const listing of listings) {
      const { nodes, remarks } = unwrap(
        await unpack(async () => ok(chess.game as Game), (await source.pack(listing.match))!),
      );
      const plain = unwrap(pack(chess.game as Game, nodes, remarks, { isPlain: true }));
      expect(isPlainPack(plain)).toBe(true);
      yield { listing, pack: plain };
    }
  }
  expect(await addToArchive(at('plain'), plainly())).toMatchObject({ known: 0, other: [] });
  await writeFile(at('plain/.writing-1-1'), 'half');
  const again = await kifu('library export --to archive -o @plain --json');
  expect(JSON.parse(again.out)).toMatchObject({ ok: true, added: 0, known: 2, other: [] });
  expect(await readdir(at('plain'))).toHaveLength(2);
});

describe.each(['folder', 'web server'])('in a %s', kind => {
  const place = () => (kind === 'folder' ? at('archive') : address);

  test('matches are found by what the library finds them by', async () => {
    const names = async (words: string) =>
      jsonLines((await kifu(`library list --archive ${place()} ${words} --json`)).out).flatMap(
        ({ players }) => (players as string[] | undefined)?.[0] ?? [],
      );
    expect(await names('--limit 9')).toEqual(['Cara', 'Ann']);
    expect(await names('--player ann')).toEqual(['Ann']);
    expect(await names('--before 2025')).toEqual(['Ann']);
    expect(await names('--text knight')).toEqual(['Ann']);
    expect(await names('--game chess --opening d4')).toEqual(['Cara']);
    expect(await names('--result draw')).toEqual(['Cara']);
    const { out } = await kifu(`library list --archive ${place()} --player zoe`);
    expect(out).toBe('no matches found\n');
  });

  test('a match is fetched by its head, verified, with its remarks', async () => {
    const [listed] = jsonLines(
      (await kifu(`library list --archive ${place()} --player ann --json`)).out,
    );
    const fetched = await kifu(
      `fetch ${listed!.head} --from archive:${place()} -o @ann.pgn --force`,
    );
    expect(fetched).toMatchObject({ code: 0, err: '' });
    expect(await text('ann.pgn')).toContain('{the knight is solid}');
  });
});

test('--move removes from the library exactly the matches that it moved', async () => {
  const moved = await kifu('library export --before 2025 --to archive -o @archive --move');
  expect(moved.out).toBe(
    '0 matches added to archive\n1 match was there already\n1 match removed from the library\n',
  );
  const left = jsonLines((await kifu('library list --json')).out).flatMap(
    ({ players }) => players ?? [],
  );
  expect(left).toEqual(['Dora', 'Bob', 'Cara', 'Bob']);
});

test('a server finds and opens what has left for the archive', async () => {
  const place = ['--store', at('served.sqlite'), '--archive', at('archive')];
  const serving = await startServing(place);
  const json = async (path: string) =>
    JSON.parse(await (await fetch(`${serving.url}/api/${path}`)).text());
  try {
    const body =
      game('Cara', '2025.01.02', '1. d4 d5 1/2-1/2') + game('Eve', '2024.06.01', '1. c4 1-0');
    await fetch(`${serving.url}/api/records?keep=true`, { method: 'POST', body });
    const { listings } = await json('library?limit=9');
    const names = listings.map(({ players }: { players: string[] }) => players[0]);
    expect(names).toEqual(['Cara', 'Eve', 'Ann']);
    const [found] = (await json('library?player=ann&opening=e4&game=chess&before=2025')).listings;
    const board = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
    const reached = await json(`library?${new URLSearchParams({ game: 'chess', board })}`);
    expect(reached.listings).toEqual([found]);
    expect(await json('library/stats')).toMatchObject({ matches: 2, isWhole: false });
    const path = `matches/${found.match}`;
    expect(await json(path)).toMatchObject({ match: found.match, head: found.head });
    const pgn = await (await fetch(`${serving.url}/api/${path}/record?as=pgn`)).text();
    expect(pgn).toContain('{the knight is solid}');
    expect(await json(`${path}/state?n=1`)).toMatchObject({ n: 1, entries: 4 });
    const car = await fetch(`${serving.url}/api/${path}/record`);
    const first = cidOf(
      'dag-cbor',
      unwrap(readCar(await car.bytes(), CAR_LIMITS)).blocks[1]!.bytes,
    );
    const part = await fetch(`${serving.url}/api/${path}/record?as=pgn&head=${formatCid(first)}`);
    expect(await part.text()).toMatch(/1\. e4(?! e5)/);
    const other = await fetch(
      `${serving.url}/api/${path}/record?head=${found.match.slice(0, -3)}aaa`,
    );
    expect(other.status).toBe(404);
  } finally {
    await serving.stop();
  }
});

test('a match with newer remarks stays in the library', async () => {
  const [cara] = jsonLines((await kifu('library list --player cara --json')).out);
  const id = String(cara!.match);
  expect((await kifu(`annotate ${id} --at 1 --comment later`)).code).toBe(0);
  const { out } = await kifu('library export --player cara --to archive -o @archive --move');
  expect(out).toMatch(
    /1 match not moved, since the archive has a different version: \w{10}\n0 matches removed/,
  );
  expect((await kifu('library search later')).out).toContain('Cara');
});

test.each([
  ['library export --to archive', /an archive is a folder; name it with -o/],
  ['library export abcdefghij --to archive -o @archive', /--to archive takes no IDs/],
  ['library export --to archive -o @archive --sort longest', /always sorted by newest/],
  ['library export --to pgn -o @x.pgn --move', /--move requires --to archive/],
  ['library export --to pgn -o @x.pgn --store postgres://db/kifu', /--store requires --to/],
  ['library export --to archive -o @x --store file.sqlite', /--store takes postgres:/],
  [
    'library export --to archive -o @x --store postgres://a:secret@127.0.0.1:1/k',
    /database: cannot reach postgres:\/\/a@127/,
  ],
  ['library list --archive @nowhere', /nowhere is not an archive: archive\.json not found/],
  [
    'library list --archive @archive --sort player',
    /sort of the query must be newest in an archive/,
  ],
  ['library list --archive http://127.0.0.1:9/', /cannot reach/],
  ['serve --port 0 --archive @nowhere', /nowhere is not an archive: archive\.json not found/],
  [
    'fetch bafyreibkkd5rhkc3rfdhdbpat6lawhuuj4azlso47ecelijapa3koryoza --from archive:ARCHIVE',
    /does not give block/,
  ],
])('%s is refused', async (words, message) => {
  const { code, err } = await kifu(words.replace('ARCHIVE', at('archive')));
  expect(err).toMatch(message);
  expect(code).toBeGreaterThan(0);
});

test('an archive that was changed is refused', async () => {
  await writeFile(at('archive/archive.json'), '{}');
  expect((await kifu('library list --archive @archive')).err).toMatch(/archive\.json is damaged/);
});
