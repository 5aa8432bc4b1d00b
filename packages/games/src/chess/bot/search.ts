/**
 * Looks ahead: deeper and deeper by alpha-beta with a table of what was found, and at the end of each line on through captures and out of
 * check until it is quiet. One search is one thought about one position; it changes its own board.
 */
import {
  ATTACKS,
  isAttacked,
  isCastling,
  isClear,
  KEEP,
  KING,
  LINE,
  makeMove,
  NONE,
  PAWN,
  type Side,
  unmakeMove,
} from '../board.ts';
import { generateCaptures, generateMoves, MAX_MOVES } from '../generate.ts';
import { boardOf } from '../planes.ts';
import { kingOf, type State } from '../state.ts';
import { blend, correctEnd, strengthOf } from './evaluation.ts';
import { endOf, middleOf, worthOfFeatures } from './features.ts';
import { hashOf, PASSED_LOW, PIECE_HIGH, PIECE_LOW, RIGHTS_LOW, TURN_LOW } from './hash.ts';
import { createOrdering, GOOD, LOSING, MOST_HISTORY, REFUTING } from './ordering.ts';
import { AT_LEAST, AT_MOST, EXACT, type Findings } from './table.ts';
import { PLAIN, TEMPO, type Worths } from './worth.ts';

export const MATE = 30_000;
/** Any score beyond is a mate that was seen. */
export const MATE_SEEN = MATE - 200;
const MAX_DEPTH = 40;
const MAX_PLY = 90;
/** Instead of a depth: only captures, and ways out of check, from there on. */
const QUIET = -1;
/** Half-moves without a capture or a pawn move that are a draw. */
const CALM_DRAW = 100;

/** A capture that leaves it so far below is not looked at. */
const HOPELESS = 200;
/** To this depth a lead of so much for each ply of it is taken to last. */
const LEAD_DEPTH = 6;
const LEAD = 80;
/** To these depths quiet moves are left out that are late, or that cannot make up so much for each ply. */
const LATE_DEPTH = 4;
const FUTILE_DEPTH = 3;
const FUTILE = 100;
/** From this depth on, the score is first looked for so near to that of the depth before. */
const NEAR_DEPTH = 5;
const NEAR = 25;

/** What a thought came to. */
export interface SearchOutcome {
  /** Packed. */
  readonly move: number;
  readonly score: number;
  readonly depth: number;
}

/** Whether to stop after a number of positions. */
export type IsEnough = (positions: number) => boolean;

export interface SearchOptions {
  readonly worths: Worths;
  readonly findings: Findings;
  /** The first depth is finished in any case, so that there is a move. */
  readonly isEnough: IsEnough;
  /** Whether to leave out what hardly matters (default: true); without, the score is that of looking at all moves. */
  readonly prunes?: boolean;
}

/** A search of one position, depth by depth. */
export interface DepthSearch {
  /**
   * Searches to a depth, without some moves at the root and with the best one of the depth before first. A depth that was stopped
   * has the best move so far, and the score of the one before.
   */
  toDepth(depth: number, before: SearchOutcome, excluded?: readonly number[]): SearchOutcome;
  positions(): number;
  isStopped(): boolean;
}

export const NO_OUTCOME: SearchOutcome = { move: 0, score: 0, depth: 0 };
const NONE_EXCLUDED: readonly number[] = [];

const STACK = new Int32Array(MAX_MOVES * 4);
const RANKS = new Int32Array(MAX_MOVES * 4);
/** Where there may be no room for the moves of another position. */
const STACK_END = STACK.length - MAX_MOVES;

/** How many plies less deep a quiet move is looked at, by depth · 64 + number of moves before it. */
const REDUCTIONS = Uint8Array.from({ length: 64 * 64 }, (_, at) =>
  Math.floor(0.6 + (Math.log(Math.max(1, at >> 6)) * Math.log(Math.max(1, at & 63))) / 2.3),
);

/** Thinks about a state that has a legal move. */
export function think(state: State, options: SearchOptions): SearchOutcome {
  const search = createDepthSearch(state, options);
  let thought = NO_OUTCOME;
  for (let depth = 1; depth <= MAX_DEPTH && !search.isStopped(); depth++) {
    thought = search.toDepth(depth, thought);
    if (Math.abs(thought.score) > MATE_SEEN && !search.isStopped()) break;
  }
  return thought;
}

