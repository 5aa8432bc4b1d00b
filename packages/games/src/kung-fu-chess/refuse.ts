/** Why a command is refused, by the names of the rules, and in words. */
import { type Fail, fail } from '@kifu/core';
import { KIND_NAMES } from './names.ts';
import { describeSquare, squareName } from './squares.ts';
import { type State, squareOf } from './state.ts';

/** The rules that a command can break. The first three are named as the rewrite names them. */
export type Rule = keyof typeof SENTENCES;

/** What is wrong, said of a piece and where it is to go. */
const SENTENCES = {
  piece_not_found: (piece: string) => `no such piece: ${piece}`,
  not_your_piece: (piece: string) => `${piece} is not yours`,
  piece_captured: (piece: string) => `${piece} has been captured`,
  piece_moving: (piece: string) => `${piece} is moving and cannot be stopped`,
  cooldown: (piece: string) => `${piece} is still cooling down`,
  too_late: () => 'the tick limit is reached; no more moves',
  off_board: (_piece: string, to: string) => `${to} is not on the board`,
  same_square: (piece: string, to: string) => `${piece} is already on ${to}`,
  geometry: (piece: string, to: string) => `${piece} cannot move to ${to}`,
  blocked: (piece: string, to: string) => `the path from ${piece} to ${to} is blocked`,
  own_piece: (_piece: string, to: string) => `your own piece is on ${to}`,
  own_destination: (_piece: string, to: string) =>
    `another of your pieces is moving to or through ${to}`,
  own_way: (_piece: string, to: string) => `another of your pieces is about to cross ${to}`,
  pawn_blocked: (piece: string, to: string) =>
    `${piece} cannot move to ${to}: pawns do not capture straight ahead`,
  pawn_capture: (_piece: string, to: string) =>
    `pawns capture diagonally only, and only a piece at rest; none is on ${to}`,
  castling_king: () => 'cannot castle: the king has already moved',
  castling_rook: () => 'castling needs a rook in its corner that has not moved',
  castling_blocked: () =>
    'castling needs the squares between king and rook empty, with nothing moving to them',
} as const;

/** The refusal of a command for a piece; the piece is null where there is none of that name. */
export function refuse(state: State, rule: Rule, man: number | null, id: string, to: number): Fail {
  const { ground } = state.setting;
  const size = ground.size;
  const piece =
    man === null
      ? id
      : `the ${KIND_NAMES[ground.men[man]!.kind]} ${id} on ${squareName(squareOf(state.men[man]!), size)}`;
  return fail('illegal-move', SENTENCES[rule](piece, describeSquare(to, size)), { rule });
}
