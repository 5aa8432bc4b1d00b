/** Studies as bytes and as files: what was written is read, and everything else is refused. */
import { cidOf, type Game, type Kit, ok, unwrap } from '@kifu/core';
import { encodeWith, writeBytes, writeListHead, writeText } from '@kifu/core/cbor';
import { chess, pgn } from '@kifu/games/chess';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeCar } from '../car/index.ts';
import { findRecords, type Games, openSource, verifySource, writeWhole } from '../file/index.ts';
import { judge, recordKifu } from '../index.ts';
import {
  type Chapter,
  decodeStudy,
  encodeStudy,
  readStudyCar,
  STUDY_LIMITS,
  type Study,
  writeStudyCar,
} from './study.ts';

const kit = chess as unknown as Kit;
const games: Games = { names: () => ['chess'], load: async () => ok(kit) };

function packed(text: string): Uint8Array {
  const kifu = unwrap(pgn.read(text));
  const { nodes, head } = unwrap(recordKifu(chess.game as Game, kifu));
  return unwrap(writeWhole({ kit, kifu, nodes, head }, 'pack')) as Uint8Array;
}

const STUDY: Study = {
  title: 'Short games',
  chapters: [
    {
      title: 'Fool’s mate',
      pack: packed('1. f3 {weak} e5 (1... d5 {[%cal Gd5d4]}) 2. g4 Qh4# 0-1'),
    },
    { title: '', pack: packed('1. e4 *') },
  ],
};
const BYTES = unwrap(encodeStudy(STUDY));

test('a study is read as it was written, from bytes and from a file', () => {
  expect(unwrap(decodeStudy(BYTES))).toEqual(STUDY);
  expect(unwrap(readStudyCar(unwrap(writeStudyCar(STUDY)))!)).toEqual(STUDY);
});

test('the chapters of a file are its records, with their annotations, and verify', async () => {
  const found: unknown[] = [];
  for await (const source of findRecords(games, '', unwrap(writeStudyCar(STUDY)), null)) {
    const { remarks } = unwrap(await openSource(games, unwrap(source)));
    const { report, fault } = await verifySource(games, unwrap(source));
    const [first] = remarks.variations;
    found.push([
      judge(report!).verdict,
      fault,
      remarks.notes[0]?.text,
      first?.notes[0]?.shapes?.length,
    ]);
  }
  expect(found).toEqual([
    ['unsigned', null, 'weak', 1],
    ['unsigned', null, undefined, undefined],
  ]);
});

test('refuses a file whose block is missing, another, or cut', () => {
  const cid = cidOf('dag-cbor', BYTES);
  const changed = BYTES.slice();
  changed[BYTES.length - 1]! ^= 1;
  const codes = [
    writeCar([cid], [{ cid, bytes: changed }]),
    writeCar(
      [cid],
      [
        { cid, bytes: BYTES },
        { cid, bytes: BYTES },
      ],
    ),
    unwrap(writeStudyCar(STUDY)).subarray(0, -1),
  ].map(bytes => {
    const read = readStudyCar(bytes);
    return read?.ok === false && read.fault.code;
  });
  expect(codes).toEqual(['broken-chain', 'too-large', 'malformed']);
});

test('a CAR of a record is not read as a study, whatever it contains', () => {
  const kifu = unwrap(pgn.read('[Event "kifu/study/1"]\n\n1. e4 *'));
  const { nodes, head } = unwrap(recordKifu(chess.game as Game, kifu));
  const car = unwrap(writeWhole({ kit, kifu, nodes, head }, 'car')) as Uint8Array;
  expect(readStudyCar(car)).toBeNull();
});

const raw = (title: string, chapters: readonly (readonly [string, Uint8Array])[]): Uint8Array =>
  encodeWith(output => {
    writeListHead(output, 3);
    writeText(output, 'kifu/study/1');
    writeText(output, title);
    writeListHead(output, chapters.length);
    for (const [name, pack] of chapters) {
      writeListHead(output, 2);
      writeText(output, name);
      writeBytes(output, pack);
    }
  });
const [{ pack }] = STUDY.chapters as [Chapter];

test.each<[string, Uint8Array, string]>([
  ['nothing', new Uint8Array(), 'malformed'],
  ['a title that is too long', raw('x'.repeat(101), []), 'malformed'],
  ['a title of two lines', raw('a\nb', []), 'malformed'],
  ['a chapter’s title that is too long', raw('', [['x'.repeat(101), pack]]), 'malformed'],
  ['a chapter that is not a pack', raw('', [['', Uint8Array.of(1, 2, 3)]]), 'malformed'],
  ['too many chapters', raw('', Array(65).fill(['', pack])), 'too-large'],
  ['too many bytes', new Uint8Array(STUDY_LIMITS.bytes + 1), 'too-large'],
  ['trailing bytes', Uint8Array.of(...BYTES, 0), 'malformed'],
])('refuses %s', (_name, bytes, code) => {
  expect(decodeStudy(bytes)).toMatchObject({ ok: false, fault: { code } });
});

test('refuses every truncation, and garbage, without throwing', () => {
  for (let length = 0; length < BYTES.length; length++)
    expect(decodeStudy(BYTES.subarray(0, length)).ok).toBe(false);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      expect(decodeStudy(bytes).ok).toBe(false);
    }),
  );
});

test('writes no more than a study may have', () => {
  const many = Array<Chapter>(65).fill({ title: '', pack });
  expect(encodeStudy({ title: '', chapters: many })).toMatchObject({
    fault: { code: 'too-large' },
  });
  const large = { title: '', pack: new Uint8Array(STUDY_LIMITS.bytes) };
  expect(encodeStudy({ title: '', chapters: [large] })).toMatchObject({
    fault: { code: 'too-large' },
  });
});

test.each([
  ['  two\nlines ', 'two lines'],
  ['x'.repeat(120), 'x'.repeat(100)],
  [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
  [`${'x'.repeat(99)}😀`, `${'x'.repeat(99)}\ufffd`],
])('a title is written as it is read back: %j', (text, title) => {
  const study = { title: text, chapters: [{ title: text, pack }] };
  expect(unwrap(decodeStudy(unwrap(encodeStudy(study))))).toEqual({
    title,
    chapters: [{ title, pack }],
  });
});
