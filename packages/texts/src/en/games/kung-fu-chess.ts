/** Texts of Kung Fu Chess. */

export const kungFuChess = {
  title: 'Kung Fu Chess',
  seats: ['White', 'Black', 'Red', 'Green'],
  reasons: {
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
    piece_not_found: 'There is no such piece.',
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
};

export type KungFuChessTexts = typeof kungFuChess;
