/** From a request to the record it speaks of. */
import {
  type Cid,
  type Fault,
  fail,
  formatCid,
  isSameCid,
  ok,
  parseCid,
  type Result,
} from '@kifu/core';
import type { FastifyRequest } from 'fastify';
import { guestOf } from '../guest.ts';
import { look, nodesUpTo, type Seen } from '../rooms/look.ts';
import type { Context } from './context.ts';
import { bearerOf } from './request.ts';

/** A match, and the node up to which it is wanted. */
export interface Wanted {
  readonly seen: Seen;
  readonly head: Cid;
  /** Its text. */
  readonly headText: string;
  /** Whether the request names the head, so that the answer can never change. */
  readonly isFixed: boolean;
  /** Who asks, as limits know them. */
  readonly by: string;
}

/** Unknown, not begun, or private: strangers cannot tell. */
export const UNKNOWN: Fault = fail('not-found', 'there is no such match').fault;

/** The match that a request names, and the head: the newest unless it names another. */
export async function findWanted(
  { hall }: Context,
  request: FastifyRequest,
  id: string,
  headText: string | undefined,
): Promise<Result<Wanted>> {
  const seen = await look(hall, id, bearerOf(request));
  if (seen === null) return { ok: false, fault: UNKNOWN };
  const by = guestOf(request.ip);
  if (headText === undefined)
    return ok({ seen, head: seen.head, headText: formatCid(seen.head), isFixed: false, by });
  const head = parseCid(headText);
  return head.ok ? ok({ seen, head: head.value, headText, isFixed: true, by }) : head;
}

/** Its nodes, from memory where they have been read before. */
export async function nodesOfWanted(
  { hall, nodes }: Context,
  { seen, head, headText }: Wanted,
): Promise<Result<readonly Uint8Array[]>> {
  const key = `${formatCid(seen.match)} ${headText}`;
  const known = nodes.get(key);
  if (known !== undefined) return { ok: true, value: known };
  const found = await nodesUpTo(hall, seen, head);
  if (found === null) return fail('not-found', 'the match has no such node');
  if (found.ok && (!isSameCid(head, seen.head) || seen.listing !== null))
    nodes.set(
      key,
      found.value,
      found.value.reduce((sum, { length }) => sum + length + NODE_BYTES, 0),
    );
  return found;
}

/** What an array costs besides its bytes. */
const NODE_BYTES = 200;
