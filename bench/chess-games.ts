/** Chess games for benches, like those of people: common openings, exchanges, blunders, and resigning in time. */
import { type Rng, rngFrom, type Seed, start, step, unwrap } from '@kifu/core';
import { chess, formatUci, type Move, parseUci, type State } from '@kifu/games/chess';

const { game } = chess;
/** People resign when about a rook is gone for nothing. */
const LOST = 450;

/** Beginnings that most games share. */
const OPENINGS = [
  'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7',
  'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6',
  'e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4 g8f6',
  'e2e4 e7e5 g1f3 g8f6 f3e5 d7d6 e5f3 f6e4',
  'e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6',
  'e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4 g7g6',
  'e2e4 c7c5 b1c3 b8c6 g2g3 g7g6 f1g2 f8g7',
  'e2e4 e7e6 d2d4 d7d5 b1c3 g8f6 c1g5 f8e7',
  'e2e4 e7e6 d2d4 d7d5 e4e5 c7c5 c2c3 b8c6',
  'e2e4 c7c6 d2d4 d7d5 e4d5 c6d5 c2c4 g8f6',
  'e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4 g8f6',
  'd2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7',
  'd2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 d5c4',
  'd2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8',
  'd2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8',
  'd2d4 d7d5 c1f4 g8f6 e2e3 e7e6 g1f3 f8d6',
  'c2c4 e7e5 b1c3 g8f6 g1f3 b8c6 g2g3 d7d5',
  'g1f3 d7d5 g2g3 g8f6 f1g2 e7e6 e1g1 f8e7',
].map(line => line.split(' '));

/** Plays games by a player that looks two moves ahead and errs now and then; the same games for the same seed. */
export function makeGames(count: number, seed: Seed = 2026): string[][] {
  const luck = rngFrom(seed);
  return Array.from({ length: count }, () => {
    const moves = OPENINGS[luck(OPENINGS.length)]!.slice(0, 2 + luck(9));
    const length = 20 + luck(90);
    let { state, outcome } = unwrap(start(game, {}));
    for (const uci of moves)
      ({ state } = unwrap(
        step(game, state, { do: 'move', seat: state.turn, move: unwrap(parseUci(uci)) }),
      ));
    while (
      outcome === null &&
      moves.length < length &&
      Math.abs(chess.evaluate!(state, 0)) < LOST
    ) {
      const move = pick(state, luck);
      moves.push(formatUci(move));
      ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
    }
    return moves;
  });
}

/** The best of the legal moves by what the best answer leaves, with some noise. */
function pick(state: State, luck: Rng): Move {
  const seat = state.turn;
  let best: Move | undefined;
  let top = Number.NEGATIVE_INFINITY;
  for (const move of game.legal(state, seat)) {
    const next = unwrap(game.play(state, seat, move)).state;
    // a check leaves few answers to look at and so looks better than it is
    const worth = afterAnswer(next, seat) + luck(30) - (next.check ? 25 : 0);
    if (worth <= top) continue;
    top = worth;
    best = move;
  }
  return best!;
}

function afterAnswer(state: State, seat: number): number {
  let worst = chess.evaluate!(state, seat);
  for (const move of game.legal(state, 1 - seat)) {
    const answer = unwrap(game.play(state, 1 - seat, move));
    if (answer.events.length > 0) worst = Math.min(worst, chess.evaluate!(answer.state, seat));
  }
  return worst;
}
