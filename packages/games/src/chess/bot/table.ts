/** What was found out about positions before: their best move, their score, and how far that looked. */

/** What a score is: exact, or at least or at most so much. */
export const EXACT = 0;
export const AT_LEAST = 1;
export const AT_MOST = 2;

/** Enough for a bot that thinks a second; analysis takes more. */
const USUAL_BITS = 17;

/** Findings by position; a new one takes the place of an old one. */
export interface Findings {
  /** The place of a position; −1 where nothing is known of it. */
  find(low: number, high: number): number;
  keep(low: number, high: number, depth: number, score: number, bound: number, move: number): void;
  readonly depth: Int8Array;
  readonly bound: Int8Array;
  readonly score: Int32Array;
  readonly move: Int32Array;
}

/** An empty table, with room for two to the power of `bits` positions. */
export function createFindings(bits = USUAL_BITS): Findings {
  const mask = (1 << bits) - 1;
  const keys = new Int32Array(2 << bits);
  const depth = new Int8Array(1 << bits).fill(-1);
  const bound = new Int8Array(1 << bits);
  const score = new Int32Array(1 << bits);
  const move = new Int32Array(1 << bits);
  return {
    ...{ depth, bound, score, move },
    find(low, high) {
      const at = low & mask;
      return depth[at]! >= 0 && keys[2 * at] === low && keys[2 * at + 1] === high ? at : -1;
    },
    keep(low, high, deep, value, how, best) {
      const at = low & mask;
      keys[2 * at] = low;
      keys[2 * at + 1] = high;
      depth[at] = deep;
      score[at] = value;
      bound[at] = how;
      move[at] = best;
    },
  };
}
