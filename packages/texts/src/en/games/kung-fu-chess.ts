/** Texts of Kung Fu Chess. */

import { ending } from '../helpers.ts';
import { match } from '../match.ts';

export const kungFuChess = {
  title: 'Kung Fu Chess',
  seats: ['White', 'Black', 'Red', 'Green'],
  reasons: {
    ...match.reasons,
    king_captured: { label: 'King captured', by: 'by capturing the king' },
    kings_captured: {
      label: 'Kings captured at once',
      by: 'because the last kings were captured at once',
    },
    inactivity: { label: 'Inactivity', by: 'by inactivity' },
  },
  refusals: {
    game_over: 'The game is over.',
    no_seat: 'You are not playing in this game.',
    no_king: 'You have lost your king.',
    piece_not_found: 'That piece does not exist.',
    not_your_piece: 'That is not your piece.',
    piece_captured: 'That piece has been captured.',
    piece_moving: 'That piece is moving and cannot be stopped.',
    cooldown: 'That piece is still cooling down.',
    too_late: 'The game has reached its time limit.',
    off_board: 'That square is not on the board.',
    same_square: 'The piece is already there.',
    geometry: 'That piece cannot move there.',
    blocked: 'Another piece is in the way.',
    own_piece: 'Your own piece is on that square.',
    own_destination: 'Another of your pieces is moving there.',
    own_way: 'Another of your pieces is about to cross that square.',
    pawn_blocked: 'Pawns cannot capture straight ahead.',
    pawn_capture: 'Pawns capture diagonally only, and only a piece at rest.',
    castling_king: 'You cannot castle: the king has already moved.',
    castling_rook: 'You cannot castle: that rook is gone or has moved.',
    castling_blocked: 'You cannot castle: the squares between king and rook are not free.',
  },
  options: {
    board: {
      label: 'Board',
      help: 'Standard for two players, large for up to four (default: the board that fits the seats).',
      values: { standard: 'Standard', four_player: 'Four players' },
    },
    hz: {
      label: 'Ticks per second',
      help: 'Ticks per second (default: 30; always 10 with classic rules).',
    },
    rules: {
      label: 'Rules',
      help: 'The rewrite of January 2026, or the original program.',
      values: { 'v2-2026-01': 'January 2026', classic: 'Classic' },
    },
    speed: {
      label: 'Speed',
      help: 'Time per square: 1 s, or 0.2 s.',
      values: { standard: 'Standard', lightning: 'Lightning' },
    },
    ties: {
      label: 'Ties',
      help: 'What happens at a distance of exactly 0.4 squares: nothing yet, or the result of floating-point arithmetic.',
      values: { exact: 'Exact', float: 'Floating point' },
    },
  },
  demos: {
    '': { about: 'Real-time chess: no turns, everyone moves at once.' },
    four: { title: 'Kung Fu Chess for four', about: 'Real-time chess for four players.' },
  },
  ...ending,
  pieces: {
    pawn: 'pawn',
    knight: 'knight',
    bishop: 'bishop',
    rook: 'rook',
    queen: 'queen',
    king: 'king',
  },
  /** `white pawn`. */
  owned: (who: string, piece: string) => `${who.toLowerCase()} ${piece}`,
  /** `pawn from e2 to e4`. */
  way: (who: string, from: string, to: string) => `${who} from ${from} to ${to}`,
  /** A piece that is not there: its code and where it should have gone. */
  goes: (piece: string, to: string) => `${piece} to ${to}`,
  castling: 'castling',
  inDanger: (who: string) => `the ${who.toLowerCase()} king is in danger`,
  /** `White: king e1, rooks a1 h1.`; `key` is the one of `pieces`. */
  side: (
    who: string,
    groups: readonly (readonly [piece: string, key: string, squares: readonly string[]])[],
  ) =>
    `${who}: ${groups.map(([piece, , squares]) => `${piece}${squares.length > 1 ? 's' : ''} ${squares.join(' ')}`).join(', ')}.`,
  moving: (ways: readonly string[]) => `Moving: ${ways.join(', ')}.`,
  cell: {
    empty: (square: string) => `${square}, empty`,
    pieces: (square: string, pieces: readonly string[]) => `${square}, ${pieces.join(', ')}`,
    moving: (piece: string) => `${piece}, moving`,
    cooling: (piece: string) => `${piece}, cooling down`,
  },
  events: {
    capture: (who: string, piece: string, square: string, by: string) =>
      `${who} loses the ${piece} on ${square} to the ${by}`,
    bothFall: (who: string, piece: string, square: string) =>
      `${who} loses the ${piece} on ${square}, both are captured`,
    promotion: (who: string, square: string) => `a pawn of ${who} promotes to queen on ${square}`,
    castle: (who: string) => `${who} castles`,
    elimination: (who: string) => `${who} loses the king`,
    left: (who: string) => `${who} left; their pieces stay on the board`,
  },
  captions: {
    time: 'time',
    over: (time: string) => `${time}, over`,
    inFlight: 'in flight',
    more: (count: number) => `${count} more`,
    none: 'none',
  },
};

export type KungFuChessTexts = typeof kungFuChess;
