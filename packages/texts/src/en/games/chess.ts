/** Texts of Chess. */

import { ending } from '../helpers.ts';
import { match } from '../match.ts';

export const chess = {
  title: 'Chess',
  seats: ['White', 'Black'],
  reasons: {
    ...match.reasons,
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
  ...ending,
  pieces: {
    pawn: 'pawn',
    bishop: 'bishop',
    knight: 'knight',
    rook: 'rook',
    king: 'king',
    queen: 'queen',
  },
  /** `knight on b1 takes d2`; the square it comes from only where it is needed. */
  step: (who: string, from: string | null, to: string, isCapture: boolean, isEnPassant: boolean) =>
    `${who}${from === null ? '' : ` on ${from}`} ${isCapture ? 'takes' : 'to'} ${to}${isEnPassant ? ' en passant' : ''}`,
  castles: (isKingside: boolean) => `castles ${isKingside ? 'kingside' : 'queenside'}`,
  promotes: (piece: string) => `promotes to ${piece}`,
  check: 'check',
  checkmate: 'checkmate',
  /** `White: king e1, rooks a1 h1.`; `key` is the one of `pieces`. */
  side: (
    who: string,
    groups: readonly (readonly [piece: string, key: string, squares: readonly string[]])[],
  ) =>
    `${who}: ${groups.map(([piece, , squares]) => `${piece}${squares.length > 1 ? 's' : ''} ${squares.join(' ')}`).join(', ')}.`,
  turn: (who: string, isCheck: boolean) => `${who} to move${isCheck ? ', in check' : ''}.`,
  cell: (square: string, piece: string | null) => `${square}, ${piece ?? 'empty'}`,
  /** `white pawn`. */
  owned: (who: string, piece: string) => `${who.toLowerCase()} ${piece}`,
  events: {
    capture: (who: string, piece: string, square: string) =>
      `${who} takes the ${piece} on ${square}`,
    castle: (who: string, isKingside: boolean) =>
      `${who} castles ${isKingside ? 'kingside' : 'queenside'}`,
    enPassant: (who: string) => `${who} captures en passant`,
    promotion: (who: string, piece: string, square: string) =>
      `${who} promotes to ${piece} on ${square}`,
    check: (who: string) => `${who} is in check`,
  },
};

export type ChessTexts = typeof chess;
