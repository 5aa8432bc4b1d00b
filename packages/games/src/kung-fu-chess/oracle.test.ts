/** Kung Fu Chess against a plain engine that looks at every pair of pieces on every tick and shares nothing with it. */
import { rngFrom, start, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import {
  command,
  type NaiveGame,
  newNaiveGame,
  tickNaive,
} from '../../../../bench/naive/kung-fu-chess.ts';
import { KIND_LETTERS } from './board.ts';
import { game } from './rules.ts';
import { columnOf, rowOf } from './squares.ts';
import { kindOf, MOVED, positionTick, type State, squareOf, TAKEN } from './state.ts';

const GAMES = process.env.KIFU_DEEP === '1' ? 25 : 2;

/** Everything there is to a position, in one form for both engines. */
const showOurs = (state: State) => showAt(state, positionTick(state));
const showAt = ({ men, moves, ready, setting }: State, tick: number) => ({
  pieces: men.flatMap((man, i) =>
    (man & TAKEN) !== 0
      ? []
      : [
          `${setting.ground.men[i]!.id} ${KIND_LETTERS[kindOf(man)]} ${rowOf(squareOf(man))},${columnOf(squareOf(man))} ${(man & MOVED) !== 0}`,
        ],
  ),
  moves: moves.map(
    ({ man, start, to }) => `${setting.ground.men[man]!.id} ${start} ${rowOf(to)},${columnOf(to)}`,
  ),
  cooldowns: ready
    .flatMap((at, i) => (at > tick ? [`${setting.ground.men[i]!.id} ${at}`] : []))
    .sort(),
});
const showNaive = (naive: NaiveGame) => ({
  pieces: naive.pieces
    .filter(({ captured }) => !captured)
    .map(({ id, type, row, col, moved }) => `${id} ${type} ${row},${col} ${moved}`),
  moves: naive.active.map(({ piece, start, path }) => `${piece.id} ${start} ${path.at(-1)!}`),
  cooldowns: naive.cooldowns
    .map(({ piece, start }) => `${piece.id} ${start + naive.cooldown}`)
    .sort(),
});

describe.each([
  { isFour: false, isLightning: false, hz: 30, isFloat: false, players: [1, 2] },
  { isFour: false, isLightning: false, hz: 10, isFloat: true, players: [1, 2] },
  { isFour: false, isLightning: true, hz: 10, isFloat: false, players: [1, 2] },
  { isFour: false, isLightning: true, hz: 125, isFloat: true, players: [1, 2] },
  { isFour: false, isLightning: false, hz: 7, isFloat: false, players: [1, 2] },
  { isFour: false, isLightning: false, hz: 1, isFloat: false, players: [1, 2] },
  { isFour: true, isLightning: false, hz: 25, isFloat: true, players: [1, 2, 3, 4] },
  { isFour: true, isLightning: true, hz: 30, isFloat: false, players: [1, 2, 4] },
  { isFour: true, isLightning: true, hz: 5, isFloat: false, players: [2, 3] },
])('%j', options => {
  const setup = {
    seats: options.players.map(player => player - 1),
    options: {
      board: options.isFour ? 'four_player' : 'standard',
      speed: options.isLightning ? 'lightning' : 'standard',
      hz: options.hz,
      ties: options.isFloat ? 'float' : 'exact',
    },
  };
  test.each(Array.from({ length: GAMES }, (_, i) => i + 1))('match %d', seed => {
    const luck = rngFrom(seed);
    const naive = newNaiveGame(options);
    let { state } = unwrap(start(game, setup));
    const { squareTicks, ground } = state.setting;
    // lively at any speed: a command about every half square of a piece's way
    for (let n = 0; n < 400 && game.outcome(state) === null; n++) {
      const wait = luck(1 + squareTicks);
      for (let i = 0; i < wait; i++) tickNaive(naive);
      state = game.time!.advance(state, state.tick + wait).state;
      expect(showOurs(state)).toEqual(showNaive(naive));
      const seats = game.active(state);
      if (seats.length === 0) break;
      const seat = seats[luck(seats.length)]!;
      const legal = [...game.legal(state, seat)];
      const isWild = luck(4) === 0 || legal.length === 0;
      const move = isWild
        ? { piece: ground.men[luck(ground.men.length)]!.id, to: [luck(12), luck(12)] as const }
        : legal[luck(legal.length)]!;
      const played = game.play(state, seat, move);
      const [row, col] = move.to;
      const isTaken = command(naive, { tick: 0, player: seat + 1, id: move.piece, row, col });
      expect(played.ok).toBe(isTaken);
      if (played.ok) state = played.value.state;
    }
    const winner = game.outcome(state)?.winners[0];
    expect(naive.winner).toBe(
      game.outcome(state) === null ? null : winner === undefined ? 0 : winner + 1,
    );
  });
});
