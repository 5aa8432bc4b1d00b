/** English names, for pictures, spoken words and messages. */

/** What the seats are called; turns go round clockwise, as seen from above. */
export const SEAT_NAMES = ['south', 'west', 'north', 'east'] as const;
