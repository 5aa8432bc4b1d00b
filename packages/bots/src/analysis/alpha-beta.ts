/**
 * Alpha-beta through the Game interface: for two seats that move one at a time, without chance or secrets, where the kit evaluates
 * positions. Deeper and deeper, with a table of positions; forced moves cost no depth.
 */
import type {
  AnalysisLine,
  Evaluation,
  Json,
  Kit,
  Outcome,
  PositionSearch,
  SearchRequest,
  Seat,
} from '@kifu/core';

/** A decided position, less the plies to it: quicker wins are better. Evaluations are far below. */
const WON = 100_000;
const WON_SEEN = WON - 1000;
/** Plies, with those that were forced. */
const MAX_PLY = 120;
/** A table of more positions starts afresh. */
const MAX_ENTRIES = 400_000;

/** Whether a game can be searched this way. */
export const isForAlphaBeta = ({ game, evaluate }: Kit): boolean =>
  evaluate !== undefined &&
  game.seats[1] === 2 &&
  game.chance === undefined &&
  game.secrets === undefined &&
  game.time === undefined &&
  game.pace !== 'free';

interface TableEntry<Move> {
  readonly depth: number;
  readonly score: number;
  readonly bound: 'exact' | 'at-least' | 'at-most';
  readonly best: Move;
}

/** A move at the root with what it leads to. */
interface RootMove<State, Move> {
  readonly move: Move;
  readonly after: State;
  score: number;
}

/** Makes the search for a game. */
export const alphaBetaFor = <State, Move extends Json>(
  kit: Kit<State, Move>,
): PositionSearch<State, Move> =>
  function* search(root, request) {
    const { game } = kit;
    const [seat] = game.active(root);
    if (seat === undefined) return;
    const lookAhead = createLookAhead(kit, request);
    const moves = [...game.legal(root, seat)].flatMap((move): RootMove<State, Move>[] => {
      const played = game.play(root, seat, move);
      return played.ok ? [{ move, after: played.value.state, score: 0 }] : [];
    });
    const linesOf = (): AnalysisLine<Move>[] =>
      moves.slice(0, request.lines).map(({ move, after, score }) => ({
        moves: [move, ...lookAhead.follow(after)],
        ...positionValue(score, seat),
      }));
    for (let depth = 1; depth <= request.depth; depth++) {
      const before = moves.map(one => ({ ...one }));
      const isDone = searchRoot(moves, seat, depth, request.lines, lookAhead);
      // only the first depth counts as a result when it is unfinished
      if (!isDone && depth > 1) {
        moves.splice(0, moves.length, ...before);
        yield { lines: linesOf(), depth: depth - 1, nodes: lookAhead.nodes() };
        return;
      }
      yield { lines: linesOf(), depth, nodes: lookAhead.nodes() };
      const isDecided = moves.slice(0, request.lines).every(isWonOrLost);
      if (!isDone || isDecided) return;
    }
  };

const isWonOrLost = ({ score }: { readonly score: number }): boolean => Math.abs(score) > WON_SEEN;

/** Searches all root moves to a depth and sorts them, the best first; the first `lines` have exact scores. False if it was stopped. */
function searchRoot<State, Move extends Json>(
  moves: RootMove<State, Move>[],
  seat: Seat,
  depth: number,
  lines: number,
  lookAhead: LookAhead<State, Move>,
): boolean {
  const best: number[] = [];
  for (const one of moves) {
    const floor = best.length < lines ? -WON : best.at(-1)!;
    const score = lookAhead.after(one.after, seat, depth - 1, floor, WON, 1);
    if (lookAhead.isStopped()) return depth > 1 ? false : sortRoot(moves, false);
    one.score = score;
    best.push(score);
    best.sort((a, b) => b - a);
    best.length = Math.min(best.length, lines);
  }
  return sortRoot(moves, true);
}

function sortRoot(moves: { readonly score: number }[], isDone: boolean): boolean {
  // the order is stable: of equal moves the one that was best before stays first
  moves.sort((a, b) => b.score - a.score);
  return isDone;
}

interface LookAhead<State, Move> {
  /** The score of a state to the seat that made the last move. */
  after(state: State, mover: Seat, depth: number, alpha: number, beta: number, ply: number): number;
  /** The best moves from a state on, as far as the table knows them. */
  follow(state: State): Move[];
  nodes(): number;
  isStopped(): boolean;
}

