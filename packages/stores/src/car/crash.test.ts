/** After a crash at any moment everything that was acknowledged is there, and the file opens. */
import { readFile, writeFile } from 'node:fs/promises';
import { type Cid, formatCid, isSameCid, parseCid, rngFrom, unwrap } from '@kifu/core';
import { LIMITS, readCar, writeCar } from '@kifu/record/car';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { node } from '../../test/blocks.ts';
import { fileMethods, tempPaths } from '../../test/files.ts';
import { hear, kill, recorders } from '../../test/recorders.ts';
import { CarLockedError, type CarStore, createCarStore } from './index.ts';
import { NEW_FILE, NO_HEAD, ROOT_AT, recover } from './recover.ts';

const DEEP = process.env.KIFU_DEEP === '1' ? 20 : 1;
const path = tempPaths('.car');

/** What happened to a file, in order. A head is asked for before it moves. */
type Happening =
  | { readonly type: 'write'; readonly position: number; readonly bytes: Uint8Array }
  | { readonly type: 'sync' }
  | { readonly type: 'kept' | 'asked' | 'moved'; readonly cid: Cid };

/** What was promised up to some happening. */
interface Promised {
  readonly kept: Cid[];
  readonly head: Cid | null;
  readonly asked: Cid | null;
}

function promisedBy(happened: readonly Happening[]): Promised {
  const last = (type: string) =>
    happened.findLast(one => one.type === type) as { readonly cid: Cid } | undefined;
  return {
    kept: happened.flatMap(one => (one.type === 'kept' ? [one.cid] : [])),
    head: last('moved')?.cid ?? null,
    asked: last('asked')?.cid ?? null,
  };
}

/** What is on disk when the power fails: all up to the last sync; of what came later, for each write, what `survives` leaves. */
function diskAfter(
  happened: readonly Happening[],
  survives: (written: Uint8Array, old: Uint8Array, isLast: boolean) => Uint8Array,
): Uint8Array {
  let disk = new Uint8Array(0);
  const synced = happened.findLastIndex(({ type }) => type === 'sync');
  const lastWrite = happened.findLastIndex(({ type }) => type === 'write');
  for (const [i, one] of happened.entries()) {
    if (one.type !== 'write') continue;
    const old = disk.slice(one.position, one.position + one.bytes.length);
    const bytes = i < synced ? one.bytes : survives(one.bytes, old, i === lastWrite);
    const grown = new Uint8Array(Math.max(disk.length, one.position + bytes.length));
    grown.set(disk);
    grown.set(bytes, one.position);
    disk = grown;
  }
  return disk;
}

const isHead = (head: Cid | null, { head: moved, asked }: Promised): boolean =>
  [moved, asked].some(cid => (cid === null || head === null ? cid === head : isSameCid(cid, head)));

