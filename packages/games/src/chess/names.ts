/** English names, for looks of pieces and messages. What players read is in `@kifu/texts`. */

/** Names by kind of piece. */
export const KIND_NAMES = ['', 'pawn', 'bishop', 'knight', 'rook', 'king', 'queen'] as const;

/** Kinds of pieces by their letters. */
export const PIECE_NAMES: {
  readonly [letter: string]: 'pawn' | 'bishop' | 'knight' | 'rook' | 'king' | 'queen';
} = { p: 'pawn', b: 'bishop', n: 'knight', r: 'rook', k: 'king', q: 'queen' };

/** Names by side. */
export const SIDE_NAMES = ['white', 'black'] as const;
