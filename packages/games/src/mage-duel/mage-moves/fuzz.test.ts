/** Nothing makes reading throw, and what is read can be written and read again. */
import { FAULTS, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeSomehow, pickerFrom, shuffleMembers } from '../../../test/habits.ts';
import { record } from '../../../test/mage-duel.ts';
import { isPlainData } from '../../../test/records.ts';
import { mageMoves } from './index.ts';

const runs = { numRuns: process.env.KIFU_DEEP ? 50_000 : 300 };
const textOf = (lines: readonly object[]) => lines.map(line => JSON.stringify(line)).join('\n');

describe('garbage', () => {
  const good = unwrap(mageMoves.write(record(2, 9))).output as string;
  const check = (input: string | Uint8Array) => {
    const read = mageMoves.read(input);
    if (!read.ok) {
      expect(Object.keys(FAULTS)).toContain(read.fault.code);
      return;
    }
    expect(isPlainData(read.value)).toBe(true);
    const again = unwrap(mageMoves.write(read.value)).output;
    expect(unwrap(mageMoves.read(again))).toEqual(read.value);
  };

  test('any bytes and texts are refused, or read back as written', () => {
    fc.assert(fc.property(fc.uint8Array(), check), runs);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), check), runs);
  });

  test('however other programs lay it out, it is read as they meant it', () => {
    const lines = good.trimEnd().split('\n');
    const meant = mageMoves.read(good);
    fc.assert(
      fc.property(fc.nat(), seed => {
        const pick = pickerFrom(seed);
        const typed = lines.map(line => JSON.stringify(shuffleMembers(JSON.parse(line), pick)));
        const file = typed.map(line => line.replaceAll('":', pick.of(['":', '": ']))).join('\n');
        expect(mageMoves.read(encodeSomehow(file + pick.of(['', '\n']), pick))).toEqual(meant);
      }),
      { numRuns: 50 },
    );
  });

  test('a good file cut off at every byte gives the moves before the cut, or is refused with the line', () => {
    const bytes = new TextEncoder().encode(good);
    const all = unwrap(mageMoves.read(good)).entries;
    for (let end = 0; end < bytes.length; end++) {
      const cut = mageMoves.read(bytes.subarray(0, end));
      if (cut.ok) expect(cut.value.entries).toEqual(all.slice(0, cut.value.entries.length));
      else expect(cut.fault.at?.line, `cut at ${end}`).toBeGreaterThan(0);
    }
  });

  test('a good file with something else in it', () => {
    const parts = [
      'null',
      '0',
      '-1',
      '1e9',
      '"x"',
      '{}',
      '[]',
      '}',
      ',',
      '\n',
      '24',
      '"Red"',
      'true',
      '"state":{}',
    ];
    const edit = fc.tuple(fc.nat(good.length), fc.nat(30), fc.constantFrom('', ...parts));
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), edits => {
        check(
          edits.reduce(
            (text, [at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut),
            good,
          ),
        );
      }),
      runs,
    );
  });

  test('a good file with values changed', () => {
    const lines = good
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    const odd = fc.constantFrom<unknown>(
      null,
      -1,
      0,
      1,
      2,
      3,
      5,
      7,
      24,
      1000,
      1060,
      2 ** 53,
      '',
      'Blue',
      true,
      [],
      {},
    );
    const key = fc.constantFrom(
      ...Object.keys(lines[0]),
      ...Object.keys(lines[1]),
      'hash',
      'state',
      'aside',
      'end',
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(lines.length - 1), key, odd), { maxLength: 3 }),
        changes => {
          const changed = lines.map(line => ({ ...line }));
          for (const [i, name, value] of changes) changed[i][name] = value;
          check(textOf(changed));
        },
      ),
      runs,
    );
  });
});
