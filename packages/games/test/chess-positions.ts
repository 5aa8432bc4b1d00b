/** Chess positions for tests: by chance, and with colors changed. */
import { rngFrom, unwrap } from '@kifu/core';
import { initial } from '../src/chess/fen.ts';
import { game } from '../src/chess/rules.ts';
import type { State } from '../src/chess/state.ts';

/** The positions of a match of moves drawn by lot. */
export function* wander(seed: number, plies: number): Generator<State> {
  const luck = rngFrom(seed);
  let state = initial;
  for (let n = 0; n < plies && state.outcome === null; n++) {
    yield state;
    const moves = [...game.legal(state, state.turn)];
    ({ state } = unwrap(game.play(state, state.turn, moves[luck(moves.length)]!)));
  }
}

/** A position in FEN with White's pieces for Black's, and Black's for White's. */
export function mirrorFen(fen: string): string {
  const [placement = '', turn, rights = '', passed = '', ...counters] = fen.split(' ');
  const swap = (text: string): string =>
    text.replace(/[a-z]/gi, letter =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
  const ranks = swap(placement).split('/').reverse().join('/');
  const all = 'KQkq'.split('').filter(letter => swap(rights).includes(letter));
  const square = passed.replace(/[36]/, rank => `${9 - Number(rank)}`);
  return [ranks, turn === 'w' ? 'b' : 'w', all.join('') || '-', square, ...counters].join(' ');
}
