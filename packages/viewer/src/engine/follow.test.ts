/** Matches followed node by node: at every node the page knows what it would know had it opened them all at once. */
import { type Result, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { readCar, writeCar } from '@kifu/record/car';
import type { Block } from '@kifu/record/node';
import { Replay, readAll, type SeatView, SeatViews } from '@kifu/record/replay';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSample, SAMPLES } from '../../../web/test/records.ts';
import { grownBy } from '../model/record-update.ts';
import { answer, type EngineAnswer, type EngineQuestion } from './engine.ts';
import type { OpenedRecord } from './types.ts';
import type { CheckedRecord } from './verdict.ts';

async function ask(question: EngineQuestion): Promise<EngineAnswer[]> {
  const answers: EngineAnswer[] = [];
  await answer(question, told => answers.push(structuredClone(told))); // as if from a worker
  return answers;
}

const openNodes = async (
  nodes: readonly Uint8Array[],
  seen: readonly SeatView[] = [],
): Promise<Result<OpenedRecord>> => {
  const [told] = await ask({ do: 'nodes', nodes, isOver: null, seen });
  return (told as { opened: Result<OpenedRecord> }).opened;
};

/** The record with more nodes, and whether it had to be opened again. */
async function add(
  record: OpenedRecord,
  nodes: readonly Uint8Array[],
  seen: readonly SeatView[] = [],
): Promise<{ readonly record: OpenedRecord; readonly isAnew: boolean }> {
  const [told] = await ask({ do: 'add', of: record.id, nodes, isOver: null, seen });
  return 'grown' in told!
    ? { record: grownBy(record, told.grown), isAnew: false }
    : { record: unwrap((told as { opened: Result<OpenedRecord> }).opened), isAnew: true };
}

const checks = async ({ id }: OpenedRecord): Promise<CheckedRecord[]> =>
  (await ask({ do: 'check', of: id })).map(told => (told as { checked: CheckedRecord }).checked);

const nodesIn = async (name: string): Promise<Uint8Array[]> =>
  unwrap(readCar(await readSample(name))).blocks.map(({ bytes }) => bytes);

const withoutId = ({ id: _, ...record }: OpenedRecord) => record;

/** Short ones that can be replayed at any time; hidden hands are tested below. */
const SHORT = SAMPLES.filter(
  ({ form, entries, game }) => form === 'car' && entries < 200 && game !== 'dominos',
);

test.each(SHORT)(
  '$file: followed in any pieces it gives the same record as when opened whole',
  async ({ file }) => {
    const nodes = await nodesIn(file);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: nodes.length }), { minLength: 1, maxLength: 6 }),
        async cuts => {
          const [first, ...ends] = [...cuts, nodes.length].toSorted((a, b) => a - b);
          let record = unwrap(await openNodes(nodes.slice(0, first)));
          let from = first!;
          for (const end of ends) {
            const grown = await add(record, nodes.slice(from, end));
            expect(grown.isAnew).toBe(false);
            ({ record } = grown);
            from = end;
            const whole = unwrap(await openNodes(nodes.slice(0, end)));
            expect(withoutId(record)).toEqual(withoutId(whole));
            const [last, told] = [await checks(record), await checks(whole)].map(all => all.at(-1));
            expect(last).toEqual(told);
            for (const n of [0, record.lines.length >> 1, record.lines.length]) {
              const look = (of: number) => ask({ do: 'picture', of, at: { n }, as: null });
              expect(await look(record.id)).toEqual(await look(whole.id));
              const draw = (of: number) => ask({ do: 'draw', of, n });
              expect(await draw(record.id)).toEqual(await draw(whole.id));
            }
          }
        },
      ),
      { numRuns: 4 },
    );
  },
);

test('a signature is checked once', async () => {
  const nodes = await nodesIn('ludo.car');
  const record = unwrap(await openNodes(nodes.slice(0, 100)));
  expect((await checks(record)).length).toBeGreaterThan(2);
  const { record: grown } = await add(record, nodes.slice(100, 103)); // three new ones, told of at once
  const [only, more] = await checks(grown);
  expect(more).toBeUndefined();
  expect(only).toMatchObject({ isDone: true, verdict: 'partial', good: 102 });
  expect(only!.checked.signatures).toBe(only!.checked.signed);
});

test('checks during which nodes arrive report all of them in the end', async () => {
  const nodes = await nodesIn('backgammon.car');
  const record = unwrap(await openNodes(nodes.slice(0, 60)));
  const first = checks(record);
  const { record: grown } = await add(record, nodes.slice(60));
  const [before, after] = [await first, await checks(grown)].map(all => all.at(-1)!);
  expect(before!.checked.signatures).toBe(before!.checked.signed);
  expect(after).toMatchObject({ isDone: true, verdict: 'verified', good: 219 });
  expect(after!.checked.signatures).toBe(after!.checked.signed);
});

