/** PDN as other programs and people write it: moves, tags and results are what they wrote. */
import { unwrap } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blank, encodeSomehow, type Picker, pickerFrom } from '../../../test/habits.ts';
import { moveIn } from '../../../test/records.ts';
import { initial } from '../fen.ts';
import { legalPaths } from '../generate.ts';
import { fromPath } from '../move-codec.ts';
import { formatMove } from '../numbers.ts';
import { play } from '../play.ts';
import { game } from '../rules.ts';
import { pdn } from './index.ts';

/** A game as it was meant: moves as numbers of squares. */
interface Meant {
  readonly tags: { readonly [name: string]: string };
  readonly moves: readonly string[];
  readonly result: (typeof RESULTS)[number];
}

/** A result, and in what other ways it is written; black, who begins, has the first number. */
const RESULTS = [
  ['1-0', '2-0'],
  ['0-1', '0-2'],
  ['1/2-1/2', '1-1'],
  ['*', '*'],
] as const;

function makeMeant(pick: Picker): Meant {
  let state = initial;
  const moves: string[] = [];
  for (let left = 1 + pick(40); left > 0 && state.outcome === null; left--) {
    const move = fromPath(pick.of(legalPaths(state)));
    moves.push(formatMove(move));
    state = unwrap(play(state, state.turn, move)).state;
  }
  const tags = {
    Event: pick.of(['Cup', 'Größe', 'It [is] {so} (now); 1']),
    ...(pick(2) === 0 && { White: pick.of(['Tinsley, M.', 'Müller', '王']) }),
    ...(pick(2) === 0 && { Black: pick.of(['Chinook', 'O"Neil']) }),
    ...(pick(3) === 0 && { Date: '1992-08-31', Round: '3' }),
  };
  const winner = state.outcome?.winners[0];
  return { tags, moves, result: winner === undefined ? pick.of(RESULTS) : RESULTS[winner]! };
}

const REMARKS = ['{a word}', '{}', '; to the end\n', '$1', '!', '(?)', '{a\n\nb}', '{; % ( [x] "}'];

const NUMBERS: readonly ((n: number, isSecond: boolean) => string)[] = [
  (n, isSecond) => (isSecond ? '' : `${n}. `),
  (n, isSecond) => (isSecond ? '' : `${n}.`),
  (n, isSecond) => (isSecond ? '' : `${n} `),
  (n, isSecond) => (isSecond ? `${n}... ` : `${n}. `),
  (n, isSecond) => (isSecond ? `${n}. ... ` : `${n}.\n`),
  () => '',
];

function typeSomehow({ tags, moves, result }: Meant, pick: Picker): string {
  const isTold = pick(3); // by the tag, behind the moves, by both
  const text = pick.of(result);
  const all = {
    ...tags,
    ...(isTold !== 1 && { Result: text }),
    ...(pick(2) === 0 && { GameType: pick.of(['21', '21,B,8,8,N2,0', '']) }),
  };
  const quoted = (value: string) => value.replace(/[\\"]/g, '\\$&');
  const head = Object.entries(all).map(([name, value]) =>
    pick.of([`[${name} "${quoted(value)}"]`, `[ ${name}  "${quoted(value)}" ]`]),
  );
  const number = pick.of(NUMBERS);
  const remark = () => pick.rarely(6, () => `${pick.of(REMARKS)}${blank(pick)}`);
  const body = moves.map((move, i) => {
    // jumps as steps, and steps as jumps, as some programs have them
    const spelled = pick.of([
      move,
      move,
      move.replaceAll('x', ':'),
      move.replaceAll('x', '-'),
      move.replaceAll('-', '–'),
    ]);
    return `${number(1 + (i >> 1), i % 2 === 1)}${spelled}${blank(pick)}${remark()}`;
  });
  const end = isTold === 0 ? '' : text;
  return `${head.join(pick.of(['\n', '\n', ' ', '']))}\n${pick.of(['', '\n'])}${remark()}${body.join('')}${end}\n\n`;
}

test('what people type is read as they meant it', () => {
  fc.assert(
    fc.property(fc.nat(), seed => {
      const pick = pickerFrom(seed);
      const meant = Array.from({ length: 1 + pick(3) }, () => makeMeant(pick));
      const text = meant.map(one => typeSomehow(one, pick)).join('');
      const games = [...pdn.readAll(encodeSomehow(text, pick))].map(unwrap);
      expect(games).toHaveLength(meant.length);
      for (const [i, { header, entries, ending }] of games.entries()) {
        const { tags, moves, result } = meant[i]!;
        expect(entries.map(({ act }) => formatMove(moveIn(game, act)))).toEqual(moves);
        expect(header.tags).toMatchObject(tags);
        const winner = ending?.outcome.winners[0];
        const told = ending === null ? 3 : (winner ?? 2);
        expect(RESULTS[told]).toEqual(result);
      }
    }),
    { numRuns: process.env.KIFU_DEEP === '1' ? 5000 : 80, seed: 7 },
  );
});
