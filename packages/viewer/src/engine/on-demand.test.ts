/** What the engine is seldom asked for, without a browser: forms, variations, branches, annotations; and questions that make no sense. */
import { type Game, type Header, type Result, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { begin, checkBranch } from '@kifu/record';
import type { SharedNote } from '@kifu/record/annotations';
import { formatKifu } from '@kifu/record/json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ONE_OF_EACH, readSample } from '../../../web/test/records.ts';
import { answer, type EngineAnswer, type EngineQuestion } from './engine.ts';
import type {
  BranchHere,
  CheckedNote,
  FormInfo,
  ListedVariation,
  WrittenForm,
} from './on-demand-types.ts';
import { findRecord } from './read.ts';
import { openSession } from './session.ts';
import type { OpenedRecord } from './types.ts';

async function last<Value>(question: EngineQuestion, key: string): Promise<Value> {
  const answers: EngineAnswer[] = [];
  await answer(question, told => answers.push(structuredClone(told))); // as if from a worker
  return (answers.at(-1) as unknown as Record<string, Value>)[key]!;
}
const text = (words: string) => new TextEncoder().encode(words);
const open = async (name: string, bytes: Uint8Array): Promise<OpenedRecord> =>
  unwrap(
    await last<Result<OpenedRecord>>(
      { do: 'open', name, bytes, which: {}, isPart: false },
      'opened',
    ),
  );
const sample = async (name: string) => open(name, await readSample(name));

const PGN = '1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 {Falkbeer} 3. exd5 e4) 3. Nf3) 2... Nc6 *';
const SECRET = '11'.repeat(32);

describe('forms', () => {
  test.each(ONE_OF_EACH)('$file is read again from each form', async ({ file }) => {
    const record = await sample(file);
    const forms = await last<FormInfo[]>({ do: 'forms', of: record.id }, 'forms');
    expect(forms.map(form => form.name)).toEqual(
      expect.arrayContaining(['car', 'pack', 'json', 'original']),
    );
    for (const { name: form, extension } of forms) {
      const written = await last<Result<WrittenForm>>(
        { do: 'write', of: record.id, form },
        'written',
      );
      if (!written.ok) continue; // not every format can represent every match
      const again = await open(`match.${extension}`, written.value.bytes);
      expect(again.game).toBe(record.game);
      if (['car', 'pack', 'json', 'original'].includes(form)) expect(again.head).toBe(record.head);
    }
  });

  test('a broken record is given only as the file that came', async () => {
    const bytes = await readSample('chess.car');
    bytes[bytes.length - 3]! ^= 1;
    const record = await open('x.car', bytes);
    const forms = await last<FormInfo[]>({ do: 'forms', of: record.id }, 'forms');
    expect(forms.map(({ name }) => name)).toEqual(['original']);
    const car = await last<Result<WrittenForm>>(
      { do: 'write', of: record.id, form: 'car' },
      'written',
    );
    expect(car).toMatchObject({ ok: false, fault: { code: 'unsupported' } });
  });
});

describe('variations', () => {
  test('are listed nested, and each opens as a record', async () => {
    const record = await open('x.pgn', text(PGN));
    expect(record.variations).toBe(1);
    const [outer] = await last<ListedVariation[]>({ do: 'branches', of: record.id }, 'branches');
    expect(outer).toMatchObject({ n: 2, path: [0], branches: [{ n: 3, path: [0, 0] }] });
    expect(outer!.branches[0]!.moves.map(move => move.text)).toEqual(['d5', 'exd5', 'e4']);
    const inner = unwrap(
      await last<Result<OpenedRecord>>({ do: 'vary', of: record.id, path: [0, 0] }, 'opened'),
    );
    expect(inner.lines.map(line => line.text)).toEqual(['e4', 'e5', 'f4', 'd5', 'exd5', 'e4']);
    expect(inner.notes).toMatchObject([{ n: 4, text: 'Falkbeer' }]);
    expect(inner.outcome).toBeNull();
  });

  test('a path that leads to none is a fault', async () => {
    const record = await open('x.pgn', text(PGN));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.integer(), fc.double()), { maxLength: 4 }),
        async path => {
          const opened = await last<Result<OpenedRecord>>(
            { do: 'vary', of: record.id, path },
            'opened',
          );
          const isThere = path.length === 0 || path.every(i => i === 0 && path.length <= 2);
          expect(opened.ok).toBe(isThere);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('one that cannot be played is left out', async () => {
    const { kifu } = unwrap(
      await openSession(0, unwrap(await findRecord('x.pgn', text(PGN))).source),
    );
    const { game } = unwrap(await loadKit('chess'));
    const [variation] = kifu.variations;
    const broken = { ...kifu, variations: [{ ...variation!, entry: 1 }, variation!] };
    const record = await open('x.json', text(formatKifu(game as Game, broken)));
    const branches = await last<ListedVariation[]>({ do: 'branches', of: record.id }, 'branches');
    expect(branches.map(({ path }) => path)).toEqual([[1]]);
  });
});

describe('branches', () => {
  const here = (record: OpenedRecord, at: { n: number } | { ms: number }) =>
    last<Result<BranchHere>>({ do: 'branch-here', of: record.id, at }, 'here');

  test.each<[string, { n: number } | { ms: number }]>([
    ['chess.car', { n: 0 }],
    ['chess.car', { n: 7 }],
    ['go.car', { n: 10 }],
    ['kung-fu-chess.json', { ms: 2345 }],
  ])('%s at %j begins as the match stood there', async (name, at) => {
    const bytes = await readSample(name);
    const record = await open(name, bytes);
    const { header, node } = unwrap(await here(record, at)) as { header: Header; node: string };
    const { game } = unwrap(await loadKit(record.game));
    const { nodes } = unwrap(await openSession(0, unwrap(await findRecord(name, bytes)).source));
    expect(header.terms?.branch?.node).toBe(node);
    expect(checkBranch(game as Game, nodes, header)).toMatchObject({ ok: true });
    expect(begin(game as Game, header).ok).toBe(true);
  });

  test('are refused after the end, and from a variation name no node', async () => {
    const record = await sample('chess.car');
    expect(await here(record, { n: record.lines.length })).toMatchObject({
      fault: { code: 'game-over' },
    });
    const main = await open('x.pgn', text(PGN));
    const varied = unwrap(
      await last<Result<OpenedRecord>>({ do: 'vary', of: main.id, path: [0] }, 'opened'),
    );
    const branch = unwrap(await here(varied, { n: 4 }));
    expect(branch).toMatchObject({ n: 4, node: null, header: { terms: { branch: null } } });
    const { game } = unwrap(await loadKit('chess'));
    expect(begin(game as Game, branch.header).ok).toBe(true);
  });
});

describe('annotations', () => {
  const draft = { n: 3, tick: null, author: 'Ann', text: 'good \ud800', shapes: [], madeAt: null };

  test('are signed about a node, written, read and checked', async () => {
    const record = await sample('chess.car');
    const sign = (secret: string | null) =>
      last<Result<CheckedNote>>({ do: 'sign-note', of: record.id, draft, secret }, 'note');
    const signed = unwrap(await sign(SECRET));
    expect(signed.note.key).toBe(await last({ do: 'key', of: record.id, secret: SECRET }, 'key'));
    const notes: SharedNote[] = [
      signed.note,
      unwrap(await sign(null)).note,
      { ...signed.note, text: 'bad' },
    ];
    const file = await last<string>({ do: 'write-notes', of: record.id, notes }, 'text');
    const read = (of: number) =>
      last<Result<CheckedNote[]>>({ do: 'read-notes', of, text: file }, 'notes');
    expect(unwrap(await read(record.id)).map(({ status, n }) => [status, n])).toEqual([
      ['signed', 3],
      ['unsigned', 3],
      ['broken', 3],
    ]);
    const other = await sample('go.car');
    expect(unwrap(await read(other.id)).map(({ n }) => n)).toEqual([null, null, null]);
  });

  test('are refused about entries that are not there and about variations', async () => {
    const main = await open('x.pgn', text(PGN));
    const varied = unwrap(
      await last<Result<OpenedRecord>>({ do: 'vary', of: main.id, path: [0] }, 'opened'),
    );
    for (const [of, n] of [
      [main.id, 99],
      [main.id, -1],
      [varied.id, 1],
    ] as const)
      expect(
        await last({ do: 'sign-note', of, draft: { ...draft, n }, secret: null }, 'note'),
      ).toMatchObject({ ok: false, fault: { code: 'unsupported' } });
  });

  test('garbage instead of notes is a fault', async () => {
    const record = await sample('go.car');
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async garbage => {
        const read = await last<Result<unknown>>(
          { do: 'read-notes', of: record.id, text: garbage },
          'notes',
        );
        expect(read.ok).toBe(false);
      }),
      { numRuns: 40 },
    );
  });
});
