/** An archive finds what a library in memory finds, from a folder and from any host, and believes nothing that its name does not say. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { formatCid, readByteRange, rngFrom } from '@kifu/core';
import { encodeWith, writeListHead, writeText, writeUint } from '@kifu/core/cbor';
import type { Archive, Library, MatchSummary, Query, QueryPage, ToList } from '@kifu/record/store';
import { startOf, wordsOf } from '@kifu/record/store';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempPaths } from '../../test/files.ts';
import { manyListing } from '../../test/many-listings.ts';
import { KINDS } from '../../test/many-queries.ts';
import { memoryLibrary } from '../memory/index.ts';
import { followArchive, openArchive } from './archive.ts';
import { BlockWriter, compareBytes, readBlock } from './block.ts';
import { ArchiveDamagedError } from './errors.ts';
import { FOOTER_NAME, nameOf } from './file.ts';
import type { ToArchive } from './file-writer.ts';
import { type ArchiveFiles, formatList, parseList } from './files.ts';
import { addToArchive, folderFiles } from './folder.ts';
import { ArchiveHostError, httpFiles } from './http-files.ts';
import { blockRef, Table, type TableRef, TableWriter, writeTableRef } from './table.ts';
import { decodeNumbers, encodeNumbers, KIND, numberedKey, numberKey, termKey } from './terms.ts';

const COUNT = 1500;
const folderPath = tempPaths('');

const listingOf = (n: number): ToList => {
  const listing = manyListing(n, COUNT);
  const [match, head] = [listing.match, listing.head].map(id => ({
    ...id,
    digest: Uint8Array.from(id.digest),
  }));
  return { ...listing, match: match!, head: head!, visibility: 'public' };
};
const packOf = (n: number): Uint8Array => new TextEncoder().encode(`pack of match ${n}`);

/** Some matches, the newest first. */
async function* matches(numbers: readonly number[]): AsyncGenerator<ToArchive> {
  const all = numbers.map(n => ({ listing: listingOf(n), pack: packOf(n) }));
  yield* all.sort((a, b) => startOf(b.listing) - startOf(a.listing));
}

const evens = Array.from({ length: COUNT / 2 }, (_, i) => 2 * i);
const odds = evens.map(n => n + 1);

let folder: string;
let archive: Archive;
let memory: Library;
beforeAll(async () => {
  folder = folderPath();
  memory = memoryLibrary();
  for (let n = 0; n < COUNT; n++) await memory.list(listingOf(n));
  expect(await addToArchive(folder, matches(evens))).toMatchObject({
    known: 0,
    file: { matches: 750 },
  });
  const added = await addToArchive(folder, matches([...odds, 0, 2, 4]));
  expect(added).toMatchObject({ known: 3, file: { matches: 750 } });
  expect(await addToArchive(folder, matches([0, 1]))).toEqual({ known: 2, file: null, other: [] });
  archive = await openArchive(folderFiles(folder));
});

test('counts what was played next as a library in memory does', async () => {
  const luck = rngFrom(3);
  const cut = (bytes: Uint8Array, k: number) => bytes.subarray(8 * k, 8 * k + 8);
  for (let i = 0; i < 30; i++) {
    const { positions = new Uint8Array(), game, facts } = listingOf(luck(COUNT));
    const next = [cut(positions, 2), cut(positions, 3), new Uint8Array(8)];
    const query = i % 2 === 0 ? { game } : { game, minRating: facts.ratings[0] ?? 1700 };
    const question = { position: cut(positions, 1), next, query };
    const [found, expected] = [await archive.explore(question), await memory.explore(question)];
    expect(found.isWhole).toBe(true);
    expect([found.reached, found.next]).toEqual([expected.reached, expected.next]);
    const idsOf = ({ notable }: typeof found) => notable.map(({ match }) => formatCid(match));
    expect(idsOf(found).toSorted()).toEqual(idsOf(expected).toSorted());
  }
});

