/**
 * The protocol `/kifu/follow/1`: the follower names a match once, with the node it has; the other side sends what is new, page by page,
 * now and whenever there is more.
 */
import * as dagCbor from '@ipld/dag-cbor';
import { fail, ok, type Result } from '@kifu/core';
import { MAX_NODE_BYTES } from '@kifu/record/node';
import type { Announcement } from './announcement.ts';

/** What is asked for. */
export interface FollowRequest {
  /** A name, or the content ID of anything in the record or its replay log. */
  readonly of: string;
  /** How many nodes are known, and the newest of them; null where none is. */
  readonly count: number;
  readonly head: string | null;
}

/** Nodes from a number on. The last page of an update has the signed head. */
export interface Page {
  readonly from: number;
  readonly nodes: readonly Uint8Array[];
  readonly said: Announcement | null;
}

/** Names are shorter. */
const MAX_NAME = 128;
/** Nodes of one page; a frame has room for twice as much, and for one node at least. */
const PAGE_NODES = 1024;
const PAGE_BYTES = 1 << 19;

const WRONG = fail('malformed', 'not a page of a match', { rule: 'message' });

/** A request as bytes. */
export const encodeRequest = ({ of, count, head }: FollowRequest): Uint8Array =>
  dagCbor.encode([of, count, head]);

/** Reads a request. */
export function decodeRequest(bytes: Uint8Array): Result<FollowRequest> {
  const list = listIn(bytes, 3);
  if (list === null) return WRONG;
  const [of, count, head] = list;
  if (!isName(of) || !isCount(count) || (head !== null && !isName(head))) return WRONG;
  return ok({ of, count, head });
}

/** A page as bytes. */
export const encodePage = ({ from, nodes, said }: Page): Uint8Array =>
  dagCbor.encode([from, nodes, said && [said.name, said.record, said.directory]]);

/** Reads a page. */
export function decodePage(bytes: Uint8Array): Result<Page> {
  const list = listIn(bytes, 3);
  if (list === null) return WRONG;
  const [from, nodes, said] = list;
  if (!isCount(from) || !arePageNodes(nodes)) return WRONG;
  if (said === null) return ok({ from, nodes, said });
  if (!Array.isArray(said) || said.length !== 3) return WRONG;
  const [name, record, directory] = said;
  const areBytes = record instanceof Uint8Array && directory instanceof Uint8Array;
  return isName(name) && areBytes ? ok({ from, nodes, said: { name, record, directory } }) : WRONG;
}

/** Nodes from a number on in pages, the last of which has the signed head. */
export function* pagesOf(
  nodes: readonly Uint8Array[],
  from: number,
  said: Announcement | null,
): Generator<Page> {
  let page: Uint8Array[] = [];
  let bytes = 0;
  let at = from;
  for (const node of nodes) {
    if (page.length > 0 && (bytes + node.length > PAGE_BYTES || page.length >= PAGE_NODES)) {
      yield { from: at, nodes: page, said: null };
      at += page.length;
      [page, bytes] = [[], 0];
    }
    page.push(node);
    bytes += node.length;
  }
  yield { from: at, nodes: page, said };
}

/** Reads bytes as a list of this length; null if they are not one. */
export function listIn(bytes: Uint8Array, length: number): readonly unknown[] | null {
  try {
    const value: unknown = dagCbor.decode(bytes);
    return Array.isArray(value) && value.length === length ? value : null;
  } catch {
    return null;
  }
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME;

/** Whether a page may have these. */
export const arePageNodes = (value: unknown): value is readonly Uint8Array[] =>
  Array.isArray(value) &&
  value.length <= PAGE_NODES &&
  value.every(node => node instanceof Uint8Array && node.length <= MAX_NODE_BYTES);

/** Whether it is a whole number that counts something. */
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
