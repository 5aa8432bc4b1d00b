/** PGN as other programs and people write it: moves, tags and results are what they wrote. */
import { type Kifu, unwrap } from '@kifu/core';
import { Chess, type Move } from 'chess.js';
import { ChildNode, defaultGame, makePgn, type PgnNodeData } from 'chessops/pgn';
import fc from 'fast-check';
import kokopu from 'kokopu';
import { describe, expect, test } from 'vitest';
import { blank, encodeSomehow, type Picker, pickerFrom } from '../../../test/habits.ts';
import { moveIn } from '../../../test/records.ts';
import { game } from '../rules.ts';
import { formatUci } from '../uci.ts';
import { pgn } from './index.ts';

const runs = (numRuns: number) => ({
  numRuns: process.env.KIFU_DEEP === '1' ? 50 * numRuns : numRuns,
  seed: 7,
});

/** A game as it was meant. */
interface Meant {
  readonly tags: { readonly [name: string]: string };
  readonly moves: readonly Move[];
  readonly result: string;
}

/** A random game, by the moves of another program. */
function makeMeant(pick: Picker): Meant {
  const board = new Chess();
  for (let left = 1 + pick(60); left > 0 && !board.isGameOver(); left--)
    board.move(pick.of(board.moves()));
  const names = ['Kostić, B.', 'O\'Kelly "de" Galway', 'Müller', '王天一', 'a\\b', 'x'];
  const tags = {
    Event: pick.of(['Cup', 'Größe', 'It [is] {so} (now); %1']),
    ...(pick(2) === 0 && { White: pick.of(names) }),
    ...(pick(2) === 0 && { Black: pick.of(names) }),
    ...(pick(3) === 0 && { WhiteElo: '2750', ECO: 'C65' }),
    ...(pick(3) === 0 && { Date: '2024.01.02', Round: '3.1' }),
  };
  const result = board.isCheckmate()
    ? board.turn() === 'w'
      ? '0-1'
      : '1-0'
    : board.isDraw()
      ? '1/2-1/2'
      : pick.of(['1-0', '0-1', '1/2-1/2', '*']);
  return { tags, moves: board.history({ verbose: true }), result };
}

/** Compares what was read with what was meant. */
function expectMeant(kifu: Kifu, { tags, moves, result }: Meant): void {
  expect(kifu.entries.map(({ act }) => formatUci(moveIn(game, act)))).toEqual(
    moves.map(({ lan }) => lan),
  );
  expect(kifu.header.tags).toMatchObject(tags);
  expect(kifu.header.players.map(({ name }) => name)).toEqual([tags.White ?? '', tags.Black ?? '']);
  const { outcome } = kifu.ending ?? { outcome: null };
  const winner = outcome?.winners[0];
  const told = outcome === null ? '*' : winner === undefined ? '1/2-1/2' : ['1-0', '0-1'][winner];
  expect(told).toBe(result);
}

const OTHERS: readonly [name: string, write: (meant: Meant) => string][] = [
  [
    'chess.js',
    ({ tags, moves, result }) => {
      const board = new Chess();
      for (const [name, value] of Object.entries(tags)) board.setHeader(name, value);
      board.setHeader('Result', result);
      for (const [i, { san }] of moves.entries()) {
        board.move(san);
        if (i % 7 === 3) board.setComment('so (it) is; [%clk 0:01:00]');
      }
      return board.pgn(); // where it wraps lines it forgets blanks before numbers: `e52. Nf3`
    },
  ],
  [
    'chessops',
    ({ tags, moves, result }) => {
      const made = defaultGame<PgnNodeData>(
        () => new Map(Object.entries({ ...tags, Result: result })),
      );
      let node = made.moves as ChildNode<PgnNodeData>;
      for (const [i, { san }] of moves.entries()) {
        const next = new ChildNode<PgnNodeData>(
          i % 5 === 2 ? { san, comments: ['well', 'so'], nags: [1] } : { san },
        );
        node.children.push(next);
        node = next;
      }
      return makePgn(made);
    },
  ],
  [
    'kokopu',
    ({ tags, moves, result }) => {
      const made = new kokopu.Game();
      made.event(tags.Event);
      made.playerName('w', tags.White);
      made.playerName('b', tags.Black);
      if (tags.WhiteElo !== undefined) made.playerElo('w', Number(tags.WhiteElo));
      made.eco(tags.ECO);
      if (tags.Date !== undefined) made.date(2024, 1, 2);
      if (tags.Round !== undefined) made.round(3);
      if (tags.Round !== undefined) made.subRound(1);
      made.result(result as '*');
      let node = made.mainVariation() as Pick<ReturnType<typeof made.mainVariation>, 'play'>;
      for (const [i, { san }] of moves.entries()) {
        const next = node.play(san);
        if (i % 6 === 1) next.comment('a "word"');
        if (i % 6 === 2) next.addNag(14);
        node = next;
      }
      return kokopu.pgnWrite(made);
    },
  ],
];

