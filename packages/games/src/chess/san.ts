/** Standard Algebraic Notation, as PGN has it (PGN standard §8.2.3): `e4`, `Nbd2`, `exd6`, `O-O`, `e8=Q#`. */
import { anyOf, type Fail, fail, type Notation, ok, type Result } from '@kifu/core';
import { isCastling, KING, LETTERS, PAWN, PROMOTIONS, packMove, type Side } from './board.ts';
import { legalPacked } from './legal.ts';
import { fromPacked, type Move, squareName, toPacked } from './move-codec.ts';
import { KIND_NAMES, SIDE_NAMES } from './names.ts';
import { ANY, goingOn, originsOf, promotes } from './origins.ts';
import { boardOf } from './planes.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';
import { formatUci } from './uci.ts';

/** Longer than any move with all that may be said about it. */
const MAX_LENGTH = 16;
/** Letters by kind, counted from 1. */
const KIND_LETTERS = 'PBNRKQ';
/** Remarks at the end that do not say which move it is. */
const REMARKS = /(?:[+#!? ]|e\.p\.|ep)+$/;
const CASTLING = /^(?:O-O(?:-O)?|0-0(?:-0)?|o-o(?:-o)?)$/;
const PROMOTION = /(?:[=/]?([QRBN])|\(([QRBN])\))$/i;

/** Writes a move, with as little about its origin as the standard allows; a move that is not legal is written as UCI. */
export function formatSan(state: State, move: Move): string {
  const played = game.play(goingOn(state), state.turn, move);
  if (!played.ok) return formatUci(move);
  const { check, outcome } = played.value.state;
  const mate = outcome?.reason === 'checkmate';
  return formatUnmarked(state, toPacked(move)) + (mate ? '#' : check ? '+' : '');
}

/** Reads a move. Tolerant of what files have: `0-0`, `e8Q`, `Ng1f3`, `Pe4`, needless or missing `x + # ! ? e.p.` */
export function parseSan(state: State, text: string): Result<Move> {
  const wish = text.length <= MAX_LENGTH ? parseWish(text, state.turn) : null;
  if (wish === null)
    return fail('malformed', 'a SAN move looks like e4, exd5, Nf3, Nbd2, e8=Q, O-O or O-O-O');
  const { kind, to, promotion } = wish;
  if (promotion !== 0 && !promotes(kind, to)) return refuseNone(state, text, wish);
  const origins = findOrigins(state, wish);
  if (origins.length === 0) return refuseNone(state, text, wish);
  if (origins.length > 1 || (promotion === 0 && promotes(kind, to)))
    return refuseMany(state, text, to, origins);
  return ok(fromPacked(packMove(origins[0]!, to, promotion)));
}

/** SAN as a notation. */
export const san: Notation<State, Move> = { name: 'SAN', format: formatSan, parse: parseSan };

/** A legal move without its check sign. */
function formatUnmarked(state: State, packed: number): string {
  const board = boardOf(state);
  const [from, to] = [packed >> 9, (packed >> 3) & 63];
  const kind = board[from]! & 7;
  if (isCastling(kind, from, to)) return to > from ? 'O-O' : 'O-O-O';
  const target = squareName(to);
  if (kind === PAWN) {
    const became = promotes(kind, to) ? `=${LETTERS[PROMOTIONS[packed & 7]!]!.toUpperCase()}` : '';
    // a pawn that leaves its file captures, en passant too
    return `${((from ^ to) & 7) === 0 ? '' : `${squareName(from)[0]}x`}${target}${became}`;
  }
  const takes = board[to] === 0 ? '' : 'x';
  return (
    KIND_LETTERS[kind - 1] +
    formatOrigin(originsOf(state, kind, to, ANY, ANY, from), from) +
    takes +
    target
  );
}

/** What tells a piece from others that can go to the same square: its file, else its rank, else both. */
function formatOrigin(others: readonly number[], from: number): string {
  const name = squareName(from);
  if (others.length === 0) return '';
  if (others.every(other => (other & 7) !== (from & 7))) return name[0]!;
  return others.every(other => other >> 3 !== from >> 3) ? name[1]! : name;
}

/** What a text asks for. */
interface Wish {
  readonly kind: number;
  /** Where the piece comes from, as far as the text says; otherwise ANY. */
  readonly file: number;
  readonly rank: number;
  readonly to: number;
  /** The promotion code of the hex form; 0 for none. */
  readonly promotion: number;
  readonly castles: boolean;
}

/** Checks the format only; null for text that is not SAN in any position. */
function parseWish(text: string, turn: Side): Wish | null {
  if (isRank(text.charCodeAt(text.length - 1))) return parsePlain(text, 0); // most moves, and quickly
  const core = text.replace(REMARKS, '');
  if (CASTLING.test(core)) {
    const to = (turn === 0 ? 4 : 60) + (core.length === 3 ? 2 : -2);
    return { kind: KING, file: ANY, rank: ANY, to, promotion: 0, castles: true };
  }
  const tail = PROMOTION.exec(core);
  if (tail === null) return parsePlain(core, 0);
  const letter = (tail[1] ?? tail[2]!).toLowerCase();
  return parsePlain(core.slice(0, tail.index), 'qrbn'.indexOf(letter) + 1);
}

/** Piece, file, rank, capture sign, target square: all but the last may be missing. */
function parsePlain(text: string, promotion: number): Wish | null {
  const end = text.length - 2;
  const x = text.charCodeAt(end);
  const y = text.charCodeAt(end + 1);
  if (!isFile(x) || !isRank(y)) return null;
  const letter = KIND_LETTERS.indexOf(text[0]!) + 1;
  const kind = letter === 0 ? PAWN : letter;
  let at = letter === 0 ? 0 : 1;
  const file = at < end && isFile(text.charCodeAt(at)) ? text.charCodeAt(at++) - A : ANY;
  const rank = at < end && isRank(text.charCodeAt(at)) ? text.charCodeAt(at++) - ONE : ANY;
  if (at < end && 'x-:'.includes(text[at]!)) at++;
  if (at !== end) return null;
  const to = 8 * (y - ONE) + x - A;
  // a pawn of which nothing else is said goes straight on
  const column = kind === PAWN && file === ANY ? to & 7 : file;
  return { kind, file: column, rank, to, promotion, castles: false };
}

const A = 97;
const ONE = 49;
const isFile = (code: number) => code >= A && code < A + 8;
const isRank = (code: number) => code >= ONE && code < ONE + 8;

function findOrigins(state: State, { kind, file, rank, to, castles }: Wish): number[] {
  const found = originsOf(state, kind, to, file, rank);
  // Kg1 is never castling, and O-O never a single step
  return kind === KING ? found.filter(from => isCastling(kind, from, to) === castles) : found;
}

function refuseMany(state: State, text: string, to: number, origins: readonly number[]): Fail {
  const meant = legalPacked(state).filter(
    packed => ((packed >> 3) & 63) === to && origins.includes(packed >> 9),
  );
  const names = meant.map(packed => formatSan(state, fromPacked(packed)));
  return fail('illegal-move', `${text} could be ${anyOf(names)}`, { rule: 'ambiguous' });
}

function refuseNone(state: State, text: string, wish: Wish): Fail {
  const there = legalPacked(state).filter(packed => ((packed >> 3) & 63) === wish.to);
  const names = there.map(packed => formatSan(state, fromPacked(packed)));
  const instead = names.length === 0 ? '' : `; legal there: ${names.join(', ')}`;
  const why = `${text} is not legal: ${whyNone(state, wish)}${instead}`;
  return fail('illegal-move', why, { rule: 'noSuchMove' });
}

/** The rule that the only piece in question would break; in general words where there are none or several. */
function whyNone(state: State, { kind, file, rank, to, promotion }: Wish): string {
  const piece = kind | (state.turn << 3);
  const [from, another] = [...boardOf(state).entries()].flatMap(([square, found]) =>
    found === piece &&
    (file === ANY || file === (square & 7)) &&
    (rank === ANY || rank === square >> 3)
      ? [square]
      : [],
  );
  const [side, name] = [SIDE_NAMES[state.turn], KIND_NAMES[kind]];
  if (from === undefined) return `${side} has no such ${name}`;
  const move = fromPacked(packMove(from, to, promotion));
  const played = another === undefined ? game.play(goingOn(state), state.turn, move) : null;
  return played?.ok === false
    ? played.fault.message
    : `no ${side} ${name} can go to ${squareName(to)}`;
}
