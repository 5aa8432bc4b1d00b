/** Compares the history that a server or peer sends now with the one that it sent before. */

/** How two histories of one match are to each other. */
export type HistoryDifference =
  /** The new history has all nodes of the old one, and perhaps more. */
  | { readonly kind: 'continued' }
  /** The new history lacks the newest nodes of the old one. */
  | { readonly kind: 'behind' }
  /** They part at this node. */
  | { readonly kind: 'forked'; readonly at: number };

/** Compares the nodes that were sent before with those that are sent now, both from the header on. */
export function compareHistories(
  before: readonly Uint8Array[],
  now: readonly Uint8Array[],
): HistoryDifference {
  const length = Math.min(before.length, now.length);
  for (let at = 0; at < length; at++)
    if (!isSame(before[at]!, now[at]!)) return { kind: 'forked', at };
  return { kind: now.length < before.length ? 'behind' : 'continued' };
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Base64 letters of nodes in one message: a frame of a client is at most 16 KiB. */
const MAX_LETTERS = 12_000;

/** Nodes in messages that are short enough. */
export function inPieces(nodes: readonly string[]): readonly string[][] {
  const pieces: string[][] = [[]];
  let letters = 0;
  for (const node of nodes) {
    letters += node.length;
    if (letters > MAX_LETTERS && pieces.at(-1)!.length > 0) {
      pieces.push([]);
      letters = node.length;
    }
    pieces.at(-1)!.push(node);
  }
  return pieces;
}
