/** The text of a file up to an illegal move, which formats that need no closing read as a record of the moves before it. */

/** Cuts a file of text before an offset, counted in characters as faults have it. */
export const textBefore = (bytes: Uint8Array, offset: number): Uint8Array =>
  new TextEncoder().encode(new TextDecoder().decode(bytes).slice(0, offset));
