/** The walk from the root back to the first node: each block is checked against the id that led to it, then read. */
import { type Cid, type Fault, fail, formatCid, hashesTo, ok, type Result } from '@kifu/core';
import { decodeNode, formOf } from './form.ts';
import { type DecodedNode, type LogNode, MAX_NODE_BYTES, MAX_NODES, refuse } from './node.ts';
import { unwrapFile, wrapFile } from './unixfs.ts';

/** An id and, where it is at hand, its text. */
export interface WantedNode {
  readonly cid: Cid;
  readonly text: string | null;
}

/** A node on the way. */
export interface WalkedNode extends WantedNode {
  readonly node: LogNode;
  readonly canonical: boolean;
}

/** What is wrong, and with which node. */
export interface NodeFault {
  readonly fault: Fault;
  readonly at: WantedNode;
}

/** How far a walk has come. The caller fetches blocks as long as one is wanted. */
export interface LogWalk {
  /** The root first. */
  readonly steps: WalkedNode[];
  /** Null once the first node has been reached, or something is wrong. */
  wanted: WantedNode | null;
  wrong: NodeFault | null;
}

/** A walk that has not begun. */
export const startWalk = (root: WantedNode): LogWalk => ({ steps: [], wanted: root, wrong: null });

/** The text of the id that is wanted. */
export const textOf = ({ cid, text }: WantedNode): string => text ?? formatCid(cid);

/** Goes one step back, given the block that was wanted, or null where the store does not have it. */
export function takeStep(walk: LogWalk, bytes: Uint8Array | null | undefined): void {
  const { steps, wanted } = walk;
  if (wanted === null) return;
  const opened = steps.length < MAX_NODES ? openBlock(wanted.cid, bytes) : TOO_LONG;
  walk.wanted = null;
  if (!opened.ok) {
    walk.wrong = { fault: opened.fault, at: wanted };
    return;
  }
  const { node, canonical, prevText } = opened.value;
  steps.push({ cid: wanted.cid, text: wanted.text, node, canonical });
  if (node.prev !== null) walk.wanted = { cid: node.prev, text: prevText };
}

const TOO_LONG = fail('too-large', `a log has at most ${MAX_NODES} nodes`);

function openBlock(cid: Cid, bytes: Uint8Array | null | undefined): Result<DecodedNode> {
  if (bytes === null || bytes === undefined)
    return refuse('missing-block', 'the block of this node is not to be had');
  if (bytes.length > MAX_NODE_BYTES)
    return fail('too-large', `node too large: ${MAX_NODE_BYTES} bytes at most`);
  const content = contentOf(cid, bytes);
  return content.ok ? decodeNode(content.value, formOf(cid.codec)) : content;
}

/** The bytes of the node. Of a UnixFS file, stores may give either the content or the block around it. */
function contentOf(cid: Cid, bytes: Uint8Array): Result<Uint8Array> {
  const isBlock = hashesTo(cid, bytes);
  if (cid.codec !== 'dag-pb') return isBlock ? ok(bytes) : MISMATCH;
  if (!isBlock) return hashesTo(cid, wrapFile(bytes)) ? ok(bytes) : MISMATCH;
  const content = unwrapFile(bytes);
  return content === null ? NO_FILE : ok(content);
}

const MISMATCH = refuse('cid-mismatch', 'the bytes do not hash to the content id of this node');
const NO_FILE = refuse('bad-json', 'the block is not a whole file');
