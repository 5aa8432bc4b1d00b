/** Annotations: what is signed, what is read, and what strangers may send instead. */
import { cidOf, fail, formatCid, ok, SHAPE_COLORS, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretOf } from '../../test/matches.ts';
import {
  annotationMessage,
  checkSharedNote,
  formatSharedNotes,
  parseSharedNotes,
  type SharedNote,
  type SharedNotes,
  signSharedNote,
} from './shared-notes.ts';

const ABOUT = formatCid(cidOf('dag-cbor', new Uint8Array([1, 2, 3])));
const NOTE: SharedNote = {
  about: ABOUT,
  tick: null,
  author: 'Ann <b>',
  text: 'the knight was </script> better here',
  shapes: [
    { type: 'mark', at: { area: 'board', column: 3, row: 4 }, color: 'green' },
    {
      type: 'arrow',
      from: { area: 'board', column: 0, row: 0 },
      to: { area: 'board', column: 7, row: 7 },
      color: 'red',
    },
  ],
  madeAt: '2026-03-01T12:00:00Z',
  key: null,
  signature: null,
};
const signNote = (note: SharedNote, who = 'Ann') => {
  const { key: _key, signature: _signature, ...unsigned } = note;
  return signSharedNote(secretOf(who), unsigned);
};

describe('signatures', () => {
  test('an annotation is reported as signed or as unsigned', async () => {
    expect(await checkSharedNote(NOTE)).toBe('unsigned');
    expect(await checkSharedNote(await signNote(NOTE))).toBe('signed');
  });

  test('a change of any field breaks the signature', async () => {
    const signed = await signNote(NOTE);
    const other = await signNote(NOTE, 'Bob');
    const changes: Partial<SharedNote>[] = [
      { about: formatCid(cidOf('dag-cbor', new Uint8Array([9]))) },
      { tick: 0 },
      { author: 'Anne' },
      { text: '' },
      { shapes: [] },
      { madeAt: null },
      { key: other.key },
      { key: null },
      { signature: other.signature },
      { signature: null },
    ];
    for (const change of changes)
      expect(await checkSharedNote({ ...signed, ...change }), JSON.stringify(change)).toBe(
        'broken',
      );
  });

  test('proves nothing by a weak key', async () => {
    const key = `01${'00'.repeat(31)}`;
    // the identity is the key, and s is 0: the equation holds for every message
    const forged = { ...NOTE, key, signature: `01${'00'.repeat(63)}` };
    expect(await checkSharedNote(forged)).toBe('broken');
  });

  test('the message says what it is, and does not depend on the order of fields', () => {
    const text = new TextDecoder().decode(annotationMessage(NOTE));
    expect(text.startsWith('kifu/annotation/1\0{"about":')).toBe(true);
    const turned = Object.fromEntries(Object.entries(NOTE).reverse()) as unknown as SharedNote;
    expect(annotationMessage(turned)).toEqual(annotationMessage(NOTE));
  });
});

const cell = fc.record({ area: fc.string(), column: fc.nat(1000), row: fc.nat(1000) });
const color = fc.constantFrom(...SHAPE_COLORS);
const annotation: fc.Arbitrary<SharedNote> = fc.record({
  about: fc.uint8Array().map(bytes => formatCid(cidOf('dag-cbor', bytes))),
  tick: fc.option(fc.nat()),
  author: fc.string({ maxLength: 40 }),
  text: fc.string({ unit: 'grapheme' }),
  shapes: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('mark' as const), at: cell, color }),
      fc.record({ type: fc.constant('arrow' as const), from: cell, to: cell, color }),
    ),
    { maxLength: 4 },
  ),
  madeAt: fc.constantFrom(null, '2026-11-15T01:02:03.456Z'),
  key: fc.constantFrom(null, 'ab'.repeat(32)),
  signature: fc.constantFrom(null, 'cd'.repeat(64)),
});

