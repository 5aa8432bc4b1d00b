/**
 * Archives: what it costs to find matches among a million on a plain host for files, in requests and bytes. They are in four files, as of a site that adds to its
 * archive once a year. To make them takes minutes: `KIFU_BENCH_ARCHIVE=FOLDER` keeps them, and goes on with those that are there.
 */
import {
  globSync,
  mkdtempDisposableSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { rngFrom } from '@kifu/core';
import { httpFiles, openArchive } from '@kifu/stores/archive';
import { addToArchive, type ToArchive } from '@kifu/stores/archive/folder';
import { manyListing } from '../packages/stores/test/many-listings.ts';
import { KINDS } from '../packages/stores/test/many-queries.ts';
import { type Figure, figuresOf, progress, sumOf } from './measure.ts';

const MATCHES = Number(process.env.KIFU_BENCH_MATCHES ?? 1_000_000);
const FILES = 4;
const IN_FILE = MATCHES / FILES;
/** As large as a game of 80 plies as a pack; these are never unpacked. */
const PACK = new Uint8Array(600).map((_, i) => i * 37);
/** Each kind is asked so often, each time by a reader with an empty cache. */
const ROUNDS = 9;
/** What people ask of an archive, by the kinds of queries that libraries are tested with. */
const ASKED = {
  newest: 'all',
  player: 'a player',
  position: 'a position',
  words: 'two words',
} as const;

export async function* bench(): AsyncGenerator<Figure> {
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  const folder = process.env.KIFU_BENCH_ARCHIVE ?? temporary.path;
  for (let n = filesIn(folder).length; n < FILES; n++) {
    progress(`writing file ${n + 1} of ${FILES}, ${IN_FILE} matches`);
    // by itself: to look for each match in the other files would take as long again
    using part = mkdtempDisposableSync(join(folder, 'part-'));
    const { file } = await addToArchive(part.path, matches(n * IN_FILE));
    renameSync(join(part.path, file!.name), join(folder, file!.name));
  }
  const files = filesIn(folder).map(path => ({
    ...{ name: basename(path), bytes: statSync(path).size, matches: IN_FILE },
  }));
  writeFileSync(
    join(folder, 'archive.json'),
    JSON.stringify({ kifu: 'archive', version: 1, files }),
  );
  const bytes = sumOf(files.map(file => file.bytes));
  yield* figuresOf('index', 'bytes/match', [bytes / MATCHES - PACK.length]);
  const host = await serveFiles(folder);
  for (const [name, kind] of Object.entries(ASKED)) {
    const luck = rngFrom(7);
    const [requests, sizes]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const before = { ...host.counted };
      const archive = await openArchive(httpFiles(host.url));
      await archive.find({ ...KINDS[kind]!(luck, MATCHES), limit: 50 });
      requests.push(host.counted.requests - before.requests);
      sizes.push(host.counted.bytes - before.bytes);
    }
    yield* figuresOf(`${name}-requests`, 'requests', requests);
    yield* figuresOf(`${name}-bytes`, 'bytes', sizes);
  }
  host.close();
}

/** Listings are made nearly in order: within so many the newest is among the first half. */
const WINDOW = 4096;

const filesIn = (folder: string): string[] =>
  globSync('*.kifus', { cwd: folder }).map(name => join(folder, name));

/** The matches of a file, the newest first; those without a date come last. */
async function* matches(first: number): AsyncGenerator<ToArchive> {
  const toArchive = (n: number): ToArchive => ({
    listing: { ...manyListing(n, MATCHES), visibility: 'public' },
    pack: PACK,
  });
  const late: number[] = [];
  let window: ToArchive[] = [];
  for (let n = first + IN_FILE - 1; n >= first; n--) {
    const one = toArchive(n);
    if (one.listing.startedAt === null) late.push(n);
    else window.push(one);
    if (window.length < WINDOW && n > first) continue;
    window.sort((a, b) => (a.listing.startedAt! < b.listing.startedAt! ? 1 : -1));
    progress(`listing match ${n}`);
    yield* window.slice(0, n === first ? WINDOW : WINDOW / 2);
    window = window.slice(WINDOW / 2);
  }
  for (const n of late) yield toArchive(n);
}

/** Files and parts of them, and nothing else; counted. */
async function serveFiles(folder: string) {
  const counted = { requests: 0, bytes: 0 };
  const server = createServer(async (request, response) => {
    const path = join(folder, request.url!);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    counted.requests++;
    if (first === undefined) {
      counted.bytes += statSync(path).size;
      response.end(readFileSync(path));
      return;
    }
    const file = await open(path);
    const part = new Uint8Array(Number(last) - Number(first) + 1);
    await file.read(part, 0, part.length, Number(first));
    await file.close();
    counted.bytes += part.length;
    response.writeHead(206).end(part);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    counted,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
