/** English names, for pictures, spoken words and messages. */

/** Names by kind of piece. */
export const KIND_NAMES = ['', 'pawn', 'bishop', 'knight', 'rook', 'king', 'queen'] as const;

/** Names by side. */
export const SIDE_NAMES = ['white', 'black'] as const;