/** All that a query finds, page by page. */
async function findAll(
  find: (query: Query) => Promise<QueryPage>,
  query: Query,
): Promise<MatchSummary[]> {
  const found: MatchSummary[] = [];
  let after: string | undefined;
  do {
    const page = await find({ ...query, ...(after === undefined ? {} : { after }) });
    found.push(...page.listings);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return found;
}

const idsOf = (listings: readonly MatchSummary[]): string[] =>
  listings.map(({ match }) => formatCid(match)).sort();

/** Whether a part of a name begins words of names, as it does in an archive. */
const beginsWords = ({ players }: MatchSummary, player: string): boolean => {
  const own = wordsOf(players);
  return wordsOf([player]).every(word => own.some(one => one.startsWith(word)));
};

describe('finds what a library in memory finds', () => {
  const kinds = Object.entries(KINDS).filter(([kind]) => !/sorted/.test(kind));
  test.each(kinds)('%s', async (_, kind) => {
    const luck = rngFrom(5);
    for (let i = 0; i < 4; i++) {
      const { sort, ...query } = { ...kind(luck, COUNT), limit: [3, 50, 500][luck(3)]! };
      const found = await findAll(q => archive.find(q), query);
      const expected = (await findAll(q => memory.find(q), query)).filter(
        listing => query.player === undefined || beginsWords(listing, query.player),
      );
      expect(idsOf(found)).toEqual(idsOf(expected));
      const seconds = found.map(startOf);
      expect(seconds).toEqual(seconds.toSorted((a, b) => b - a));
    }
  });

  test('listings are as they were', async () => {
    for (const n of [0, 1, 700, COUNT - 1]) {
      const { comments, positions, ...listing } = listingOf(n);
      expect(await archive.get(listing.match)).toEqual(listing);
      expect(await archive.get(listing.head)).toEqual(listing);
      expect(await archive.pack(listing.head)).toEqual(packOf(n));
    }
    const { match } = manyListing(COUNT, COUNT);
    expect(await archive.get(match)).toBeNull();
    expect(await archive.pack(match)).toBeNull();
  });

  test('a query that finds few among many ends', async () => {
    const page = await archive.find({ minEntries: 100_000 });
    expect(page).toEqual({ listings: [], next: null });
  });
});

test.each([
  [{ sort: 'longest' }, /sort of the query must be newest in an archive/],
  [{ after: 'x' }, /after of the query is not a page of this archive/],
  [{ after: '[1]' }, /after/],
  [{ after: '[0,-1]' }, /after/],
  [{ after: '1.2.3' }, /after/],
  [{ position: new Uint8Array(3) }, /position/],
  [{ site: 'Oslo' }, /site of the query is not stored in an archive/],
  [{ tag: 'Annotator=' }, /tag of the query is not stored in an archive/],
] as const)('refuses %j', async (query, message) => {
  await expect(archive.find(query)).rejects.toThrow(message);
});

test('a reader finds matches that were added, once its list has expired', async () => {
  const growing = folderPath();
  await addToArchive(growing, matches([1, 2]));
  let nowMs = 0;
  const files = folderFiles(growing);
  let asked = 0;
  const counting = {
    ...files,
    read(...given: Parameters<typeof files.read>) {
      asked++;
      return files.read(...given);
    },
  };
  const followed = await followArchive(counting, { freshMs: 10, now: () => nowMs });
  const { next } = await followed.find({ limit: 1 });
  await addToArchive(growing, matches([3]));
  expect(await followed.get(listingOf(3).match)).toBeNull();
  nowMs = 10;
  asked = 0;
  expect((await followed.get(listingOf(3).match))?.players).toEqual(listingOf(3).players);
  expect(followed.matches).toBe(3);
  // the list, and of the new file its end and a few blocks
  expect(asked).toBeLessThan(6);
  // who goes through pages goes through what was there
  expect((await followed.find({ after: next! })).listings).toHaveLength(1);
  writeFileSync(join(growing, 'archive.json'), 'gone');
  nowMs = 30;
  expect((await followed.find({})).listings).toHaveLength(3);
});

test('listings that lie apart are asked for together', async () => {
  const files = folderFiles(folder);
  let [underWay, most] = [0, 0];
  const slow: ArchiveFiles = {
    ...files,
    async read(...given) {
      most = Math.max(most, ++underWay);
      const bytes = await files.read(...given);
      underWay--;
      return bytes;
    },
  };
  const { listings } = await (await openArchive(slow)).find({ game: 'ludo', limit: 50 });
  expect(listings).toHaveLength(50);
  expect(most).toBeGreaterThan(2);
});

describe('over HTTP', () => {
  let server: Server;
  let address: string;
  let asked = 0;
  let answer: 'parts' | 'all' | 'short' | 'error' = 'parts';
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked++;
      const bytes = readFileSync(join(folder, request.url!.replace(/^\/games\//, '')));
      const part = readByteRange(request.headers.range, bytes.length);
      if (answer === 'error') response.writeHead(500).end();
      else if (answer === 'all' || part === null || part === 'unsatisfiable') response.end(bytes);
      else {
        const end = answer === 'short' ? part.end - 1 : part.end;
        response.writeHead(206).end(bytes.subarray(part.start, end));
      }
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/games`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('a search asks for a few parts, and the next one for fewer', async () => {
    const remote = await openArchive(httpFiles(address));
    expect(remote.matches).toBe(COUNT);
    asked = 0;
    const query = { game: 'go', player: listingOf(7).players[0]! };
    expect(await remote.find(query)).toEqual(await archive.find(query));
    expect(asked).toBeLessThan(20);
    asked = 0;
    await remote.find(query);
    expect(asked).toBe(0);
  });

  test.each([
    ['all', /does not support range requests/],
    ['short', /shorter than the requested range/],
    ['error', /status 500/],
  ] as const)('a host that answers with %s', async (how, message) => {
    const remote = await openArchive(httpFiles(address));
    answer = how;
    try {
      const failure = remote.find({ game: 'chess' });
      await expect(failure).rejects.toThrow(ArchiveHostError);
      await expect(failure).rejects.toThrow(message);
    } finally {
      answer = 'parts';
    }
    // the next request returns what it had; another file may just have been on its way
    await expect
      .poll(async () => remote.find({ game: 'chess' }).catch(() => null), { timeout: 20_000 })
      .toEqual(await archive.find({ game: 'chess' }));
  });

  test('an archive at an address where no server listens cannot be reached', async () => {
    await expect(openArchive(httpFiles('http://127.0.0.1:9/'))).rejects.toThrow(/cannot reach/);
  });
});

describe('what was changed is noticed', () => {
  /** The files of the archive, with some bytes changed. */
  const changed = (change: (bytes: Uint8Array, file: string) => Uint8Array): ArchiveFiles => {
    const files = new Map(
      readdirSync(folder).map(file => {
        const bytes = new Uint8Array(readFileSync(join(folder, file)));
        return [file, file.endsWith('.json') ? bytes : change(bytes, file)];
      }),
    );
    return {
      name: 'changed',
      read: async (file, part) =>
        files.get(file)!.slice(part?.start ?? 0, part?.end ?? Number.POSITIVE_INFINITY),
    };
  };

  test('any changed byte: results are as before, or a fault is reported', async () => {
    const query = { text: 'open', game: 'chess', limit: 5 };
    const expected = await archive.find(query);
    let damaged = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        fc.integer({ min: 1, max: 255 }),
        async (where, by) => {
          const files = changed(bytes => {
            const copy = bytes.slice();
            copy[Math.floor(where * copy.length)]! ^= by;
            return copy;
          });
          try {
            expect(await (await openArchive(files)).find(query)).toEqual(expected);
          } catch (cause) {
            if (!(cause instanceof ArchiveDamagedError)) throw cause;
            damaged++;
          }
        },
      ),
      // the last byte is read by every query
      { numRuns: 60, examples: [[1 - Number.EPSILON, 1]] },
    );
    expect(damaged).toBeGreaterThan(0);
  });

  test('an end that is cut off, a file of nothing', async () => {
    for (const length of [0, 3, 100])
      await expect(openArchive(changed(bytes => bytes.slice(0, length)))).rejects.toThrow(
        ArchiveDamagedError,
      );
  });

  test.each([
    ['{', /archive.json is damaged/],
    ['[]', /not a list of an archive/],
    ['{"kifu":"archive","version":2,"files":[]}', /version 2/],
    ['{"kifu":"archive","version":1,"files":[{"name":"../x"}]}', /entry 1/],
    ['{"kifu":"archive","version":1,"files":[null]}', /entry 1/],
  ])('a list that says %s', async (text, message) => {
    const files: ArchiveFiles = { name: 'x', read: async () => new TextEncoder().encode(text) };
    await expect(openArchive(files)).rejects.toThrow(message);
    const other = folderPath();
    await addToArchive(other, matches([1]));
    writeFileSync(join(other, 'archive.json'), text);
    await expect(addToArchive(other, matches([2]))).rejects.toThrow(ArchiveDamagedError);
    expect(readdirSync(other)).toHaveLength(2);
  });

  test('too many files', () => {
    const file = { name: `${'0'.repeat(32)}.kifus`, bytes: 1, matches: 1 };
    expect(parseList(formatList(Array(1025).fill(file)))).toMatchObject({ ok: false });
  });
});

test('matches that come in another order are refused, and nothing is left of them', async () => {
  const other = folderPath();
  const wrong = async function* (): AsyncGenerator<ToArchive> {
    const all: ToArchive[] = [];
    for await (const match of matches(evens)) all.unshift(match);
    yield* all;
  };
  await expect(addToArchive(other, wrong())).rejects.toThrow(/newest first/);
  expect(readdirSync(other)).toEqual([]);
});

test('a match with other content is reported, and one process adds at a time', async () => {
  const other = folderPath();
  await addToArchive(other, matches([1, 2]));
  const { match } = listingOf(1);
  const changed = async function* (): AsyncGenerator<ToArchive> {
    yield { listing: listingOf(1), pack: packOf(9) };
    // while this call adds, another is refused
    await expect(addToArchive(other, matches([3]))).rejects.toThrow(/is adding to/);
  };
  expect(await addToArchive(other, changed())).toEqual({ file: null, known: 0, other: [match] });
  expect((await addToArchive(other, matches([3]))).file).toMatchObject({ matches: 1 });
  expect(readdirSync(other).filter(name => !/\.kifus$/.test(name))).toEqual(['archive.json']);
});

test('a table made of any pairs is refused, or gives pairs', async () => {
  const anyPairs = fc.array(
    fc.tuple(
      fc.oneof(
        fc.uint8Array({ maxLength: 9 }),
        fc.constantFrom(numberKey(0), numberedKey(termKey(KIND.game, 'go'), 0)),
      ),
      fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constant(numberKey(0))),
    ),
    { maxLength: 12 },
  );
  const listing = listingOf(1);
  await fc.assert(
    fc.asyncProperty(anyPairs, fc.nat(3), fc.nat(2), async (pairs, count, depth) => {
      const parts: Uint8Array[] = [];
      let end = 0;
      const keep = (bytes: Uint8Array) => {
        parts.push(bytes);
        end += bytes.length;
        return blockRef(bytes, end - bytes.length);
      };
      const block = new BlockWriter();
      for (const pair of sortedPairs(pairs)) block.add(pair);
      const ref = { depth, root: keep(deflateRawSync(block.take())) };
      const footer = encodeWith(output => {
        writeListHead(output, 5);
        writeText(output, FOOTER_NAME);
        writeUint(output, count);
        for (let i = 0; i < 3; i++) writeTableRef(output, ref);
      });
      const bytes = Buffer.concat([...parts, footer, numberKey(footer.length)]);
      const name = nameOf(footer);
      const files: ArchiveFiles = {
        name: 'made up',
        read: async (file, part) =>
          file === name
            ? new Uint8Array(bytes.subarray(part!.start, part!.end))
            : new TextEncoder().encode(formatList([{ name, bytes: bytes.length, matches: count }])),
      };
      const made = await openArchive(files);
      const asked = [
        () => made.find({}),
        () => made.find({ game: 'go', before: '2020' }),
        () => made.find({ text: 'a', player: 'b', eco: 'C' }),
        () => made.get(listing.match),
        () => made.get({ ...listing.match, digest: new Uint8Array(32) }),
        () => made.pack(listing.head),
      ];
      for (const ask of asked)
        await ask().catch(cause => expect(cause).toBeInstanceOf(ArchiveDamagedError));
    }),
    { numRuns: 400 },
  );
});

test('a block that does not begin as the one above it says is refused', async () => {
  const blocks = [new BlockWriter(), new BlockWriter()];
  blocks[0]!.add({ key: Uint8Array.of(5), value: new Uint8Array() });
  const leaf = blocks[0]!.take();
  const check = new Uint8Array(16);
  blocks[1]!.add({ key: Uint8Array.of(1), value: Uint8Array.of(0, leaf.length, ...check) });
  const root = blocks[1]!.take();
  const table = new Table(
    { depth: 1, root: { offset: 1, length: root.length, check } },
    'x',
    async ({ offset }) => readBlock(offset === 1 ? root : leaf)!,
  );
  await expect(table.first(Uint8Array.of(0))).rejects.toThrow(/has an invalid header/);
});

const anyKey = fc.uint8Array({ maxLength: 12 });

test('blocks return their pairs, and garbage is refused or is a block in order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyKey, fc.uint8Array({ maxLength: 300 }))), given => {
      const pairs = sortedPairs(given);
      const writer = new BlockWriter();
      for (const pair of pairs) writer.add(pair);
      expect(readBlock(writer.take())).toEqual(pairs);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      const keys = readBlock(bytes)?.map(({ key }) => key) ?? [];
      expect(keys).toEqual(keys.toSorted(compareBytes));
    }),
  );
});

const sortedPairs = (given: readonly [Uint8Array, Uint8Array][]) =>
  [...new Map(given.map(([key, value]) => [key.join(), { key, value }])).values()].sort((a, b) =>
    compareBytes(a.key, b.key),
  );

test('a table of any size gives all pairs from any key on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 20_000 }), fc.nat(70_000), async (count, wanted) => {
      const blocks = new Map<number, Uint8Array>();
      const writer = new TableWriter(block => {
        blocks.set(blocks.size, block);
        return { offset: blocks.size - 1, length: block.length, check: new Uint8Array(16) };
      });
      const keyOf = (n: number) => new Uint8Array(new Uint32Array([n]).buffer).reverse();
      for (let i = 0; i < count; i++) writer.add({ key: keyOf(3 * i), value: keyOf(i) });
      const ref: TableRef = writer.finish();
      const table = new Table(ref, 'x', async ({ offset }) => readBlock(blocks.get(offset)!)!);
      const first = Math.ceil(wanted / 3);
      const found = await table.first(keyOf(wanted));
      expect(found?.value).toEqual(first < count ? keyOf(first) : undefined);
      if (wanted % 10 > 0) return;
      let left = 0;
      for await (const _ of table.from(keyOf(wanted))) left++;
      expect(left).toBe(Math.max(0, count - first));
    }),
    { numRuns: 60 },
  );
});

test('numbers come back, and garbage gives none or such that rise', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(2 ** 24), { minLength: 1, maxLength: 256 }), given => {
      const numbers = given.toSorted((a, b) => a - b);
      expect(decodeNumbers(numbers.at(-1)!, encodeNumbers(numbers))).toEqual(numbers);
    }),
  );
  fc.assert(
    fc.property(fc.nat(), fc.uint8Array(), (last, bytes) => {
      const numbers = decodeNumbers(last, bytes) ?? [];
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }),
  );
});
