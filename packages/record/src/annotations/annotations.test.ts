/** Annotations next to a record: they come back unchanged, never change what happened, and losses of them are reported. */
import {
  cidOf,
  type Evaluation,
  type Game,
  type Json,
  type Kit,
  type Note,
  ok,
  SHAPE_COLORS,
  type Shape,
  unwrap,
} from '@kifu/core';
import { encodeWith, writeJson } from '@kifu/core/cbor';
import { chess, pgn } from '@kifu/games/chess';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeCar } from '../car/index.ts';
import { findRecords, type Games, openSource } from '../file/index.ts';
import { recordKifu } from '../index.ts';
import { remarksToJson } from '../kifu-json.ts';
import { type AnnotationStore, BlockCorruptError } from '../store/index.ts';
import { MAX_ANNOTATIONS_BYTES, writeRemarksHead } from './annotations.ts';
import {
  type Annotations,
  encodeAnnotations,
  keepRemarks,
  loadAnnotations,
  openRemarks,
  remarksUpTo,
} from './index.ts';

const games: Games = { names: () => ['chess'], load: async () => ok(chess as unknown as Kit) };
const kifu = unwrap(pgn.read('1. f3 {quiet} e5 (1... d5 {bolder}) 2. g4 {a blunder} Qh4# 0-1'));
const game = chess.game as Game;
const { nodes, head } = unwrap(recordKifu(game, kifu));
const [match] = nodes.map(bytes => cidOf('dag-cbor', bytes));
const remarks: Annotations = { notes: kifu.notes, variations: kifu.variations };

const cell = fc.record({ area: fc.string(), column: fc.nat(1000), row: fc.nat(1000) });
const color = fc.constantFrom(...SHAPE_COLORS);
const shape: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({ type: fc.constantFrom('mark', 'square', 'triangle', 'cross'), at: cell, color }),
  fc.record({ type: fc.constantFrom('arrow', 'line'), from: cell, to: cell, color }),
  fc.record({
    ...{ type: fc.constant('label'), at: cell, color },
    text: fc.string({ minLength: 1, maxLength: 100 }),
  }),
);
const depth = fc.nat(99_999);
const evaluation: fc.Arbitrary<Evaluation> = fc.oneof(
  fc.record(
    { score: fc.integer({ min: -9_999_999, max: 9_999_999 }), depth },
    { requiredKeys: ['score'] },
  ),
  fc.record({ winIn: fc.integer({ min: -9999, max: 9999 }), depth }, { requiredKeys: ['winIn'] }),
);
const note: fc.Arbitrary<Note> = fc.record(
  {
    entry: fc.nat(),
    author: fc.option(fc.string({ unit: 'binary' })),
    text: fc.string({ unit: 'binary' }),
    glyphs: fc.array(fc.nat(255), { maxLength: 3 }),
    evaluation,
    shapes: fc.array(shape, { maxLength: 3 }),
    tookMs: fc.nat(),
  },
  { requiredKeys: ['entry', 'author', 'text', 'glyphs'] },
);

test('remarks that are written are read back', () => {
  const notes = fc.array(note, { maxLength: 5 });
  fc.assert(
    fc.property(notes, given => {
      const said = { notes: given, variations: kifu.variations };
      expect(unwrap(openRemarks(game, encodeAnnotations(game, head, said)))).toEqual({
        about: head,
        remarks: said,
      });
    }),
  );
});

test('garbage, truncation and trailing bytes are faults', () => {
  const bytes = encodeAnnotations(game, head, remarks);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), any => !openRemarks(game, any).ok));
  for (let length = 0; length < bytes.length; length++)
    expect(openRemarks(game, bytes.subarray(0, length)).ok).toBe(false);
  expect(openRemarks(game, Uint8Array.from([...bytes, 0]))).toMatchObject({ ok: false });
});

