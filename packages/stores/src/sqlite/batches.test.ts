/** Ops that arrive together are written together, and each caller gets its own result. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Thread } from '../sql/ask-thread.ts';
import { createBatches } from './batches.ts';
import { SqliteClosedError, SqliteFullError, SqliteIoError } from './errors.ts';
import type { FileOp } from './file-ops.ts';
import { decodeOps, type SentOps } from './ops-wire.ts';
import type { OpAnswer } from './writer.ts';

const op = (name: string): FileOp => ({ do: 'drop', kind: 'test', name });
const namesIn = (ops: readonly FileOp[]) => ops.map(one => ('name' in one ? one.name : one.do));

/** A fake thread with given answers. */
function fakeThread(answer: (ops: readonly FileOp[]) => OpAnswer[]) {
  const batches: string[][] = [];
  const thread: Thread = {
    async ask<T>(sent: unknown) {
      const ops = decodeOps(sent as SentOps);
      batches.push(namesIn(ops));
      await new Promise(setImmediate);
      return answer(ops) as T;
    },
    end: async () => {},
  };
  return { thread, batches };
}

const error = (code: number): OpAnswer => ({ code, system: null, message: 'told to' });
const FULL = 13;
const SYNC_FAILED = 10 | (4 << 8);

describe('one transaction', () => {
  test('serves all who came before it began, in their order', async () => {
    const { thread, batches } = fakeThread(ops => ops.map(() => true));
    const { write } = createBatches('file', thread, null);
    const first = [write(op('a')), write(op('b'))];
    await new Promise(setImmediate);
    const later = [write(op('c')), write(op('d'))];
    expect(await Promise.all([...first, ...later])).toEqual([true, true, true, true]);
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('has at most 1,024 ops', async () => {
    const { thread, batches } = fakeThread(ops => ops.map(() => true));
    const { write } = createBatches('file', thread, null);
    await Promise.all(Array.from({ length: 3000 }, (_, i) => write(op(`${i}`))));
    expect(batches.map(({ length }) => length)).toEqual([1024, 1024, 952]);
  });

  test('leaves out ops whose signal was aborted', async () => {
    const { thread, batches } = fakeThread(ops => ops.map(() => true));
    const { write } = createBatches('file', thread, null);
    const giver = new AbortController();
    const given = write(op('a'), giver.signal);
    const kept = write(op('b'));
    giver.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    await kept;
    expect(batches).toEqual([['b']]);
  });
});

describe('gathering', () => {
  const gather = { ops: 1000, firstOps: 10, idleMs: 60_000_000, ms: 600_000 };
  const many = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i) => op(`${from + i}`));

  test('waits until there is enough, and for twice as much each time', async () => {
    const { thread, batches } = fakeThread(ops => ops.map(() => true));
    const { write } = createBatches('file', thread, null, gather);
    for (const count of [10, 20, 40, 80]) {
      const writing = many(count - 1).map(one => write(one));
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      await Promise.all([...writing, write(op('last'))]);
    }
    expect(batches.map(({ length }) => length)).toEqual([10, 20, 40, 80]);
  });

  describe('by the clock', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());
    const turns = async () => {
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    };

    /** Gives an op every so often, and returns how many were sent by then. */
    async function giveSlowly(gaps: readonly number[]): Promise<readonly number[]> {
      const { thread, batches } = fakeThread(ops => ops.map(() => true));
      const limits = { ops: 1000, firstOps: 1000, idleMs: 1000, ms: 60_000 };
      const { write } = createBatches('file', thread, null, limits);
      for (const gap of gaps) {
        void write(op('a'));
        await turns();
        await vi.advanceTimersByTimeAsync(gap);
        await turns();
      }
      return batches.map(({ length }) => length);
    }

    test('continues as long as more comes, however slowly', async () => {
      expect(await giveSlowly(new Array(50).fill(999))).toEqual([]);
    });

    test('ends when nothing more comes', async () => {
      expect(await giveSlowly([999, 999, 1000])).toEqual([3]);
    });

    test('ends after the longest time, although more comes', async () => {
      expect(await giveSlowly(new Array(100).fill(600))).toEqual([100]);
    });
  });

  test('ends for one transaction by flush, and for all by a last one', async () => {
    const { thread, batches: sent } = fakeThread(ops => ops.map(() => true));
    const batches = createBatches('file', thread, null, gather);
    const first = batches.write(op('a'));
    batches.flush();
    await first;
    const second = batches.write(op('b'));
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    expect(sent).toEqual([['a']]);
    batches.flush(true);
    await second;
    await batches.write(op('c'));
    await batches.write(op('d'));
    expect(sent).toEqual([['a'], ['b'], ['c'], ['d']]);
  });

  test('ends when the store is closed', async () => {
    const { thread, batches: sent } = fakeThread(ops => ops.map(() => true));
    const batches = createBatches('file', thread, null, gather);
    const written = batches.write(op('a'));
    await batches.close();
    await written;
    expect(sent).toEqual([['a']]);
  });

  test('has no transaction with more ops than it may have', async () => {
    const { thread, batches } = fakeThread(ops => ops.map(() => true));
    const { write } = createBatches('file', thread, null, {
      ops: 2000,
      firstOps: 1500,
      idleMs: 5,
      ms: 5,
    });
    await Promise.all(many(5000).map(one => write(one)));
    expect(batches.map(({ length }) => length)).toEqual([1500, 2000, 1500]);
  });
});

describe('a failure', () => {
  test('of one op fails that op alone, and the next is tried', async () => {
    const { thread } = fakeThread(ops =>
      namesIn(ops).map(name => (name === 'large' ? error(FULL) : true)),
    );
    const batches = createBatches('file', thread, null);
    const [small, large] = [batches.write(op('small')), batches.write(op('large'))];
    await expect(large).rejects.toThrow(SqliteFullError);
    expect(await small).toBe(true);
    expect(await batches.write(op('next'))).toBe(true);
    expect(batches.refusal).toBeNull();
  });

  test('of a sync ends all writing', async () => {
    const { thread, batches: sent } = fakeThread(ops => ops.map(() => error(SYNC_FAILED)));
    const batches = createBatches('file', thread, null);
    await expect(batches.write(op('a'))).rejects.toThrow(SqliteIoError);
    await expect(batches.write(op('b'))).rejects.toThrow(SqliteIoError);
    expect(batches.refusal).toBeInstanceOf(SqliteIoError);
    expect(sent).toEqual([['a']]);
  });

  test('of the thread ends all writing', async () => {
    const cause = new Error('out of memory');
    const thread: Thread = { ask: () => Promise.reject(cause), end: async () => {} };
    const batches = createBatches('file', thread, null);
    const writing = [batches.write(op('a')), batches.write(op('b'))];
    for (const one of writing) await expect(one).rejects.toThrow(SqliteClosedError);
    await expect(batches.write(op('c'))).rejects.toMatchObject({ cause });
  });
});

test('closing waits for what was given before, and takes no more', async () => {
  const { thread, batches: sent } = fakeThread(ops => ops.map(() => true));
  const batches = createBatches('file', thread, null);
  const written = batches.write(op('a'));
  const closed = batches.close();
  await expect(batches.write(op('b'))).rejects.toThrow(SqliteClosedError);
  await closed;
  expect(await written).toBe(true);
  expect(sent).toEqual([['a']]);
});