describe('nodes that do not follow', () => {
  test('open the record again with the fault and its location, and refuse later nodes', async () => {
    const nodes = await nodesIn('chess.car');
    const bad = nodes[30]!.slice();
    bad[bad.length - 1]! ^= 1;
    const record = unwrap(await openNodes(nodes.slice(0, 28)));
    const broken = await add(record, [nodes[28]!, nodes[29]!, bad, nodes[31]!]);
    const whole = unwrap(await openNodes([...nodes.slice(0, 30), bad, nodes[31]!]));
    expect(broken).toMatchObject({ isAnew: true, record: { id: record.id } });
    expect(withoutId(broken.record)).toEqual(withoutId(whole));
    expect(broken.record.fault).not.toBeNull();
    const later = await add(broken.record, nodes.slice(32));
    expect(later).toMatchObject({ isAnew: false, record: { lines: broken.record.lines } });
    expect((await checks(later.record)).at(-1)).toMatchObject({ verdict: 'broken', good: 29 });
  });

  test('of garbage never make it throw', async () => {
    const nodes = await nodesIn('go.car');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 3 }),
        async noise => {
          const record = unwrap(await openNodes(nodes.slice(0, 5)));
          const grown = await add(record, noise);
          expect(grown.record.lines).toEqual(record.lines);
          expect(grown.record.fault === null).toBe(noise.length === 0);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('a longer copy of a file that is open', () => {
  const open = async (bytes: Uint8Array, after: OpenedRecord | null, isPart = false) => {
    const about = { name: 'a.car', which: {}, isPart, after: after?.id ?? null };
    return (await ask({ do: 'open', bytes, ...about })).at(-1)!;
  };
  const opened = (told: EngineAnswer) =>
    unwrap((told as { opened: Result<OpenedRecord> }).opened as Result<OpenedRecord>);
  const carOf = (blocks: readonly Block[]) => writeCar([blocks.at(-1)!.cid], blocks);

  test('adds what is new, while it arrives and when it is asked for again', async () => {
    const bytes = await readSample('chess.car');
    const { blocks } = unwrap(readCar(bytes));
    let record = opened(await open(bytes.subarray(0, 2000), null, true));
    for (const [more, isPart] of [
      [bytes.subarray(0, 4000), true],
      [carOf(blocks.slice(0, 40)), false],
      [bytes, false],
    ] as const) {
      const told = await open(more, record, isPart);
      if (!('grown' in told)) throw new Error('it was opened again');
      record = grownBy(record, told.grown);
    }
    expect(withoutId(record)).toEqual(withoutId(opened(await open(bytes, null))));
  });

  test('is opened again if it is of another match, or was changed', async () => {
    const { blocks } = unwrap(readCar(await readSample('chess.car')));
    const record = opened(await open(carOf(blocks.slice(0, 30)), null));
    const other = opened(await open(await readSample('go.car'), record));
    expect(other).toMatchObject({ game: 'go', fault: null });
    const changed = blocks.map(({ cid, bytes }, i) => {
      const copy = bytes.slice();
      if (i === 9) copy[copy.length - 1]! ^= 1; // under its old name
      return { cid, bytes: copy };
    });
    const broken = opened(await open(carOf(changed), record));
    expect(broken.lines).toHaveLength(8);
    expect((await checks(broken)).at(-1)).toMatchObject({ verdict: 'broken', good: 8 });
    const shorter = opened(await open(carOf(blocks.slice(0, 20)), record));
    expect(shorter.lines).toHaveLength(19);
  });
});

describe('hidden hands', () => {
  /** A match of dominos, and the spectator view after each node. */
  async function sealedMatch(): Promise<{ nodes: Uint8Array[]; seen: readonly SeatView[] }> {
    const nodes = unwrap(readCar(await readSample('dominos.car'))).blocks.map(({ bytes }) => bytes);
    const { game } = unwrap(await loadKit('dominos'));
    const sights = new SeatViews(null);
    readAll(new Replay(game, nodes), [sights]);
    return { nodes, seen: sights.views };
  }

  test('are followed by what spectators see, and played when the ending shows them', async () => {
    const { nodes, seen } = await sealedMatch();
    expect(await openNodes(nodes.slice(0, 3))).toMatchObject({ ok: false });
    let record = unwrap(await openNodes(nodes.slice(0, 1), seen.slice(0, 1)));
    expect(record).toMatchObject({ lines: [], isPartial: true, fault: null });
    for (let n = 1; n < nodes.length - 1; n++) {
      const grown = await add(record, [nodes[n]!], [seen[n]!]);
      expect(grown.isAnew).toBe(false);
      ({ record } = grown);
      expect(record.lines).toHaveLength(n);
    }
    expect((await checks(record)).at(-1)).toMatchObject({ isDone: true, verdict: 'sealed' });
    const sealed = record;
    const ended = await add(record, [nodes.at(-1)!]);
    expect(ended).toMatchObject({ isAnew: true, record: { id: record.id, isPartial: false } });
    expect(withoutId(ended.record)).toEqual(withoutId(unwrap(await openNodes(nodes))));
    const texts = (lines: OpenedRecord['lines']) => lines.map(({ text }) => text);
    expect(texts(sealed.lines)).toEqual(texts(ended.record.lines));
  });
});
