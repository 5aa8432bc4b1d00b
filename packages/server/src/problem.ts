/** Refusals over HTTP: `application/problem+json` (RFC 9457) with the fault. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Fault, type FaultCode, fail } from '@kifu/core';
import type { FastifyReply } from 'fastify';

/** Status per fault code; 422 for all others: understood, but not possible. */
const STATUS: { readonly [code in FaultCode]?: number } = {
  malformed: 400,
  'too-large': 413,
  'not-found': 404,
  conflict: 409,
  exists: 409,
};

/** The server is overloaded; not a fault of the request. */
export const TOO_MUCH = fail('too-large', 'the server is overloaded; retry later');

/** The store fails: it is full, gone, or does not answer. */
export const STORE_FAILED = fail(
  'unwritable',
  'the server cannot use its store; retry later',
).fault;

/** The server is about to stop. */
export const STOPPING = fail('unreadable', 'the server is restarting; retry in a moment').fault;

/** Another process has the match, and does not answer. */
export const MOVING = fail('unreadable', 'the match is moving to another process; retry').fault;

/** Problem as sent. */
interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly fault: Fault;
}

const statusOf = (fault: Fault): number =>
  fault === TOO_MUCH.fault ? 503 : (STATUS[fault.code] ?? 422);

/** Returns the problem for a fault. */
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
  // not cacheable: a refused request may succeed in a moment
  void reply.removeHeader('etag').header('cache-control', 'no-store');
  return reply.code(problem.status).type('application/problem+json').send(problem);
}

/** Answers with a fault on a bare socket, which has no request to reply to, and closes it. */
export function refuseRaw(socket: Duplex, fault: Fault, status: number): void {
  const body = JSON.stringify(problemOf(fault, status));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  // does not wait for a client that does not close its side
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
