/**
 * Proofs that one key signed two things of which only one can be true: a player (or the organizer of a tournament) two actions with
 * one number, a referee two nodes after one node, or the first nodes of two headers with one nonce. Anyone can check a proof without
 * the match.
 */
import { fail, isSameBytes, ok, type Result, sha256 } from '@kifu/core';
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
  writeList,
  writeListHead,
  writeText,
} from '@kifu/core/cbor';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import type { EndingNode } from '../node/ending.ts';
import { decodeNext, type EntryNode } from '../node/entry.ts';
import { decodeHeader } from '../node/header.ts';
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
    }
  | {
      readonly by: 'header';
      readonly key: Uint8Array;
      readonly headers: readonly [SignedHeader, SignedHeader];
    };

/** A header and its node 1, which the referee signed. */
export type SignedHeader = readonly [header: Uint8Array, node: Uint8Array];

/** An intent and the signature under it. */
export interface SignedIntent {
  readonly intent: Intent;
  readonly signature: Uint8Array;
}

const TAG = 'kifu/double-signing/1';
/** Two headers and two nodes, each of the largest size, and room for the rest. */
const MAX_PROOF_BYTES = 4 * MAX_NODE_BYTES + 1024;

/** Encodes a proof: as DAG-CBOR, so that it can be stored as a block. */
export const encodeDoubleSigning = (proof: DoubleSigning): Uint8Array =>
  encodeWith(output => {
    writeListHead(output, 5);
    writeText(output, TAG);
    writeText(output, proof.by);
    writeBytes(output, proof.key);
    if (proof.by === 'referee') for (const node of proof.nodes) writeBytes(output, node);
    else if (proof.by === 'header')
      for (const pair of proof.headers) writeList(output, pair, writeBytes);
    else
      for (const { intent, signature } of proof.intents)
        writeBytes(output, concatBytes(signature, intentMessage(intent)));
  });

/** Whether bytes start as a proof does; tells a proof from a record without reading it. */
export const isDoubleSigning = (bytes: Uint8Array): boolean =>
  START.every((byte, i) => bytes[i] === byte);

const START = encodeWith(output => {
  writeListHead(output, 5);
  writeText(output, TAG);
});

/** Decodes a proof; `checkDoubleSigning` decides whether it holds. */
export const decodeDoubleSigning = (bytes: Uint8Array): Result<DoubleSigning> =>
  decodeWith(bytes, readProof, MAX_PROOF_BYTES);

function readProof(input: Input): DoubleSigning {
  expectList(input, 5);
  if (readText(input) !== TAG) refuse(input, 'not a proof of double signing');
  const by = readText(input);
  const key = readFixed(input, 32);
  if (by === 'referee') return { by, key, nodes: [readBytes(input), readBytes(input)] };
  if (by === 'header')
    return { by, key, headers: [readSignedHeader(input), readSignedHeader(input)] };
  if (by !== 'player')
    return refuse(
      input,
      `unknown kind of proof "${by.slice(0, 20)}"; known: player, referee, header`,
    );
  return { by, key, intents: [readSignedIntent(input), readSignedIntent(input)] };
}

function readSignedHeader(input: Input): SignedHeader {
  expectList(input, 2);
  return [readBytes(input), readBytes(input)];
}

function readSignedIntent(input: Input): SignedIntent {
  const bytes = readBytes(input);
  const intent = decodeWith(bytes.subarray(64), readIntent);
  if (!intent.ok) return refuse(input, intent.fault.message);
  return { intent: intent.value, signature: bytes.subarray(0, 64) };
}

/** Checks a proof: both signatures must be good, and what they sign must contradict. */
export async function checkDoubleSigning(proof: DoubleSigning): Promise<Result<DoubleSigning>> {
  const claims = claimsOf(proof);
  if (!claims.ok) return claims;
  const answers = await Promise.all(
    claims.value.map(({ message, signature }) => isSignedBy(proof.key, message, signature)),
  );
  return answers.every(Boolean)
    ? ok(proof)
    : fail('bad-signature', 'one of the signatures is not by the accused key');
}

function claimsOf(proof: DoubleSigning): Result<SignedMessage[]> {
  if (proof.by === 'referee') return nodeClaims(proof.nodes);
  return proof.by === 'header'
    ? headerClaims(proof.key, proof.headers)
    : intentClaims(proof.intents);
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
    one.seq === other.seq &&
    // without a referee an action that was never entered gives its number back, but not the node that it followed
    (one.when === null || bytesToHex(one.seen) === bytesToHex(other.seen));
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
  return refereeClaims([one, other]);
}

function headerClaims(
  key: Uint8Array,
  pairs: readonly [SignedHeader, SignedHeader],
): Result<SignedMessage[]> {
  const nonces: string[] = [];
  const firsts: (EntryNode | EndingNode)[] = [];
  for (const [bytes, first] of pairs) {
    const [header, node] = [decodeHeader(bytes), decodeNext(first)];
    if (!header.ok) return header;
    if (!node.ok) return node;
    if (header.value.terms?.referee !== bytesToHex(key))
      return fail('malformed', 'a header has a different referee than the accused key');
    if (node.value.n !== 1 || !isSameBytes(node.value.prev, sha256(bytes)))
      return fail('malformed', 'a node does not directly follow its header');
    nonces.push(header.value.terms.nonce);
    firsts.push(node.value);
  }
  if (nonces[0] !== nonces[1] || isSameBytes(pairs[0][0], pairs[1][0]))
    return fail('malformed', 'the headers do not contradict each other');
  return refereeClaims(firsts);
}

/** The signatures of the referee under nodes. */
function refereeClaims(nodes: readonly (EntryNode | EndingNode)[]): Result<SignedMessage[]> {
  const claims: SignedMessage[] = [];
  for (const node of nodes) {
    if (node.referee === null)
      return fail('bad-signature', 'a node lacks the signature of the referee');
    claims.push({ message: nodeMessage(node), signature: node.referee });
  }
  return ok(claims);
}

/** Returns the proof that a player signed two actions with one number; null if the two intents do not contradict. */
export const findDoubleIntent = (
  key: Uint8Array,
  a: SignedIntent,
  b: SignedIntent,
): DoubleSigning | null =>
  intentClaims([a, b]).ok ? { by: 'player', key, intents: [a, b] } : null;

/** Returns the proof that a referee signed two nodes after one; null if the two nodes do not contradict. */
export const findDoubleNode = (
  key: Uint8Array,
  a: Uint8Array,
  b: Uint8Array,
): DoubleSigning | null => (nodeClaims([a, b]).ok ? { by: 'referee', key, nodes: [a, b] } : null);

/** Returns the proof that a referee signed node 1 of two headers with one nonce; null if the two do not contradict. */
export const findDoubleHeader = (
  key: Uint8Array,
  a: SignedHeader,
  b: SignedHeader,
): DoubleSigning | null =>
  headerClaims(key, [a, b]).ok ? { by: 'header', key, headers: [a, b] } : null;
