/** Go: what it takes to fold a long record with superko, every state of it kept. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { start, step, unwrap } from '@kifu/core';
import { go, type State } from '@kifu/games/go';
import { makeGames, setupOf } from './go-games.ts';
import type { Figure } from './measure.ts';

const TERMS = { size: 19, moves: 300 };

export function* figures(): Generator<Figure> {
  const [moves] = makeGames(1, TERMS);
  const states: State[] = [];
  collectGarbage();
  const before = used();
  let peak = before;
  let { state } = unwrap(start(go.game, setupOf(TERMS)));
  for (const move of moves!) {
    states.push(state);
    ({ state } = unwrap(step(go.game, state, { do: 'move', seat: state.turn, move })));
    peak = Math.max(peak, used()); // with the garbage that was made on the way
  }
  if (states.length !== TERMS.moves) throw new Error('the game is too short');
  yield {
    bench: 'games',
    figure: 'go-memory',
    unit: 'MB above the baseline',
    peer: null,
    ours: Number(((peak - before) / 1e6).toPrecision(4)),
    theirs: null,
    ratio: null,
  };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Bytes that the program holds. */
function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
