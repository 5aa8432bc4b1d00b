/** A damaged file gives up everything that still hashes, loses nothing good, and what is lost is named. */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  bytesToHex,
  type Cid,
  cidOf,
  encodeCid,
  fail,
  formatCid,
  ok,
  rngFrom,
  unwrap,
} from '@kifu/core';
import { nodesOf } from '@kifu/record';
import { decodeNext, encodeEntry, isEnding } from '@kifu/record/node';
import { encodePlayerFile, foldPlayer, handlesOf, signStatement } from '@kifu/record/player';
import { publicKeyOf } from '@kifu/record/sign';
import { beforeAll, describe, expect, test } from 'vitest';
import { tempPaths } from '../../test/files.ts';
import { findGame, KITS, listingFor, playInto } from '../../test/stored-matches.ts';
import { createSqliteStore, type SqliteStore, salvage } from './index.ts';

const path = tempPaths('.sqlite');
const DEEP = process.env.KIFU_DEEP === '1' ? 200 : 6;
const PAGE = 4096;

interface KeptMatch {
  readonly nodes: readonly { readonly cid: ReturnType<typeof cidOf>; readonly bytes: Uint8Array }[];
}

/** Ended matches, which are packed, and matches in progress; all of them indexed, every third as private. */
async function keepSome(store: SqliteStore, count: number): Promise<KeptMatch[]> {
  const kept: KeptMatch[] = [];
  for (let n = 0; n < count; n++) {
    const chain = await playInto(store, n, { moves: 20, isEnded: n % 2 === 0 });
    const listing = listingFor(KITS[n % KITS.length]!, chain);
    await store.library.list({ ...listing, visibility: n % 3 === 0 ? 'private' : 'public' });
    const nodes = nodesOf(chain).map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
    kept.push({ nodes });
  }
  return kept;
}

/** Enough that packs of half of them take more than one page. */
const COUNT = 60;

let sound: string;
let matches: readonly KeptMatch[];
beforeAll(async () => {
  sound = path();
  const store = await createSqliteStore(sound, { findGame, tailLength: 50 });
  matches = await keepSome(store, COUNT);
  await store.pack();
  for (let n = 0; n < 30; n++) await store.vault.put('room', `${n}`, { n, text: 'x'.repeat(200) });
  expect(await store.players.put(ann, null)).toBe('kept');
  await store.close();
});

/** A player, who is found by name and key. */
const secret = new Uint8Array(32).fill(7);
const said = await signStatement(
  {
    ...{ type: 'profile', name: 'Ann', about: '' },
    key: bytesToHex(await publicKeyOf(secret)),
    prev: null,
    at: 1,
  },
  secret,
);
const folded = unwrap(await foldPlayer([said]));
const ann = { id: folded.id, file: encodePlayerFile([said]), handles: handlesOf(folded) };

/** What a file gives up after it was damaged. */
async function rescued(damage: (at: string) => void) {
  const [at, to] = [path(), path()];
  copyFileSync(sound, at);
  damage(at);
  const store = await createSqliteStore(to, { findGame, keepBlocks: true });
  const found = await salvage(at, store, findGame);
  return { found, store };
}

/** How many nodes of all matches a store has, counted from their headers; all of them were stored. */
async function countNodes({ heads, blocks }: SqliteStore): Promise<number> {
  let count = 0;
  for (const { nodes } of matches) {
    const head = await heads.get(nodes[0]!.cid);
    if (head === null) continue;
    const at = nodes.findIndex(({ cid }) => formatCid(cid) === formatCid(head));
    expect(at).toBeGreaterThanOrEqual(0);
    for (const { cid, bytes } of nodes.slice(0, at + 1))
      expect(await blocks.get(cid)).toEqual(bytes);
    count += at + 1;
  }
  return count;
}

const all = () => matches.reduce((sum, { nodes }) => sum + nodes.length, 0);

