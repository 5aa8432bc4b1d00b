/** English names, for pictures, spoken words and messages. */

/** Names by kind of piece. */
export const KIND_NAMES = ['', 'pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;

/** Names by seat. On the four-player board white comes from the east, black from the south, red from the west. */
export const SEAT_NAMES = ['white', 'black', 'red', 'green'] as const;
