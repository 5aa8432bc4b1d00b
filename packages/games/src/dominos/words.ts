/** English names, for pictures, spoken words and messages. */

/** What the seats are called; turns go round clockwise, as seen from above. */
export const SEAT_NAMES = ['south', 'west', 'north', 'east'] as const;

/** `1 tile`, `2 tiles`. */
export const countTiles = (n: number): string => `${n} ${n === 1 ? 'tile' : 'tiles'}`;
