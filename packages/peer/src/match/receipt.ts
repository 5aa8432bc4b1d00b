/**
 * Receipts: a peer signs which node it has come to. A player who can show the opponent's receipt for a node after which the opponent was to act, and
 * nothing that follows, shows who stopped. That an action was sent and the opponent refused to receive it cannot be shown.
 */
import { concatBytes, fail, hexToBytes, ok, type Result, type Seat } from '@kifu/core';
import { encodeWith, writeBytes, writeListHead, writeUint } from '@kifu/core/cbor';
import { isDrawDue, keyOf } from '@kifu/record/match-state';
import { Replay, readAll } from '@kifu/record/replay';
import { isSignedBy } from '@kifu/record/sign';
import { nextWriterOf } from './next-writer.ts';

/** What a peer signs when it has taken a node. */
export interface NodeReceipt {
  /** Digest of the header. */
  readonly match: Uint8Array;
  readonly seat: Seat;
  readonly n: number;
  /** Digest of node `n`. */
  readonly head: Uint8Array;
}

const RECEIPT = new TextEncoder().encode('kifu/receipt/1\0');

/** The message that is signed. */
export function receiptMessage({ match, seat, n, head }: NodeReceipt): Uint8Array {
  const body = encodeWith(output => {
    writeListHead(output, 4);
    writeBytes(output, match);
    writeUint(output, seat);
    writeUint(output, n);
    writeBytes(output, head);
  });
  return concatBytes(RECEIPT, body);
}

/** Whether a receipt is signed by a key, in hex. */
export const isReceipt = (
  key: string,
  receipt: NodeReceipt,
  signature: Uint8Array,
): Promise<boolean> => isSignedBy(hexToBytes(key), receiptMessage(receipt), signature);

/**
 * Finds who stopped, from an unfinished record and the opponent's receipt for its last node: the seat that had it, and was to act. A fault if
 * it shows nothing.
 */
export async function findStopper(
  replay: Replay,
  seat: Seat,
  signature: Uint8Array,
): Promise<Result<Seat>> {
  const { game, nodes } = replay;
  const whole = readAll(new Replay(game, nodes), []);
  if (whole.fault !== null) return whole.fault;
  const { table, header, n } = whole;
  if (table === null || table.outcome !== null || whole.isEnded)
    return fail('game-over', 'the match ended normally');
  const key = keyOf(header!, seat);
  const receipt = { match: whole.digestAt(0), seat, n, head: whole.digestAt(n) };
  if (key === null || !(await isReceipt(key, receipt, signature)))
    return fail('bad-signature', `missing signature of seat ${seat} that it received node ${n}`);
  if (isDrawDue(table))
    return fail('unsupported', 'a random draw is due, which needs both players');
  const writer = n === 0 ? null : (whole.node as { readonly seat?: Seat | null }).seat;
  return nextWriterOf(table, writer ?? null) === seat
    ? ok(seat)
    : fail('unsupported', `after node ${n} it was not the turn of seat ${seat}`);
}
