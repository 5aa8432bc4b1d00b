/** English names, for pictures, spoken words and messages. */

/** Names by side. */
export const SIDE_NAMES = ['black', 'white'] as const;
