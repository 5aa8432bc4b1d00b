/** Chess games for benches, like those of people: openings with book-like pawns, exchanges, some blunders, mates. */
import { draw, type Seed, start, step, unwrap } from '@kifu/core';
import { chess, formatUci, type Move, type State } from '@kifu/games/chess';

const { game } = chess;
/** People resign when a rook or more is gone. */
const LOST = 380;

/** Plays games by a player that looks two moves ahead and errs now and then; the same games for the same seed. */
export function makeGames(count: number, firstSeed: Seed = 2026): string[][] {
  let seed = firstSeed;
  const luck = (n: number) => {
    const [value, after] = draw(seed, n);
    seed = after;
    return value;
  };
  return Array.from({ length: count }, () => {
    const moves: string[] = [];
    const length = 20 + luck(90);
    let { state, outcome } = unwrap(start(game, {}));
    while (outcome === null && moves.length < length && Math.abs(chess.judge!(state, 0)) < LOST) {
      const move = pick(state, luck);
      moves.push(formatUci(move));
      ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
    }
    return moves;
  });
}

/** The best of the legal moves by what the best answer leaves, with some noise. */
function pick(state: State, luck: (n: number) => number): Move {
  const seat = state.turn;
  let best: Move | undefined;
  let top = Number.NEGATIVE_INFINITY;
  for (const move of game.legal(state, seat)) {
    const next = unwrap(game.play(state, seat, move)).state;
    const worth = afterAnswer(next, seat) + luck(30);
    if (worth <= top) continue;
    top = worth;
    best = move;
  }
  return best!;
}

function afterAnswer(state: State, seat: number): number {
  let worst = chess.judge!(state, seat);
  for (const move of game.legal(state, 1 - seat)) {
    const answer = unwrap(game.play(state, 1 - seat, move));
    if (answer.events.length > 0) worst = Math.min(worst, chess.judge!(answer.state, seat));
  }
  return worst;
}