test('a sound file is copied, and nothing is lost', async () => {
  const { found, store } = await rescued(() => {});
  expect(found).toMatchObject({ matches: COUNT, shortened: 0, secrets: 30, lost: [] });
  expect(await countNodes(store)).toBe(all());
  const visible = await Promise.all(
    matches.map(async ({ nodes }) => (await store.library.get(nodes[0]!.cid))!.visibility),
  );
  expect(visible).toEqual(matches.map((_, n) => (n % 3 === 0 ? 'private' : 'public')));
  expect(await store.vault.get('room', '7')).toEqual({ n: 7, text: 'x'.repeat(200) });
  expect(await store.players.get(ann.id)).toEqual(ann.file);
  expect(await store.players.find('@ann')).toBe(ann.id);
  await store.close();
});

test('a file whose content is all in the log is copied, and nothing is lost', async () => {
  const at = path();
  const first = await createSqliteStore(at, { findGame, keepBlocks: true });
  await keepSome(first, 3);
  const copy = path();
  copyFileSync(at, copy);
  copyFileSync(`${at}-wal`, `${copy}-wal`);
  const store = await createSqliteStore(path(), { findGame, keepBlocks: true });
  expect(await salvage(copy, store, findGame)).toMatchObject({ matches: 3, lost: [] });
  await Promise.all([first.close(), store.close()]);
});

describe('an unfinished match gets the longest whole chain, and is named', () => {
  const unfinished = () => matches.find((_, n) => n % 2 === 1)!.nodes;
  const nameOf = () => formatCid(unfinished()[0]!.cid);
  const headOf = async ({ heads }: SqliteStore) =>
    formatCid((await heads.get(unfinished()[0]!.cid))!);
  const sql = (at: string, text: string, ...values: Uint8Array[]) => {
    const db = new DatabaseSync(at);
    expect(db.prepare(text).run(...values).changes).toBe(1);
    db.close();
  };
  /** Adds nodes to a file, one after the other, the first after a node that is there; returns the last. */
  const addAfter = (at: string, before: Cid, n: number, count: number): Cid => {
    let cid = before;
    for (let i = 0; i < count; i++) {
      const bytes = encodeEntry({ ...unwrap(entryAt(1)), n: n + i, prev: cid.digest, ms: count });
      cid = cidOf('dag-cbor', bytes);
      sql(at, 'INSERT INTO blocks (cid, bytes) VALUES (?, ?)', encodeCid(cid), bytes);
    }
    return cid;
  };
  const entryAt = (i: number) => {
    const node = unwrap(decodeNext(unfinished()[i]!.bytes));
    return isEnding(node) ? fail('malformed', 'an ending') : ok(node);
  };

  test('where the stored head is older than the nodes', async () => {
    const nodes = unfinished();
    const older = encodeCid(nodes.at(-4)!.cid);
    const { found, store } = await rescued(at =>
      sql(at, 'UPDATE heads SET head = ? WHERE match = ?', older, encodeCid(nodes[0]!.cid)),
    );
    expect(await headOf(store)).toBe(formatCid(nodes.at(-1)!.cid));
    expect(found).toMatchObject({ shortened: 0, lost: [{ what: 'match', where: nameOf() }] });
    expect(found.lost[0]!.fault.message).toMatch(/^its head was older than its nodes/);
    await store.close();
  });

  test('where the head is gone and branches follow several nodes', async () => {
    let longest = '';
    const { found, store } = await rescued(at => {
      sql(at, 'DELETE FROM heads WHERE match = ?', encodeCid(unfinished()[0]!.cid));
      const branch = addAfter(at, unfinished()[2]!.cid, 3, 1);
      addAfter(at, branch, 4, 2);
      longest = formatCid(addAfter(at, branch, 4, 30));
      addAfter(at, unfinished()[6]!.cid, 7, 3);
    });
    expect(await headOf(store)).toBe(longest);
    expect(found).toMatchObject({ shortened: 1, lost: [{ what: 'match', where: nameOf() }] });
    await store.close();
  });

  test('but nothing follows an ending', async () => {
    const { nodes } = matches[0]!;
    const bytes = encodeEntry({
      ...unwrap(entryAt(1)),
      n: nodes.length,
      prev: nodes.at(-1)!.cid.digest,
    });
    const { found, store } = await rescued(at =>
      sql(
        at,
        'INSERT INTO blocks (cid, bytes) VALUES (?, ?)',
        encodeCid(cidOf('dag-cbor', bytes)),
        bytes,
      ),
    );
    expect(found.lost).toEqual([]);
    expect(await store.heads.get(nodes[0]!.cid)).toEqual(nodes.at(-1)!.cid);
    await store.close();
  });
});

