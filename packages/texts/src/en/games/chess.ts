/** Texts of Chess. */

export const chess = {
  title: 'Chess',
  seats: ['White', 'Black'],
  reasons: {
    checkmate: { label: 'Checkmate', by: 'by checkmate' },
    stalemate: { label: 'Stalemate', by: 'by stalemate' },
    deadPosition: { label: 'Insufficient material', by: 'by insufficient material' },
    threefoldRepetition: { label: 'Threefold repetition', by: 'by threefold repetition' },
    fivefoldRepetition: { label: 'Fivefold repetition', by: 'by fivefold repetition' },
    fiftyMoves: { label: 'Fifty-move rule', by: 'by the fifty-move rule' },
    seventyFiveMoves: { label: 'Seventy-five-move rule', by: 'by the seventy-five-move rule' },
  },
  refusals: {
    noPiece: 'There is no piece on that square.',
    notYours: 'That is not your piece.',
    ownPiece: 'Your own piece is on that square.',
    geometry: 'That piece cannot move there.',
    blocked: 'Another piece is in the way.',
    promotion: 'Choose a promotion piece: queen, rook, bishop or knight.',
    noPromotion: 'Only a pawn on the last rank can promote.',
    castlingRight: 'You cannot castle: the king or that rook has already moved.',
    castlingBlocked: 'You cannot castle: there are pieces between king and rook.',
    castlingCheck: 'You cannot castle out of, through or into check.',
    exposed: 'Your king would be in check.',
    inCheck: 'You are in check.',
    ambiguous: 'More than one piece can make this move.',
  },
  options: {
    draws: {
      label: 'Draws',
      help: 'Whether dead positions, fivefold repetition and the seventy-five-move rule end the game automatically or have to be claimed.',
      values: { automatic: 'Automatic', claimed: 'Claimed' },
    },
  },
  demos: {
    '': {
      about:
        'Signed by both players and a referee, with clocks. The moves are those of the Immortal Game.',
    },
  },
};

export type ChessTexts = typeof chess;
