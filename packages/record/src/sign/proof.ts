/**
 * Proofs that a key signed two things of which only one can be true: a player two acts of the same number, a referee two nodes
 * after the same node. A proof stands by itself: it can be stored, shown, and checked without the match.
 */
import { fail, formatCid, type Json, ok, type Result } from '@kifu/core';
import {
  decodeWith,
  encodeWith,
  expectList,
  type Input,
  MAX_NODE_BYTES,
  readBytes,
  readFixed,
  readText,
  refuse,
  writeBytes,
  writeListHead,
  writeText,
} from '@kifu/core/cbor';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { idOf } from '../chain.ts';
import type { EndingNode } from '../node/ending.ts';
import { decodeNext, type EntryNode } from '../node/entry.ts';
import { type Intent, intentMessage, nodeMessage, readIntent } from './intent.ts';
import { isSignedBy } from './signature.ts';

/** Two signatures by one key that contradict each other. */
export type DoubleSigning =
  | {
      readonly by: 'player';
      readonly key: Uint8Array;
      readonly intents: readonly [SignedIntent, SignedIntent];
    }
  | {
      readonly by: 'referee';
      readonly key: Uint8Array;
      readonly nodes: readonly [Uint8Array, Uint8Array];
    };

/** An intent and the signature under it. */
export interface SignedIntent {
  readonly intent: Intent;
  readonly signature: Uint8Array;
}

const TAG = 'kifu/double-signing/1';

/** The bytes of a proof: DAG-CBOR, so that it can be kept as a block. */
export const encodeDoubleSigning = (proof: DoubleSigning): Uint8Array =>
  encodeWith(output => {
    writeListHead(output, 5);
    writeText(output, TAG);
    writeText(output, proof.by);
    writeBytes(output, proof.key);
    if (proof.by === 'referee') for (const node of proof.nodes) writeBytes(output, node);
    else
      for (const { intent, signature } of proof.intents)
        writeBytes(output, concatBytes(signature, intentMessage(intent)));
  });

/** Reads a proof; whether it proves anything is for `checkDoubleSigning` to say. */
export const decodeDoubleSigning = (bytes: Uint8Array): Result<DoubleSigning> =>
  decodeWith(bytes, readProof, 2 * MAX_NODE_BYTES + 1024);

function readProof(input: Input): DoubleSigning {
  expectList(input, 5);
  if (readText(input) !== TAG) refuse(input, 'no proof of double signing');
  const by = readText(input);
  const key = readFixed(input, 32);
  if (by === 'referee') return { by, key, nodes: [readBytes(input), readBytes(input)] };
  if (by !== 'player') return refuse(input, 'a proof is of a player or of a referee');
  return { by, key, intents: [readSignedIntent(input), readSignedIntent(input)] };
}

function readSignedIntent(input: Input): SignedIntent {
  const bytes = readBytes(input);
  const intent = decodeWith(bytes.subarray(64), readIntent);
  if (!intent.ok) return refuse(input, intent.fault.message);
  return { intent: intent.value, signature: bytes.subarray(0, 64) };
}

/** Whether a proof holds: both signatures are good, and they contradict each other. */
export async function checkDoubleSigning(proof: DoubleSigning): Promise<Result<DoubleSigning>> {
  const claims = proof.by === 'referee' ? nodeClaims(proof.nodes) : intentClaims(proof.intents);
  if (!claims.ok) return claims;
  const answers = await Promise.all(
    claims.value.map(({ message, signature }) => isSignedBy(proof.key, message, signature)),
  );
  return answers.every(Boolean)
    ? ok(proof)
    : fail('bad-signature', 'not both signatures are by the key that is accused');
}

interface SignedMessage {
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

function intentClaims([a, b]: readonly [SignedIntent, SignedIntent]): Result<SignedMessage[]> {
  const [one, other] = [a, b].map(({ intent }) => intent) as [Intent, Intent];
  const isOneAct =
    bytesToHex(one.match) === bytesToHex(other.match) &&
    one.seat === other.seat &&
    one.seq === other.seq;
  const messages = [a, b].map(({ intent, signature }) => ({
    message: intentMessage(intent),
    signature,
  }));
  if (!isOneAct || bytesToHex(messages[0]!.message) === bytesToHex(messages[1]!.message))
    return fail('malformed', 'the intents do not contradict each other');
  return ok(messages);
}

function nodeClaims(nodes: readonly [Uint8Array, Uint8Array]): Result<SignedMessage[]> {
  const [a, b] = nodes.map(decodeNext) as [
    Result<EntryNode | EndingNode>,
    Result<EntryNode | EndingNode>,
  ];
  if (!a.ok) return a;
  if (!b.ok) return b;
  const [one, other] = [a.value, b.value];
  const messages = [one, other].map(nodeMessage);
  if (
    bytesToHex(one.prev) !== bytesToHex(other.prev) ||
    bytesToHex(messages[0]!) === bytesToHex(messages[1]!)
  )
    return fail('malformed', 'the nodes do not contradict each other');
  if (one.referee === null || other.referee === null)
    return fail('bad-signature', 'a node has no signature of a referee');
  return ok([
    { message: messages[0]!, signature: one.referee },
    { message: messages[1]!, signature: other.referee },
  ]);
}

/** A proof as data for people and programs. */
export function describeDoubleSigning(proof: DoubleSigning): Json {
  const key = bytesToHex(proof.key);
  if (proof.by === 'referee')
    return { by: proof.by, key, nodes: proof.nodes.map(node => bytesToHex(node)) };
  const [{ intent }] = proof.intents;
  return {
    by: proof.by,
    key,
    match: formatCid(idOf(intent.match)),
    seat: intent.seat,
    seq: intent.seq,
    signatures: proof.intents.map(({ signature }) => bytesToHex(signature)),
  };
}

/** The proof that a player signed two acts of one number, if two intents are one. */
export const findDoubleIntent = (
  key: Uint8Array,
  a: SignedIntent,
  b: SignedIntent,
): DoubleSigning | null =>
  intentClaims([a, b]).ok ? { by: 'player', key, intents: [a, b] } : null;

/** The proof that a referee signed two nodes after one, if two nodes are one. */
export const findDoubleNode = (
  key: Uint8Array,
  a: Uint8Array,
  b: Uint8Array,
): DoubleSigning | null => (nodeClaims([a, b]).ok ? { by: 'referee', key, nodes: [a, b] } : null);
