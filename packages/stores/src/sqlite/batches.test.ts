/** Ops that arrive together are written together, and each caller gets its own result. */
import { describe, expect, test } from 'vitest';
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
