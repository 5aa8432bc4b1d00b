/**
 * Looks ahead: deeper and deeper by alpha-beta with a table of what was found, and at the end of each line on through captures and
 * checks until it is quiet. One search is one thought about one position; it changes its own board.
 */
import {
  isAttacked,
  isCastling,
  KEEP,
  makeMove,
  NONE,
  PAWN,
  type Side,
  unmakeMove,
} from '../board.ts';
import { generateMoves, MAX_MOVES } from '../generate.ts';
import { boardOf } from '../planes.ts';
import { kingOf, type State } from '../state.ts';
import { hashOf, PASSED_LOW, PIECE_HIGH, PIECE_LOW, RIGHTS_LOW, TURN_LOW } from './hash.ts';
import { AT_LEAST, AT_MOST, EXACT, type Findings } from './table.ts';
import { FULL_PHASE, PHASE, type PieceSquareTable, PLAIN } from './worth.ts';

export const MATE = 30_000;
/** Any score beyond is a mate that was seen. */
export const MATE_SEEN = MATE - 200;
const MAX_DEPTH = 40;
const MAX_PLY = 90;
/** What having the move is worth. */
const TEMPO = 8;
/** What it is worth in the middle game to be able to castle. */
const MAY_CASTLE = 20;
/** Instead of a depth: only captures and checks from there on. */
const QUIET = -1;
/** A capture that leaves it so far below is not looked at. */
const HOPELESS = 200;

/** What a thought came to. */
export interface SearchOutcome {
  /** Packed. */
  readonly move: number;
  readonly score: number;
  readonly depth: number;
}

/** Whether to stop after a number of positions. */
export type IsEnough = (positions: number) => boolean;

const STACK = new Int32Array(MAX_MOVES * 4);
const ORDER = new Int32Array(MAX_MOVES * 4);

/** A search of one position, depth by depth. */
export interface DepthSearch {
  /**
   * Searches to a depth, without some moves at the root and with one of them first. Null where it was stopped before it had
   * looked at any move; a depth that was stopped later has the best move so far, and the score of the one before.
   */
  toDepth(depth: number, first: SearchOutcome, excluded?: readonly number[]): SearchOutcome | null;
  positions(): number;
  isStopped(): boolean;
}

const NO_OUTCOME: SearchOutcome = { move: 0, score: 0, depth: 0 };
const NONE_EXCLUDED: readonly number[] = [];

/** Thinks about a state that has a legal move. */
export function think(
  state: State,
  worth: PieceSquareTable,
  findings: Findings,
  isEnough: IsEnough,
): SearchOutcome {
  const search = createDepthSearch(state, worth, findings, isEnough);
  let thought = NO_OUTCOME;
  for (let depth = 1; depth <= MAX_DEPTH && !search.isStopped(); depth++) {
    thought = search.toDepth(depth, thought) ?? thought;
    if (Math.abs(thought.score) > MATE_SEEN && !search.isStopped()) break;
  }
  return thought;
}

