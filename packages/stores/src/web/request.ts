/** Requests to untrusted servers: limited in time, bytes and redirects, and never retried silently. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { BlockList } from 'node:net';
import type { Ask } from '@kifu/record/store';

/** Limits of a request. */
export interface RequestLimits {
  /** For everything: connecting, redirects, and the last byte of the answer. */
  readonly timeoutMs: number;
  /** For the body of the answer. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
}

/** Request. */
export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers?: { readonly [name: string]: string };
  readonly body?: FormData;
}

/** Answer, with any status. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Why there is no usable answer. */
export type RequestFailure = 'unreachable' | 'timeout' | 'cut' | 'too-large' | 'redirect';

/** There is no usable answer. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly failure: RequestFailure;
  constructor(failure: RequestFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

/** Name resolution and address checks; for tests. */
export interface Network {
  /** Returns all addresses of a name. */
  resolve(name: string): Promise<readonly LookupAddress[]>;
  /** Whether an address is not a public one. */
  isInside(address: LookupAddress): boolean;
}

/** Sends a request, and reads the whole answer. Throws `RequestError`, or the reason of the signal. */
export async function request(
  question: HttpRequest,
  limits: RequestLimits,
  { signal: asked }: Ask = {},
  network: Network = NETWORK,
): Promise<HttpAnswer> {
  asked?.throwIfAborted();
  const time = AbortSignal.timeout(limits.timeoutMs);
  const signal = asked === undefined ? time : AbortSignal.any([time, asked]);
  try {
    const response = await follow(question, limits, signal, network);
    const body = await readBody(response, limits.maxBytes);
    return { status: response.statusCode!, headers: headersOf(response), body };
  } catch (cause) {
    asked?.throwIfAborted();
    if (time.aborted)
      throw new RequestError('timeout', `no answer within ${limits.timeoutMs} ms`, { cause });
    if (cause instanceof RequestError) throw cause;
    throw new RequestError('unreachable', reasonOf(cause), { cause });
  }
}

/** Follows redirects: few, none from https to http, and none from a public server to a private address. */
async function follow(
  { url, method, headers = {}, body }: HttpRequest,
  { maxRedirects }: RequestLimits,
  signal: AbortSignal,
  { resolve, isInside }: Network,
): Promise<http.IncomingMessage> {
  const form = body === undefined ? null : new Response(body);
  const sent: HopRequest = {
    ...{ method, signal },
    headers: {
      // bytes are read as they are stored
      'accept-encoding': 'identity',
      ...headers,
      ...(form === null ? {} : { 'content-type': form.headers.get('content-type')! }),
    },
    body: form === null ? null : new Uint8Array(await form.arrayBuffer()),
  };
  let at = url;
  /** Returns the addresses of a server; the look-up counts in the time limit. */
  const look = ({ hostname }: URL): Promise<readonly LookupAddress[]> =>
    new Promise((done, failed) => {
      signal.addEventListener('abort', () => failed(signal.reason), { once: true });
      resolve(hostname.replace(/^\[|\]$/g, '')).then(done, failed);
    });
  let addresses = await look(at);
  for (let redirects = 0; ; redirects++) {
    const response = await send(at, addresses, sent);
    const { location } = response.headers;
    if (location === undefined || !REDIRECTS.includes(response.statusCode!)) return response;
    response.destroy();
    if (redirects === maxRedirects)
      throw new RequestError('redirect', `more than ${maxRedirects} redirects`);
    const next = nextUrl(at, location);
    const nextAddresses = next.hostname === at.hostname ? addresses : await look(next);
    // a public server must not redirect us to this machine, or into its network
    if (nextAddresses.some(isInside) && !addresses.some(isInside))
      throw new RequestError('redirect', `redirected to a private address: ${next.host}`);
    [at, addresses] = [next, nextAddresses];
  }
}

interface HopRequest {
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal;
}

const KEPT = { keepAlive: true, timeout: 4000 };
const HTTP = { request: http.request, agent: new http.Agent(KEPT) };
const HTTPS = { request: https.request, agent: new https.Agent(KEPT) };
for (const { agent } of [HTTP, HTTPS]) {
  const connectionOf = agent.getName.bind(agent);
  // an open connection serves only requests to the same addresses
  agent.getName = (options = {}) =>
    `${connectionOf(options)}:${(options as { readonly pinned?: string }).pinned}`;
}

/** Requests one of the addresses that were looked up and checked: the name is not looked up again, as it may have another address by then. */
function send(
  at: URL,
  addresses: readonly LookupAddress[],
  { method, headers, body, signal }: HopRequest,
): Promise<http.IncomingMessage> {
  const { request: open, agent } = at.protocol === 'https:' ? HTTPS : HTTP;
  const options = {
    ...{ method, headers, signal, agent, pinned: addresses.map(one => one.address).join() },
    lookup: (_name: string, { all }: { all?: boolean }, done: (...found: unknown[]) => void) =>
      all === true
        ? done(null, addresses)
        : done(null, addresses[0]!.address, addresses[0]!.family),
  };
  return new Promise((resolve, reject) => {
    const asked = open(at, options as http.RequestOptions, resolve);
    asked.on('error', reject);
    asked.end(body ?? undefined);
  });
}

function headersOf({ headersDistinct }: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}

const REDIRECTS = [301, 302, 303, 307, 308];

function nextUrl(at: URL, location: string): URL {
  const next = URL.canParse(location, at.href) ? new URL(location, at) : null;
  const isWeb =
    next?.protocol === 'https:' || (next?.protocol === 'http:' && at.protocol === 'http:');
  if (next !== null && isWeb && next.username === '' && next.password === '') return next;
  throw new RequestError(
    'redirect',
    `redirected to an unsupported address: ${location.slice(0, 100)}`,
  );
}

/** Private addresses: this machine, private networks, links (RFC 6890). */
const INSIDE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  INSIDE.addSubnet(network, prefix, 'ipv4');
  INSIDE.addSubnet(`::ffff:${network}`, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  INSIDE.addSubnet(network, prefix, 'ipv6');

/** The real network. */
export const NETWORK: Network = {
  resolve: name => lookup(name, { all: true }),
  isInside: ({ address, family }) => INSIDE.check(address, family === 6 ? 'ipv6' : 'ipv4'),
};

/** Reads the body in pieces, so that an endless one is noticed at the limit. */
async function readBody(response: http.IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes)
        throw new RequestError('too-large', `the answer exceeds ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof RequestError) throw cause;
    throw new RequestError('cut', `the answer was cut short: ${reasonOf(cause)}`, { cause });
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Returns the reason of each failed attempt at several addresses. */
const reasonOf = (cause: unknown): string =>
  cause instanceof AggregateError
    ? cause.errors.map(reasonOf).join('; ')
    : cause instanceof Error
      ? cause.message
      : String(cause);
