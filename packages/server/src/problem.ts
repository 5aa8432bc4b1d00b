/** Refusals over HTTP: `application/problem+json` (RFC 9457) with the fault. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Fault, type FaultCode, fail } from '@kifu/core';
import type { FastifyReply } from 'fastify';

/** The status of each fault; 422 for all others: understood, and not possible. */
const STATUS: { readonly [code in FaultCode]?: number } = {
  malformed: 400,
  'too-large': 413,
  'not-found': 404,
  conflict: 409,
  exists: 409,
};

/** There is more to do than can be done: no fault of what was asked. */
export const TOO_MUCH = fail('too-large', 'the server is overloaded; retry later');

/** The store does not take or give what it should: it is full, gone, or does not answer. */
export const STORE_FAILED = fail(
  'unwritable',
  'the server cannot use its store; retry later',
).fault;

/** The server is about to stop. */
export const STOPPING = fail('unreadable', 'the server is restarting; retry in a moment').fault;

/** A problem as it is sent. */
interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly fault: Fault;
}

const statusOf = (fault: Fault): number =>
  fault === TOO_MUCH.fault ? 503 : (STATUS[fault.code] ?? 422);

/** The problem that a fault is. */
const problemOf = (fault: Fault, status = statusOf(fault)): Problem => ({
  type: 'about:blank',
  title: fault.code,
  status,
  detail: fault.message,
  fault,
});

/** Answers with a fault. */
export function refuse(reply: FastifyReply, fault: Fault, status?: number): FastifyReply {
  const problem = problemOf(fault, status);
  // not to be cached: what is refused now may be granted in a moment
  void reply.removeHeader('etag').header('cache-control', 'no-store');
  return reply.code(problem.status).type('application/problem+json').send(problem);
}

/** Answers with a fault on a bare socket, where there is no request to reply to, and ends it. */
export function refuseRaw(socket: Duplex, fault: Fault, status: number): void {
  const body = JSON.stringify(problemOf(fault, status));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  // a client that does not close its side is not waited for
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
