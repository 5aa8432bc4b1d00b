/** Match files as other programs and people write them: rolls, moves and results are what they wrote. */
import { type Kifu, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeSomehow, type Picker, pickerFrom } from '../../../test/habits.ts';
import { fold, randomKifu } from '../../../test/mat-samples.ts';
import { mat } from './index.ts';

/** A game as we write it, in another hand. */
function retype(text: string, pick: Picker): string {
  const gap = pick.of(['  ', '   ', '\t', '          ']);
  const bar = pick.of(['25', 'bar', 'Bar']);
  const off = pick.of(['0', 'off', 'Off']);
  const names = pick.of(['Ann : 0', 'Müller : 0', ': 0', '? : 0', '王 : 0']);
  const remark = () => pick.rarely(8, () => `${pick.of(['; a remark', '#x', ';', '   '])}\n`);
  return text
    .split('\n')
    .map(line => {
      if (/^ \S.* : \d+ /.test(line)) return ` ${names}${' '.repeat(20)}Bob : 0`;
      if (/^ *\d+\)/.test(line)) {
        const halves = line.replace(/(?<=[^\s)]) {2,}(?=\d\d:)/, gap);
        const spelled = halves.replace(/\b25\//g, `${bar}/`).replace(/\/(?:0|off)\b/g, `/${off}`);
        return remark() + (pick(3) === 0 ? spelled.replace(/\*/g, '') : spelled);
      }
      return pick(4) === 0 ? line.trimEnd().toLowerCase() : line;
    })
    .join('\n');
}

/** What a record is about, without how it is told. */
const contentOf = ({ entries, ending, header }: Kifu) => ({
  entries,
  outcome: ending && { ...ending.outcome, reason: '' },
  state: fold({ entries, header } as Kifu).state,
});

test('what people type is read as they meant it', () => {
  fc.assert(
    fc.property(fc.nat(), seed => {
      const pick = pickerFrom(seed);
      const text = unwrap(mat.write(randomKifu(1 + pick(1 << 20), pick.of([2, 9, 10_000])))).output;
      const plain = (text as string).replace(/^; \[Seed .*\n/m, '');
      const [game] = mat.readAll!(plain);
      const [other] = mat.readAll!(encodeSomehow(retype(plain, pick), pick));
      expect(contentOf(unwrap(other!))).toEqual(contentOf(unwrap(game!)));
      expect(unwrap(other!).header.players[1]?.name).toBe('Bob');
    }),
    { numRuns: process.env.KIFU_DEEP === '1' ? 2000 : 60, seed: 7 },
  );
});