describe('damage', () => {
  test('the first page, with the schema, is gone: nothing else is', async () => {
    const { found, store } = await rescued(at => overwrite(at, 0, PAGE));
    expect(await countNodes(store)).toBe(all());
    expect(found).toMatchObject({ matches: COUNT, secrets: 30 });
    await store.close();
  });

  test.each(Array.from({ length: DEEP }, (_, i) => i))(
    'one page is lost: matches that miss something are named, %i',
    async seed => {
      const luck = rngFrom(seed);
      const pages = readFileSync(sound).length / PAGE;
      const page = 1 + luck(pages - 1);
      const { found, store } = await rescued(at => overwrite(at, page * PAGE, PAGE));
      const kept = await countNodes(store);
      // a page has a few hundred bytes to some thousand: what is missing fits on one, and is named
      expect(kept).toBeGreaterThan(all() / 2);
      const names = found.lost.map(({ where }) => where);
      for (const { nodes } of matches) {
        const head = await store.heads.get(nodes[0]!.cid);
        const isWhole = head !== null && formatCid(head) === formatCid(nodes.at(-1)!.cid);
        if (!isWhole) expect(names).toContain(formatCid(nodes[0]!.cid));
      }
      await store.close();
    },
  );

  test.each([
    ['"winners"', '"xinners"'],
    ['{"winners":[', '{"winners":{'],
    ['private', 'qrivate'],
    ['["', '{"'],
  ])('listings have another content: no match is lost, %s', async (good, bad) => {
    const { found, store } = await rescued(at => {
      const text = readFileSync(at, 'latin1');
      expect(text).toContain(good);
      writeFileSync(at, text.replaceAll(good, bad), 'latin1');
    });
    expect(found.matches).toBe(COUNT);
    await store.close();
  });

  test('bits are flipped here and there: most matches are saved', async () => {
    const { found, store } = await rescued(at => {
      const bytes = readFileSync(at);
      const luck = rngFrom(5);
      for (let i = 0; i < 20; i++) bytes[luck(bytes.length)]! ^= 1 << luck(8);
      writeFileSync(at, bytes);
    });
    expect(await countNodes(store)).toBeGreaterThan(all() / 2);
    expect(found.matches).toBeGreaterThan(COUNT / 2);
    await store.close();
  });

  test('the end is cut off: the matches before it are saved', async () => {
    const { found, store } = await rescued(at =>
      truncateSync(at, readFileSync(at).length - 5 * PAGE),
    );
    expect(await countNodes(store)).toBeGreaterThan(0);
    expect(found.matches).toBeGreaterThan(0);
    await store.close();
  });

  test('random bytes: nothing is found, and nothing is thrown', async () => {
    const { found, store } = await rescued(at => {
      const luck = rngFrom(9);
      writeFileSync(
        at,
        Uint8Array.from({ length: 10 * PAGE }, () => luck(256)),
      );
    });
    expect(found).toMatchObject({ matches: 0, blocks: 0, secrets: 0 });
    await store.close();
  });
});

function overwrite(at: string, start: number, length: number): void {
  const bytes = readFileSync(at);
  bytes.fill(0xa5, start, start + length);
  writeFileSync(at, bytes);
}
