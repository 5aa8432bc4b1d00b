/** Directories against those of the UnixFS importer, however they were built. */
import { cidOf, formatCid, parseCid, unwrap } from '@kifu/core';
import { memoryBlocks } from '@kifu/stores/memory';
import fc from 'fast-check';
import { exporter } from 'ipfs-unixfs-exporter';
import { importer } from 'ipfs-unixfs-importer';
import type { CID } from 'multiformats/cid';
import { describe, expect, test } from 'vitest';
import { putAll } from '../../test/games.ts';
import { changeDirectory, type EntryChanges, findEntry, listDirectory } from './directory.ts';
import type { DirectoryEntry } from './entry.ts';

const utf8 = new TextEncoder();
const EMPTY = 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354';

/** The file with a number in it. */
const fileOf = (n: number): Uint8Array => utf8.encode(`file ${n}`);
const entryOf = (n: number): DirectoryEntry => ({
  cid: formatCid(cidOf('raw', fileOf(n))),
  tsize: fileOf(n).length,
});
/** Names as the archive has them, 59 letters each: some 2,800 entries are split up. */
const nameOf = (n: number): string => formatCid(cidOf('dag-pb', fileOf(n)));

/** What the importer makes of the same files. */
async function imported(entries: ReadonlyMap<string, number>): Promise<DirectoryEntry> {
  const blocks = new Map<string, Uint8Array>();
  const store = {
    async put(cid: CID, bytes: Uint8Array) {
      blocks.set(cid.toString(), bytes);
      return cid;
    },
  };
  const source = [...entries].map(([name, n]) => ({ path: `dir/${name}`, content: fileOf(n) }));
  let root: DirectoryEntry | null = null;
  const options = { rawLeaves: true, cidVersion: 1, wrapWithDirectory: false } as const;
  for await (const { path, cid, size } of importer(source, store as never, options))
    if (path === 'dir') root = { cid: cid.toString(), tsize: Number(size) };
  return root!;
}

const nodes = { blocks: memoryBlocks() };
async function change(cid: string | null, changes: EntryChanges): Promise<DirectoryEntry> {
  const { entry, blocks } = unwrap(await changeDirectory(nodes, cid, changes));
  await putAll(nodes.blocks, blocks);
  return entry;
}
const set = (numbers: readonly number[]): EntryChanges =>
  new Map(numbers.map(n => [nameOf(n), entryOf(n)]));
const drop = (numbers: readonly number[]): EntryChanges =>
  new Map(numbers.map(n => [nameOf(n), null]));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const mapOf = (numbers: readonly number[]) => new Map(numbers.map(n => [nameOf(n), n]));

test('writes and lists the empty directory', async () => {
  expect(await change(null, new Map())).toEqual({ cid: EMPTY, tsize: 4 });
  expect(unwrap(await listDirectory(nodes, EMPTY))).toEqual(new Map());
});

test('orders names by their bytes, as the libraries do', async () => {
  const names = ['z', 'a|2024-03-01T10:00:00Z', 'ä', '\u{1f600}', '\uffff', 'Z'];
  const entry = await change(null, new Map(names.map((name, n) => [name, entryOf(n)])));
  expect(entry.cid).toBe((await imported(new Map(names.map((name, n) => [name, n])))).cid);
  expect([...unwrap(await listDirectory(nodes, entry.cid)).keys()].sort()).toEqual(names.sort());
});

