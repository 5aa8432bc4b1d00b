/** Browser security: headers on every answer, and checks of the origin of requests. */
import { isIP, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { fail } from '@kifu/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from './problem.ts';

/** Answers that are not pages run and load nothing. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For a page or an image of our own with its own styles. */
export const STYLED_POLICY = `${POLICY}; style-src 'unsafe-inline'; img-src 'self' data:`;

/** On every answer. */
export const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'cross-origin',
  // pages of other sites get different answers, and caches must not mix them up
  vary: 'origin',
} as const;

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
const FOREIGN = fail('unsupported', 'origin not allowed: other sites can only read').fault;

/** Whether pages of an origin may do more than read. */
export type IsOriginAllowed = (origin: string | undefined, host: string | undefined) => boolean;

/** Adds the headers and the check. Every site may read: what is private needs a token, which no browser sends automatically. */
export function addSecurity(app: FastifyInstance, isOriginAllowed: IsOriginAllowed): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(HEADERS);
    const { origin, host } = request.headers;
    const isAllowed = isOriginAllowed(origin, host);
    if (origin !== undefined) {
      void reply.headers({
        'access-control-allow-origin': isAllowed ? origin : '*',
        'access-control-expose-headers': 'etag, link, content-range, kifu-losses, kifu-head',
      });
    }
    if (!isAllowed && !SAFE.includes(request.method)) return refuse(reply, FOREIGN, 403);
  });
  app.options('/api/*', { schema: { hide: true } as object }, async ({ headers }, reply) => {
    const isAllowed = isOriginAllowed(headers.origin, headers.host);
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': isAllowed ? 'GET, HEAD, POST, PUT, DELETE' : 'GET, HEAD',
        ...(isAllowed ? { 'access-control-allow-headers': 'authorization, content-type' } : {}),
        'access-control-max-age': '600',
      })
      .send();
  });
}

/** IP addresses, and names of the machine itself or its own network: an attacker cannot point such a name here. */
export function isOwnName(name: string): boolean {
  const own = hostname().toLowerCase();
  return (
    name.startsWith('[') ||
    isIP(name) !== 0 ||
    ['localhost', own, `${own}.local`].includes(name) ||
    name.endsWith('.localhost')
  );
}

/**
 * Returns the address that the client dialed, if the server can know it without a public URL: `Host` names the exact address and
 * port of the socket, or `localhost` if the connection came over loopback. A proxy can send any `Host`, but it listens
 * elsewhere, so the address that its victims dialed, and signed, is never one of these.
 */
export function dialedOrigin({ headers, socket }: FastifyRequest): string | null {
  const { localAddress = '', localPort } = socket;
  const address = localAddress.replace(/^::ffff:(?=[\d.]+$)/i, '');
  const asked = `http://${headers.host}`;
  const own = `http://${isIPv6(address) ? `[${address}]` : address}:${localPort}`;
  if (!URL.canParse(asked) || !URL.canParse(own)) return null;
  const [{ origin, hostname }, socketUrl] = [new URL(asked), new URL(own)];
  if (origin === socketUrl.origin) return origin;
  const isLoopback = address === '::1' || address.startsWith('127.');
  const isLocalName = hostname === 'localhost' || hostname.endsWith('.localhost');
  socketUrl.hostname = hostname;
  return isLoopback && isLocalName && origin === socketUrl.origin ? origin : null;
}

/** What must never appear in a log, in any logger. */
export const REDACTED = {
  paths: ['token', 'tokens', 'joinToken', 'authorization'].flatMap(name => [
    name,
    `*.${name}`,
    `*.*.${name}`,
    `*.*.*.${name}`,
  ]),
  censor: '(secret)',
};
