/** What `heads.packed` says: not yet, it is, or its record cannot be packed. It imports nothing, so that any thread can. */
export const PACKED = { no: 0, yes: 1, never: 2 } as const;