describe('opened with a record', () => {
  const open = async (block: Uint8Array | null, upTo = nodes.length) => {
    const part = nodes.slice(0, upTo);
    const source = {
      ...{ name: '', form: 'library', losses: [], nodes: part },
      head: cidOf('dag-cbor', part.at(-1)!),
      remarks: block,
    };
    return unwrap(await openSource(games, source));
  };

  test('about its head, they are all there', async () => {
    const { kifu: opened, losses } = await open(encodeAnnotations(game, head, remarks));
    expect([opened.notes, opened.variations, losses]).toEqual([kifu.notes, kifu.variations, []]);
  });

  test('about an earlier head, they are all there', async () => {
    const early = cidOf('dag-cbor', nodes[1]!);
    const said = remarksUpTo(remarks, 1);
    expect(await open(encodeAnnotations(game, early, said))).toMatchObject({
      kifu: said,
      losses: [],
    });
  });

  test('about a later head, what is about later entries is left out, and told', async () => {
    const { kifu: opened, losses } = await open(encodeAnnotations(game, head, remarks), 3);
    expect(opened.entries).toHaveLength(2);
    expect(opened.notes).toEqual([kifu.notes[0]]);
    expect(opened.variations).toEqual(kifu.variations);
    expect(losses).toEqual(['remarks: 1 about what is not in the record']);
  });

  test.each<[string, object]>([
    ['entries', { entries: [] }],
    ['an ending', { ending: null }],
    ['a header', { header: kifu.header }],
    ['another field', { more: 1 }],
  ])('with %s in them they are refused, and nothing of the record changes', async (_what, more) => {
    const block = encodeWith(output => {
      writeRemarksHead(output, head);
      writeJson(output, { ...remarksToJson(game, remarks), ...more } as Json);
    });
    const cid = cidOf('dag-cbor', block);
    const blocks = [...nodes, block].map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
    for await (const source of findRecords(games, '', writeCar([head, cid], blocks), null)) {
      const opened = unwrap(await openSource(games, unwrap(source)));
      expect(opened.kifu).toEqual({ ...(await open(null)).kifu, notes: [], variations: [] });
      expect(opened.kifu.entries).toHaveLength(4);
      expect(opened.losses).toEqual([expect.stringMatching(/^remarks: /)]);
    }
  });

  test('keeps the annotations of a broken record about entries before the fault', async () => {
    const broken = nodes.map((bytes, i) => (i === 3 ? nodes[2]! : bytes));
    const source = {
      name: '',
      form: 'car',
      losses: [],
      nodes: broken,
      head,
      remarks: encodeAnnotations(game, head, remarks),
    };
    const opened = unwrap(await openSource(games, source));
    expect(opened.fault).not.toBeNull();
    expect(opened.kifu.notes).toEqual([kifu.notes[0]]);
    expect(opened.losses).toEqual(['remarks: 1 about what is not in the record']);
  });
});

describe('kept in a store', () => {
  const ids = { match: match!, head };
  const kept = new Map<string, Uint8Array>();
  const store: AnnotationStore = {
    get: async ({ digest }) => kept.get(String(digest)) ?? null,
    put: async ({ digest }, bytes) => void kept.set(String(digest), bytes),
    remove: async ({ digest }) => void kept.delete(String(digest)),
  };

  test('stores annotations, and keeps the stored ones if none are given', async () => {
    expect(await keepRemarks(store, game, ids, remarks)).toEqual([]);
    expect(await keepRemarks(store, game, ids, { notes: [], variations: [] })).toEqual([]);
    const block = encodeAnnotations(game, head, remarks);
    expect(await loadAnnotations(store, match!)).toEqual({ remarks: block, losses: [] });
  });

  test('does not store annotations that are too large to be read again, and reports it', async () => {
    const text = 'x'.repeat(MAX_ANNOTATIONS_BYTES);
    const huge = { notes: [{ entry: 0, author: null, text, glyphs: [] }], variations: [] };
    const put = async () => expect.unreachable();
    expect(await keepRemarks({ ...store, put }, game, ids, huge)).toEqual([
      expect.stringMatching(/^remarks: they are more than/),
    ]);
  });

  test('reports a damaged block as a loss, and throws any other error of the store', async () => {
    const damaged = async () => Promise.reject(new BlockCorruptError(head));
    const { remarks: none, losses } = await loadAnnotations({ ...store, get: damaged }, match!);
    expect([none, losses]).toEqual([null, [expect.stringMatching(/^remarks: the bytes are not/)]]);
    const gone = async () => Promise.reject(new Error('no disk'));
    await expect(loadAnnotations({ ...store, get: gone }, match!)).rejects.toThrow('no disk');
  });
});
