/** Evidence that the opponent signed something invalid: the node itself, and if one key signed twice, the proof of it. */
import { carEvidence, type EvidenceFile } from '@kifu/client';
import {
  encodeBase64,
  type Fail,
  type Fault,
  hexToBytes,
  isSameBytes,
  type Seat,
} from '@kifu/core';
import { keyOf } from '@kifu/record/match-state';
import { decodeNext, type EndingNode, type EntryNode, isEnding } from '@kifu/record/node';
import type { Replay } from '@kifu/record/replay';
import {
  encodeDoubleSigning,
  endingMessage,
  findDoubleIntent,
  type Intent,
  intentMessage,
  isSignedBy,
  type SignedIntent,
} from '@kifu/record/sign';
import type { Vault } from '@kifu/record/store';

/** A kind of notes in the vault, by the id of the match. */
const EVIDENCE = 'peer-evidence';

/** What shows why a match was stopped. */
export interface Evidence {
  /**
   * `refused`: a signed node that does not hold. `fork`: a signed node where we have another; with a proof where one key signed both. `same`:
   * an ending that only fewer have signed. In lockstep `late-input`: one for a tick that was closed, with a proof where that was signed; `apart`:
   * the two programs do not agree, of which nothing can be shown.
   */
  readonly kind: 'refused' | 'fork' | 'same' | 'late-input' | 'apart';
  readonly fault: Fault;
  /** Number of the node. */
  readonly at: number;
  readonly theirs: Uint8Array;
  /** That one key signed two actions of one number, as `kifu verify` reads it; null where it was two keys, or one node. */
  readonly proof: Uint8Array | null;
}

/** What a node at a place shows, with what we have there; null where neither player signed it, so that it shows nothing. */
export async function evidenceOf(
  followed: Replay,
  at: number,
  theirs: Uint8Array,
  { fault }: Fail,
): Promise<Evidence | null> {
  const node = decodeNext(theirs);
  if (!node.ok || node.value.n !== at) return null;
  if (!isSameBytes(node.value.prev, followed.digestAt(at - 1))) return null;
  const found = isEnding(node.value)
    ? await isSignedEnding(followed, node.value)
    : await isSigned(followed, node.value);
  if (!found) return null;
  const own = at <= followed.n ? decodeNext(followed.nodes[at]!) : null;
  if (own === null || !own.ok) return { kind: 'refused', fault, at, theirs, proof: null };
  const [a, b] = [own.value, node.value];
  if (isEnding(a) && isEnding(b) && isSameBytes(endingMessage(a), endingMessage(b)))
    return { kind: 'same', fault, at, theirs, proof: null };
  const proof = isEnding(a) || isEnding(b) ? null : doubleProof(followed, a, b);
  return { kind: 'fork', fault, at, theirs, proof };
}

/** Files that show why a match was stopped: the record with the node in question, and the proof where there is one. */
export const evidenceFiles = (
  { game, nodes }: Replay,
  { fault, at, theirs, proof }: Evidence,
): readonly EvidenceFile[] => {
  const car = carEvidence(game, [...nodes.slice(0, at), theirs], fault);
  const name = car.name.replace(/^evidence/, 'proof').replace(/\.car$/, '.cbor');
  return proof === null ? [car] : [{ name, bytes: proof }, car];
};

/** Stores the evidence for stopping a match, with the opponent's receipt for the node before; durable when this resolves. */
export async function storeEvidence(
  vault: Vault,
  match: string,
  { kind, fault, at, theirs, proof }: Evidence,
  receipt: Uint8Array | null,
): Promise<void> {
  await vault.put(EVIDENCE, match, {
    ...{ kind, at, fault: { code: fault.code, message: fault.message } },
    theirs: encodeBase64(theirs),
    receipt: receipt === null ? null : encodeBase64(receipt),
    proof: proof === null ? null : encodeBase64(proof),
  });
}

/** The intent of an entry and the signature under it. */
function signedIntent(followed: Replay, node: EntryNode): SignedIntent | null {
  const { seat, act, ms, at, signed } = node;
  if (seat === null || signed === null || signed.seen >= node.n) return null;
  const intent: Intent = {
    match: followed.digestAt(0),
    ...{ seat, seq: signed.seq, act, when: { ms, at } },
    seen: followed.digestAt(signed.seen),
  };
  return { intent, signature: signed.signature };
}

async function isSigned(followed: Replay, node: EntryNode): Promise<boolean> {
  const signed = signedIntent(followed, node);
  if (signed === null) return false;
  const key = keyOf(followed.header!, signed.intent.seat as Seat);
  return (
    key !== null && isSignedBy(hexToBytes(key), intentMessage(signed.intent), signed.signature)
  );
}

async function isSignedEnding(followed: Replay, node: EndingNode): Promise<boolean> {
  for (const { seat, signature } of node.signed) {
    const key = keyOf(followed.header!, seat);
    if (key === null || !(await isSignedBy(hexToBytes(key), endingMessage(node), signature)))
      return false;
  }
  return node.signed.length > 0;
}

/** The proof that one player signed two actions of one number. */
function doubleProof(followed: Replay, a: EntryNode, b: EntryNode): Uint8Array | null {
  const [one, other] = [signedIntent(followed, a), signedIntent(followed, b)];
  if (one === null || other === null || a.seat !== b.seat) return null;
  const key = keyOf(followed.header!, a.seat!);
  const proof = key === null ? null : findDoubleIntent(hexToBytes(key), one, other);
  return proof === null ? null : encodeDoubleSigning(proof);
}
