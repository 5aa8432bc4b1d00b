/** Games of go for benches: legal moves by luck, with positional superko. */
import { luckFrom, type Seed, start, step, unwrap } from '@kifu/core';
import { go, type Move } from '@kifu/games/go';

const { game } = go;

/** What the games are played with. */
export interface Terms {
  readonly size: number;
  readonly moves: number;
}

/** Setups of such games. */
const setupOf = ({ size }: Terms) => ({ options: { rules: 'Chinese', width: size } });

/** Plays games of so many moves; the same ones for the same seed. */
export function makeGames(count: number, terms: Terms, seed: Seed = 2026): Move[][] {
  const luck = luckFrom(seed);
  return Array.from({ length: count }, () => {
    const moves: Move[] = [];
    let { state } = unwrap(start(game, setupOf(terms)));
    while (moves.length < terms.moves) {
      const legal = [...game.legal(state, state.turn)];
      const move = legal[legal.length === 1 ? 0 : luck(legal.length - 1)]!; // the last is a pass
      if (move.type === 'pass') break;
      ({ state } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
      moves.push(move);
    }
    return moves;
  });
}

/** Replays a game and gives the state at its end. */
export function replay(moves: readonly Move[], terms: Terms) {
  let { state } = unwrap(start(game, setupOf(terms)));
  for (const move of moves) {
    const stepped = step(game, state, { do: 'move', seat: state.turn, move });
    if (!stepped.ok) throw new Error(stepped.fault.message);
    ({ state } = stepped.value);
  }
  return state;
}