function createLookAhead<State, Move extends Json>(
  { game, evaluate }: Kit<State, Move>,
  request: SearchRequest,
): LookAhead<State, Move> {
  const table = new Map<string, TableEntry<Move>>();
  let nodes = 0;
  let isStopped = false;

  const after: LookAhead<State, Move>['after'] = (state, mover, depth, alpha, beta, ply) => {
    const outcome = game.outcome(state);
    if (outcome !== null) {
      nodes++;
      return wonBy(outcome, mover, ply);
    }
    const [seat] = game.active(state);
    if (seat === mover) return look(state, seat, depth, alpha, beta, ply);
    return seat === undefined ? 0 : -look(state, seat, depth, -beta, -alpha, ply);
  };

  function look(
    state: State,
    seat: Seat,
    depth: number,
    alpha: number,
    beta: number,
    ply: number,
  ): number {
    nodes++;
    if (request.isOver(nodes)) isStopped = true;
    if (isStopped) return 0;
    const legal = [...game.legal(state, seat)];
    const left = legal.length === 1 ? depth + 1 : depth;
    if (left <= 0 || ply >= MAX_PLY) return evaluate!(state, seat);
    const key = game.states.position(state);
    const known = table.get(key);
    if (known !== undefined && known.depth >= left && !isWonOrLost(known)) {
      const { bound, score } = known;
      if (bound === 'exact' || (bound === 'at-least' ? score >= beta : score <= alpha))
        return score;
    }
    let best = -WON;
    let bestMove = legal[0] as Move;
    let floor = alpha;
    for (const move of firstOf(legal, known?.best, game.moves.hex.encode)) {
      const played = game.play(state, seat, move);
      if (!played.ok) continue;
      const score = after(played.value.state, seat, left - 1, floor, beta, ply + 1);
      if (isStopped) return 0;
      if (score > best) [best, bestMove] = [score, move];
      floor = Math.max(floor, score);
      if (floor >= beta) break;
    }
    if (table.size >= MAX_ENTRIES) table.clear();
    const bound = best <= alpha ? 'at-most' : best >= beta ? 'at-least' : 'exact';
    table.set(key, { depth: left, score: best, bound, best: bestMove });
    return best;
  }

  function follow(from: State): Move[] {
    const moves: Move[] = [];
    const seen = new Set<string>();
    for (let state = from; moves.length < request.depth && game.outcome(state) === null; ) {
      const key = game.states.position(state);
      const known = table.get(key);
      const [seat] = game.active(state);
      if (known === undefined || seat === undefined || seen.has(key)) break;
      const played = game.play(state, seat, known.best);
      if (!played.ok) break;
      seen.add(key);
      moves.push(known.best);
      state = played.value.state;
    }
    return moves;
  }

  return { after, follow, nodes: () => nodes, isStopped: () => isStopped };
}

/** The moves with one of them first. */
function firstOf<Move>(
  moves: readonly Move[],
  first: Move | undefined,
  spell: (move: Move) => string,
): readonly Move[] {
  if (first === undefined) return moves;
  const key = spell(first);
  const at = moves.findIndex(move => spell(move) === key);
  return at <= 0 ? moves : [moves[at]!, ...moves.slice(0, at), ...moves.slice(at + 1)];
}

const wonBy = ({ result, winners }: Outcome, seat: Seat, ply: number): number =>
  result !== 'win' ? 0 : winners.includes(seat) ? WON - ply : ply - WON;

/** A score of a seat as chances and as notes have it. */
function positionValue(
  score: number,
  seat: Seat,
): { readonly chances: readonly number[]; readonly evaluation: Evaluation } {
  const first = seat === 0 ? score : -score;
  if (isWonOrLost({ score })) {
    const moves = Math.ceil((WON - Math.abs(score)) / 2);
    const chance = first > 0 ? 1 : 0;
    return { chances: [chance, 1 - chance], evaluation: { winIn: first > 0 ? moves : -moves } };
  }
  const chance = 0.5 + first / 2000;
  return { chances: [chance, 1 - chance], evaluation: { score: first } };
}
