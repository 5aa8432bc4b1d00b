/** From a request to the record that it names. */
import {
  type Cid,
  type Fault,
  fail,
  formatCid,
  hashesTo,
  isSameCid,
  ok,
  parseCid,
  type Result,
} from '@kifu/core';
import type { FastifyRequest } from 'fastify';
import { openArchived } from '../archive.ts';
import { guestOf } from '../guest.ts';
import { findVisible, nodesUpTo, type VisibleMatch } from '../rooms/access.ts';
import type { Context } from './context.ts';

/** Match, and the node up to which it is requested. */
export interface RequestedRecord {
  readonly visible: VisibleMatch;
  readonly head: Cid;
  /** Its text. */
  readonly headText: string;
  /** Whether the request names the head, so that the answer can never change. */
  readonly isFixed: boolean;
  /** The client, as limits know it. */
  readonly by: string;
}

/** Unknown, not started, or private: strangers cannot distinguish these. */
export const UNKNOWN: Fault = fail('not-found', 'match not found').fault;

/** Finds the match that a request names, and the head: the newest one by default. */
export async function findRequested(
  { registry }: Context,
  request: FastifyRequest,
  id: string,
  headText: string | undefined,
): Promise<Result<RequestedRecord>> {
  const visible = await findVisible(registry, id, bearerOf(request));
  if (visible === null) return { ok: false, fault: UNKNOWN };
  const by = guestOf(request.ip);
  if (headText === undefined)
    return ok({
      visible,
      head: visible.head,
      headText: formatCid(visible.head),
      isFixed: false,
      by,
    });
  const head = parseCid(headText);
  return head.ok ? ok({ visible, head: head.value, headText, isFixed: true, by }) : head;
}

/** Returns its nodes, cached if possible. */
export async function nodesOfRequested(
  context: Context,
  requested: RequestedRecord,
): Promise<Result<readonly Uint8Array[]>> {
  const { registry, nodes } = context;
  const { visible, head, headText } = requested;
  const key = `${formatCid(visible.match)} ${headText}`;
  if (visible.isArchived) return archivedUpTo(context, requested);
  const known = nodes.get(key);
  if (known !== undefined) return { ok: true, value: known };
  const found = await nodesUpTo(registry, visible, head);
  if (found === null) return NO_NODE;
  if (found.ok && (!isSameCid(head, visible.head) || visible.listing !== null))
    nodes.set(
      key,
      found.value,
      found.value.reduce((sum, { length }) => sum + length + NODE_BYTES, 0),
    );
  return found;
}

const NO_NODE = fail('not-found', 'node not found in this match');

async function archivedUpTo(
  context: Context,
  requested: RequestedRecord,
): Promise<Result<readonly Uint8Array[]>> {
  const record = await openArchived(context, requested);
  if (!record.ok) return record;
  const { nodes } = record.value;
  const last = nodes.findIndex(bytes => hashesTo(requested.head, bytes));
  return last < 0 ? NO_NODE : ok(nodes.slice(0, last + 1));
}

/** Overhead of an array, in bytes. */
const NODE_BYTES = 200;

/** Returns the token of a request. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1];
