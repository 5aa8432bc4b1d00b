/** Values of `heads.packed`: not yet, packed, or cannot be packed. Imports nothing, so that any thread can use it. */
export const PACKED = { no: 0, yes: 1, never: 2 } as const;