describe('what other programs write is read as they meant it', () => {
  test.each(OTHERS)('%s', (_name, write) => {
    fc.assert(
      fc.property(fc.nat(), seed => {
        const pick = pickerFrom(seed);
        const meant = Array.from({ length: 1 + pick(3) }, () => makeMeant(pick));
        const text = meant.map(one => `${write(one).trimEnd()}\n\n`).join('');
        const games = [...pgn.readAll(encodeSomehow(text, pick))].map(unwrap);
        expect(games).toHaveLength(meant.length);
        for (const [i, kifu] of games.entries()) expectMeant(kifu, meant[i]!);
      }),
      runs(25),
    );
  });
});

/** A move in one of the ways in which it is written. */
function spell({ san, lan, from, to, promotion, flags }: Move, pick: Picker): string {
  if (flags.includes('k') || flags.includes('q'))
    return pick.of([san, san.replaceAll('O', '0'), lan, san.replaceAll('-', '–')]);
  const piece = /^[KQRBN]/.exec(san)?.[0] ?? '';
  const figure = piece === '' ? '' : '♔♕♖♗♘'['KQRBN'.indexOf(piece)]!;
  const bare = san.replace(/[+#]$/, '');
  const ways = [san, san, bare, `${bare}+`, san.replace('x', ':'), lan, `${piece}${from}-${to}`];
  if (promotion !== undefined)
    return pick.of([san, bare.replace('=', ''), bare.replace(/=(.)/, '($1)'), lan]);
  if (piece !== '') ways.push(san.replace(piece, figure));
  if (flags.includes('e')) ways.push(`${bare} e.p.`, `${bare}ep`);
  return pick.of(ways);
}

const REMARKS = [
  '{a word}',
  '{ [%clk 0:01:02] }',
  '{}',
  '; to the end\n',
  '$1',
  '$146',
  '!',
  '?!',
  '(!)',
  '{a\n\nb}',
  '{; % ( [x] "}',
  '{[%eval 0.3]}',
  '+-',
  '=',
  '∞',
];

/** Numbers as each program has them. */
const NUMBERS: readonly ((n: number, isBlack: boolean) => string)[] = [
  (n, isBlack) => (isBlack ? '' : `${n}. `),
  (n, isBlack) => (isBlack ? '' : `${n}.`),
  (n, isBlack) => (isBlack ? '' : `${n} `),
  (n, isBlack) => (isBlack ? `${n}... ` : `${n}. `),
  (n, isBlack) => (isBlack ? `${n}...` : `${n}.`),
  (n, isBlack) => (isBlack ? `${n}. ... ` : `${n} . `),
  (n, isBlack) => (isBlack ? `${n}… ` : `${n}.\n`),
  () => '',
];

/** A game as a person may have typed it. */
function typeSomehow({ tags, moves, result }: Meant, pick: Picker): string {
  const isTold = pick(3); // by the tag, behind the moves, by both
  const all = { ...tags, ...(isTold !== 1 && { Result: result }) };
  const quoted = (value: string) => value.replace(/[\\"]/g, '\\$&');
  const head = Object.entries(all).map(([name, value]) =>
    pick.of([`[${name} "${quoted(value)}"]`, `[ ${name}   "${quoted(value)}" ]`]),
  );
  const number = pick.of(NUMBERS);
  const remark = () => pick.rarely(6, () => `${pick.of(REMARKS)}${blank(pick)}`);
  const body = moves.map(
    (move, i) =>
      `${number(1 + (i >> 1), i % 2 === 1)}${spell(move, pick)}${blank(pick)}${remark()}`,
  );
  const end = isTold === 0 ? '' : result;
  return `${head.join(pick.of(['\n', '\n', ' ', '']))}\n${pick.of(['', '\n', '\n\n'])}${remark()}${body.join('')}${end}\n${pick.of(['', '\n', '\n\n'])}`;
}

test('what people type is read as they meant it', () => {
  fc.assert(
    fc.property(fc.nat(), seed => {
      const pick = pickerFrom(seed);
      const meant = Array.from({ length: 1 + pick(3) }, () => makeMeant(pick));
      const text = meant.map(one => typeSomehow(one, pick)).join('');
      const games = [...pgn.readAll(encodeSomehow(text, pick))].map(unwrap);
      expect(games).toHaveLength(meant.length);
      for (const [i, kifu] of games.entries()) expectMeant(kifu, meant[i]!);
    }),
    runs(80),
  );
});
