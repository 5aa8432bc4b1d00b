/** What a GTP engine does once play has stopped: it marks the dead stones that it knows, and agrees. */
import type { Json, Kit } from '@kifu/core';
import type { Decision, Turn } from '@kifu/record/match';
import { moveDecision } from '../session.ts';
import { canonOf } from './board-sync.ts';

/** After this many rounds of marking, an engine agrees to the marks of its opponent, so that matches end. */
const MAX_ROUNDS = 3;

type Point = readonly [x: number, y: number];
interface GoMove {
  readonly type: string;
  readonly at: Point | null;
}

/** How an engine marks dead stones in a match. */
export class DeadStones {
  readonly #kit: Kit;
  #rounds = 0;
  #isMarking = false;
  /** The rules refuse what the engine would mark. */
  #isRefused = false;

  constructor(kit: Kit) {
    this.#kit = kit;
  }

  /** Chooses what to do with the marks; `dead` are vertices, null where the engine has no opinion. */
  decide(turn: Turn, dead: readonly string[] | null): Decision {
    const moves = turn.view.legal as readonly (Json & GoMove)[];
    const ofType = (type: string) => moves.find(move => move.type === type);
    const agree = ofType('agree');
    const differing =
      dead === null ? undefined : this.#differing(turn, this.#isRefused ? [] : dead);
    if (differing !== undefined && this.#rounds < MAX_ROUNDS) {
      this.#isMarking = true;
      return moveDecision(differing);
    }
    if (this.#isMarking) this.#rounds++;
    this.#isMarking = false;
    if (agree !== undefined) return moveDecision(agree);
    // without marks it is always possible to agree
    this.#isRefused = true;
    return moveDecision(this.#differing(turn, []) ?? ofType('resume') ?? moves[0]!);
  }

  /** A mark that has to change for these stones, and no others, to be dead. */
  #differing(turn: Turn, dead: readonly string[]): Json | undefined {
    const kit = this.#kit;
    const { state } = turn.view;
    const { board, counting } = canonOf(kit, state);
    const nameAt = ([x, y]: Point): string =>
      kit.notations[0]!.format(state, { at: [x, y], type: 'play' } as never).toUpperCase();
    const wanted = new Set(dead.map(vertex => vertex.toUpperCase()));
    const marked = new Set(counting!.dead.map(nameAt));
    return (turn.view.legal as readonly (Json & GoMove)[]).find(({ type, at }) => {
      if (type !== 'mark' || at === null || board[at[1]]![at[0]] === '.') return false;
      const chain = chainAt(board, at).map(nameAt);
      return chain.some(name => wanted.has(name)) !== chain.some(name => marked.has(name));
    });
  }
}

/** The stones that are connected with one. */
function chainAt(board: readonly string[], [x, y]: Point): Point[] {
  const color = board[y]![x];
  const chain: Point[] = [[x, y]];
  const seen = new Set([`${x},${y}`]);
  for (const [a, b] of chain)
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const key = `${a + dx},${b + dy}`;
      if (board[b + dy]?.[a + dx] !== color || seen.has(key)) continue;
      seen.add(key);
      chain.push([a + dx, b + dy]);
    }
  return chain;
}