/** Begins a search of a state that has a legal move. */
export function createDepthSearch(
  state: State,
  { worths, findings, isEnough, prunes = true }: SearchOptions,
): DepthSearch {
  const board = boardOf(state);
  const kings = Uint8Array.of(kingOf(state, 0), kingOf(state, 1));
  let { turn, rights, passed } = state;
  /** Half-moves without a capture or a pawn move. */
  let calm = state.halfMoves;
  const past = hashesBefore(state);
  const ordering = createOrdering(board, STACK, RANKS, MAX_PLY + 2);
  let positions = 0;
  let mayStop = false;
  let isStopped = false;
  let bestAtRoot = 0;
  let excludedAtRoot = NONE_EXCLUDED;
  // what stands on the board, kept as pieces come and go
  const counts = new Int32Array(16);
  let middle = 0;
  let end = 0;
  let low = 0;
  let high = 0;

  const put = (piece: number, square: number, sign: number): void => {
    const at = piece * 64 + square;
    middle += sign * worths.middle[at]!;
    end += sign * worths.end[at]!;
    counts[piece]! += sign;
    low ^= PIECE_LOW[at]!;
    high ^= PIECE_HIGH[at]!;
  };
  for (let square = 0; square < 64; square++)
    if (board[square] !== 0) put(board[square]!, square, 1);

  /** What the board is worth to the side to move. */
  const evaluate = (): number => {
    const features = worthOfFeatures(board, rights, kings[0]!, kings[1]!, worths.features);
    const blended = blend(counts, middle + middleOf(features), end + endOf(features));
    const white = correctEnd(blended, counts, kings);
    return (turn === 0 ? white : -white) + TEMPO;
  };

  const isInCheck = (): boolean => isAttacked(board, kings[turn]!, (1 - turn) as Side);

  /** The position with whose turn it is, its rights, and the square that can be taken on. */
  const key = (): number =>
    low ^ RIGHTS_LOW[rights]! ^ PASSED_LOW[passed + 1]! ^ (turn === 0 ? 0 : TURN_LOW);

  /** Searches a move to a depth, or until it is quiet, and gives what it is worth to the side that makes it. */
  const tryMove = (
    move: number,
    depth: number,
    alpha: number,
    beta: number,
    ply: number,
    base: number,
  ): number => {
    const from = move >> 9;
    const to = (move >> 3) & 63;
    const piece = board[from]!;
    const kind = piece & 7;
    const before = board[to]!;
    const middleBefore = middle;
    const endBefore = end;
    const lowBefore = low;
    const highBefore = high;
    const rightsBefore = rights;
    const passedBefore = passed;
    const calmBefore = calm;
    put(piece, from, -1);
    const taken = makeMove(board, from, to, move & 7);
    const captured = taken === NONE ? 0 : taken === to ? before : piece ^ 8;
    if (captured !== 0) put(captured, taken, -1);
    const arrived = board[to]!;
    put(arrived, to, 1);
    if (isCastling(kind, from, to)) {
      const rook = board[(from + to) >> 1]!;
      put(rook, to > from ? to + 1 : to - 2, -1);
      put(rook, (from + to) >> 1, 1);
    }
    if (kind === KING) kings[turn] = to;
    rights &= KEEP[from]! & KEEP[to]!;
    passed = kind === PAWN && (to - from === 16 || from - to === 16) ? (from + to) >> 1 : NONE;
    calm = kind === PAWN || captured !== 0 ? 0 : calm + 1;
    turn = (1 - turn) as Side;
    const score =
      depth === QUIET
        ? -quiet(-beta, -alpha, ply + 1, base)
        : -search(depth, -beta, -alpha, ply + 1, base, true);
    turn = (1 - turn) as Side;
    unmakeMove(board, from, to, piece, before, taken);
    if (kind === KING) kings[turn] = from;
    counts[arrived]!--;
    counts[piece]!++;
    if (captured !== 0) counts[captured]!++;
    middle = middleBefore;
    end = endBefore;
    low = lowBefore;
    high = highBefore;
    rights = rightsBefore;
    passed = passedBefore;
    calm = calmBefore;
    return score;
  };

  /** What it is worth to give the move away, asked only whether it is at least `beta`. */
  const tryPassing = (depth: number, beta: number, ply: number, base: number): number => {
    const passedBefore = passed;
    const calmBefore = calm;
    passed = NONE;
    calm = 0; // no position before is this one
    turn = (1 - turn) as Side;
    const score = -search(depth, -beta, 1 - beta, ply + 1, base, false);
    turn = (1 - turn) as Side;
    passed = passedBefore;
    calm = calmBefore;
    return score;
  };

  /** Captures, promotions and ways out of check, until nothing hangs. */
  const quiet = (alpha: number, beta: number, ply: number, base: number): number => {
    positions++;
    const isChecked = isInCheck();
    if (ply >= MAX_PLY || base > STACK_END) return evaluate();
    const standing = isChecked ? ply - MATE : evaluate();
    if (standing >= beta) return standing;
    const king = kings[turn]!;
    const to = isChecked
      ? generateMoves(board, turn, rights, passed, king, STACK, base)
      : generateCaptures(board, turn, passed, king, STACK, base);
    ordering.rank(base, to, 0, ply);
    let best = standing;
    let floor = Math.max(alpha, best);
    for (let i = base; i < to; i++) {
      const move = ordering.next(i, to);
      if (prunes && !isChecked) {
        if (RANKS[i]! < GOOD) break;
        const won = PLAIN[board[(move >> 3) & 63]! & 7]! + ((move & 7) === 1 ? 850 : 0);
        if (standing + won + HOPELESS <= floor) continue;
      }
      const score = tryMove(move, QUIET, floor, beta, ply, to);
      if (score > best) best = score;
      if (score > floor) floor = score;
      if (floor >= beta) break;
    }
    return best;
  };

  const search = (
    depth: number,
    alpha: number,
    beta: number,
    ply: number,
    base: number,
    mayPass: boolean,
  ): number => {
    const isChecked = isInCheck();
    const place = key();
    if (ply > 0 && ((calm >= CALM_DRAW && !isChecked) || isRepeated(place, ply))) return 0;
    const left = isChecked ? depth + 1 : depth;
    if (left <= 0 || ply >= MAX_PLY || base > STACK_END) return quiet(alpha, beta, ply, base);
    positions++;
    if (mayStop && isEnough(positions)) isStopped = true;
    if (isStopped) return 0;
    past[past.length - MAX_PLY - 1 + ply] = place;
    const known = findings.find(place, high);
    if (prunes && known >= 0 && ply > 0 && findings.depth[known]! >= left) {
      const score = fromTable(findings.score[known]!, ply);
      const bound = findings.bound[known]!;
      if (bound === EXACT || (bound === AT_LEAST ? score >= beta : score <= alpha)) return score;
    }
    const first = ply === 0 ? bestAtRoot : known >= 0 ? findings.move[known]! : 0;
    const isOpen = beta - alpha > 1;
    const mayCut = prunes && !isOpen && !isChecked && Math.abs(beta) < MATE_SEEN;
    const standing = isChecked ? -MATE : evaluate();
    if (mayCut && standing >= beta) {
      if (left <= LEAD_DEPTH && standing - LEAD * left >= beta) return standing;
      // where even a move given away would be enough, so is a real one; with few pieces every real one may harm
      if (mayPass && left >= 3 && strengthOf(counts, turn) > 1) {
        const score = tryPassing(left - 3 - (left >> 2), beta, ply, base);
        if (isStopped) return 0;
        if (score >= beta) return Math.abs(score) < MATE_SEEN ? score : beta;
      }
    }
    const to = generateMoves(board, turn, rights, passed, kings[turn]!, STACK, base);
    if (to === base) return isChecked ? ply - MATE : 0;
    ordering.rank(base, to, first, ply);
    // a position of which nothing is known is worth less time: next time it will be
    const deep = prunes && first === 0 && left >= 4 ? left - 1 : left;
    let [best, bestMove, floor] = [-MATE, 0, alpha];
    let count = 0;
    for (let i = base; i < to; i++) {
      const move = ordering.next(i, to);
      if (ply === 0 && excludedAtRoot.includes(move)) continue;
      const rank = RANKS[i]!;
      const isCalm = rank < REFUTING;
      if (mayCut && isCalm && best > -MATE_SEEN) {
        const isLate = deep <= LATE_DEPTH && count > 3 + deep * deep;
        const isFutile = deep <= FUTILE_DEPTH && standing + FUTILE * deep <= floor;
        if ((isLate || isFutile) && !attacksKing(move)) continue;
      }
      const cut = prunes && isCalm && !isChecked ? reductionOf(move, rank, deep, count, isOpen) : 0;
      // the first is taken for the best; others are only asked whether they are better
      let score = 0;
      if (count === 0) score = tryMove(move, deep - 1, floor, beta, ply, to);
      else {
        score = tryMove(move, deep - 1 - cut, floor, floor + 1, ply, to);
        if (score > floor && cut > 0) score = tryMove(move, deep - 1, floor, floor + 1, ply, to);
        if (score > floor && score < beta) score = tryMove(move, deep - 1, floor, beta, ply, to);
      }
      count++;
      if (isStopped) return 0;
      if (score > best) [best, bestMove] = [score, move];
      if (score > floor) {
        floor = score;
        if (ply === 0) bestAtRoot = move;
      }
      if (floor >= beta) {
        ordering.learn(base, i, ply, left);
        break;
      }
    }
    // without all of its moves the root is not the position
    if (ply === 0 && excludedAtRoot.length > 0) return best;
    const bound = best <= alpha ? AT_MOST : best >= beta ? AT_LEAST : EXACT;
    findings.keep(
      place,
      high,
      left,
      toTable(best, ply),
      bound,
      bound === AT_MOST ? first : bestMove,
    );
    return best;
  };

  /** How many plies less deep a late quiet move, or a capture that loses something, is looked at first. */
  const reductionOf = (
    move: number,
    rank: number,
    depth: number,
    count: number,
    isOpen: boolean,
  ): number => {
    if (depth < 3 || count < 2) return 0;
    const usual = REDUCTIONS[Math.min(depth, 63) * 64 + Math.min(count, 63)]!;
    const did = rank > LOSING / 2 ? Math.round((2 * ordering.historyOf(move)) / MOST_HISTORY) : 0;
    return Math.max(0, Math.min(depth - 2, usual - did - (isOpen ? 1 : 0)));
  };

  /** Whether the piece that moves attacks the other king from where it arrives. */
  const attacksKing = (move: number): boolean => {
    const to = (move >> 3) & 63;
    const king = kings[1 - turn]!;
    if (((ATTACKS[to * 64 + king]! >> board[move >> 9]!) & 1) === 0) return false;
    return LINE[to * 64 + king] === 0 || isClear(board, to, king);
  };

  /** Whether the position stood on the board before: in the match, or on the way here. */
  const isRepeated = (place: number, ply: number): boolean => {
    const last = past.length - MAX_PLY - 1 + ply;
    for (let i = last - 2; i >= 0 && i >= last - calm; i -= 2) if (past[i] === place) return true;
    return false;
  };

  return {
    toDepth(depth, before, excluded = NONE_EXCLUDED) {
      mayStop = depth > 1;
      bestAtRoot = before.move;
      excludedAtRoot = excluded;
      const isNear =
        prunes && depth >= NEAR_DEPTH && before.move !== 0 && Math.abs(before.score) < MATE_SEEN;
      let margin = isNear ? NEAR : 2 * MATE;
      let [alpha, beta] = [before.score - margin, before.score + margin];
      for (;;) {
        alpha = Math.max(alpha, -MATE);
        beta = Math.min(beta, MATE);
        const score = search(depth, alpha, beta, 0, 0, false);
        if (isStopped) return { move: bestAtRoot, score: before.score, depth };
        margin *= 4;
        if (score <= alpha && alpha > -MATE) alpha = score - margin;
        else if (score >= beta && beta < MATE) beta = score + margin;
        else return { move: bestAtRoot, score: score + 0, depth }; // 0 is not −0
      }
    },
    positions: () => positions,
    isStopped: () => isStopped,
  };
}

/** The hashes of the match before, then room for the way of a search. */
function hashesBefore(at: State): Int32Array {
  const keys: number[] = [];
  for (let one = at.earlier; one !== null && keys.length < CALM_DRAW; one = one.earlier)
    keys.unshift(hashOf(one)[0]);
  const all = new Int32Array(keys.length + MAX_PLY + 1);
  all.set(keys);
  return all;
}

/** Mates are stored by their distance from the position, and used by their distance from the root. */
const toTable = (score: number, ply: number): number =>
  score > MATE_SEEN ? score + ply : score < -MATE_SEEN ? score - ply : score;
const fromTable = (score: number, ply: number): number =>
  score > MATE_SEEN ? score - ply : score < -MATE_SEEN ? score + ply : score;