describe('when the power fails', () => {
  const happened: Happening[] = [];

  beforeAll(async () => {
    const methods = await fileMethods();
    const { write, datasync } = methods;
    vi.spyOn(methods, 'write').mockImplementation(async function (
      this: unknown,
      ...args: unknown[]
    ) {
      const [bytes, at, length, position] = args as [Uint8Array, number, number, number];
      happened.push({
        type: 'write',
        position,
        bytes: Uint8Array.from(bytes.subarray(at, at + length)),
      });
      return Reflect.apply(write, this, args);
    });
    vi.spyOn(methods, 'datasync').mockImplementation(async function (this: unknown) {
      await Reflect.apply(datasync, this, []);
      happened.push({ type: 'sync' });
    });
    await recordSome(await createCarStore(path()), happened);
    vi.restoreAllMocks();
    expect(happened.filter(({ type }) => type === 'sync').length).toBeGreaterThan(12);
  });

  test('the last write may be cut at any byte', () => {
    let states = 0;
    for (let i = 1; i <= happened.length; i++) {
      if (happened[i - 1]!.type !== 'write') continue;
      const before = happened.slice(0, i);
      const promised = promisedBy(before);
      const { bytes } = before.at(-1) as { bytes: Uint8Array };
      for (let cut = 0; cut <= bytes.length; cut++) {
        const disk = diskAfter(before, (written, _old, isLast) =>
          isLast ? written.subarray(0, cut) : written,
        );
        checkFound(disk, promised);
        states++;
      }
    }
    expect(states).toBeGreaterThan(1000);
  });

  test('of writes that are not synced any may be done', () => {
    let most = 0;
    for (let i = 1; i <= happened.length; i++) {
      const before = happened.slice(0, i);
      const synced = before.findLastIndex(({ type }) => type === 'sync');
      const open = before.slice(synced + 1).filter(({ type }) => type === 'write').length;
      for (let done = 0; done < 1 << open; done++) {
        let bits = done;
        const disk = diskAfter(before, (written, old) => {
          const isDone = bits & 1;
          bits >>= 1;
          return isDone ? written : old;
        });
        checkFound(disk, promisedBy(before));
      }
      most = Math.max(most, open);
    }
    expect(most).toBeGreaterThan(1);
  });

  /** For each write that is not synced: left out, cut, cut and filled with zeros, or byte by byte old or new. */
  const survivals = fc.infiniteStream(
    fc.tuple(fc.nat(4), fc.nat(1000), fc.infiniteStream(fc.boolean())),
  );

  test('writes that are not synced may be anything between not done and done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(happened.length - 1), survivals, async (at, each) => {
        const before = happened.slice(0, at + 1);
        const disk = diskAfter(before, (written, old) => {
          const [how, cut, bits] = each.next().value!;
          const part = written.subarray(0, cut % (written.length + 1));
          if (how === 0) return old;
          if (how === 1) return part;
          // where nothing was before, there is no old byte to stay
          if (how === 2 && old.length === 0)
            return Uint8Array.from(written, (byte, i) => (i < part.length ? byte : 0));
          if (how === 3 && old.length === written.length)
            return written.map((byte, i) => (bits.next().value ? byte : old[i]!));
          return written;
        });
        const promised = promisedBy(before);
        checkFound(disk, promised);
        await checkGoesOn(disk, promised);
      }),
      { numRuns: 150 * DEEP },
    );
  });
});

/** Records a few turns, with other blocks written at the same time, and notes what is promised when. */
async function recordSome(store: CarStore, happened: Happening[]): Promise<void> {
  const { blocks, heads, close } = store;
  const put = async (n: number, length?: number) => {
    const { cid, bytes } = node(n, length);
    await blocks.put(cid, bytes);
    happened.push({ type: 'kept', cid });
  };
  const [match, ...turns] = [1, 2, 3, 4, 5, 6].map(n => node(n).cid) as [Cid, ...Cid[]];
  const move = async (from: Cid | null, to: Cid) => {
    happened.push({ type: 'asked', cid: to });
    expect(await heads.move(match, from, to)).toBe(true);
    happened.push({ type: 'moved', cid: to });
  };
  await put(1);
  await move(null, match);
  for (const [i, turn] of turns.entries()) {
    await Promise.all([put(i + 2), put(100 + i, 4 + i), put(200 + i, 150)]);
    // while one block is being written, the root and another wait for the next sync
    const busy = put(300 + i, 40);
    await null;
    await Promise.all([busy, move([match, ...turns][i]!, turn), put(500 + i, 10)]);
  }
  // and so does a block that is to be the head
  const busy = put(400);
  await null;
  await Promise.all([busy, put(7), move(turns.at(-1)!, node(7).cid)]);
  await close();
}

/** Looks at bytes as opening a file would. */
function checkFound(disk: Uint8Array, promised: Promised): void {
  const { spans, head, end } = unwrap(recover(disk, LIMITS));
  const lost = promised.kept.filter(cid => !spans.has(formatCid(cid)));
  expect(lost.map(formatCid)).toEqual([]);
  expect(isHead(head, promised)).toBe(true);
  expect(end).toBeLessThanOrEqual(disk.length);
}