describe('a directory that is split up', () => {
  const FEW = 2700;
  const MANY = 3000;

  test('has the same parts as those of the libraries', async () => {
    for (const count of [2759, 2760, MANY]) {
      const entry = await change(null, set(range(0, count)));
      const theirs = await imported(mapOf(range(0, count)));
      expect(entry.cid, `${count} entries`).toBe(theirs.cid);
      expect(entry.tsize, `${count} entries`).toBe(theirs.tsize);
    }
  });

  test('splits while entries are added, and is whole again after they are removed', async () => {
    const few = await change(null, set(range(0, FEW)));
    let now = few;
    for (let n = FEW; n < MANY; n += 50) now = await change(now.cid, set(range(n, n + 50)));
    const many = await change(null, set(range(0, MANY)));
    expect(now).toEqual(many);
    for (let n = FEW; n < MANY; n += 60) now = await change(now.cid, drop(range(n, n + 60)));
    expect(now).toEqual(few);
  });

  test('finds, lists and replaces entries, and finds no missing ones', async () => {
    const { cid } = await change(null, set(range(0, MANY)));
    expect(unwrap(await findEntry(nodes, cid, nameOf(7)))).toEqual(entryOf(7));
    expect(unwrap(await findEntry(nodes, cid, nameOf(MANY)))).toBeNull();
    expect(unwrap(await listDirectory(nodes, cid)).size).toBe(MANY);
    const other = await change(cid, new Map([[nameOf(7), entryOf(8)]]));
    expect(unwrap(await findEntry(nodes, other.cid, nameOf(7)))).toEqual(entryOf(8));
    expect(await change(other.cid, set([7]))).toMatchObject({ cid });
    expect(await change(cid, drop([MANY]))).toMatchObject({ cid });
    expect(await listDirectory(nodes, cid, 100)).toMatchObject({ fault: { code: 'too-large' } });
  });

  test('is the same after changes as when it is built at once', async () => {
    const { cid } = await change(null, set(range(0, MANY)));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(MANY + 200), { maxLength: 30 }),
        fc.uniqueArray(fc.nat(MANY + 200), { maxLength: 400 }),
        async (added, removed) => {
          const now = await change((await change(cid, set(added))).cid, drop(removed));
          const left = [...new Set([...range(0, MANY), ...added])].filter(
            n => !removed.includes(n),
          );
          expect(now).toEqual(await change(null, set(left)));
        },
      ),
      { numRuns: 5 },
    );
  });

  test('is walked by the exporter of the libraries', async () => {
    const { cid } = await change(null, set(range(0, MANY)));
    await nodes.blocks.put(cidOf('raw', fileOf(9)), fileOf(9));
    const store = {
      async *get(id: CID) {
        yield await nodes.blocks.get(unwrap(parseCid(id.toString())));
      },
    };
    const found = await exporter(`${cid}/${nameOf(9)}`, store as never);
    expect(found.cid.toString()).toBe(entryOf(9).cid);
  });
});

describe('bad blocks', () => {
  const dirOf = async (bytes: Uint8Array, codec: 'dag-pb' | 'raw' = 'dag-pb') => {
    const cid = cidOf(codec, bytes);
    await nodes.blocks.put(cid, bytes);
    return formatCid(cid);
  };

  test('are faults', async () => {
    const missing = formatCid(cidOf('dag-pb', utf8.encode('missing')));
    for (const [cid, code] of [
      [missing, 'not-found'],
      [await dirOf(utf8.encode('x'), 'raw'), 'malformed'],
      [await dirOf(utf8.encode('garbage')), 'malformed'],
      [await dirOf(new Uint8Array(0)), 'malformed'],
      [await dirOf(Uint8Array.of(0x0a, 2, 8, 2)), 'malformed'], // a file
      [await dirOf(new Uint8Array((1 << 20) + 1)), 'too-large'],
      ['baguqeera', 'malformed'],
    ] as const) {
      expect(await listDirectory(nodes, cid), cid).toMatchObject({ ok: false, fault: { code } });
      expect(await findEntry(nodes, cid, 'x')).toMatchObject({ ok: false });
      expect(await changeDirectory(nodes, cid, new Map())).toMatchObject({ ok: false });
    }
  });

  test('never make reading throw', async () => {
    const { bytes } = unwrap(await changeDirectory(nodes, null, set(range(0, 3)))).blocks[0]!;
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (i, byte) => {
        const changed = bytes.slice();
        changed[i] = byte;
        await listDirectory(nodes, await dirOf(changed));
      }),
      { numRuns: 300 },
    );
  });
});
