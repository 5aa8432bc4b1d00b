/** Requests to servers that are not trusted: bounded in time, in bytes and in redirects, and never retried in silence. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import type { Ask } from '@kifu/record/store';

/** What a request may cost. */
export interface RequestLimits {
  /** For all of it: connecting, redirects, and the last byte of the answer. */
  readonly timeoutMs: number;
  /** Of the body of the answer. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
}

/** What is asked. */
export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers?: { readonly [name: string]: string };
  readonly body?: FormData;
}

/** What came back, with any status. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Why there is no answer that could be used. */
export type RequestTrouble = 'unreachable' | 'timeout' | 'cut' | 'too-large' | 'redirect';

/** There is no answer that could be used. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly trouble: RequestTrouble;
  constructor(trouble: RequestTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** Asks, and reads the whole answer. Throws `RequestError`, or the reason of the signal. */
export async function request(
  question: HttpRequest,
  limits: RequestLimits,
  { signal: asked }: Ask = {},
): Promise<HttpAnswer> {
  asked?.throwIfAborted();
  const time = AbortSignal.timeout(limits.timeoutMs);
  const signal = asked === undefined ? time : AbortSignal.any([time, asked]);
  try {
    const response = await follow(question, limits, signal);
    const body = await readBody(response, limits.maxBytes);
    return { status: response.status, headers: response.headers, body };
  } catch (cause) {
    asked?.throwIfAborted();
    if (cause instanceof RequestError) throw cause;
    if (time.aborted)
      throw new RequestError('timeout', `no answer within ${limits.timeoutMs} ms`, { cause });
    throw new RequestError('unreachable', reasonOf(cause), { cause });
  }
}

/** Redirects are followed here and not by `fetch`, which would follow twenty, and from https to http. */
async function follow(
  { url, method, headers = {}, body }: HttpRequest,
  { maxRedirects }: RequestLimits,
  signal: AbortSignal,
): Promise<Response> {
  let at = url;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(at, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    });
    const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    if (redirects === maxRedirects)
      throw new RequestError('redirect', `more than ${maxRedirects} redirects`);
    const next = nextUrl(at, location);
    // who answers from outside does not send us to this machine, or into its network
    if (next.host !== at.host && (await isInside(next)) && !(await isInside(at)))
      throw new RequestError('redirect', `redirected to an address inside: ${next.host}`);
    at = next;
  }
}

const REDIRECTS = [301, 302, 303, 307, 308];

function nextUrl(at: URL, location: string): URL {
  const next = URL.canParse(location, at.href) ? new URL(location, at) : null;
  const isWeb =
    next?.protocol === 'https:' || (next?.protocol === 'http:' && at.protocol === 'http:');
  if (next !== null && isWeb && next.username === '' && next.password === '') return next;
  throw new RequestError('redirect', `redirected to where nobody goes: ${location.slice(0, 100)}`);
}

/** Addresses that are not those of the open network: this machine, private networks, links (RFC 6890). */
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

/** Whether any address that a name has is one of these. */
async function isInside({ hostname }: URL): Promise<boolean> {
  const name = hostname.replace(/^\[|\]$/g, '');
  const addresses = await lookup(name, { all: true }).catch(() => []);
  return addresses.some(({ address }) => INSIDE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
}

/** The body, as it comes, so that one without end is noticed at the limit. */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > maxBytes)
        throw new RequestError('too-large', `the answer is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof RequestError || isAbort(cause)) throw cause;
    throw new RequestError('cut', `the answer was cut short: ${reasonOf(cause)}`, { cause });
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const isAbort = (cause: unknown): boolean =>
  cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'AbortError');

/** What `fetch` hides behind `fetch failed`. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { cause: inner } = cause;
  if (inner instanceof AggregateError) return inner.errors.map(reasonOf).join('; ');
  return inner instanceof Error ? inner.message : cause.message;
}
