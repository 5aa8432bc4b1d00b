/** Match files for tests, and records to write as such. The games are of our own bots. */
import {
  type Entry,
  endingOf,
  entryOf,
  type Kifu,
  moveAct,
  rngFrom,
  start,
  step,
  unwrap,
} from '@kifu/core';
import { backgammon } from '../src/backgammon/index.ts';

const { game } = backgammon;

/** Three games of a match, as most programs write them: to the end, given up before a double, given up after a roll. */
export const MATCH = `; [Site "Kifu"]
; [Match ID "17"]
; [EventDate "2026.01.02"]
; played for practice

 5 point match

 Game 1
 Ann : 0                         Bob : 0
  1) 32: 24/21 13/11             51: 6/1* 8/7
  2) 31: 25/24* 11/8             66:
  3) 33: 6/3 6/3 13/10 21/18*    65: 25/20
  4) 26: 10/8 24/18              15: 25/20 6/5
  5) 42: 8/6 8/4                 55: 8/3 13/8 8/3 13/8
  6) 54: 8/4 13/8                43: 24/20 8/5
  7) 52: 8/3 6/4                 66: 20/14 14/8 8/2 8/2
  8)  Doubles => 2                Takes
  9) 26: 4/2 8/2                 22: 5/3 5/3 3/1 3/1
 10) 21: 3/2 8/6                 61: 24/18 18/17
 11) 32: 3/1 6/3                 66: 17/11 11/5 20/14 14/8
 12) 55: 18/13 18/13 13/8 8/3    46: 8/2 20/16
 13) 22: 3/1 13/11 13/11 13/11   14: 16/15 13/9
 14) 42: 11/7 7/5                65: 9/4 13/7
 15) 51: 5/4 11/6                55: 15/10 6/1 6/1 10/5
 16) 34: 11/7 6/3                25: 5/3 13/8
 17) 21: 3/1 2/1                 21: 6/5 5/3
 18) 66: 7/1 6/0 6/0 6/0         45: 7/2 5/1
 19) 31: 1/0 4/1                 43: 8/4 3/0
 20) 52: 2/0 4/0                 43: 4/0 4/1
 21) 45: 4/0 3/0                 16: 3/2 3/0
 22) 21: 1/0 2/0                 61: 2/1 3/0
 23) 64: 3/0 1/0                 45: 2/0 2/0
 24) 24: 1/0 1/0                 44: 2/0 2/0 1/0 1/0
 25) 41: 1/0
      Wins 2 points

 Game 2
 Ann : 2                         Bob : 0
  1)                             53: 13/8 24/21
  2) 25: 13/8 8/6                51: 8/7 13/8
  3) 22: 24/22 24/22 22/20 20/18*  Doubles => 2
  4)  Drops
                                  Wins 1 point

 Game 3
 Ann : 2                         Bob : 1
  1)                             35: 13/8 24/21
  2) 25: 13/8 8/6                51: ????
      Wins 1 point
`;

/** The first turns of game 1 in another hand: words for bar and off, steps joined, equal ones counted, no star missing. */
export const OTHER_HAND = `
 0 point match
 Game 1
 Ann : 0                              Bob : 0
  1) 32: 24/21 13/11                  51: 8/7 6/1*
  2) 31: bar/24* 11/8                 66: Cannot Move
  3) 33: 13/10 21/18* 6/3(2)          65: Bar/20
  4) 26: 24/18 10/8                   15: bar/20 6/5
  5) 42: 8/4 8/6                      55: 13/8(2) 8/3(2)
  6) 54: 13/8 8/4                     43: 24/20 8/5
  7) 52: 8/3 6/4                      66: 20/8 8/2(2)
  8) 26: 8/2 4/2                      22: 5/3(2) 3/1(2)
  9) 21: 8/6 3/2                      61: 24/17
`;

/** A record of random moves from a seed, to its end or cut off after so many. */
export function randomKifu(seed: Kifu['header']['seed'], most = 10_000, luckSeed = 1): Kifu {
  const luck = rngFrom(luckSeed);
  const entries: Entry[] = [];
  let { state, outcome } = unwrap(start(game, { seed }));
  while (outcome === null && entries.length < most) {
    const moves = [...game.legal(state, state.turn)];
    const move = moves[luck(moves.length)]!;
    entries.push(entryOf(state.turn, moveAct(game, move)));
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
  }
  return {
    header: {
      game: game.name,
      version: game.version,
      options: {},
      players: [
        { seat: 0, name: 'Ann' },
        { seat: 1, name: 'Bob' },
      ],
      seed,
      start: null,
      startedAt: null,
      tags: {},
    },
    entries,
    ending: outcome && endingOf(outcome),
    notes: [],
    variations: [],
  };
}

/** Plays a record through step by step, draws by themselves; gives the last step. */
export function fold({ header, entries }: Kifu) {
  const { seed, options } = header;
  let stepped = unwrap(start(game, { seed, options }));
  for (const { seat, act } of entries) {
    if (act.type !== 'move') throw new Error(act.type);
    const move = unwrap(game.moves.bytes.decode(act.move));
    stepped = unwrap(step(game, stepped.state, { do: 'move', seat: seat!, move }));
  }
  return stepped;
}
