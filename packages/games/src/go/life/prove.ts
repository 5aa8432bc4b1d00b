/**
 * Life and death, proved by a full search of a closed fight with the rules themselves. Either side may pass at any time, as if it played
 * elsewhere, and a ko counts against the claim: the other side may retake it at once, and a repetition refutes. So what is proved holds
 * whatever the rest of the board and its ko threats are; what hangs on a ko is not proved.
 */
import { EMPTY, lay } from '../board.ts';
import { makeState } from '../make-state.ts';
import { takeTurn } from '../play.ts';
import { NONE, PASS, type State } from '../state.ts';
import type { Fight } from './fight.ts';

/** That the attacker takes the target; that the defender saves it. */
export type Claim = 'kill' | 'live';

export interface FightProver {
  /** The position without its history. */
  readonly first: State;
  /** Whether a claim is proved of a position of the fight; false where it is not, or where the nodes are used up. */
  proves(claim: Claim, state: State): boolean;
  isTaken(state: State): boolean;
}

/** A prover for a fight in a position, which looks at a number of positions at most. */
export function createFightProver(
  from: State,
  { defender, target, cells, outside }: Fight,
  maxNodes: number,
): FightProver {
  const { match, stones, turn, ko } = from;
  const { grid } = match;
  // ko is judged here: the rules forbid only what is played at once
  const rules = { ...match.rules, ko: 'simple', repetition: 'void' } as const;
  const board = lay(grid, stones).slice();
  const first = makeState({ match: { ...match, rules }, board, turn, ko });
  const known = { kill: new Map<string, boolean>(), live: new Map<string, boolean>() };
  let nodes = 0;

  /** All that decides how a fight continues. */
  const keyOf = (state: State, elsewhere: number): string => {
    const now = lay(grid, state.stones);
    let key = `${state.turn}${state.ko} ${Math.min(state.passes, 1)} ${elsewhere} `;
    for (const cell of cells) key += now[cell];
    return key;
  };

  const isTaken = (state: State): boolean => lay(grid, state.stones)[target[0]!] !== defender + 1;

  /** The positions that a side can reach: by the points in order, and by playing elsewhere. */
  function* after(state: State, mayRetake: boolean): Generator<State> {
    const free = mayRetake && state.ko !== NONE ? { ...state, ko: NONE } : state;
    for (const cell of cells) {
      if (lay(grid, free.stones)[cell] !== EMPTY) continue;
      const next = takeTurn(free, cell);
      if (next !== null) yield next;
    }
    const passed = takeTurn(free, PASS);
    if (passed !== null) yield passed;
  }

  /** Elsewhere counts the defender's moves elsewhere: a surrounding chain must keep a liberty there. */
  function holds(claim: Claim, state: State, elsewhere: number, path: Set<string>): boolean {
    if (isTaken(state)) return claim === 'kill';
    if (state.passes === 2) return claim === 'live';
    if (claim === 'kill' && elsewhere >= outside) return false;
    const key = keyOf(state, elsewhere);
    const found = known[claim].get(key);
    if (found !== undefined) return found;
    if (path.has(key) || ++nodes > maxNodes) return false;
    path.add(key);
    const claimant = claim === 'kill' ? 1 - defender : defender;
    const isOwn = state.turn === claimant;
    let isProved = !isOwn;
    for (const next of after(state, !isOwn)) {
      const isAway = claim === 'kill' && !isOwn && next.passes > 0;
      if (holds(claim, next, elsewhere + (isAway ? 1 : 0), path) !== isOwn) continue;
      isProved = isOwn;
      break;
    }
    path.delete(key);
    if (nodes <= maxNodes) known[claim].set(key, isProved);
    return isProved;
  }

  return {
    first,
    isTaken,
    proves: (claim, state) => holds(claim, state, 0, new Set()),
  };
}
