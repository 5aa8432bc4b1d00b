/** Why a command is refused, by the names of the rules, and in words. */
import { type Fail, fail } from '@kifu/core';
import { KIND_NAMES } from './names.ts';
import { describeSquare, squareName } from './squares.ts';
import { type State, squareOf } from './state.ts';

/** The rules that a command can break. The first three are named as the rewrite names them. */
export type Rule = keyof typeof SENTENCES;

/** What is wrong, said of a piece and where it is to go. */
const SENTENCES = {
  piece_not_found: (piece: string) => `${piece} is no piece of this board`,
  not_your_piece: (piece: string) => `${piece} belongs to somebody else`,
  piece_captured: (piece: string) => `${piece} has been captured`,
  piece_moving: (piece: string) => `${piece} is moving and cannot be stopped`,
  cooldown: (piece: string) => `${piece} still rests from its last move`,
  too_late: () => 'the match has gone on for too many ticks, no command is taken any more',
  off_board: (_piece: string, to: string) => `${to} is not on the board`,
  same_square: (piece: string, to: string) => `${piece} is on ${to} already`,
  geometry: (piece: string, to: string) => `${piece} cannot move like that, to ${to}`,
  blocked: (piece: string, to: string) => `something stands between ${piece} and ${to}`,
  own_piece: (_piece: string, to: string) => `a piece of the same side stands on ${to}`,
  own_destination: (_piece: string, to: string) =>
    `a piece of the same side is heading for ${to}, or for a square on the way`,
  own_way: (_piece: string, to: string) => `a piece of the same side has still to pass over ${to}`,
  pawn_blocked: (piece: string, to: string) =>
    `${piece} needs free squares up to ${to}: going straight, a pawn takes nothing`,
  pawn_capture: (piece: string, to: string) =>
    `${piece} goes aside only to take an enemy that rests, and none does on ${to}`,
  castling_king: () => 'a king castles only before it has moved',
  castling_rook: () => 'castling needs a rook in its corner that has not moved',
  castling_blocked: () =>
    'castling needs free squares between king and rook, and nobody heading for one of them',
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
