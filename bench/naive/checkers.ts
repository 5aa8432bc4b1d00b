/** English draughts as one would first write it: a grid of objects, lists of moves as objects, copies of everything. */

interface Piece {
  readonly player: number;
  readonly isKing: boolean;
}
type Cell = Piece | null;
type Square = [x: number, y: number];

export interface Move {
  readonly from: Square;
  readonly to: Square;
  readonly captures: Square[];
}

export interface Position {
  readonly board: Cell[][];
  readonly turn: number;
  readonly quiet: number;
  /** How often each position has occurred. */
  readonly seen: Map<string, number>;
  readonly result: { winner: number | null; reason: string } | null;
}

export function newPosition(): Position {
  const board = Array.from({ length: 8 }, (_, x) =>
    Array.from({ length: 8 }, (_, y): Cell => {
      if ((x + y) % 2 === 1 || y === 3 || y === 4) return null;
      return { player: y < 3 ? 0 : 1, isKing: false };
    }),
  );
  return { board, turn: 0, quiet: 0, seen: new Map([[keyOf(board, 0), 1]]), result: null };
}

/** All legal moves: jumps where there are any, otherwise steps. */
export function legalMoves(position: Position): Move[] {
  const { board, turn } = position;
  const jumps: Move[] = [];
  const steps: Move[] = [];
  for (let x = 0; x < 8; x++)
    for (let y = 0; y < 8; y++) {
      const piece = board[x]![y]!;
      if (piece === null || piece.player !== turn) continue;
      jumps.push(...findJumps(board, piece, [x, y], [x, y], []));
      if (jumps.length > 0) continue;
      for (const [dx, dy] of directionsOf(piece)) {
        const to: Square = [x + dx, y + dy];
        if (isInside(to) && board[to[0]]![to[1]] === null)
          steps.push({ from: [x, y], to, captures: [] });
      }
    }
  return jumps.length > 0 ? jumps : steps;
}

/** Plays a move if it is among the legal ones; null if it is not. */
export function playMove(position: Position, move: Move): Position | null {
  if (position.result !== null) return null;
  if (!legalMoves(position).some(legal => isSame(legal, move))) return null;
  const board = position.board.map(column => column.slice());
  const [x, y] = move.from;
  const piece = board[x]![y]!;
  board[x]![y] = null;
  for (const [cx, cy] of move.captures) board[cx]![cy] = null;
  const isCrowned = move.to[1] === (piece.player === 0 ? 7 : 0);
  board[move.to[0]]![move.to[1]] = { player: piece.player, isKing: piece.isKing || isCrowned };
  const turn = 1 - position.turn;
  const quiet = piece.isKing && move.captures.length === 0 ? position.quiet + 1 : 0;
  const seen = new Map(quiet === 0 ? [] : position.seen);
  const key = keyOf(board, turn);
  seen.set(key, (seen.get(key) ?? 0) + 1);
  const next = { board, turn, quiet, seen, result: null };
  if (legalMoves(next).length === 0)
    return { ...next, result: { winner: 1 - turn, reason: 'noMoves' } };
  if (seen.get(key)! >= 3)
    return { ...next, result: { winner: null, reason: 'threefoldRepetition' } };
  if (quiet >= 80) return { ...next, result: { winner: null, reason: 'fortyMoves' } };
  return next;
}

function findJumps(
  board: Cell[][],
  piece: Piece,
  from: Square,
  at: Square,
  captures: Square[],
): Move[] {
  const found: Move[] = [];
  const isOver = !piece.isKing && at[1] === (piece.player === 0 ? 7 : 0);
  for (const [dx, dy] of isOver ? [] : directionsOf(piece)) {
    const over: Square = [at[0] + dx, at[1] + dy];
    const to: Square = [at[0] + 2 * dx, at[1] + 2 * dy];
    if (!isInside(to)) continue;
    const jumped = board[over[0]]![over[1]]!;
    if (jumped === null || jumped.player === piece.player) continue;
    if (captures.some(square => isEqual(square, over))) continue;
    if (board[to[0]]![to[1]] !== null && !isEqual(to, from)) continue;
    found.push(...findJumps(board, piece, from, to, [...captures, over]));
  }
  if (found.length === 0 && captures.length > 0) found.push({ from, to: at, captures });
  return found;
}

function directionsOf({ player, isKing }: Piece): Square[] {
  const forward = player === 0 ? 1 : -1;
  const ahead: Square[] = [
    [-1, forward],
    [1, forward],
  ];
  return isKing ? [...ahead, [-1, -forward], [1, -forward]] : ahead;
}

const isInside = ([x, y]: Square): boolean => x >= 0 && x < 8 && y >= 0 && y < 8;
const isEqual = (a: Square, b: Square): boolean => a[0] === b[0] && a[1] === b[1];
const isSame = (a: Move, b: Move): boolean =>
  isEqual(a.from, b.from) &&
  isEqual(a.to, b.to) &&
  a.captures.length === b.captures.length &&
  a.captures.every((square, i) => isEqual(square, b.captures[i]!));

const keyOf = (board: Cell[][], turn: number): string =>
  board
    .flat()
    .map(piece => (piece === null ? '.' : (piece.isKing ? 'BW' : 'bw')[piece.player]))
    .join('') + turn;
