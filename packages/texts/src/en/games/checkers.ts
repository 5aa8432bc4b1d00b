/** Texts of Checkers. */

import { and, counted, ending } from '../helpers.ts';
import { match } from '../match.ts';

export const checkers = {
  title: 'Checkers',
  seats: ['Black', 'White'],
  reasons: {
    ...match.reasons,
    noMoves: { label: 'No legal moves', by: 'because the opponent has no legal moves' },
    threefoldRepetition: { label: 'Threefold repetition', by: 'by threefold repetition' },
    fortyMoves: { label: 'Forty-move rule', by: 'by the forty-move rule' },
  },
  refusals: {
    noPiece: 'There is no piece on that square.',
    notYours: 'That is not your piece.',
    geometry: 'Pieces move one square diagonally, or jump over an adjacent piece.',
    backwards: 'Men move and jump forward only.',
    occupied: 'The landing square is occupied.',
    nothingToJump: 'There is no opposing piece to jump.',
    jumpedTwice: 'A piece can be jumped only once.',
    crowned: 'The move ends when a man is crowned.',
    mustJump: 'You must capture.',
    otherPiece: 'You must continue jumping with the same piece.',
    unfinished: 'You must complete the multi-jump.',
    ambiguous: 'More than one move fits; name every square.',
  },
  options: {
    draws: {
      label: 'Draws',
      help: 'Whether threefold repetition and the forty-move rule end the game automatically or have to be claimed.',
      values: { automatic: 'Automatic', claimed: 'Claimed' },
    },
  },
  demos: {
    '': { about: 'Captures are mandatory.' },
  },
  ...ending,
  man: 'man',
  king: 'king',
  step: (who: string, from: number, to: number) => `${who} ${from} to ${to}`,
  jump: (who: string, from: number, taken: readonly number[], to: number) =>
    `${who} ${from} takes ${and(taken)} to ${to}`,
  isCrowned: 'is crowned',
  /** `Black: men 1 2 5, king 22.` */
  side: (who: string, men: readonly number[], kings: readonly number[]) => {
    const groups = [
      ...(men.length > 0 ? [`${men.length > 1 ? 'men' : 'man'} ${men.join(' ')}`] : []),
      ...(kings.length > 0 ? [`${kings.length > 1 ? 'kings' : 'king'} ${kings.join(' ')}`] : []),
    ];
    return `${who}: ${groups.join(', ') || 'none'}.`;
  },
  turn: (who: string) => `${who} to move.`,
  /** In the middle of a chain of jumps. */
  turnFrom: (who: string, square: number) =>
    `${who} to move, must continue jumping from ${square}.`,
  /** The names of the light squares. */
  cell: (square: string, piece: string | null) => `square ${square}, ${piece ?? 'empty'}`,
  owned: (who: string, piece: string) => `${who.toLowerCase()} ${piece}`,
  events: {
    capture: (who: string, piece: string, square: number) =>
      `${who} takes the ${piece} on ${square}`,
    crown: (who: string, square: number) => `${who} gets a king on ${square}`,
  },
  captions: {
    pieces: 'pieces',
    /** `Black 7 (2 kings)`. */
    count: (who: string, pieces: number, kings: number) =>
      `${who} ${pieces}${kings === 0 ? '' : ` (${counted(kings, 'king')})`}`,
    squares: 'squares',
    sum: 'row plus column: 8+ and 3 is 11',
    mustJump: (who: string) => `${who} must jump`,
    more: (count: number) => `… (${count} in all)`,
  },
};

export type CheckersTexts = typeof checkers;