/** Opens a real file, looks, records on, and finds that again. */
async function checkGoesOn(disk: Uint8Array, promised: Promised): Promise<void> {
  const at = path();
  await writeFile(at, disk);
  const store = await createCarStore(at);
  for (const cid of promised.kept) await store.blocks.get(cid);
  const { roots } = unwrap(readCar(await readFile(at)));
  expect(isHead(isSameCid(roots[0]!, NO_HEAD) ? null : roots[0]!, promised)).toBe(true);
  const { cid, bytes } = node(9);
  await store.blocks.put(cid, bytes);
  const match = store.match!;
  const head = await store.heads.get(match);
  if (promised.kept.length > 0) expect(isSameCid(match, node(1).cid)).toBe(true);
  expect(isHead(head, promised)).toBe(true);
  expect(await store.heads.move(match, head, cid)).toBe(true);
  await store.close();
  const car = unwrap(readCar(await readFile(at)));
  expect(car.roots).toEqual([cid]);
  expect(car.blocks.at(-1)).toEqual({ cid, bytes });
}

test('a root that is part old, part new is one of the two', () => {
  const [a, b] = [node(1), node(2)];
  for (const [old, next] of [
    [NO_HEAD, a.cid],
    [a.cid, b.cid],
    [b.cid, a.cid],
  ] as const)
    for (let cut = 0; cut <= 36; cut++) {
      const [before, after] = [old, next].map(cid => writeCar([cid], [a, b])) as [
        Uint8Array,
        Uint8Array,
      ];
      before.set(after.subarray(ROOT_AT, ROOT_AT + cut), ROOT_AT);
      const { head } = unwrap(recover(before, LIMITS));
      expect([NO_HEAD, a.cid, b.cid]).toContainEqual(head ?? NO_HEAD);
      expect([old, next]).toContainEqual(head ?? NO_HEAD);
    }
});

test('a new file may be cut anywhere, or be zeros from there on', () => {
  for (let length = 0; length <= NEW_FILE.length; length++)
    for (const bytes of [NEW_FILE.slice(0, length), NEW_FILE.slice().fill(0, length)])
      expect(unwrap(recover(bytes, LIMITS))).toMatchObject({ count: 0, head: null });
});

const startRecorder = recorders(new URL('../../test/car-recorder.ts', import.meta.url));

describe('when the process is killed', () => {
  test.concurrent.each(DEEP > 1 ? [1, 2, 3, 4] : [1, 2])(
    'five times in a row, what was confirmed is there, file %i',
    async seed => {
      const at = path();
      const luck = rngFrom(seed);
      const kept = new Set<string>();
      let head = 0;
      for (let round = 0; round < 5; round++) {
        const recorder = startRecorder(at);
        // the recorder may be further by then: it does not wait for its lines to be read
        await hear(1 + luck(60), recorder);
        await kill(recorder);
        expect(recorder.lines[0]).toBe('open');
        for (const line of recorder.lines) {
          const [what, name] = line.split(' ') as [string, string];
          if (what === 'block') kept.add(name);
          if (what === 'head') head = Number(name);
        }
        const store = await createCarStore(at);
        for (const id of kept) await store.blocks.get(unwrap(parseCid(id)));
        const found = store.match && (await store.heads.get(store.match));
        // the last move may be durable though the recorder did not get to say so
        const heads = [head, head + 1].map(n => (n === 0 ? null : formatCid(node(n).cid)));
        expect(heads).toContain(found && formatCid(found));
        await store.close();
      }
      expect(head).toBeGreaterThan(5);
    },
  );

  test('a second recorder is refused while the first one runs, and admitted after it', async () => {
    const at = path();
    const recorder = startRecorder(at);
    await hear(3, recorder);
    const error = await createCarStore(at).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(CarLockedError);
    expect(error).toMatchObject({ pid: recorder.child.pid });
    await kill(recorder);
    const store = await createCarStore(at);
    const late = startRecorder(at);
    await late.closed;
    expect(late.lines).toEqual(['CarLockedError']);
    await store.close();
  });
});
