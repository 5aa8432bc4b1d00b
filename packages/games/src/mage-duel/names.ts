/** What things are called. */

/** The sides by seat. */
export const SIDE_NAMES = ['blue', 'red'] as const;