/** Begins a search of a state that has a legal move. */
export function createDepthSearch(
  state: State,
  worth: PieceSquareTable,
  findings: Findings,
  isEnough: IsEnough,
): DepthSearch {
  const board = boardOf(state);
  const past = hashesBefore(state);
  const killers = new Int32Array(2 * (MAX_PLY + 2));
  const history = new Int32Array(16 * 64);
  let positions = 0;
  let isStopped = false;
  let bestAtRoot = 0;
  let firstAtRoot = 0;
  let excludedAtRoot = NONE_EXCLUDED;
  // what the board is worth, kept as pieces come and go
  let middle = 0;
  let end = 0;
  let phase = 0;
  let low = 0;
  let high = 0;

  const put = (piece: number, square: number, sign: number): void => {
    const at = piece * 64 + square;
    middle += sign * worth.middle[at]!;
    end += sign * worth.end[at]!;
    phase += sign * PHASE[piece & 7]!;
    low ^= PIECE_LOW[at]!;
    high ^= PIECE_HIGH[at]!;
  };
  for (let square = 0; square < 64; square++)
    if (board[square] !== 0) put(board[square]!, square, 1);

  /** What the board is worth to the side to move. */
  const evaluate = (turn: Side, rights: number): number => {
    const share = Math.min(FULL_PHASE, phase);
    const castling = ((rights & 3) === 0 ? 0 : MAY_CASTLE) - (rights < 4 ? 0 : MAY_CASTLE);
    const first = (middle + castling) * share;
    const white = Math.trunc((first + end * (FULL_PHASE - share)) / FULL_PHASE);
    return (turn === 0 ? white : -white) + TEMPO;
  };

  /** The position with whose turn it is, its rights, and the square that can be taken on. */
  const keyOf = (turn: Side, rights: number, passed: number): number =>
    low ^ RIGHTS_LOW[rights]! ^ PASSED_LOW[passed + 1]! ^ (turn === 0 ? 0 : TURN_LOW);

  /** Captures by what they win, then quiet moves that did well before; `first` before all. */
  const order = (from: number, to: number, first: number, ply: number): void => {
    for (let i = from; i < to; i++) {
      const move = STACK[i]!;
      const target = board[(move >> 3) & 63]!;
      const piece = board[move >> 9]!;
      if (move === first) ORDER[i] = 1 << 28;
      else if (target !== 0 || (move & 7) === 1)
        ORDER[i] = (1 << 24) + 16 * PLAIN[target & 7]! - PLAIN[piece & 7]! + (move & 7 ? 8000 : 0);
      else if (move === killers[2 * ply] || move === killers[2 * ply + 1]) ORDER[i] = 1 << 20;
      else ORDER[i] = Math.min((1 << 20) - 1, history[piece * 64 + ((move >> 3) & 63)]!);
    }
  };

  /** Brings the best of the rest to the front. */
  const next = (i: number, to: number): number => {
    let best = i;
    for (let j = i + 1; j < to; j++) if (ORDER[j]! > ORDER[best]!) best = j;
    const move = STACK[best]!;
    STACK[best] = STACK[i]!;
    ORDER[best] = ORDER[i]!;
    STACK[i] = move;
    return move;
  };

  /** Searches a move to a depth, or until it is quiet, and gives what it is worth to the side that makes it. */
  const tryMove = (
    move: number,
    turn: Side,
    rights: number,
    king: number,
    other: number,
    depth: number,
    alpha: number,
    beta: number,
    ply: number,
    base: number,
  ): number => {
    const from = move >> 9;
    const to = (move >> 3) & 63;
    const piece = board[from]!;
    const before = board[to]!;
    const [middleBefore, endBefore, phaseBefore] = [middle, end, phase];
    const [lowBefore, highBefore] = [low, high];
    put(piece, from, -1);
    const taken = makeMove(board, from, to, move & 7);
    if (taken !== NONE) put(taken === to ? before : piece ^ 8, taken, -1);
    put(board[to]!, to, 1);
    if (isCastling(piece & 7, from, to)) {
      const rook = board[(from + to) >> 1]!;
      put(rook, to > from ? to + 1 : to - 2, -1);
      put(rook, (from + to) >> 1, 1);
    }
    const isJump = (piece & 7) === PAWN && (to - from === 16 || from - to === 16);
    const foe = (1 - turn) as Side;
    const kept = rights & KEEP[from]! & KEEP[to]!;
    const passed = isJump ? (from + to) >> 1 : NONE;
    const own = from === king ? to : king;
    const score =
      depth === QUIET
        ? -quiet(foe, kept, passed, other, own, -beta, -alpha, ply + 1, base)
        : -search(foe, kept, passed, other, own, depth, -beta, -alpha, ply + 1, base, true);
    unmakeMove(board, from, to, piece, before, taken);
    middle = middleBefore;
    end = endBefore;
    phase = phaseBefore;
    low = lowBefore;
    high = highBefore;
    return score;
  };

  /** Captures, promotions and ways out of check, until nothing hangs. */
  const quiet = (
    turn: Side,
    rights: number,
    passed: number,
    king: number,
    other: number,
    alpha: number,
    beta: number,
    ply: number,
    base: number,
  ): number => {
    positions++;
    const isChecked = isAttacked(board, king, (1 - turn) as Side);
    const standing = evaluate(turn, rights);
    if (ply >= MAX_PLY || base > STACK.length - MAX_MOVES) return standing;
    let best = isChecked ? ply - MATE : standing;
    if (!isChecked && standing >= beta) return standing;
    const to = generateMoves(board, turn, rights, passed, king, STACK, base);
    if (to === base) return isChecked ? ply - MATE : 0;
    order(base, to, 0, ply);
    let floor = Math.max(alpha, best);
    for (let i = base; i < to; i++) {
      const move = next(i, to);
      if (!isChecked) {
        if (ORDER[i]! < 1 << 24) break;
        const won = PLAIN[board[(move >> 3) & 63]! & 7]! + ((move & 7) === 1 ? 850 : 0);
        if (standing + won + HOPELESS <= floor) continue;
        if (isLosing(move, turn)) continue;
      }
      const score = tryMove(move, turn, rights, king, other, QUIET, floor, beta, ply, to);
      if (score > best) best = score;
      if (score > floor) floor = score;
      if (floor >= beta) break;
    }
    return best;
  };

  /** Whether a piece takes a lesser one that a pawn covers. */
  const isLosing = (move: number, turn: Side): boolean => {
    const to = (move >> 3) & 63;
    if (PLAIN[board[move >> 9]! & 7]! <= PLAIN[board[to]! & 7]! || (move & 7) !== 0) return false;
    const pawn = PAWN | ((1 - turn) << 3);
    const rank = turn === 0 ? to + 8 : to - 8;
    return ((to & 7) > 0 && board[rank - 1] === pawn) || ((to & 7) < 7 && board[rank + 1] === pawn);
  };

  const search = (
    turn: Side,
    rights: number,
    passed: number,
    king: number,
    other: number,
    depth: number,
    alpha: number,
    beta: number,
    ply: number,
    base: number,
    mayPass: boolean,
  ): number => {
    const key = keyOf(turn, rights, passed);
    if (ply > 0 && isRepeated(key, ply)) return 0;
    const isChecked = isAttacked(board, king, (1 - turn) as Side);
    const left = isChecked ? depth + 1 : depth;
    if (left <= 0 || ply >= MAX_PLY || base > STACK.length - MAX_MOVES)
      return quiet(turn, rights, passed, king, other, alpha, beta, ply, base);
    positions++;
    if (isEnough(positions)) isStopped = true;
    if (isStopped) return 0;
    past[past.length - MAX_PLY - 1 + ply] = key;
    const known = findings.find(key, high);
    if (known >= 0 && ply > 0 && findings.depth[known]! >= left) {
      const score = fromTable(findings.score[known]!, ply);
      const bound = findings.bound[known]!;
      if (bound === EXACT || (bound === AT_LEAST ? score >= beta : score <= alpha)) return score;
    }
    const isQuietSide = !isChecked && beta < MATE_SEEN && phase > 2;
    // where even a move given away would be enough, so is a real one
    if (mayPass && isQuietSide && left >= 3 && evaluate(turn, rights) >= beta) {
      const foe = (1 - turn) as Side;
      const [lower, upper] = [-beta, 1 - beta];
      const score = -search(
        foe,
        rights,
        NONE,
        other,
        king,
        left - 3,
        lower,
        upper,
        ply + 1,
        base,
        false,
      );
      if (score >= beta && !isStopped) return score;
    }
    const to = generateMoves(board, turn, rights, passed, king, STACK, base);
    if (to === base) return isChecked ? ply - MATE : 0;
    const first = ply === 0 ? firstAtRoot : known >= 0 ? findings.move[known]! : 0;
    order(base, to, first, ply);
    let [best, bestMove, floor] = [-MATE, 0, alpha];
    let isFirst = true;
    for (let i = base; i < to; i++) {
      const move = next(i, to);
      if (ply === 0 && excludedAtRoot.includes(move)) continue;
      const isCalm = ORDER[i]! < 1 << 20 && !isChecked;
      const cut = isCalm && left >= 3 && i - base >= 4 ? 1 + (i - base >= 12 ? 1 : 0) : 0;
      // the first is taken for the best; others are only asked whether they are better
      const [deep, ceiling] = isFirst ? [left - 1, beta] : [left - 1 - cut, floor + 1];
      let score = tryMove(move, turn, rights, king, other, deep, floor, ceiling, ply, to);
      if (!isFirst && score > floor && (cut > 0 || score < beta))
        score = tryMove(move, turn, rights, king, other, left - 1, floor, beta, ply, to);
      isFirst = false;
      if (isStopped) break;
      if (score > best) [best, bestMove] = [score, move];
      if (score > floor) floor = score;
      if (ply === 0 && score === best) bestAtRoot = bestMove;
      if (floor >= beta) {
        if (board[(move >> 3) & 63] === 0) {
          if (killers[2 * ply] !== move) {
            killers[2 * ply + 1] = killers[2 * ply]!;
            killers[2 * ply] = move;
          }
          history[board[move >> 9]! * 64 + ((move >> 3) & 63)]! += left * left;
        }
        break;
      }
    }
    if (isStopped) return 0;
    // without all of its moves the root is not the position
    if (ply === 0 && excludedAtRoot.length > 0) return best;
    const bound = best <= alpha ? AT_MOST : best >= beta ? AT_LEAST : EXACT;
    findings.keep(key, high, left, toTable(best, ply), bound, bestMove);
    return best;
  };

  /** Whether the position stood on the board before: in the match, or on the way here. */
  const isRepeated = (key: number, ply: number): boolean => {
    const last = past.length - MAX_PLY - 1 + ply;
    for (let i = last - 2; i >= 0 && i >= last - 100; i -= 2) if (past[i] === key) return true;
    return false;
  };

  /** The hashes of the match before, then room for the way. */
  function hashesBefore(at: State): Int32Array {
    const keys: number[] = [];
    for (let one = at.earlier; one !== null && keys.length < 100; one = one.earlier)
      keys.unshift(hashOf(one)[0]);
    const all = new Int32Array(keys.length + MAX_PLY + 1);
    all.set(keys);
    return all;
  }

  const { turn, rights, passed } = state;
  const [king, other] = [kingOf(state, turn), kingOf(state, (1 - turn) as Side)];
  return {
    toDepth(depth, before, excluded = NONE_EXCLUDED) {
      bestAtRoot = 0;
      firstAtRoot = before.move;
      excludedAtRoot = excluded;
      const score = search(turn, rights, passed, king, other, depth, -MATE, MATE, 0, 0, false);
      // a depth that was not finished has looked at the best of the one before first
      if (bestAtRoot === 0) return null;
      return { move: bestAtRoot, score: isStopped ? before.score : score, depth };
    },
    positions: () => positions,
    isStopped: () => isStopped,
  };
}

/** Mates are stored by their distance from the position, and used by their distance from the root. */
const toTable = (score: number, ply: number): number =>
  score > MATE_SEEN ? score + ply : score < -MATE_SEEN ? score - ply : score;
const fromTable = (score: number, ply: number): number =>
  score > MATE_SEEN ? score - ply : score < -MATE_SEEN ? score + ply : score;
