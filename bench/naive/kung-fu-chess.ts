/**
 * Kung Fu Chess as one would first write it, and as the program that its rules come from is written: objects, positions in
 * floating point, and every tick every pair of pieces. A match is a list of commands; a position is found by simulating from tick
 * 0. The rules of January 2026, for both boards.
 */

interface NaivePiece {
  readonly id: string;
  type: string;
  readonly player: number;
  row: number;
  col: number;
  captured: boolean;
  moved: boolean;
}

interface ActiveMove {
  readonly piece: NaivePiece;
  readonly path: readonly Point[];
  readonly start: number;
  /** The rook of a castling. */
  readonly rook: NaivePiece | null;
}

type Point = readonly [row: number, col: number];

export interface NaiveGame {
  readonly isFour: boolean;
  readonly players: readonly number[];
  readonly tps: number;
  readonly cooldown: number;
  readonly draw: { readonly idle: number; readonly peace: number; readonly earliest: number };
  /** Whether floating point decides distances of exactly 0.4. */
  readonly isFloat: boolean;
  readonly pieces: NaivePiece[];
  active: ActiveMove[];
  cooldowns: { readonly piece: NaivePiece; readonly start: number }[];
  tick: number;
  lastCommand: number;
  lastCapture: number;
  /** Null while it goes on, 0 for a draw. */
  winner: number | null;
}

export interface NaiveOptions {
  readonly isFour?: boolean;
  readonly players?: readonly number[];
  readonly isLightning?: boolean;
  readonly hz?: number;
  readonly isFloat?: boolean;
}

export interface NaiveCommand {
  readonly tick: number;
  readonly player: number;
  readonly id: string;
  readonly row: number;
  readonly col: number;
}

export function newNaiveGame({
  isFour = false,
  players = [1, 2],
  isLightning = false,
  hz = 30,
  isFloat = false,
}: NaiveOptions): NaiveGame {
  const ticks = (standard: number, lightning: number) =>
    Math.floor((isLightning ? lightning : standard) * hz + 1e-9);
  return {
    isFour,
    players,
    tps: ticks(1, 0.2),
    cooldown: ticks(10, 2),
    draw: { idle: ticks(120, 30), peace: ticks(180, 45), earliest: ticks(360, 90) },
    isFloat,
    pieces: isFour ? fourPieces() : standardPieces(),
    active: [],
    cooldowns: [],
    tick: 0,
    lastCommand: 0,
    lastCapture: 0,
    winner: null,
  };
}

/** The position at a tick: everything from the start once more. Commands are sorted by tick. */
export function simulate(
  options: NaiveOptions,
  commands: readonly NaiveCommand[],
  tick: number,
): NaiveGame {
  const game = newNaiveGame(options);
  let next = 0;
  while (game.tick < tick && game.winner === null) {
    for (; commands[next]?.tick === game.tick; next++) command(game, commands[next]!);
    tickNaive(game);
  }
  return game;
}

const newPiece = (type: string, player: number, row: number, col: number): NaivePiece => ({
  id: `${type}:${player}:${row}:${col}`,
  type,
  player,
  row,
  col,
  captured: false,
  moved: false,
});

function standardPieces(): NaivePiece[] {
  const row = (types: string, player: number, at: number) =>
    [...types].map((type, col) => newPiece(type, player, at, col));
  const [officers, pawns] = ['RNBQKBNR', 'PPPPPPPP'];
  return [...row(officers, 2, 0), ...row(pawns, 2, 1), ...row(pawns, 1, 6), ...row(officers, 1, 7)];
}