describe('files', () => {
  test('annotations that are written are read back', () => {
    fc.assert(
      fc.property(fc.array(annotation, { maxLength: 5 }), notes => {
        const file: SharedNotes = { match: ABOUT, notes };
        expect(parseSharedNotes(formatSharedNotes(file))).toEqual(ok(file));
      }),
      { numRuns: 60 },
    );
  });

  test.each<[string, (file: Record<string, unknown>) => unknown, string]>([
    ['no object', () => [], ''],
    ['a record', () => ({ header: {} }), ''],
    ['no match', file => ({ ...file, match: 'x' }), '/match'],
    ['one more field', file => ({ ...file, more: 1 }), ''],
    ['notes that are none', file => ({ ...file, notes: {} }), '/notes'],
    ['a note of null', file => ({ ...file, notes: [null] }), '/notes/0'],
    ['one more field of a note', file => ({ ...file, notes: [{ ...NOTE, x: 1 }] }), '/notes/0'],
    ['about nothing', file => ({ ...file, notes: [{ ...NOTE, about: 7 }] }), '/notes/0/about'],
    ['a tick below 0', file => ({ ...file, notes: [{ ...NOTE, tick: -1 }] }), '/notes/0/tick'],
    ['a time', file => ({ ...file, notes: [{ ...NOTE, madeAt: 'now' }] }), '/notes/0/madeAt'],
    [
      'a long text',
      file => ({ ...file, notes: [{ ...NOTE, text: 'x'.repeat(10_001) }] }),
      '/notes/0/text',
    ],
    ['a short key', file => ({ ...file, notes: [{ ...NOTE, key: 'ab' }] }), '/notes/0/key'],
    [
      'upper case',
      file => ({ ...file, notes: [{ ...NOTE, key: 'AB'.repeat(32) }] }),
      '/notes/0/key',
    ],
    [
      'a signature',
      file => ({ ...file, notes: [{ ...NOTE, signature: 'zz'.repeat(64) }] }),
      '/notes/0/signature',
    ],
    [
      'many shapes',
      file => ({ ...file, notes: [{ ...NOTE, shapes: Array(101).fill(NOTE.shapes[0]) }] }),
      '/notes/0/shapes',
    ],
    [
      'a shape',
      file => ({ ...file, notes: [{ ...NOTE, shapes: [{ type: 'circle' }] }] }),
      '/notes/0/shapes/0',
    ],
    [
      'a color',
      file => ({ ...file, notes: [{ ...NOTE, shapes: [{ ...NOTE.shapes[0], color: 'url(x)' }] }] }),
      '/notes/0/shapes/0',
    ],
    [
      'a cell far away',
      file => ({
        ...file,
        notes: [
          {
            ...NOTE,
            shapes: [{ type: 'mark', color: 'red', at: { area: 'b', column: 1e9, row: 0 } }],
          },
        ],
      }),
      '/notes/0/shapes/0',
    ],
  ])('refuses %s', (_name, change, path) => {
    const file = JSON.parse(formatSharedNotes({ match: ABOUT, notes: [NOTE] }));
    expect(parseSharedNotes(JSON.stringify(change(file)))).toMatchObject({
      fault: { code: 'malformed', at: { path } },
    });
  });

  test('refuses other versions, and files that are too large', () => {
    const text = formatSharedNotes({ match: ABOUT, notes: [] });
    expect(parseSharedNotes(text.replace('"version": 1', '"version": 2'))).toMatchObject({
      fault: { code: 'unsupported' },
    });
    const many = { match: ABOUT, notes: Array(10_001).fill(NOTE) as SharedNote[] };
    expect(parseSharedNotes(formatSharedNotes(many))).toMatchObject({
      fault: { code: 'too-large' },
    });
    expect(parseSharedNotes(' '.repeat((1 << 23) + 1))).toMatchObject({
      fault: { code: 'too-large' },
    });
  });

  test('refuses every truncation, and trailing text', () => {
    const text = formatSharedNotes({ match: ABOUT, notes: [NOTE] }).trim();
    for (let length = 0; length < text.length; length++)
      expect(parseSharedNotes(text.slice(0, length)).ok).toBe(false);
    expect(parseSharedNotes(`${text}x`).ok).toBe(false);
    expect(unwrap(parseSharedNotes(text)).notes).toEqual([NOTE]);
    expect(parseSharedNotes(text.replace('"tick":null', '"tick":0.5')).ok).toBe(false);
    expect(parseSharedNotes(text.replace('Ann', '\\ud800')).ok).toBe(false);
  });

  test('garbage is a fault, never a throw', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        expect(parseSharedNotes(text)).toMatchObject({ ok: false });
      }),
    );
    expect(parseSharedNotes('')).toMatchObject(fail('malformed', expect.any(String)));
  });
});
