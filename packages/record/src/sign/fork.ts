/** Two histories of one match or tournament: where they part, and the proof that one key signed both. */
import { hexToBytes, isSameBytes, sha256 } from '@kifu/core';
import { keyOf, termsOf } from '../match-state/terms.ts';
import { decodeNext, isEnding } from '../node/entry.ts';
import { decodeHeader } from '../node/header.ts';
import { whenOf } from './intent.ts';
import {
  checkDoubleSigning,
  type DoubleSigning,
  findDoubleIntent,
  findDoubleNode,
  type SignedIntent,
} from './proof.ts';

/** Where two histories part. */
export interface Fork {
  /** Number of the first node that differs. */
  readonly at: number;
  /** Null if no key signed both. */
  readonly proof: DoubleSigning | null;
}

/** Compares two histories, headers first; null if one continues the other. Headers that differ are two matches, and no fork. */
export async function findFork(
  a: readonly Uint8Array[],
  b: readonly Uint8Array[],
): Promise<Fork | null> {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && isSameBytes(a[at]!, b[at]!)) at++;
  if (at === 0 || at === shorter) return null;
  for (const proof of contradictions(a, b, at))
    if ((await checkDoubleSigning(proof)).ok) return { at, proof };
  return { at, proof: null };
}

/** What the two nodes could prove: against the referee, or against the seat that signed both. */
function* contradictions(
  a: readonly Uint8Array[],
  b: readonly Uint8Array[],
  at: number,
): Generator<DoubleSigning> {
  const header = decodeHeader(a[0]!);
  if (!header.ok) return;
  const { referee } = termsOf(header.value);
  const double = referee === null ? null : findDoubleNode(hexToBytes(referee), a[at]!, b[at]!);
  if (double !== null) yield double;
  const [one, other] = [signedIntent(a, at), signedIntent(b, at)];
  const key = one === null ? null : keyOf(header.value, one.intent.seat);
  if (one === null || other === null || key === null) return;
  // the organizer of a tournament signs no time, though there is no referee
  for (const isTimed of [true, false]) {
    const [left, right] = [one, other].map(signed => (isTimed ? signed : untimed(signed)));
    const twice = findDoubleIntent(hexToBytes(key), left!, right!);
    if (twice !== null) yield twice;
  }
}

const untimed = ({ intent, signature }: SignedIntent): SignedIntent => ({
  intent: { ...intent, when: null },
  signature,
});

/** What the player of an entry signed; null if the node has no signature of a player. */
function signedIntent(nodes: readonly Uint8Array[], n: number): SignedIntent | null {
  const node = decodeNext(nodes[n]!);
  const header = decodeHeader(nodes[0]!);
  if (!node.ok || !header.ok || isEnding(node.value)) return null;
  const { seat, act, signed } = node.value;
  if (seat === null || signed === null || signed.seen >= n) return null;
  const intent = {
    ...{ match: sha256(nodes[0]!), seat, seq: signed.seq, act },
    seen: sha256(nodes[signed.seen]!),
    when: whenOf(termsOf(header.value), node.value),
  };
  return { intent, signature: signed.signature };
}