function fourPieces(): NaivePiece[] {
  const row = (types: string, player: number, at: number) =>
    [...types].map((type, i) => newPiece(type, player, at, i + 2));
  const column = (types: string, player: number, at: number) =>
    [...types].map((type, i) => newPiece(type, player, i + 2, at));
  const [queenFirst, kingFirst, pawns] = ['RNBQKBNR', 'RNBKQBNR', 'PPPPPPPP'];
  return [
    ...[...row(queenFirst, 4, 0), ...row(pawns, 4, 1)],
    ...[...row(kingFirst, 2, 11), ...row(pawns, 2, 10)],
    ...[...column(kingFirst, 3, 0), ...column(pawns, 3, 1)],
    ...[...column(queenFirst, 1, 11), ...column(pawns, 1, 10)],
  ];
}

const isMoving = (game: NaiveGame, piece: NaivePiece) =>
  game.active.some(move => move.piece === piece);

const isCooling = (game: NaiveGame, piece: NaivePiece) =>
  game.cooldowns.some(cooldown => cooldown.piece === piece);

const pieceAt = (game: NaiveGame, row: number, col: number) =>
  game.pieces.find(piece => !piece.captured && piece.row === row && piece.col === col);

function isOnBoard({ isFour }: NaiveGame, row: number, col: number): boolean {
  const size = isFour ? 12 : 8;
  if (!(row >= 0 && row < size && col >= 0 && col < size)) return false;
  return !isFour || !((row < 2 || row > 9) && (col < 2 || col > 9));
}

/** Gives a command; false where it is refused. */
export function command(game: NaiveGame, { player, id, row, col }: NaiveCommand): boolean {
  if (game.winner !== null || !hasKing(game, player) || !game.players.includes(player))
    return false;
  const piece = game.pieces.find(piece => piece.id === id);
  if (piece === undefined || piece.player !== player || piece.captured) return false;
  if (isMoving(game, piece) || isCooling(game, piece)) return false;
  if (!isOnBoard(game, row, col) || (row === piece.row && col === piece.col)) return false;
  const start = game.tick + 1;
  const castling = piece.type === 'K' ? findCastling(game, piece, row, col) : null;
  if (castling !== null) {
    const { rook, kingPath, rookPath } = castling;
    game.active.push({ piece, path: kingPath, start, rook });
    game.active.push({ piece: rook, path: rookPath, start, rook: null });
  } else {
    const path = findPath(game, piece, row, col);
    if (path === null) return false;
    game.active.push({ piece, path, start, rook: null });
  }
  game.lastCommand = game.tick;
  return true;
}

const hasKing = (game: NaiveGame, player: number) =>
  game.pieces.some(piece => piece.type === 'K' && piece.player === player && !piece.captured);

/** The way to a square, both ends included; null where there is none. */
function findPath(game: NaiveGame, piece: NaivePiece, row: number, col: number): Point[] | null {
  const [rows, cols] = [Math.abs(row - piece.row), Math.abs(col - piece.col)];
  if (piece.type === 'P') return findPawnPath(game, piece, row, col);
  if (piece.type === 'N') {
    if (rows * cols !== 2 || !isFree(game, piece, row, col, true)) return null;
    return [
      [piece.row, piece.col],
      [(piece.row + row) / 2, (piece.col + col) / 2],
      [row, col],
    ];
  }
  const isStraight = rows === 0 || cols === 0;
  const fits =
    piece.type === 'R'
      ? isStraight
      : piece.type === 'B'
        ? rows === cols
        : (isStraight || rows === cols) && (piece.type === 'Q' || Math.max(rows, cols) === 1);
  return fits ? walk(game, piece, row, col) : null;
}

function walk(game: NaiveGame, piece: NaivePiece, row: number, col: number): Point[] | null {
  const steps = Math.max(Math.abs(row - piece.row), Math.abs(col - piece.col));
  const path: Point[] = [[piece.row, piece.col]];
  for (let i = 1; i <= steps; i++) {
    const point: Point = [
      piece.row + Math.sign(row - piece.row) * i,
      piece.col + Math.sign(col - piece.col) * i,
    ];
    if (!isFree(game, piece, point[0], point[1], i === steps)) return null;
    path.push(point);
  }
  return path;
}

