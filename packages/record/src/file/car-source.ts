/**
 * The record of a CAR: its nodes are found by walking back from the root. Where that leads nowhere, something was changed: blocks lie
 * in order, and the first of them that is not what its id says, or is missing, is the one to name.
 */
import {
  type Cid,
  type Fail,
  fail,
  formatCid,
  hashesTo,
  isSameCid,
  ok,
  type Result,
} from '@kifu/core';
import { decodeAnnotations } from '../annotations/annotations.ts';
import { type CarLimits, scanCar } from '../car/index.ts';
import { idOf } from '../chain.ts';
import { MAX_ENTRIES } from '../match-state/match-state.ts';
import { type Block, collectNodes, isHeader, keyOfDigest } from '../node/collect.ts';
import { decodeNext, decodePrev } from '../node/entry.ts';
import { decodeHeader } from '../node/header.ts';
import { countEntries, OTHER_HEAD, type WrongNode } from '../replay/replay.ts';
import type { RecordSource } from './find.ts';
import type { Games } from './open.ts';

/** The longest record, with an ending and annotations, must fit in. */
export const CAR_LIMITS: CarLimits = {
  maxBytes: 1 << 28,
  maxBlocks: MAX_ENTRIES + 3,
  maxBlockBytes: 1 << 24,
};

/** Reads the record that the first root of a CAR names. */
export async function readCarSource(
  games: Games,
  bytes: Uint8Array,
): Promise<Result<RecordSource>> {
  const { roots, blocks, fault, end } = scanCar(bytes, CAR_LIMITS);
  const cut: Fail | null = fault === null ? null : { ok: false, fault };
  // a length that was changed points to bytes that do not parse as a block: the block before them shows it
  const areTrue = () => blocks.every(({ cid, bytes: block }) => hashesTo(cid, block));
  const isFull = blocks.length >= CAR_LIMITS.maxBlocks;
  const isLarge = cut?.fault.code === 'too-large' && (isFull || areTrue());
  if (cut !== null && (end === 0 || isLarge)) return cut;
  const [head, ...others] = roots;
  if (head === undefined) return fail('malformed', 'the CAR has no root');
  if (head.codec === 'dag-pb' && games.readArchive !== undefined && findBlock(blocks, head)) {
    const kifu = await games.readArchive(blocks, head);
    return kifu.ok ? ok({ name: '', losses: [], form: 'ipgs', kifu: kifu.value }) : kifu;
  }
  const walked = collectNodes(blocks, head);
  if (!walked.ok && walked.fault.code === 'too-large') return walked;
  // where all blocks are true and lead to the root, what is wrong lies after them
  if (cut !== null && walked.ok && areTrue()) return cut;
  const found =
    walked.ok && cut === null
      ? withFollower(blocks, walked.value)
      : nodesInOrder(blocks, head, cut);
  const remarks = readRemarks(blocks, others, head);
  return ok({ name: '', form: 'car', head, ...found, ...remarks });
}

interface FoundNodes {
  readonly nodes: readonly Uint8Array[];
  readonly wrong?: WrongNode;
}

const findBlock = (blocks: readonly Block[], id: Cid): Block | undefined =>
  blocks.find(({ cid }) => isSameCid(cid, id));

/** A record is all of its file: where another node follows on one of its own, the root is an older one, or there are two histories. */
function withFollower(blocks: readonly Block[], nodes: readonly Uint8Array[]): FoundNodes {
  if (blocks.length === nodes.length) return { nodes };
  const own = new Set(nodes);
  const nexts = new Map<string, number>(); // of each node, the number that follows on it
  for (const [n, bytes] of nodes.entries()) {
    const before = n === 0 ? null : decodePrev(bytes);
    if (before?.ok) nexts.set(keyOfDigest(before.value.prev), n);
  }
  for (const { cid, bytes } of blocks) {
    const before = own.has(bytes) || isHeader(bytes) ? null : decodePrev(bytes);
    if (!before?.ok || before.value.n > nodes.length || !hashesTo(cid, bytes)) continue;
    const n = before.value.n;
    if (n === nodes.length || nexts.get(keyOfDigest(before.value.prev)) === n)
      return { nodes: n === nodes.length ? [...nodes, bytes] : nodes, wrong: { n, why: FOLLOWER } };
  }
  return { nodes };
}

