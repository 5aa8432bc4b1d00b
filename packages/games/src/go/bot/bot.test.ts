/** The bot: takes what it can, leaves its eyes open, passes when nothing is left, and comes to an end with others. */
import { type Bot, playerViewOf, rngFrom, start, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { begin, canonOf, positionOf } from '../../../test/go-tools.ts';
import { go } from '../index.ts';
import { agree, type Move, pass } from '../move-codec.ts';
import { cellName } from '../names.ts';
import { coordinates } from '../notation.ts';
import { formatResult } from '../result-text.ts';
import type { State } from '../state.ts';
import { goBot } from './index.ts';
import { findDead } from './settle.ts';

const { game } = go;
const bot = (seed: number, nodes = 300) => goBot(go, { seed, nodes });
const pick = (state: State, player = bot(1)): string =>
  coordinates.format(state, player.choose(playerViewOf(game, state, game.active(state)[0]!))!);

const randomBot = (seed: number): Bot<State, Move> => {
  const luck = rngFrom(seed);
  return { choose: ({ legal }) => (legal.includes(agree) ? agree : legal[luck(legal.length)]!) };
};

/** Lets two bots play to the end. */
function match(setup: object, bots: readonly Bot<State, Move>[], moves = 400) {
  let { state, outcome } = unwrap(start(game, setup));
  for (let i = 0; outcome === null && i < moves; i++) {
    const active = game.active(state);
    const seat = active.length === 2 ? i % 2 : active[0]!;
    const move = bots[seat]!.choose(playerViewOf(game, state, seat))!;
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat, move })));
  }
  return { state, outcome };
}

test('the same seed and budget give the same moves', () => {
  const state = begin({ width: 9 });
  expect(pick(state, bot(5))).toBe(pick(state, bot(5)));
  expect(pick(state, goBot(go, { seed: 5 }))).toBe(
    pick(state, goBot(go, { seed: 5, nodes: 1000 })),
  );
});

test('time is kept by the clock that it is given', () => {
  let now = 0;
  const player = goBot(go, { seed: 1, timeMs: 50, now: () => now++ });
  expect(pick(begin({ width: 5 }), player)).toMatch(/^[A-E][1-5]$/);
});

test('takes a large chain that can be taken', () => {
  const board = ['.......', '.BBBB..', 'BWWWWB.', '.BBB...', '.......', '..WW...', '.......'];
  expect(pick(positionOf(board))).toBe('E4');
});

test('fills no eye of its own', () => {
  const board = ['.B.BW', 'BBBBW', 'WWWWW', '.W.W.', 'W.W.W'];
  expect(pick(positionOf(board))).toBe('pass');
});

test('places handicap stones on the fixed points, or anywhere where there are too few', () => {
  expect(pick(begin({ width: 9, handicap: 2 }))).toBe('C3');
  expect(pick(begin({ width: 4, height: 3, handicap: 5 }))).toMatch(/^[A-D][1-3]$/);
});

test('sees which chains are dead', () => {
  const board = [
    '.B..BW.W.',
    'BB.BBWW..',
    '..BBWW.W.',
    '.BBWW..W.',
    'BBWW.WWW.',
    'BWW.W..W.',
    'BBW..B.W.',
    '.BWW..WW.',
    'W.BW.WW..',
  ];
  const state = positionOf(board);
  expect(findDead(state).map(cell => cellName(state.match.grid, cell))).toEqual(['A1', 'F3']);
});

describe('counting', () => {
  const stopped = (dead: number[][], agreed = [false, false]) =>
    unwrap(
      game.states.restore(
        canonOf(['.BW..', 'BBW..', '.BW.B', 'WBW..', '.BW..'], 'Chinese', {
          passes: 2,
          turns: 2,
          counting: { agreed, dead, neutral: [] },
        }),
      ),
    );

  const [alive, left, right] = [
    [0, 1],
    [0, 3],
    [4, 2],
  ];

  test.each<[string, number[][], seat: number, move: string]>([
    ['marks the dead of the other side', [right], 0, 'mark A2'],
    ['marks its own too', [], 1, 'mark A2'],
    ['agrees to what is better for itself', [], 0, 'agree'],
    ['agrees to what it would mark', [left, right], 0, 'agree'],
    ['takes marks away that are wrong', [alive, left, right], 0, 'mark A4'],
  ])('%s', (_name, dead, seat, move) => {
    const state = stopped(dead);
    expect(coordinates.format(state, bot(1).choose(playerViewOf(game, state, seat))!)).toBe(move);
  });
});

test.each(['Chinese', 'Japanese'])('two of them finish a match by %s rules', rules => {
  const { outcome } = match({ options: { width: 6, rules } }, [bot(1, 40), bot(2, 40)]);
  expect(outcome?.reason).toBe('score');
});

test('it beats luck on nine lines, with either color', () => {
  for (const seat of [0, 1]) {
    const bots = seat === 0 ? [bot(3, 40), randomBot(4)] : [randomBot(4), bot(3, 40)];
    const { state, outcome } = match({ options: { width: 9 } }, bots, 300);
    if (outcome !== null) expect(outcome.winners, formatResult(outcome)).toEqual([seat]);
    else expect(Math.sign(go.evaluate!(state, seat))).toBe(1);
  }
});

test('chooses no move where none is legal', () => {
  expect(bot(1).choose({ seat: 0, legal: [], state: begin(), view: null })).toBeNull();
  expect(bot(1).choose({ seat: 0, legal: [pass], state: null, view: null })).toBe(pass);
});
