/** SGF as other programs and people write it: moves, names, results and marks are what they wrote. */
import { setUp, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeSomehow, type Picker, pickerFrom } from '../../../test/habits.ts';
import { moveIn } from '../../../test/records.ts';
import { type Move, pass, playAt } from '../move-codec.ts';
import { game } from '../rules.ts';
import { sgf } from './index.ts';

const SIZE = 9;
const LETTERS = 'abcdefghi';

/** A game as it was meant: points by their letters, a pass is empty. */
interface Meant {
  readonly names: readonly [black: string, white: string];
  readonly moves: readonly string[];
  readonly result: readonly [text: string, winner: number | undefined];
  readonly marks: readonly string[];
}

const RESULTS = [
  ['B+R', 0],
  ['W+Resign', 1],
  ['B+', 0],
  ['W+T', 1],
  ['w+r', 1],
  ['B+0.0', 0],
  ['Void', undefined],
  ['?', undefined],
] as const;

/** No point twice, so that nothing has to be thought of but stones that are taken. */
function makeMeant(pick: Picker): Meant {
  let state = unwrap(setUp(game, { options: { width: SIZE, height: SIZE } }));
  const moves: string[] = [];
  for (let left = 1 + pick(60); left > 0; left--) {
    const point = pick(20) === 0 ? '' : pick.of([...LETTERS]) + pick.of([...LETTERS]);
    const [x, y] = [...point].map(letter => LETTERS.indexOf(letter)) as [number, number];
    if (point === '' && moves.at(-1) === '') continue; // two passes end the game
    const played = game.play(state, moves.length % 2, point === '' ? pass : playAt(x, y));
    if (!played.ok) continue;
    moves.push(point);
    state = played.value.state;
  }
  const name = () => pick.of(['李昌镐', 'Müller', 'a]b\\c:d', 'x', 'Kostić [5d]']);
  return {
    names: [name(), name()],
    moves,
    result: pick.of(RESULTS),
    marks: Array.from({ length: pick(4) }, (_, i) => `${LETTERS[i]}${pick.of([...LETTERS])}`),
  };
}

const pointIn = ({ at }: Move): string => at?.map(n => LETTERS[n]).join('') ?? '';

const escaped = (text: string): string => text.replace(/[\]\\]/g, '\\$&');

/** A game as a program may write it. */
function typeSomehow({ names, moves, result, marks }: Meant, pick: Picker): string {
  const gap = () => pick.of(['', '', '', '\n', ' ', '\t', '\n\n']);
  const isOld = pick(5) === 0; // FF[3] has small letters in long names
  const id = (name: string, long: string) => (isOld ? long : name);
  const property = (name: string, value: string) => `${name}${gap()}[${value}]${gap()}`;
  const head = [
    property(id('SZ', 'SiZe'), pick.of([`${SIZE}`, `${SIZE}:${SIZE}`, ` ${SIZE} `])),
    property(id('PB', 'PlayerBlack'), escaped(names[0])),
    property(id('PW', 'PlayerWhite'), escaped(names[1])),
    property(id('RE', 'REsult'), result[0]),
    pick.rarely(2, () => property('GM', '1')),
    pick.rarely(2, () => property('FF', pick.of(['3', '4']))),
    pick.rarely(2, () => property('KM', pick.of(['6.5', '6,5', '0', '']))),
    pick.rarely(3, () => property('AP', 'CGoban:3')),
    pick.rarely(3, () => property('XX', 'what [nobody\\] knows')),
  ].sort(() => pick(3) - 1);
  const body = moves.map((point, i) => {
    const color = 'BW'[i % 2]!;
    const spelled = point === '' ? pick.of(['', 'tt']) : point;
    const remark = pick.rarely(5, () =>
      property('C', pick.of(['so; (it) is', '-- chat --\nx: \\]', ''])),
    );
    const empty = pick.rarely(20, () => `;${gap()}`);
    return `${empty};${gap()}${property(id(color, color === 'B' ? 'Black' : 'White'), spelled)}${remark}`;
  });
  // all in one property, or as some servers have it one after the other
  const marked =
    pick(2) === 0
      ? marks.map(at => `TR[${at}]`).join('')
      : `TR${marks.map(at => `[${at}]`).join('')}`;
  const text = `(;${gap()}${head.join('')}${body.join('')}${marks.length === 0 ? '' : marked}${gap()})`;
  return pick.rarely(4, () => 'from somebody\n') + text + pick.of(['', '\n', '\r\n\n']);
}

test('what other programs write is read as they meant it', () => {
  fc.assert(
    fc.property(fc.nat(), seed => {
      const pick = pickerFrom(seed);
      const meant = Array.from({ length: 1 + pick(3) }, () => makeMeant(pick));
      const text = meant.map(one => typeSomehow(one, pick)).join('');
      const games = [...sgf.readAll!(encodeSomehow(text, pick))].map(unwrap);
      expect(games).toHaveLength(meant.length);
      for (const [i, { header, entries, ending, notes }] of games.entries()) {
        const { names, moves, result, marks } = meant[i]!;
        expect(entries.map(({ act }) => pointIn(moveIn(game, act)))).toEqual(moves);
        expect(header.players.map(({ name }) => name)).toEqual(names);
        expect(ending?.outcome.winners[0]).toBe(result[1]);
        const drawn = notes.flatMap(({ shapes = [] }) => shapes);
        expect(drawn).toHaveLength(marks.length);
      }
    }),
    { numRuns: process.env.KIFU_DEEP === '1' ? 5000 : 100, seed: 7 },
  );
});
