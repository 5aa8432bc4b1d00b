/** Refusals over HTTP: `application/problem+json` (RFC 9457) with the fault. */
import type { Fault, FaultCode } from '@kifu/core';
import type { FastifyReply } from 'fastify';

/** The status of each fault; 422 for all others: understood, and not possible. */
const STATUS: { readonly [code in FaultCode]?: number } = {
  malformed: 400,
  'too-large': 413,
  'not-found': 404,
  conflict: 409,
  exists: 409,
};

/** A problem as it is sent. */
interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly fault: Fault;
}

/** The problem that a fault is. */
const problemOf = (fault: Fault, status = STATUS[fault.code] ?? 422): Problem => ({
  type: 'about:blank',
  title: fault.code,
  status,
  detail: fault.message,
  fault,
});

/** Answers with a fault. */
export function refuse(reply: FastifyReply, fault: Fault, status?: number): FastifyReply {
  const problem = problemOf(fault, status);
  // what is refused now may not be in a moment
  void reply.removeHeader('etag').header('cache-control', 'no-store');
  return reply.code(problem.status).type('application/problem+json').send(problem);
}