function isFree(
  game: NaiveGame,
  piece: NaivePiece,
  row: number,
  col: number,
  isLast: boolean,
): boolean {
  const other = pieceAt(game, row, col);
  if (other !== undefined && !isMoving(game, other) && (!isLast || other.player === piece.player))
    return false;
  return !game.active.some(move => {
    const [toRow, toCol] = move.path.at(-1)!;
    return move.piece.player === piece.player && toRow === row && toCol === col;
  });
}

/** A player's direction, the line of its double step, and the line on which its pawns become queens. */
function sideOf({ isFour }: NaiveGame, player: number) {
  if (!isFour)
    return player === 1 ? { dr: -1, dc: 0, home: 6, last: 0 } : { dr: 1, dc: 0, home: 1, last: 7 };
  return [
    { dr: 0, dc: -1, home: 10, last: 2 },
    { dr: -1, dc: 0, home: 10, last: 2 },
    { dr: 0, dc: 1, home: 1, last: 9 },
    { dr: 1, dc: 0, home: 1, last: 9 },
  ][player - 1]!;
}

function findPawnPath(game: NaiveGame, pawn: NaivePiece, row: number, col: number) {
  const { dr, dc, home } = sideOf(game, pawn.player);
  const [rows, cols] = [row - pawn.row, col - pawn.col];
  const ahead = rows * dr + cols * dc;
  const aside = Math.abs(rows * dc) + Math.abs(cols * dr);
  if (ahead === 1 && aside === 1) {
    const other = pieceAt(game, row, col);
    if (other === undefined || other.player === pawn.player || isMoving(game, other)) return null;
    return walk(game, pawn, row, col);
  }
  const line = dr === 0 ? pawn.col : pawn.row;
  if (aside !== 0 || !(ahead === 1 || (ahead === 2 && line === home))) return null;
  for (let i = 1; i <= ahead; i++)
    if (pieceAt(game, pawn.row + dr * i, pawn.col + dc * i) !== undefined) return null;
  return walk(game, pawn, row, col);
}

function findCastling(game: NaiveGame, king: NaivePiece, row: number, col: number) {
  const isRow = sideOf(game, king.player).dc === 0;
  const delta = isRow ? col - king.col : row - king.row;
  if (king.moved || Math.abs(delta) !== 2 || (isRow ? row !== king.row : col !== king.col))
    return null;
  const sign = Math.sign(delta);
  const corner = (game.isFour ? [2, 9] : [0, 7])[sign < 0 ? 0 : 1]!;
  const at = (line: number): Point => (isRow ? [king.row, line] : [line, king.col]);
  const rook = pieceAt(game, ...at(corner));
  if (rook?.type !== 'R' || rook.player !== king.player || rook.moved) return null;
  if (isMoving(game, rook) || isCooling(game, rook)) return null;
  const home = isRow ? king.col : king.row;
  for (let line = home + sign; line !== corner; line += sign) {
    const [r, c] = at(line);
    const other = pieceAt(game, r, c);
    if (other !== undefined && !isMoving(game, other)) return null;
    const isEnd = (move: ActiveMove) => move.path.at(-1)![0] === r && move.path.at(-1)![1] === c;
    if (game.active.some(isEnd)) return null;
  }
  const rookPath: Point[] = [];
  for (let line = corner; line !== home; line -= sign) rookPath.push(at(line));
  return { rook, kingPath: [at(home), at(home + sign), at(home + 2 * sign)], rookPath };
}

