/** Group commit: which ops share a transaction, which wait, and which get an error. */
import { expect, test } from 'vitest';
import { PostgresConnectionError, PostgresRefusedError } from './errors.ts';
import { createWriteQueue } from './write-queue.ts';

interface Op {
  readonly key: string | null;
  readonly value: number;
}

/** A queue whose commits are written down, and end when told. */
function queueWith(commit: (ops: readonly Op[]) => Promise<readonly (number | Error)[]>) {
  const batches: number[][] = [];
  const queue = createWriteQueue<Op, number>({
    where: 'here',
    keyOf: ({ key }) => key,
    sizeOf: ({ value }) => (value > 1_000_000 ? value : 1),
    commit(ops) {
      batches.push(ops.map(({ value }) => value));
      return commit(ops);
    },
  });
  return { queue, batches };
}

const answer = async (ops: readonly Op[]) => ops.map(({ value }) => 10 * value);
const write = (queue: ReturnType<typeof queueWith>['queue'], key: string | null, value: number) =>
  queue.write({ key, value });

test('what comes at once is one batch, and each has its own answer', async () => {
  const { queue, batches } = queueWith(answer);
  const answers = await Promise.all([1, 2, 3].map(value => write(queue, `${value}`, value)));
  expect(answers).toEqual([10, 20, 30]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('what comes while a batch is under way shares the next', async () => {
  let [begun, go] = [() => {}, () => {}];
  const isBegun = new Promise<void>(done => {
    begun = done;
  });
  const mayGo = new Promise<void>(done => {
    go = done;
  });
  const { queue, batches } = queueWith(async ops => {
    begun();
    await mayGo;
    return answer(ops);
  });
  const first = write(queue, null, 1);
  await isBegun;
  const others = [2, 3, 4].map(value => write(queue, null, value));
  go();
  await Promise.all([first, ...others]);
  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test('what is about one thing goes one after the other, in order', async () => {
  const { queue, batches } = queueWith(answer);
  await Promise.all([
    ...[1, 2, 3].map(value => write(queue, 'a', value)),
    write(queue, 'b', 4),
    write(queue, null, 5),
    write(queue, 'b', 6),
  ]);
  expect(batches).toEqual([[1, 4, 5], [2, 6], [3]]);
});

test('a batch has at most 1,024 ops', async () => {
  const { queue, batches } = queueWith(answer);
  await Promise.all(Array.from({ length: 2500 }, (_, value) => write(queue, null, value)));
  expect(batches.map(({ length }) => length)).toEqual([1024, 1024, 452]);
});

test('a batch ends with the op that exceeds 16 MiB', async () => {
  const { queue, batches } = queueWith(answer);
  await Promise.all([10e6, 9e6, 1, 20e6, 2, 3].map(value => write(queue, null, value)));
  expect(batches).toEqual([
    [10e6, 9e6],
    [1, 20e6],
    [2, 3],
  ]);
});

test('an op that fails alone does not affect the others', async () => {
  const { queue, batches } = queueWith(async ops => {
    if (ops.some(({ value }) => value === 2)) throw new PostgresRefusedError('here', 'it is two');
    return answer(ops);
  });
  const said = await Promise.allSettled([1, 2, 3].map(value => write(queue, null, value)));
  expect(said.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test('when the server is down, all waiting ops are refused, and nothing is retried', async () => {
  const { queue, batches } = queueWith(async () => {
    throw new PostgresConnectionError('here');
  });
  const said = await Promise.allSettled([1, 2].map(value => write(queue, null, value)));
  expect(said.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(batches).toEqual([[1, 2]]);
});

test('an answer that is an error is thrown to the caller of that op', async () => {
  const { queue } = queueWith(async ops =>
    ops.map(({ value }) => (value === 1 ? new Error('one') : value)),
  );
  const [one, two] = await Promise.allSettled([1, 2].map(value => write(queue, null, value)));
  expect(one).toMatchObject({ status: 'rejected', reason: { message: 'one' } });
  expect(two).toEqual({ status: 'fulfilled', value: 2 });
});

test('an op whose signal is aborted before it is sent is left out', async () => {
  const { queue, batches } = queueWith(answer);
  const giving = new AbortController();
  const op = { key: null, value: 1 };
  const written = Promise.allSettled([queue.write(op, giving.signal), write(queue, null, 2)]);
  giving.abort();
  const [gone, kept] = await written;
  expect(gone.status).toBe('rejected');
  expect(kept).toEqual({ status: 'fulfilled', value: 20 });
  expect(batches).toEqual([[2]]);
});

test('closing waits for what was asked, and takes no more', async () => {
  const { queue, batches } = queueWith(answer);
  const writing = write(queue, null, 1);
  await queue.close();
  expect(batches).toEqual([[1]]);
  expect(await writing).toBe(10);
  await expect(write(queue, null, 2)).rejects.toThrow('here is closed');
});