const FOLLOWER = fail(
  'broken-chain',
  'the file has a node here that its root does not reach: the root is not the latest, or the history forks',
  { rule: 'root' },
);

/** The blocks in order, up to the first that cannot be right. */
function nodesInOrder(blocks: readonly Block[], head: Cid, cut: Fail | null): FoundNodes {
  const all = blocks.filter(({ cid, bytes }) => !isRemarks(cid, bytes));
  const nodes = all.map(({ bytes }) => bytes);
  const n = all.findIndex(({ cid, bytes }, i) => !isPlaced(cid, bytes, i));
  const block = all[n];
  if (block === undefined)
    return cut === null ? lastOf(nodes, head) : missing(nodes, nodes.length, cut);
  const { cid, bytes } = block;
  const before = decodePrev(bytes);
  const isTrue = cid.codec === 'dag-cbor' && hashesTo(cid, bytes);
  if (!isTrue) return { nodes, wrong: { n, why: refuseForm(bytes, n) ?? OTHER_ID } };
  // bytes that do not decode as a node are refused by the replay, with the reason
  return before.ok ? missing(nodes, n, noBlock(idOf(before.value.prev))) : { nodes };
}

const isRemarks = (cid: Cid, bytes: Uint8Array): boolean =>
  !isHeader(bytes) && hashesTo(cid, bytes) && decodeAnnotations(bytes).ok;

/** Whether a block is the node with this number, as its id says. */
function isPlaced(cid: Cid, bytes: Uint8Array, n: number): boolean {
  if (cid.codec !== 'dag-cbor' || !hashesTo(cid, bytes)) return false;
  if (n === 0) return isHeader(bytes);
  const before = decodePrev(bytes);
  return before.ok && before.value.n === n;
}

/** All nodes are good in themselves, and the root names none of them: an ending is the last, after anything else something is missing. */
const lastOf = (nodes: readonly Uint8Array[], head: Cid): FoundNodes =>
  countEntries(nodes) < nodes.length - 1
    ? { nodes, wrong: { n: nodes.length - 1, why: OTHER_HEAD } }
    : missing(nodes, nodes.length, noBlock(head));

/** Returns what is wrong with the format of a node, which is checked before its ID. */
function refuseForm(bytes: Uint8Array, n: number): Fail | null {
  const decoded = n === 0 ? decodeHeader(bytes) : decodeNext(bytes);
  return decoded.ok ? null : decoded;
}

const OTHER_ID = fail('broken-chain', 'the block does not match its content ID');

const noBlock = (id: Cid): Fail => fail('not-found', `missing block ${formatCid(id)}`);

/** The node with this number is not there, and has its place all the same. */
const missing = (nodes: readonly Uint8Array[], n: number, why: Fail): FoundNodes => ({
  nodes: nodes.toSpliced(n, 0, new Uint8Array()),
  wrong: { n, why },
});

/** Returns annotations of this head, if a root names some; roots that name other blocks are skipped. */
function readRemarks(blocks: readonly Block[], roots: readonly Cid[], head: Cid) {
  for (const root of roots) {
    const bytes = findBlock(blocks, root)?.bytes;
    if (bytes === undefined || !hashesTo(root, bytes)) {
      const losses = ['remarks: the second root of the file leads to no block'];
      return { remarks: null, losses };
    }
    const node = decodeAnnotations(bytes);
    if (node.ok && isSameCid(node.value.about, head)) return { remarks: bytes, losses: [] };
  }
  return { remarks: null, losses: [] };
}