/** One tick. */
export function tickNaive(game: NaiveGame): void {
  if (game.winner !== null) return;
  game.tick++;
  for (const [victim] of findCaptures(game)) {
    victim.captured = true;
    game.lastCapture = game.tick;
    const rook = game.active.find(move => move.piece === victim)?.rook ?? null;
    game.active = game.active.filter(({ piece }) => piece !== victim && piece !== rook);
    game.cooldowns = game.cooldowns.filter(({ piece }) => piece !== victim);
  }
  const done = game.active.filter(
    ({ start, path }) => game.tick - start >= (path.length - 1) * game.tps,
  );
  for (const { piece, path } of done) {
    [piece.row, piece.col] = path.at(-1)!;
    piece.moved = true;
    game.cooldowns.push({ piece, start: game.tick });
    const { dr, last } = sideOf(game, piece.player);
    if (piece.type === 'P' && (dr === 0 ? piece.col : piece.row) === last) piece.type = 'Q';
  }
  game.active = game.active.filter(move => !done.includes(move));
  game.cooldowns = game.cooldowns.filter(({ start }) => game.tick < start + game.cooldown);
  decide(game);
}

function decide(game: NaiveGame): void {
  const { tick, draw, lastCommand, lastCapture } = game;
  const alive = game.players.filter(player => hasKing(game, player));
  const isIdle =
    tick >= draw.earliest && tick - lastCommand >= draw.idle && tick - lastCapture >= draw.peace;
  if (alive.length === 1) game.winner = alive[0]!;
  else if (alive.length === 0 || isIdle) game.winner = 0;
}

/** Where a piece is; null for a knight in the air. */
function place(game: NaiveGame, piece: NaivePiece, move: ActiveMove | undefined): Point | null {
  if (move === undefined) return [piece.row, piece.col];
  const { path, start } = move;
  const elapsed = game.tick - start;
  const last = path.length - 1;
  const knight = elapsed / (last * game.tps);
  if (piece.type === 'N' && knight < 0.85) return null;
  if (elapsed >= last * game.tps) return path[last]!;
  const way = elapsed / game.tps;
  const index = Math.trunc(way);
  const [a, b, part] =
    piece.type === 'N'
      ? [path[0]!, path[last]!, knight]
      : [path[index]!, path[index + 1]!, way - index];
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
}

type Capture = readonly [victim: NaivePiece, by: NaivePiece | null];

/** All captures of the tick: every piece against every other. */
function findCaptures(game: NaiveGame): Capture[] {
  const found: Capture[] = [];
  const pieces = game.pieces.filter(piece => !piece.captured);
  const moves = pieces.map(piece => game.active.find(move => move.piece === piece));
  const places = pieces.map((piece, i) => place(game, piece, moves[i]));
  for (let i = 0; i < pieces.length; i++)
    for (let j = i + 1; j < pieces.length; j++) {
      const [a, b] = [places[i]!, places[j]!];
      if (pieces[i]!.player === pieces[j]!.player || places[i] === null || places[j] === null)
        continue;
      const [dx, dy] = [a[0] - b[0], a[1] - b[1]];
      const distance = Math.sqrt(dx * dx + dy * dy);
      if (distance < (game.isFloat ? 0.4 : 0.4 - 1e-9))
        found.push(...judge(pieces[i]!, moves[i], pieces[j]!, moves[j]));
    }
  return found;
}

const isStraightPawn = (piece: NaivePiece, move: ActiveMove | undefined): boolean =>
  piece.type === 'P' && move !== undefined && move.path[0]![1] === move.path.at(-1)![1];

function judge(
  a: NaivePiece,
  aMove: ActiveMove | undefined,
  b: NaivePiece,
  bMove: ActiveMove | undefined,
): Capture[] {
  const [isAStraight, isBStraight] = [isStraightPawn(a, aMove), isStraightPawn(b, bMove)];
  if (isAStraight !== isBStraight) return isAStraight ? [[a, b]] : [[b, a]];
  const [aStart, bStart] = [
    aMove?.start ?? Number.POSITIVE_INFINITY,
    bMove?.start ?? Number.POSITIVE_INFINITY,
  ];
  if (aStart < bStart) return [[b, a]];
  if (bStart < aStart) return [[a, b]];
  return [
    [a, null],
    [b, null],
  ];
}
